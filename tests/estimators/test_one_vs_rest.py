"""One perceptron per class, against scikit-learn's OneVsRestClassifier over our estimators of two classes."""

import numpy as np
import pytest
from helpers.bits import examples
from sklearn.base import clone
from sklearn.multiclass import OneVsRestClassifier

import rosenblatt

WITHOUT_END = {"order": "given", "max_iter": 5, "stop_when_converged": False, "n_iter_no_change": None}
KINDS = (
    rosenblatt.Perceptron,
    rosenblatt.AveragedPerceptron,
    rosenblatt.MarginPerceptron,
    rosenblatt.NormalizedPerceptron,
    rosenblatt.PassiveAggressiveClassifier,
)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_the_weights_are_those_of_scikit_learns_meta_estimator(kind):
    X, y = examples(4, n=61)
    meta = OneVsRestClassifier(kind(**WITHOUT_END)).fit(X, y)
    model = kind(multiclass="one-vs-rest", **WITHOUT_END).fit(X, y)
    assert model.coef_.tobytes() == np.concatenate([each.coef_ for each in meta.estimators_]).tobytes()
    assert model.intercept_.tobytes() == np.concatenate([each.intercept_ for each in meta.estimators_]).tobytes()
    assert model.predict(X).tolist() == meta.predict(X).tolist()
    assert model.report_.n_mistakes == sum(each.report_.n_mistakes for each in meta.estimators_)


def test_the_votes_are_those_of_scikit_learns_meta_estimator():
    X, y = examples(4, n=61)
    meta = OneVsRestClassifier(rosenblatt.VotedPerceptron(**WITHOUT_END)).fit(X, y)
    model = rosenblatt.VotedPerceptron(multiclass="one-vs-rest", **WITHOUT_END).fit(X, y)
    scores = np.column_stack([each.decision_function(X) for each in meta.estimators_])
    assert model.decision_function(X).tobytes() == np.ascontiguousarray(scores).tobytes()
    assert model.predict(X).tolist() == model.classes_[scores.argmax(axis=1)].tolist()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_the_parameter_is_known_everywhere(tmp_path):
    X, y = examples(4, n=22)
    for kind in (*KINDS, rosenblatt.VotedPerceptron, rosenblatt.PocketPerceptron):
        model = kind(multiclass="one-vs-rest", max_iter=3)
        assert clone(model).get_params()["multiclass"] == "one-vs-rest"
        assert kind().get_params()["multiclass"] == "argmax"
        model.fit(X, y)
        assert model.learner_.options.one_vs_rest
        rosenblatt.save(tmp_path / "model.perceptron", model)
        loaded = rosenblatt.load(tmp_path / "model.perceptron")
        assert loaded.get_params() == model.get_params()
        assert loaded.decision_function(X).tobytes() == model.decision_function(X).tobytes()


def test_warm_starts_go_on():
    X, y = examples(4, n=41)
    model = rosenblatt.AveragedPerceptron(multiclass="one-vs-rest", warm_start=True, **WITHOUT_END).fit(X, y)
    before = model.learner_.weights.view.w.copy()
    model.fit(X, y)
    again = rosenblatt.AveragedPerceptron(multiclass="one-vs-rest", **WITHOUT_END).fit(X, y)
    assert again.learner_.weights.view.w.tobytes() == before.tobytes()
    assert model.learner_.weights.view.w.tobytes() != before.tobytes()
