"""Examples to train on, and whether two models have the same state."""

import numpy as np
import scipy.sparse as sp

from rosenblatt import learners
from rosenblatt.learners.state import state_of


def examples(n_classes=2, labels="int", sparse=False, seed=0):
    """Random rows of small whole numbers, with labels of a kind."""
    random = np.random.default_rng(seed)
    X = random.integers(-3, 4, (60, 5)).astype(float)
    y = random.integers(0, n_classes, 60)
    names = {"int": y - 1, "str": np.array([f"c{k}" for k in y]), "float": y / 2, "bool": y == 0}[labels]
    return (sp.csr_array(X) if sparse else X), names


def same(a, b):
    """Whether two trees of dicts, lists and arrays have the same bits."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b or (a != a and b != b)


def state(learner):
    """The state of a learner, without the seconds it took."""
    found = state_of(learner)
    del found["counts"]["_seconds"]
    return found


def learner_of(model):
    """The learner inside of a model; None if there is none."""
    if isinstance(model, learners.Learner):
        return model
    return model._singles.settled() if hasattr(model, "_singles") else getattr(model, "learner_", None)


def assert_twins(model, twin, X):
    """Assert that two learners have the same state, predictions and options."""
    assert same(state(model), state(twin))
    assert np.array_equal(model.model.predict(X), twin.model.predict(X))
    assert model.model.decision_function(X).tobytes() == twin.model.decision_function(X).tobytes()
    assert model.options == twin.options
