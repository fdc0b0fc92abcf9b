"""Trace of a run of the perceptron, visit by visit.

A trace holds the examples, the visits and the list of mistakes; every weight vector of the run comes of them by
replaying. So a trace of a million visits takes the room of a million numbers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import Any, overload

import numpy as np

from rosenblatt.conventions import SIGN_OF_ZERO
from rosenblatt.data.blocks import Block, dense_slice, slice_rows
from rosenblatt.errors import OptionError
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights
from rosenblatt.loops.replay import replay
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.models.trace_table import MAX_LINES, TraceTable


@dataclass(frozen=True, eq=False)
class Step:
    """One visit. For more than two classes, score, weights and bias have one row a class, in sorted order."""

    number: int  # from 1
    epoch: int  # from 1; in the orders that answer one mistake at a time, the number of the update
    index: int  # the row that was visited
    x: np.ndarray
    y: Any
    score: Any  # w·x + b before the visit: of two classes, the greater one's
    prediction: Any  # the class that has the highest score among those that have come
    mistake: bool
    weights: np.ndarray  # after the visit
    bias: Any  # after the visit
    loss: float  # perceptron criterion: distance of a wrong score from 0
    survival: int  # visits that the weights have survived by now, the one that made them included

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in vars(self).items()}


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """Every visit of a run: ``len``, ``trace[t]`` and iteration give steps; printing gives the table of the notes."""

    block: Block
    examples: Examples  # with the place of each row's class among the sorted labels
    classes: np.ndarray
    features: list[str]
    visits: np.ndarray  # the row visited at each visit
    epochs: np.ndarray  # the epoch of each visit
    wrong: np.ndarray  # whether it was a mistake
    mistakes: Mistakes  # rivals by place; ``when`` is the visit at which it was answered
    arrivals: np.ndarray  # for each class the visit with which it came, 0 where it was there from the start
    start: Weights
    rule: Rule
    at_zero: str
    report: Any
    model: Model  # model at the end of the run

    def __len__(self) -> int:
        return len(self.visits)

    def __iter__(self) -> Iterator[Step]:
        return self._steps(0)

    @overload
    def __getitem__(self, place: int) -> Step: ...

    @overload
    def __getitem__(self, place: slice) -> list[Step]: ...

    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        """The step at a place: ``trace[0]`` is the first visit, ``trace[-1]`` the last; or a list of some."""
        chosen = range(len(self))[place]
        return next(self._steps(chosen)) if isinstance(chosen, int) else [self[t] for t in chosen]

    @property
    def steps(self) -> list[Step]:
        return list(self)

    def replay(self, visits: int) -> Weights:
        """The weights after so many visits, from the list of mistakes: row for row as ``classes``."""
        if not isinstance(visits, Integral) or not 0 <= visits <= len(self):
            raise OptionError(f"visits must be from 0 to {len(self)}, the visits of the trace; got {visits!r}.")
        weights = Weights(self.start.w.copy(), self.start.b.copy())
        self._answer(weights, 0, visits)
        return weights

    def weights_after_mistakes(self, counts: Iterable[int] | None = None) -> Iterator[Weights]:
        """The weights after 0, 1, 2 … mistakes, or after so many each, in rising order: from one pass over the list."""
        weights, answered, last = self.replay(0), 0, len(self.mistakes.row)
        for count in range(last + 1) if counts is None else counts:
            if not answered <= count <= last:
                raise OptionError(
                    f"counts must rise, from 0 to {last}, the mistakes of the trace; got {count!r} after {answered}."
                )
            part = Mistakes(*(column[answered:count] for column in self.mistakes))
            replay(self.examples, part, self.rule, weights, None)
            answered = count
            yield Weights(weights.w.copy(), weights.b.copy())

    def _answer(self, weights: Weights, first: int, last: int) -> int:
        """Update weights by the mistakes answered at visits after ``first``, up to ``last``."""
        a, b = np.searchsorted(self.mistakes.when, [first, last], side="right")
        replay(self.examples, Mistakes(*(column[a:b] for column in self.mistakes)), self.rule, weights, None)
        return int(b - a)

    def _steps(self, first: int) -> Iterator[Step]:
        weights = self.replay(first)
        answered = np.searchsorted(self.mistakes.when, first, side="right")
        updated = int(self.mistakes.when[answered - 1]) if answered else 1  # the visit at which the weights were made
        binary = len(weights.b) == 1
        for t in range(first, len(self)):
            i = int(self.visits[t])
            place, scores = int(self.examples.classes[i]), self._scores(i, weights)
            prediction, rival = self._winner(scores, t), self._winner(scores, t, besides=place)
            behind = abs(scores[place]) if binary else scores[rival] - scores[place]
            loss = max(0.0, float(behind)) if self.wrong[t] else 0.0
            if self._answer(weights, t, t + 1):
                updated = t + 1
            yield Step(
                number=t + 1,
                epoch=int(self.epochs[t]),
                index=i,
                x=dense_slice(self.block, i, i + 1)[0],
                y=self.classes[place].item(),
                score=float(scores[1]) if binary else scores,
                prediction=self.classes[prediction].item(),
                mistake=bool(self.wrong[t]),
                weights=weights.w[0].copy() if binary else weights.w.copy(),
                bias=float(weights.b[0]) if binary else weights.b.copy(),
                loss=loss,
                survival=t + 2 - updated,
            )

    def _scores(self, i: int, weights: Weights) -> np.ndarray:
        """Scores of row i, one per class; −a and a for two classes."""
        model = LinearModel(self.classes, self.block.n_features, self.at_zero, weights)
        scores = model.scores(slice_rows(self.block, i, i + 1))[0]
        return np.array([0.0 - scores[0], scores[0]]) if len(scores) == 1 else scores

    def _winner(self, scores: np.ndarray, t: int, besides: int | None = None) -> int:
        """Class with the highest score among those that have come; on a tie the first, or the last."""
        there = np.where(self.arrivals <= t + 1, scores, -np.inf)
        if besides is not None:
            there[besides] = -np.inf
        if SIGN_OF_ZERO[self.at_zero] > 0:
            return len(there) - 1 - int(there[::-1].argmax())
        return int(there.argmax())

    # Display.

    def table(self, most: int | None = MAX_LINES, mistakes_only: bool = False) -> str:
        """The table of the notes as text: at most so many lines, all for None; or those of the mistakes."""
        return TraceTable(self).text(most, mistakes_only)

    def __str__(self) -> str:
        return self.table()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return TraceTable(self).html()
