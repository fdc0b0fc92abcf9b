"""Models: frozen, and right at zero."""

import dataclasses

import numpy as np
import pytest

from rosenblatt.data.blocks import block_of
from rosenblatt.errors import DataError
from rosenblatt.learners import Averaged, Perceptron, Voted
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.linear import LinearModel, Model


@pytest.mark.parametrize(("at_zero", "label"), [("mistake", -1), ("positive", 1), ("negative", -1)])
def test_two_classes_at_zero(at_zero, label):
    model = LinearModel(np.array([-1, 1]), 1, at_zero, Weights(np.array([[1.0]]), np.zeros(1)))
    assert model.predict([[0.0], [2.0], [-2.0]]).tolist() == [label, 1, -1]


@pytest.mark.parametrize(("at_zero", "label"), [("mistake", "a"), ("positive", "c"), ("negative", "a")])
def test_many_classes_on_a_tie(at_zero, label):
    model = LinearModel(np.array(["a", "b", "c"]), 1, at_zero, Weights(np.array([[1.0], [2.0], [-3.0]]), np.zeros(3)))
    assert model.predict([[0.0], [1.0], [-1.0]]).tolist() == [label, "b", "c"]


@pytest.mark.parametrize(("at_zero", "label"), [("mistake", 0), ("positive", 2), ("negative", 0)])
def test_votes_on_a_tie(at_zero, label):
    learner = Voted(at_zero=at_zero, order="given", max_iter=1, fit_intercept=False)
    learner.fit([[1.0], [2.0], [-1.0]], [0, 1, 2])
    assert learner.model.predict([[0.0]]).tolist() == [label]


def test_models_are_frozen_and_stay_when_learning_goes_on():
    learner = Averaged().partial_fit([[1.0], [-1.0]], [1, 0])
    model = learner.model
    before = model.weights.w.copy()
    learner.partial_fit([[-3.0], [3.0]], [1, 0])
    assert model.weights.w.tolist() == before.tolist()
    assert learner.model.weights.w.tolist() != before.tolist()
    with pytest.raises(dataclasses.FrozenInstanceError):
        model.at_zero = "positive"
    last = Perceptron().partial_fit([[1.0], [-1.0]], [1, 0])
    model = last.model
    before = model.weights.w.copy()
    last.partial_fit([[-3.0], [3.0]], [1, 0])
    assert model.weights.w.tolist() == before.tolist()


def test_rows_must_fit_the_model():
    model = Perceptron().fit([[1.0], [-1.0]], [1, 0]).model
    with pytest.raises(DataError, match="X must have 1 features, as in training; got 2"):
        model.predict([[1.0, 2.0]])
    with pytest.raises(DataError, match="NaN"):
        model.predict([[np.nan]])


def test_scores_that_overflow_have_no_sign():
    model = LinearModel(np.array([0, 1]), 2, "mistake", Weights(np.array([[1e200, -1e200]]), np.zeros(1)))
    assert model.predict([[1.0, 2.0]]).tolist() == [0]
    assert model.predict([[1e100, 2e99]]).tolist() == [1]
    for method in (model.predict, model.decision_function):
        with pytest.raises(DataError, match="Scores must stay finite; that of row 1 overflows: scale the features"):
            method([[1.0, 2.0], [1e200, 1e200]])


def test_more_rows_than_vote_together():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 3))
    model = Voted(max_iter=1).fit(X[:40], X[:40, 0] > 0).model
    parts = np.concatenate([model.decision_function(X[:7]), model.decision_function(X[7:])])
    np.testing.assert_array_equal(model.decision_function(X), parts)


def test_a_model_says_what_it_is():
    bare = Model(np.array([0, 1]), 1, "mistake")
    for method in (bare.scores, bare.winners):
        with pytest.raises(NotImplementedError):
            method(block_of([[1.0]]))
