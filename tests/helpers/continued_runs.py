"""Old rows and new ones, and all bits that a learner goes on from."""

import numpy as np

from rosenblatt import learners
from rosenblatt.learners.state import state_of

COLOURS = np.array(["blue", "green", "red", "amber", "violet"])
LABELS = np.array(["cat", "dog", "ant"])


def numbers(n, n_classes, seed):
    """Random numbers with labels that depend on them."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 4)), 2)
    return X, LABELS[np.argmax(X[:, :n_classes] + 0.5 * rng.normal(size=(n, n_classes)), axis=1)]


def table(path, n, n_classes, n_colours, seed=0, colours=COLOURS):
    """Two numbers and a category between them, of which the class depends."""
    rng = np.random.default_rng(seed)
    size, colour, weight = rng.integers(-4, 5, n), rng.integers(0, n_colours, n), rng.integers(-4, 5, n)
    y = LABELS[(size + 2 * colour > weight + rng.integers(-2, 3, n)).astype(int) + (n_classes > 2) * (weight > 2)]
    rows = zip(size.tolist(), colours[colour], weight.tolist(), y, strict=True)
    path.write_text("size,colour,weight,class\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows))
    return path


def bits(learner):
    """All that the learner will go on from, and what it predicts by."""
    state = state_of(learner)
    state["counts"].pop("_seconds")
    model = learner.model
    predicts_by = model.survival if hasattr(model, "survival") else model.weights
    return plain([state, predicts_by, model.classes])


def plain(value):
    """The same tree with arrays as bytes, to compare by ==."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def make(algorithm, **options):
    """An untrained learner of an algorithm."""
    return getattr(learners, algorithm.title())(**options)
