"""Rows of very different lengths, very short rows, and exact planes that rounding would break."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from rosenblatt import certify
from rosenblatt.data.blocks import block_of
from rosenblatt.proofs.search.exact_rows import ExactRows
from rosenblatt.proofs.search.float_plane import float_plane, wrong_side
from rosenblatt.proofs.search.scaled_rows import scaled_rows


def never():
    return False


def chain(links, bits, sums=0):
    """Each weight is q times the one before, up to the first weight: |q·w[k] − w[k + 1]| < w[0], q = 2**bits + 1."""
    rows = np.zeros((2 * links, links + 1))
    for k in range(links):
        rows[2 * k : 2 * k + 2, k], rows[2 * k : 2 * k + 2, k + 1] = 2.0**bits + 1, -1.0
        rows[2 * k : 2 * k + 2, 0] += [1.0, -1.0]
    y = np.tile([1, -1], links)
    rng = np.random.default_rng(0)
    more = rng.integers(0, 2, (sums, len(rows))) @ (rows * y[:, None])
    more = more[more.any(axis=1)]
    signs = rng.choice([-1, 1], len(more))
    return np.vstack([rows, more * signs[:, None]]), np.append(y, signs)


def different_lengths(power, wrong=0, seed=0):
    """Rows times 2**-power to 2**power, the first ones on their wrong side."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (700, 4)).astype(np.float64)
    y = np.where(X @ rng.integers(-9, 10, 4) > 0, 1, -1)
    y[:wrong] *= -1
    return X * np.ldexp(1.0, rng.integers(-power, power, (700, 1))), y


def exact(vector, plane):
    return sum((F(v) * w for v, w in zip(vector, plane, strict=True)), F())


@pytest.mark.parametrize(("seed", "wrong"), [(0, 0), (3, 0), (7, 0), (16, 0), (3, 30)])
@pytest.mark.parametrize("as_rows", [np.array, csr_matrix])
def test_rows_of_very_different_lengths_are_decided(seed, wrong, as_rows):
    X, y = different_lengths(40, wrong, seed)
    certificate = certify(as_rows(X), y)
    assert certificate.separable is (wrong == 0)
    assert certificate.check(X, y)


@pytest.mark.parametrize("sums", [0, 1200])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_roundings_make_up_for_each_other(sums, fit_intercept):
    X, y = chain(3, 20, sums)
    certificate = certify(X, y, fit_intercept=fit_intercept)
    assert certificate.separable is True
    assert certificate.check(X, y)


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("wrong", [0, 30])
def test_very_short_rows_are_decided(fit_intercept, wrong):
    X, y = different_lengths(1)
    signs = np.tile([1, -1], len(X))[: (y > 0).sum()]
    X, y = X[y > 0] * signs[:, None] * 2.0**-565, signs.copy()
    y[:wrong] *= -1
    certificate = certify(X, y, fit_intercept=fit_intercept)
    assert certificate.separable is (wrong == 0)
    assert certificate.check(X, y)
    assert 0.0 < certificate.radius < 1e-160


def test_a_plane_that_float64_cannot_hold():
    """The weights would have to be w[4] = q²·w[2] exactly, and q² has 61 bits: docs/certify.md has the proof."""
    X, y = chain(4, 30)
    certificate = certify(X, y, fit_intercept=False)
    assert certificate.separable is None
    assert certificate.check(X, y)
    Z = (X * y[:, None]).tolist()
    plane = [F((2**30 + 1) ** k) for k in range(5)]
    assert min(exact(z, plane) for z in Z) > 0


def test_scaled_rows_are_on_the_same_sides():
    rng = np.random.default_rng(3)
    for as_rows in (np.array, csr_matrix):
        X = rng.integers(-3, 4, (20, 3)) * np.ldexp(1.0, rng.integers(-300, 300, (20, 1)))
        signs = rng.choice([-1.0, 1.0], 20)
        corners = scaled_rows(as_rows(X), signs, folded=True)
        lengths = [abs(corners.vector(row)).max() for row in range(20)]
        assert 0.5 <= min(lengths) <= max(lengths) < 1.0
        scaled = rng.standard_normal(4)
        plane = [F(v) for v in corners.plane(scaled).tolist()]
        wrong = set(wrong_side(corners, [F(v) for v in scaled.tolist()]))
        for row, (x, sign) in enumerate(zip(X.tolist(), signs.tolist(), strict=True)):
            assert (F(sign) * exact([*x, 1.0], plane) <= 0) == (row in wrong)


def test_rows_that_float64_cannot_hold_at_another_length_stay_as_they_are():
    X = np.array([[5e-324, 1e140], [1e140, 5e-324]])
    corners = scaled_rows(X, np.ones(2), folded=False)
    assert [corners.vector(row).tolist() for row in range(2)] == X.tolist()


def test_a_float64_plane_between_neighbouring_floats():
    """No float64 number is between 1 and the next one; a quotient of two is."""
    X = np.array([[1.0, -1.0], [-1.0, 1.0 + 2.0**-52]])
    corners = scaled_rows(X, np.ones(2), folded=False)
    center = [F(1) + F(1, 2**53), F(1)]
    assert not wrong_side(corners, center)
    plane = float_plane(corners, center, [0, 1], never)
    assert plane is not None
    assert min(exact(x, [F(v) for v in plane.tolist()]) for x in X.tolist()) > 0


@pytest.mark.parametrize("as_rows", [np.array, csr_matrix])
def test_the_longest_of_many_very_short_rows(as_rows):
    X = np.full((300, 2), 3e-200)
    square = ExactRows(block_of(as_rows(X)), np.ones(300)).largest_square()
    assert 2 * F(3e-200) ** 2 <= square <= 2 * F(3e-200) ** 2 * (1 + F(1, 2**40))
