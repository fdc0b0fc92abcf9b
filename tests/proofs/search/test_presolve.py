"""Rows taken off before the search: what is left can be separated where all can, and the separator is extended."""

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.separable import zero_is_in_the_hull

from rosenblatt.proofs.search.presolve import peel


def separable(Z):
    return not len(Z) or not zero_is_in_the_hull(Z.tolist())


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("folded", [False, True])
def test_the_verdict_is_that_of_the_rows_that_are_left(form, folded):
    rng = np.random.default_rng(1)
    layers = []
    for _ in range(150):
        n, d = int(rng.integers(1, 9)), int(rng.integers(1, 5))
        X = rng.integers(-1, 3, (n, d)) * (rng.random((n, d)) < 0.5)
        X, signs = X.astype(np.float64), rng.choice([-1.0, 1.0], n)
        Z = signs[:, None] * (np.column_stack([X, np.ones(n)]) if folded else X)
        peeled = peel(form(X), signs, folded)
        assert separable(Z) is separable(Z[peeled.rows])
        gone = [row for layer in peeled.layers for row in layer.rows.tolist()]
        assert sorted([*gone, *peeled.rows.tolist()]) == list(range(n))
        left = Z[peeled.rows]
        assert (((left > 0).any(axis=0)) == ((left < 0).any(axis=0))).all()
        if not len(peeled.rows):
            v = peeled.separator(np.zeros(Z.shape[1]), form(X), signs, folded)
            assert (Z @ v > 0).all()
        layers.append(len(peeled.layers))
    assert max(layers) >= 3


def test_a_separator_of_what_is_left_becomes_one_of_all():
    X = np.array([[1.0, -2.0, 0.0], [-5.0, 3.0, 0.0], [-100.0, -100.0, 0.001]])
    signs = np.array([1.0, 1.0, 1.0])
    peeled = peel(X, signs, folded=False)
    assert peeled.rows.tolist() == [0, 1]
    whole = peeled.separator(np.array([3.0, 1.0, 0.0]), X, signs, folded=False)
    assert (X[2] @ whole) > 0
    assert (whole[:2] == [3.0, 1.0]).all()


def test_rows_without_a_one_sided_column_all_stay():
    X = np.array([[1.0, -1.0], [-1.0, 1.0], [0.5, 0.5], [-0.5, -0.5]])
    peeled = peel(X, np.ones(4), folded=False)
    assert peeled.rows.tolist() == [0, 1, 2, 3]
    assert peeled.layers == []
