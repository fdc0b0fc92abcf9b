"""Small sets of three classes, and an exact oracle of their separability."""

from fractions import Fraction as F

import numpy as np

from helpers.separable import zero_is_in_the_hull

LINE = [[-1.0], [0.0], [1.0]], ["a", "b", "c"]


# Each two classes are separable, all three are not.
ROUND = np.array([[10, 0], [-22, 38], [-5, 9], [-22, -38], [-5, -9], [44, 0]]), list("AABBCC")
TWINS = [[1.0, 2.0], [0.0, 5.0], [1.0, 2.0], [3.0, 3.0]], [1, 2, 3, 3]


def expanded(X, y, with_bias):
    """For each row and rival: (x, 1) in the place of its class, −(x, 1) in the rival's, in Fractions."""
    labels = sorted(set(y))
    return [
        [
            sign * F(v)
            for label in labels
            for sign in [(label == own) - (label == rival)]
            for v in [*x, *[1] * with_bias]
        ]
        for x, own in zip(X, y, strict=True)
        for rival in labels
        if rival != own
    ]


def argmax_separable(X, y, with_bias):
    """Whether some weights have every row right by argmax."""
    return not zero_is_in_the_hull(expanded(X, y, with_bias))


def right_on_all(certificate, X, y):
    """Whether every row's class has the highest score, in Fractions."""
    planes = [[*map(F, w), F(b)] for w, b in zip(certificate.weights.tolist(), certificate.bias.tolist(), strict=True)]
    for x, own in zip(X, y, strict=True):
        scores = [sum(v * w for v, w in zip([*map(F, x), 1], plane, strict=True)) for plane in planes]
        best = scores.pop(certificate.classes.index(own))
        if best <= max(scores):
            return False
    return True


def random_set(rng):
    """Whole numbers, with ties and duplicates; labels at random or by three or four scores."""
    n, d, n_classes = int(rng.integers(4, 8)), int(rng.integers(1, 4)), int(rng.integers(3, 5))
    X = rng.integers(-3, 4, (n, d))
    if rng.random() < 0.3:
        X = X[rng.integers(0, n // 2, n)]
    scores = X @ rng.integers(-2, 3, (d, n_classes)) + rng.integers(-2, 3, n_classes)
    y = scores.argmax(axis=1) if rng.random() < 0.7 else rng.integers(0, n_classes, n)
    y[: 3 if n_classes == 3 else 4] = np.arange(n_classes) if rng.random() < 0.5 else y[:n_classes]
    return X.tolist(), y.tolist()
