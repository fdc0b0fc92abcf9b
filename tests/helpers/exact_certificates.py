"""An exact oracle of certificates for tiny sets of whole numbers and halves.

The oracle finds the point of a hull that is nearest to 0, with Fractions: it tries every few vertices. The nearest
point is the best separator itself, so both bounds of a margin are tight: one float64 inwards, and the proof fails.
"""

import math
import sys
from fractions import Fraction as F
from itertools import combinations

import numpy as np

from rosenblatt.proofs.check.certificate import Bracket, Certificate, HullPoint


def dot(u, v):
    """Dot product."""
    return sum(a * b for a, b in zip(u, v, strict=True))


def combined(multipliers, points):
    """Sum of the points times their multipliers."""
    return [dot(multipliers, coordinates) for coordinates in zip(*points, strict=True)]


def solved(rows):
    """The solution of a linear system [A | b] in Fractions; None where it has not exactly one."""
    rows = [[F(v) for v in row] for row in rows]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [v - rows[i][k] * p for v, p in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def nearest(points):
    """Multipliers of the vertices whose point of the hull is nearest to 0."""
    found = []
    for size in range(1, len(points[0]) + 2):
        for chosen in combinations(range(len(points)), size):
            part = [points[i] for i in chosen]
            stationary = [[*(dot(p, q) for q in part), 1, 0] for p in part] + [[1] * size + [0, 1]]
            multipliers = (solved(stationary) or [-1])[:size]
            if min(multipliers) >= 0:
                point = combined(multipliers, part)
                found.append((dot(point, point), dict(zip(chosen, multipliers, strict=True))))
    return min(found, key=lambda pair: pair[0])[1]


def whole(fractions):
    """The same direction in whole numbers, which float64 holds."""
    scale = math.lcm(*(v.denominator for v in fractions))
    return [float(v * scale) for v in fractions]


def root_below(square):
    """The largest float64 that is not above the root."""
    try:
        root = float(F(math.isqrt((square.numerator << 4400) // square.denominator), 1 << 2200))
    except OverflowError:
        root = sys.float_info.max
    while F(root) ** 2 > square:
        root = math.nextafter(root, 0)
    return root


def root_above(square):
    """The smallest float64 that is not below the root."""
    root = root_below(square)
    return root if F(root) ** 2 == square else math.nextafter(root, math.inf)


def signs_of(y):
    """Of two labels the greater is positive; −1 and 0 are negative alone."""
    labels = sorted(set(y))
    return [1 if label == labels[-1] and (len(labels) > 1 or label not in (-1, 0)) else -1 for label in y]


def described(X, y, fit_intercept):
    """The fields that every certificate has."""
    square = max(dot(x, x) for x in [[F(v) for v in x] for x in X])
    radius, augmented_radius = root_above(square), root_above(square + fit_intercept)
    return {
        "fit_intercept": fit_intercept,
        "classes": tuple(sorted(set(y))),
        "n_rows": len(X),
        "n_features": len(X[0]),
        "radius": radius,
        "augmented_radius": augmented_radius,
    }


def bracket(square):
    """The nearest float64 on both sides of the root."""
    return Bracket(root_below(square), root_above(square))


def augmented_part(X, y, fit_intercept):
    """V, its margin, and the hull point; the squared margin."""
    Z = [[sign * F(v) for v in (*x, *[1] * fit_intercept)] for x, sign in zip(X, signs_of(y), strict=True)]
    shares = nearest(Z)
    point = combined(shares.values(), [Z[i] for i in shares])
    V = whole(point)
    weights, bias = (V[:-1], V[-1]) if fit_intercept else (V, 0.0)
    hull = HullPoint.of(shares.keys(), shares.values())
    return np.array(weights), bias, hull, dot(point, point)


def plain_part(X, y):
    """The same, between the hulls of two classes."""
    X, signs = [[F(v) for v in x] for x in X], signs_of(y)
    pairs = [(i, j) for i, s in enumerate(signs) for j, t in enumerate(signs) if s > t]
    shares = nearest([[a - b for a, b in zip(X[i], X[j], strict=True)] for i, j in pairs])
    multipliers = dict.fromkeys(range(len(X)), F(0))
    for place, share in shares.items():
        for i in pairs[place]:
            multipliers[i] += share
    ends = [
        combined([m if s == sign else 0 for s, m in zip(signs, multipliers.values(), strict=True)], X)
        for sign in (1, -1)
    ]
    w = [a - b for a, b in zip(*ends, strict=True)]
    *weights, bias = whole([*w, -dot(w, [(a + b) / 2 for a, b in zip(*ends, strict=True)])])
    return np.array(weights), bias, HullPoint.of(multipliers.keys(), multipliers.values()), dot(w, w) / 4


def certified(X, y, fit_intercept=True):
    """The certificate of a tiny set, exact and with tight bounds."""
    about = described(X, y, fit_intercept)
    weights, bias, hull, square = augmented_part(X, y, fit_intercept)
    if square == 0:
        return Certificate(separable=False, hull=hull, **about)
    augmented = {
        "augmented_weights": weights,
        "augmented_bias": bias,
        "augmented_hull": hull,
        "augmented_margin": bracket(square),
    }
    plain = {name.removeprefix("augmented_"): value for name, value in augmented.items()}
    if fit_intercept and len(set(y)) == 1:
        plain = {"weights": np.zeros(len(X[0])), "bias": float(signs_of(y)[0])}
    elif fit_intercept:
        weights, bias, hull, square = plain_part(X, y)
        plain = {"weights": weights, "bias": bias, "hull": hull, "margin": bracket(square)}
    norm = max(dot(x, x) for x in [[F(v) for v in x] for x in X]) + fit_intercept
    bound = int(norm // F(augmented["augmented_margin"].lower) ** 2)
    return Certificate(separable=True, mistake_bound=bound, **plain, **augmented, **about)


def undecided(X, y, rows, multipliers):
    """Upper bounds from the two given rows."""
    exact = certified(X, y)
    half = [F(m, 2) for m in multipliers]
    return Certificate(
        separable=None,
        margin=Bracket(0.0, 100.0),
        hull=HullPoint.of(rows, multipliers),
        augmented_margin=Bracket(0.0, 100.0),
        augmented_hull=HullPoint.of(rows, half),
        **{name: getattr(exact, name) for name in described(X, y, True)},
    )


NOTE_004 = ([[-1, 3], [-1, -1], [3, -1], [0, 1.5]], [-1, -1, 1, 1])
XOR = ([[0, 0], [1, 1], [0, 1], [1, 0]], [-1, -1, 1, 1])
DUPLICATES = ([[2, 5], [3, 1], [2, 5]], [0, 1, 1])
ONE_CLASS = ([[3, 4], [-2, 1]], ["spam", "spam"])
LINE = ([[2], [4], [7]], [-1, 1, 1])
SETS = {
    "note 004": (*NOTE_004, True),
    "note 004 without intercept": (*NOTE_004, False),
    "xor": (*XOR, True),
    "xor without intercept": (*XOR, False),
    "duplicates": (*DUPLICATES, True),
    "one class": (*ONE_CLASS, True),
    "one class without intercept": (*ONE_CLASS, False),
    "one negative class": ([[3, 4], [-2, 1]], [0, 0], True),
    "line": (*LINE, True),
    "line without intercept": ([[2], [-4], [7]], [1, -1, 1], False),
}


def nudged(value):
    """The next float64 on each side."""
    return [math.nextafter(value, math.inf), math.nextafter(value, -math.inf)]
