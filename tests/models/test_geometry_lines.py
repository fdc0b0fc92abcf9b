"""Lines of planes in a box."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from rosenblatt.errors import OptionError
from rosenblatt.models.geometry import Hyperplane, Line


def test_vertical_and_horizontal_lines():
    vertical, horizontal = Hyperplane([2.0, 0.0], -3.0).line(), Hyperplane([0.0, 2.0], -3.0).line()
    assert (vertical.slope, vertical.intercept) == (None, None)
    assert (horizontal.slope, horizontal.intercept) == (0.0, 1.5)
    assert math.copysign(1, horizontal.slope) == 1
    assert vertical.across(0, 4, -1, 1).tolist() == [[1.5, -1], [1.5, 1]]
    assert horizontal.across(0, 4, -1, 2).tolist() == [[0, 1.5], [4, 1.5]]
    assert horizontal.across(0, 4, -1, 1.5).tolist() == [[0, 1.5], [4, 1.5]]  # along an edge of the box
    assert vertical.across(2, 4, -1, 1) is None
    assert horizontal.across(0, 4, -1, 1) is None


def test_a_line_is_cut_where_it_leaves_the_box():
    line = Line(1.0, 2.0, -4.0)
    assert line.across(0, 4, 0, 4).tolist() == [[0, 2], [4, 0]]
    assert line.across(0, 9, 1, 9).tolist() == [[0, 2], [2, 1]]
    assert line.across(4, 5, 0, 9).tolist() == [[4, 0], [4, 0]]  # touches a corner
    assert line.across(5, 6, 0, 9) is None
    assert Line(2.0, -1.0, 1.0).across(-5, 5, 0, 3).tolist() == [[-0.5, 0], [1, 3]]


def test_rounding_does_not_leave_the_box():
    ends = Line(0.1, 0.2, 0.1).across(-9, 9, 0, 1)  # without care, up to a height of 1 + 2⁻⁵²
    assert ends[:, 1].tolist() == [1, 0]
    assert not np.signbit(ends[:, 1]).any()
    np.testing.assert_allclose(ends[:, 0], [-3, -1], rtol=1e-15)
    np.testing.assert_array_equal(Line(0.1, 0.2, 0.1).across(*np.float32([-9, 9, 0, 1])), ends)


@given(*[st.integers(-9, 9)] * 5, *[st.integers(1, 9)] * 2)
def test_a_line_misses_the_box_only_if_all_corners_are_on_one_side(w1, w2, b, x, y, width, height):
    assume(w1 or w2)
    box = (x, x + width, y, y + height)
    corners = [w1 * u + w2 * v + b for u in box[:2] for v in box[2:]]
    ends = Hyperplane([w1, w2], b).line().across(*box)
    assert (ends is None) == (min(corners) > 0 or max(corners) < 0)
    if ends is not None:
        np.testing.assert_allclose(ends @ [w1, w2] + b, 0, atol=1e-13)
        for u, v in ends:
            assert box[0] <= u <= box[1]
            assert box[2] <= v <= box[3]
            assert min(abs(u - box[0]), abs(u - box[1]), abs(v - box[2]), abs(v - box[3])) < 1e-13


@pytest.mark.parametrize(("axis", "box"), [("x", (1, 1, 0, 1)), ("y", (0, 1, 2, 1)), ("y", (0, 1, 0, math.inf))])
def test_bad_boxes_are_refused(axis, box):
    for line in (Line(1.0, 2.0, 3.0), Line(2.0, 1.0, 3.0)):
        with pytest.raises(OptionError, match=f"{axis}_min must be below {axis}_max, both finite; got"):
            line.across(*box)
