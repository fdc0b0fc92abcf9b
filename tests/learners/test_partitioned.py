"""Runs on partitions with all options at their defaults."""

import numpy as np
import pytest

from rosenblatt.learners import Perceptron
from rosenblatt.learners.partitioned import fit_parts


@pytest.mark.compiled  # several hundred epochs
@pytest.mark.parametrize("mix_by", ["mistakes", "uniform"])
def test_separable_rows_converge_by_default(mix_by):
    """Mixed weights may need more than 100 epochs for a new low, so a run waits longer before it is called stalled."""
    draws = np.random.default_rng(86)
    n_rows, n_features, n_parts = int(draws.integers(40, 400)), int(draws.integers(2, 12)), int(draws.integers(2, 24))
    X, w = draws.normal(size=(n_rows, n_features)), draws.normal(size=n_features)
    w /= np.linalg.norm(w)
    y = np.where(X @ w > 0, 1, -1)
    X += y[:, None] * w * draws.choice([0.02, 0.1, 0.5])
    parts = list(zip(np.array_split(X, n_parts), np.array_split(y, n_parts), strict=True))
    report = fit_parts(Perceptron(), parts, mix_by=mix_by).report
    assert (report.reason, report.errors) == ("converged", 0)
    assert report.mixed_mistakes <= ((X**2).sum(axis=1).max() + 1) / (y * (X @ w)).min() ** 2
