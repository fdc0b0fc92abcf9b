"""Steps that are called, not typed: their sentences are for Python, or are tested elsewhere."""

from pathlib import Path

import pytest

import rosenblatt
from helpers.homework import LISTS
from rosenblatt import plots
from rosenblatt.data.samples import sample
from rosenblatt.errors import DataError
from rosenblatt.grading.grade import grade

CROSSED = [[0.0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1]


def _features():
    table = sample("iris")
    model = rosenblatt.Perceptron().fit(table.X, table.y)
    with pytest.raises(DataError, match=r"choose two of them, features=\(0, 1\), by number or name, and give X"):
        plots.boundary(model, table.X, table.y)
    plots.boundary(model, table.X, table.y, features=(0, 1))


def _hulls():
    certificate = rosenblatt.certify(*CROSSED)
    with pytest.raises(DataError, match="this one has none: plots.hulls draws why"):
        plots.boundary(certificate, *CROSSED)
    plots.hulls(certificate, *CROSSED)


def _timeout():
    """The sentence is in tests/grading/test_student.py: it depends on the time."""
    Path("homework.py").write_text(LISTS)
    assert grade("homework.py", timeout=120).passed


IN_PYTHON = {
    "plots/inputs.py features": _features,
    "plots/inputs.py what": _hulls,
    "grading/student.py timeout": _timeout,
}
