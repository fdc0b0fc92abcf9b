"""An exact oracle of separability, and small random sets."""

from fractions import Fraction as F

import numpy as np

XOR = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([-1, -1, 1, 1])


def zero_is_in_the_hull(points):
    """λ ≥ 0, Σ λ = 1 and Σ λ·point = 0 have a solution: the simplex method in fractions, after Bland's rule."""
    n, width = len(points), len(points[0])
    table = [[F(point[r]) for point in points] + [F(0)] for r in range(width)] + [[F(1)] * (n + 1)]
    basis = [n + r for r in range(width + 1)]  # artificial variables, to be driven out
    costs = [-sum(column, F(0)) for column in zip(*table, strict=True)]
    while True:
        entering = next((j for j in range(n) if costs[j] < 0), None)
        if entering is None:
            return costs[n] == 0
        _, _, leaving = min((row[n] / row[entering], basis[r], r) for r, row in enumerate(table) if row[entering] > 0)
        pivot = [value / table[leaving][entering] for value in table[leaving]]
        for r, row in enumerate([*table, costs]):
            if r != leaving and row[entering]:
                row[:] = [a - row[entering] * b for a, b in zip(row, pivot, strict=True)]
        table[leaving], basis[leaving] = pivot, entering


def random_set(rng):
    """Small sets of all kinds: ties, duplicates, points on one line, one point, one class, one feature, floats."""
    n, d = int(rng.integers(1, 9)), int(rng.integers(1, 4))
    X = rng.integers(-3, 4, (n, d)).astype(np.float64)
    kind = rng.integers(5)
    if kind == 0:
        X = np.outer(rng.integers(-3, 4, n), rng.integers(-2, 3, d)) + rng.integers(-2, 3, d)  # on one line
    elif kind == 1:
        X = X[rng.integers(0, max(1, n // 2), n)]  # duplicates
    elif kind == 2:
        X = rng.normal(size=(n, d))
    elif kind == 3:
        X = X * np.ldexp(1.0, rng.integers(-30, 30, d))
    y = np.where(X @ rng.integers(-2, 3, d) + rng.integers(-3, 4) > 0, 1, -1)
    if rng.random() < 0.4:
        y = rng.choice([-1, 1], n)
    return np.asarray(X, dtype=np.float64), y


def is_separable(X, y, with_bias):
    """Whether a plane separates the two classes."""
    signs = np.where(y == max(y), 1, -1) if len(set(y.tolist())) == 2 else y
    rows = [[*row, 1.0] if with_bias else row for row in X.tolist()]
    return not zero_is_in_the_hull([[int(s) * F(v) for v in row] for row, s in zip(rows, signs, strict=True)])
