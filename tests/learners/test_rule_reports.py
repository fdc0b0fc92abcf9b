"""Reports of runs under the update rules: nothing overflows in silence, and the words are true."""

import inspect

import numpy as np
import pytest

import rosenblatt
from rosenblatt import OptionError, TrainingOverflow, learners, online, river
from rosenblatt.conventions import RULES

OF_NORM = ["normalized", "pa", "pa1", "pa2"]
ZEROS = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0], [-1.0, -2.0], [-2.0, -1.0]]), np.array([1, 1, 1, 0, 0])


@pytest.mark.parametrize("order", ["given", "first-mistake", "random-mistake", "all-mistakes"])
@pytest.mark.parametrize("rule", OF_NORM)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_norm_that_overflows_is_refused(rule, order, n_classes):
    X = np.array([[1e155, 1.0], [-1e155, 1.0], [1.0, 1e155]])[: max(2, n_classes)]
    with pytest.raises(TrainingOverflow, match="scores and steps must stay finite, and one of row"):
        learners.Perceptron(rule=rule, order=order).fit(X, np.arange(n_classes))


@pytest.mark.parametrize("rule", OF_NORM)
def test_a_norm_that_overflows_is_refused_one_at_a_time(rule):
    model = online.Perceptron(rule=rule)
    with pytest.raises(TrainingOverflow):
        model.learn_one({"a": 1e155}, "x")
    assert model.n_examples == 0


def test_the_line_of_updates_tells_why_they_differ():
    X, y = ZEROS
    lines = dict(learners.Perceptron(rule="normalized", fit_intercept=False, max_iter=3).fit(X, y).report.lines())
    assert lines["updates"] == "1; rows of zeros make none"
    lines = dict(learners.Perceptron(rule="margin", margin=30, max_iter=3).fit(X, y).report.lines())
    assert lines["updates"].endswith("; some are of rows within the margin")


@pytest.mark.parametrize("order", ["first-mistake", "random-mistake"])
def test_a_search_that_passes_over_rows_of_zeros_says_so(order):
    report = learners.Perceptron(rule="pa", order=order, fit_intercept=False).fit(*ZEROS).report
    assert (report.reason, report.errors) == ("converged", 1)
    assert report.explanation == "no mistake is left that an update can answer"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_of_zeros_are_those_whose_squared_norm_is_zero(dtype):
    X = np.array([[0.0, 0.0], [0.0, 1e-30], [1e-170, 0.0], [1e-162, 1e-163], [0.0, -3.0]], dtype)
    expected = int(sum(float(row @ row) == 0.0 for row in X.astype(np.float64)))
    y = [0, 1, 0, 1, 0]
    assert learners.Perceptron(rule="pa2", max_iter=1).fit(X, y).report.zero_rows == expected


def test_last_weights_warn_if_they_do_not_converge():
    X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1]
    for model in (
        rosenblatt.MarginPerceptron(max_iter=3),
        rosenblatt.NormalizedPerceptron(max_iter=3),
        rosenblatt.PassiveAggressiveClassifier(max_iter=3),
    ):
        with pytest.warns(match=f"{type(model).__name__} did not converge: the last allowed epoch ended, and") as seen:
            model.fit(X, y)
        assert seen[0].filename == __file__
    rosenblatt.PassiveAggressiveClassifier(max_iter=3, average=True).fit(X, y)  # a warning would be an error


def test_a_fitted_classifier_whose_average_was_changed_is_saved_and_loaded(tmp_path):
    X, y = ZEROS
    for average in (False, True):
        model = rosenblatt.PassiveAggressiveClassifier(average=average).fit(X, y).set_params(average=not average)
        rosenblatt.save(tmp_path / "m", model)
        loaded = rosenblatt.load(tmp_path / "m")
        assert loaded.average is not average
        assert loaded.decision_function(X).tobytes() == model.decision_function(X).tobytes()


@pytest.mark.parametrize(
    "call",
    [
        lambda: river.PAClassifier(mode=1.0),
        lambda: river.PAClassifier(mode=np.array([0, 1])),
        lambda: river.PAClassifier(mode=0, C=-1),
        lambda: river.PAClassifier(mode=0, C="x"),
        lambda: online.MarginPerceptron(margin=None),
        lambda: online.PassiveAggressiveClassifier(C=None),
        lambda: rosenblatt.PassiveAggressiveClassifier(C=10**400).fit(*ZEROS),
        lambda: rosenblatt.PassiveAggressiveClassifier(C=None).fit(*ZEROS),
        lambda: rosenblatt.PassiveAggressiveClassifier(C=5e-324).fit(*ZEROS),
        lambda: rosenblatt.PassiveAggressiveClassifier(average=10).fit(*ZEROS),
        lambda: rosenblatt.PassiveAggressiveClassifier(average=np.array([1, 2])).fit(*ZEROS),
        lambda: rosenblatt.MarginPerceptron(margin=10**400).fit(*ZEROS),
        lambda: rosenblatt.MarginPerceptron(margin=None).fit(*ZEROS),
        lambda: rosenblatt.MarginPerceptron(margin=True).fit(*ZEROS),
    ],
)
def test_parameters_of_no_use_are_refused(call):
    with pytest.raises(OptionError, match=r"^(mode|C|margin|average) must be .*; got .*\.$"):
        call()


def test_every_rule_ends_the_same_set():
    X, y = ZEROS
    for rule in RULES:
        report = learners.Perceptron(rule=rule, max_iter=500).fit(X[1:], y[1:]).report
        assert (report.reason, report.errors, report.zero_rows) == ("converged", 0, 0)


def test_the_classifier_takes_every_parameter_of_scikit_learns():
    theirs = ["C", "fit_intercept", "max_iter", "tol", "early_stopping", "validation_fraction", "n_iter_no_change"]
    theirs += ["shuffle", "verbose", "loss", "n_jobs", "random_state", "warm_start", "class_weight", "average"]
    assert [*inspect.signature(rosenblatt.PassiveAggressiveClassifier).parameters][: len(theirs)] == theirs
