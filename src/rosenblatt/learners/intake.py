"""What a learner is given, checked: a block of rows, labels, weights, and which rows are visited."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of
from rosenblatt.data.labels import labels_of, numbered, smallest
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.importance import sample_weights, visited_rows


class Intake(NamedTuple):
    block: Block
    labels: np.ndarray  # one a row
    weights: float | np.ndarray  # one for all, or one a row
    rows: np.ndarray  # the rows that are visited: those whose weight is not zero
    radius: float  # the largest norm of a row, with the folded 1 where a bias is learned


class Numbered(NamedTuple):
    distinct: np.ndarray  # the labels of the visited rows, sorted
    numbers: np.ndarray  # for each row the number of its label; 0 for rows not visited


def take_in(X: Any, y: Any, sample_weight: Any, folded: float) -> Intake:
    """Check everything that can be checked before anything is changed."""
    block = block_of(X)
    labels = labels_of(y, block.n_rows)
    weights = sample_weights(sample_weight, block.n_rows)
    radius = radius_of(block, all_rows(block), folded)
    return Intake(block, labels, weights, visited_rows(weights, block.n_rows), radius)


def numbered_rows(intake: Intake) -> Numbered:
    if len(intake.rows) == len(intake.labels):
        return Numbered(*numbered(intake.labels))
    distinct, visited = numbered(intake.labels[intake.rows])
    numbers = np.zeros(len(intake.labels), dtype=visited.dtype)
    numbers[intake.rows] = visited
    return Numbered(distinct, numbers)


def first_visited(labels: Numbered, visits: np.ndarray) -> np.ndarray:
    """The labels of the visited rows, in the order of first visit."""
    size = 256
    while True:  # most often all classes come early, and the rest need not be looked at
        found, at = np.unique(labels.numbers[visits[:size]], return_index=True)
        if len(found) == len(labels.distinct) or size >= len(visits):
            return np.asarray(labels.distinct[found[np.argsort(at)]])
        size *= 16


def class_rows(classes: Classes, labels: Numbered) -> np.ndarray:
    """For each row, which row of the weights its class has (0 for a class that is never visited)."""
    table = np.maximum(classes.row_numbers(labels.distinct), 0)
    return np.asarray(smallest(table)[labels.numbers]) if len(table) else labels.numbers
