"""The theorem: on separable data training converges, within (R/γ)² mistakes in the augmented space."""

import numpy as np
import pytest
from scipy.optimize import nnls

from rosenblatt.learners import Perceptron


def separable_set(rng):
    """About 200 points with a gap of 0.1 around a random hyperplane."""
    d = int(rng.integers(2, 11))
    w, b = rng.normal(size=d), rng.normal() / 2
    w /= np.linalg.norm(w)
    X = rng.normal(size=(200, d))
    z = X @ w + b
    X = X[np.abs(z) > 0.05]
    return X, np.where(X @ w + b > 0, 1, -1)


def augmented_bound(X, y):
    """(R·B)², note 004: B = min |V| with y V·(x,1) ≥ 1, by Lawson and Hanson's least-distance method."""
    folded = np.hstack([X, np.ones((len(X), 1))])
    rows = np.vstack([(y[:, None] * folded).T, np.ones(len(X))])
    target = np.zeros(len(rows))
    target[-1] = 1.0
    multipliers, _ = nnls(rows, target, maxiter=10_000)
    residual = rows @ multipliers - target
    V = -residual[:-1] / residual[-1]
    assert (y * (folded @ V)).min() > 1 - 1e-6
    return (folded**2).sum(axis=1).max() * (V @ V)


@pytest.mark.compiled
def test_a_thousand_random_separable_sets():
    rng = np.random.default_rng(0)
    closest = 0.0
    for _ in range(1000):
        X, y = separable_set(rng)
        if len(np.unique(y)) < 2:
            X, y = np.vstack([X, -10 * X[:1]]), np.append(y, -y[0])
        learner = Perceptron().fit(X, y)
        assert learner.report.reason == "converged"
        assert learner.report.errors == 0
        assert (learner.model.predict(X) == y).all()
        bound = augmented_bound(X, y)
        assert learner.report.n_mistakes <= bound
        closest = max(closest, learner.report.n_mistakes / bound)
    assert closest > 0.01  # the bound is not vacuous here


def test_the_bound_in_every_order():
    rng = np.random.default_rng(1)
    for order in ("given", "shuffled", "shuffled-once", "first-mistake", "random-mistake"):
        X, y = separable_set(rng)
        X, y = X[:40, :2], np.where(X[:40, 0] > 0, 1, -1)
        X[:, 0] += 0.3 * y
        report = Perceptron(order=order).fit(X, y).report
        assert report.reason == "converged"
        assert report.n_mistakes <= augmented_bound(X, y) * (1 + 1e-6)
    report = Perceptron(order="all-mistakes").fit(X, y).report
    assert report.n_mistakes <= len(X) * augmented_bound(X, y) * (1 + 1e-6)
