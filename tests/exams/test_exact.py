"""Exact numbers: quotients by roots, and lines with whole numbers."""

from fractions import Fraction
from math import gcd, isqrt

import pytest

from rosenblatt.exams.exact import Quotient, nearest_point, separating_lines, small_lines, whole
from rosenblatt.exams.questions import Line, Rows
from rosenblatt.exams.text import decimals, dot, equation, factor, number, quotient, squares, vector

AND = Rows(((0, 0), (0, 1), (1, 0), (1, 1)), (-1, -1, -1, 1))
XOR = Rows(((0, 0), (0, 1), (1, 0), (1, 1)), (-1, 1, 1, -1))


def test_quotients_are_simplified():
    for size in range(1, 30):
        for square in range(1, 60):
            found = Quotient.of(size, square)
            assert found.square == Fraction(size**2, square)
            assert gcd(found.numerator, found.denominator) == 1
            assert all(found.radicand % (k * k) for k in range(2, isqrt(found.radicand) + 1))


@pytest.mark.parametrize(
    ("size", "square", "text"),
    [
        (7, 13, "7/√13"),
        (7, 52, "7/(2√13)"),
        (10, 5, "2√5"),
        (7, 25, "7/5"),
        (10, 25, "2"),
        (5, 20, "√5/2"),
        (13, 13, "√13"),
    ],
)
def test_quotients_are_written_as_in_a_book(size, square, text):
    assert quotient(Quotient.of(size, square)) == text


def test_numbers_and_formulas():
    assert number(-3) == "−3"
    assert number(Fraction(-3, 4)) == "−3/4"
    assert vector((1, -2)) == "(1, −2)"
    assert factor(-2) == "(−2)"
    assert dot((3, -1), (2, 0)) == "3·2 + (−1)·0"
    assert squares((3, -1)) == "3² + (−1)²"
    assert decimals(Fraction(2)) == "≈ 1.41"


@pytest.mark.parametrize(
    ("w", "b", "text"),
    [
        ((2, -1), 3, "2x₁ − x₂ + 3 = 0"),
        ((-1, 0), -2, "−x₁ − 2 = 0"),
        ((0, 4), 0, "4x₂ = 0"),
        ((0, -1), 1, "−x₂ + 1 = 0"),
    ],
)
def test_equations(w, b, text):
    assert equation(Line(w, b)) == text


def test_lines_are_listed_once_and_separate():
    lines = small_lines(2, 2)
    assert len({(*line.w, line.b) for line in lines}) == len(lines)
    assert all(gcd(*line.w, line.b) == 1 for line in lines)
    assert (2, Line((2, 2), -3)) not in separating_lines(AND, lines)
    assert (1, Line((2, 2), -3)) in separating_lines(AND, small_lines(2, 3))
    assert list(separating_lines(XOR, lines)) == []


def test_the_nearest_point_is_zero_where_no_line_separates():
    assert nearest_point(XOR).square == 0
    assert nearest_point(AND).square == Fraction(1, 17)
    assert nearest_point(AND).direction == (2, 2, -3)


def test_floats_are_never_rounded():
    assert whole(-3.0) == -3
    with pytest.raises(ArithmeticError, match=r"The number must be whole; it is 0\.5\."):
        whole(0.5)
