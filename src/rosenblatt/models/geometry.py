"""Geometry of one row of weights: the plane w·x + b = 0, its two sides, distances, margins, the boundary line.

Also the notes' folded 1, and note 002's criterion with its gradient.
"""

import math
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from rosenblatt.conventions import AT_ZERO, SIGN_OF_ZERO
from rosenblatt.data.blocks import Block, all_rows, block_of, dense_slice, radius_of
from rosenblatt.data.labels import signs_of
from rosenblatt.errors import DataError, OptionError, check_choice
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights
from rosenblatt.loops.replay import replay
from rosenblatt.loops.rows import Dense
from rosenblatt.models.linear import LinearModel

LARGEST, SMALLEST = sys.float_info.max, sys.float_info.min  # the range in which float64 has all its digits


class Line(NamedTuple):
    """The line w1·x + w2·y + b = 0. As two numbers, y = slope·x + intercept, unless it is vertical."""

    w1: float
    w2: float
    b: float

    @property
    def slope(self) -> float | None:
        """None where the line is vertical."""
        return 0.0 - self.w1 / self.w2 if self.w2 else None

    @property
    def intercept(self) -> float | None:
        """The height at which the line meets the y axis; None where the line is vertical."""
        return 0.0 - self.b / self.w2 if self.w2 else None

    def across(self, x_min: float, x_max: float, y_min: float, y_max: float) -> np.ndarray | None:
        """The part of the line inside a box, as its two end points, a row each; None if the line misses the box.

        From left to right; a line steeper than 45° from bottom to top. ``plt.plot(*ends.T)`` draws it.
        """
        x_min, x_max, y_min, y_max = map(float, (x_min, x_max, y_min, y_max))
        for axis, low, high in (("x", x_min, x_max), ("y", y_min, y_max)):
            if not -math.inf < low < high < math.inf:
                raise OptionError(f"{axis}_min must be below {axis}_max, both finite; got {low} and {high}.")
        if abs(self.w1) > abs(self.w2):  # steep: the same line and box, with the axes exchanged
            ends = Line(self.w2, self.w1, self.b).across(y_min, y_max, x_min, x_max)
            return None if ends is None else ends[:, ::-1]
        left, right = x_min, x_max
        if self.w1:
            at_floor, at_ceiling = (0.0 - (self.w2 * y + self.b) / self.w1 for y in (y_min, y_max))
            left, right = max(left, min(at_floor, at_ceiling)), min(right, max(at_floor, at_ceiling))
        heights = [0.0 - (self.w1 * x + self.b) / self.w2 for x in (left, right)]
        if left > right or min(heights) > y_max or max(heights) < y_min:
            return None
        return np.column_stack([(left, right), np.clip(heights, y_min, y_max)])  # rounding does not leave the box


@dataclass(frozen=True, eq=False)
class Hyperplane:
    """All x with w·x + b = 0; w is at right angles to it and points to the positive side (notes 000, 003, 004).

    Where a method takes ``X``, that is a matrix of rows, dense or sparse, for one result a row; or one point.
    """

    w: np.ndarray
    b: float = 0.0

    def __post_init__(self) -> None:
        w = _finite("w", self.w, 1)
        w.flags.writeable = False
        object.__setattr__(self, "w", w)
        object.__setattr__(self, "b", float(_finite("b", self.b, 0)))
        if not w.any():
            raise DataError(
                f"w must have an entry other than zero, a zero w has no plane; got {len(w)} zeros: "
                "a model has them until its first mistake."
            )
        if not (SMALLEST <= self.norm <= LARGEST and abs(self.offset) <= LARGEST):
            raise DataError(
                f"w must have a length, and the plane a distance, in the range of float64; got ‖w‖ = {self.norm:g} "
                f"and b = {self.b:g}: multiply w and b by the same number, or scale the features."
            )

    @classmethod
    def of(cls, model: Any) -> Self:
        """The boundary of a fitted model of two classes: one of ours, or any with ``coef_`` and ``intercept_``."""
        model = getattr(model, "model", model)  # of a learner
        weights = getattr(model, "weights", None)
        w, b = getattr(weights, "w", getattr(model, "coef_", None)), getattr(weights, "b", None)
        if w is None:
            raise DataError(
                f"model must have one row of weights; {type(model).__name__} has none: "
                "give a fitted estimator of two classes, not a voted one, or a learner's model."
            )
        rows = np.atleast_2d(w.toarray() if hasattr(w, "toarray") else w)
        if len(rows) > 1:
            raise DataError(
                f"model must have one row of weights, for two classes; got {len(rows)}: "
                "the plane between classes i and j is Hyperplane(w[i] - w[j], b[i] - b[j])."
            )
        return cls(rows[0], np.ravel(getattr(model, "intercept_", 0.0) if b is None else b)[0])

    @cached_property
    def norm(self) -> float:
        """‖w‖."""
        return _norm(self.w)

    @property
    def normal(self) -> np.ndarray:
        """The unit vector w/‖w‖, at right angles to the plane."""
        return np.asarray(self.w / self.norm)

    @property
    def offset(self) -> float:
        """The signed distance of the origin, b/‖w‖. Note 004 has |b| for it, which is so only where ‖w‖ = 1."""
        return self.b / self.norm

    def score(self, X: Any) -> np.ndarray | float:
        """w·x + b, with the bits of a model's ``decision_function``."""
        block, is_point = _points(X)
        scores = _scores(block, self.w, self.b)
        return float(scores[0]) if is_point else scores

    def side(self, X: Any) -> np.ndarray | int:
        """+1 or −1, and 0 on the plane itself."""
        return _as_given(np.sign(self.score(X)).astype(np.int64))

    def label(self, X: Any) -> np.ndarray | int:
        """Note 002's generative process: +1 where w·x + b > 0, else −1, on the plane too."""
        return _as_given(np.where(self.score(X) > 0, 1, -1))

    def distance(self, X: Any) -> np.ndarray | float:
        """(w·x + b)/‖w‖, negative on the negative side (note 000, "Computing the margin")."""
        return self.score(X) / self.norm

    def project(self, X: Any) -> np.ndarray:
        """The nearest point of the plane: x less its distance along the normal. Always dense."""
        block, is_point = _points(X)
        distances = _scores(block, self.w, self.b) / self.norm
        nearest = dense_slice(block, 0, block.n_rows) - np.outer(distances, self.normal)
        return nearest[0] if is_point else nearest

    def margin(self, X: Any, y: Any) -> float:
        """The smallest y·distance of a labelled set: negative where the plane does not separate it."""
        return float(self._margins(X, y).min())

    def closest(self, X: Any, y: Any) -> int:
        """The number of the row that has this margin, the first on ties."""
        return int(self._margins(X, y).argmin())

    def _margins(self, X: Any, y: Any) -> np.ndarray:
        _, signs, scores = _labelled(X, y, self.w, self.b)
        return np.asarray(signs * scores / self.norm)

    def line(self) -> Line:
        """The boundary as a line, where there are two features."""
        if len(self.w) != 2:
            raise DataError(f"w must have 2 entries for the boundary to be a line; got {len(self.w)}.")
        w1, w2 = self.w.tolist()
        return Line(w1, w2, self.b)

    def angle(self, other: "Hyperplane") -> float:
        """The angle between the normals, in degrees: how close a learned w comes to a true one."""
        if not isinstance(other, Hyperplane):
            raise DataError(f"other must be a Hyperplane; got {type(other).__name__}.")
        if len(self.w) != len(other.w):
            raise DataError(f"other must have as many features as this plane, {len(self.w)}; got {len(other.w)}.")
        u, v = self.normal, other.normal  # an arccos of u·v would lose half of the digits near 0° and 180°
        return math.degrees(2 * math.atan2(_norm(u - v), _norm(u + v)))


def fold(X: Any, where: str = "first") -> Any:
    """The rows (or the point) with a feature that is always 1, so that the bias is its weight.

    where: "first" (notes 000 and 001) or "last" (004). Dense stays dense, float32 stays float32, sparse gives CSR.
    """
    if where not in ("first", "last"):
        raise OptionError(f"where must be 'first' or 'last'; got {where!r}.")
    block, is_point = _points(X)
    values = block.rows.values
    if isinstance(block.rows, Dense):
        folded = np.insert(values, 0 if where == "first" else block.n_features, 1.0, axis=1)
        return folded[0] if is_point else folded
    from scipy import sparse

    ones = sparse.csr_matrix(np.ones((block.n_rows, 1)))
    parts = [ones, X] if where == "first" else [X, ones]
    return sparse.hstack(parts, format="csr", dtype=values.dtype)


def perceptron_loss(X: Any, y: Any, w: Any, b: float = 0.0) -> float:
    """Note 002's criterion: Σ −y·(w·x + b) over the misclassified rows (the note calls it hinge).

    A row with a score of zero adds nothing, whichever rule it falls under; so the loss is 0 at w = 0.
    """
    _, signs, scores = _labelled(X, y, w, b)
    try:
        return math.fsum(-(signs * scores)[signs * scores < 0])  # rounded once: the order of rows does not matter
    except OverflowError as error:
        raise DataError("The loss must stay finite, and overflows: scale the features.") from error


def perceptron_gradient(X: Any, y: Any, w: Any, b: float = 0.0, at_zero: str = "mistake") -> tuple[np.ndarray, float]:
    """The gradient of ``perceptron_loss`` by w and by b: −Σ y x and −Σ y over the misclassified rows.

    at_zero: whether a score of zero is misclassified (conventions.AT_ZERO); the loss has a kink there.
    One iteration in "all-mistakes" order, at rate 1, is w less this gradient.
    """
    check_choice("at_zero", at_zero, AT_ZERO, quoted=True)
    block, signs, scores = _labelled(X, y, w, b)
    wrong = np.flatnonzero((signs * scores < 0) | ((scores == 0) & (signs != SIGN_OF_ZERO[at_zero])))
    mistakes = Mistakes(wrong.astype(np.uint32), np.zeros(len(wrong), np.int32), np.zeros(len(wrong), np.int64))
    descent = Weights(np.zeros((1, block.n_features)), np.zeros(1))
    examples = Examples(block.rows, (signs > 0).astype(np.uint8), 1.0)
    replay(examples, mistakes, Rule(1.0, 1.0, SIGN_OF_ZERO[at_zero]), descent, None)
    if not np.isfinite(descent.w).all():
        raise DataError("The gradient must stay finite, and overflows: scale the features.")
    return 0.0 - descent.w[0], 0.0 - float(descent.b[0])


def _as_given(results: np.ndarray) -> np.ndarray | int:
    """Return one result per row, or a number for a single point."""
    return results if np.ndim(results) else results.item()


def _points(X: Any) -> tuple[Block, bool]:
    """Rows of X, and whether X is a single point."""
    try:
        is_point = not hasattr(X, "tocsr") and np.ndim(X) == 1
    except ValueError:  # rows of different lengths, of which block_of says more
        is_point = False
    return block_of(np.atleast_2d(X) if is_point else X), is_point


def _labelled(X: Any, y: Any, w: Any, b: Any) -> tuple[Block, np.ndarray, np.ndarray]:
    """Rows of X, their signs and their scores."""
    block = block_of(X)
    return block, signs_of(y, block.n_rows), _scores(block, _finite("w", w, 1), _finite("b", b, 0))


def _scores(block: Block, w: np.ndarray, b: Any) -> np.ndarray:
    """Compute w·x + b of every row as a model does: same order of additions, same checks."""
    if block.n_features != len(w):
        raise DataError(f"X must have {len(w)} features, as many as w; got {block.n_features}.")
    model = LinearModel(np.array([-1, 1]), len(w), "mistake", Weights(np.array([w]), np.array([b])))
    model.check_range(radius_of(block, all_rows(block)), block)
    return model.scores(block)[:, 0]


def _norm(vector: np.ndarray) -> float:
    return math.hypot(*vector.tolist())  # no square in it overflows or underflows


def _finite(name: str, given: Any, dimensions: int) -> np.ndarray:
    """Copy as float64 and check that all values are finite."""
    kind = "one row of numbers" if dimensions else "one number"
    try:
        values = np.array(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"{name} must be {kind}: {error}.") from error
    if values.ndim != dimensions:
        raise DataError(f"{name} must be {kind}; got shape {values.shape}.")
    if not np.isfinite(values).all():
        raise DataError(f"{name} must be finite; got {values[~np.isfinite(values)][0]}.")
    return values
