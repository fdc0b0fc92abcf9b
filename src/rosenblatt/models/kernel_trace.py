"""Trace of a run of the kernel perceptron. Its weights are coefficients of the training rows."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rosenblatt.loops.arguments import Mistakes, Weights, part_of
from rosenblatt.models.kernel import add_to_scores, moves_of
from rosenblatt.models.kernel_function import KernelFunction, Rows, unit_rows
from rosenblatt.models.trace import Trace


@dataclass(frozen=True, eq=False, repr=False)
class KernelTrace(Trace):
    """Every visit of a run of the kernel perceptron.

    In place of weights of features, a step has α: the sum of the signed steps on each training row, one number per row.
    The score of x is Σ αᵢ K(xᵢ, x), added up in the order of the updates. There is no bias.
    """

    kernel: KernelFunction

    @cached_property
    def _rows(self) -> Rows:
        return Rows(self.block)

    def _apply(self, mistakes: Mistakes, weights: Weights) -> None:
        moves = moves_of(self.examples, mistakes, self.rule.rate, len(weights.b), self.is_one_vs_rest)
        np.add.at(weights.w, (moves.k, moves.row), moves.step)

    def _scores(self, i: int, weights: Weights, visits: int) -> np.ndarray:
        scores = np.zeros((len(weights.b), 1))
        answered = int(np.searchsorted(self.mistakes.when, visits, side="right"))
        if answered:
            part = part_of(self.mistakes, slice(answered))
            moves = moves_of(self.examples, part, self.rule.rate, len(weights.b), self.is_one_vs_rest)
            chosen, rows = np.unique(moves.row, return_inverse=True)
            is_given = self.kernel.name == "precomputed"
            support = Rows(unit_rows(chosen, self.block.n_features)) if is_given else self._rows.part(chosen)
            add_to_scores(moves._replace(row=rows), self.kernel, support, self._rows.part(slice(i, i + 1)), scores)
        return np.array([0.0 - scores[0, 0], scores[0, 0]]) if len(scores) == 1 else scores[:, 0]
