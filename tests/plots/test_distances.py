"""The histogram of margins: distances against Fractions and plain loops, bars against numpy."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.linear_models import linear
from matplotlib.colors import to_hex, to_rgba

from rosenblatt import Perceptron, VotedPerceptron, sample
from rosenblatt.errors import DataError
from rosenblatt.learners import Perceptron as Learner
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.plots import distances, style
from rosenblatt.plots.distances import RIGHT, WRONG, distance_name, margins, margins_histogram, signed_distances

X4 = np.array([[3.0, 4.0], [0.0, 0.0], [-1.0, 2.0], [6.0, -2.0]])


def bars_of(ax):
    """Left edge, width, height, colour and hatch of every bar that has a height."""
    return [
        (bar.get_x(), bar.get_width(), bar.get_height(), to_hex(bar.get_facecolor()), bar.get_hatch() or "")
        for bar in ax.patches
        if bar.get_height()
    ]


def legend_of(ax):
    return sorted(text.get_text() for text in ax.get_legend().get_texts())


# --- Distances. ---


def test_of_two_classes_they_are_the_distances_of_note_000_with_the_sign_of_being_right():
    plane = linear(["a", "b"], [3.0, 4.0], -5.0)  # ‖w‖ = 5
    found = signed_distances(plane, X4, ["b", "b", "a", "a"])
    assert found.tolist() == [4.0, -1.0, 0.0, -1.0]
    assert found.tolist() == (np.array([1, 1, -1, -1]) * Hyperplane([3, 4], -5).distance(X4)).tolist()


def test_of_many_classes_it_is_the_least_distance_to_a_rival():
    rng = np.random.default_rng(1)
    w, b, X = (rng.integers(-9, 10, shape).astype(float) for shape in ((4, 3), 4, (30, 3)))
    y = rng.integers(0, 4, 30)
    for found, x, own in zip(signed_distances(linear(range(4), w, b), X, y), X, y, strict=True):
        squares = []
        for rival in set(range(4)) - {own}:
            difference = [F(v) - F(u) for v, u in zip(w[own], w[rival], strict=True)]
            gap = sum(d * F(v) for d, v in zip(difference, x, strict=True)) + F(b[own]) - F(b[rival])
            squares.append(gap * abs(gap) / sum(d * d for d in difference))
        assert found * abs(found) == pytest.approx(float(min(squares)), rel=1e-12)


def test_they_are_negative_just_where_the_prediction_is_wrong():
    X, y, _ = sample("iris")
    for model in (Perceptron(max_iter=3).fit(X, y), VotedPerceptron(max_iter=2).fit(X[::5], y[::5])):
        found = signed_distances(model, X[::3], y[::3])
        assert np.array_equal(found > 0, model.predict(X[::3]) == y[::3])
        assert 0 < np.count_nonzero(found < 0) < 50


def test_of_votes_it_is_the_share_for_the_class_less_the_best_rivals():
    X, y, _ = sample("iris")
    model = VotedPerceptron(max_iter=2).fit(X[::5], y[::5])
    shares = model.decision_function(X[::10])
    own = np.searchsorted(model.classes_, y[::10])
    for found, row, place in zip(signed_distances(model, X[::10], y[::10]), shares, own, strict=True):
        assert found == row[place] - max(np.delete(row, place))
    two = VotedPerceptron().fit(X[:100:5], y[:100:5])
    signs = np.where(y[:100] == "versicolor", 1, -1)
    assert np.array_equal(signed_distances(two, X[:100], y[:100]), signs * two.decision_function(X[:100]))


def test_sparse_rows_and_rows_in_slices_have_the_same_distances(monkeypatch):
    X, y, _ = sample("iris")
    model = Perceptron(max_iter=3).fit(X, y)
    whole = signed_distances(model, X, y)
    assert np.array_equal(signed_distances(model, sp.csr_matrix(X), y), whole)
    monkeypatch.setattr(distances, "NUMBERS_AT_ONCE", 21)
    assert np.array_equal(signed_distances(model, X, y), whole)


def test_a_label_that_the_model_does_not_know_is_infinitely_wrong():
    plane = linear(["a", "b"], [3.0, 4.0], -5.0)
    assert signed_distances(plane, X4, ["b", "c", "a", "c"]).tolist() == [4.0, -math.inf, 0.0, -math.inf]
    X, y, _ = sample("setosa")
    voted = VotedPerceptron().fit(X[::10], y[::10])
    assert signed_distances(voted, X[:2], ["other", "other"]).tolist() == [-1.0, -1.0]
    with pytest.raises(DataError) as error:
        margins(plane, X4, ["c", "d", "c", "c"])
    assert str(error.value) == "y must have labels of the model, 'a', 'b'; got 'c', and none that it knows."


def test_a_plane_alone_is_between_any_two_labels():
    plane = Hyperplane([3, 4], -5)
    assert signed_distances(plane, X4, ["yes", "yes", "no", "no"]).tolist() == [4.0, -1.0, 0.0, -1.0]


def test_without_weights_there_is_no_boundary():
    assert signed_distances(linear([0, 1], [0.0, 0.0], 0.0), X4, [0, 1, 0, 1]).tolist() == [0.0] * 4
    assert signed_distances(linear([0, 1], [0.0, 0.0], 2.0), X4, [0, 1, 0, 1]).tolist() == [-math.inf, math.inf] * 2
    twins = linear([0, 1, 2], [[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]], [0.0, 0.0, 0.0])
    assert signed_distances(twins, [[2.0, 0.0], [-2.0, 0.0]], [0, 0]).tolist() == [0.0, -2.0]


@pytest.mark.parametrize("label", [0, 1, "a"])
def test_a_lone_class_has_its_side(label):
    learner = Learner()
    learner.partial_fit(np.array([[3.0, 4.0]]), [label])
    assert signed_distances(learner, [[3.0, 4.0], [-3.0, -4.0]], [label, label]).tolist() == [26 / 5, -24 / 5]


def test_wrong_rows_are_one_sentence():
    plane = linear(["a", "b"], [3.0, 4.0], -5.0)
    with pytest.raises(DataError, match="X and y must have as many rows; got 4 and 3."):
        margins(plane, X4, ["a", "b", "a"])
    with pytest.raises(DataError, match="X must have 2 features, as in training; got 3."):
        margins(plane, np.ones((2, 3)), ["a", "b"])
    with pytest.raises(DataError, match="model must be fitted before it is drawn"):
        margins(Perceptron(), X4, ["a", "b", "a", "b"])


# --- The histogram. ---


def test_bars_are_numpys_and_zero_is_an_edge():
    values = np.random.default_rng(0).normal(1.0, 1.0, 400)
    ax = margins_histogram(values)
    bars = bars_of(ax)
    assert sum(bar[2] for bar in bars) == 400
    for left, width, height, colour, hatch in bars:
        assert height == np.count_nonzero((values >= left) & (values < left + width * (1 + 1e-12)))
        assert (colour, hatch) == ((WRONG, "///") if left < 0 else (RIGHT, ""))
        assert left / width == pytest.approx(round(left / width), abs=1e-9)
    wrong = np.count_nonzero(values < 0)
    assert legend_of(ax) == sorted([f"{wrong} wrong", f"{400 - wrong} right"])
    assert ax.get_title() == f"{wrong} of 400 rows are wrong"


def test_where_all_are_right_the_smallest_margin_is_marked():
    X, y, _ = sample("setosa")
    model = Perceptron().fit(X, y)
    ax = margins(model, X, y)
    smallest = Hyperplane.of(model).margin(X, np.where(y == "setosa", 1, -1))
    assert [line.get_xdata()[0] for line in ax.lines] == [0.0, pytest.approx(smallest, rel=1e-12)]
    assert legend_of(ax) == ["150 right", f"smallest margin {smallest:.4g}"]
    assert ax.get_title() == "All 150 rows are right"
    assert ax.get_xlabel() == "distance to the boundary"
    assert all(bar[0] >= 0 for bar in bars_of(ax))


def test_one_far_row_does_not_flatten_the_others_and_is_said():
    values = np.append(np.linspace(-1.0, 2.0, 100), 1e6)
    ax = margins_histogram(values)
    assert ax.get_xlim()[1] < 3
    assert sum(bar[2] for bar in bars_of(ax)) == 101
    assert ax.get_xlabel() == "distance to the boundary\n1 row farther than 2: in the outermost bars"
    assert "farther" not in margins_histogram(values[:-1]).get_xlabel()
    few = margins_histogram([1.0, 2.0, 3.0, -math.inf])
    assert few.get_xlim()[0] > -4
    assert few.get_xlabel().endswith("1 row farther than 3: in the outermost bars")
    assert bars_of(few)[0][2:] == (1, WRONG, "///")


def test_rows_on_the_boundary_are_neither_right_nor_wrong():
    ax = margins(linear([0, 1], [0.0, 0.0], 0.0), X4, [0, 1, 0, 1])
    (bar,) = bars_of(ax)
    assert (bar[0] + bar[1] / 2, bar[2]) == (0.0, 4)
    assert legend_of(ax) == ["4 on the boundary"]
    assert ax.get_title() == "All 4 rows are on the boundary"
    some = margins_histogram([0.0, 0.0, 1.0, -1.0, 2.0])
    assert legend_of(some) == ["1 wrong", "2 on the boundary", "2 right"]
    assert sum(bar[2] for bar in bars_of(some)) == 5


def test_infinite_distances_alone_are_two_bars():
    ax = margins_histogram([math.inf, math.inf, -math.inf])
    assert [(bar[2], bar[3]) for bar in bars_of(ax)] == [(1, WRONG), (2, RIGHT)]
    assert legend_of(ax) == ["1 wrong", "2 right"]


def test_the_axis_says_what_the_distances_are():
    X, y, _ = sample("iris")
    assert distance_name(Perceptron(max_iter=1).fit(X, y)) == "distance to the boundary of its class"
    voted = VotedPerceptron().fit(X[:100:10], y[:100:10])
    ax = margins(voted, X[:100:10], y[:100:10])
    assert ax.get_xlabel() == distance_name(voted) == "share of votes for its class, less the best rival's"


def test_axes_in_axes_out_in_their_ink():
    from matplotlib import pyplot

    with style("dark"):
        ax = pyplot.figure().add_subplot()
        assert margins_histogram([1.0, -2.0], ax=ax) is ax
    assert to_rgba(ax.lines[0].get_color()) == to_rgba("#e8e8e8")


@pytest.mark.parametrize(("given", "named"), [([], "none"), ([1.0, math.nan], "NaN")])
def test_distances_that_are_none_are_one_sentence(given, named):
    with pytest.raises(DataError, match=f"distances must be numbers, at least one; got {named}."):
        margins_histogram(given)
