"""The version of the package; model files tell which one wrote them."""

__version__ = "0.1.0"
