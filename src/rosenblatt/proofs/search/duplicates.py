"""Identical rows with different labels, which no classifier can all get right."""

from typing import Any

import numpy as np

SEED = 20240229  # of the numbers that columns are told apart by
SLICE = 2**22  # numbers that are hashed at a time


def conflicts(matrix: Any, numbers: np.ndarray) -> tuple[tuple[int, ...], ...]:
    """Groups of identical rows of different classes, each in rising order, in the order of their first row.

    matrix: float64, dense or CSR with rising columns.
    numbers: the class of each row, as a number.
    """
    keys = _row_keys(matrix)
    order = np.argsort(keys, kind="stable")
    is_new = np.append(True, keys[order][1:] != keys[order][:-1])
    firsts = np.flatnonzero(is_new)
    low, high = np.minimum.reduceat(numbers[order], firsts), np.maximum.reduceat(numbers[order], firsts)
    ends = np.append(firsts, len(order))
    groups = []
    for k in np.flatnonzero(low != high).tolist():
        same: dict[bytes, list[int]] = {}
        for row in order[ends[k] : ends[k + 1]].tolist():
            same.setdefault(_row_bytes(matrix, row), []).append(row)
        groups += [tuple(rows) for rows in same.values() if len(set(numbers[rows].tolist())) > 1]
    return tuple(sorted(groups))


def _row_keys(matrix: Any) -> np.ndarray:
    """Key of each row, equal for equal rows: a sum of scrambled bits, with a factor per column."""
    is_sparse = hasattr(matrix, "tocsr")
    n_rows, n_columns = matrix.shape
    factors = np.random.default_rng(SEED).integers(0, 2**63, n_columns, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    if is_sparse:
        sums = np.append(np.uint64(0), np.cumsum(_scrambled(matrix.data) * factors[matrix.indices], dtype=np.uint64))
        return np.asarray(sums[matrix.indptr[1:]] - sums[matrix.indptr[:-1]])
    step = max(1, SLICE // n_columns)
    parts = (matrix[first : first + step] for first in range(0, n_rows, step))
    return np.concatenate([_scrambled(part) @ factors for part in parts])


def _scrambled(values: np.ndarray) -> np.ndarray:
    """Mixed bits of floats, so that their sums identify them; 0 for both zeros."""
    bits = np.ascontiguousarray(values + 0.0).view(np.uint64)
    bits = (bits ^ (bits >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    return np.asarray(bits ^ (bits >> np.uint64(32)))


def _row_bytes(matrix: Any, row: int) -> bytes:
    if hasattr(matrix, "tocsr"):
        part = slice(matrix.indptr[row], matrix.indptr[row + 1])
        values, columns = matrix.data[part], matrix.indices[part]
        return bytes(values[values != 0].tobytes() + columns[values != 0].tobytes())
    return bytes((matrix[row] + 0.0).tobytes())
