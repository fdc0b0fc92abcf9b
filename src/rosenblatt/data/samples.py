"""The bundled sets, named ``sample:NAME`` in the shell."""

from collections.abc import Callable

import numpy as np

from rosenblatt.data.tables import Table
from rosenblatt.errors import DataError


def sample(name: str) -> Table:
    """A bundled set: ``X``, ``y`` and the names of the features."""
    if name not in SAMPLES:
        raise DataError(f"sample must be one of {', '.join(SAMPLES)}; got {name!r}.")
    return SAMPLES[name]()


def _iris() -> Table:
    from sklearn.datasets import load_iris

    iris = load_iris()
    names = [name.removesuffix(" (cm)") for name in iris.feature_names]
    return Table(iris.data, iris.target_names[iris.target], names)


def _setosa() -> Table:
    iris = _iris()
    return iris._replace(y=np.where(iris.y == "setosa", "setosa", "rest"))


def _digits() -> Table:
    from sklearn.datasets import load_digits

    digits = load_digits()
    return Table(digits.data, digits.target, list(digits.feature_names))


def _note_000() -> Table:
    """The worked example of note 000: six points, learned without a bias."""
    X = np.array([[-1, 2], [1, 0], [1, 1], [-1, 0], [-1, -2], [1, -1]], dtype=np.float64)
    return Table(X, np.array([-1, 1, 1, -1, -1, 1]), ["x1", "x2"])


def _note_004() -> Table:
    """The worked example of note 004: four points, (4, −0.5, 1) after nine updates."""
    X = np.array([[-1, 3], [-1, -1], [3, -1], [0, 1.5]])
    return Table(X, np.array([-1, -1, 1, 1]), ["x1", "x2"])


SAMPLES: dict[str, Callable[[], Table]] = {
    "iris": _iris,
    "setosa": _setosa,
    "digits": _digits,
    "note-000": _note_000,
    "note-004": _note_004,
}
