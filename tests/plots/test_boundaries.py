"""The boundary of two classes: the line through the right points, the normal, the margin, the rows, the words."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from helpers.boundaries import FOUR, NOTE, SIGNS, UPRIGHT, arrow_of, boundary_ends, drawn, legend_of, linear, rows_under
from matplotlib.colors import to_rgba

from rosenblatt import Perceptron, certify, trace
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.plots.axes import colour_of, mark_of, style
from rosenblatt.plots.boundaries import boundary


def test_note_004_ends_at_its_line():
    fitted = Perceptron(order="first-mistake").fit(NOTE.X, NOTE.y)
    ax = boundary(fitted, NOTE.X, NOTE.y)
    (ends,) = boundary_ends(ax)
    np.testing.assert_allclose(ends @ [4.0, -0.5] + 1.0, 0.0, atol=1e-12)
    assert ends[:, 1].tolist() == list(ax.get_ylim())  # from the bottom to the top
    assert ax.get_title() == "all 4 rows right, margin 0.062"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x1", "x2")


@pytest.mark.parametrize(
    "plane",
    [UPRIGHT, Hyperplane([0.0, 2.0], -3.0), Hyperplane([-3.0, 1.0], 4.0), Hyperplane([1e-6, -2e-6], 1e-6)],
)
def test_the_normal_stands_at_a_right_angle_and_points_to_the_positive_side(plane):
    ax = boundary(plane, FOUR)
    foot, tip = arrow_of(ax)
    assert plane.distance(foot) == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose((tip - foot) / np.linalg.norm(tip - foot), plane.normal, atol=1e-12)
    (angle,) = drawn(ax, "right angle")
    along, up = angle[0] - foot, angle[2] - foot
    assert along @ up == pytest.approx(0.0, abs=1e-12)
    assert plane.distance(angle[0]) == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(angle[1] - foot, along + up, atol=1e-12)
    assert ax.get_aspect() == 1.0  # so that it is one to the eye
    for place in (foot, tip):
        assert ax.get_xlim()[0] < place[0] < ax.get_xlim()[1]
        assert ax.get_ylim()[0] < place[1] < ax.get_ylim()[1]


def test_the_normal_is_clear_of_the_rows():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.uniform(-1, 1, 60), rng.uniform(-0.3, 0.3, 60)])
    ax = boundary(Hyperplane([1.0, 0.0]), X, limits=(-1, 1, -1, 1))
    foot, tip = arrow_of(ax)
    assert np.linalg.norm(np.linspace(foot, tip, 20)[:, None] - X, axis=2).min() > 0.1


def test_the_margin_goes_through_the_closest_rows_which_are_ringed():
    ax = boundary(UPRIGHT, FOUR, SIGNS)
    assert sorted({float(x) for ends in drawn(ax, "margin") for x in ends[:, 0]}) == [1.0, 2.0]
    assert all(line.get_linestyle() == "--" for line in ax.lines if line.get_gid() == "margin")
    (band,) = drawn(ax, "band")
    assert (band[:, 0].min(), band[:, 0].max()) == (1.0, 2.0)
    ringed, _ = rows_under(ax, "closest")
    assert ringed.tolist() == [[1.0, 0.5], [2.0, 3.0]]
    assert ax.get_title() == "all 4 rows right, margin 0.5"


def test_rows_that_are_equally_close_are_all_ringed():
    ax = boundary(certify(NOTE.X, NOTE.y), NOTE.X, NOTE.y)
    ringed, _ = rows_under(ax, "closest")
    assert ringed.tolist() == [[-1, 3], [-1, -1], [0, 1.5]]
    assert ax.get_title() == "all 4 rows right, margin 0.5"


def test_rows_that_are_wrong_are_crossed_and_there_is_no_band():
    ax = boundary(UPRIGHT, FOUR, [-1, 1, -1, 1])
    crossed, marks = rows_under(ax, "wrong")
    assert crossed.tolist() == [[1.0, 0.5], [2.0, 3.0]]
    assert len(marks.get_paths()) == 1
    assert drawn(ax, "band") == drawn(ax, "margin") == []
    assert ax.get_title() == "2 of 4 rows wrong"
    assert legend_of(ax) == ["-1", "1", "wrong"]


def test_a_row_on_the_boundary_leaves_no_margin():
    ax = boundary(UPRIGHT, [[1.5, 0.0], [3.0, 1.0]], [-1, 1])
    assert ax.get_title() == "all 2 rows right, margin 0"
    assert drawn(ax, "band") == []


def test_rows_of_one_class_have_a_band_on_their_side():
    ax = boundary(UPRIGHT, FOUR[2:], [1, 1], limits=(0, 5, 0, 4))
    (ends,) = drawn(ax, "margin")
    (band,) = drawn(ax, "band")
    assert ends[:, 0].tolist() == [2.0, 2.0]
    assert (band[:, 0].min(), band[:, 0].max()) == (1.5, 2.0)


def test_rows_have_the_colour_and_the_mark_of_their_class():
    ax = boundary(linear([[2.0, 0.0]], [-3.0], ["no", "yes"]), FOUR, ["no", "no", "yes", "yes"])
    for place in (0, 1):
        points, marks = rows_under(ax, place)
        assert points.tolist() == FOUR[2 * place : 2 * place + 2].tolist()
        assert tuple(marks.get_facecolor()[0]) == to_rgba(colour_of(place))
    marks = [rows_under(ax, place)[1].get_paths()[0].vertices.shape for place in (0, 1)]
    assert mark_of(0) != mark_of(1)
    assert marks[0] != marks[1]
    assert legend_of(ax) == ["no", "yes", "closest"]


def test_rows_without_labels_are_hollow_and_nothing_is_said_of_them():
    ax = boundary(UPRIGHT, FOUR)
    points, marks = rows_under(ax, "rows")
    assert points.tolist() == FOUR.tolist()
    assert marks.get_facecolor().shape[0] == 0
    assert ax.get_title() == ""


def test_a_plane_alone_is_drawn_around_its_foot():
    ax = boundary(Hyperplane([1.0, 2.0], -4.0))
    (ends,) = boundary_ends(ax)
    np.testing.assert_allclose(ends @ [1.0, 2.0], 4.0)
    assert ax.get_xlim()[0] < 0.0 < 0.8 < ax.get_xlim()[1]
    assert ax.get_ylim()[0] < 0.0 < 1.6 < ax.get_ylim()[1]
    assert legend_of(ax) == ["-1", "1"]


def test_parts_can_be_left_out():
    ax = boundary(UPRIGHT, FOUR, SIGNS, normal=False, band=False, regions=False)
    assert len(boundary_ends(ax)) == 1
    assert not ax.patches
    assert not ax.texts
    assert not ax.lines
    assert ax.get_aspect() == "auto"
    assert legend_of(ax) == ["-1", "1"]


def test_limits_are_kept():
    ax = boundary(UPRIGHT, FOUR, SIGNS, limits=(0.0, 3.0, -1.0, 4.0))
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.0, 3.0), (-1.0, 4.0))


def test_a_boundary_outside_of_the_limits_is_noted():
    ax = boundary(UPRIGHT, FOUR, SIGNS, limits=(5.0, 8.0, 0.0, 3.0))
    assert ax.get_title() == "no boundary within these limits\nall 4 rows right, margin 0.5"
    assert boundary_ends(ax) == []
    assert [patch.get_gid() for patch in ax.patches] == ["region 1"]


def test_axes_of_unlike_scales_have_no_normal_and_say_so():
    ax = boundary(Hyperplane([1.0, 0.001], -2.0), FOUR * [1.0, 1000.0], SIGNS)
    assert ax.get_aspect() == "auto"
    assert ax.get_title().endswith("scales too different to draw w")
    assert not ax.texts


def test_the_shorter_side_grows_where_units_are_of_one_length():
    ax = boundary(UPRIGHT, [[0.0, 0.0], [3.0, 1.0]])
    width, height = np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())
    assert width / height == pytest.approx(1.5)
    assert np.mean(ax.get_ylim()) == pytest.approx(0.5)


def test_axes_given_are_drawn_on_and_returned():
    _, given = plt.subplots()
    assert boundary(UPRIGHT, ax=given) is given


def test_a_new_picture_is_in_the_ink_of_its_style():
    with style("dark"):
        ax = boundary(UPRIGHT, FOUR, SIGNS)
    (lines,) = (one for one in ax.collections if one.get_gid() == "boundary")
    assert tuple(lines.get_color()[0]) == to_rgba("#e8e8e8")


def test_a_trace_brings_its_rows():
    ax = boundary(trace("sample:note-004", order="first-mistake"))
    points, _ = rows_under(ax, 1)
    assert points.tolist() == [[3.0, -1.0], [0.0, 1.5]]
    assert ax.get_title() == "all 4 rows right, margin 0.062"


def test_signs_of_what_is_dollars_stay_text():
    ax = boundary(linear([[2.0, 0.0]], [-3.0], ["$a$", "$b$"]), FOUR, ["$a$"] * 2 + ["$b$"] * 2, names=["$x$", "$y$"])
    ax.figure.canvas.draw()
    assert (ax.get_xlabel(), legend_of(ax)[0]) == ("$x$", "$a$")
    assert not ax.xaxis.label.get_parse_math()


def test_a_class_may_have_the_name_of_something_else():
    ax = boundary(linear([[2.0, 0.0]], [-3.0], ["closest", "wrong"]), FOUR, ["closest"] * 2 + ["wrong"] * 2)
    assert legend_of(ax) == ["closest", "wrong", "closest"]
    assert rows_under(ax, 0)[0].tolist() == FOUR[:2].tolist()
