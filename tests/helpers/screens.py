"""Pictures without a screen."""

import matplotlib
import pytest
from matplotlib import pyplot


@pytest.fixture(autouse=True)
def no_screen():
    """No window is opened, and no picture stays open after its test."""
    matplotlib.use("Agg")
    yield
    pyplot.close("all")
