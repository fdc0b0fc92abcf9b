"""The boundary: the line through the right points, the normal at its right angle, the margin, the rows, the words."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import scipy.sparse as sp
from matplotlib.colors import to_rgba
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from rosenblatt import AveragedPerceptron, Perceptron, VotedPerceptron, certify, sample, trace
from rosenblatt.errors import DataError, OptionError
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.models.linear import LinearModel
from rosenblatt.plots import feature_space
from rosenblatt.plots import regions as pixel_regions
from rosenblatt.plots.axes import colour_of, mark_of, style
from rosenblatt.plots.boundaries import boundary

NOTE = sample("note-004")
FOUR = np.array([[0.0, 1.0], [1.0, 0.5], [2.0, 3.0], [4.0, 0.5]])
SIGNS = np.array([-1, -1, 1, 1])
UPRIGHT = Hyperplane([2.0, 0.0], -3.0)  # the line x1 = 1.5


def drawn(ax, gid):
    """The ends or corners of what is drawn under a name."""
    lines = [line.get_xydata() for line in ax.lines if line.get_gid() == gid]
    return lines + [patch.get_xy() for patch in ax.patches if patch.get_gid() == gid]


def boundary_ends(ax):
    return [ends for one in ax.collections if one.get_gid() == "boundary" for ends in one.get_segments()]


def rows_under(ax, key):
    """The points of a class, by its place, or of what has a name; and the collection that draws them."""
    gid = key if isinstance(key, str) else f"rows {key}"
    (found,) = (one for one in ax.collections if one.get_gid() == gid)
    return np.asarray(found.get_offsets()), found


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def arrow_of(ax):
    (arrow,) = (text for text in ax.texts if text.get_text() == "" and hasattr(text, "arrow_patch"))
    return np.array(arrow.xyann), np.array(arrow.xy)


def linear(w, b, classes):
    return LinearModel(np.array(classes), np.shape(w)[1], "mistake", Weights(np.array(w, float), np.array(b, float)))


# Two features, two classes.


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


# No boundary.


@pytest.mark.parametrize("at_zero", ["mistake", "positive", "negative"])
def test_without_weights_there_is_one_region_and_no_boundary(at_zero):
    model = LinearModel(np.array([-1, 1]), 2, at_zero, Weights(np.zeros((1, 2)), np.zeros(1)))
    ax = boundary(model, FOUR, SIGNS)
    (region,) = ax.patches
    assert region.get_gid() == ("region 1" if at_zero == "positive" else "region 0")
    assert ax.get_title() == "w = 0: no boundary yet\n2 of 4 rows wrong"
    assert boundary_ends(ax) == []
    assert not ax.texts


@pytest.mark.parametrize("estimator", [Perceptron(), AveragedPerceptron(), VotedPerceptron()])
def test_one_class_has_the_whole_box(estimator):
    ax = boundary(estimator.partial_fit(FOUR, ["a"] * 4), FOUR, ["a"] * 4)
    (region,) = ax.patches
    assert np.ptp(region.get_xy(), axis=0).tolist() == [np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())]
    assert tuple(region.get_facecolor())[:3] == to_rgba(colour_of(0))[:3]
    assert ax.get_title() == "one class so far, a: no boundary yet"


def test_features_without_weight_have_no_boundary():
    X = np.column_stack([FOUR, [0.0, 0.0, 1.0, 1.0]])
    ax = boundary(linear([[0.0, 0.0, 1.0]], [-0.5], [0, 1]), X, [0, 0, 1, 1], features=(0, 1))
    assert ax.get_title() == "no weight here: no boundary\nall 4 rows right\nother features at their means"


# Many classes, votes.


def test_three_classes_have_three_regions_and_lines_between():
    petals = sample("petals")
    fitted = AveragedPerceptron(max_iter=20).fit(petals.X, petals.y)
    ax = boundary(fitted, petals.X, petals.y, names=petals.features)
    assert [patch.get_gid() for patch in ax.patches] == ["region 0", "region 1", "region 2"]
    assert len(boundary_ends(ax)) in (2, 3)
    wrong = int((fitted.predict(petals.X) != petals.y).sum())
    assert ax.get_title() == f"{wrong} of 150 rows wrong"
    assert legend_of(ax) == ["setosa", "versicolor", "virginica", "wrong"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("petal length", "petal width")


def test_ten_classes_of_digits_are_drawn_on_two_pixels():
    digits = sample("digits")
    fitted = AveragedPerceptron(max_iter=1).fit(digits.X[:300], digits.y[:300])
    ax = boundary(fitted, digits.X[:300], digits.y[:300], features=("pixel_4_4", 26), names=digits.features)
    assert legend_of(ax)[:10] == [str(label) for label in range(10)]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("pixel_4_4", digits.features[26])
    assert ax.get_title().endswith("other features at their means")
    assert drawn(ax, "band") == []


def test_votes_are_drawn_as_pixels_with_rows_on_them(monkeypatch):
    monkeypatch.setattr(pixel_regions, "PIXELS", 10)
    fitted = VotedPerceptron(max_iter=3, order="given").fit(NOTE.X, NOTE.y)
    ax = boundary(fitted, NOTE.X, NOTE.y)
    assert np.asarray(ax.images[0].get_array()).shape == (10, 10)
    wrong = int((fitted.predict(NOTE.X) != NOTE.y).sum())
    assert ax.get_title() == (f"{wrong} of 4 rows wrong" if wrong else "all 4 rows right")
    assert rows_under(ax, 0)[0].tolist() == [[-1, 3], [-1, -1]]


def test_votes_alone_are_drawn_around_the_rows_they_were_learned_on(monkeypatch):
    monkeypatch.setattr(pixel_regions, "PIXELS", 6)
    ax = boundary(VotedPerceptron(max_iter=3, order="given").fit(NOTE.X, NOTE.y))
    assert ax.get_xlim()[0] < -1.0 < 0.0 < ax.get_xlim()[1]


# Slices, many rows, sparse rows.


def test_a_slice_in_another_order_exchanges_the_axes():
    plane = Hyperplane([1.0, 3.0], -4.0)
    (ends,) = boundary_ends(boundary(plane, FOUR, features=(1, 0)))
    np.testing.assert_allclose(ends @ [3.0, 1.0], 4.0)


def test_a_slice_has_the_others_at_their_means():
    w, b = np.array([1.0, -2.0, 3.0, 0.5]), -1.0
    X = np.arange(20.0).reshape(5, 4) % 7
    ax = boundary(Hyperplane(w, b), X, features=(3, 1))
    (ends,) = boundary_ends(ax)
    means = X.mean(axis=0)
    np.testing.assert_allclose(ends @ w[[3, 1]] + b + w[[0, 2]] @ means[[0, 2]], 0.0, atol=1e-12)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == ("x4", "x2", "other features at their means")


def test_sparse_rows_give_the_same_picture():
    X = np.array([[0.0, 1.0, 0.0, 2.0], [3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 5.0, 1.0]])
    plane = Hyperplane([1.0, -2.0, 3.0, 0.5], -1.0)
    pictures = [boundary(plane, rows, [0, 1, 1], features=(3, 0)) for rows in (X, sp.csr_matrix(X))]
    np.testing.assert_array_equal(*map(boundary_ends, pictures))
    for place in (0, 1):
        assert rows_under(pictures[0], place)[0].tolist() == rows_under(pictures[1], place)[0].tolist()
    assert pictures[0].get_title() == pictures[1].get_title()


def test_of_many_rows_some_are_drawn_and_the_closest_always(monkeypatch):
    monkeypatch.setattr(feature_space, "MAX_POINTS", 10)
    X = np.column_stack([np.r_[np.full(25, -5.0), np.full(26, 5.0)], np.arange(51.0)])
    X[7, 0], X[30, 0] = -1.0, 2.0
    ax = boundary(Hyperplane([1.0, 0.0]), X, X[:, 0] > 0)
    assert ax.get_title() == "all 51 rows right, margin 1\n1 in 6 rows drawn"
    shown = np.vstack([rows_under(ax, 0)[0], rows_under(ax, 1)[0]])
    assert sorted(shown[:, 1].tolist()) == sorted([*range(0, 51, 6), 7])
    assert rows_under(ax, "closest")[0].tolist() == [[-1.0, 7.0], [2.0, 30.0]]


def test_errors_are_counted_over_all_rows(monkeypatch):
    monkeypatch.setattr(feature_space, "MAX_POINTS", 5)
    X = np.column_stack([np.linspace(-10, 10, 20), np.arange(20.0)])
    ax = boundary(Hyperplane([1.0, 0.0]), X, np.where(np.arange(20) < 13, -1, 1))
    assert ax.get_title() == "3 of 20 rows wrong\n1 in 4 rows drawn"
    assert rows_under(ax, "wrong")[0][:, 1].tolist() == [12.0]


def test_notes_have_a_line_each_and_are_inside_of_the_picture(monkeypatch):
    monkeypatch.setattr(feature_space, "MAX_POINTS", 5)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 3)) * [1.0, 1000.0, 1.0]
    ax = boundary(Hyperplane([1.0, 0.001, 1.0], 0.3), X, np.where(X[:, 0] > 0, 1, -1), features=(0, 1))
    assert ax.get_title().split("\n")[1:] == [
        *("other features at their means", "1 in 4 rows drawn", "scales too different to draw w")
    ]
    ax.figure.canvas.draw()
    title, page = ax.title.get_window_extent(), ax.figure.bbox
    assert page.x0 <= title.x0 < title.x1 <= page.x1
    assert title.y1 <= page.y1


def test_rings_of_the_closest_are_seen_on_the_boundary_of_many_rows():
    X = np.random.default_rng(0).uniform(-1, 1, (1200, 2))
    ax = boundary(Hyperplane([1.0, 0.0]), X, X[:, 0] > 0)
    _, ring = rows_under(ax, "closest")
    (line,) = (one for one in ax.collections if one.get_gid() == "boundary")
    assert ring.get_zorder() > line.get_zorder()
    across = np.sqrt(ring.get_sizes()[0])  # in points
    assert across > 5 * line.get_linewidths()[0]


def test_long_names_of_features_are_cut():
    ax = boundary(UPRIGHT, FOUR, names=["a" * 80, "b\n" * 40])
    assert ax.get_xlabel() == "a" * 27 + "…"
    assert len(ax.get_ylabel()) == 28


# One feature, and three.


def test_one_feature_is_a_threshold_with_the_classes_above_each_other():
    X, y = np.array([[1.0], [2.0], [6.0], [9.0]]), ["low", "low", "high", "high"]
    ax = boundary(linear([[-2.0]], [7.0], ["high", "low"]), X, y, names=["size"])
    (ends,) = boundary_ends(ax)
    assert ends[:, 0].tolist() == [3.5, 3.5]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["high", "low"]
    assert rows_under(ax, 1)[0].tolist() == [[1.0, 1.0], [2.0, 1.0]]
    assert rows_under(ax, "closest")[0].tolist() == [[2.0, 1.0], [6.0, 0.0]]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("size", "")
    assert ax.get_title() == "all 4 rows right, margin 1.5"
    assert not ax.texts


def space_set():
    X = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 2, 2], [1, 2, 2], [2, 1, 3]])
    return X, np.array([0, 0, 0, 1, 1, 1])


def test_three_features_have_a_plane_in_space():
    X, y = space_set()
    plane = Hyperplane([1.0, 1.0, 1.0], -3.0)
    ax = boundary(plane, X, y)
    (outline,) = (line for line in ax.lines if line.get_gid() == "boundary")
    corners = np.array(outline.get_data_3d()).T
    assert sum(isinstance(one, Poly3DCollection) for one in ax.collections) == 1
    np.testing.assert_allclose(plane.distance(corners), 0.0, atol=1e-12)
    for limits, column in zip((ax.get_xlim(), ax.get_ylim(), ax.get_zlim()), corners.T, strict=True):
        assert limits[0] - 1e-9 <= column.min() < column.max() <= limits[1] + 1e-9
    assert ax.get_zlabel() == "x3"
    assert ax.get_title() == f"all 6 rows right, margin {2 / np.sqrt(3):.3g}"
    assert legend_of(ax) == ["-1", "1", "closest"]
    assert [text.get_text() for text in ax.texts] == ["w"]


def test_three_features_without_weights_have_no_plane():
    X, y = space_set()
    ax = boundary(linear([[0.0] * 3], [0.0], [0, 1]), X, y)
    assert not any(isinstance(one, Poly3DCollection) for one in ax.collections)
    assert ax.get_title() == "w = 0: no boundary yet\n3 of 6 rows wrong"


def test_three_chosen_features_of_four_have_a_plane_too():
    X, y = space_set()
    four = np.column_stack([X, np.full(6, 2.0)])
    ax = boundary(linear([[1.0, 1.0, 1.0, 1.0]], [-5.0], [0, 1]), four, y, features=(0, 1, 2))
    (outline,) = (line for line in ax.lines if line.get_gid() == "boundary")
    np.testing.assert_allclose(np.sum(outline.get_data_3d(), axis=0), 3.0)
    assert ax.get_title() == "all 6 rows right\nother features at their means"


# What cannot be drawn.


@pytest.mark.parametrize(
    ("model", "given", "words"),
    [
        (
            Hyperplane(np.ones(5)),
            {},
            "A boundary is drawn of at most three features; this model has 5: choose two of them, features=(0, 1), "
            "by number or name, and give X.",
        ),
        (
            Hyperplane(np.ones(5)),
            {"features": (0, 1)},
            "X must be given to draw 2 of 5 features: the others stand at its means.",
        ),
        (UPRIGHT, {"y": SIGNS}, "X must be given where y is: the rows to draw."),
        (UPRIGHT, {"X": np.ones((2, 3))}, "X must have 2 features, as in training; got 3."),
        (UPRIGHT, {"X": FOUR, "y": [1, -1]}, "X and y must have as many rows; got 4 and 2."),
        (
            linear([[1.0, 1.0]], [0.0], ["a", "b"]),
            {"X": FOUR, "y": [1, 0, 1, 0]},
            "y must have labels of the model only, 'a', 'b'; got 0.",
        ),
        (
            UPRIGHT,
            {"limits": (0, 1)},
            "limits must be a lowest and a highest number for each of 2 axes, 4 in all, all finite; got (0, 1).",
        ),
        (
            UPRIGHT,
            {"limits": "wide"},
            "limits must be a lowest and a highest number for each of 2 axes, 4 in all, all finite; got 'wide'.",
        ),
        (
            UPRIGHT,
            {"limits": (0, 1, 3, 2)},
            "limits must be a lowest and a highest number for each of 2 axes, 4 in all, all finite; got (0, 1, 3, 2).",
        ),
        (
            linear(np.eye(3), np.zeros(3), [0, 1, 2]),
            {},
            "Of three features one plane can be drawn; this model is of 3 classes: choose two, features=(0, 1).",
        ),
        (
            VotedPerceptron(max_iter=1).fit(*space_set()),
            {},
            "Of three features one plane can be drawn; this model is voted: choose two, features=(0, 1).",
        ),
        (
            Perceptron(),
            {"X": FOUR},
            "model must be fitted before it is drawn: call fit of this Perceptron first.",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_one_sentence(model, given, words):
    with pytest.raises((DataError, OptionError)) as error:
        boundary(model, **given)
    assert str(error.value) == words


def test_axes_must_have_as_many_axes_as_features():
    flat, deep = plt.figure().add_subplot(), plt.figure().add_subplot(projection="3d")
    with pytest.raises(
        OptionError, match="^ax must be axes with a third axis, projection='3d', to draw three features."
    ):
        boundary(Hyperplane(np.ones(3)), ax=flat)
    with pytest.raises(OptionError, match="^ax must be axes without a third axis, to draw one or two features.$"):
        boundary(UPRIGHT, ax=deep)
