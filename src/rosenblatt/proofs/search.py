"""The search for a certificate: does a plane separate the classes, how far from both, or which rows forbid it?

First rows that are the same under both labels, and a few epochs of the perceptron. Then the nearest point to 0 of the
hull of all rows y·(x, 1): where it separates it is the best separator, and where it is 0 the rows around it cancel out.
Floats find, fractions prove: what is returned has been checked.
"""

import math
import time
from collections.abc import Iterable
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of
from rosenblatt.data.labels import labels_of, signs_of
from rosenblatt.data.lengths import exact_dot, root_above, root_below
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners.perceptron import Perceptron
from rosenblatt.loops.rounding import of_a_sum
from rosenblatt.loops.rows import CSR
from rosenblatt.proofs.certificates import Certificate
from rosenblatt.proofs.claims import Bracket, HullPoint
from rosenblatt.proofs.corners import Differences, SignedRows
from rosenblatt.proofs.dependencies import dependency
from rosenblatt.proofs.hulls import Nearest, exchanged, nearest_to_zero

LARGEST = 1e150  # squares of longer rows are not finite
EASY = 30  # epochs
EXCHANGES = 20  # of rows that are on the wrong side of 0 by no more than rounding


def certify(
    X: Any, y: Any, *, fit_intercept: bool = True, gap: float = 1e-3, budget: float | None = None
) -> Certificate:
    """Whether a plane separates two classes, with a proof that ``certificate.check(X, y)`` checks exactly.

    X: matrix, frame or scipy.sparse. y: labels, of which the greater is the positive class.
    fit_intercept: whether the plane may have a bias.
    gap: how far apart the bounds of a margin may be, over the upper one.
    budget: seconds, after which the answer is undecided, with what is proven by then; None for no end.
    """
    if not isinstance(fit_intercept, bool | np.bool_):
        raise OptionError(f"fit_intercept must be True or False; got {fit_intercept!r}.")
    if not isinstance(gap, Real) or not 0 < float(gap) < 1:
        raise OptionError(f"gap must be a number between 0 and 1; got {gap!r}.")
    if budget is not None and (not isinstance(budget, Real) or not float(budget) >= 0):
        raise OptionError(f"budget must be a number of seconds, at least 0, or None; got {budget!r}.")
    ends = math.inf if budget is None else time.monotonic() + float(budget)
    block = block_of(X)
    radius = radius_of(block, all_rows(block))
    if radius >= LARGEST:
        raise DataError(f"Rows must be shorter than {LARGEST:g} to be searched; got {radius:g}: scale the features.")
    with np.errstate(all="ignore"):  # floats only suggest: what overflows proves nothing
        return Search(X, y, block, bool(fit_intercept), float(gap), ends).run()


class Search:
    """One search: the data, what is wanted, and when it must end."""

    def __init__(self, X: Any, y: Any, block: Block, folded: bool, gap: float, ends: float) -> None:
        self.X, self.y, self.block, self.folded, self.gap, self.ends = X, y, block, folded, gap, ends
        self.signs = signs_of(y, block.n_rows)
        self.matrix = _matrix(block)
        self.largest = _largest_square(block, self.matrix)
        self.corners = SignedRows(self.matrix, self.signs, folded)
        self.known: dict[str, Any] = {
            "fit_intercept": folded,
            "classes": tuple(np.unique(labels_of(y, block.n_rows)).tolist()),
            "n_rows": block.n_rows,
            "n_features": block.n_features,
            "radius": root_above(self.largest),
            "augmented_radius": root_above(self.largest + folded),
        }

    def run(self) -> Certificate:
        if self.is_over():
            return self.undecided(None)
        if twins := _twins(self.block, self.signs):
            return self.not_separable(twins, [1, 1])
        easy = self.easy_separator()
        nearest = self.nearest(self.corners, 0)
        for scales in (np.ones(self.block.n_features), _scales(self.matrix)):
            found = nearest
            if (scales != 1.0).any():  # whether a set is separable does not depend on the scales of its features
                found = self.nearest(SignedRows(_scaled(self.matrix, scales), self.signs, self.folded), 0)
            if found.lowest > 0.0:
                certificate = self.separable(nearest, found.point * (np.append(scales, 1.0) if self.folded else scales))
            else:
                certificate = self.obstruction(found.names) or self.undecided(nearest)
            if certificate.separable is None and easy is not None:
                certificate = self.separable(nearest, easy)
            if certificate.separable is not None and certificate.check(self.X, self.y):
                return certificate
        return self.undecided(nearest)

    def easy_separator(self) -> np.ndarray | None:
        """What a perceptron finds in a few epochs, if it separates."""
        if len(self.known["classes"]) == 1:
            return None
        learner = Perceptron(fit_intercept=self.folded, max_iter=EASY).fit(self.block, self.signs)
        if learner.report is not None and learner.report.reason == "interrupted":
            raise KeyboardInterrupt
        if learner.report is None or learner.report.reason != "converged":
            return None
        weights = learner.linear_model(learner.weights.view).weights
        return np.append(weights.w[0], weights.b) if self.folded else weights.w[0]

    def is_over(self) -> bool:
        return time.monotonic() >= self.ends

    def nearest(self, corners: Any, first: Any) -> Nearest:
        def is_good(found: Nearest) -> bool:
            return found.lowest >= (1.0 - self.gap / 2) * found.length**2

        return nearest_to_zero(corners, first, is_good, self.is_over)

    # The three answers.

    def obstruction(self, rows: list[int]) -> Certificate | None:
        """Rows around 0 by floats: they are so exactly, or will be when a few of them are exchanged for others."""
        for _ in range(EXCHANGES):
            vectors = np.array([self.corners.vector(row) for row in rows])
            numbers = dependency(vectors)
            if numbers is None:
                return None
            if min(numbers) >= 0:
                return self.not_separable(rows, numbers)
            before, rows = rows, exchanged(self.corners, rows, vectors, numbers.index(min(numbers)))
            if rows == before:
                return None
        return None

    def not_separable(self, rows: list[int], numbers: list[int]) -> Certificate:
        """The rows, each as often as its number says, cancel out."""
        total = sum(numbers)
        hull = HullPoint.of(rows, (Fraction(number, total) for number in numbers))
        return Certificate(separable=False, hull=hull, **self.known)

    def undecided(self, nearest: Nearest | None) -> Certificate:
        """What is proven is that the margin is not above the length of a point of the hull."""
        if nearest is None:
            return Certificate(separable=None, **self.known)
        upper = self._upper(nearest, self.corners.longest)
        proven: dict[str, Any] = {"margin": Bracket(0.0, upper), "hull": _hull(nearest.names, nearest.shares)}
        halves = {f"augmented_{name}": value for name, value in proven.items()}
        return Certificate(separable=None, **halves, **({} if self.folded else proven), **self.known)

    def separable(self, nearest: Nearest, separator: np.ndarray) -> Certificate:
        """A separator, most often the nearest point, which is the best there is in the augmented space."""
        w, b = (separator[:-1], float(separator[-1])) if self.folded else (separator, 0.0)
        lower = self._lower(w, b, folded=self.folded)
        augmented: dict[str, Any] = {
            "weights": w,
            "bias": b,
            "margin": Bracket(lower, max(lower, self._upper(nearest, self.corners.longest))),
            "hull": _hull(nearest.names, nearest.shares),
        }
        plain = augmented
        if self.folded and len(self.known["classes"]) == 1:
            plain = {"weights": w, "bias": b}
        elif self.folded:
            plain = self._plain(w, b)
        if not lower:
            return self.undecided(nearest)
        bound = (self.largest + self.folded) // Fraction(lower) ** 2
        halves = {**plain, **{f"augmented_{name}": value for name, value in augmented.items()}}
        return Certificate(separable=True, mistake_bound=int(bound), **halves, **self.known)

    def _plain(self, w: np.ndarray, b: float) -> dict[str, Any]:
        """The plane halfway between the nearest points of the classes' hulls; or the given one, if it is farther."""
        corners = Differences(self.matrix, self.signs)
        first = int(corners.positive[0]), int(corners.negative[0])
        nearest = self.nearest(corners, first)
        products = np.asarray(self.matrix @ nearest.point)
        halfway = -float(products[corners.positive].min() + products[corners.negative].max()) / 2
        planes = [(self._lower(*plane, folded=False), *plane) for plane in ((nearest.point, halfway), (w, b))]
        lower, w, b = max(planes, key=lambda plane: plane[0])
        upper = max(lower, self._upper(nearest, corners.longest) / 2)
        halves = [
            _hull([pair[side] for pair in nearest.names], nearest.shares)
            for side in (0, 1)  # of the positive class, then of the negative: each sums to 1
        ]
        rows = [row for half in halves for row in half.rows]
        multipliers = [multiplier for half in halves for multiplier in half.multipliers]
        return {
            "weights": w,
            "bias": b,
            "margin": Bracket(lower, upper),
            "hull": HullPoint.of(rows, multipliers),
        }

    def _upper(self, nearest: Nearest, longest: float) -> float:
        """Not below the length of the point, however it was rounded, and its shares."""
        return nearest.length + float(of_a_sum(len(nearest.names) + len(nearest.point))) * longest

    def _lower(self, w: np.ndarray, b: float, folded: bool) -> float:
        """The least distance of a row to the plane, or less: exactly, for the few rows that can be the nearest."""
        scores = self.signs * (np.asarray(self.matrix @ w) + b)
        length = math.sqrt(float(w @ w) + b * b)
        error = float(of_a_sum(len(w) + 1)) * (self.corners.longest + 1.0) * length
        near = np.flatnonzero(scores <= scores.min() + 2.0 * error)
        least = min(int(self.signs[i]) * (self._exact_score(i, w) + Fraction(b)) for i in near.tolist())
        if least <= 0:
            return 0.0
        weights = w[w != 0].tolist()
        return root_below(least**2 / (exact_dot(weights, weights) + (Fraction(b) ** 2 if folded else 0)))

    def _exact_score(self, i: int, w: np.ndarray) -> Fraction:
        columns, values = _entries(self.block, i)
        return exact_dot(values.tolist(), w[columns].tolist())


def _hull(rows: Iterable[int], shares: np.ndarray) -> HullPoint:
    """A point of a hull: shares, as the fractions that they are, over their sum; of the same row, together."""
    together: dict[int, Fraction] = {}
    for row, share in zip(rows, shares.tolist(), strict=True):
        together[row] = together.get(row, Fraction()) + Fraction(share)
    total = sum(together.values())
    return HullPoint.of(together, (share / total for share in together.values()))


def _matrix(block: Block) -> Any:
    """The rows in float64, for products of any order."""
    if isinstance(block.rows, CSR):
        from scipy.sparse import csr_matrix

        values, columns, starts = block.rows
        part = slice(int(starts[0]), int(starts[-1]))
        shape = block.n_rows, block.n_features
        return csr_matrix((np.asarray(values[part], np.float64), columns[part], starts - starts[0]), shape=shape)
    return np.asarray(block.rows.values, dtype=np.float64)


def _scales(matrix: Any) -> np.ndarray:
    """For each feature the power of two that brings its largest number near 1: exact to multiply with."""
    largest = abs(matrix).max(axis=0)
    largest = np.asarray(largest.toarray() if hasattr(largest, "toarray") else largest).ravel()
    return np.ldexp(1.0, -np.frexp(np.where(largest > 0, largest, 1.0))[1])


def _scaled(matrix: Any, scales: np.ndarray) -> Any:
    return matrix.multiply(scales).tocsr() if hasattr(matrix, "tocsr") else matrix * scales


def _largest_square(block: Block, matrix: Any) -> Fraction:
    """The largest squared length of a row, exactly."""
    squares = np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel() if block.is_sparse else (matrix**2).sum(axis=1)
    values = matrix.data if block.is_sparse else matrix
    if squares.max() < 2**53 and (values == np.rint(values)).all():
        return Fraction(float(squares.max()))  # of whole numbers, none was rounded
    far = np.flatnonzero(squares >= squares.max() * (1.0 - 2.0 * float(of_a_sum(block.n_features))))
    rows = (_entries(block, i)[1].tolist() for i in far.tolist())
    return max(exact_dot(row, row) for row in rows)


def _entries(block: Block, i: int) -> tuple[np.ndarray, np.ndarray]:
    """The columns of a row that are not zero, and its values there."""
    if isinstance(block.rows, CSR):
        part = slice(block.rows.starts[i], block.rows.starts[i + 1])
        return block.rows.columns[part], block.rows.values[part]
    columns = np.flatnonzero(block.rows.values[i])
    return columns, block.rows.values[i, columns]


def _twins(block: Block, signs: np.ndarray) -> list[int] | None:
    """Two rows that are the same, of different classes."""
    seen: dict[bytes, int] = {}
    for i in range(block.n_rows):
        columns, values = _entries(block, i)
        columns = columns[values != 0]
        key = values[values != 0].tobytes() + columns.tobytes()
        first = seen.setdefault(key, i)
        if signs[first] != signs[i]:
            return [first, i]
    return None
