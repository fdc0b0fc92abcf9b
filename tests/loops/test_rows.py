"""Dense and CSR rows give the same bits, in the stated order of additions."""

import numpy as np
import pytest
import reference
import scipy.sparse as sp

from rosenblatt.loops.arguments import Weights, as_order, scratch_for
from rosenblatt.loops.jit import OPTIONS, compiler
from rosenblatt.loops.rows import CSR, Dense
from rosenblatt.loops.scoring import largest_norm, score


def forms(X):
    """The same rows in every form that loops take."""
    for dtype in (np.float32, np.float64):
        values = X.astype(dtype)
        values.flags.writeable = False
        yield Dense(values)
        sparse = sp.csr_matrix(X.astype(dtype))
        for index in (np.int32, np.int64):
            yield CSR(sparse.data, sparse.indices.astype(index), sparse.indptr.astype(index))


@pytest.mark.parametrize("d", [1, 2, 7, 8, 9, 15, 16, 17, 40])
def test_scores_are_added_in_eight_lanes(d):
    rng = np.random.default_rng(d)
    X = rng.normal(size=(5, d)).astype(np.float32)
    X[rng.random((5, d)) < 0.3] = 0.0
    for n_classes in (1, 3, 4):
        w, b = rng.normal(size=(n_classes, d)), rng.normal(size=n_classes)
        expected = [[reference.lane_dot(w[k], np.float64(x)) + b[k] for k in range(n_classes)] for x in X]
        for rows in forms(X):
            weights = Weights(as_order(w, isinstance(rows, CSR)), b)
            scores = np.empty((5, n_classes))
            score(rows, weights, scratch_for(weights), scores)
            assert scores.tolist() == expected


@pytest.mark.parametrize("d", [1, 8, 13])
def test_norms_are_added_in_eight_lanes(d):
    X = np.random.default_rng(d).normal(size=(4, d)).astype(np.float32)
    expected = max(reference.lane_dot(np.float64(x), np.float64(x)) for x in X)
    for rows in forms(X):
        assert largest_norm(rows, np.arange(4, dtype=np.uint32), 0) == (expected, 4)


@pytest.mark.compiled
def test_the_lanes_are_packed():
    """The eight lanes are vectors, and each product is rounded before it is added: look at the machine code."""
    values = np.ones((2, 16))
    values.flags.writeable = False
    fresh = compiler(**OPTIONS)(score.py_func)  # what comes from the disk cache cannot be looked at
    fresh(Dense(values), Weights(np.ones((1, 16)), np.zeros(1)), None, np.empty((2, 1)))
    machine_code = fresh.inspect_asm(fresh.signatures[0])
    assert "mulpd" in machine_code
    assert "fmadd" not in machine_code
