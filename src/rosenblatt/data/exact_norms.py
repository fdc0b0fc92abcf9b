"""Exact lengths of rows of floats, computed with fractions and rounded to the safe side."""

import math
from collections.abc import Iterable
from fractions import Fraction


def exact_dot(a: Iterable[float], b: Iterable[float]) -> Fraction:
    (whole_a, shift_a), (whole_b, shift_b) = _whole_numbers(a), _whole_numbers(b)
    return Fraction(sum(p * q for p, q in zip(whole_a, whole_b, strict=True)), 1 << shift_a + shift_b)


def _whole_numbers(floats: Iterable[float]) -> tuple[list[int], int]:
    """Return floats as integers over 2**shift, since adding fractions one by one is many times slower."""
    ratios = [number.as_integer_ratio() for number in floats]
    shift = max((below.bit_length() for _, below in ratios), default=1) - 1
    return [above << shift + 1 - below.bit_length() for above, below in ratios], shift


def root_below(square: Fraction) -> float:
    """Return the largest float64 whose square is not above this number, which may exceed the range of float64."""
    half = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    root = math.ldexp(math.sqrt(square / Fraction(4) ** half), half)
    while Fraction(root) ** 2 > square:  # roundings: once at most, but for subnormal numbers
        root = math.nextafter(root, 0.0)
    while Fraction(higher := math.nextafter(root, math.inf)) ** 2 <= square:
        root = higher
    return root


def root_above(square: Fraction) -> float:
    """Return the smallest float64 whose square is not below this number."""
    root = root_below(square)
    return root if Fraction(root) ** 2 == square else math.nextafter(root, math.inf)
