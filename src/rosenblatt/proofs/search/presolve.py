"""Presolve: remove rows that cannot be part of any contradiction.

In a column where no y·x is negative, rows with a positive value cannot cancel out with any others, and a sufficiently
large weight there puts them on their side, whatever the rest is. Without these rows, other columns may become
one-sided.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import coo_matrix


class Layer(NamedTuple):
    """Rows removed together, and weights that put them on their side and are 0 for all remaining rows."""

    rows: np.ndarray
    weights: np.ndarray


class Peeled(NamedTuple):
    rows: np.ndarray  # that are left
    layers: list[Layer]  # the outermost first

    def separator(self, inner: np.ndarray, X: Any, signs: np.ndarray, folded: bool) -> np.ndarray:
        """Separator of all rows from one of the remaining rows: layer by layer, weights are made large enough."""
        whole = inner.copy()
        for rows, weights in reversed(self.layers):
            before, gained = (_scores(X[rows], signs[rows], folded, v) for v in (whole, weights))
            whole += weights * 2.0 * max(1.0, float((-before / gained).max()))
        return whole


def peel(X: Any, signs: np.ndarray, folded: bool) -> Peeled:
    """Remove rows until every column has both signs."""
    n_rows, n_columns = X.shape
    if not _one_sided(X, signs, folded).any():
        return Peeled(np.arange(n_rows), [])
    entries = coo_matrix(X)
    filled = entries.data != 0
    rows, columns, is_up = entries.row[filled], entries.col[filled], (entries.data * signs[entries.row] > 0)[filled]
    if folded:
        rows, columns = np.append(rows, np.arange(n_rows)), np.append(columns, np.full(n_rows, n_columns))
        is_up, n_columns = np.append(is_up, signs > 0), n_columns + 1
    stays = np.ones(n_rows, dtype=bool)
    layers: list[Layer] = []
    while True:
        up, down = (np.bincount(columns[side], minlength=n_columns) > 0 for side in (is_up, ~is_up))
        weights = np.subtract(up, down, dtype=np.float64)
        goes = rows[weights[columns] != 0]
        if not len(goes):
            return Peeled(np.flatnonzero(stays), layers)
        layers.append(Layer(np.unique(goes), weights))
        stays[goes] = False
        rows, columns, is_up = rows[stays[rows]], columns[stays[rows]], is_up[stays[rows]]


def _one_sided(X: Any, signs: np.ndarray, folded: bool) -> np.ndarray:
    """Columns of y·x that have only positive or only negative numbers."""
    sides = []
    for sign in (1.0, -1.0):
        part = X[signs == sign]
        low, high = (
            (
                np.asarray(bound.toarray() if hasattr(bound, "toarray") else bound).ravel() * sign
                for bound in (part.min(axis=0), part.max(axis=0))
            )
            if part.shape[0]
            else (np.zeros(X.shape[1]),) * 2
        )
        sides.append((np.minimum(low, high), np.maximum(low, high)))
    lows, highs = zip(*sides, strict=True)
    one_sided = (np.minimum(*lows) < 0) != (np.maximum(*highs) > 0)
    return np.append(one_sided, len(set(signs.tolist())) == 1) if folded else one_sided


def _scores(X: Any, signs: np.ndarray, folded: bool, v: np.ndarray) -> np.ndarray:
    return np.asarray(signs * (X @ v[:-1] + v[-1] if folded else X @ v))
