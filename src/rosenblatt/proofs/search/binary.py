"""Search for a plane between two classes, or for rows that make it impossible.

The search first looks for identical rows with both labels, and runs a few epochs of the perceptron. Then it finds the
nearest point to 0 of the hull of all rows y·(x, 1): if it separates, it is the best separator; if it is 0, the rows
around it cancel out. Floats find, fractions prove: every result has been checked.
"""

import math
import time
from collections.abc import Callable
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.exact_norms import root_above
from rosenblatt.data.labels import labels_of, signs_of
from rosenblatt.errors import OptionError, subject
from rosenblatt.learners.perceptron import Perceptron
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.certificate_format import Bracket, HullPoint
from rosenblatt.proofs.check.exact_data import Examples
from rosenblatt.proofs.search.duplicates import conflicts
from rosenblatt.proofs.search.exact_min_norm import MAX_VERTICES, exact_nearest
from rosenblatt.proofs.search.exact_rows import ExactRows, searchable
from rosenblatt.proofs.search.exact_simplex import zero_in_hull
from rosenblatt.proofs.search.hull_vertices import Differences, SignedRows
from rosenblatt.proofs.search.integer_dependency import dependency, whole_numbers
from rosenblatt.proofs.search.margins import FEW, exact_point, exact_shares, halfway, hull_of, length_above, paired
from rosenblatt.proofs.search.min_norm_point import Nearest, exchanged, nearest_to_zero
from rosenblatt.proofs.search.presolve import peel
from rosenblatt.proofs.search.refined_min_norm import refined_nearest
from rosenblatt.proofs.search.scaled_rows import scaled_rows
from rosenblatt.proofs.search.scaled_search import search_scaled
from rosenblatt.proofs.search.whitening import whiten

Progress = Callable[[str], None]  # called with progress messages

EASY = 30  # epochs
DOUBTFUL = 1e-4  # of the longest row: a point so near to 0 may well be 0
TOUCHING = 1e-6  # of the longest row: floats come no nearer to such a point
SEPARATES = 0.1  # of its square: the least product of a point that is no more in doubt
MAX_EXACT_NUMBERS = 3000  # numbers in the rows that fractions alone decide about …
NEW_ROWS = 10  # … of which so many are added at a time
FIRST_BITS = 96  # of shares; twice as many whenever these do not tell
EXCHANGES = 20  # of rows that are on the wrong side of 0 by no more than rounding
BETWEEN_WORDS = 0.2  # seconds


class SearchOptions(NamedTuple):
    """Options of a search.

    fit_intercept: the plane, or each class, may have a bias.
    gap: largest distance between the bounds of a margin, relative to the upper one.
    budget: seconds, after which the answer is undecided, with the bounds proven by then; None for no limit.
    progress: called from time to time with a progress message.
    """

    fit_intercept: bool = True
    gap: float = 1e-3
    budget: float | None = None
    progress: Progress | None = None

    def check(self) -> None:
        if not isinstance(self.fit_intercept, bool | np.bool_):
            raise OptionError(f"{subject('fit_intercept')} must be True or False; got {self.fit_intercept!r}.")
        if not isinstance(self.gap, Real) or not 0 < float(self.gap) < 1:
            raise OptionError(f"{subject('gap')} must be a number between 0 and 1; got {self.gap!r}.")
        if self.budget is not None and (not isinstance(self.budget, Real) or not float(self.budget) >= 0):
            raise OptionError(
                f"{subject('budget')} must be a number of seconds, at least 0, or None; got {self.budget!r}."
            )


def certify_two(X: Any, y: Any, **given: Any) -> Certificate:
    """Search for a plane that separates two classes; return a certificate. given: fields of ``SearchOptions``."""
    options = SearchOptions(**given)
    options.check()
    with np.errstate(all="ignore"):  # floats only suggest: what overflows proves nothing
        return PlaneSearch(X, y, options).run()


class Watch:
    """Time limit of a search, and its progress messages."""

    def __init__(self, options: SearchOptions) -> None:
        self.ends = math.inf if options.budget is None else time.monotonic() + float(options.budget)
        self.progress, self.doing, self.next_word = options.progress, "searching", 0.0

    def is_over(self, length: float | None = None) -> bool:
        """Return True if the time is over. length: of the nearest point so far."""
        now = time.monotonic()
        if length is not None and now >= self.next_word:
            self.next_word = now + BETWEEN_WORDS
            self.say(f"{self.doing}; nearest point {length:.4g} from 0")
        return now >= self.ends

    def say(self, text: str) -> None:
        if self.progress is not None:
            self.progress(text)


class PlaneSearch:
    """Search for a plane that separates two classes, or for the proof that there is none."""

    def __init__(self, X: Any, y: Any, options: SearchOptions) -> None:
        self.watch = Watch(options)
        self.X, self.y, self.block, self.gap = X, y, searchable(X), float(options.gap)
        block, folded = self.block, bool(options.fit_intercept)
        self.folded, self.is_large = folded, block.n_rows * (block.n_features + 1) > MAX_EXACT_NUMBERS
        self.signs = signs_of(y, block.n_rows)
        self.rows, self.examples = ExactRows(block, self.signs), Examples.of(X, y)
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
        if not holds(certificate, self.X, self.y):
            certificate = self.undecided(None)
        if certificate.separable is None and not self.watch.is_over():
            scaled = self.by_scaled_rows(certificate)
            certificate = scaled if holds(scaled, self.X, self.y) else certificate
        return certificate

    def answer(self) -> Certificate:
        if self.watch.is_over():
            return self.undecided(None)
        self.conflicts = conflicts(self.rows.matrix, self.signs)
        if self.conflicts:
            first, *others = self.conflicts[0]
            return self.not_separable([first, next(k for k in others if self.signs[k] != self.signs[first])], [1, 1])
        separator = self.easy_separator()
        if separator is None:
            doubtful = DOUBTFUL * self.corners.longest
            nearest = self.nearest(self.corners, 0, lambda point: self.is_close(point) or point.length <= doubtful)
            answer = nearest.point if self.is_close(nearest) else self.verdict()
            if isinstance(answer, Nearest):
                answer = self.last_word(answer)
            if isinstance(answer, Nearest):
                return self.separable(answer, answer.point) if answer.lowest > 0.0 else self.undecided(answer)
            if isinstance(answer, Certificate):
                return answer
            if self.is_close(nearest):
                return self.separable(nearest, nearest.point)
            separator = answer
        return self.separable(self.nearest(self.corners, 0, self.is_close), separator)

    def easy_separator(self) -> np.ndarray | None:
        """Separator found by a few epochs of the perceptron, if any."""
        if len(self.known["classes"]) == 1:
            return None

        def until_it_is_over(epoch: int, mistakes: int) -> None:
            if mistakes and self.watch.is_over():
                raise TimeoutError

        self.watch.say("running a few epochs of the perceptron")
        learner = Perceptron(fit_intercept=self.folded, max_iter=EASY)
        learner.on_epoch = until_it_is_over
        try:
            learner.fit(self.block, self.signs)
        except TimeoutError:
            return None
        if learner.report is not None and learner.report.reason == "interrupted":
            raise KeyboardInterrupt
        if learner.report is None or learner.report.reason != "converged":
            return None
        weights = learner.linear_model(learner.weights.view).weights
        return np.append(weights.w[0], weights.b) if self.folded else weights.w[0]

    def verdict(self) -> np.ndarray | Certificate | Nearest:
        """Separator, or the proof that there is none; the nearest point if floats cannot decide."""
        self.watch.doing = "undecided so far: searching whitened rows"
        X, signs = self.rows.matrix, self.signs
        peeled = peel(X, signs, self.folded)
        corners: Any = whiten(X[peeled.rows], signs[peeled.rows], self.folded) if len(peeled.rows) else None
        inner = np.zeros(X.shape[1] + self.folded)
        if corners is not None:
            nearest = self.nearest(corners, 0, lambda point: point.lowest >= SEPARATES * point.length**2)
            if nearest.lowest <= 0.0 and (certificate := self.obstruction(peeled.rows[nearest.names].tolist())):
                return certificate
            inner = corners.separator(nearest.point)
        separator = peeled.separator(inner, X, signs, self.folded)
        if self.distance(separator, self.folded):
            return separator
        self.watch.doing = "undecided so far: searching rows as given"
        nearest = self.nearest(self.corners, 0, lambda point: point.lowest >= SEPARATES * point.length**2)
        if self.distance(nearest.point, self.folded):
            return nearest.point
        return self.obstruction(nearest.names) or nearest

    def last_word(self, nearest: Nearest) -> np.ndarray | Nearest | Certificate:
        """Decision where floats cannot decide: by fractions for a small set, else with more and more bits."""
        if not self.is_large:
            answer = self.by_fractions(nearest)
            return nearest if answer is None else answer
        if nearest.point.any() and not nearest.length:
            return nearest  # squares underflow: nothing is known of any length
        self.watch.doing, bits = "searching with exact arithmetic", FIRST_BITS
        while not self.watch.is_over():
            nearest = refined_nearest(self.corners, nearest, bits, self.is_close, self.watch.is_over)
            if nearest.lowest > 0.0:
                return nearest
            if certificate := self.obstruction(nearest.names):
                return certificate
            bits *= 2
        return nearest

    def by_fractions(self, nearest: Nearest) -> np.ndarray | Certificate | None:
        """Decide by fractions about a few rows: those of the nearest point, and those that their plane gets wrong."""
        self.watch.say("deciding by exact fractions")
        working = list(nearest.names)
        while not self.watch.is_over():
            answer = zero_in_hull(vectors_of(self.corners, working), self.watch.is_over)
            if answer is None:
                return None
            if answer.rows:
                return self.not_separable([working[k] for k in answer.rows], answer.shares)
            largest = max(map(abs, answer.separator), default=Fraction(0)) or Fraction(1)
            plane = np.array([float(v / largest) for v in answer.separator])
            if self.distance(plane, self.folded):
                return plane
            likely = self.corners.lowest_of_all(plane, len(working) + NEW_ROWS)
            new = [row for row in likely if row not in working][:NEW_ROWS]
            if not new:
                return None
            working += new
        return None

    def by_scaled_rows(self, before: Certificate) -> Certificate:
        """The answer by rows of about the same length; or the one before, where that does not tell either."""
        self.watch.doing = "rows of one length"
        corners, hull = scaled_rows(self.rows.matrix, self.signs, self.folded), before.augmented_hull
        found = search_scaled(corners, hull, self.is_close, self.watch.is_over, self.obstruction)
        if isinstance(found, Certificate):
            return found
        if found is None or not self.distance(found.plane, self.folded):
            return before
        hulls = [found.hull, *([hull] if hull else [])]
        hull = min(hulls, key=lambda hull: length_above(self.examples, hull, self.folded))
        rows, shares = list(hull.rows), np.array(hull.multipliers, dtype=object)
        point = exact_point(vectors_of(self.corners, rows), hull.multipliers)
        return self.separable(Nearest(rows, shares, point, 0.0), found.plane)

    def nearest(self, corners: Any, first: Any, good: Callable[[Nearest], bool]) -> Nearest:
        return nearest_to_zero(corners, first, good, self.watch.is_over)

    def is_close(self, nearest: Nearest) -> bool:
        """Return True if the point is as near to 0 as any, up to the allowed gap."""
        return nearest.lowest > 0.0 and nearest.lowest >= (1.0 - self.gap / 2) * nearest.length**2

    # The three answers.

    def obstruction(self, rows: list[int]) -> Certificate | None:
        """Rows around 0 by floats, made exact if needed by exchanging a few of them."""
        self.watch.say(f"proving by fractions that {len(rows)} rows contradict each other")
        for _ in range(EXCHANGES):
            vectors = vectors_of(self.corners, rows)
            numbers = dependency(vectors)
            if numbers is None:
                return None
            if min(numbers) >= 0:
                return self.not_separable(rows, numbers)
            before, rows = rows, exchanged(self.corners, rows, vectors, numbers.index(min(numbers)))
            if rows == before or self.watch.is_over():
                return None
        return None

    def not_separable(self, rows: list[int], numbers: list[Any]) -> Certificate:
        """Certificate from rows that cancel out with these multiplicities."""
        total = sum(numbers)
        hull = HullPoint.of(rows, (Fraction(number, total) for number in numbers))
        return Certificate(separable=False, hull=hull, conflicts=self.conflicts, **self.known)

    def undecided(self, nearest: Nearest | None) -> Certificate:
        """Certificate of an undecided search: the margin is at most the length of a hull point."""
        if nearest is None:
            return Certificate(separable=None, **self.known)
        hull = hull_of(nearest.names, exact_shares(vectors_of(self.corners, nearest.names), nearest.shares))
        proven: dict[str, Any] = {"margin": Bracket(0.0, length_above(self.examples, hull, self.folded)), "hull": hull}
        halves = {f"augmented_{name}": value for name, value in proven.items()}
        return Certificate(separable=None, **halves, **({} if self.folded else proven), **self.known)

    def separable(self, nearest: Nearest, separator: np.ndarray) -> Certificate:
        """Certificate of separability, with the nearest point as the best separator if it separates."""
        augmented = self._augmented(nearest, separator)
        if augmented is None:
            return self.undecided(nearest)
        plain = augmented
        if self.folded:
            plane = np.append(augmented["weights"], augmented["bias"])
            one_class = len(self.known["classes"]) == 1
            plain = (
                {name: augmented[name] for name in ("weights", "bias")} if one_class else self._plain(nearest, plane)
            )
        bound = Fraction(self.known["augmented_radius"]) ** 2 // Fraction(augmented["margin"].lower) ** 2
        halves = {**plain, **{f"augmented_{name}": value for name, value in augmented.items()}}
        return Certificate(separable=True, mistake_bound=int(bound), **halves, **self.known)

    def _augmented(self, nearest: Nearest, separator: np.ndarray) -> dict[str, Any] | None:
        def claim(names: list[int], shares: list[Fraction], *planes: np.ndarray) -> dict[str, Any] | None:
            point = exact_point(vectors_of(self.corners, names), shares)
            lower, best = self.best(self.folded, point, *planes)
            hull = hull_of(names, shares)
            upper = max(lower, length_above(self.examples, hull, self.folded))
            w, b = self.split(best)
            return {"weights": w, "bias": b, "margin": Bracket(lower, upper), "hull": hull} if lower else None

        shares = exact_shares(vectors_of(self.corners, nearest.names), nearest.shares)
        proof = claim(nearest.names, shares, nearest.point, separator)
        if self.is_wide(proof) and self.block.n_rows <= MAX_VERTICES:
            vectors = whole_numbers(vectors_of(self.corners, list(range(self.block.n_rows))))
            if exact := exact_nearest(vectors, self.watch.is_over):
                proof = claim(list(exact), list(exact.values()), separator) or proof
        elif self.is_wide(proof) and not self.is_close(nearest) and not self.watch.is_over():
            nearest = refined_nearest(self.corners, nearest, FIRST_BITS, self.is_close, self.watch.is_over)
            proof = (
                claim(
                    nearest.names, exact_shares(vectors_of(self.corners, nearest.names), nearest.shares), nearest.point
                )
                or proof
            )
        return proof

    def _plain(self, augmented: Nearest, separator: np.ndarray) -> dict[str, Any]:
        """Plane halfway between the nearest points of the classes' hulls, or the given one if it is farther away.

        augmented: the nearest point in the augmented space. If it is very near to 0, its rows are nearly the right
            ones.
        """
        self.watch.doing = "separable: bounding the margin"
        corners = Differences(self.rows.matrix, self.signs)
        together, shares = paired(augmented.names, augmented.shares.tolist(), self.signs)
        if together and self.is_large and augmented.length <= TOUCHING * self.corners.longest:
            start = Nearest(together, shares, augmented.point, 0.0)
            nearest = refined_nearest(corners, start, FIRST_BITS, self.is_close, self.watch.is_over)
        else:
            nearest = self.nearest(corners, (int(corners.positive[0]), int(corners.negative[0])), self.is_close)

        def claim(pairs: list[tuple[int, int]], shares: list[Fraction], *normals: np.ndarray) -> dict[str, Any]:
            halves = [hull_of([pair[side] for pair in pairs], shares) for side in (0, 1)]  # each sums to 1
            rows = [row for half in halves for row in half.rows]
            hull = HullPoint.of(rows, [multiplier for half in halves for multiplier in half.multipliers])
            planes = []
            for w in (exact_point(vectors_of(corners, pairs), shares), *normals):
                exact = {row: self.rows.exact_score(row, w) for row in rows} if len(rows) <= FEW else {}
                planes.append(np.append(w, halfway(np.asarray(self.rows.matrix @ w), self.signs, exact)))
            lower, best = self.best(False, *planes, separator)
            upper = max(lower, length_above(self.examples, hull, False, halved=True))
            w, b = self.split(best)
            return {"weights": w, "bias": b, "margin": Bracket(lower, upper), "hull": hull}

        proof = claim(nearest.names, exact_shares(vectors_of(corners, nearest.names), nearest.shares), nearest.point)
        pairs = len(corners.positive) * len(corners.negative)
        if self.is_wide(proof) and pairs <= MAX_VERTICES:
            rows = whole_numbers(self.rows.dense())
            names = [(int(here), int(there)) for here in corners.positive for there in corners.negative]
            vectors = [[a - b for a, b in zip(rows[here], rows[there], strict=True)] for here, there in names]
            if exact := exact_nearest(vectors, self.watch.is_over):
                proof = claim([names[k] for k in exact], list(exact.values()))
        elif self.is_wide(proof) and not self.watch.is_over():
            nearest = refined_nearest(corners, nearest, FIRST_BITS, self.is_close, self.watch.is_over)
            proof = claim(
                nearest.names, exact_shares(vectors_of(corners, nearest.names), nearest.shares), nearest.point
            )
        return proof

    def is_wide(self, proof: dict[str, Any] | None) -> bool:
        """Return True if the bounds of a margin are farther apart than wanted."""
        return proof is None or proof["margin"].lower < (1.0 - self.gap) * proof["margin"].upper

    def best(self, folded: bool, *planes: np.ndarray) -> tuple[float, np.ndarray]:
        """Plane farthest from the rows among the given ones, and its distance."""
        return max(((self.distance(plane, folded), plane) for plane in planes), key=lambda pair: pair[0])

    def split(self, plane: np.ndarray) -> tuple[np.ndarray, float]:
        return (plane[:-1], float(plane[-1])) if self.folded else (plane, 0.0)

    def distance(self, plane: np.ndarray, folded: bool) -> float:
        """Lower bound of the distance to the nearest row; 0 for a plane that does not separate."""
        return self.rows.least_distance(*self.split(plane), folded)


def holds(certificate: Certificate, X: Any, y: Any) -> bool:
    claims = certificate.separable is not None or certificate.augmented_margin is not None
    return not claims or certificate.check(X, y)  # what claims nothing cannot be false


def vectors_of(corners: Any, names: list[Any]) -> np.ndarray:
    return np.array([corners.vector(name) for name in names])
