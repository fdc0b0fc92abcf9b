"""The pocket algorithm: the weights with the longest run of correct visits predict."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.learners.base import Learner
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes
from rosenblatt.loops.replay import longest_run
from rosenblatt.models.linear import LinearModel, Model


class Pocket(Learner):
    """Gallant's pocket, a fold over survival times, so that it holds for chunks and streams.

    ratchet: at the end of an epoch of ``fit``, its longest-lived weights go into the pocket only if they
    make fewer training errors than those that are there.

    Where training goes on with other rows, the pocket keeps its weights and their run, and so do the weights that are
    running: others come into it when theirs is longer, over old visits and new. With a ratchet, what is in the pocket
    after the first epoch of the new rows stays until weights of a later epoch make fewer errors on these.
    """

    def __init__(self, *, ratchet: bool = True, **options: Any) -> None:
        super().__init__(**options)
        self.ratchet = ratchet

    def begin(self) -> None:
        self.trailing = self.weights.copy()  # the weights before the next mistake
        self.pocket = self.weights.copy()
        self.run = np.array([1, 0])  # visit at which the trailing weights were made, survival in the pocket
        self._checked: tuple[WeightRows, int, float] | None = None  # pocket, survival and errors that passed

    def vectors(self) -> list[WeightRows]:
        return [self.weights, self.trailing, self.pocket]

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        longest_run(examples, mistakes, self.rule, self.trailing.view, self.pocket.view, self.run)

    def end_epoch(self, wrong: Callable[[Model], float]) -> None:
        if not self.ratchet:
            return
        best, survival = self._longest()
        errors = wrong(self.linear_model(best.view))
        if self._checked is None or errors < self._checked[2]:
            self._checked = best.copy(), survival, errors
        self.run[1] = 0  # the next epoch has a candidate of its own
        self._model = None

    def make_model(self) -> LinearModel:
        if self._checked:
            return self.linear_model(self._checked[0].view)
        return self.linear_model(self._longest()[0].view)

    def end_fit(self) -> None:
        """Training errors are of these examples alone: a run that goes on keeps the pocket, not the errors."""
        if self._checked:
            self._model = self.make_model()
            self.pocket, self.run[1], self._checked = self._checked[0], self._checked[1], None

    def more_state(self) -> dict[str, Any]:
        checked = None
        if self._checked:
            rows, survival, errors = self._checked
            checked = [rows.state(), survival, errors]
        return {"run": self.run, "checked": checked}

    def set_more_state(self, state: dict[str, Any]) -> None:
        self.run, self._checked = np.array(state["run"]), None
        if state["checked"]:
            rows, survival, errors = state["checked"]
            self._checked = WeightRows.from_state(rows), survival, errors

    def _longest(self) -> tuple[WeightRows, int]:
        """The pocket, or the current weights where their run, still going on, is longer."""
        survival = self.visited - int(self.run[0]) + 1
        if survival > self.run[1]:
            return self.weights, survival
        return self.pocket, int(self.run[1])
