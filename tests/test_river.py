"""River's own checks, its pipelines and its metrics."""

import importlib
import math
import random
import sys

import pytest
from river import base, checks, datasets, ensemble, evaluate, feature_extraction, metrics, multiclass, preprocessing

import rosenblatt
from rosenblatt import online
from rosenblatt.river import (
    AveragedPerceptron,
    MarginPerceptron,
    NormalizedPerceptron,
    PAClassifier,
    PassiveAggressiveClassifier,
    Perceptron,
)

CLASSES = (
    *(Perceptron, AveragedPerceptron, MarginPerceptron, NormalizedPerceptron),
    *(PAClassifier, PassiveAggressiveClassifier),
)
CHECKS = [
    pytest.param(cls, check, id=f"{cls.__name__}-{number}-{check.__name__}")
    for cls in CLASSES
    for number, check in enumerate(checks.yield_checks(cls()))
]


@pytest.mark.compiled
@pytest.mark.conformance
@pytest.mark.parametrize(("cls", "check"), CHECKS)
def test_rivers_checks(cls, check):
    check(cls().clone())


def test_rivers_checks_are_all_run():
    """As check_estimator runs them; none is skipped, and they are classifiers of two or more classes to River."""
    assert len(CHECKS) >= 40 * len(CLASSES)
    for cls in CLASSES:
        assert not cls()._unit_test_skips()
        assert isinstance(cls(), base.Classifier)
        assert cls()._multiclass


@pytest.mark.compiled
@pytest.mark.parametrize(("cls", "least"), [(Perceptron, 0.8584), (AveragedPerceptron, 0.8584)])
def test_phishing_is_predicted_at_least_as_well_as_by_river(cls, least):
    """River's own perceptron has a progressive accuracy of 85.84 % in this pipeline."""
    score = evaluate.progressive_val_score(
        datasets.Phishing(), preprocessing.StandardScaler() | cls(), metrics.Accuracy()
    )
    assert score.get() >= least


def examples(n_classes, count=300, seed=7):
    """Rows of three features, whose class is that of the largest; True and False where there are two."""
    rng = random.Random(seed)
    for _ in range(count):
        x = {name: rng.gauss(0.0, 1.0) for name in "abc"}
        yield x, (x["a"] > x["b"] if n_classes == 2 else max(x, key=x.get))


WRAPPERS = {
    "bagging": (2, lambda model: ensemble.BaggingClassifier(model, n_models=3, seed=1)),
    "bagging of many": (3, lambda model: ensemble.BaggingClassifier(model, n_models=3, seed=1)),
    "ADWIN bagging": (2, lambda model: ensemble.ADWINBaggingClassifier(model, n_models=3, seed=1)),
    "one against the rest": (3, lambda model: multiclass.OneVsRestClassifier(model)),
    "voting": (3, lambda model: ensemble.VotingClassifier([model, AveragedPerceptron()])),
}


@pytest.mark.parametrize("cls", [Perceptron, AveragedPerceptron])
@pytest.mark.parametrize("name", WRAPPERS)
def test_rivers_wrappers(cls, name):
    n_classes, wrapper = WRAPPERS[name]
    score = evaluate.progressive_val_score(examples(n_classes), wrapper(cls()), metrics.Accuracy())
    assert score.get() > 0.8


@pytest.mark.parametrize("cls", [Perceptron, AveragedPerceptron])
def test_rivers_metrics_of_probabilities(cls):
    assert evaluate.progressive_val_score(examples(2), cls(), metrics.ROCAUC()).get() > 0.9
    assert evaluate.progressive_val_score(examples(2), cls(), metrics.LogLoss()).get() < 0.5


@pytest.mark.parametrize("cls", [Perceptron, AveragedPerceptron])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_probabilities_are_the_softmax_of_scores_and_agree_with_the_prediction(cls, n_classes):
    model = cls()
    for x, y in examples(n_classes):
        shares = model.predict_proba_one(x)
        assert next(iter(shares), None) == max(shares, key=shares.get, default=None) == model.predict_one(x)
        model.learn_one(x, y)
    scores = model.model.decision_function([[x[name] for name in model.feature_names]])[0]
    scores = [0.0, scores] if n_classes == 2 else scores
    total = sum(map(math.exp, scores))
    expected = {label: math.exp(a) / total for label, a in zip(model.model.classes.tolist(), scores, strict=True)}
    assert model.predict_proba_one(x) == pytest.approx(expected)


def test_probabilities_rise_with_the_score():
    model = Perceptron(fit_intercept=False)
    model.learn_one({"a": 1.0}, True)
    model.learn_one({"a": -1.0}, False)
    shares = [model.predict_proba_one({"a": a})[True] for a in (-1e300, -1.0, 0.0, 1e-9, 1.0, 2.0, 1e300)]
    assert shares == sorted(shares)
    assert (shares[0], shares[2], shares[-1]) == (0.0, 0.5, 1.0)


@pytest.mark.parametrize("at_zero", ["mistake", "positive", "negative"])
def test_probabilities_while_little_is_known(at_zero):
    model = Perceptron(classes=["a", "b", "c"], at_zero=at_zero)
    shares = model.predict_proba_one({"x": 1.0})
    assert shares == pytest.approx(dict.fromkeys("abc", 1 / 3))
    assert max(shares, key=shares.get) == model.predict_one({"x": 1.0})
    assert Perceptron().predict_proba_one({"x": 1.0}) == {}
    lone = Perceptron()
    lone.learn_one({"x": 1.0}, "a")
    assert lone.predict_proba_one({"x": -9.0}) == {"a": 1.0}
    with pytest.raises(rosenblatt.DataError, match="got nan for 'x'"):
        lone.predict_proba_one({"x": math.nan})


def test_in_a_pipeline_it_is_the_online_learner():
    texts = [("free money now", "spam"), ("meeting at noon", "ham"), ("money at noon", "ham"), ("free free", "spam")]
    pipeline = feature_extraction.BagOfWords(lowercase=True) | Perceptron()
    alone, bag = online.Perceptron(), feature_extraction.BagOfWords(lowercase=True)
    for text, label in texts * 3:
        pipeline.learn_one(text, label)
        alone.learn_one(dict(bag.transform_one(text)), label)
    assert pipeline[-1].weights == alone.weights
    assert pipeline.predict_one("free money") == "spam"


def test_parameters_are_cloned():
    model = Perceptron(features=["a", "b"], at_zero="positive", eta0=0.5)
    twin = model.clone({"eta0": 0.25})
    assert (twin.feature_names, twin.at_zero, twin.eta0, twin.n_examples) == (["a", "b"], "positive", 0.25, 0)


def test_without_river_it_says_what_to_install(monkeypatch):
    monkeypatch.delitem(sys.modules, "rosenblatt.river")
    monkeypatch.setitem(sys.modules, "river", None)
    with pytest.raises(ModuleNotFoundError, match=r"rosenblatt.river needs River: pip install"):
        importlib.import_module("rosenblatt.river")
