"""Voted model, and the count of its votes by matrix products."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rosenblatt.data.blocks import Block, dense_slice, slice_rows, take_rows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights, as_order, part_of, scratch_for
from rosenblatt.loops.error_bounds import ROUNDING, SAFETY, SHORTEST, dot_error
from rosenblatt.loops.rows import Dense
from rosenblatt.loops.scoring import lengths, score
from rosenblatt.loops.voting import Ballots, Votes, settle_doubts, sum_votes
from rosenblatt.models.linear import Model, winners_of

NUMBERS_AT_ONCE = 4_000_000  # products that are held at a time
ROWS_AT_ONCE, SUPPORT_AT_ONCE = 1024, 1024  # rows that are multiplied together
ROOM_FOR_DOUBTS = 100_000


@dataclass(frozen=True)
class VotedModel(Model):
    """Voted model: each weight vector of the run votes, weighted by its survival.

    It holds the rows on which mistakes were made, not a copy of the weights for each. One against the rest, every class
    is a voted perceptron of its own.
    """

    start: Weights
    support: Examples  # the rows on which mistakes were made, classes by their place
    mistakes: Mistakes
    survival: np.ndarray  # of the start, then of the weights after each mistake
    rule: Rule

    def scores(self, block: Block) -> np.ndarray:
        """Votes as a share of all: from −1 to 1 for two classes, else from 0 to 1 for each class.

        One against the rest: for each class the votes for it minus the votes against it, per visit of the run.
        """
        if len(self.start.b) > 1 and self.rule.one_vs_rest:
            votes = np.concatenate([count_votes(run, block) for run in runs_of_classes(self)], axis=1)
            return votes / max(1.0, votes_of_one_class(self))
        return count_votes(self, block) / max(1.0, float(self.survival.sum()))

    def winners(self, block: Block) -> np.ndarray:
        return winners_of(self.scores(block), self.at_zero)


def runs_of_classes(model: VotedModel) -> Iterator[VotedModel]:
    """One against the rest, the run of each class: a voted model of two classes, of which it is the positive one.

    The weights of class k survive until the next entry whose moved class is k.
    """
    w, b = model.start
    support, end = Block(model.support.rows, len(model.support.classes), w.shape[1]), end_of(model)
    weights = np.broadcast_to(model.support.weights, support.n_rows)
    for k in range(len(b)):
        own = part_of(model.mistakes, model.mistakes.wrong_class == k)
        rows, numbers = np.unique(own.row if len(own.row) else np.zeros(1, np.uint32), return_inverse=True)
        is_own = (model.support.classes[rows] == k).astype(np.uint8)
        has_votes = bool(w[k].any() or b[k])  # weights of zero have no vote
        first = (own.when[0] if len(own.when) else end) if has_votes else 0
        yield VotedModel(
            np.array([0, 1]),
            model.n_features,
            model.at_zero,
            Weights(np.ascontiguousarray(w[k : k + 1]), b[k : k + 1]),
            Examples(take_rows(support, rows).rows, is_own, weights[rows]),
            own._replace(row=numbers[: len(own.row)].astype(own.row.dtype)),
            np.concatenate([[first], np.diff(np.append(own.when, end))]).astype(np.float64),
            model.rule._replace(one_vs_rest=None),
        )


def end_of(model: VotedModel) -> float:
    """Number of visits of the run, plus 1. 1 if no weights other than zero have been made."""
    when = model.mistakes.when
    return float(model.survival[-1] + (when[-1] if len(when) else 0)) or 1.0


def votes_of_one_class(model: VotedModel) -> float:
    """Number of votes on a row by the perceptron of one class: one per visit, and one of a start that is not zero."""
    starts_at_zero = not (model.start.w.any() or model.start.b.any())
    return end_of(model) - starts_at_zero


def count_votes(run: VotedModel, block: Block) -> np.ndarray:
    """Votes for class 1 minus votes against it, per row of the block; or votes for each class."""
    tally = np.zeros((block.n_rows, len(run.start.b)))
    support = Block(run.support.rows, len(run.support.classes), block.n_features)
    errors = _errors(run, support)
    at_once = max(1, min(ROWS_AT_ONCE, NUMBERS_AT_ONCE // support.n_rows))
    for first in range(0, block.n_rows, at_once):
        last = min(first + at_once, block.n_rows)
        tally[first:last] = _count(run, support, errors, slice_rows(block, first, last)).T
    return tally


def _count(run: VotedModel, support: Block, errors: np.ndarray, block: Block) -> np.ndarray:
    """Votes on some rows, one column each."""
    start = Weights(as_order(run.start.w, block.is_sparse), run.start.b)
    scores = np.empty((block.n_rows, len(start.b)))
    score(block.rows, start, scratch_for(start), scores)
    scores = np.ascontiguousarray(scores.T)
    tally = np.zeros_like(scores)
    ballots = Ballots(np.empty(block.n_rows), scores, np.empty((4, block.n_rows)), tally)
    lengths(block.rows, 1.0, ballots.lengths)
    products = _products(block, support, run.rule)
    votes = Votes(run.mistakes, run.survival, errors)
    doubts = np.empty((2, max(ROOM_FOR_DOUBTS, block.n_rows)), np.int64)
    vote = 0
    while vote < len(votes.survival):
        vote, count = sum_votes(products, run.support, votes, ballots, vote, doubts)
        if count:
            by_vote = np.ascontiguousarray(doubts[:, :count])
            weights = Weights(start.w.copy(order="K"), start.b.copy())
            scratch = scratch_for(weights)
            settle_doubts(block.rows, by_vote, run.support, votes, run.rule, weights, scratch, tally)
    return tally


def _products(block: Block, support: Block, rule: Rule) -> np.ndarray:
    """Products of each support row with each row of the block, scaled by the rates, including the bias."""
    products = np.empty((support.n_rows, block.n_rows))
    if isinstance(block.rows, Dense):
        scaled = np.ascontiguousarray((np.asarray(block.rows.values, np.float64) * rule.rate).T)
    at_once = max(1, min(SUPPORT_AT_ONCE, NUMBERS_AT_ONCE // block.n_features))
    for first in range(0, support.n_rows, at_once):
        last = min(first + at_once, support.n_rows)
        w = dense_slice(support, first, last)
        if isinstance(block.rows, Dense):
            np.matmul(w, scaled, out=products[first:last])
        else:
            weights = Weights(as_order(w * rule.rate, feature_major=True), np.zeros(last - first))
            scores = np.empty((block.n_rows, last - first))
            score(block.rows, weights, scratch_for(weights), scores)
            products[first:last] = scores.T
    products += rule.bias_rate
    return products


def _errors(run: VotedModel, support: Block) -> np.ndarray:
    """Error bound of each vote's score from products, relative to the length of the row.

    The sums of products (in any order) of every step so far, the running sum, the weights' sums, and the lanes.
    Rates and lengths are at least SHORTEST, against underflow.
    """
    support_lengths = np.empty(support.n_rows)
    lengths(support.rows, 1.0, support_lengths)
    steps = np.broadcast_to(run.support.weights, support.n_rows) * support_lengths
    moved = (
        run.mistakes.step * steps[run.mistakes.row] * max(float(np.max(run.rule.rate)), run.rule.bias_rate, SHORTEST)
    )
    start = math.sqrt(float(np.square(run.start.w).sum(axis=1).max() + np.square(run.start.b).max()))
    longest = SAFETY * (max(start, SHORTEST) + np.concatenate([[0.0], np.cumsum(moved)]))
    sums = dot_error(support.n_features)
    of_steps = np.concatenate([[0.0], np.cumsum(moved * sums)])
    return np.asarray(SAFETY * (of_steps + 8.0 * ROUNDING * np.cumsum(longest) + sums * longest))
