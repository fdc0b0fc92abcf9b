"""Fractions alone: the simplex method, the nearest point, and sets on which floats cannot tell."""

from fractions import Fraction as F

import numpy as np
import pytest
from helpers.separable import is_separable, random_set, zero_is_in_the_hull

from rosenblatt import certify
from rosenblatt.proofs.search.exact_min_norm import exact_nearest
from rosenblatt.proofs.search.exact_simplex import zero_in_hull


def test_rows_around_zero_or_a_separator():
    rng = np.random.default_rng(0)
    around = 0
    for _ in range(300):
        Z = rng.integers(-3, 4, (int(rng.integers(1, 9)), int(rng.integers(1, 5)))) * rng.choice([1.0, 0.1, 1e-9])
        answer = zero_in_hull(Z, lambda: False)
        assert bool(answer.rows) is zero_is_in_the_hull(Z.tolist())
        if answer.rows:
            around += 1
            assert sum(answer.shares) == 1
            assert min(answer.shares) > 0
            for column in Z.T.tolist():
                assert sum(share * F(column[row]) for row, share in zip(answer.rows, answer.shares, strict=True)) == 0
        else:
            assert all(sum(F(a) * b for a, b in zip(z, answer.separator, strict=True)) > 0 for z in Z.tolist())
    assert 50 < around < 250
    assert zero_in_hull(np.eye(2), lambda: True) is None


def test_the_exact_nearest_point():
    assert exact_nearest([[3, 0], [0, 4]], lambda: False) == {0: F(16, 25), 1: F(9, 25)}
    assert exact_nearest([[3, 0], [0, 4], [100, 100]], lambda: False) == {0: F(16, 25), 1: F(9, 25)}
    assert exact_nearest([[2, 0], [2, 1], [5, 5]], lambda: False) == {0: F(1)}
    assert exact_nearest([[1]], lambda: True) is None
    rng = np.random.default_rng(1)
    for _ in range(50):
        vectors = rng.integers(1, 9, (6, 3)).tolist()
        shares = exact_nearest(vectors, lambda: False)
        point = [sum(share * vectors[k][j] for k, share in shares.items()) for j in range(3)]
        square = sum(v * v for v in point)
        assert sum(shares.values()) == 1
        assert min(sum(a * b for a, b in zip(vector, point, strict=True)) for vector in vectors) == square


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[1000003.0], [1000000.0]], [0, 1]),
        ([[5e5], [5e5 + 1], [5e5 + 2]], [0, 1, 0]),
        ([[0.3, -0.2], [-0.2, 0.3], [0.2, -0.1]], [0, 0, 1]),
        ([[0.4], [0.399999998]], [0, 1]),
        ([[-5.587935447692871e-09], [-268435456.0], [5.960464477539063e-08]], [1, 0, 0]),
        ([[0.0], [1e-308]], [0, 1]),
        ([[1e-158], [2e-158]], [1, 0]),
    ],
)
def test_where_floats_cannot_tell_fractions_do(X, y):
    certificate = certify(X, y)
    assert certificate.separable is is_separable(np.array(X), np.array(y), with_bias=True)
    assert certificate.check(X, y)


def test_numbers_near_nothing_are_no_trouble():
    for X, y in (([[5e-324], [0.0]], [0, 1]), ([[-2e-311], [0.0], [1e-311], [-1e-311]], [0, 1, 1, 0])):
        assert certify(X, y).check(X, y)
    for X, y in (([[-5e-324, 0.0], [-5e-324, -5e-324]], [0, 1]), ([[2e-312, 2e-312]], [0])):
        assert certify(X, y, fit_intercept=False).check(X, y)


@pytest.mark.parametrize("change", [lambda X: X + 1e6, lambda X: 0.4 + X * 1e-13, lambda X: X * 0.1 + 1000.0])
def test_small_sets_far_from_zero_are_decided(change):
    rng = np.random.default_rng(0)
    undecided = wide = 0
    for _ in range(100):
        X, y = random_set(rng)
        X = change(np.round(X))
        certificate = certify(X, y)
        assert certificate.separable in (None, is_separable(X, y, with_bias=True))
        undecided += certificate.separable is None
        margin = certificate.augmented_margin
        wide += bool(certificate.separable) and margin.lower < (1 - 1e-3) * margin.upper
    assert undecided <= 1
    assert wide <= 2


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[999.8], [1000.2], [999.9]], [1, 0, 0]),
        ([[-19867787.0], [19867788.0], [6622597.0]], [1, 0, 1]),
        ([[1000.3], [1000.0]], [1, 0]),
        ([[-1e-6], [2e-6]], [1, 0]),
    ],
)
def test_margins_of_small_sets_are_as_exact_as_floats(X, y):
    certificate = certify(X, y, gap=1e-9)
    for lower, upper in (certificate.margin, certificate.augmented_margin):
        assert upper - lower <= 1e-9 * upper
