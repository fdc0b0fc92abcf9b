"""How far a mistake on each row moves the weights: sample weights times class weights."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rosenblatt.errors import DataError, OptionError


def sample_weights(sample_weight: Any, n_rows: int) -> float | np.ndarray:
    """One number for all rows, or one a row: finite and not negative."""
    if sample_weight is None:
        return 1.0
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"sample_weight must be numbers: {error}.") from error
    if weights.ndim == 0:
        weights = np.full(n_rows, float(weights))
    if weights.shape != (n_rows,):
        raise DataError(f"sample_weight must have one number a row, {n_rows}; got shape {weights.shape}.")
    bad = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(bad):
        raise DataError(f"sample_weight must be finite and not negative; got {weights[bad[0]]} in row {bad[0]}.")
    return weights


def visited_rows(weights: float | np.ndarray, n_rows: int) -> np.ndarray:
    """The rows that are visited: a weight of zero is no visit at all."""
    if isinstance(weights, float):
        return np.arange(n_rows, dtype=np.uint32)
    return np.flatnonzero(weights).astype(np.uint32)


def class_factors(class_weight: Any, labels: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """One factor a label. "balanced": n / (number of classes × rows of the class)."""
    if isinstance(class_weight, Mapping):
        unknown = [label for label in class_weight if label not in labels.tolist()]
        if unknown:
            raise OptionError(f"class_weight must name classes of y; got {unknown[0]!r}, which is none.")
        return given_factors(class_weight, labels)
    return np.asarray(counts.sum() / (len(labels) * counts))


def given_factors(class_weight: Mapping[Any, float], labels: np.ndarray) -> np.ndarray:
    """The factor of each label, 1 where none is given."""
    try:
        factors = np.array([class_weight.get(label, 1.0) for label in labels.tolist()], dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(f"class_weight must map labels to numbers: {error}.") from error
    if not (np.isfinite(factors) & (factors >= 0)).all():
        raise OptionError(f"class_weight must be finite and not negative; got {dict(class_weight)!r}.")
    return factors


def total_weight(weights: float | np.ndarray, rows: np.ndarray) -> float:
    """The weights of some rows, added up: their number where all weigh 1."""
    return weights * len(rows) if isinstance(weights, float) else float(weights[rows].sum())
