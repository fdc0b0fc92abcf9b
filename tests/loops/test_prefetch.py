"""Prefetching asks for rows that exist, whatever the shape, and changes no number."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.learners import Perceptron
from rosenblatt.loops.prefetch import CACHED


@pytest.mark.compiled
def test_rows_that_are_almost_all_empty():
    """The mean size of a row rounds to 0 bytes, though all rows together are larger than the cache."""
    n_stored = int(CACHED) // 12 + 1
    n_rows = 20 * n_stored
    starts = np.minimum(np.arange(n_rows + 1), n_stored).astype(np.int32)
    X = sp.csr_matrix((np.ones(n_stored), np.zeros(n_stored, np.int32), starts), shape=(n_rows, 1))
    y = np.where(np.arange(n_rows) < n_stored, 1, -1)
    sparse, dense = (Perceptron(max_iter=3).fit(rows, y).report.mistakes_per_epoch for rows in (X, X.toarray()))
    assert sparse == dense
