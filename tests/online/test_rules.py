"""Rules for one example at a time: the bits of ``partial_fit``, counts of updates, and River's own class."""

import copy
import pickle

import pytest
from helpers.bits import bits, examples
from river import linear_model

import rosenblatt
from rosenblatt import OptionError, learners, online, river
from rosenblatt.conventions import RULES

NAMES = ["k", "b", "c", "j", "e", "d", "g", "h", "i", "a", "f"]
OTHERS = [rule for rule in RULES if rule != "perceptron"]
NAMED = {
    online.MarginPerceptron: {"rule": "margin", "margin": 1.0},
    online.NormalizedPerceptron: {"rule": "normalized"},
    online.PassiveAggressiveClassifier: {"rule": "pa1", "C": 1.0},
}


def dicts(X):
    return [dict(zip(NAMES, row, strict=True)) for row in X.tolist()]


def taught(model, X, y):
    for x, label in zip(dicts(X), y.tolist(), strict=True):
        model.learn_one(x, label)
    return model


def outcome(learner, X):
    return [*bits(learner, X), learner.report.updates, learner.report.zero_rows]


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("rule", OTHERS)
@pytest.mark.parametrize("name", ["Perceptron", "Averaged"])
def test_a_loop_of_learn_one_is_partial_fit_is_fit(name, rule, n_classes):
    X, y = examples(n_classes)
    twin, cls = getattr(learners, name), {"Averaged": online.AveragedPerceptron}.get(name, online.Perceptron)
    expected = outcome(twin(rule=rule, order="given", max_iter=1).fit(X, y), X)
    model = taught(cls(rule=rule), X, y)
    assert outcome(model._singles.settled(), X) == expected
    assert (model.n_mistakes, model.n_updates) == (model.report.n_mistakes, model.report.updates)
    assert outcome(twin(rule=rule).partial_fit(X, y), X) == expected


@pytest.mark.parametrize("cls", NAMED)
def test_a_named_class_is_its_rule(cls, tmp_path):
    X, y = examples(3)
    model = taught(cls(), X[:30], y[:30])
    rosenblatt.save(tmp_path / "m", model)
    for half in (model, copy.deepcopy(model), pickle.loads(pickle.dumps(model)), rosenblatt.load(tmp_path / "m")):
        assert type(half) is cls
        expected = outcome(learners.Perceptron(**NAMED[cls]).partial_fit(X, y), X)
        assert outcome(taught(half, X[30:], y[30:])._singles.settled(), X) == expected


def test_squared_hinge_is_pa2():
    X, y = examples(2)
    model = taught(online.PassiveAggressiveClassifier(C=0.25, loss="squared_hinge"), X, y)
    expected = outcome(learners.Perceptron(rule="pa2", C=0.25).partial_fit(X, y), X)
    assert outcome(model._singles.settled(), X) == expected
    with pytest.raises(OptionError, match="loss must be one of 'hinge', 'squared_hinge'; got 'log'."):
        online.PassiveAggressiveClassifier(loss="log")


@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("learn_intercept", [False, True])
def test_rivers_class_with_one_import_changed(mode, learn_intercept, tmp_path):
    X, y = examples(2)
    options = {"C": 0.3, "mode": mode, "learn_intercept": learn_intercept}
    ours, theirs = river.PAClassifier(**options), linear_model.PAClassifier(**options)
    for x, label in zip(dicts(X), (y > 0).tolist(), strict=True):
        ours.learn_one(x, label)
        theirs.learn_one(x, label)
    for name, weight in ours.weights.items():
        assert weight == pytest.approx(theirs.weights[name], rel=1e-9, abs=1e-9)
    assert ours.intercept == pytest.approx(theirs.intercept, rel=1e-9, abs=1e-9)
    assert ours.clone().C == 0.3
    rosenblatt.save(tmp_path / "m", ours)
    assert rosenblatt.load(tmp_path / "m").weights == ours.weights


def test_steps_that_would_overflow_are_refused_and_change_nothing():
    """A tiny row asks for a step of 1e200, and the next for more than a float can hold."""
    model = online.Perceptron(rule="pa")
    model.learn_one({"a": 1.0}, True)
    model.learn_one({"a": 1e-100}, False)
    before = model.weights, model.bias, model.n_examples
    assert abs(model.bias) > 1e199
    with pytest.raises(rosenblatt.TrainingOverflow, match="Training overflowed"):
        model.learn_one({"a": 1e-100}, True)
    assert (model.weights, model.bias, model.n_examples) == before


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: online.MarginPerceptron(margin=-1), "margin must be a finite number, at least 0; got -1."),
        (lambda: online.PassiveAggressiveClassifier(C=0), "C must be a finite number above 0; got 0."),
        (lambda: river.PAClassifier(C=-0.5), "C must be a finite number above 0; got -0.5."),
        (lambda: river.PAClassifier(mode=3), "mode must be 0, 1 or 2; got 3."),
    ],
)
def test_bad_parameters_get_one_sentence(call, text):
    with pytest.raises(OptionError) as refused:
        call()
    assert str(refused.value) == text
