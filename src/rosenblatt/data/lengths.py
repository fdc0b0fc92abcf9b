"""Lengths of rows of floats, exactly: floats are fractions, and a root is the nearest float on the safe side."""

import math
from collections.abc import Iterable
from fractions import Fraction


def exact_dot(a: Iterable[float], b: Iterable[float]) -> Fraction:
    return sum((Fraction(p) * Fraction(q) for p, q in zip(a, b, strict=True)), Fraction())


def root_below(square: Fraction) -> float:
    """The largest float64 whose square is not above this one, which may be beyond the range of float64."""
    half = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    root = math.ldexp(math.sqrt(square / Fraction(4) ** half), half)
    while Fraction(root) ** 2 > square:  # roundings: once at most, but for subnormal numbers
        root = math.nextafter(root, 0.0)
    while Fraction(higher := math.nextafter(root, math.inf)) ** 2 <= square:
        root = higher
    return root


def root_above(square: Fraction) -> float:
    """The smallest float64 whose square is not below this one."""
    root = root_below(square)
    return root if Fraction(root) ** 2 == square else math.nextafter(root, math.inf)
