"""Contradictions: disjoint groups of rows that no plane classifies correctly, as many as can be found.

Rows z = y·(x, 1) contradict each other where 0 is in their hull, and then a few of them do: no more than one above
their rank. Pairs of the same row under both labels come first; nothing is lost by that, because contradictions
through one and through the other make one without both. Then what is left is searched for the point of its hull
that is nearest to 0. Where that is 0, its rows are a group. Where it is not, it is a plane that has all that is left
right, and a group is packed again, from its own rows and those that are left: with fewer rows that this plane gets
wrong, so that some of them come free and bring the hull nearer to 0. Floats find; whole numbers prove each group.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import nnls

from rosenblatt.proofs.check.certificate_format import HullPoint
from rosenblatt.proofs.search.duplicates import conflicts
from rosenblatt.proofs.search.integer_dependency import dependency

FLAT = 1e-10  # a direction in which rows are so short, over the longest, is none
ZERO = 1e-9  # a distance from 0 that rounding makes, of rows whose mean square is 1 in every direction
NO_SHARE = 1e-11  # of a row in a nearest point
PATIENCE = 6000  # packings again without one more group, after which the search ends
ROW_WORTH = 0.3  # one row less in a group is worth so much of the logarithm of the distance
WARMTH = 0.05  # how much worse, by that measure, what is accepted is on average
TRIES = 5  # of a group that floats have found and whole numbers refuse
AT_A_TIME = 10  # times the rank: rows that are tried for a nearest point


class Vectors(NamedTuple):
    """Rows y·(x, 1), or y·x, centred and whitened for a search by floats.

    This is a linear map, so the rows that cancel out, and those that a plane gets wrong, stay the same.
    """

    rows: np.ndarray
    way_back: np.ndarray  # from a plane through these rows to the weights, and the bias where one is learned
    original: np.ndarray  # y·(x, 1) as it is given
    is_usual: np.ndarray  # whether a row has, in a column, the most common value there

    @classmethod
    def of(cls, X: np.ndarray, signs: np.ndarray, folded: bool) -> "Vectors":
        original = np.column_stack([X, np.ones(len(X))]) if folded else X
        middle = X.mean(axis=0) if folded else np.zeros(X.shape[1])
        lengths = np.sqrt(((X - middle) ** 2).mean(axis=0))
        scales = 1.0 / np.where(lengths > 0, lengths, 1.0)
        moved = np.diag(np.append(scales, 1.0) if folded else scales)
        if folded:
            moved[-1, :-1] = -middle * scales
        seen = signs[:, None] * (original @ moved)
        _, lengths, directions = np.linalg.svd(seen, full_matrices=False)
        rank = max(1, int((lengths > FLAT * lengths[0]).sum()))  # 1 where all rows are 0
        turned = directions[:rank].T * (np.sqrt(len(X)) / np.maximum(lengths[:rank], 1e-300))
        usual = np.array([_most_common(column) for column in X.T])
        return cls(seen @ turned, moved @ turned, signs[:, None] * original, usual == X)


class Nearest(NamedTuple):
    rows: np.ndarray  # whose mixture is the nearest point to 0
    distance: float
    plane: np.ndarray  # has all rows on their sides, where the distance is not 0


class Packing:
    """Disjoint groups, and the remaining rows."""

    def __init__(
        self, vectors: Vectors, is_free: np.ndarray, random: np.random.Generator, is_over: Callable[[], bool]
    ) -> None:
        self.vectors, self.is_free, self.random, self.is_over = vectors, is_free, random, is_over
        self.groups: list[np.ndarray] = []
        self.nearest = self.nearest_of(self.free)

    @property
    def free(self) -> np.ndarray:
        return np.flatnonzero(self.is_free)

    def hull_points(self) -> list[HullPoint]:
        """Groups with their multipliers."""
        numbers = ((group, _cancelling(self.vectors.original[group])) for group in self.groups)
        return [hull_point(group, multiples) for group, multiples in numbers if multiples is not None]

    def fill(self, plane: np.ndarray) -> None:
        """Take groups from the remaining rows until a plane classifies all of these correctly."""
        failed = 0
        while self.nearest.distance == 0.0 and failed < TRIES and not self.is_over():
            group = self.group_of(self.free, plane)
            if group is None or not self.is_proven(group):  # these rows do not quite cancel out, others will
                failed += 1
                continue
            self.groups.append(group)
            self.is_free[group] = False
            self.nearest = self.nearest_of(self.free)

    def pack_again(self, plane: np.ndarray) -> bool:
        """Exchange the rows of one group for another group; return True if that gained a group.

        plane: a good plane. Rows far on its correct side are of little use for other groups.
        """
        scores = self.vectors.rows @ self.nearest.plane
        wrong = np.array([(scores[group] <= 0).sum() + 1e-9 for group in self.groups])
        place = int(self.random.choice(len(self.groups), p=wrong / wrong.sum()))
        old = self.groups[place]
        rows = np.sort(np.append(self.free, old))
        group = self.group_of(rows, self.nearest.plane if self.random.random() < 0.5 else plane)
        if group is None:
            return False
        nearest = self.nearest_of(np.setdiff1d(rows, group, assume_unique=True))
        if nearest.distance and self.energy(nearest, group) > self.energy(self.nearest, old) + self.warmth():
            return False
        if not self.is_proven(group):
            return False
        self.groups[place], self.nearest = group, nearest
        self.is_free[old], self.is_free[group] = True, False
        before = len(self.groups)
        self.fill(plane)
        return len(self.groups) > before

    def energy(self, left: Nearest, group: np.ndarray) -> float:
        """Distance of the remaining rows from a contradiction, and the number of rows in the group."""
        return float(np.log(max(left.distance, ZERO))) + ROW_WORTH * len(group)

    def warmth(self) -> float:
        return WARMTH * float(self.random.exponential())

    def group_of(self, rows: np.ndarray, plane: np.ndarray) -> np.ndarray | None:
        """Rows that contradict each other by floats, preferably few and far on their side of the plane."""
        for candidates in (rows[self.alike(rows)], rows):
            nearest = self.nearest_of(candidates, self.wishes(candidates, plane))
            if nearest.distance == 0.0:
                return nearest.rows
        return None

    def is_proven(self, group: np.ndarray) -> bool:
        return _cancelling(self.vectors.original[group]) is not None

    def alike(self, rows: np.ndarray) -> np.ndarray:
        """Rows with the most common value in some columns: of lower rank, so fewer of them cancel out."""
        if not len(rows) or self.random.random() < 0.5:
            return np.zeros(len(rows), dtype=bool)
        columns = np.flatnonzero(self.vectors.is_usual[self.random.choice(rows)])
        columns = columns[self.random.random(len(columns)) < self.random.random()]
        return np.asarray(self.vectors.is_usual[np.ix_(rows, columns)].all(axis=1) & (len(columns) > 0))

    def wishes(self, rows: np.ndarray, plane: np.ndarray) -> np.ndarray:
        """Preference of each row for a group: high far on its side of the plane, low on the wrong side."""
        if not len(rows):
            return np.ones(0)
        scores = self.vectors.rows[rows] @ plane
        far = np.clip(np.abs(scores) / max(float(np.median(np.abs(scores))), 1e-300), 0.01, 100.0)
        chance = np.exp(self.random.choice([0.1, 0.5, 1.0]) * self.random.normal(size=len(rows)))
        wanted = far ** self.random.choice([0.5, 1.0, 2.0]) * np.where(scores > 0, 1.0, 0.1) * chance
        return np.asarray(wanted / wanted.mean())

    def nearest_of(self, rows: np.ndarray, lengths: np.ndarray | float = 1.0) -> Nearest:
        """Nearest point to 0 of the hull of rows that are scaled first: longer ones are preferred.

        It is the solution λ ≥ 0 of Σ λz = 0 and Σ λ = 1 by least squares. Few rows take part, so a few are tried first,
        then these and the rows with the lowest products.
        """
        width = self.vectors.rows.shape[1]
        nothing = Nearest(rows[:0], 1.0, np.zeros(width))
        if not len(rows):
            return nothing  # SciPy ends the process where there is no column
        equations = np.column_stack([self.vectors.rows[rows], np.ones(len(rows))]).T * lengths
        wanted = np.append(np.zeros(width), 1.0)
        most = min(len(rows), AT_A_TIME * (width + 1))
        part, back, before = np.zeros(0, dtype=np.intp), equations[-1], np.inf
        while True:
            part = np.union1d(part, np.argpartition(-back, most - 1)[:most])
            try:
                shares, distance = nnls(equations[:, part], wanted)
            except RuntimeError:  # rounding has led it in a circle
                return nothing
            rest = wanted - equations[:, part] @ shares
            back = equations.T @ rest
            if distance < ZERO or back.max() <= ZERO or distance > before * (1.0 - ZERO):
                takes_part = shares * equations[-1, part] > NO_SHARE
                return Nearest(rows[part[takes_part]], 0.0 if distance < ZERO else float(distance), -rest[:-1])
            part, before = part[shares > 0], distance


def pairs_of(matrix: Any, signs: np.ndarray) -> list[list[int]]:
    """Disjoint pairs of identical rows of different classes."""
    pairs = []
    for same in conflicts(matrix, signs):
        positive, negative = ([row for row in same if signs[row] == sign] for sign in (1, -1))
        pairs += [sorted(pair) for pair in zip(positive, negative, strict=False)]
    return pairs


def pack(packing: Packing, plane: np.ndarray, most: int) -> None:
    """Find as many groups as patience and time allow; ``most`` is an upper bound."""
    packing.fill(plane)
    waited = 0
    while 0 < len(packing.groups) < most and waited < PATIENCE and not packing.is_over():
        waited = 0 if packing.pack_again(plane) else waited + 1


def hull_point(rows: Any, numbers: list[int]) -> HullPoint:
    """Hull point of a group with these multiplicities."""
    return HullPoint.of(rows, (Fraction(number, sum(numbers)) for number in numbers))


def _cancelling(vectors: np.ndarray) -> list[int] | None:
    """Nonnegative integers that make rows cancel out exactly; None unless their ratio is unique."""
    numbers = dependency(vectors) if len(vectors) else None
    return numbers if numbers is not None and min(numbers) >= 0 else None


def _most_common(values: np.ndarray) -> float:
    distinct, counts = np.unique(values, return_counts=True)
    return float(distinct[counts.argmax()])
