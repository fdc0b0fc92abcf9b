"""Visits: call a loop on rows and record its effect on the learner."""

import itertools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rosenblatt.errors import TrainingOverflow, option
from rosenblatt.learners.class_weights import total_weight
from rosenblatt.learners.kernel_scores import KernelScores
from rosenblatt.learners.options import Options
from rosenblatt.learners.score_cache import ScoreCache
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights, part_of, scratch_for, updates_among
from rosenblatt.loops.error_bounds import SAFE
from rosenblatt.loops.replay import replay
from rosenblatt.loops.steps import CONSTANT, longest_step
from rosenblatt.loops.visit import find_mistakes, learn

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner


class Counts(NamedTuple):
    """Number of mistakes and of updates. They differ for rules with a margin, and for rows of zeros."""

    mistakes: int
    updates: int


def visit(
    learner: "Learner", examples: Examples, visits: np.ndarray, cache: ScoreCache | KernelScores | None = None
) -> Counts:
    """Visit rows one after another, making room where a class comes. Return the numbers of mistakes and updates.

    cache: scores of all rows. They save time for a learner with weights, and change no mistake. A kernel needs them.
    """
    cuts = [0, len(visits)]
    if len(visits) and learner.weights.n_classes < len(learner.classes.rows):
        # Rows of weights are numbered in the order of first visit: a class comes where the highest rises.
        highest = np.maximum.accumulate(examples.classes[visits])
        arrivals = np.arange(learner.weights.n_classes, int(highest[-1]) + 1)
        cuts = [0, *np.searchsorted(highest, arrivals).tolist(), len(visits)]
    n_mistakes = n_updates = 0
    for number, (first, last) in enumerate(itertools.pairwise(cuts)):
        if number:
            for vectors in learner.vectors():
                vectors.add_class(len(learner.classes.rows))
        part = visits[first:last]
        weights = learner.weights.view
        per_visit = len(weights.b) if learner.rule.one_vs_rest else 1  # entries, at most; one for two classes
        buffer = no_mistakes(len(part) * per_visit, learner.rule)
        state = (weights, _averaging_view(learner), scratch_for(weights))
        if cache is None:
            count = learn(examples, part, learner.visited, learner.rule, *state, buffer)
        else:
            count = cache.learn(part, learner.visited, state, buffer)
        _check_overflow(learner.options, count, part)
        counts = _note(learner, examples, part_of(buffer, slice(count)), part)
        n_mistakes, n_updates = n_mistakes + counts.mistakes, n_updates + counts.updates
    return Counts(n_mistakes, n_updates)


def search(
    learner: "Learner", examples: Examples, rows: np.ndarray, room: int, scores: KernelScores | None = None
) -> Mistakes:
    """Rows that are wrong under the current weights, in the order given; at most ``room``.

    For the margin perceptron, rows within the margin. scores: those of a kernel.
    """
    buffer = no_mistakes(min(room, len(rows)), learner.rule)
    weights = learner.weights.view
    needs_step = learner.options.order != "all-mistakes"  # one update at a time: it must be one
    if scores is None:
        count = find_mistakes(examples, rows, learner.rule, weights, needs_step, scratch_for(weights), buffer)
    else:
        count = scores.find(rows, needs_step, buffer)
    _check_overflow(learner.options, count, rows)
    return part_of(buffer, slice(count))


def answer(
    learner: "Learner", examples: Examples, mistakes: Mistakes, visits: np.ndarray, scores: KernelScores | None = None
) -> Counts:
    """Answer mistakes that a search found, all at the last of the visits. scores: those of a kernel."""
    mistakes.when[:] = learner.visited + len(visits)
    if scores is None:
        replay(examples, mistakes, learner.rule, learner.weights.view, _averaging_view(learner))
    else:
        scores.apply(mistakes)
    return _note(learner, examples, mistakes, visits)


def stays_small(learner: "Learner", radius: float, heaviest: float, n_visits: int) -> bool:
    """Return True if no weight or score can leave the range of float64 in a run from zero, by its visits alone.

    radius, heaviest: of all rows of the run. The sum of n mixed weights is at most 2 n times the largest.
    """
    visits, reach = learner.visited + n_visits + 1.0, max(1.0, radius)
    largest = 2.0 * visits * visits * _longest_update(learner.rule, heaviest) * reach
    return largest * reach * (learner.n_features + 1.0) < SAFE


def _longest_update(rule: Rule, weight: float) -> float:
    """Largest factor of a row in an update."""
    return weight * longest_step(rule) * max(float(np.max(rule.rate)), rule.bias_rate)


def can_overflow(learner: "Learner", radius: float, weights: float | np.ndarray, n_visits: int) -> bool:
    """Return True if weights or scores could leave the range of float64 within this many visits."""
    weight, visits = float(np.max(weights)), learner.visited + n_visits + 1.0
    step, reach = _longest_update(learner.rule, weight), max(1.0, radius)
    growth = step * reach * n_visits * visits
    if not weight * visits < SAFE:  # the averaging sum multiplies this by the rate
        return True
    if not growth < SAFE:
        return True
    largest = max(vectors.largest() for vectors in learner.vectors()) + growth
    return not largest * reach * (learner.n_features + 1.0) < SAFE


def _note(learner: "Learner", examples: Examples, mistakes: Mistakes, visits: np.ndarray) -> Counts:
    """Record visits. mistakes: the mistakes and updates among them."""
    learner.visited += len(visits)
    if learner.on_visits:
        learner.on_visits(examples, visits, mistakes)
    updates, wrong = updates_among(mistakes), mistakes.row[mistakes.wrong] if _is_mixed(mistakes) else mistakes.row
    delaying = wrong if learner.options.passive_aggressive else updates.row
    learner.weighed_mistakes += total_weight(examples.weights, delaying)
    learner.ready_model = None
    if len(updates.row):
        learner.absorb_mistakes(examples, updates)
    if learner.guarded and not all(vectors.is_finite() for vectors in learner.vectors()):
        raise TrainingOverflow(
            f"Training overflowed: weights must stay finite, and did not: {_remedy(learner.options)}."
        )
    return Counts(len(wrong), len(updates.row))


def _is_mixed(mistakes: Mistakes) -> bool:
    """Return True if the list may have updates that are no mistakes."""
    return isinstance(mistakes.wrong, np.ndarray)


def _check_overflow(options: Options, count: int, visits: np.ndarray) -> None:
    if count < 0:
        what = "scores" if options.is_plain else "scores and steps"
        that = "that" if options.is_plain else "one"
        row = int(visits[-1 - count])
        raise TrainingOverflow(
            f"Training overflowed: {what} must stay finite, and {that} of row {row} did not: {_remedy(options)}."
        )


def _remedy(options: Options) -> str:
    """Step that keeps weights finite. With a bias, PA and PA-II diverge on rows shorter than 1."""
    if options.rule in ("pa", "pa2"):
        return f"PA-I limits the steps: {option('rule', 'pa1')}"
    return "scale the features"


def _averaging_view(learner: "Learner") -> Weights | None:
    return learner.averaging_sum.view if learner.averaging_sum else None


def no_mistakes(room: int, rule: Rule) -> Mistakes:
    """Empty list of mistakes with room for this many. It has the columns that this rule needs."""
    row, wrong_class, when = np.empty(room, np.uint32), np.empty(room, np.int32), np.empty(room, np.int64)
    if rule.step is None:
        return Mistakes(row, wrong_class, when)
    step = 1.0 if rule.step.kind == CONSTANT else np.empty(room)
    return Mistakes(row, wrong_class, when, step, np.empty(room, np.bool_))
