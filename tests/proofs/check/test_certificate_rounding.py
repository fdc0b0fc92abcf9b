"""Certificates are checked exactly: long multipliers, extreme floats, wide rows."""

import math
import random
import sys
from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.exact_certificates import (
    described,
    dot,
    nudged,
    root_above,
    root_below,
)

from rosenblatt.proofs.check import exact_data
from rosenblatt.proofs.check.certificate import Bracket, Certificate, HullPoint


def test_long_multipliers_are_checked_with_whole_numbers():
    """Conflicting twins, so that any multipliers prove it; as in a large set, each has thousands of digits."""
    rng = random.Random(0)
    half, d = 60, 120
    X = np.tile(np.random.default_rng(0).normal(size=(half, d)), (2, 1))
    y = np.repeat([-1, 1], half)
    numerators = [rng.getrandbits(10_000) for _ in range(half)] * 2
    hull = HullPoint(tuple(range(2 * half)), tuple(numerators), sum(numerators))
    certificate = Certificate(separable=False, hull=hull, **described(X.tolist(), y.tolist(), True))
    assert certificate.check(X, y)
    assert certificate.check(sp.csr_matrix(X), y)
    numerators[7] += 1
    numerators[8] -= 1
    assert not replace(certificate, hull=replace(hull, numerators=tuple(numerators))).check(X, y)


def one_class_without_intercept(X, w, lower):
    """A certificate whose lower bound is decided by the least w·x."""
    y = ["yes"] * len(X)
    exact = [[F(v) for v in x] for x in X]
    half = {"weights": np.array(w), "bias": 0.0, "hull": HullPoint.of([0], [1])}
    half["margin"] = Bracket(lower, max(lower, root_above(dot(exact[0], exact[0]))))
    return Certificate(
        separable=True,
        mistake_bound=F(described(X, y, False)["radius"]) ** 2 // F(lower) ** 2 if lower else None,
        **half,
        **{f"augmented_{name}": value for name, value in half.items()},
        **described(X, y, False),
    )


def wild(rng):
    """A number from the smallest to the largest of float64, now and then 0."""
    exponent = rng.choice([-1073, -600, -500, -40, 0, 0, 3, 500, 900, 1022])  # a row's length must be finite
    return rng.choice([0.0, math.ldexp(rng.uniform(-1, 1), exponent)])


def test_bounds_are_exact_from_the_smallest_to_the_largest_floats():
    rng = random.Random(4)
    tried = 0
    for _ in range(100):
        w, rows = [wild(rng) for _ in range(3)], [[wild(rng) for _ in range(3)] for _ in range(4)]
        scores = [dot(map(F, x), map(F, w)) for x in rows]
        X = [[(1 if score > 0 else -1) * v for v in x] for x, score in zip(rows, scores, strict=True) if score]
        if X:
            lower = root_below(min(abs(s) for s in scores if s) ** 2 / dot(map(F, w), map(F, w)))
            assert one_class_without_intercept(X, w, lower).faults(X, ["yes"] * len(X)) == []
            if lower < sys.float_info.max:
                (fault,) = one_class_without_intercept(X, w, nudged(lower)[0]).faults(X, ["yes"] * len(X))
                assert "margin.lower must not be above the distance of row" in fault
                tried += 1
    assert tried > 50


@pytest.mark.parametrize(
    ("X", "w", "least"),
    [
        # Row 0 has 3, but 2⁵³ + 3 is rounded up; row 1 has 3.5.
        ([[2.0**53, 3.0, -(2.0**53)], [0.0, 3.5, 0.0]], [1.0, 1.0, 1.0], 3),
        # Row 0 has 1.02·2⁻¹⁰⁷⁴ in two products that are rounded up to 2⁻¹⁰⁷⁴; row 1 has 1.4, rounded down to 1.
        ([[0.51 * 2.0**-537] * 2, [1.4 * 2.0**-537, 0.0]], [2.0**-537] * 2, 2 * F(0.51) / 2**1074),
        # The products of row 0 overflow, and then nothing is known of their sum, which is 1.
        ([[2.0**600, -(2.0**600), 1.0], [0.0, 0.0, 2.0]], [2.0**600, 2.0**600, 1.0], 1),
    ],
)
def test_a_row_is_not_overlooked_where_rounding_hides_it(X, w, least):
    y, square = ["yes", "yes"], least**2 / dot(map(F, w), map(F, w))
    with np.errstate(all="ignore"):
        assert np.nanargmin([sum(a * b for a, b in zip(x, w, strict=True)) for x in X]) == 1
    for kind in (X, sp.csr_matrix(X)):
        assert one_class_without_intercept(X, w, root_below(square)).faults(kind, y) == []
        assert not one_class_without_intercept(X, w, nudged(root_below(square))[0]).check(kind, y)


def test_wide_data_is_scored_in_slices(monkeypatch):
    monkeypatch.setattr(exact_data, "SLICE", 100)
    rng = np.random.default_rng(1)
    X, w = np.abs(rng.normal(size=(60, 40))) + 1, np.abs(rng.normal(size=40)) + 1
    least = min(dot(map(F, x), map(F, w.tolist())) for x in X.tolist())
    lower = root_below(least**2 / sum(F(v) ** 2 for v in w.tolist()))
    for kind in (X, sp.csr_matrix(X)):
        assert one_class_without_intercept(X.tolist(), w, lower).faults(kind, ["yes"] * 60) == []
        assert not one_class_without_intercept(X.tolist(), w, nudged(lower)[0]).check(kind, ["yes"] * 60)
