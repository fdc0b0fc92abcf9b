"""Products that underflow: cached scores and votes by products give the same bits as visits, in every learner.

Numbers are so small that their products lose bits (below 2**-1022) or are zero (below 2**-1075), and there is no bias.
"""

import numpy as np
import pytest
import reference
import scipy.sparse as sp
from helpers.cached_scores import cache_scores_always

from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted, score_cache
from rosenblatt.models import voted

pytestmark = pytest.mark.compiled  # many visits

LEARNERS = [Perceptron, Averaged, Voted, Pocket]
SCALES = [1e-150, 3e-162, 1e-163, 1e-200, 1e-310]
N_LONG = 150  # sets of each test with --long


@pytest.fixture
def seeds(request):
    return range(N_LONG if request.config.getoption("--long") else 3)


def small_numbers(n, d, n_classes, scale, seed):
    """Separable rows of this scale; in a third of the sets rows differ by some powers of ten."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[rng.random((n, d)) < 0.3] = 0.0
    y = (X @ rng.normal(size=(d, n_classes))).argmax(axis=1)
    y[:n_classes] = range(n_classes)
    if seed % 3 == 2:
        X *= 10.0 ** rng.integers(-6, 6, (n, 1))
    return X * scale, y


def options_of(kind, scale, seed):
    """No bias; in every second set a rate so large that scores do not underflow, though squares of features do."""
    rate = min(0.3 / scale, 1e200) if seed % 2 else 1.0
    options = {"fit_intercept": False, "order": "given", "eta0": rate}
    return options | ({"ratchet": False} if kind is Pocket else {})


def run_bits(learner, X):
    """All that decides predictions, as bytes."""
    model = learner.model
    weights = [learner.weights.view.w.tobytes()] + ([model.weights.w.tobytes()] if hasattr(model, "weights") else [])
    votes = [model.survival.tobytes(), model.mistakes.when.tobytes()] if hasattr(model, "survival") else []
    return [*weights, *votes, model.decision_function(X).tobytes()]


def fitted_and_parted(kind, X, y, epochs, **options):
    """The bits of ``fit``, and those of one ``partial_fit`` per epoch."""
    whole = kind(max_iter=epochs, n_iter_no_change=None, stop_when_converged=False, **options).fit(X, y)
    parts = kind(**options)
    for _ in range(epochs):
        parts.partial_fit(X, y)
    return run_bits(whole, X), run_bits(parts, X)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_a_run_of_many_epochs(form):
    """The first set that was seen to part: in epoch 23, by a product of 3e-162 and a weight of that size."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(1500, 120))
    y = (X @ rng.normal(size=120) > 0).astype(int)
    whole, parts = fitted_and_parted(Perceptron, form(3e-162 * X), y, 40, fit_intercept=False, order="given")
    assert whole == parts


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("kind", LEARNERS)
def test_cached_scores(kind, scale, n_classes, form, seeds, monkeypatch):
    cache_scores_always(monkeypatch)
    cached = []
    learn_cached = score_cache.learn_cached
    monkeypatch.setattr(score_cache, "learn_cached", lambda *given: (cached.append(1), learn_cached(*given))[1])
    for seed in seeds:
        X, y = small_numbers(50, 24, n_classes, scale, seed)
        whole, parts = fitted_and_parted(kind, form(X), y, 30, **options_of(kind, scale, seed))
        assert whole == parts, f"seed {seed}"
    assert cached or scale == 1e-310  # whose scores are all zero: every visit is a mistake


@pytest.mark.parametrize("scale", SCALES)
def test_every_learner_against_the_oracle(scale, seeds, monkeypatch):
    cache_scores_always(monkeypatch)
    for seed in seeds:
        X, y = small_numbers(20, 9, 2, scale, seed)
        sums, rate = [None, None], options_of(Perceptron, scale, seed)["eta0"]
        history = reference.perceptron(
            X.tolist(),
            (2 * y - 1).tolist(),
            list(range(20)) * 12,
            rate=rate,
            bias_rate=0,
            dot=reference.lane_dot,
            u=sums,
        )
        expected = {
            Perceptron: history[-1][2],
            Averaged: reference.algorithm_7(history, sums)[0],
            Pocket: reference.pocket(history, 9, 0.0)[0],
        }
        run = {"max_iter": 12, "n_iter_no_change": None, "stop_when_converged": False}
        for kind, w in expected.items():
            learner = kind(**run, **options_of(kind, scale, seed)).fit(X, y)
            assert learner.model.weights.w[0].tolist() == w, f"{kind.__name__}, seed {seed}"
        model = Voted(**run, **options_of(Voted, scale, seed)).fit(X, y).model
        votes = [reference.vote(history, x, dot=reference.lane_dot) for x in X.tolist()]
        assert np.rint(model.decision_function(X) * model.survival.sum()).tolist() == votes, f"votes, seed {seed}"


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("rate", [1e-290, 1e-308, 1e-313, 1e-320])
def test_votes_by_products(rate, n_classes, form, seeds, monkeypatch):
    """Rates so small that the weights are subnormal: the bound on the error of a vote must not be zero."""
    for seed in seeds:
        X, y = small_numbers(60, 24, n_classes, 1.0, 3 * seed)
        learner = Voted(eta0=rate, fit_intercept=False, max_iter=10, n_iter_no_change=None).fit(form(X), y)
        tally = learner.model.decision_function(form(X))
        with monkeypatch.context() as patch:
            patch.setattr(voted, "_errors", lambda run, support: np.full(len(run.survival), np.inf))
            by_weights = learner.model.decision_function(form(X))
        assert tally.tobytes() == by_weights.tobytes(), f"seed {seed}"
