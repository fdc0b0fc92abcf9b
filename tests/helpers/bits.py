"""Random examples, and the bits of learners that were trained on them."""

import numpy as np


def examples(n_classes, n=61, d=11, seed=0):
    """Floats that float32 holds exactly, with zeros, −0.0 and a subnormal among them; labels with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).astype(np.float32)
    X[rng.random((n, d)) < 0.4] = 0.0
    X[3, 2], X[5, 7], X[7, 1] = -0.0, np.float32(1e-40), -np.float32(1e-40)
    X[9] = 0.0
    scores = X @ rng.normal(size=(d, n_classes))
    y = scores.argmax(axis=1)
    y[rng.random(n) < 0.15] = rng.integers(n_classes)
    y[:n_classes] = rng.permutation(n_classes)
    return X, np.array(["d", "a", "c", "b"])[:n_classes][y] if n_classes > 2 else y * 2 - 1


def bits(learner, X):
    """All that a learner came to, as bytes: equal only if every bit is."""
    model = learner.model
    kept = [model.classes.tobytes(), model.decision_function(X).tobytes(), model.predict(X).tobytes()]
    kept += [model.weights.w.tobytes(), model.weights.b.tobytes()] if hasattr(model, "weights") else []
    kept += [model.survival.tobytes(), model.mistakes.when.tobytes()] if hasattr(model, "survival") else []
    report = learner.report
    return [*kept, report.n_mistakes, report.n_examples, report.radius]
