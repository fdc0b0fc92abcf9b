"""Score cache of a run: when an epoch makes few mistakes, cached scores are cheaper than visits.

``loops/score_cache`` has the symbols: cached scores s_j, columns K_ij, the error bound ε. This module decides when to
use them. Costs are estimated in multiply-adds. Caching starts once plain visits have cost as much as building the
cache would (rent or buy), and ends when it saves nothing any more. So a run in which the cache never pays takes at
most about twice its time, and a long run soon leaves plain visits behind.
"""

import math

import numpy as np

from rosenblatt.data.blocks import Block, slice_rows
from rosenblatt.learners.score_cache_columns import LONG_ENOUGH, Columns
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Scratch, Weights, joined, part_of, scratch_for
from rosenblatt.loops.error_bounds import SHORTEST
from rosenblatt.loops.score_cache import VAIN_PENDING, VAIN_ROUNDED, CachedScores, apply_deferred, learn_cached
from rosenblatt.loops.scoring import score
from rosenblatt.loops.threads import in_slices
from rosenblatt.loops.visit import learn

COST_OF_A_LOOK = 4  # multiply-adds in the time in which one s_j is fetched from memory
COST_OF_A_MOVE = 4  # … in which one s_jk of many classes is changed
ROUNDED_UP = 1 + 1e-12  # factor of a rounded margin, so that it is not too small for a bound
WORTH_KEEPING = 1e5  # multiply-adds per epoch: to save less is not worth the calls
State = tuple[Weights, Weights | None, Scratch | None]  # what a loop changes: weights, averaging sum, scratch


def can_pay(block: Block, n_classes: int) -> bool:
    """Return True if an epoch of plain visits costs more than the smallest saving that justifies a cache."""
    return block.stored_numbers * (1 if n_classes == 2 else n_classes) > WORTH_KEEPING


class ScoreCache:
    """Cached scores s_j of all rows of a run, used in epochs where they are cheaper than plain visits."""

    def __init__(self, block: Block, examples: Examples, rows: np.ndarray, rule: Rule) -> None:
        self.block, self.examples, self.rule = block, examples, rule
        self.columns = Columns(block, rule, len(rows))
        self._cache: CachedScores | None = None  # None while visits are plain
        self._scores = np.empty((0, 0))
        self._balance = 0.0  # multiply-adds: the rent paid by plain visits, then the savings of the cache
        self._caution = 1.0  # factor of the price that the rent must reach; doubles when the cache did not pay
        self._history = History(block.n_rows)
        self._pending: list[Mistakes] = []  # mistakes whose update of the scores is deferred
        self._in_vain = 0  # visits of the epoch that were scored and found correct

    def begin_epoch(self, weights: Weights) -> None:
        """Decide whether this epoch uses cached scores, by the mistakes and costs of the epochs before."""
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
            elif self._cache.counts[VAIN_ROUNDED] > n_rows:
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
        """Make the same mistakes and weight updates as the loop ``learn``."""
        if self._cache is None:
            count = learn(self.examples, visits, visited, self.rule, *state, mistakes)
        else:
            count = self._learn_cached(self._cache, visits, visited, state, mistakes)
        self._history.note(part_of(mistakes, slice(max(0, count))), self.columns.room)
        return count

    def _learn_cached(
        self, cache: CachedScores, visits: np.ndarray, visited: int, state: State, mistakes: Mistakes
    ) -> int:
        weights, averaging_sum, _ = state
        done = count = 0
        while done < len(visits):
            free = part_of(mistakes, slice(count, None))
            in_vain = int(cache.counts[VAIN_PENDING:].sum())
            n_visits, n_mistakes = learn_cached(
                self.examples, visits[done:], visited + done, self.rule, weights, averaging_sum, cache, free
            )
            if n_visits < 0:
                return int(n_visits) - done
            self._in_vain += int(cache.counts[VAIN_PENDING:].sum()) - in_vain
            new = part_of(free, slice(n_mistakes))
            without_column = cache.place[new.row] < 0
            if without_column.any():
                self._pending.append(part_of(new, without_column))
            done, count = done + n_visits, count + n_mistakes
            if done < len(visits) and self._pending:
                cache = self._settle(cache, weights)
        return count

    def _settle(self, cache: CachedScores, weights: Weights) -> CachedScores:
        """Compute the columns for deferred updates and apply these, or compute all scores again."""
        deferred = joined(self._pending)
        wanted = np.unique(deferred.row)
        if len(wanted) > self.columns.room // 2:
            return self._score_all(weights)
        self.columns.add(wanted)
        self._balance -= self.columns.cost(len(wanted))
        apply_deferred(self.examples, deferred, weights, cache)
        self._pending = []
        return cache

    def _score_all(self, weights: Weights) -> CachedScores:
        """Compute every s_j from the weights, which resets ε to that of one dot product."""
        n_rows, columns = self.block.n_rows, self.columns
        if not len(self._scores):
            columns.make_room(has_bias=bool(self.rule.bias_rate or weights.b.any()))
            self._scores = np.empty((n_rows, len(weights.b)))
            self._margins = None
            if self.rule.margin is not None:
                self._margins = ROUNDED_UP * max(self.rule.margin, 0.0) / columns.row_lengths
            self._reach = columns.row_lengths * max(float(np.max(self.rule.rate)), self.rule.bias_rate)

        def score_slice(first: int, last: int) -> None:
            scores = self._scores[first:last]
            score(slice_rows(self.block, first, last).rows, weights, scratch_for(weights), scores)
            scores /= columns.row_lengths[first:last, None]

        in_slices(score_slice, n_rows, self.block.stored_numbers * len(weights.b))
        w = weights.w[: len(weights.b)]
        with np.errstate(over="ignore"):  # then nothing is sure, and every row is scored
            longest = math.sqrt(float(np.einsum("kj,kj->k", w, w).max() + np.square(weights.b).max()))
        self._cache = CachedScores(
            scores=self._scores.reshape(-1),
            margins=self._margins,
            columns=columns.cosines,
            lengths=columns.lengths,
            reach=self._reach,
            place=columns.place,
            used=columns.used,
            drift=Weights(np.zeros((1, self.block.n_features)), np.zeros(1)),
            bound=np.array([0.0, LONG_ENOUGH * max(longest, SHORTEST), 0.0]),
            counts=np.zeros(3, np.int64),
            patience=float(columns.cost(0) / self._cost_of_visit),  # needless visits that cost as much as columns
            scratch=scratch_for(weights),
        )
        self._pending = []
        return self._cache


class History:
    """Rows on which mistakes were made, with their counts and last visits."""

    def __init__(self, n_rows: int) -> None:
        self.mistakes_of_epoch = 0
        self._times = np.zeros(n_rows, np.uint32)
        self._last = np.zeros(n_rows, np.int64)

    def note(self, mistakes: Mistakes, most: int) -> None:
        """Count mistakes, and remember their rows unless there are more than ``most``: then columns do not help."""
        self.mistakes_of_epoch += len(mistakes.row)
        if len(mistakes.row) <= most:
            self._times[mistakes.row] += 1
            self._last[mistakes.row] = mistakes.when

    def often(self, most: int) -> np.ndarray:
        """Latest rows mistaken more than once, at most this many."""
        rows = np.flatnonzero(self._times > 1)
        if len(rows) > most:
            rows = rows[np.argsort(self._last[rows])[len(rows) - most :]]
        return rows.astype(np.uint32)
