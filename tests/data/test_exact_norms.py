"""Roots on the safe side, also of squares beyond the range of float64."""

import math
from fractions import Fraction as F

import pytest

from rosenblatt.data.exact_norms import exact_dot, root_above, root_below


@pytest.mark.parametrize("value", [0.0, 1.0, 2.0, 0.1, 3.7, 1e-200, 1e200, 5e-324, 1e-310, 1.7e308])
def test_roots_are_the_nearest_floats_on_their_side(value):
    square = F(value) ** 2
    assert root_below(square) == root_above(square) == value
    for off in (square * (1 + F(1, 10**40)), square * (1 - F(1, 10**40))) if value else ():
        below, above = root_below(off), root_above(off)
        assert F(below) ** 2 < off < F(above) ** 2
        assert math.nextafter(below, math.inf) == above


def test_exact_dots():
    assert exact_dot([0.1, 0.2], [0.3, -4.0]) == F(0.1) * F(0.3) - 4 * F(0.2)
