"""The bundled sets, named ``sample:NAME`` in the shell."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.data.chunks import Table
from rosenblatt.errors import DataError


def sample(name: str) -> Table:
    """A bundled set: ``X``, ``y`` and the names of the features."""
    check_sample(name)
    return SAMPLES[name]()


def check_sample(name: str) -> None:
    """A DataError where there is no bundled set of this name."""
    if not isinstance(name, str) or name not in SAMPLES:
        raise DataError(f"sample must be one of {', '.join(SAMPLES)}; got {name!r}.")


def descriptions() -> dict[str, str]:
    """What each bundled set is, in one line."""
    return {name: maker.__doc__ or "" for name, maker in SAMPLES.items()}


def _iris() -> Table:
    """Fisher's iris flowers, from scikit-learn: 150 rows, 4 lengths in cm, 3 species."""
    from sklearn.datasets import load_iris

    iris = load_iris()
    names = [name.removesuffix(" (cm)") for name in iris.feature_names]
    return Table(iris.data, iris.target_names[iris.target], names)


def _petals() -> Table:
    """Iris with its two petal columns only, so that it can be drawn."""
    iris = _iris()
    return Table(iris.X[:, 2:], iris.y, iris.features[2:])


def _setosa() -> Table:
    """Iris, setosa against the rest: two classes that a plane separates."""
    iris = _iris()
    return iris._replace(y=np.where(iris.y == "setosa", "setosa", "rest"))


def _xor() -> Table:
    """Exclusive or: the four corners of a square, which no line separates."""
    return Table(np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), np.array([-1, -1, 1, 1]), ["x1", "x2"])


def _digits() -> Table:
    """Handwritten digits, from scikit-learn: 1797 images of 8×8 grey values, 10 classes."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    return Table(digits.data, digits.target, list(digits.feature_names))


def _note_000() -> Table:
    """The worked example of note 000: six points, learned without a bias."""
    X = np.array([[-1, 2], [1, 0], [1, 1], [-1, 0], [-1, -2], [1, -1]], dtype=np.float64)
    return Table(X, np.array([-1, 1, 1, -1, -1, 1]), ["x1", "x2"])


def _note_000_half_space() -> Table:
    """Grid points around note 000's line x1 + 2·x2 − 4 = 0, labelled by their side of it."""
    return _half_space((1, 2), -4, range(-1, 6), range(-1, 4))


def _note_000_cholesterol() -> Table:
    """Note 000's categories as 0/1 columns: three rows, and the category itself as the label (the note has none)."""
    features = ["cholesterol=Normal", "cholesterol=Abnormal"]
    return Table(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.array(["Normal", "Normal", "Abnormal"]), features)


def _note_004() -> Table:
    """The worked example of note 004: four points, (4, −0.5, 1) after nine updates."""
    X = np.array([[-1, 3], [-1, -1], [3, -1], [0, 1.5]])
    return Table(X, np.array([-1, -1, 1, 1]), ["x1", "x2"])


def _note_004_line() -> Table:
    """Grid points around note 004's line x1 + x2 + 1 = 0, labelled by their side of it."""
    return _half_space((1, 1), 1, range(-3, 3), range(-3, 3))


def _half_space(w: tuple[int, int], b: int, first: range, second: range) -> Table:
    """The points of a grid with the sign of w·x + b; those on the line are left out."""
    X = np.array([(x1, x2) for x1 in first for x2 in second])
    z = X @ np.array(w) + b
    return Table(X[z != 0].astype(np.float64), np.sign(z[z != 0]), ["x1", "x2"])


# Options with which the notes learn their examples: a score of zero is positive in note 000, whose table goes through
# the rows once; note 004's loop looks for the first mistake.
NOTE_000 = {"order": "given", "at_zero": "positive"}
NOTE_004 = {"order": "first-mistake"}
NOTE_OPTIONS: dict[str, dict[str, Any]] = {
    "note-000": {**NOTE_000, "fit_intercept": False, "max_iter": 1},
    "note-000-half-space": NOTE_000,
    "note-000-cholesterol": NOTE_000,
    "note-004": NOTE_004,
    "note-004-line": NOTE_004,
}

SAMPLES: dict[str, Callable[[], Table]] = {
    "iris": _iris,
    "petals": _petals,
    "setosa": _setosa,
    "xor": _xor,
    "digits": _digits,
    "note-000": _note_000,
    "note-000-half-space": _note_000_half_space,
    "note-000-cholesterol": _note_000_cholesterol,
    "note-004": _note_004,
    "note-004-line": _note_004_line,
}
