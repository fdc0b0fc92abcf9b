"""Kernel model: the rows on which mistakes were made, and the list of mistakes. No weights exist.

The scores after all updates (last), their mean over the visits (averaged) and the votes of all vectors of the run
(voted) are sums over the list, in its order.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block, block_of, dense_slice
from rosenblatt.errors import DataError
from rosenblatt.loops.arguments import Examples, Mistakes, Weights
from rosenblatt.loops.kernel_votes import scores_at_moves, sum_signs, sum_winners
from rosenblatt.loops.kernels import CHUNK, Moves, add_moves
from rosenblatt.loops.threads import in_slices
from rosenblatt.models.kernel_function import IDENTITY, KernelFunction, Rows, fill_kernel_values
from rosenblatt.models.linear import Model, winners_of

NUMBERS_AT_ONCE = 8_000_000  # kernel values that are held at a time
COST_OF_A_TERM = 4.0  # multiply-adds in the time of one term of a score


def moves_of(support: Examples, mistakes: Mistakes, rate: float, n_scores: int, one_vs_rest: bool) -> Moves:
    """Moves of the scores by a list of mistakes on support rows."""
    row, label = mistakes.row.astype(np.int64), support.classes[mistakes.row].astype(np.int64)
    rival, when = mistakes.wrong_class.astype(np.int64), mistakes.when.astype(np.int64)
    weights = support.weights[row] if isinstance(support.weights, np.ndarray) else support.weights
    step = (np.broadcast_to(mistakes.step, row.shape) * weights) * rate
    if n_scores == 1:
        return Moves(row, np.zeros_like(row), np.where(label == 1, step, -step), when)
    if one_vs_rest:
        return Moves(row, rival, np.where(rival == label, step, -step), when)
    both = np.stack([label, rival], axis=1).reshape(-1)
    signed = np.stack([step, -step], axis=1).reshape(-1)
    return Moves(np.repeat(row, 2), both, signed, np.repeat(when, 2))


def averaged_moves(moves: Moves, visits: int, norms: np.ndarray | None = None) -> Moves:
    """Moves whose sum is the mean of the scores over all visits, the zero start included (Algorithm 7).

    norms: of the moved class's vector after each move. Then each vector is divided by its norm before the mean.
    """
    c = visits + 1
    if norms is None:
        return moves._replace(step=moves.step * ((c - moves.when) / c))
    factors = np.zeros(len(moves.row))
    for k in np.unique(moves.k):
        own = np.flatnonzero(moves.k == k)
        survival = np.diff(np.append(moves.when[own], c))
        shares = survival / np.where(norms[own] > 0, norms[own], np.inf)
        factors[own] = np.cumsum(shares[::-1])[::-1]  # of all vectors that a move is part of
    return moves._replace(step=moves.step * (factors / c))


def add_to_scores(moves: Moves, kernel: KernelFunction, support: Rows, rows: Rows, scores: np.ndarray) -> None:
    """Add moves on support rows to the scores of other rows: one line per class."""

    def add(values: np.ndarray, part: slice) -> None:
        some = np.ascontiguousarray(scores[:, part])
        in_columns(moves, values, lambda a, b: add_moves(moves, values, IDENTITY, a, b, np.empty((2, CHUNK)), some))
        scores[:, part] = some

    by_slices(kernel, support, rows, add)


def in_columns(moves: Moves, values: np.ndarray, work: Callable[[int, int], None]) -> None:
    """Call ``work(first, last)`` on slices of the columns, one thread per core."""
    in_slices(work, values.shape[1], COST_OF_A_TERM * len(moves.row) * values.shape[1])


def by_slices(kernel: KernelFunction, support: Rows, rows: Rows, work: Callable[[np.ndarray, slice], None]) -> None:
    """Call ``work`` with the kernel values of the support rows with a slice of the rows, for all slices."""
    n_support, n_rows = support.block.n_rows, rows.block.n_rows
    at_once = max(1, min(1024, n_rows, NUMBERS_AT_ONCE // n_support))
    room = np.empty(n_support * at_once)  # one for all slices: fresh memory is slow
    for first in range(0, n_rows, at_once):
        part = slice(first, min(first + at_once, n_rows))
        values = room[: n_support * (part.stop - first)].reshape(n_support, -1)
        fill_kernel_values(kernel, support, rows.part(part), values)
        work(values, part)


@dataclass(frozen=True)
class KernelModel(Model):
    """Kernel perceptron: last, averaged or voted.

    support: the rows on which mistakes were made, with the places of their classes.
    numbers: for each support row its number among the training rows.
    """

    kernel: KernelFunction
    support: Examples
    numbers: np.ndarray
    mistakes: Mistakes
    visited: int
    rate: float
    predict_with: str
    one_vs_rest: bool
    normalize: bool

    @property
    def n_scores(self) -> int:
        return 1 if len(self.classes) <= 2 else len(self.classes)

    @cached_property
    def moves(self) -> Moves:
        """Moves of the scores, in the order of the mistakes."""
        return moves_of(self.support, self.mistakes, self.rate, self.n_scores, self.one_vs_rest)

    @cached_property
    def support_rows(self) -> Rows:
        return Rows(Block(self.support.rows, len(self.support.classes), self.n_features))

    def checked(self, X: Any) -> Block:
        block = block_of(X)
        if self.kernel.name == "precomputed":
            if block.n_features != self.n_features:
                raise DataError(
                    f"X must have {self.n_features} columns, one kernel value per training row; got {block.n_features}."
                )
            check_dense(block)
        return super().checked(block)

    def dual_coef(self) -> np.ndarray:
        """Coefficient of each support row in the score of each class; for votes, in that of the last vector."""
        coefficients = np.zeros((self.n_scores, len(self.numbers)))
        moves = self.moves if self.predict_with == "voted" else self.predicting_moves
        np.add.at(coefficients, (moves.k, moves.row), moves.step)
        return coefficients

    def linear_weights(self) -> Weights:
        """Weights and bias of the kernel "linear"."""
        coefficients, rows = self.dual_coef(), self.support_rows.block
        w = sum(coefficients[:, a:b] @ dense_slice(rows, a, b) for a, b in _cuts(rows.n_rows))
        return Weights(w, self.kernel.coef0 * coefficients.sum(axis=1))

    def scores(self, block: Block) -> np.ndarray:
        """Scores, one column per class: sums of kernel values, or shares of the votes."""
        if not len(self.moves.row):
            return np.zeros((block.n_rows, self.n_scores))
        scores = self._sums(Rows(block)).T
        bad = np.flatnonzero(~np.isfinite(scores).all(axis=1))
        if len(bad):
            raise DataError(f"Scores must stay finite; that of row {bad[0]} overflows: scale the features.")
        return scores

    def winners(self, block: Block) -> np.ndarray:
        return winners_of(self.scores(block), self.at_zero)

    def _sums(self, rows: Rows) -> np.ndarray:
        shape = (self.n_scores, rows.block.n_rows)
        if self.predict_with == "voted":
            return self._tally(rows, shape) / max(1, self._n_votes())
        scores = np.zeros(shape)
        add_to_scores(self.predicting_moves, self.kernel, self.support_rows, rows, scores)
        return scores

    @cached_property
    def predicting_moves(self) -> Moves:
        """Moves whose sum is the score that predicts: the last one, or the mean over the visits."""
        if self.predict_with == "averaged":
            return averaged_moves(self.moves, self.visited, self.norms if self.normalize else None)
        if not self.normalize:
            return self.moves
        norms = self.last_norms()
        return self.moves._replace(step=self.moves.step / np.where(norms > 0, norms, 1.0)[self.moves.k])

    def _n_votes(self) -> int:
        """Visits at which a vector voted: all since the first update."""
        return self.visited + 1 - int(self.moves.when[0]) if len(self.moves.when) else 0

    def _tally(self, rows: Rows, shape: tuple[int, int]) -> np.ndarray:
        """Votes for each class, slice by slice."""
        tally = np.zeros(shape)

        def count_part(values: np.ndarray, part: slice) -> None:
            scores, votes = np.zeros((shape[0], values.shape[1])), np.zeros((shape[0], values.shape[1]))
            in_columns(self.moves, values, lambda a, b: self._vote(values, a, b, scores, votes))
            votes[:, ~np.isfinite(scores).all(axis=0)] = np.nan  # an overflow has no sign
            tally[:, part] = votes

        by_slices(self.kernel, self.support_rows, rows, count_part)
        return tally

    def _vote(self, values: np.ndarray, first: int, last: int, scores: np.ndarray, tally: np.ndarray) -> None:
        made, is_positive = np.zeros(self.n_scores, np.int64), self.at_zero == "positive"
        if self.n_scores == 1 or self.one_vs_rest:
            sum_signs(self.moves, values, self.visited, is_positive, first, last, made, scores, tally)
        else:
            best = np.empty((2, values.shape[1]))
            sum_winners(self.moves, values, self.visited, is_positive, first, last, best, scores, tally)

    @cached_property
    def norms(self) -> np.ndarray:
        """Norm ‖w_k‖ in the space of the kernel after each move, by ‖w + s x‖² = ‖w‖² + 2 s f(x) + s² K(x, x)."""
        moves, own = self.moves, np.zeros(len(self.moves.row))
        diagonal = np.zeros(len(self.support.classes))

        def note(values: np.ndarray, part: slice) -> None:
            scores_at_moves(moves, values, part.start, np.zeros((self.n_scores, values.shape[1])), own)
            diagonal[part] = np.diagonal(values[part])

        by_slices(self.kernel, self.support_rows, self.support_rows, note)
        squares = 2.0 * moves.step * own + np.square(moves.step) * diagonal[moves.row]
        for k in range(self.n_scores):
            squares[moves.k == k] = np.cumsum(squares[moves.k == k])
        return np.asarray(np.sqrt(np.maximum(squares, 0.0)))

    def last_norms(self) -> np.ndarray:
        """Norm of the last vector of each class; 0 for a class that never moved."""
        norms = np.zeros(self.n_scores)
        norms[self.moves.k] = self.norms  # the last move of a class wins
        return norms


def _cuts(n_rows: int) -> Iterator[tuple[int, int]]:
    """Slices of consecutive rows."""
    return ((first, min(first + 1024, n_rows)) for first in range(0, n_rows, 1024))


def check_dense(block: Block) -> None:
    """Raise a DataError if kernel values are given as a sparse matrix."""
    if block.is_sparse:
        raise DataError("X must be a dense matrix of kernel values for kernel='precomputed'; got a sparse one.")
