"""Generated data with a known separator: z = w·x + b, y = +1 if z > 0, else −1 (Manchester lecture, note 002).

Statements about a set hold exactly for its float64 values, not up to rounding: ``fractions.Fraction`` can check them. A
seed gives the same bits on every machine and in every version: the raw numbers of PCG64 are a stream that NumPy
guarantees, and they are processed by + − × ÷ and square roots in a fixed order, which are rounded alike everywhere.
"""

import math
import sys
from fractions import Fraction
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.polynomial.polynomial import polyval
from numpy.random import PCG64

from rosenblatt.data.exact_norms import exact_dot, root_above, root_below
from rosenblatt.docstrings import entries, insert
from rosenblatt.errors import OptionError, subject
from rosenblatt.loops.error_bounds import dot_error

SMALLEST, LARGEST = 1e-100, 1e100  # of a radius and of weights: their squares are ordinary numbers
FINITE = sys.float_info.max
CHUNK = 2**20  # uniforms that are turned into points at a time; it changes no bit


class Generated(NamedTuple):
    """A generated data set and the truth about it.

    The arguments below are also the attributes; ``X, y = generate(…)[:2]`` takes the set alone.

    Parameters
    ----------
    X : ndarray of shape (n_rows, n_features)
        Rows.
    y : ndarray of shape (n_rows,)
        Labels −1 and +1, with noise.
    w : ndarray of shape (n_features,)
        True weights for the first row.
    b : float
        True bias. It stays the same when the weights drift.
    margin : float
        Largest float64 that is not above the distance of any row to its plane. Noise does not change it.
    radius : float
        Smallest float64 that is not below the norm of any row.
    flipped : ndarray
        Numbers of the rows whose labels were flipped by noise, in rising order.
    row_w : ndarray of shape (n_rows, n_features)
        True weights for each row. Without drift they are all the same.

    See Also
    --------
    rosenblatt.generate : Make such a data set.

    Examples
    --------
    >>> import rosenblatt
    >>> made = rosenblatt.generate(100, 3, margin=0.1, noise=0.05)
    >>> made.X.shape, made.flipped.size, made.margin >= 0.1
    ((100, 3), 5, True)
    >>> X, y = made[:2]
    """

    X: np.ndarray
    y: np.ndarray
    w: np.ndarray
    b: float
    margin: float
    radius: float
    flipped: np.ndarray
    row_w: np.ndarray

    @property
    def w_end(self) -> np.ndarray:
        """True weights for the last row: ``w`` turned by all of the drift."""
        return np.asarray(self.row_w[-1])

    @property
    def clean(self) -> np.ndarray:
        """Labels before noise: the side of its plane that each row lies on."""
        labels = self.y.copy()
        labels[self.flipped] *= -1
        return labels


_PARAMETERS = entries("""
n_rows : int
    Number of rows.
n_features : int
    Number of features.
margin : float, default=0.0
    Least distance of a row from the plane; with drift, from the plane of that row. It must be below ``radius``.
radius : float, default=1.0
    Radius of the ball.
w : array-like of shape (n_features,), default=None
    True weights. None draws weights of length 1.
b : float, default=None
    True bias. None draws a bias with which neither class is rare.
noise : float, default=0.0
    Fraction of labels to flip, exactly round(noise · n_rows) of them.
drift : float, default=0.0
    Degrees by which w turns from the first row to the last, in a plane drawn at random. The bias stays.
seed : int, default=0
    Seed. The same seed gives the same bits on every machine. More rows of the same seed begin with the same
    rows, unless there is drift.
""")


@insert(_PARAMETERS)
def generate(
    n_rows: int,
    n_features: int,
    *,
    margin: float = 0.0,
    radius: float = 1.0,
    w: Any = None,
    b: float | None = None,
    noise: float = 0.0,
    drift: float = 0.0,
    seed: int = 0,
) -> Generated:
    """Generate labelled rows with a known separating plane, margin and radius.

    Points are drawn nearly evenly from a ball around 0, and each side of the plane w·x + b = 0 is then shrunk
    towards its far end of the ball until it is ``margin`` away. No row lies on its plane. With a handful of rows all
    labels may be equal: choose another seed.

    Parameters
    ----------
    {n_rows, n_features, margin, radius, w, b, noise, drift, seed}

    Returns
    -------
    Generated
        Named tuple of rows, labels and the truth about them.

    Raises
    ------
    OptionError
        If a number is out of its range, or the margin leaves no room on one side of the plane.

    See Also
    --------
    rosenblatt.sample : A bundled data set.
    rosenblatt.convert : Write rows to a file of another format.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = rosenblatt.generate(200, 2, margin=0.1, seed=1)[:2]
    >>> X.shape, sorted(set(y.tolist()))
    ((200, 2), [-1, 1])
    """
    for name, value, least in (("n_rows", n_rows, 1), ("n_features", n_features, 1), ("seed", seed, 0)):
        if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
            raise OptionError(f"{subject(name)} must be a whole number, at least {least}; got {value!r}.")
    room, noise, drift = _checked(int(n_features), margin, radius, noise, drift)
    return _generated(int(n_rows), room, w, b, noise, drift, PCG64(int(seed)))


def _checked(n_features: int, margin: Any, radius: Any, noise: Any, drift: Any) -> tuple["Room", float, float]:
    """The place of the rows, the noise and the drift; an OptionError where one of them is out of range."""
    radius = _number("radius", radius, SMALLEST, LARGEST, f"a number from {SMALLEST} to below {LARGEST}")
    margin = _number("margin", margin, 0, radius, f"a number, at least 0 and below radius ({radius})")
    noise = _number("noise", noise, 0, 1, "a number, at least 0 and below 1")
    drift = _number("drift", drift, -FINITE, FINITE, "a finite number of degrees")
    if drift and n_features == 1:
        raise OptionError(
            f"{subject('drift')} must be 0 where there is one feature and nothing to turn to; got {drift}."
        )
    return Room(n_features, margin, radius), noise, drift


def _generated(
    n_rows: int, room: "Room", w: Any, b: float | None, noise: float, drift: float, bits: PCG64
) -> Generated:
    n_features = room.n_features
    directions, shift = _ball_points(bits, 2, n_features), 2.0 * float(_uniforms(bits, 1)[0]) - 1.0
    weights = _unit(directions[:1]) if w is None else _weights(w, n_features)
    if drift:
        weights = _turned(weights, directions[1:], drift, n_rows)
    bias = _bias(b, shift, _lengths(weights), room)
    X, y = _placed(_ball_points(bits, n_rows, n_features), weights, bias, room)
    flipped = np.sort(np.argsort(bits.random_raw(n_rows), kind="stable")[: round(noise * n_rows)])
    y[flipped] *= -1
    row_w = np.broadcast_to(weights, X.shape)
    least_distance = _least_distance(X, row_w, bias, room.slack)
    return Generated(X, y, weights[0].copy(), bias, least_distance, _largest_length(X, room.slack), flipped, row_w)


class Room(NamedTuple):
    """Region that rows may occupy: a ball around 0, a margin away from their plane."""

    n_features: int
    margin: float
    radius: float

    @property
    def slack(self) -> float:
        """Bound on all rounding errors of a computed distance, length or point together.

        With u = 2⁻⁵³, a sum of n products is rounded by n·u times both lengths, a length or a unit vector by half
        of that, a single operation by u: together less than (4n + 128)·u·radius.
        """
        return float(dot_error(self.n_features)) * self.radius


def _number(name: str, value: Any, least: float, below: float, rule: str) -> float:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not least <= value < below:
        raise OptionError(f"{subject(name)} must be {rule}; got {value!r}.")
    return float(value)


def _weights(w: Any, n_features: int) -> np.ndarray:
    """Return the given separator as one row."""
    try:
        given = np.asarray(w)
    except ValueError as error:
        raise OptionError(f"w must be {n_features} numbers, one per feature: {error}.") from error
    if given.dtype.kind not in "iuf" or given.shape != (n_features,):
        raise OptionError(f"w must be {n_features} numbers, one per feature; got {given.dtype} of shape {given.shape}.")
    weights = given.astype(np.float64)
    if not SMALLEST <= np.abs(weights).max() < LARGEST:  # a NaN is neither
        raise OptionError(f"w must be finite and not all 0, its largest from {SMALLEST} to below {LARGEST}; got {w!r}.")
    return weights[None]


def _bias(b: float | None, shift: float, lengths: np.ndarray, room: Room) -> float:
    """Return the given bias, or one that moves the plane from 0 by ``shift``, a fraction from −1 to 1 of the maximum.

    The most is half the standard deviation of a coordinate of the ball: either class gets three in ten, or more.
    """
    if b is None:
        most = min(room.radius / (2.0 * math.sqrt(room.n_features + 2.0)), (room.radius - room.margin) / 2.0)
        bias = shift * most * float(lengths[0, 0])
    else:
        bias = _number("b", b, -FINITE, FINITE, "a finite number")
    moved = abs(bias) / float(lengths.min())
    if room.margin + moved >= room.radius - 4.0 * room.slack:
        raise OptionError(
            f"{subject('margin')} must leave room on both sides of the plane, margin + |b|/‖w‖ below radius by more "
            "than roundings; "
            f"got {room.margin} + {moved}, radius {room.radius}: take a smaller margin or a larger radius."
        )
    return bias


def _placed(points: np.ndarray, weights: np.ndarray, b: float, room: Room) -> tuple[np.ndarray, np.ndarray]:
    """Move points of the unit ball into the allowed region; return them and the side of the plane of each.

    A side is shrunk towards its far end of the ball, ±radius·w/‖w‖, so nothing leaves the ball. Points are aimed a
    slack inside of the radius, and two slacks outside of the margin (one for the side, which is computed too).
    """
    inner, outer = room.radius - room.slack, room.margin + 2.0 * room.slack
    normals, offsets = weights / _lengths(weights), b / _lengths(weights)
    X = inner * points
    sides = np.where(_dots(X, normals) + offsets > 0, 1, -1)
    X += outer / (inner + sides * offsets) * (inner * sides * normals - X)
    return X, sides[:, 0]


def _turned(w: np.ndarray, aside: np.ndarray, drift: float, n_rows: int) -> np.ndarray:
    """Return w for each row, turned by up to ``drift`` degrees towards ``aside``."""
    square = _dots(w, w)
    for _ in range(2):  # twice, as rounding errors grow if aside is nearly parallel to w
        aside = _unit(aside - _dots(aside, w) / square * w)
    degrees = np.fmod(drift * (np.arange(n_rows)[:, None] / max(1, n_rows - 1)), 360.0)
    angles = (degrees - 360.0 * np.rint(degrees / 360.0)) * (math.pi / 180.0)  # half a turn at most
    return np.asarray(_series(angles, 0) * w + angles * _series(angles, 1) * (np.sqrt(square) * aside))


def _series(angles: np.ndarray, first: int) -> np.ndarray:
    """Series for cos(a) if ``first`` is 0, for sin(a)/a if 1: Σ (−1)ᵏ·a²ᵏ / (2k + first)!. The last bits of libraries
    differ."""
    return np.asarray(polyval(angles * angles, [(-1) ** k / math.factorial(2 * k + first) for k in range(16)]))


def _uniforms(bits: PCG64, *shape: int) -> np.ndarray:
    """Uniform numbers in [0, 1): the upper 53 of 64 bits, times 2⁻⁵³."""
    raw = bits.random_raw(math.prod(shape))
    return np.asarray((raw >> np.uint64(11)) * 2.0**-53).reshape(shape)


def _ball_points(bits: PCG64, n_rows: int, n_features: int) -> np.ndarray:
    """Points of the unit ball, from five uniforms per feature and row.

    Sums of four are nearly normal, so their directions are nearly even; the largest of the fifths is distributed as
    the length of a point of the ball.
    """
    points = np.empty((n_rows, n_features))
    step = max(1, CHUNK // (5 * n_features))
    for first in range(0, n_rows, step):
        part = points[first : first + step]
        p, q, r, s, t = _uniforms(bits, len(part), 5, n_features).swapaxes(0, 1)
        part[:] = _unit((p + q) + (r + s) - 2.0) * t.max(axis=1, keepdims=True)
    return points


def _dots(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Dot product of each pair of rows, as a column. The running sum has one order: feature after feature."""
    return np.asarray(np.cumsum(A * B, axis=1)[:, -1:])


def _lengths(rows: np.ndarray) -> np.ndarray:
    return np.asarray(np.sqrt(_dots(rows, rows)))


def _unit(rows: np.ndarray) -> np.ndarray:
    """Scale rows to length 1. A row of zeros stays."""
    lengths = _lengths(rows)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0))


def _least_distance(X: np.ndarray, row_w: np.ndarray, b: float, slack: float) -> float:
    """Largest float64 that no row's distance to its plane is below, exact for the few closest rows."""
    distances = np.abs(_dots(X, row_w) + b) / _lengths(row_w)
    near = np.flatnonzero(distances <= distances.min() + 2.0 * slack)
    pairs = zip(X[near].tolist(), row_w[near].tolist(), strict=True)
    return root_below(min((exact_dot(w, x) + Fraction(b)) ** 2 / exact_dot(w, w) for x, w in pairs))


def _largest_length(X: np.ndarray, slack: float) -> float:
    """Smallest float64 that no row's length is above, exact for the few longest rows."""
    lengths = _lengths(X)
    far = np.flatnonzero(lengths >= lengths.max() - 2.0 * slack)
    return root_above(max(exact_dot(x, x) for x in X[far].tolist()))
