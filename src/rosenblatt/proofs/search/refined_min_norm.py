"""Point of a hull nearest to 0 in high precision: Wolfe's algorithm where float64 cannot decide.

As in ``min_norm_point``, but shares are integers of many bits, and the point and its products are computed from them
without rounding.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from rosenblatt.proofs.search.min_norm_point import Nearest, Vertices
from rosenblatt.proofs.search.refined_shares import nearest_shares, unsure
from rosenblatt.proofs.search.whole_products import WholeMatrix

CANDIDATES = 200  # vertices whose products are computed exactly where floats cannot tell which is the lowest


class RefinedCorral:
    """Vertices that span the nearest point, and their shares in it as integers."""

    def __init__(self, vertices: Vertices, start: Nearest, bits: int) -> None:
        self.vertices, self.bits = vertices, bits
        self.units, self.lead = vertices.units(), math.frexp(vertices.longest)[1] + 1
        self.units.bits = self.lead + 1 - self.units.least
        self.names: list[Any] = list(start.names)
        self.vectors = np.array([vertices.vector(name) for name in self.names])
        self.shares = np.array([int(Fraction(share) * 2**bits) for share in start.shares.tolist()], dtype=object)

    def begin_with(self, name: Any) -> None:
        self.names, self.vectors = [name], self.vertices.vector(name)[None]
        self.shares = np.array([1 << self.bits], dtype=object)
        self._look()

    def add(self, name: Any) -> bool:
        """Add a vertex, and move to the nearest point of all; False if that needs more bits."""
        self.names.append(name)
        self.vectors = np.vstack([self.vectors, self.vertices.vector(name)])
        self.shares = np.append(self.shares, 0)
        return self.approach()

    def approach(self) -> bool:
        """Move to the nearest point of the plane through all vertices, or to the edge of the hull; drop vertices whose
        share is 0."""
        while True:
            filled = self.vectors[:, self.vectors.any(axis=0)]
            wanted = nearest_shares(filled, self.units, self.lead, self.bits)
            if wanted is None:
                return False
            if min(wanted) > 0:
                self.shares = wanted
                self._look()
                return True
            here, there = (self._parts(shares) for shares in (self.shares, wanted))
            back = [k for k in range(len(wanted)) if wanted[k] <= 0]
            step, last = min((Fraction(here[k], max(here[k] - there[k], 1)), k) for k in back)
            moved = here + (there - here) * step.numerator // step.denominator
            stay = [k for k in range(len(moved)) if k != last and moved[k] > 0]
            self.names = [self.names[k] for k in stay]
            self.vectors, self.shares = self.vectors[stay], moved[stay]

    def square(self) -> Fraction:
        """Squared length of the point, in units."""
        return Fraction(sum(int(v) ** 2 for v in self.sums), self.total**2)

    def is_zero(self) -> bool:
        """Return True if the point is 0 as far as the bits of the shares show."""
        far = len(self.names) << (self.lead - self.units.least + unsure(self.bits))
        return all(abs(v) <= far for v in self.sums)

    def products(self, names: list[Any]) -> list[Fraction]:
        """Products of vertices with the point, in units."""
        vectors = np.array([self.vertices.vector(name)[self.filled] for name in names])
        return [Fraction(int(v), self.total) for v in WholeMatrix(vectors, self.units).times(self.sums)]

    def nearest(self, lowest: Fraction) -> Nearest:
        """Point as floats. lowest: its lowest product with a vertex, in units; the sign is kept, however small."""
        least = self.units.least
        point = np.zeros(self.vectors.shape[1])
        point[self.filled] = [_quotient(int(v), self.total, least) for v in self.sums]
        product = _quotient(lowest.numerator, lowest.denominator, 2 * least)
        if lowest > 0:
            product = max(product, math.ulp(0.0))
        shares = np.array([Fraction(int(share), self.total) for share in self.shares], dtype=object)
        return Nearest([*self.names], shares, point, product)

    def _look(self) -> None:
        self.total, self.filled = int(sum(self.shares)), np.flatnonzero(self.vectors.any(axis=0))
        self.sums = WholeMatrix(self.vectors[:, self.filled], self.units).transposed_times(self.shares)

    def _parts(self, shares: np.ndarray) -> np.ndarray:
        return np.asarray((shares << self.bits) // sum(shares))


def refined_nearest(
    vertices: Vertices, start: Nearest, bits: int, good: Callable[[Nearest], bool], over: Callable[[float], bool]
) -> Nearest:
    """Nearest point of the hull from a start near it; or one that is ``good`` enough, or 0 up to these bits.

    The current point is returned when time is ``over``, or if more bits are needed to come nearer.
    """
    corral = RefinedCorral(vertices, start, bits)
    if not corral.approach():  # floats have not seen that one is in the plane of the others
        corral.begin_with(start.names[0])
    square, gains = corral.square(), True
    while True:
        name, product = _lowest(corral, square)
        nearest = corral.nearest(product)
        ends = corral.is_zero() or name in corral.names or product >= square or not gains
        if ends or good(nearest) or over(nearest.length) or not corral.add(name):
            return nearest
        before, square = square, corral.square()
        gains = square < before * (1 - Fraction(1, 1 << bits // 2))


def _lowest(corral: RefinedCorral, square: Fraction) -> tuple[Any, Fraction]:
    """Vertex with the lowest product with the point, and the exact product."""
    point = corral.nearest(Fraction()).point
    name, _ = corral.vertices.lowest(point, everywhere=True)
    (product,) = corral.products([name])
    if product < square / 2 and name not in corral.names:
        return name, product  # floats have told
    names = corral.vertices.lowest_of_all(point, CANDIDATES)
    return min(zip(names, corral.products(names), strict=True), key=lambda pair: pair[1])


def _quotient(numerator: int, denominator: int, power: int) -> float:
    """Compute numerator / denominator × 2**power, rounded once."""
    return (numerator << max(power, 0)) / (denominator << max(-power, 0))
