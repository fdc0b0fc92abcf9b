"""Scores of all rows under a kernel perceptron, while it learns.

Rows are visited in blocks. Within a block, a mistake moves the scores of the later visits only. At the end of the
block, the updates move the scores of all rows, in the same order and by the same operations. So a score is the same
bits wherever it is computed: a sum over the updates, in their order.

Within a block, kernel values come from the products of its rows with each other, or from lines of the Gram matrix that
are cached. Then the block ends at the first mistake on a row without a line. This is cheaper if such rows are rare.
"""

import math

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.learners.gram import Gram
from rosenblatt.learners.options import Options
from rosenblatt.learners.score_cache import State
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, part_of
from rosenblatt.loops.kernels import CHUNK, Lines, Moves, Visitors, add_moves, find_mistakes, learn_argmax, learn_signs
from rosenblatt.loops.steps import CONSTANT
from rosenblatt.loops.threads import in_slices
from rosenblatt.models.kernel import COST_OF_A_TERM, moves_of

VISITS_AT_ONCE = 1024  # visits of a block, at most
FEWEST_VISITS = 128
PASS_OVER_ROWS = 16.0  # cost of reading all rows for one new line, relative to its multiply-adds


class KernelScores:
    """Scores f_k(x_j) of all rows j, one line per class (one for two classes), and the Gram matrix that moves them."""

    def __init__(self, gram: Gram, examples: Examples, rule: Rule, options: Options, scores: np.ndarray) -> None:
        self.gram, self.examples, self.rule, self.scores = gram, examples, rule, scores
        self.one_vs_rest = options.one_vs_rest and len(scores) > 1
        needs_norms = rule.step is not None and rule.step.kind != CONSTANT
        squares = gram.diagonal() if needs_norms else np.zeros(gram.rows.block.n_rows)
        if needs_norms and (squares < 0).any():
            row = int(np.argmax(squares < 0))
            raise DataError(
                f"kernel must have K(x, x) of at least 0 for the rule {options.rule!r}, which divides by it; "
                f"got {squares[row]:g} for row {row}."
            )
        self._visitors = Visitors(examples.classes, examples.weights, squares)
        self._lines = Lines(gram.numbers, gram.place, gram.kernel.power)
        n_rows = gram.rows.block.n_rows
        # Per visit, a block of B rows costs B products, and n · PASS_OVER_ROWS / B for reading all rows.
        self._block = int(min(VISITS_AT_ONCE, max(FEWEST_VISITS, math.sqrt(PASS_OVER_ROWS * n_rows))))
        self._has_lines_only = gram.is_given or gram.kernel.name == "callable"
        self._few_are_new = self._has_lines_only

    def learn(self, visits: np.ndarray, visited: int, state: State, mistakes: Mistakes) -> int:
        """Visit rows one after another, and list the mistakes.

        state: its weights, which have no columns, tell the number of classes that have come so far.
        Returns the number of mistakes, or −1 − t if a score overflowed at visit t.
        """
        done, count, n_classes = 0, 0, max(2, len(state[0].b))
        while done < len(visits):
            free = part_of(mistakes, slice(count, None))
            n_lines = self.gram.n_computed
            n_visits, n_new = self._learn_block(visits[done : done + self._block], visited + done, n_classes, free)
            if n_visits < 0:
                return int(n_visits) - done
            self.apply(part_of(free, slice(n_new)))
            done, count = done + int(n_visits), count + int(n_new)
            new_lines = (self.gram.n_computed - n_lines) / int(n_visits)  # per visit
            few = PASS_OVER_ROWS * new_lines * self.scores.shape[1] < self._block
            self._few_are_new = self._has_lines_only or few
        return count

    def _learn_block(self, visits: np.ndarray, visited: int, n_classes: int, mistakes: Mistakes) -> tuple[int, int]:
        n_scores = 1 if len(self.scores) == 1 else n_classes
        scores = np.ascontiguousarray(self.scores[:n_scores, visits].T)
        loop = learn_signs if n_scores == 1 or self.one_vs_rest else learn_argmax
        values = np.empty((0, 0)) if self._few_are_new else self.gram.among(visits)
        state = (self._visitors, visits, visited, self.rule, values, self._lines, scores, mistakes)
        return loop(*state)  # type: ignore[no-any-return]

    def find(self, rows: np.ndarray, needs_step: bool, mistakes: Mistakes) -> int:
        """List the rows that are wrong under the current scores. Returns their number, or −1 − t on an overflow."""
        scores = np.ascontiguousarray(self.scores[:, rows].T)
        return int(find_mistakes(self._visitors, rows, self.rule, needs_step, scores, mistakes))

    def apply(self, mistakes: Mistakes) -> None:
        """Move the scores of all rows by these updates, in order."""
        every = moves_of(self.examples, mistakes, self.rule.rate, len(self.scores), self.one_vs_rest)
        first = 0
        while first < len(every.row):  # as many updates at a time as have room in the cache
            last = first + _distinct_prefix(every.row[first:], self.gram.room)
            self._move(Moves(*(column[first:last] for column in every)))
            first = last

    def _move(self, moves: Moves) -> None:
        moves = moves._replace(row=self.gram.lines(moves.row))
        numbers, power = self.gram.numbers, self.gram.kernel.power

        def move_slice(first: int, last: int) -> None:
            add_moves(moves, numbers, power, first, last, np.empty((2, CHUNK)), self.scores)

        n_rows = self.scores.shape[1]
        in_slices(move_slice, n_rows, COST_OF_A_TERM * len(moves.row) * n_rows)


def _distinct_prefix(rows: np.ndarray, most: int) -> int:
    """Length of the longest beginning with at most ``most`` different rows."""
    if len(rows) <= most:
        return len(rows)
    _, first_at = np.unique(rows, return_index=True)
    first_at.sort()
    return len(rows) if len(first_at) <= most else int(first_at[most])
