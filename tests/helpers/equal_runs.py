"""Learners, forms of storage and cuts that must lead to the same bits."""

import numpy as np
import scipy.sparse as sp

from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

LEARNERS = {
    "perceptron": Perceptron,
    "averaged": Averaged,
    "voted": Voted,
    "pocket": lambda **options: Pocket(ratchet=False, **options),
}
STORAGES = ("dense", "csr32", "csr64")


def stored(X, storage, dtype):
    """Rows in one of the forms of storage."""
    X = X.astype(dtype)
    if storage == "dense":
        return X
    matrix = sp.csr_matrix(X)
    matrix.indices = matrix.indices.astype(np.int32 if storage == "csr32" else np.int64)
    matrix.indptr = matrix.indptr.astype(matrix.indices.dtype)
    return matrix


def in_parts(learner, X, y, size, **options):
    """The learner, taught this many rows at a time."""
    for first in range(0, len(y), size):
        learner.partial_fit(X[first : first + size], y[first : first + size], **options)
    return learner
