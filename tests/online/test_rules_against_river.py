"""PA, PA-I and PA-II against River's PAClassifier, one row at a time."""

import numpy as np
import pytest
from river.linear_model import PAClassifier

from rosenblatt.learners import Perceptron

MODES = {"pa": 0, "pa1": 1, "pa2": 2}
SMALLEST_STEP = 1e-12  # after a step y·a is 1 ± ulp, so that smaller steps are rounding


def examples(seed, n=40, d=6):
    """Rows on which many updates are made: noisy labels, a zero row, and a row that comes twice."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * rng.choice([0.3, 1.0, 3.0], size=(n, 1))
    X[rng.random(X.shape) < 0.3] = 0.0
    X[4], X[6] = 0.0, X[5]
    return X, np.where(X @ rng.normal(size=d) + 0.7 * rng.normal(size=n) > 0, 1, -1)


def their_step(model, x, y):
    """Step of River's next update: its own formula, asked before the update."""
    a = sum(model.weights[j] * v for j, v in x.items()) + model.intercept
    return model.calc_tau(x, max(0.0, 1.0 - y * a))


@pytest.mark.parametrize("passes", [1, 3])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("C", [0.03, 1.0, 20.0])
@pytest.mark.parametrize("rule", MODES)
def test_weights_and_updates(rule, C, bias, passes):
    for seed in range(2):
        X, y = examples(seed)
        theirs = PAClassifier(C=C, mode=MODES[rule], learn_intercept=bias)
        ours = Perceptron(rule=rule, fit_intercept=bias, **({} if rule == "pa" else {"C": C}))
        steps = []  # of each row: 0 without an update
        ours.on_visits = lambda examples, rows, mistakes, steps=steps: steps.append(
            float(np.sum(np.broadcast_to(mistakes.step, len(mistakes.row))))
        )
        for visit, i in enumerate(list(range(len(y))) * passes):
            x = dict(enumerate(X[i].tolist()))
            step = their_step(theirs, x, y[i])
            theirs.learn_one(x, bool(y[i] > 0))
            ours.partial_fit(X[i : i + 1], y[i : i + 1], classes=[-1, 1])
            assert (steps[visit] > SMALLEST_STEP) == (step > SMALLEST_STEP)
            assert steps[visit] == pytest.approx(step, rel=1e-6, abs=SMALLEST_STEP)
        weights = np.array([theirs.weights[j] for j in range(X.shape[1])])
        scale = np.abs(weights).max()
        np.testing.assert_allclose(ours.model.weights.w[0], weights, rtol=1e-9, atol=1e-9 * scale)
        np.testing.assert_allclose(ours.model.weights.b, theirs.intercept, rtol=1e-9, atol=1e-9 * scale)
        assert len(steps) > ours.report.updates > 0
        assert sum(step > SMALLEST_STEP for step in steps) <= ours.report.updates
