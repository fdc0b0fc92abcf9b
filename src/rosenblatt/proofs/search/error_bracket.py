"""Bounds on the fewest errors of any plane, from a search by floats and an exact check.

The upper bound is a plane. Along a line of planes w + t·u each row changes sides once, so sorting these values of t
gives the errors of all planes of the line. From a good start, the best planes along many directions are kept. The lower
bound is a packing of contradictions.
"""

import math
import time
from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.data.labels import signs_of
from rosenblatt.errors import OptionError
from rosenblatt.learners.pocket import Pocket
from rosenblatt.proofs.check.error_bracket import ErrorBracket, wrong_rows
from rosenblatt.proofs.check.exact_data import Examples
from rosenblatt.proofs.search.contradictions import Packing, Vectors, hull_point, pack, pairs_of
from rosenblatt.proofs.search.exact_rows import ExactRows, searchable

BUDGET = 60.0  # seconds: thousands of rows of tens of features take as long as the search has anything to gain
FOR_PLANES = 1 / 3  # fraction of the budget for planes, at most
MAX_WORK = 10**10  # rows × features × the lesser of both: of larger data only pairs are found, and a pocket's plane
EPOCHS = 30  # of a pocket
LINES = 40_000  # that are searched
PATIENCE = 1000  # lines without gain, after which the search starts again beside the best plane
ASIDE = (0.02, 0.05, 0.1, 0.3)  # sizes of random steps


def error_bracket(
    X: Any, y: Any, *, fit_intercept: bool = True, budget: float | None = None, random_state: int = 0
) -> ErrorBracket:
    """Bound the fewest errors that any plane makes on a data set, with a proof.

    Parameters
    ----------
    X : array-like, data frame or sparse matrix of shape (n_rows, n_features)
        Rows.
    y : array-like of shape (n_rows,)
        Labels of two classes, of which the greater is positive.
    fit_intercept : bool, default=True
        Whether planes may have a bias.
    budget : float, default=None
        Seconds after which the search ends with what it has found. None means 60. Most searches end sooner.
    random_state : int, default=0
        Seed for the search. The same seed gives the same bracket, unless the budget ends the search.

    Returns
    -------
    ErrorBracket
        Lower and upper bound, the plane with the fewest errors found, and a proof that ``check`` verifies.

    Raises
    ------
    OptionError
        If an option is out of its range.
    DataError
        If X and y are not rows with labels of two classes.

    See Also
    --------
    rosenblatt.certify : Prove whether a plane without errors exists.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = [[0.0], [1.0], [1.0], [2.0]], [-1, -1, 1, 1]
    >>> print(rosenblatt.error_bracket(X, y))
    The fewest errors of any plane: exactly 1 of 4 rows
      at least one of rows 1, 2
    """
    if not isinstance(fit_intercept, bool | np.bool_):
        raise OptionError(f"fit_intercept must be True or False; got {fit_intercept!r}.")
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, Real) or not float(budget) >= 0):
        raise OptionError(f"budget must be a number of seconds, at least 0, or None; got {budget!r}.")
    if isinstance(random_state, bool) or not isinstance(random_state, int | np.integer) or random_state < 0:
        raise OptionError(f"random_state must be a whole number, at least 0; got {random_state!r}.")
    seconds = BUDGET if budget is None else float(budget)
    block = searchable(X)
    search = Search(X, y, block, bool(fit_intercept), int(random_state))
    with np.errstate(all="ignore"):  # floats only suggest
        if seconds > 0:
            search.run(time.monotonic(), seconds)
    return search.bracket()


class Search:
    """One search: the data, the best plane so far, and the groups so far."""

    def __init__(self, X: Any, y: Any, block: Block, folded: bool, seed: int) -> None:
        self.block, self.folded, self.seed = block, folded, seed
        self.signs = signs_of(y, block.n_rows)
        self.examples = Examples.of(X, y)
        self.matrix = ExactRows(block, self.signs).matrix
        self.pairs: list[list[int]] = []
        self.packing: Packing | None = None
        self.weights, self.bias = np.zeros(block.n_features), 0.0
        self.errors = list(range(block.n_rows))
        if folded:
            self.offer(self.weights, 1.0 if self.signs.sum() > 0 else -1.0)
        else:  # the sum of all y·x, or its opposite, has some rows right
            for sign in (1.0, -1.0):
                self.offer(sign * np.asarray(self.matrix.T @ self.signs), 0.0)

    def offer(self, weights: np.ndarray, bias: float) -> None:
        """Keep this plane if it gets fewer rows wrong."""
        if not (np.isfinite(weights).all() and math.isfinite(bias)):
            return
        errors = wrong_rows(self.examples, weights, bias)
        if len(errors) < len(self.errors):
            self.weights, self.bias, self.errors = weights, bias, errors

    def run(self, starts: float, seconds: float) -> None:
        def is_over(part: float = 1.0) -> bool:
            return time.monotonic() >= starts + part * seconds

        self.pairs = pairs_of(self.matrix, self.signs)
        if self.block.n_rows * self.block.n_features * min(self.matrix.shape) > MAX_WORK:
            self.offer(*self.kept_in_a_pocket())
            return
        random = np.random.default_rng(self.seed)
        dense = self.matrix.toarray() if self.block.is_sparse else self.matrix
        vectors = Vectors.of(dense, self.signs, self.folded)
        is_free = np.ones(self.block.n_rows, dtype=bool)
        is_free[[row for pair in self.pairs for row in pair]] = False
        self.packing = Packing(vectors, is_free, random, is_over)
        self.offer(*self.plane_of(vectors, self.packing.nearest.plane))  # the best there is, where one separates
        if len(self.errors) == len(self.pairs) or is_over():
            return
        plane = few_errors(vectors.rows, len(self.pairs), random, lambda: is_over(FOR_PLANES))
        self.offer(*self.plane_of(vectors, plane))
        pack(self.packing, plane, len(self.errors) - len(self.pairs))
        self.offer(*self.plane_of(vectors, self.packing.nearest.plane))

    def plane_of(self, vectors: Vectors, plane: np.ndarray) -> tuple[np.ndarray, float]:
        """Weights and bias for the rows as given."""
        weights = vectors.way_back @ plane
        return (weights[:-1], float(weights[-1])) if self.folded else (weights, 0.0)

    def kept_in_a_pocket(self) -> tuple[np.ndarray, float]:
        """Weights of the pocket algorithm after a few epochs. Ctrl-C is passed on."""
        learner = Pocket(fit_intercept=self.folded, max_iter=EPOCHS, random_state=self.seed)
        learner.fit(self.block, self.signs)
        if learner.report is not None and learner.report.reason == "interrupted":
            raise KeyboardInterrupt
        weights = learner.model_of(learner).weights
        return np.array(weights.w[0]), float(weights.b[0])

    def bracket(self) -> ErrorBracket:
        groups = [hull_point(pair, [1, 1]) for pair in self.pairs]
        if self.packing is not None:
            groups += self.packing.hull_points()
        return ErrorBracket(
            fit_intercept=self.folded,
            n_rows=self.block.n_rows,
            weights=self.weights,
            bias=self.bias,
            errors=tuple(self.errors),
            groups=tuple(sorted(groups, key=lambda group: (len(group.rows), group.rows))),
        )


def few_errors(rows: np.ndarray, least: int, random: np.random.Generator, is_over: Callable[[], bool]) -> np.ndarray:
    """Plane through 0 with few rows z·w ≤ 0. The search ends at the smallest possible number."""
    best = plane = rows.mean(axis=0)  # least squares, because rows are equally long in all directions
    fewest = errors = _errors(rows, plane)
    waited = 0
    for _ in range(LINES):
        if fewest <= least or is_over():
            break
        moved = best_of_line(rows, plane, _direction(rows, rows @ plane, random), random)
        count = _errors(rows, moved)
        waited = 0 if count < errors else waited + 1
        if count <= errors:
            plane, errors = moved, count
        if errors < fewest:
            best, fewest = plane, errors
        if waited >= PATIENCE:
            aside = random.choice(ASIDE) * random.normal(size=len(best))
            plane, waited = best / max(float(np.linalg.norm(best)), 1e-300) + aside, 0
            errors = _errors(rows, plane)
    return np.asarray(best)


def best_of_line(rows: np.ndarray, plane: np.ndarray, direction: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Plane ``plane`` + t·``direction`` with the fewest errors, in the middle between two changes."""
    scores, slopes = rows @ plane, rows @ direction
    changes = slopes != 0
    if not changes.any():
        return plane
    places = -scores[changes] / slopes[changes]
    order = np.argsort(places)
    places = places[order]
    steps = np.where(slopes[changes] > 0, -1, 1)[order]  # a row comes right, or goes wrong
    errors = np.append(0, np.cumsum(steps))  # of the intervals between places, less those before the first
    ends = np.concatenate([[places[0] - 1.0], places, [places[-1] + 1.0]])
    widths = np.where(np.diff(ends) > 1e-12 * np.abs(ends[1:]), errors, np.iinfo(np.int64).max)
    interval = random.choice(np.flatnonzero(widths == widths.min()))
    moved = plane + (ends[interval] + ends[interval + 1]) / 2 * direction
    length = np.linalg.norm(moved)
    return np.asarray(moved / length) if np.isfinite(length) and length > 0 else plane


def _direction(rows: np.ndarray, scores: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Random direction, coordinate, row, or misclassified row."""
    kind = random.integers(4)
    wrong = np.flatnonzero(scores <= 0)
    if kind == 0:
        return np.asarray(random.normal(size=rows.shape[1]))
    if kind == 1:
        return np.asarray(np.eye(rows.shape[1])[random.integers(rows.shape[1])])
    return np.asarray(rows[random.choice(wrong) if kind == 3 and len(wrong) else random.integers(len(rows))])


def _errors(rows: np.ndarray, plane: np.ndarray) -> int:
    return int((rows @ plane <= 0).sum())
