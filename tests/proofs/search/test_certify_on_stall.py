"""A run that stalls asks for a certificate: it ends with the proof, or goes on until it converges."""

import pickle
import signal

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.algorithms import ESTIMATORS
from helpers.sets import SLOW, XOR
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from rosenblatt import (
    OptionError,
    Perceptron,
    sample,
)
from rosenblatt.proofs.search import certify, certify_on_stall
from rosenblatt.proofs.search.certify import certify as searched


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_set_without_a_plane_ends_with_its_proof(estimator):
    model = estimator(certify_when_stalled=True, max_iter=5000, n_iter_no_change=5).fit(*XOR)
    unasked = estimator(max_iter=5000, n_iter_no_change=5).fit(*XOR)
    assert (model.report_.reason, unasked.report_.reason) == ("not_separable", "stalled")
    assert model.certificate_.separable is False
    assert model.certificate_.check(*XOR)
    assert model.report_.certified_rows.tolist() == [0, 1, 2, 3]
    assert unasked.certificate_ is None
    assert model.n_iter_ == unasked.n_iter_
    np.testing.assert_array_equal(model.decision_function(XOR[0]), unasked.decision_function(XOR[0]))


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_slow_set_that_a_plane_separates_goes_on_until_it_converges(estimator):
    options = {"order": "given", "n_iter_no_change": 2, "max_iter": 1000}
    stalled = estimator(**options).fit(*SLOW)
    model = estimator(certify_when_stalled=True, **options).fit(*SLOW)
    assert (stalled.report_.reason, model.report_.reason) == ("stalled", "converged")
    assert model.report_.n_mistakes == 127
    assert model.report_.theorem().mistakes <= model.report_.theorem().bound
    assert "127 mistakes, at most" in str(model.report_)
    unhurried = estimator(**{**options, "n_iter_no_change": None}).fit(*SLOW)
    np.testing.assert_array_equal(model.decision_function(SLOW[0]), unhurried.decision_function(SLOW[0]))


def test_max_iter_still_ends_a_run_that_would_converge():
    model = Perceptron(certify_when_stalled=True, order="given", n_iter_no_change=2, max_iter=20)
    with pytest.warns(ConvergenceWarning, match="a plane separates them, as certificate_ proves: max_iter allows more"):
        model.fit(*SLOW)
    assert (model.report_.reason, model.n_iter_) == ("max_iter", 20)


def test_the_warning_says_where_the_proof_is():
    with pytest.warns(
        ConvergenceWarning, match="proven that no plane separates the rows, .*; certificate_ proves that"
    ):
        Perceptron(certify_when_stalled=True).fit(*XOR)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_without_a_stall_nothing_is_asked_and_no_bit_changes(estimator, monkeypatch):
    monkeypatch.delattr(certify, "certify")
    X, y = sample("setosa")[:2]
    for options in ({}, {"stop_when_converged": False, "max_iter": 9}, {"early_stopping": True}):
        asked = estimator(certify_when_stalled=True, **options).fit(X, y)
        unasked = estimator(**options).fit(X, y)
        np.testing.assert_array_equal(asked.decision_function(X), unasked.decision_function(X))
        assert asked.certificate_ is None


@pytest.mark.parametrize("undecided", ["a budget that ends", "rows too long"])
def test_undecided_is_stalled(undecided, monkeypatch):
    X, y = XOR
    if undecided == "rows too long":
        X = X * 1e151
    else:
        monkeypatch.setattr(certify, "certify", lambda X, y, **_: searched(X, y, budget=0))
    model = Perceptron(certify_when_stalled=True).fit(X, y)
    assert model.report_.reason == "stalled"
    assert (model.certificate_ is None) == (undecided == "rows too long")


def test_the_search_may_take_as_long_as_training_did_and_at_least_ten_seconds(monkeypatch):
    budgets = []
    monkeypatch.setattr(certify, "certify", lambda X, y, **options: budgets.append(options["budget"]))
    Perceptron(certify_when_stalled=True).fit(*XOR)
    monkeypatch.setattr(certify_on_stall, "LEAST_SECONDS", 0.0)
    Perceptron(certify_when_stalled=True).fit(*XOR)
    assert budgets[0] == 10.0
    assert 0.0 < budgets[1] < 10.0


def contradicting():
    """Rows that a plane separates, and two more that contradict them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    X[:, 0] += np.where(X[:, 0] > 0, 0.01, -0.01)
    y = np.where(X[:, 0] > 0, "p", "n")
    return np.vstack([X, [[5.0, 0.0], [-5.0, 0.0]]]), np.append(y, ["n", "p"])


@pytest.mark.parametrize("as_rows", [np.asarray, sp.csr_matrix])
def test_the_verdict_is_about_the_rows_that_are_trained_on(as_rows):
    X, y = contradicting()
    X = as_rows(X)
    weights = np.append(np.ones(40), [0.0, 0.0])
    model = Perceptron(certify_when_stalled=True, n_iter_no_change=1).fit(X, y, sample_weight=weights)
    assert model.report_.reason == "converged"
    assert model.certificate_.separable is True
    rows = model.report_.certified_rows
    assert rows.tolist() == list(range(40))
    assert model.certificate_.check(X[rows], y[rows])
    assert "(proven)" in str(model.report_)
    model = Perceptron(certify_when_stalled=True, class_weight={"p": 3.0}).fit(X, y)
    assert (model.report_.reason, model.certificate_.check(X, y)) == ("not_separable", True)


def test_held_out_rows_are_no_part_of_the_verdict():
    X, y = contradicting()
    model = Perceptron(certify_when_stalled=True, early_stopping=True, validation_fraction=0.2, n_iter_no_change=9)
    model = model.set_params(order="given", max_iter=500).fit(np.vstack([X, X]), np.append(y, y))
    rows = model.report_.certified_rows
    assert model.report_.reason == "not_separable"
    assert model.certificate_.n_rows == len(rows) == model.report_.n_rows == 67
    assert model.certificate_.check(np.vstack([X, X])[rows], np.append(y, y)[rows])


def test_three_classes_that_no_weights_tell_apart():
    X, y = np.vstack([XOR[0], [[9.0, 9.0]]]), np.append(XOR[1], 2)
    model = Perceptron(certify_when_stalled=True).fit(X, y)
    assert (model.report_.reason, model.certificate_.check(X, y)) == ("not_separable", True)
    assert pickle.loads(pickle.dumps(model)).certificate_.separable is False


def test_a_class_of_weight_zero_leaves_the_report_whole():
    X, y = np.vstack([XOR[0], [[9.0, 9.0]]]), np.append(XOR[1], 2)
    model = Perceptron(certify_when_stalled=True, class_weight={2: 0.0}).fit(X, y)
    assert model.report_.reason == "not_separable"
    assert "no bound: no plane separates the rows" in str(model.report_)


def test_without_a_bias_a_row_on_the_plane_can_be_right():
    """Zero is positive: the row at 0 is always right, though no plane through 0 has it on a side."""
    X = np.array([[0.0, 0.0], *SLOW[0] * [1.0, 0.0] + [0.0, 1.0]])
    y = np.array([1, -1, 1])
    options = {"fit_intercept": False, "n_iter_no_change": 2, "order": "given", "certify_when_stalled": True}
    model = Perceptron(at_zero="positive", **options).fit(X, y)
    assert (model.report_.reason, model.certificate_.separable) == ("stalled", False)
    assert Perceptron(at_zero="positive", fit_intercept=False, order="given").fit(X, y).report_.reason == "converged"
    assert Perceptron(**options).fit(X, y).report_.reason == "not_separable"


def test_ctrl_c_in_the_search_ends_training(monkeypatch):
    monkeypatch.setattr(certify, "certify", lambda *_, **__: signal.raise_signal(signal.SIGINT))
    handler = signal.getsignal(signal.SIGINT)
    model = Perceptron(certify_when_stalled=True).fit(*XOR)
    assert (model.report_.reason, model.certificate_) == ("interrupted", None)
    assert signal.getsignal(signal.SIGINT) is handler
    assert len(model.predict(XOR[0])) == 4


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_pickle_and_clone_with_a_certificate(estimator):
    model = estimator(certify_when_stalled=True, max_iter=5000, n_iter_no_change=5).fit(*XOR)
    twin = pickle.loads(pickle.dumps(model))
    assert twin.certificate_ == model.certificate_
    assert str(twin.report_) == str(model.report_)
    assert clone(model).get_params() == model.get_params()
    assert clone(model).certify_when_stalled is True
    assert not hasattr(clone(model), "certificate_")
    assert model.partial_fit(*XOR).certificate_ is None


def test_certify_when_stalled_is_true_or_false():
    with pytest.raises(OptionError, match="certify_when_stalled must be True or False; got 'yes'"):
        Perceptron(certify_when_stalled="yes").fit(*XOR)
