"""A table: features, labels, and the name of each feature."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.loops.rows import Dense


class Table(NamedTuple):
    X: Any  # an array, or scipy.sparse
    y: np.ndarray
    features: list[str]


def matrix_of(block: Block) -> Any:
    """The rows as users have them: an array, or scipy.sparse."""
    if isinstance(block.rows, Dense):
        return block.rows.values
    from scipy.sparse import csr_matrix

    return csr_matrix(tuple(block.rows), shape=(block.n_rows, block.n_features))
