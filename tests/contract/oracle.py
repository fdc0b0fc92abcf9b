"""An exact oracle of separability and of certificates, for small sets: slow and short, in fractions.

A row is x, its sign is −1 or +1, and its vector z is ±(x, 1), or ±x without intercept. Some plane V separates the rows
if z·V > 0 for all of them. For many classes each row has a z per rival: (x, 1) in the place of its class and −(x, 1) in
the place of the rival.
"""

import math
from fractions import Fraction as F

import numpy as np


def exact_rows(X):
    """The rows as lists of fractions."""
    return [[F(v) for v in row] for row in (X.toarray() if hasattr(X, "toarray") else np.asarray(X)).tolist()]


def dot(u, v):
    return sum((a * b for a, b in zip(u, v, strict=True)), F(0))


def combined(multipliers, vectors):
    """Sum of the vectors times their multipliers."""
    return [dot(multipliers, column) for column in zip(*vectors, strict=True)]


def signs_of(y):
    """Return the signs of labels: the greater of two is positive; −1, 0 or False alone is negative."""
    labels = sorted(set(y))
    return [1 if label == labels[-1] and (len(labels) > 1 or label not in (-1, 0)) else -1 for label in y]


def vectors_of(rows, y, fit_intercept):
    """z by row, or by row and rival."""
    full, classes = [[*row, *[F(1)] * fit_intercept] for row in rows], sorted(set(y))
    if len(classes) <= 2:
        return {k: [sign * v for v in full[k]] for k, sign in enumerate(signs_of(y))}
    pairs = [(k, rival) for k, own in enumerate(y) for rival in classes if rival != own]
    return {(k, r): [((c == y[k]) - (c == r)) * v for c in classes for v in full[k]] for k, r in pairs}


def all_positive(vectors):
    """Return True if some V has z·V > 0 for every vector z, that is, if no shares of the vectors sum to 0 (Gordan).

    The simplex method with Bland's rule looks for shares: λ ≥ 0, Σ λ = 1 and Σ λz = 0.
    """
    n, width = len(vectors), len(vectors[0]) + 1
    table = [[*column, F(0)] for column in zip(*vectors, strict=True)] + [[F(1)] * (n + 1)]
    basis = [n + r for r in range(width)]  # artificial variables, to be driven out
    costs = [-sum(column) for column in zip(*table, strict=True)]
    while (entering := next((j for j in range(n) if costs[j] < 0), None)) is not None:
        _, _, leaving = min((row[n] / row[entering], basis[r], r) for r, row in enumerate(table) if row[entering] > 0)
        pivot = [value / table[leaving][entering] for value in table[leaving]]
        for r, row in enumerate([*table, costs]):
            if r != leaving and row[entering]:
                row[:] = [a - row[entering] * b for a, b in zip(row, pivot, strict=True)]
        table[leaving], basis[leaving] = pivot, entering
    return costs[n] != 0


def is_separable(X, y, fit_intercept):
    """Return True if a plane separates two classes, or weights exist under which argmax is right on every row."""
    return all_positive(list(vectors_of(exact_rows(X), y, fit_intercept).values()))


def conflicts(X, y):
    """Groups of equal rows with both labels, in the order of their first rows."""
    groups = {}
    for k, row in enumerate(exact_rows(X)):
        groups.setdefault(tuple(row), []).append(k)
    return tuple(tuple(group) for group in groups.values() if len({y[k] for k in group}) > 1)


def holds(certificate, X, y, close=1 + F(1, 10**9)):
    """Return True if every public number of the certificate is true of these rows and labels, and answers for them.

    A plane bounds the largest margin from below, and a point of the hulls from above.
    """
    c, rows, y = certificate, exact_rows(X), np.asarray(y).tolist()
    if (c.n_rows, c.n_features, list(c.classes)) != (len(rows), len(rows[0]), sorted(set(y))):
        return False
    longest, is_many = max(dot(row, row) for row in rows), len(c.classes) > 2
    radii = (c.radius, longest), (c.augmented_radius, longest + c.fit_intercept)
    if not all(norm <= F(radius) ** 2 <= norm * close for radius, norm in radii):
        return False
    lower = c.augmented_margin.lower if c.separable else 0
    bound = (1 + is_many) * (longest + c.fit_intercept) / F(lower) ** 2 if lower else None
    if not (c.mistake_bound is None if bound is None else math.floor(bound) <= c.mistake_bound <= bound * close):
        return False
    for group in [] if is_many else c.conflicts:
        if c.separable is not False or len({y[k] for k in group}) < 2 or len({tuple(rows[k]) for k in group}) > 1:
            return False
    return all(_half_holds(c, half, vectors_of(rows, y, c.fit_intercept)) for half in ["", "augmented_"][: 2 - is_many])


def _half_holds(c, half, vectors):
    """Return True if the plane and the shares of ``half`` prove its margin, or that no plane separates the rows."""
    is_many = len(c.classes) > 2
    weights, bias, rows, shares = (getattr(c, half + name) for name in ("weights", "bias", "rows", "multipliers"))
    margin = c.augmented_margin if is_many else getattr(c, half + "margin")
    if (weights is not None) != (c.separable is True) or (np.any(bias) and not c.fit_intercept):
        return False
    if c.separable is False:
        few = len(c.rows) <= len(vectors[c.rows[0]]) + 1
        shares_hold = min(c.multipliers) >= 0 and sum(c.multipliers) == 1
        return few and shares_hold and margin is None and not any(combined(c.multipliers, [vectors[k] for k in c.rows]))
    between = c.fit_intercept and not half and not is_many  # distances between two hulls do not count the bias
    if c.separable:
        planes = np.column_stack([np.atleast_2d(weights), np.ravel(bias)])[:, : c.n_features + c.fit_intercept]
        plane = [F(v) for v in planes.ravel().tolist()]
        least, normal = min(dot(plane, z) for z in vectors.values()), plane[: len(plane) - between]
        if least <= 0 or (margin is not None and F(margin.lower) ** 2 * dot(normal, normal) > least**2):
            return False
    if margin is None or rows is None:
        return margin is rows is None
    point = combined([share / (1 + between) for share in shares], [vectors[k] for k in rows])
    shares_hold = min(shares) >= 0 and sum(shares) == 1 + between and not (between and point[-1])
    is_above = margin.upper == math.inf or dot(point, point) <= F(margin.upper) ** 2
    return shares_hold and is_above and (c.separable or margin.lower == 0) and margin.lower <= margin.upper
