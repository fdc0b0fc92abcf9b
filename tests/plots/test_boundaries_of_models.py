"""Boundaries of models without weights, of many classes, and of votes."""

import numpy as np
import pytest
from helpers.boundaries import FOUR, NOTE, SIGNS, boundary_ends, drawn, legend_of, linear, rows_under
from matplotlib.colors import to_rgba

from rosenblatt import AveragedPerceptron, Perceptron, VotedPerceptron, sample
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.linear import LinearModel
from rosenblatt.plots import regions as pixel_regions
from rosenblatt.plots.axes import colour_of
from rosenblatt.plots.boundaries import boundary


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
