"""Bundled data sets, named ``sample:NAME`` in the shell."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.data.chunks import Table
from rosenblatt.errors import DataError


def sample(name: str) -> Table:
    """Return a bundled data set.

    Parameters
    ----------
    name : str
        Name of the set: "iris", "petals", "setosa", "digits", "note-000", "note-000-half-space",
        "note-000-cholesterol", "note-004" or "note-004-line". Names with "note" are examples of the lectures. The
        functions and commands that take a file also take "sample:NAME".

    Returns
    -------
    Table
        Named tuple of ``X`` (ndarray), ``y`` (labels) and ``features`` (names of the features).

    Raises
    ------
    DataError
        If there is no set of this name.

    See Also
    --------
    rosenblatt.generate : Make data with a known answer.
    rosenblatt.read : Read the rows of a file.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, features = rosenblatt.sample("iris")
    >>> X.shape, features[0]
    ((150, 4), 'sepal length')
    """
    check_sample(name)
    return SAMPLES[name]()


def check_sample(name: str) -> None:
    """Raise a DataError if there is no bundled set of this name."""
    if not isinstance(name, str) or name not in SAMPLES:
        raise DataError(f"sample must be one of {', '.join(SAMPLES)}; got {name!r}.")


def descriptions() -> dict[str, str]:
    """Return a one-line description of each bundled set."""
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
    """The worked example of CMU 10-301/601 Lecture 6: six points, learned without a bias."""
    X = np.array([[-1, 2], [1, 0], [1, 1], [-1, 0], [-1, -2], [1, -1]], dtype=np.float64)
    return Table(X, np.array([-1, 1, 1, -1, -1, 1]), ["x1", "x2"])


def _note_000_half_space() -> Table:
    """Grid points around CMU's line x1 + 2·x2 − 4 = 0, labelled by their side of it."""
    return _half_space((1, 2), -4, range(-1, 6), range(-1, 4))


def _note_000_cholesterol() -> Table:
    """CMU's categories as 0/1 columns: three rows, with the category itself as label (the slide has no label)."""
    features = ["cholesterol=Normal", "cholesterol=Abnormal"]
    return Table(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.array(["Normal", "Normal", "Abnormal"]), features)


def _note_004() -> Table:
    """The worked example of Cornwell's lecture: four points, (4, −0.5, 1) after nine updates."""
    X = np.array([[-1, 3], [-1, -1], [3, -1], [0, 1.5]])
    return Table(X, np.array([-1, -1, 1, 1]), ["x1", "x2"])


def _note_004_line() -> Table:
    """Grid points around Cornwell's line x1 + x2 + 1 = 0, labelled by their side of it."""
    return _half_space((1, 1), 1, range(-3, 3), range(-3, 3))


def _half_space(w: tuple[int, int], b: int, first: range, second: range) -> Table:
    """Points of a grid with the sign of w·x + b; points on the line are left out."""
    X = np.array([(x1, x2) for x1 in first for x2 in second])
    z = X @ np.array(w) + b
    return Table(X[z != 0].astype(np.float64), np.sign(z[z != 0]), ["x1", "x2"])


# Options with which the notes learn their examples: a score of zero is positive in note 000, whose table goes through
# the rows once; Cornwell's loop (note 004) searches for the first mistake.
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
