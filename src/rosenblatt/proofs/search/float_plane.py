"""A float64 plane inside a cone that is known by an exact plane in it.

Rounding each weight of the exact plane does where the cone is wider than the roundings. In a thinner one roundings
have to make up for each other. Planes of float64 numbers near the exact one are a lattice, one direction a weight. In
coordinates that say how far a plane is from each row, over how far the exact plane is, the lattice is reduced (LLL),
and the point of it near the exact plane is found by Babai's nearest-plane method (1986).
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from rosenblatt.proofs.search.whole_products import MANTISSA, WholeMatrix, leading_floats

MAX_WEIGHTS = 150  # of a lattice that is reduced
GUARD = 12  # bits, for what is rounded in its coordinates
SIZES = 16  # of the exact plane: its weights have other roundings
NEW_ROWS = 20  # added at a time, of those that a plane gets wrong
SLICE = 2**20  # numbers that are multiplied exactly at a time
CORRECTIONS = 10  # of a lattice point, until none is left


def float_plane(
    corners: Any, center: Sequence[Fraction], rows: list[int], over: Callable[[], bool]
) -> np.ndarray | None:
    """A plane of float64 numbers on whose right side all corners are; None where none was found.

    center: a plane that is so exactly. rows: corners that are nearest to it.
    """
    filled = [j for j, v in enumerate(center) if v]
    largest = max(abs(center[j]) for j in filled)
    plane = np.array([float(v / largest) for v in center])
    working = list(rows)
    for size in range(SIZES):
        sized = [center[j] / largest * (SIZES + size) / SIZES for j in filled]
        while wrong := wrong_side(corners, [Fraction(v) for v in plane.tolist()]):
            if over() or len(filled) > MAX_WEIGHTS:
                return None
            working += [row for row in wrong if row not in working][:NEW_ROWS]
            vectors = [corners.vector(row)[filled] for row in working]
            plane[filled] = _lattice_plane(vectors, sized)
            weights = [Fraction(v) for v in plane[filled].tolist()]
            if min(exact_product(vector, weights) for vector in vectors) <= 0:
                break  # another size may do
        else:
            return plane
    return None


def wrong_side(corners: Any, plane: Sequence[Fraction]) -> list[int]:
    """The corners that are not on the right side of a plane, exactly; the farthest first."""
    largest = max(map(abs, plane)) or Fraction(1)
    floats = np.array([float(v / largest) for v in plane])
    products, sizes = corners.signs * np.asarray(corners.X @ floats), np.asarray(abs(corners.X) @ np.abs(floats))
    unsure = np.flatnonzero(~(products > (len(plane) + 5) * (2.0**-51 * sizes + 2.0**-1000 * (1.0 + corners.longest))))
    exact = zip(exact_products(corners, unsure, plane), unsure.tolist(), strict=True)
    return [row for product, row in sorted(exact) if product <= 0]


def exact_products(corners: Any, rows: np.ndarray, plane: Sequence[Fraction]) -> list[int]:
    """Products of corners with a plane, all times the same positive number."""
    common = math.lcm(*(v.denominator for v in plane))
    numbers = np.array([v.numerator * (common // v.denominator) for v in plane], dtype=object)
    units, products = corners.units(), []
    for first in range(0, len(rows), step := max(1, SLICE // len(plane))):
        part = corners.X[rows[first : first + step]]
        part = part.toarray() if hasattr(part, "tocsr") else part
        products += WholeMatrix(part * corners.signs[rows[first : first + step], None], units).times(numbers).tolist()
    return products


def exact_product(vector: np.ndarray, plane: Sequence[Fraction]) -> Fraction:
    return sum((Fraction(v) * w for v, w in zip(vector.tolist(), plane, strict=True) if v and w), Fraction())


def _lattice_plane(vectors: list[np.ndarray], center: list[Fraction]) -> np.ndarray:
    """The lattice point that Babai's method finds near the center, which must have all vectors on its right side."""
    import flint

    distances = [exact_product(vector, center) for vector in vectors]
    n, guard = len(center), GUARD + len(center).bit_length()
    steps = [_step(v) for v in center]
    rows: list[list[int]] = []
    for j, (column, step) in enumerate(zip(np.array(vectors).T.tolist(), steps, strict=True)):
        size = step * 2 ** (MANTISSA + guard)
        along = [int(Fraction(v) * size / distance) if v else 0 for v, distance in zip(column, distances, strict=True)]
        own = [1 << guard if k == j else 0 for k in range(n)]  # a weight stays about as large as it is
        rows.append(along + own)
    start = [round(v / step) for v, step in zip(center, steps, strict=True)]
    target = np.array([1 << MANTISSA + guard] * len(vectors) + [s << guard for s in start], dtype=object)
    basis: Any = flint.fmpz_mat(rows)
    reduced, turn = ([[int(v) for v in row] for row in part.tolist()] for part in basis.lll(transform=True))
    numbers = start + _combined(_nearest_plane(reduced, target - _combined(start, rows)), turn)
    return np.array([float(int(number) * step) for number, step in zip(numbers, steps, strict=True)])


def _nearest_plane(basis: list[list[int]], target: np.ndarray) -> list[int]:
    """Whole numbers of the basis vectors whose sum is near the target."""
    parts = [leading_floats(np.array(row, dtype=object)) for row in basis]  # each vector has its own size
    powers = [power for _, power in parts]
    Q, R = np.linalg.qr(np.array([floats for floats, _ in parts]).T)
    numbers = [0] * len(basis)
    for _ in range(CORRECTIONS):
        floats, power = leading_floats(target)
        along, taken = Q.T @ floats, [0] * len(basis)
        for k in reversed(range(len(basis))):
            size = Fraction(2) ** (power - powers[k])
            taken[k] = round(Fraction(along[k] / R[k, k]) * size) if R[k, k] and math.isfinite(along[k]) else 0
            along = along - R[:, k] * float(taken[k] / size)
        if not any(taken):
            break
        target = target - _combined(taken, basis)
        numbers = [a + b for a, b in zip(numbers, taken, strict=True)]
    return numbers


def _combined(numbers: Sequence[int], rows: list[list[int]]) -> np.ndarray:
    total = np.zeros(len(rows[0]), dtype=object)
    for number, row in zip(numbers, rows, strict=True):
        if number:
            total = total + number * np.array(row, dtype=object)
    return total


def _step(number: Fraction) -> Fraction:
    """The last bit of a number as float64."""
    power = number.numerator.bit_length() - number.denominator.bit_length()
    return Fraction(2) ** (power + (abs(number) >= Fraction(2) ** power) - MANTISSA)
