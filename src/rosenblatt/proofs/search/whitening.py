"""Change of coordinates that helps floats decide; separability does not depend on it.

A basis is a matrix with one column per coordinate: z @ basis are the new coordinates of a row, and basis @ v has the
same product with z as v has with them.
"""

from typing import Any

import numpy as np

from rosenblatt.proofs.search.hull_vertices import SignedRows, lengths

WIDEST = 2000  # columns whose products with each other are all computed
FLAT = 1e-12  # of the largest: a variance that is no more than rounding


def whiten(X: Any, signs: np.ndarray, folded: bool) -> SignedRows:
    """Scale the rows to length 1 and whiten them."""
    basis = _basis(X, folded)
    sizes = lengths(X, folded, basis)
    return SignedRows(X, signs / np.where(sizes > 0, sizes, 1.0), folded, basis)


def _basis(X: Any, folded: bool) -> Any:
    """Coordinates in which the rows are whitened; with many columns, columns are only scaled."""
    scales = _scales(X)
    if len(scales) <= WIDEST:
        try:
            return _whitening(X * scales if isinstance(X, np.ndarray) else X.multiply(scales).tocsr(), scales, folded)
        except np.linalg.LinAlgError:
            pass
    from scipy.sparse import diags_array

    return diags_array(np.append(scales, 1.0) if folded else scales)


def _whitening(X: Any, scales: np.ndarray, folded: bool) -> np.ndarray:
    """Whitening of dense rows, centred if there is a bias, since numbers far from 0 look alike to floats."""
    middle = X.mean(axis=0) if folded and isinstance(X, np.ndarray) else np.zeros(len(scales))
    moved = X - middle if middle.any() else X
    products = moved.T @ moved
    products = np.asarray(products.toarray() if hasattr(products, "toarray") else products)
    if folded:
        sums = np.asarray(moved.sum(axis=0)).ravel()
        products = np.block([[products, sums[:, None]], [sums[None], np.array([[float(X.shape[0])]])]])
        scales = np.append(scales, 1.0)
    lengths = np.sqrt(products.diagonal())
    lengths[lengths == 0] = 1.0
    variances, axes = np.linalg.eigh(products / np.outer(lengths, lengths))
    round_enough = variances > FLAT * variances[-1]
    axes = axes[:, round_enough] * np.sqrt(X.shape[0] / variances[round_enough]) / lengths[:, None]
    if folded:
        axes[-1] -= middle @ axes[:-1]
    return np.asarray(axes * scales[:, None])


def _scales(X: Any) -> np.ndarray:
    """Power of two per column that brings its largest number near 1, which is exact to multiply with."""
    largest = abs(X).max(axis=0)
    largest = np.asarray(largest.toarray() if hasattr(largest, "toarray") else largest).ravel()
    return np.ldexp(1.0, -np.frexp(np.where(largest > 0, largest, 1.0))[1])
