"""Online models are loaded from their files as they were saved, whatever they were taught."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, strategies as st

import rosenblatt
from rosenblatt import learners, online
from rosenblatt.learners.classes import Classes
from rosenblatt.trained.model_files import predictor_of

EXTREMES = (0.0, -0.0, 1.0, -2.5, 5e-324, 1e-162, 2.0**53, 1e150, -1.7e308)
WEIGHTS = (0.0, 1.0, 0.5, 5e-324, 1e-200, 1e200, 1.7e308)
LABELS = (["x"], ["x", "y"], ["a", "b", "a longer one", ""], [0, 1], [-1, 1], [False, True], [0, 0.5, 2**62])
NAMES = (["a", "b", "c"], [0, 3, 1], ["a", 1, None, 1.5, True])

values = st.sampled_from(EXTREMES)
options = st.fixed_dictionaries({
    "at_zero": st.sampled_from(["mistake", "positive", "negative"]),
    "eta0": st.sampled_from([1.0, 5e-324, 1e200]),
    "fit_intercept": st.booleans(),
})  # fmt: skip


@st.composite
def histories(draw):
    labels, names = draw(st.sampled_from(LABELS)), draw(st.sampled_from(NAMES))
    x = st.dictionaries(st.sampled_from(names), values, max_size=3)
    return draw(st.lists(st.tuples(x, st.sampled_from(labels), st.sampled_from(WEIGHTS)), max_size=6))


def assert_loaded_as_saved(model, folder):
    first, second = folder / "first.perceptron", folder / "second.perceptron"
    rosenblatt.save(first, model)
    loaded = rosenblatt.load(first)
    rosenblatt.save(second, loaded)
    assert first.read_bytes() == second.read_bytes()
    return loaded


@given(st.sampled_from([online.Perceptron, online.AveragedPerceptron]), options, histories())
def test_every_history_is_loaded_as_it_was_saved(tmp_path_factory, cls, own, history):
    model = cls(**own)
    for x, y, w in history:
        with suppress(rosenblatt.RosenblattError):  # refused, and nothing has changed
            model.learn_one(x, y, w)
    loaded = assert_loaded_as_saved(model, tmp_path_factory.mktemp("saved"))
    assert (loaded.n_examples, loaded.n_mistakes, loaded.feature_names) == (
        model.n_examples, model.n_mistakes, model.feature_names
    )  # fmt: skip


@pytest.mark.parametrize("x", [{"a": 1.0}, {3: 1.0}, {}])
def test_a_row_of_weight_zero_alone(tmp_path, x):
    model = online.Perceptron()
    model.learn_one(x, "x", 0.0)
    loaded = assert_loaded_as_saved(model, tmp_path)
    for one in (model, loaded):
        one.learn_one({**x, **x}, "y")
    assert loaded.predict_one(x) == model.predict_one(x) == "y"
    assert loaded.weights == model.weights


def test_norms_that_overflow(tmp_path):
    model = online.Perceptron()
    model.learn_one({"a": 1.7e308, "b": 1.7e308}, "x")
    assert np.isinf(assert_loaded_as_saved(model, tmp_path).report.radius)


def test_weights_that_overflow_before_the_rate_makes_them_small(tmp_path):
    model = online.AveragedPerceptron(eta0=5e-324, fit_intercept=False)
    model.learn_one({}, "x")
    with pytest.raises(rosenblatt.TrainingOverflow):
        model.learn_one({}, "x", 1.7e308)
    assert_loaded_as_saved(model, tmp_path)


@pytest.mark.parametrize("algorithm", [learners.Perceptron, learners.Averaged, learners.Voted, learners.Pocket])
def test_learners_of_rows_of_weight_zero_alone(tmp_path, algorithm):
    learner = algorithm().partial_fit(np.array([[1.0]]), ["x"], sample_weight=[0.0])
    assert_loaded_as_saved(learner, tmp_path)


def test_what_has_no_class_cannot_predict(tmp_path):
    learner = learners.Perceptron().partial_fit(np.array([[1.0]]), ["x"], sample_weight=[0.0])
    learner.classes = Classes()
    rosenblatt.save(tmp_path / "m", learner)
    with pytest.raises(rosenblatt.DataError, match="must be taught before it has a model"):
        predictor_of(tmp_path / "m")
