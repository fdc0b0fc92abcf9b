"""Upper bounds of margins: a point of a hull with exact shares, and its exact length.

Of a few rows the nearest point is computed exactly; of more, what floats have found is taken for exact, which any
shares are, and only a little longer than the nearest.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np

from rosenblatt.data.exact_norms import root_above
from rosenblatt.proofs.check.certificate import combination
from rosenblatt.proofs.check.certificate_format import HullPoint
from rosenblatt.proofs.check.exact_data import Examples
from rosenblatt.proofs.search.exact_min_norm import nearest_of_plane, products_of
from rosenblatt.proofs.search.integer_dependency import whole_numbers

FEW = 40  # rows, and features


def exact_shares(vectors: np.ndarray, shares: np.ndarray) -> list[Fraction]:
    """Shares of the point nearest to 0 in the plane through these vectors; unchanged for many vectors."""
    if max(vectors.shape) <= FEW:
        nearest = nearest_of_plane(products_of(whole_numbers(vectors)), list(range(len(vectors))))
        if nearest is not None and min(nearest.values()) > 0:
            return list(nearest.values())
    given = [Fraction(share) for share in shares.tolist()]
    total = sum(given)
    return [share / total for share in given]


def exact_point(vectors: np.ndarray, shares: Sequence[Fraction]) -> np.ndarray:
    """Point with each coordinate rounded once; by floats for many rows."""
    if max(vectors.shape) > FEW:
        return np.asarray(np.array([float(share) for share in shares]) @ vectors)
    sums = exact_sums(vectors, shares)
    largest = max(map(abs, sums), default=Fraction(0)) or Fraction(1)
    return np.array([float(v / largest) for v in sums])  # the length of a plane's normal is of no account


def exact_sums(vectors: np.ndarray, shares: Sequence[Fraction]) -> list[Fraction]:
    """The point of the hull without rounding."""
    columns = vectors.T.tolist()
    return [sum((s * Fraction(v) for s, v in zip(shares, column, strict=True) if v), Fraction()) for column in columns]


def hull_of(rows: Iterable[int], shares: Iterable[Fraction]) -> HullPoint:
    """Hull point of rows with their shares; equal rows are merged."""
    together: dict[int, Fraction] = {}
    for row, share in zip(rows, shares, strict=True):
        together[row] = together.get(row, Fraction()) + share
    return HullPoint.of(together, together.values())


def paired(rows: Iterable[int], shares: Iterable[Any], signs: np.ndarray) -> tuple[list[tuple[int, int]], np.ndarray]:
    """Pairs of a positive and a negative row with shares that add up to each class's shares.

    One step of a stair for each row: so there is one pair less than rows, and no pair follows from the others.
    """
    sides: tuple[list[tuple[int, Fraction]], ...] = ([], [])
    for row, share in zip(rows, shares, strict=True):
        sides[int(signs[row] < 0)].append((row, Fraction(share)))
    totals = [sum((share for _, share in side), Fraction()) for side in sides]
    ends = [list(accumulate(share / total for _, share in side)) for side, total in zip(sides, totals, strict=True)]
    pairs, parts, i, j, done = [], [], 0, 0, Fraction()
    while i < len(sides[0]) and j < len(sides[1]):
        end = min(ends[0][i], ends[1][j])
        pairs.append((sides[0][i][0], sides[1][j][0]))
        parts.append(end - done)
        done, i, j = end, i + (ends[0][i] == end), j + (ends[1][j] == end)
    return pairs, np.array(parts, dtype=object)


def length_above(examples: Examples, hull: HullPoint, folded: bool, halved: bool = False) -> float:
    """Length of a point of the hull of y·(x, 1), or half of it, rounded up."""
    sums, scale = combination(examples, examples.signs, hull, folded)
    return root_above(Fraction(sum(v * v for v in sums), (2 * scale if halved else scale) ** 2))


def halfway(products: Any, signs: np.ndarray, exact: dict[int, Fraction]) -> float:
    """Bias of the plane between two classes, by exact products of its rows, if given."""
    if exact:
        above = min(value for row, value in exact.items() if signs[row] > 0)
        below = max(value for row, value in exact.items() if signs[row] < 0)
        return float(-(above + below) / 2)
    return -float(products[signs > 0].min() + products[signs < 0].max()) / 2
