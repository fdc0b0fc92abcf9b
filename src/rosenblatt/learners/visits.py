"""Visits: call a loop on rows and record its effect on the learner."""

import itertools
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.errors import TrainingOverflow
from rosenblatt.learners.class_weights import total_weight
from rosenblatt.learners.score_cache import ScoreCache
from rosenblatt.loops.arguments import Examples, Mistakes, Weights, scratch_for
from rosenblatt.loops.error_bounds import SAFE
from rosenblatt.loops.replay import replay
from rosenblatt.loops.visit import find_mistakes, learn

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner


def visit(learner: "Learner", examples: Examples, visits: np.ndarray, cache: ScoreCache | None = None) -> int:
    """Visit rows one after another, making room where a class comes. Return the number of mistakes.

    cache: cached scores. The mistakes are the same with and without it.
    """
    cuts = [0, len(visits)]
    if len(visits) and learner.weights.n_classes < len(learner.classes.rows):
        # Rows of weights are numbered in the order of first visit: a class comes where the highest rises.
        highest = np.maximum.accumulate(examples.classes[visits])
        arrivals = np.arange(learner.weights.n_classes, int(highest[-1]) + 1)
        cuts = [0, *np.searchsorted(highest, arrivals).tolist(), len(visits)]
    n_mistakes = 0
    for number, (first, last) in enumerate(itertools.pairwise(cuts)):
        if number:
            for vectors in learner.vectors():
                vectors.add_class(len(learner.classes.rows))
        part = visits[first:last]
        buffer = no_mistakes(len(part))
        weights = learner.weights.view
        state = (weights, _averaging_view(learner), scratch_for(weights))
        if cache is None:
            count = learn(examples, part, learner.visited, learner.rule, *state, buffer)
        else:
            count = cache.learn(part, learner.visited, state, buffer)
        _check_overflow(count, part)
        _note(learner, examples, first_of(buffer, count), part)
        n_mistakes += count
    return n_mistakes


def search(learner: "Learner", examples: Examples, rows: np.ndarray, room: int) -> Mistakes:
    """Rows that are wrong under the current weights, in the order given; at most ``room``."""
    buffer = no_mistakes(min(room, len(rows)))
    weights = learner.weights.view
    count = find_mistakes(examples, rows, learner.rule, weights, scratch_for(weights), buffer)
    _check_overflow(count, rows)
    return first_of(buffer, count)


def answer(learner: "Learner", examples: Examples, mistakes: Mistakes, visits: np.ndarray) -> None:
    """Answer mistakes that a search found, all at the last of the visits."""
    mistakes.when[:] = learner.visited + len(visits)
    replay(examples, mistakes, learner.rule, learner.weights.view, _averaging_view(learner))
    _note(learner, examples, mistakes, visits)


def can_overflow(learner: "Learner", radius: float, weights: float | np.ndarray, n_visits: int) -> bool:
    """Return True if weights or scores could leave the range of float64 within this many visits."""
    weight, visits = float(np.max(weights)), learner.visited + n_visits + 1.0
    step = weight * max(float(np.max(learner.rule.rate)), learner.rule.bias_rate)
    reach = max(1.0, radius)
    growth = step * reach * n_visits * visits
    if not weight * visits < SAFE:  # the averaging sum multiplies this by the rate
        return True
    largest = max(vectors.largest() for vectors in learner.vectors()) + growth
    return not largest * reach * (learner.n_features + 1.0) < SAFE


def _note(learner: "Learner", examples: Examples, mistakes: Mistakes, visits: np.ndarray) -> None:
    learner.visited += len(visits)
    if learner.on_visits:
        learner.on_visits(examples, visits, mistakes)
    learner.weighed_mistakes += total_weight(examples.weights, mistakes.row)
    learner.ready_model = None
    if len(mistakes.row):
        learner.absorb_mistakes(examples, mistakes)
    if learner.guarded and not all(vectors.is_finite() for vectors in learner.vectors()):
        raise TrainingOverflow("Training overflowed: weights must stay finite, and did not: scale the features.")


def _check_overflow(count: int, visits: np.ndarray) -> None:
    if count < 0:
        row = int(visits[-1 - count])
        raise TrainingOverflow(
            f"Training overflowed: scores must stay finite, and that of row {row} did not: scale the features."
        )


def _averaging_view(learner: "Learner") -> Weights | None:
    return learner.averaging_sum.view if learner.averaging_sum else None


def no_mistakes(room: int) -> Mistakes:
    """Empty list of mistakes with room for this many."""
    return Mistakes(np.empty(room, np.uint32), np.empty(room, np.int32), np.empty(room, np.int64))


def first_of(mistakes: Mistakes, count: int) -> Mistakes:
    return Mistakes(*(column[:count] for column in mistakes))


def joined(lists: list[Mistakes]) -> Mistakes:
    """Concatenate lists of mistakes."""
    return lists[0] if len(lists) == 1 else Mistakes(*map(np.concatenate, zip(*lists, strict=True)))
