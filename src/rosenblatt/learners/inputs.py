"""Validated inputs of a learner: a block of rows, labels, weights, and the visited rows."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of
from rosenblatt.data.labels import encode, exact_labels, labels_of, smallest
from rosenblatt.learners.class_weights import sample_weights, visited_rows
from rosenblatt.learners.classes import Classes
from rosenblatt.loops.arguments import Rule
from rosenblatt.loops.scoring import count_zero_rows
from rosenblatt.loops.steps import CONSTANT


class Inputs(NamedTuple):
    block: Block
    labels: np.ndarray  # one per row
    weights: float | np.ndarray  # one for all, or one per row
    visited: np.ndarray  # the rows that are visited: those whose weight is not zero
    radius: float  # the largest norm of a row, with the folded 1 where a bias is learned

    def radius_of(self, rows: np.ndarray, folded: float) -> float:
        """Largest norm of some of the rows."""
        return self.radius if len(rows) == self.block.n_rows else radius_of(self.block, rows, folded)


class EncodedLabels(NamedTuple):
    distinct: np.ndarray  # the known labels, sorted: at least those of the visited rows
    codes: np.ndarray  # for each row the number of its label; 0 for a row whose label is not among them


def validate(X: Any, y: Any, sample_weight: Any, folded: float) -> Inputs:
    """Check everything that can be checked before any state changes."""
    block = block_of(X)
    labels = labels_of(y, block.n_rows)
    weights = sample_weights(sample_weight, block.n_rows)
    radius = radius_of(block, all_rows(block), folded)
    return Inputs(block, labels, weights, visited_rows(weights, block.n_rows), radius)


def encode_labels(inputs: Inputs) -> EncodedLabels:
    """Encode the labels of all rows. A class whose rows all weigh zero is still a class."""
    return EncodedLabels(*encode(inputs.labels))


def encode_visited_labels(inputs: Inputs) -> EncodedLabels:
    """Encode the labels of the visited rows. In a stream, a class appears with its first visit."""
    if not len(inputs.visited):
        return EncodedLabels(inputs.labels[:0], np.zeros(len(inputs.labels), np.uint8))
    if len(inputs.visited) == len(inputs.labels):
        return EncodedLabels(*encode(inputs.labels))
    distinct, visited = encode(inputs.labels[inputs.visited])
    codes = np.zeros(len(inputs.labels), dtype=visited.dtype)
    codes[inputs.visited] = visited
    return EncodedLabels(distinct, codes)


def with_other_class(labels: EncodedLabels) -> EncodedLabels:
    """One class and an artificial second one: −y of a number (1 of 0), ``(not y)`` of text."""
    [lone] = labels.distinct.tolist()
    other: Any
    match lone:
        case bool():
            other = not lone
        case str():
            other = f"(not {lone})"
        case bytes():
            other = b"(not %b)" % lone
        case _:
            other = 0 if lone > 2**63 else -lone or 1  # −y of the largest uint64 is no label
    both = exact_labels(sorted([lone, other]))
    return EncodedLabels(both, labels.codes + np.uint8(lone > other))


def zero_rows_among(block: Block, rule: Rule, rows: np.ndarray) -> int:
    """Number of rows of zeros among some rows. 0 for a rule whose step does not depend on the norm."""
    if rule.step is None or rule.step.kind == CONSTANT:
        return 0
    return int(count_zero_rows(block.rows, rows))


def first_visited(labels: EncodedLabels, visits: np.ndarray) -> np.ndarray:
    """Labels of the visited rows, in the order of first visit."""
    size = 256
    while True:  # most often all classes come early, and the rest need not be looked at
        codes, at = np.unique(labels.codes[visits[:size]], return_index=True)
        if len(codes) == len(labels.distinct) or size >= len(visits):
            return np.asarray(labels.distinct[codes[np.argsort(at)]])
        size *= 16


def weight_rows_of(classes: Classes, labels: EncodedLabels) -> np.ndarray:
    """Weight row of the class of each row (0 for a class that is never visited)."""
    table = np.maximum(classes.weight_row_of(labels.distinct), 0)
    return np.asarray(smallest(table)[labels.codes]) if len(table) else labels.codes
