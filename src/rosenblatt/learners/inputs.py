"""Validated inputs of a learner: a block of rows, labels, weights, and the rows that are visited."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of
from rosenblatt.data.labels import encode, labels_of, smallest
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners.classes import Classes


class Inputs(NamedTuple):
    block: Block
    labels: np.ndarray  # one a row
    weights: float | np.ndarray  # one for all, or one a row
    visited: np.ndarray  # the rows that are visited: those whose weight is not zero
    radius: float  # the largest norm of a row, with the folded 1 where a bias is learned

    def radius_of(self, rows: np.ndarray, folded: float) -> float:
        """The largest norm of some of the rows."""
        return self.radius if len(rows) == self.block.n_rows else radius_of(self.block, rows, folded)


class EncodedLabels(NamedTuple):
    distinct: np.ndarray  # the labels of the visited rows, sorted
    codes: np.ndarray  # for each row the number of its label; 0 for rows not visited


def validate(X: Any, y: Any, sample_weight: Any, folded: float) -> Inputs:
    """Check everything that can be checked before anything is changed."""
    block = block_of(X)
    labels = labels_of(y, block.n_rows)
    weights = sample_weights(sample_weight, block.n_rows)
    radius = radius_of(block, all_rows(block), folded)
    return Inputs(block, labels, weights, visited_rows(weights, block.n_rows), radius)


def encode_labels(inputs: Inputs) -> EncodedLabels:
    """The labels of the visited rows as codes."""
    if not len(inputs.visited):
        return EncodedLabels(inputs.labels[:0], np.zeros(len(inputs.labels), np.uint8))
    if len(inputs.visited) == len(inputs.labels):
        return EncodedLabels(*encode(inputs.labels))
    distinct, visited = encode(inputs.labels[inputs.visited])
    codes = np.zeros(len(inputs.labels), dtype=visited.dtype)
    codes[inputs.visited] = visited
    return EncodedLabels(distinct, codes)


def first_visited(labels: EncodedLabels, visits: np.ndarray) -> np.ndarray:
    """The labels of the visited rows, in the order of first visit."""
    size = 256
    while True:  # most often all classes come early, and the rest need not be looked at
        codes, at = np.unique(labels.codes[visits[:size]], return_index=True)
        if len(codes) == len(labels.distinct) or size >= len(visits):
            return np.asarray(labels.distinct[codes[np.argsort(at)]])
        size *= 16


def weight_rows_of(classes: Classes, labels: EncodedLabels) -> np.ndarray:
    """For each row, which row of the weights its class has (0 for a class that is never visited)."""
    table = np.maximum(classes.weight_row_of(labels.distinct), 0)
    return np.asarray(smallest(table)[labels.codes]) if len(table) else labels.codes


# Weights of rows: sample weights times class weights. They multiply the update of a mistake.


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
