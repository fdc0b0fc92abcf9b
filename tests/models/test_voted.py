"""Votes from products are those of the weights themselves, one by one."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import learners
from rosenblatt.data.blocks import block_of
from rosenblatt.loops.arguments import Weights, as_order, scratch_for
from rosenblatt.loops.scoring import predict
from rosenblatt.loops.update import update
from rosenblatt.models import voted


def data(n_classes, seed=0, n=60, d=11):
    """Tenths, so that scores are often zero, equal, or just beside it, by the order of additions."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, d)), 1)
    X[rng.random((n, d)) < 0.4] = 0.0
    return X, rng.integers(0, n_classes, n)


def run_of(model):
    return model


def one_by_one(run, block):
    """The tally as note 003 has it: each weight vector in turn predicts each row."""
    weights = Weights(as_order(run.start.w.copy(), block.is_sparse), run.start.b.copy())
    tally = np.zeros((block.n_rows, len(run.start.b)))
    for k, survival in enumerate(run.survival):
        if k:
            update(run.support, run.mistakes.row[k - 1], run.mistakes.wrong_class[k - 1], 1.0, run.rule, weights)
        winners = np.empty(block.n_rows, np.uint32)
        predict(block.rows, weights, run.rule.sign_of_zero, scratch_for(weights), winners)
        if len(run.start.b) == 1:
            tally[:, 0] += np.where(winners == 1, survival, -survival)
        else:
            tally[np.arange(block.n_rows), winners] += survival
    return tally


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("trained_on", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("asked_of", [np.asarray, np.float32, sp.csr_matrix])
@pytest.mark.parametrize("options", [{}, {"at_zero": "positive"}, {"fit_intercept": False}, {"eta0": True}])
def test_the_same_votes(n_classes, trained_on, asked_of, options, monkeypatch):
    X, y = data(n_classes)
    if options.get("eta0"):
        options = {"eta0": np.linspace(0.0, 1.1, 12)}
    model = learners.Voted(max_iter=3, **options).fit(trained_on(X), y).model
    block = block_of(asked_of(np.vstack([X, np.zeros((2, 11))])))
    expected = one_by_one(run_of(model), block)
    assert voted.count_votes(run_of(model), block).tolist() == expected.tolist()
    monkeypatch.setattr(voted, "ROOM_FOR_DOUBTS", 1)
    monkeypatch.setattr(voted, "NUMBERS_AT_ONCE", 300)
    assert voted.count_votes(run_of(model), block).tolist() == expected.tolist()


def test_rounding_decides_some_of_them(monkeypatch):
    """These data are hard enough: without the bound on errors, some votes come out otherwise."""
    X, y = data(2, seed=4, n=300)
    model = learners.Voted(max_iter=3).fit(X, y).model
    block = block_of(X)
    expected = one_by_one(run_of(model), block)
    assert voted.count_votes(run_of(model), block).tolist() == expected.tolist()
    monkeypatch.setattr(voted, "_errors", lambda run, support: np.zeros(len(run.survival)))
    assert voted.count_votes(run_of(model), block).tolist() != expected.tolist()
