"""Row weights: sample weights times class weights. They multiply the update of a mistake.

There are three kinds of class weights. Rows in memory, and files read more than once, are balanced by the counts of all
their rows. A stream is balanced by its counts up to and including each row. Given factors apply to every row.
"""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from rosenblatt.data.labels import exact_labels
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.learners.options import Options
from rosenblatt.loops.class_balance import running_balance


def sample_weights(sample_weight: Any, n_rows: int) -> float | np.ndarray:
    """Validate weights: one number for all rows, or one per row, finite and not negative."""
    if sample_weight is None:
        return 1.0
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"sample_weight must be numbers: {error}.") from error
    if weights.ndim == 0:
        weights = np.full(n_rows, float(weights))
    if weights.shape != (n_rows,):
        raise DataError(f"sample_weight must have one number per row, {n_rows}; got shape {weights.shape}.")
    bad = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(bad):
        raise DataError(f"sample_weight must be finite and not negative; got {weights[bad[0]]} in row {bad[0]}.")
    return weights


def visited_rows(weights: float | np.ndarray, n_rows: int) -> np.ndarray:
    """Rows that are visited: rows of weight zero are skipped."""
    if isinstance(weights, float):
        return np.arange(n_rows, dtype=np.uint32)
    return np.flatnonzero(weights).astype(np.uint32)


def total_weight(weights: float | np.ndarray, rows: np.ndarray) -> float:
    """Sum of the weights of some rows: their number if all weigh 1."""
    return weights * len(rows) if isinstance(weights, float) else float(weights[rows].sum())


def factors_of(class_weight: Any, labels: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """One factor per label, given the counts of all rows. "balanced": n / (number of classes × rows of the class).

    A class without rows is not counted among the classes, and its factor is unused.
    """
    if isinstance(class_weight, Mapping):
        known = labels.tolist()
        if unknown := [label for label in class_weight if label not in known]:  # no error: a fold may lack a rare class
            warnings.warn(f"class_weight names {unknown[0]!r}, which is not a class of y; it is ignored.", stacklevel=2)
        return given_factors(class_weight, labels)
    return np.asarray(counts.sum() / (np.count_nonzero(counts) * np.maximum(counts, 1)))


def given_factors(class_weight: Mapping[Any, float], labels: np.ndarray) -> np.ndarray:
    """Given factor of each label; 1 if none is given."""
    try:
        factors = np.array([class_weight.get(label, 1.0) for label in labels.tolist()], dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(f"{subject('class_weight')} must map labels to numbers: {error}.") from error
    if not (np.isfinite(factors) & (factors >= 0)).all():
        raise OptionError(f"{subject('class_weight')} must be finite and not negative; got {dict(class_weight)!r}.")
    return factors


def balanced_by_counts(counts: Mapping[Any, int]) -> dict[Any, float]:
    """Balanced factor of each label, for a file whose rows have been counted."""
    labels = exact_labels(sorted(counts))
    factors = factors_of("balanced", labels, np.array([counts[label] for label in labels.tolist()]))
    return dict(zip(labels.tolist(), factors.tolist(), strict=True))


def count_and_balance(
    options: Options, rows: np.ndarray, codes: np.ndarray, counts: np.ndarray, weights: float | np.ndarray
) -> float | np.ndarray:
    """Weights of the next rows of a stream. Updates ``counts``, the rows of each class so far."""
    if not options.balanced:
        counts += np.bincount(codes[rows], minlength=len(counts))
        return weights
    factors = np.zeros(len(codes))
    running_balance(codes, rows, counts, factors)
    return weights * factors


def weighed_range(class_weight: Any) -> float | np.ndarray:
    """Range of the weights that rows of a file can have, to see whether they differ."""
    return np.array([*class_weight.values(), 1.0]) if isinstance(class_weight, Mapping) else 1.0
