"""Pictures without a screen; none stays open after its test."""

import matplotlib
import pytest
from matplotlib import pyplot


@pytest.fixture(autouse=True)
def no_screen():
    matplotlib.use("Agg")
    yield
    pyplot.close("all")
