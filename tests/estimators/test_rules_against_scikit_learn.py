"""PA-I and PA-II against scikit-learn's SGDClassifier, whose loop is that of its passive-aggressive classifier."""

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn
from sklearn.linear_model import SGDClassifier
from sklearn.utils.fixes import parse_version

from rosenblatt.learners import Perceptron

SMALLEST_STEP = 1e-12  # after a step y·a is 1 ± ulp, so that smaller steps are rounding
CASES = [(np.asarray, True), (np.asarray, False), (sp.csr_matrix, False)]  # its sparse intercept learns at rate 0.01


def examples(seed, n=40, d=7):
    """Rows on which many updates are made: noisy labels, a zero row, and a row that comes twice."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * rng.choice([0.3, 1.0, 3.0], size=(n, 1))
    X[rng.random(X.shape) < 0.3] = 0.0
    X[4], X[6] = 0.0, X[5]
    return X, np.where(X @ rng.normal(size=d) + 0.7 * rng.normal(size=n) > 0, 1, -1)


def sgd(rule, C, bias, epochs):
    options = {"fit_intercept": bias, "shuffle": False, "tol": None, "max_iter": epochs}
    if parse_version(sklearn.__version__) < parse_version("1.8"):  # the same loop, under its old name
        from sklearn.linear_model import PassiveAggressiveClassifier

        loss = {"pa1": "hinge", "pa2": "squared_hinge"}[rule]
        return PassiveAggressiveClassifier(C=C, loss=loss, **options)
    return SGDClassifier(loss="hinge", penalty=None, learning_rate=rule, eta0=C, **options)


def ours(rule, C, bias, epochs):
    options = {"order": "given", "max_iter": epochs, "stop_when_converged": False}
    return Perceptron(rule=rule, C=C, fit_intercept=bias, **options)


def their_updates(rule, C, bias, X, y, epochs):
    """Visits of scikit-learn that moved its weights by a step, found by learning one row at a time."""
    model, visits = sgd(rule, C, bias, 1), []
    before = np.zeros(X.shape[1] + 1)
    for visit, i in enumerate(list(range(len(y))) * epochs):
        model.partial_fit(X[i : i + 1], y[i : i + 1], classes=[-1, 1])
        after = np.append(model.coef_[0], model.intercept_)
        row = np.append(X[i], float(bias))
        if row.any() and np.abs(after - before).max() > SMALLEST_STEP * np.abs(row).max():
            visits.append(visit)
        before = after
    return visits


def our_updates(learner):
    """Visits of a learner with an update by a step, as they will be made."""
    visits = []

    def note(examples, rows, mistakes):
        steps = np.broadcast_to(mistakes.step, len(mistakes.row))
        visits.extend((mistakes.when[steps > SMALLEST_STEP] - 1).tolist())

    learner.on_visits = note
    return visits


@pytest.mark.parametrize("epochs", [1, 3])
@pytest.mark.parametrize("C", [0.03, 1.0, 20.0])
@pytest.mark.parametrize("rule", ["pa1", "pa2"])
@pytest.mark.parametrize(("form", "bias"), CASES)
def test_weights(form, bias, rule, C, epochs):
    for seed in range(3):
        X, y = examples(seed)
        theirs = sgd(rule, C, bias, epochs).fit(form(X), y)
        weights = ours(rule, C, bias, epochs).fit(form(X), y).model.weights
        scale = np.abs(theirs.coef_).max()
        np.testing.assert_allclose(weights.w, theirs.coef_, rtol=1e-9, atol=1e-9 * scale)
        np.testing.assert_allclose(weights.b, theirs.intercept_, rtol=1e-9, atol=1e-9 * scale)


@pytest.mark.parametrize("epochs", [1, 3])
@pytest.mark.parametrize("C", [0.03, 1.0, 20.0])
@pytest.mark.parametrize("rule", ["pa1", "pa2"])
@pytest.mark.parametrize("bias", [True, False])
def test_updates_on_the_same_rows(bias, rule, C, epochs):
    for seed in range(2):
        X, y = examples(seed)
        learner = ours(rule, C, bias, epochs)
        visits = our_updates(learner)
        learner.fit(X, y)
        if not bias:  # an update of PA-II on the zero row moves nothing that could be watched
            visits = [visit for visit in visits if X[visit % len(y)].any()]
        assert visits == their_updates(rule, C, bias, X, y, epochs)
        assert 0 < len(visits) < epochs * len(y)


def test_weights_of_rows_multiply_the_step_after_the_limit():
    X, y = examples(0)
    weights = np.random.default_rng(1).choice([0.5, 1.0, 4.0], len(y))
    for rule in ("pa1", "pa2"):
        theirs = sgd(rule, 0.1, True, 2).fit(X, y, sample_weight=weights)
        model = ours(rule, 0.1, True, 2).fit(X, y, sample_weight=weights).model
        np.testing.assert_allclose(model.weights.w, theirs.coef_, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(model.weights.b, theirs.intercept_, rtol=1e-9, atol=1e-9)
