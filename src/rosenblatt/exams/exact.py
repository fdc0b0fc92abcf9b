"""Exact numbers of the solutions: quotients by square roots, nearest points of hulls, lines with whole numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd, lcm

from rosenblatt.exams.questions import Line, Rows
from rosenblatt.proofs.search.exact_min_norm import exact_nearest


@dataclass(frozen=True)
class Quotient:
    """Number numerator / (denominator·√radicand), in lowest terms. The radicand has no square factor."""

    numerator: int
    denominator: int
    radicand: int

    @classmethod
    def of(cls, number: int, square: int) -> "Quotient":
        """Return number / √square, simplified."""
        factor = max(k for k in range(1, square + 1) if k * k <= square and square % (k * k) == 0)
        common = gcd(number, factor)
        return cls(number // common, factor // common, square // factor**2)

    @property
    def square(self) -> Fraction:
        """Exact square of the number."""
        return Fraction(self.numerator**2, self.denominator**2 * self.radicand)


@dataclass(frozen=True)
class Nearest:
    """Point nearest to 0 of the convex hull of the vectors y·(x, 1), as a weighted sum of them.

    Its length is the largest margin of any plane in the space of (x, 1). It is 0 if no line separates the classes.
    """

    shares: tuple[Fraction, ...]  # one per point, from 0 to 1, with the sum 1
    point: tuple[Fraction, Fraction, Fraction]

    @property
    def square(self) -> Fraction:
        """Squared length of the point."""
        return sum((value * value for value in self.point), Fraction())

    @property
    def direction(self) -> tuple[int, int, int]:
        """Smallest vector of whole numbers in the direction of the point."""
        scale = lcm(*(value.denominator for value in self.point))
        whole = [int(value * scale) for value in self.point]
        common = gcd(*whole) or 1
        first, second, third = (value // common for value in whole)
        return first, second, third


def nearest_point(rows: Rows) -> Nearest:
    """Compute the nearest point in fractions, by Wolfe's algorithm."""
    vectors = rows.signed
    found = exact_nearest(vectors, over=lambda: False)
    if found is None:  # only if the vertices are in a degenerate position, which Wolfe's algorithm avoids
        raise ArithmeticError("The nearest point was not found.")
    shares = tuple(found.get(row, Fraction()) for row in range(len(rows)))
    first, second, third = (
        sum((share * value for share, value in zip(shares, column, strict=True)), Fraction())
        for column in zip(*vectors, strict=True)
    )
    return Nearest(shares, (first, second, third))


def whole(value: float) -> int:
    """Convert a float of the engine to the whole number that it is; never round it."""
    exact = Fraction(float(value))
    if exact.denominator != 1:
        raise ArithmeticError(f"The number must be whole; it is {value!r}.")
    return exact.numerator


@cache
def small_lines(largest: int, largest_bias: int) -> tuple[Line, ...]:
    """Lines with small whole numbers, each once, without common factors."""
    sides, biases = range(-largest, largest + 1), range(-largest_bias, largest_bias + 1)
    return tuple(Line((p, q), b) for p, q, b in product(sides, sides, biases) if (p or q) and gcd(p, q, b) == 1)


def separating_lines(rows: Rows, lines: tuple[Line, ...]) -> Iterator[tuple[int, Line]]:
    """Lines with every point on its side, each with its least y·(w·x + b)."""
    pairs = list(zip(rows.X, rows.y, strict=True))
    for line in lines:
        least = min(label * line.score(x) for x, label in pairs)
        if least > 0:
            yield least, line
