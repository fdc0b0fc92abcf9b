"""More bits than floats have: exact products, refined shares, and sets whose classes almost touch."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from rosenblatt import certify
from rosenblatt.proofs.search.exact_min_norm import exact_nearest
from rosenblatt.proofs.search.hull_vertices import Differences, SignedRows
from rosenblatt.proofs.search.margins import paired
from rosenblatt.proofs.search.min_norm_point import Nearest
from rosenblatt.proofs.search.refined_min_norm import refined_nearest
from rosenblatt.proofs.search.refined_shares import nearest_shares, shares_by_fractions, unsure
from rosenblatt.proofs.search.whole_products import Units, WholeMatrix

BITS = 96


def almost_touching(n_features, size, wrong, seed=0):
    """Whole numbers on both sides of a plane, at most 3 / |v| away from it; the first ones on their wrong side."""
    rng = np.random.default_rng(seed)
    v = rng.integers(-size, size + 1, n_features)
    v[0] = 1
    X = rng.integers(0, 256, (10 * n_features, n_features))
    y = np.where(rng.random(len(X)) < 0.5, 1, -1)
    scores = y * rng.integers(1, 4, len(X))
    scores[:wrong] *= -1
    X[:, 0] = scores - X[:, 1:] @ v[1:]
    return X.astype(np.float64), y


@pytest.mark.parametrize("scales", [[1.0], [1.0, 1e-5, 1e5], [1.0, 1e-200]])
def test_products_are_exact(scales):
    rng = np.random.default_rng(0)
    for _ in range(50):
        shape = tuple(rng.integers(1, 6, 2))
        matrix = rng.standard_normal(shape) * rng.choice(scales, shape)
        for rows, turned in ((matrix, False), (matrix.T, True)):
            numbers = [int(v) << int(k) for v, k in rng.integers(-99, 99, (rows.shape[1], 2)) ** [1, 2] // [1, 99]]
            units = Units(matrix.ravel())
            whole = WholeMatrix(matrix, units)
            vector = np.array(numbers, dtype=object)
            products = whole.transposed_times(vector) if turned else whole.times(vector)
            unit = F(2) ** units.least
            expected = [sum(F(a) / unit * b for a, b in zip(row, numbers, strict=True)) for row in rows.tolist()]
            assert [F(int(product)) for product in products] == expected


def test_refined_shares_are_those_of_fractions():
    rng = np.random.default_rng(1)
    compared = 0
    for _ in range(100):
        n = int(rng.integers(1, 6))
        vectors = np.round(rng.standard_normal((n, n + int(rng.integers(0, 4)))) * 50)
        units, lead = Units(np.append(vectors, 1.0)), 12
        units.bits = lead + 1 - units.least
        exact = shares_by_fractions(vectors, units, lead - units.least, BITS)
        refined = nearest_shares(vectors, units, lead, BITS)
        assert refined is not None
        assert exact is not None
        assert max(abs(refined - exact)) < 2 ** (unsure(BITS) + 1)
        compared += n > 1
    assert compared > 50


def test_vectors_that_floats_cannot_tell_from_dependent_ones():
    vectors = np.array([[1.0, 1.0], [1.0 + 2**-52, 1.0], [1.0, 1.0 + 2**-52]])
    units = Units(vectors.ravel())
    units.bits = 2 - units.least
    shares = nearest_shares(vectors, units, 1, 400)
    assert shares is not None
    point = [sum(F(int(s)) * F(v) for s, v in zip(shares, column, strict=True)) for column in vectors.T.tolist()]
    assert abs(point[0] / sum(shares)) < F(1, 2**100)
    assert nearest_shares(vectors[[0, 1, 1]], units, 1, 400) is None


def test_the_nearest_point_from_any_start():
    rng = np.random.default_rng(2)
    for _ in range(30):
        X = rng.integers(1, 9, (8, 3)).astype(np.float64)
        corners = SignedRows(X, np.ones(8), folded=False)
        shares = exact_nearest(X.astype(int).tolist(), lambda: False)
        start = Nearest([0], np.ones(1), X[0], -1.0)
        nearest = refined_nearest(corners, start, BITS, lambda point: False, lambda length: False)
        assert set(nearest.names) == set(shares)
        assert all(abs(shares[k] - s) < F(1, 2**40) for k, s in zip(nearest.names, nearest.shares, strict=True))
        assert nearest.lowest == pytest.approx(nearest.length**2)


def test_a_start_whose_rows_are_dependent_is_begun_again():
    X = np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [5.0, 1.0]])
    start = Nearest([0, 1, 2], np.full(3, 1 / 3), X[1], 0.0)
    corners = SignedRows(X, np.ones(4), folded=False)
    nearest = refined_nearest(corners, start, BITS, lambda point: False, lambda length: False)
    assert nearest.names == [0]


def test_differences_have_candidates():
    X = np.array([[3.0], [1.0], [0.0], [-2.0]])
    corners = Differences(X, np.array([1, 1, -1, -1]))
    assert (1, 2) in corners.lowest_of_all(np.ones(1), 4)
    assert corners.units().least == 0


@pytest.mark.parametrize(("size", "wrong"), [(10**5, 1), (10**5, 5), (10**7, 0), (10**7, 5)])
def test_sets_whose_classes_almost_touch_are_decided(size, wrong):
    X, y = almost_touching(30, size, wrong)
    certificate = certify(X, y)
    assert certificate.separable is (wrong < 5)  # one row more or less is room for another plane
    assert certificate.check(X, y)


def test_a_budget_leaves_an_upper_bound():
    X, y = almost_touching(30, 10**5, 1)
    certificate = certify(X, y, budget=0.3)
    assert certificate.separable in (None, True)
    assert certificate.check(X, y)


def test_rows_with_shares_make_pairs_with_shares():
    signs = np.array([1, -1, 1, -1, -1])
    pairs, shares = paired([0, 1, 2, 3, 4], [0.125, 0.25, 0.375, 0.125, 0.125], signs)
    assert pairs == [(0, 1), (2, 1), (2, 3), (2, 4)]
    assert shares.tolist() == [F(1, 4), F(1, 4), F(1, 4), F(1, 4)]
    assert paired([0, 2], [0.5, 0.5], signs)[0] == []


def test_small_steps_of_long_rows_do_not_go_round_in_a_circle():
    """A long row brings a short point nearer by very little, and that is a step all the same."""
    rng = np.random.default_rng(521)
    X = rng.integers(-3, 4, (521, 6)).astype(np.float64)
    y = np.where(X @ rng.integers(-9, 10, 6) > 0, 1, -1)
    X *= np.ldexp(1.0, rng.integers(-40, 40, (521, 1)))
    certificate = certify(X, y)
    assert certificate.separable is not False
    assert certificate.check(X, y)


@pytest.mark.parametrize(
    "change",
    [
        lambda X: X * 2.0**-150,
        lambda X: np.column_stack([X, np.full(len(X), 5e-324)]),
        lambda X: X * np.ldexp(1.0, np.arange(30) * 10 - 150),
    ],
)
def test_numbers_of_very_different_sizes_are_no_trouble(change):
    X, y = almost_touching(30, 10**5, 1)
    certificate = certify(change(X), y, budget=20)
    assert certificate.separable is not False
    assert certificate.check(change(X), y)


def test_products_that_underflow_end_the_search():
    X, y = almost_touching(30, 10**5, 1)
    assert certify(X * 2.0**-565, y, fit_intercept=False).separable is not False


def test_empty_columns_cost_little():
    X, y = almost_touching(30, 10**5, 1)
    wide = csr_matrix((X[X != 0], np.nonzero(X)[1], np.append(0, np.cumsum((X != 0).sum(axis=1)))), (len(X), 20_000))
    certificate = certify(wide, y)
    assert certificate.separable is True
    assert certificate.check(wide, y)
