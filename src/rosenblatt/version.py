"""Version of the package; model files record the version that wrote them."""

__version__ = "0.1.0"
