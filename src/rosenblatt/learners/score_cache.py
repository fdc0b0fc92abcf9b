"""Cached scores: when an epoch makes few mistakes, it pays for them and not for its rows.

Whether that is cheaper is reckoned in multiply-adds, and nothing is bought before as much has been spent without
it. So a run in which cached scores never pay takes at most about twice its time, and one that goes on for long soon
leaves plain visits behind.
"""

import math

import numpy as np

from rosenblatt.data.blocks import Block, slice_rows
from rosenblatt.learners.score_cache_columns import LONG_ENOUGH, Columns
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Scratch, Weights, scratch_for
from rosenblatt.loops.binary import learn
from rosenblatt.loops.score_cache import CachedScores, apply_deferred, learn_cached
from rosenblatt.loops.scoring import score
from rosenblatt.loops.threads import in_slices

COST_OF_A_LOOK = 4  # multiply-adds that could be done while a cached score is fetched
COST_OF_A_MOVE = 4  # … while one score among those of many classes is changed
WORTH_KEEPING = 1e5  # multiply-adds an epoch: to save less is not worth the calls
State = tuple[Weights, Weights | None, Scratch | None]  # what a loop changes: weights, averaging sum, scratch


class ScoreCache:
    """The scores of all rows of a run, moved with the weights where that is cheaper than to score again."""

    def __init__(self, block: Block, examples: Examples, rows: np.ndarray, rule: Rule) -> None:
        self.block, self.examples, self.rule = block, examples, rule
        self.columns = Columns(block, rule, len(rows))
        self._cache: CachedScores | None = None  # where scores are up to date
        self._scores = np.empty((0, 0))
        self._balance = 0.0  # multiply-adds that plain visits took, then that cached scores spared
        self._caution = 1.0  # how much more than their price that must be: doubles when they did not pay
        self._history = History(block.n_rows)
        self._pending: list[Mistakes] = []  # mistakes that scores were not moved by yet
        self._in_vain = 0  # visits of the epoch that were scored only to be found right
        self._in_vain_before = 0  # … since something is pending, before this call
        self._vague = 0  # … with nothing pending, since scores were computed: rounding has made them vague

    def begin_epoch(self, weights: Weights) -> None:
        """Keep scores in this epoch, or not, by what the last one was like."""
        n_rows, n_weight_rows, n_mistakes = self.block.n_rows, len(weights.b), self._history.mistakes_of_epoch
        visits = float(self.block.stored_numbers * n_weight_rows)
        looks = float(n_rows * (COST_OF_A_LOOK + n_weight_rows))
        moves = n_mistakes * n_rows * (1.0 if n_weight_rows == 1 else 2.0 * COST_OF_A_MOVE)
        may_pay = looks + moves < min(visits / 2, visits - WORTH_KEEPING) and 2 * n_mistakes <= self.columns.room
        self._cost_of_visit = visits / n_rows
        if self._cache is not None:
            self._balance += visits - looks - moves - self._in_vain * self._cost_of_visit
            if not may_pay or self._balance < 0:
                self._cache, self._balance, self._caution = None, 0.0, 2 * self._caution
            elif self._vague > n_rows:
                self._score_all(weights)
        elif may_pay and self._balance > 0:
            wanted = self._history.often(3 * self.columns.room // 4)
            if self._balance > self._caution * (visits + self.columns.cost(len(wanted))):
                self._score_all(weights)
                self.columns.add(wanted)
        if self._cache is None:
            self._balance += visits
        self._history.mistakes_of_epoch = self._in_vain = 0

    def learn(self, visits: np.ndarray, visited: int, state: State, mistakes: Mistakes) -> int:
        """The same mistakes and the same weights as those of the loop ``learn``."""
        if self._cache is None:
            count = int(learn(self.examples, visits, visited, self.rule, *state, mistakes))
        else:
            count = self._learn_cached(self._cache, visits, visited, state, mistakes)
        self._history.note(Mistakes(*(column[: max(0, count)] for column in mistakes)), self.columns.room)
        return count

    def _learn_cached(
        self, cache: CachedScores, visits: np.ndarray, visited: int, state: State, mistakes: Mistakes
    ) -> int:
        patience = self.columns.cost(0) / self._cost_of_visit  # then it is time to get columns for what is pending
        counts = np.array([0, sum(len(some.row) for some in self._pending), self._in_vain_before, self._vague])
        start = 0
        while start < len(visits):
            n_before, in_vain = int(counts[0]), int(counts[2:].sum())
            before = (self.examples, visits, start, visited, self.rule)
            start = learn_cached(*before, *state, cache, patience, mistakes, counts)
            self._in_vain += int(counts[2:].sum()) - in_vain
            new = Mistakes(*(column[n_before : counts[0]] for column in mistakes))
            left = cache.place[new.row] < 0
            if left.any():
                self._pending.append(Mistakes(*(column[left] for column in new)))
            if start < len(visits) and self._pending:
                self._settle(cache, state[0])
                counts[1:3] = 0
        self._in_vain_before, self._vague = int(counts[2]), int(counts[3])
        return int(counts[0])

    def _settle(self, cache: CachedScores, weights: Weights) -> None:
        """Get columns for what is pending, and move the scores by it."""
        pending = Mistakes(*(np.concatenate(columns) for columns in zip(*self._pending, strict=True)))
        wanted = np.unique(pending.row)
        if len(wanted) > self.columns.room // 2:
            self._score_all(weights)
        else:
            self.columns.add(wanted)
            self._balance -= self.columns.cost(len(wanted))
            apply_deferred(self.examples, pending.row, pending.wrong_class, weights, cache)
        self._pending = []

    def _score_all(self, weights: Weights) -> None:
        """Compute every score anew: no error has come up yet."""
        n_rows, columns = self.block.n_rows, self.columns
        if not len(self._scores):
            columns.make_room(has_bias=bool(self.rule.bias_rate or weights.b.any()))
            self._scores = np.empty((n_rows, len(weights.b)))
            self._reach = columns.row_lengths * max(float(np.max(self.rule.rate)), self.rule.bias_rate)

        def score_slice(first: int, last: int) -> None:
            scores = self._scores[first:last]
            score(slice_rows(self.block, first, last).rows, weights, scratch_for(weights), scores)
            scores /= columns.row_lengths[first:last, None]

        in_slices(score_slice, n_rows, self.block.stored_numbers * len(weights.b))
        w = weights.w[: len(weights.b)]
        longest = math.sqrt(float(np.einsum("kj,kj->k", w, w).max() + np.square(weights.b).max()))
        self._cache = CachedScores(
            scores=self._scores.reshape(-1),
            columns=columns.cosines,
            lengths=columns.lengths,
            reach=self._reach,
            place=columns.place,
            used=columns.used,
            drift=Weights(np.zeros((1, self.block.n_features)), np.zeros(1)),
            bound=np.array([0.0, LONG_ENOUGH * longest, 0.0]),
        )
        self._pending, self._in_vain_before, self._vague = [], 0, 0


class History:
    """Which rows were mistaken, how often, and when last."""

    def __init__(self, n_rows: int) -> None:
        self.mistakes_of_epoch = 0
        self._times = np.zeros(n_rows, np.uint32)
        self._last = np.zeros(n_rows, np.int64)

    def note(self, mistakes: Mistakes, most: int) -> None:
        """Count mistakes, and remember the rows where they are not too many to be of use."""
        self.mistakes_of_epoch += len(mistakes.row)
        if len(mistakes.row) <= most:
            self._times[mistakes.row] += 1
            self._last[mistakes.row] = mistakes.when

    def often(self, most: int) -> np.ndarray:
        """Rows mistaken in more than one epoch: those that were so last."""
        rows = np.flatnonzero(self._times > 1)
        if len(rows) > most:
            rows = rows[np.argsort(self._last[rows])[len(rows) - most :]]
        return rows.astype(np.uint32)
