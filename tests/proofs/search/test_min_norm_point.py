"""The nearest point of a hull: against the known, dense and sparse, and in other coordinates."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import nnls

from rosenblatt.proofs.search import hull_vertices, whitening
from rosenblatt.proofs.search.hull_vertices import SignedRows
from rosenblatt.proofs.search.min_norm_point import Corral, _without_column, nearest_to_zero
from rosenblatt.proofs.search.whitening import whiten


def nearest(vertices):
    return nearest_to_zero(vertices, 0, lambda found: found.lowest >= 0.999999 * found.length**2, lambda _: False)


def by_least_squares(Z):
    """The same by another way: λ ≥ 0 with Σ λ = 1 that makes ‖Zᵀλ‖ least."""
    shares, _ = nnls(np.vstack([Z.T, np.full((1, len(Z)), 1e5)]), np.append(np.zeros(Z.shape[1]), 1e5))
    return Z.T @ (shares / shares.sum())


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_the_nearest_point_is_that_of_another_way(form):
    rng = np.random.default_rng(0)
    for _ in range(30):
        n, d = int(rng.integers(2, 40)), int(rng.integers(2, 12))
        Z = rng.normal(size=(n, d)) + rng.normal(size=d) * 2
        found = nearest(SignedRows(form(Z), np.ones(n), folded=False))
        assert found.length == pytest.approx(np.linalg.norm(by_least_squares(Z)), abs=1e-4)
        assert found.point == pytest.approx(Z[found.names].T @ found.shares)
        assert min(found.shares) > 0
        assert sum(found.shares) == pytest.approx(1)


def test_the_triangle_is_that_of_the_vectors_that_are_left():
    rng = np.random.default_rng(1)
    R = np.linalg.qr(rng.normal(size=(9, 6)), mode="r")
    for k in range(6):
        left = np.delete(R, k, axis=1)
        turned = _without_column(R, k)
        assert turned.T @ turned == pytest.approx(left.T @ left)
        assert np.tril(turned, -1) == pytest.approx(0)


def test_a_vertex_in_the_plane_of_the_others_is_refused():
    corral = Corral("a", np.array([1.0, 0.0]), 1.0, is_sparse=False)
    assert corral.add("b", np.array([0.0, 1.0]))
    assert not corral.add("c", np.array([0.25, 0.75]))


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("widest", [0, 2000])
def test_other_coordinates_have_the_same_products(form, widest, monkeypatch):
    monkeypatch.setattr(whitening, "WIDEST", widest)  # 0: only the sizes of columns are changed
    monkeypatch.setattr(hull_vertices, "SLICE", 20)
    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 5)) * [1e-6, 1.0, 1e6, 3.0, 1e-3] + [0.0, 5.0, 0.0, 0.0, 0.0]
    signs = rng.choice([-1.0, 1.0], 60)
    turned = whiten(form(X), signs, folded=True)
    point = rng.normal(size=turned.vector(0).shape)
    v = turned.separator(point)
    lengths = [np.linalg.norm(turned.vector(i)) for i in range(60)]
    assert lengths == pytest.approx(np.ones(60))
    products = [float(turned.vector(i) @ point) for i in range(60)]
    scores = signs * (X @ v[:-1] + v[-1])
    assert (np.sign(products) == np.sign(scores)).all()
    assert turned.lowest(point, everywhere=True)[1] == pytest.approx(min(products))
    if widest:
        spread = np.linalg.svd(np.array([turned.vector(i) for i in range(60)]), compute_uv=False)
        assert spread[0] < 4 * spread[-1]
