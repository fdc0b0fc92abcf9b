"""Rows to write to files, and the bits of models that were trained on them."""

import numpy as np


def rows(n=130, seed=0):
    """Random rows with zeros, and noisy labels."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 4)), 3) * (rng.random((n, 4)) < 0.7)
    return X, np.where(X @ [1.0, -2.0, 0.5, 0.0] + rng.normal(size=n) > 0, 1, 0)


def bits(trained):
    """Weights as bytes, counts of the report, and classes."""
    learner, report = trained.learner_, trained.report_
    model = learner.model
    weights = model.weights if hasattr(model, "weights") else learner.weights.view
    counts = report.reason, report.mistakes_per_epoch, report.errors, report.n_rows
    return weights.w.tobytes(), weights.b.tobytes(), *counts, trained.classes_.tolist()
