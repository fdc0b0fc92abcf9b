"""The search for a plane between two classes, or for rows that forbid it.

First rows that are the same under both labels, and a few epochs of the perceptron. Then the nearest point to 0 of the
hull of all rows y·(x, 1): where it separates it is the best separator, and where it is 0 the rows around it cancel out.
Floats find, fractions prove: what is returned has been checked.
"""

import math
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of
from rosenblatt.data.labels import labels_of, signs_of
from rosenblatt.data.lengths import root_above
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners.perceptron import Perceptron
from rosenblatt.loops.rounding import of_a_sum
from rosenblatt.proofs.certificates import Certificate
from rosenblatt.proofs.claims import Bracket, HullPoint
from rosenblatt.proofs.corners import Differences, SignedRows
from rosenblatt.proofs.dependencies import dependency
from rosenblatt.proofs.duplicates import conflicts
from rosenblatt.proofs.exact_rows import ExactRows
from rosenblatt.proofs.hulls import Nearest, exchanged, nearest_to_zero
from rosenblatt.proofs.peeling import peel
from rosenblatt.proofs.views import rounded

Progress = Callable[[str], None]  # is told now and then what is being done

LARGEST = 1e150  # squares of longer rows are not finite
EASY = 30  # epochs
DOUBTFUL = 1e-4  # of the longest row: a point so near to 0 may well be 0
SEPARATES = 0.1  # of its square: the least product of a point that is no more in doubt
EXCHANGES = 20  # of rows that are on the wrong side of 0 by no more than rounding
BETWEEN_WORDS = 0.2  # seconds


def certify_two(
    X: Any,
    y: Any,
    *,
    fit_intercept: bool = True,
    gap: float = 1e-3,
    budget: float | None = None,
    progress: Progress | None = None,
) -> Certificate:
    """Whether a plane separates two classes: ``certify`` says the rest."""
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
        return PlaneSearch(X, y, block, bool(fit_intercept), float(gap), ends, progress).run()


class PlaneSearch:
    """One search: the data, what is wanted, when it must end, and who wants to hear of it."""

    def __init__(
        self,
        X: Any,
        y: Any,
        block: Block,
        folded: bool,
        gap: float,
        ends: float,
        progress: Progress | None,
    ) -> None:
        self.X, self.y, self.block, self.folded, self.gap, self.ends = X, y, block, folded, gap, ends
        self.progress, self.doing, self.next_word = progress, "nearest point", 0.0
        self.signs = signs_of(y, block.n_rows)
        self.rows = ExactRows(block, self.signs)
        self.corners = SignedRows(self.rows.matrix, self.signs, folded)
        largest = self.rows.largest_square()
        self.known: dict[str, Any] = {
            "fit_intercept": folded,
            "classes": tuple(np.unique(labels_of(y, block.n_rows)).tolist()),
            "n_rows": block.n_rows,
            "n_features": block.n_features,
            "radius": root_above(largest),
            "augmented_radius": root_above(largest + folded),
        }

    def run(self) -> Certificate:
        certificate = self.answer()
        return certificate if certificate.check(self.X, self.y) else self.undecided(None)

    def answer(self) -> Certificate:
        if self.is_over():
            return self.undecided(None)
        self.conflicts = conflicts(self.rows.matrix, self.signs)
        if self.conflicts:
            first, *others = self.conflicts[0]
            return self.not_separable([first, next(k for k in others if self.signs[k] != self.signs[first])], [1, 1])
        separator = self.easy_separator()
        if separator is None:
            nearest = self.nearest(self.corners, 0, lambda found: self.is_close(found) or self.is_doubtful(found))
            answer = nearest.point if self.is_close(nearest) else self.verdict()
            if not isinstance(answer, np.ndarray):
                return answer or self.undecided(nearest)
            if self.is_close(nearest):
                return self.separable(nearest, nearest.point)
            separator = answer
        return self.separable(self.nearest(self.corners, 0, self.is_close), separator)

    def easy_separator(self) -> np.ndarray | None:
        """What a perceptron finds in a few epochs, if it separates."""
        if len(self.known["classes"]) == 1:
            return None
        self.say("a few epochs of the perceptron")
        learner = Perceptron(fit_intercept=self.folded, max_iter=EASY).fit(self.block, self.signs)
        if learner.report is not None and learner.report.reason == "interrupted":
            raise KeyboardInterrupt
        if learner.report is None or learner.report.reason != "converged":
            return None
        weights = learner.linear_model(learner.weights.view).weights
        return np.append(weights.w[0], weights.b) if self.folded else weights.w[0]

    def verdict(self) -> np.ndarray | Certificate | None:
        """A separator, or the proof that there is none; None where floats cannot tell, or the time is over."""
        self.doing = "in doubt: rows turned round"
        X, signs = self.rows.matrix, self.signs
        peeled = peel(X, signs, self.folded)
        corners: Any = rounded(X[peeled.rows], signs[peeled.rows], self.folded) if len(peeled.rows) else None
        inner = np.zeros(X.shape[1] + self.folded)
        if corners is not None:
            found = self.nearest(corners, 0, lambda found: found.lowest >= SEPARATES * found.length**2)
            if found.lowest <= 0.0 and (certificate := self.obstruction(peeled.rows[found.names].tolist())):
                return certificate
            inner = corners.separator(found.point)
        separator = peeled.separator(inner, X, signs, self.folded)
        if self.distance(separator, self.folded):
            return separator
        self.doing = "still in doubt: rows as they are"
        found = self.nearest(self.corners, 0, lambda found: found.lowest >= SEPARATES * found.length**2)
        return found.point if self.distance(found.point, self.folded) else self.obstruction(found.names)

    def nearest(self, corners: Any, first: Any, good: Callable[[Nearest], bool]) -> Nearest:
        return nearest_to_zero(corners, first, good, self.is_over)

    def is_close(self, found: Nearest) -> bool:
        """Whether the point is as near to 0 as any, up to the gap that is allowed."""
        return found.lowest > 0.0 and found.lowest >= (1.0 - self.gap / 2) * found.length**2

    def is_doubtful(self, found: Nearest) -> bool:
        return found.length <= DOUBTFUL * self.corners.longest

    def is_over(self, length: float | None = None) -> bool:
        now = time.monotonic()
        if length is not None and now >= self.next_word:
            self.next_word = now + BETWEEN_WORDS
            self.say(f"{self.doing}, no margin above {length:.4g}")
        return now >= self.ends

    def say(self, text: str) -> None:
        if self.progress is not None:
            self.progress(text)

    # The three answers.

    def obstruction(self, rows: list[int]) -> Certificate | None:
        """Rows around 0 by floats: they are so exactly, or will be when a few of them are exchanged for others."""
        self.say(f"{len(rows)} rows around 0, by fractions")
        for _ in range(EXCHANGES):
            vectors = np.array([self.corners.vector(row) for row in rows])
            numbers = dependency(vectors)
            if numbers is None:
                return None
            if min(numbers) >= 0:
                return self.not_separable(rows, numbers)
            before, rows = rows, exchanged(self.corners, rows, vectors, numbers.index(min(numbers)))
            if rows == before or self.is_over():
                return None
        return None

    def not_separable(self, rows: list[int], numbers: list[int]) -> Certificate:
        """The rows, each as often as its number says, cancel out."""
        total = sum(numbers)
        hull = HullPoint.of(rows, (Fraction(number, total) for number in numbers))
        return Certificate(separable=False, hull=hull, conflicts=self.conflicts, **self.known)

    def undecided(self, nearest: Nearest | None) -> Certificate:
        """What is proven is that the margin is not above the length of a point of the hull."""
        if nearest is None:
            return Certificate(separable=None, **self.known)
        upper = self._upper(nearest, self.corners.longest)
        proven: dict[str, Any] = {"margin": Bracket(0.0, upper), "hull": _hull(nearest.names, nearest.shares)}
        halves = {f"augmented_{name}": value for name, value in proven.items()}
        return Certificate(separable=None, **halves, **({} if self.folded else proven), **self.known)

    def separable(self, nearest: Nearest, separator: np.ndarray) -> Certificate:
        """The nearest point is the best separator in the augmented space; where it is none yet, another has to do."""
        lower, separator = max(
            ((self.distance(plane, self.folded), plane) for plane in (nearest.point, separator)),
            key=lambda pair: pair[0],
        )
        if not lower:
            return self.undecided(nearest)
        w, b = self.split(separator)
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
            plain = self._plain(separator)
        bound = Fraction(self.known["augmented_radius"]) ** 2 // Fraction(lower) ** 2
        halves = {**plain, **{f"augmented_{name}": value for name, value in augmented.items()}}
        return Certificate(separable=True, mistake_bound=int(bound), **halves, **self.known)

    def _plain(self, separator: np.ndarray) -> dict[str, Any]:
        """The plane halfway between the nearest points of the classes' hulls; or the given one, if it is farther."""
        self.doing = "separable: the plain margin"
        corners = Differences(self.rows.matrix, self.signs)
        nearest = self.nearest(corners, (int(corners.positive[0]), int(corners.negative[0])), self.is_close)
        products = np.asarray(self.rows.matrix @ nearest.point)
        halfway = -float(products[corners.positive].min() + products[corners.negative].max()) / 2
        planes = np.append(nearest.point, halfway), separator
        lower, best = max(((self.distance(plane, False), plane) for plane in planes), key=lambda pair: pair[0])
        w, b = self.split(best)
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

    def split(self, plane: np.ndarray) -> tuple[np.ndarray, float]:
        return (plane[:-1], float(plane[-1])) if self.folded else (plane, 0.0)

    def distance(self, plane: np.ndarray, folded: bool) -> float:
        """Of the nearest row, or less; 0 for a plane that does not separate."""
        return self.rows.least_distance(*self.split(plane), folded)

    def _upper(self, nearest: Nearest, longest: float) -> float:
        """Not below the length of the point, however it was rounded, and its shares."""
        return nearest.length + float(of_a_sum(len(nearest.names) + len(nearest.point))) * longest


def _hull(rows: Iterable[int], shares: np.ndarray) -> HullPoint:
    """A point of a hull: shares, as the fractions that they are, over their sum; of the same row, together."""
    together: dict[int, Fraction] = {}
    for row, share in zip(rows, shares.tolist(), strict=True):
        together[row] = together.get(row, Fraction()) + Fraction(share)
    total = sum(together.values())
    return HullPoint.of(together, (share / total for share in together.values()))
