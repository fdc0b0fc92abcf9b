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
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights, part_of
from rosenblatt.loops.replay import replay
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.models.trace_table import MAX_LINES, TraceTable


@dataclass(frozen=True, eq=False)
class Step:
    """One visit of a traced run.

    The arguments below are also the attributes. With more than two classes, score, weights and bias have one row
    per class, in sorted order.

    Parameters
    ----------
    number : int
        Number of the visit, from 1.
    epoch : int
        Number of the epoch, from 1. In the orders "first-mistake" and "random-mistake" it is the number of the
        update.
    index : int
        Number of the visited row, from 0.
    x : ndarray of shape (n_features,)
        The visited row.
    y : object
        Label of the row.
    score : float or ndarray of shape (n_classes,)
        Score w·x + b before the visit. With two classes it is the score of the greater class.
    prediction : object
        Class with the highest score among the classes seen so far.
    mistake : bool
        Whether the visit was a mistake; one against the rest, whether it was a mistake of any class.
    weights : ndarray of shape (n_features,) or (n_classes, n_features)
        Weights after the visit.
    bias : float or ndarray of shape (n_classes,)
        Bias after the visit.
    loss : float
        Loss of the visit. For rules that answer mistakes only, the perceptron criterion: the size of the score on the
        wrong side, 0 for a correct visit. With the margin β of the rule "margin", and β = 1 for the passive-aggressive
        rules, the hinge loss: by how much the score on the right side is below β, 0 if it is above. One against the
        rest, the sum of the losses of all classes.
    step : float
        Factor of y·x in the update: the step of the rule, times the learning rate (unless rates differ between
        features) and the weight of the row. 0 if the visit made no update. One against the rest, the longest step of a
        class.
    survival : int
        Number of visits that the weights have survived so far, including the visit that made them.

    See Also
    --------
    rosenblatt.Trace : All visits of a run.
    rosenblatt.trace : Train and record every visit.

    Examples
    --------
    >>> import rosenblatt
    >>> step = rosenblatt.trace("sample:note-004")[0]
    >>> step.index, step.y, step.score, step.mistake
    (0, -1, 0.0, True)
    >>> step.weights.tolist(), step.bias
    ([1.0, -3.0], -1.0)
    """

    number: int
    epoch: int
    index: int
    x: np.ndarray
    y: Any
    score: Any
    prediction: Any
    mistake: bool
    weights: np.ndarray
    bias: Any
    loss: float
    step: float
    survival: int

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, ready for JSON.

        Returns
        -------
        dict
            Field values by name, arrays as lists.
        """
        return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in vars(self).items()}


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """Every visit of a training run.

    ``len(trace)`` is the number of visits, ``trace[t]`` is the step with number t + 1, and iteration gives all
    steps in order. Printing a trace shows the table of the lectures. A trace is made by ``rosenblatt.trace``; it
    keeps the rows and the list of mistakes, and computes weights from them when asked.

    Parameters
    ----------
    block : Block
        The rows.
    examples : Examples
        Rows and class numbers in the form that the compiled loops take.
    classes : ndarray of shape (n_classes,)
        Labels, sorted.
    features : list of str
        Names of the features.
    visits : ndarray of shape (n_visits,)
        Number of the row at each visit.
    epochs : ndarray of shape (n_visits,)
        Number of the epoch of each visit.
    wrong : ndarray of shape (n_visits,)
        Whether each visit was a mistake; one against the rest, of any class.
    taus : ndarray of shape (n_visits,)
        Step of the rule at each visit, 0 for no update. One against the rest, the longest step of a class.
    mistakes : Mistakes
        List of updates: the row, the rival of its class, the visit after which the update was made, and the step. One
        against the rest, an entry has the class that moves in place of the rival.
    arrivals : ndarray of shape (n_classes,)
        Visit at which each class was first seen, 0 for a class that was known from the start.
    start : Weights
        Weights ``w`` and biases ``b`` before the first visit.
    rule : Rule
        Learning rates and the sign of a zero score.
    at_zero : {'mistake', 'positive', 'negative'}
        Meaning of a score of exactly 0.
    report : Report
        Report of the run.
    model : object
        Model that the run ended with.

    Attributes
    ----------
    steps : list of Step
        All steps.

    See Also
    --------
    rosenblatt.trace : Train and record every visit.
    rosenblatt.Step : One visit.
    rosenblatt.plot : Draw a run, for example its mistakes per visit.

    Examples
    --------
    >>> import rosenblatt
    >>> trace = rosenblatt.trace("sample:note-004")
    >>> len(trace), trace.report.reason
    (9, 'converged')
    >>> [step.index for step in trace][:4]
    [0, 1, 3, 3]
    >>> trace[-1].weights.tolist(), trace[-1].bias
    ([4.0, -0.5], 1.0)
    """

    block: Block
    examples: Examples
    classes: np.ndarray
    features: list[str]
    visits: np.ndarray
    epochs: np.ndarray
    wrong: np.ndarray
    taus: np.ndarray
    mistakes: Mistakes
    arrivals: np.ndarray
    start: Weights
    rule: Rule
    at_zero: str
    report: Any
    model: Model

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
    def is_one_vs_rest(self) -> bool:
        """True if each of more than two classes learned by itself."""
        return self.rule.one_vs_rest is not None and len(self.start.b) > 1

    @property
    def steps(self) -> list[Step]:
        """All steps of the run, as a list."""
        return list(self)

    def replay(self, visits: int) -> Weights:
        """Compute the weights after a number of visits from the list of mistakes.

        Parameters
        ----------
        visits : int
            Number of visits, from 0 to ``len(trace)``.

        Returns
        -------
        Weights
            Named tuple of ``w`` and ``b``: one row for two classes, otherwise one row per class.

        Raises
        ------
        OptionError
            If ``visits`` is out of range.
        """
        if not isinstance(visits, Integral) or not 0 <= visits <= len(self):
            raise OptionError(f"visits must be from 0 to {len(self)}, the visits of the trace; got {visits!r}.")
        weights = Weights(self.start.w.copy(), self.start.b.copy())
        self._answer(weights, 0, visits)
        return weights

    def weights_after_mistakes(self, counts: Iterable[int] | None = None) -> Iterator[Weights]:
        """Compute the weights after given numbers of mistakes, in one pass over the list.

        Parameters
        ----------
        counts : iterable of int, default=None
            Numbers of mistakes, in rising order. None means 0, 1, 2, … up to all mistakes.

        Yields
        ------
        Weights
            Named tuple of ``w`` and ``b`` for each number.

        Raises
        ------
        OptionError
            If the numbers do not rise or are out of range.
        """
        weights, answered, last = self.replay(0), 0, len(self.mistakes.row)
        for count in range(last + 1) if counts is None else counts:
            if not answered <= count <= last:
                raise OptionError(
                    f"counts must rise, from 0 to {last}, the mistakes of the trace; got {count!r} after {answered}."
                )
            part = part_of(self.mistakes, slice(answered, count))
            self._apply(part, weights)
            answered = count
            yield Weights(weights.w.copy(), weights.b.copy())

    def _answer(self, weights: Weights, first: int, last: int) -> int:
        """Update weights by the mistakes answered at visits after ``first``, up to ``last``."""
        a, b = np.searchsorted(self.mistakes.when, [first, last], side="right")
        self._apply(part_of(self.mistakes, slice(a, b)), weights)
        return int(b - a)

    def _apply(self, mistakes: Mistakes, weights: Weights) -> None:
        """Update weights by a part of the list of mistakes."""
        replay(self.examples, mistakes, self.rule, weights, None)

    def _steps(self, first: int) -> Iterator[Step]:
        weights = self.replay(first)
        answered = np.searchsorted(self.mistakes.when, first, side="right")
        updated = int(self.mistakes.when[answered - 1]) if answered else 1  # the visit at which the weights were made
        binary = len(weights.b) == 1
        for t in range(first, len(self)):
            i = int(self.visits[t])
            place, scores = int(self.examples.classes[i]), self._scores(i, weights, t)
            prediction, rival = self._winner(scores, t), self._winner(scores, t, besides=place)
            loss = self._loss(scores, place, rival, t)
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
                step=self._step(i, t),
                survival=t + 2 - updated,
            )

    def _loss(self, scores: np.ndarray, place: int, rival: int, t: int) -> float:
        """Hinge loss at the margin of the rule, or the perceptron criterion for a rule without a margin."""
        if self.is_one_vs_rest:
            return float(losses_of_classes(scores[None], np.array([place]), self.rule)[0])
        if self.rule.margin is not None and self.rule.margin > 0:
            return max(0.0, float(self.rule.margin - 0.5 * (scores[place] - scores[rival])))
        behind = abs(scores[place]) if len(self.start.b) == 1 else scores[rival] - scores[place]
        return max(0.0, float(behind)) if self.wrong[t] else 0.0

    def _step(self, i: int, t: int) -> float:
        weights, rate = self.examples.weights, self.rule.rate
        weight = weights[i] if isinstance(weights, np.ndarray) else weights
        return float(self.taus[t] * weight * (1.0 if isinstance(rate, np.ndarray) else rate))

    def _scores(self, i: int, weights: Weights, visits: int) -> np.ndarray:
        """Scores of row i after some visits, one per class; −a and a for two classes."""
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
        """Return the table of the lectures as text.

        Parameters
        ----------
        most : int, default=40
            Largest number of lines. Lines in the middle are left out. None shows all.
        mistakes_only : bool, default=False
            Whether to show only the visits that were mistakes or updates.

        Returns
        -------
        str
            Table with one line per visit, and a summary below.

        Raises
        ------
        OptionError
            If ``most`` is not a whole number of at least 1, or None.
        """
        return TraceTable(self).text(most, mistakes_only)

    def __str__(self) -> str:
        return self.table()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return TraceTable(self).html()


def losses_of_classes(scores: np.ndarray, places: np.ndarray, rule: Rule) -> np.ndarray:
    """Loss of each row, one against the rest: Σ max(0, β − y·a) over the classes, with β = 0 for a rule without one."""
    signs = np.where(np.arange(scores.shape[1]) == places[:, None], 1.0, -1.0)
    return np.asarray(np.maximum(0.0, max(0.0, rule.margin or 0.0) - signs * scores).sum(axis=1))
