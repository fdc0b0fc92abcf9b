"""River's own checks, its pipelines and its metrics."""

import importlib
import sys

import pytest
from river import base, checks, datasets, evaluate, feature_extraction, metrics, preprocessing

from rosenblatt import online
from rosenblatt.river import AveragedPerceptron, Perceptron

CHECKS = [
    pytest.param(cls, check, id=f"{cls.__name__}-{number}-{check.__name__}")
    for cls in (Perceptron, AveragedPerceptron)
    for number, check in enumerate(checks.yield_checks(cls()))
]


@pytest.mark.compiled
@pytest.mark.conformance
@pytest.mark.parametrize(("cls", "check"), CHECKS)
def test_rivers_checks(cls, check):
    check(cls().clone())


def test_rivers_checks_are_all_run():
    """As check_estimator runs them; none is skipped, and they are classifiers of two or more classes to River."""
    assert len(CHECKS) >= 2 * 40
    for cls in (Perceptron, AveragedPerceptron):
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
