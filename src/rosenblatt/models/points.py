"""Points and their scores under one row of weights, for ``geometry`` and ``criterion``."""

from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of
from rosenblatt.data.labels import signs_of
from rosenblatt.errors import DataError
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.linear import LinearModel


def points(X: Any) -> tuple[Block, bool]:
    """Rows of X, and whether X is a single point."""
    try:
        is_point = not hasattr(X, "tocsr") and np.ndim(X) == 1
    except ValueError:  # rows of different lengths, of which block_of says more
        is_point = False
    return block_of(np.atleast_2d(X) if is_point else X), is_point


def labelled(X: Any, y: Any, w: Any, b: Any) -> tuple[Block, np.ndarray, np.ndarray]:
    """Rows of X, their signs and their scores."""
    block = block_of(X)
    return block, signs_of(y, block.n_rows), scores_of(block, finite("w", w, 1), finite("b", b, 0))


def scores_of(block: Block, w: np.ndarray, b: Any) -> np.ndarray:
    """Compute w·x + b of every row as a model does: same order of additions, same checks."""
    if block.n_features != len(w):
        raise DataError(f"X must have {len(w)} features, as many as w; got {block.n_features}.")
    model = LinearModel(np.array([-1, 1]), len(w), "mistake", Weights(np.array([w]), np.array([b])))
    model.check_range(radius_of(block, all_rows(block)), block)
    return model.scores(block)[:, 0]


def finite(name: str, given: Any, dimensions: int) -> np.ndarray:
    """Copy as float64 and check that all values are finite."""
    kind = "one row of numbers" if dimensions else "one number"
    try:
        values = np.array(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"{name} must be {kind}: {error}.") from error
    if values.ndim != dimensions:
        raise DataError(f"{name} must be {kind}; got shape {values.shape}.")
    if not np.isfinite(values).all():
        raise DataError(f"{name} must be finite; got {values[~np.isfinite(values)][0]}.")
    return values
