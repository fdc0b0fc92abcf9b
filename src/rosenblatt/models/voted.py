"""Voted model, and the count of its votes by matrix products."""

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.data.blocks import Block, dense_slice, slice_rows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights, as_order, scratch_for
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

    It holds the rows on which mistakes were made, not a copy of the weights for each.
    """

    start: Weights
    support: Examples  # the rows on which mistakes were made, classes by their place
    mistakes: Mistakes
    survival: np.ndarray  # of the start, then of the weights after each mistake
    rule: Rule

    def scores(self, block: Block) -> np.ndarray:
        """Votes as a share of all: from −1 to 1 for two classes, else from 0 to 1 for each class."""
        return count_votes(self, block) / max(1.0, float(self.survival.sum()))

    def winners(self, block: Block) -> np.ndarray:
        return winners_of(self.scores(block), self.at_zero)


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
