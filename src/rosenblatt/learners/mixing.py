"""Training on parts: teach a state on one part, and mix the states of parts that were taught side by side.

Iterative parameter mixing (McDonald, Hall and Mann, 2010, "Distributed training strategies for the structured
perceptron"). In every epoch, each part i is visited from the same weights w, which gives w_i after k_i updates. Then

    w ← Σ μ_i w_i        with μ_i = k_i / Σ k ("mistakes") or 1 / number of parts with rows ("uniform").

If u with ‖u‖ = 1 has the margin γ on all rows, and R is the largest norm, then w·u grows by at least Σ μ_i k_i γ in
each epoch. ‖w‖² grows by at most Σ μ_i k_i R², since ‖Σ μ_i w_i‖² ≤ Σ μ_i ‖w_i‖². So Σ μ_i k_i over all epochs and
parts is at most (R/γ)².

The average is the mean of the weights after all visits of all parts, each counted once, and of the start. Algorithm 7
stores it as u with (sum of these weights) = c w − u, where c − 1 is the number of visits. Let s = c w − u be that sum
at the start of an epoch, and s_i the sum after part i. Then the sum after all parts is s + Σ (s_i − s).

Both functions are pure: they change none of their arguments. Any engine that calls them in the same order gets the same
bits.
"""

import copy
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rosenblatt.errors import TrainingOverflow
from rosenblatt.learners.base import Learner
from rosenblatt.learners.parts import Part, named
from rosenblatt.learners.visits import Counts, can_overflow, stays_small, visit
from rosenblatt.learners.weights import WeightRows

FEATURES_AT_ONCE = 8192  # 64 KB of weights per class
MAX_VISITS_AT_ONCE = 65536  # so that the list of their mistakes stays small


class Tally(NamedTuple):
    """Counts of an epoch so far. They are added over parts."""

    visits: int = 0
    mistakes: int = 0
    updates: int = 0
    squares: int = 0  # sum of k_i² over the parts, where k_i is the number of updates
    parts: int = 0  # parts with rows
    weighed: float = 0.0  # mistakes that delay convergence, each by the weight of its row

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))  # type: ignore[arg-type]

    def share(self, mix_by: str) -> int:
        """Numerator of μ for the parts of this tally together."""
        return self.updates if mix_by == "mistakes" else self.parts

    def mixed_updates(self, mix_by: str) -> float:
        """Σ μ_i k_i over the parts of an epoch."""
        return self._squared(mix_by) / max(1, self.share(mix_by))

    def _squared(self, mix_by: str) -> int:
        return self.squares if mix_by == "mistakes" else self.updates


class State(NamedTuple):
    """Learner between two parts, and the tally of the visits that it has had in this epoch."""

    learner: Learner
    tally: Tally = Tally()


def teach(state: State, part: Part, epoch: int, begins: bool) -> State:
    """Visit the rows of a part once, from this state.

    begins: the part is the first one of the epoch that this state visits, so the tally starts at zero.
    """
    before = Tally() if begins else state.tally
    if not len(part.rows):
        return State(state.learner, before)
    learner = _twin_of(state.learner, part.block.is_sparse)
    learner.guarded = not stays_small(learner, part.radius, part.heaviest, len(part.rows)) and can_overflow(
        learner, part.radius, part.weights, len(part.rows)
    )
    counts = Counts(0, 0)
    visits, examples = part.visits(learner.options, epoch), part.examples
    with named(part.place):
        for first in range(0, len(visits), MAX_VISITS_AT_ONCE):
            some = visit(learner, examples, visits[first : first + MAX_VISITS_AT_ONCE])
            counts = Counts(counts.mistakes + some.mistakes, counts.updates + some.updates)
    learner.leave_examples()
    own = Tally(len(visits), *counts, counts.updates**2, 1, learner.weighed_mistakes)
    return State(learner, before.plus(own))


def mix(start: State, states: Sequence[State], mix_by: str) -> State:
    """Mix states that were taught on different parts from the same start.

    The result is the state after all these parts, and can be mixed again with others from the same start.
    """
    met = [state for state in states if state.tally.visits]
    tally = Tally()
    for state in met:
        tally = tally.plus(state.tally)
    if len(met) < 2:
        return met[0] if met else State(start.learner)
    learner = copy.copy(met[0].learner)
    learner.visited, learner.ready_model = start.learner.visited + tally.visits, None
    if tally.updates:  # else all weights are those of the start
        n_classes = max(state.learner.weights.n_classes for state in met)
        _mix_weights(learner, start, met, mix_by, n_classes)
    return State(learner, tally)


def _mix_weights(learner: Learner, start: State, met: list[State], mix_by: str, n_classes: int) -> None:
    """Set the weights of the learner, and its averaging sum if it has one."""
    layout = (n_classes, met[0].learner.weights.feature_major)
    weights = [_as_wide(state.learner.weights, *layout) for state in met]
    learner.weights = mean_of(weights, [state.tally.share(mix_by) for state in met])
    if learner.averaging_sum is not None:
        first, *others = (_sum_of(state.learner, layout) for state in (start, *met))
        learner.averaging_sum = averaging_sum_of(learner, first, others)
    if any(state.learner.guarded for state in met) and not all(rows.is_finite() for rows in learner.vectors()):
        raise TrainingOverflow("Training overflowed: weights must stay finite, and did not: scale the features.")


def _twin_of(learner: Learner, feature_major: bool) -> Learner:
    """Copy of a learner, with weights of its own in the layout that the next rows need."""
    twin = copy.copy(learner)
    for name in learner.vector_names:
        vectors = getattr(learner, name).copy()
        vectors.reorder(feature_major)
        setattr(twin, name, vectors)
    twin.leave_examples()  # gives a voted perceptron lists of its own
    twin.weighed_mistakes, twin.ready_model = 0.0, None
    return twin


def mean_of(weights: list[WeightRows], shares: list[int]) -> WeightRows:
    """Mean of weights in proportion to their shares. Weights whose share is 0 take no part."""
    given = [(rows, float(share)) for rows, share in zip(weights, shares, strict=True) if share]
    (first, first_share), *others = given
    mean = first.copy()
    if not others:
        return mean
    total = sum(share for _, share in given)
    for target, arrays in _slices(mean, [rows for rows, _ in others]):
        target *= first_share
        for array, (_, share) in zip(arrays, others, strict=True):
            target += share * array
        target /= total
    return mean


Sum = tuple[int, WeightRows, WeightRows]  # c, w and u, whose sum of weights over visits is c w − u


def _sum_of(learner: Learner, layout: tuple[int, bool]) -> Sum:
    sums = _as_wide(learner.averaging_sum, *layout)
    return learner.visited + 1, _as_wide(learner.weights, *layout), sums


def averaging_sum_of(learner: Learner, start: Sum, parts: list[Sum]) -> WeightRows:
    """Averaging sum u of mixed weights w: c w − u = s + Σ (s_i − s), with s at the start and s_i after part i."""
    result = learner.weights.copy()
    counts = [float(c) for c, _, _ in (start, *parts)]
    pairs = [rows for _, *pair in (start, *parts) for rows in pair]
    for target, (w, u, *others) in _slices(result, pairs):
        target *= float(learner.visited + 1)
        for c, own, sums in zip(counts[1:], others[::2], others[1::2], strict=True):
            target -= c * own - sums
        target += float(len(parts) - 1) * (counts[0] * w - u)
    return result


def _slices(target: WeightRows, others: list[WeightRows]) -> Iterator[tuple[np.ndarray, list[np.ndarray]]]:
    """Yield views of a few features at a time, and last of the biases: sums of such slices stay in the cache."""
    for first in range(0, target.n_features, FEATURES_AT_ONCE):
        part = slice(first, first + FEATURES_AT_ONCE)
        views = [rows.view.w[: len(rows.view.b), part] for rows in (target, *others)]
        yield views[0], views[1:]
    yield target.view.b, [rows.view.b for rows in others]


def _as_wide(rows: WeightRows | None, n_classes: int, feature_major: bool) -> WeightRows:
    """Weights with this number of classes and this layout; copied only if they differ."""
    assert rows is not None
    if rows.n_classes < n_classes or rows.feature_major != feature_major:
        rows = rows.copy()
        while rows.n_classes < n_classes:
            rows.add_class(n_classes)
        rows.reorder(feature_major)
    return rows


def scores_wrong(state: State, part: Part) -> int:
    """Count the visited rows of a part that the model of a state predicts wrong."""
    learner = state.learner
    winners = learner.model_of(learner).winners(part.block)  # not learner.model, which changes the learner
    truth = learner.classes.places()[part.codes]
    return int(np.count_nonzero((winners != truth)[part.rows]))
