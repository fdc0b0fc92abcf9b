"""Pocket algorithm: predicts with the weights that had the longest run of correct visits."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.docstrings import insert
from rosenblatt.learners.base import Learner
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.shared_entries import LEARNER
from rosenblatt.learners.state_checks import are_counts, check_weights, ensure, is_count
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule
from rosenblatt.loops.replay import longest_run
from rosenblatt.models.linear import LinearModel, Model


@insert(LEARNER)
class Pocket(Learner):
    """Pocket algorithm of Gallant: the weights with the longest run of correct visits predict.

    Where training goes on with other rows, the pocket keeps its weights and the length of their run, and so do the
    running weights: other weights come into the pocket when their run is longer, over old visits and new. With a
    ratchet, the weights in the pocket after the first epoch over the new rows stay until weights of a later epoch make
    fewer errors on the new rows.

    Parameters
    ----------
    ratchet : bool, default=True
        Whether ``fit`` compares training errors: at the end of an epoch, its longest-lived weights go into the pocket
        only if they make fewer training errors than the weights in the pocket.
    {**options}

    Attributes
    ----------
    pocket : WeightRows
        Weights with the longest run so far.
    {options, report, model, weights, classes, n_features, visited, n_mistakes, n_updates, n_rows}
    {radius, seconds}
    {on_epoch, on_visits}

    See Also
    --------
    Perceptron : The last weights predict.
    Options : All options, with their defaults.
    rosenblatt.PocketPerceptron : The same algorithm as a scikit-learn estimator.

    Examples
    --------
    The label of the last row is wrong. The pocket holds the weights that predict all other rows right.

    >>> from rosenblatt.learners import Perceptron, Pocket
    >>> X, y = [[1.0], [2.0], [3.0], [4.0], [1.0]], [0, 0, 1, 1, 1]
    >>> Perceptron(order="given").fit(X, y).report.errors, Pocket(order="given").fit(X, y).report.errors
    (2, 1)
    """

    vector_names = ("weights", "trailing", "pocket")
    checked: tuple[WeightRows, int, float] | None  # pocket, survival and errors that passed the ratchet

    def __init__(self, *, ratchet: bool = True, **options: Any) -> None:
        super().__init__(**options)
        self.ratchet = ratchet

    def reset(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        super().reset(rule, classes, start)
        self.trailing = start.copy()  # the weights before the next mistake
        self.pocket = start.copy()
        self.run = np.array([1, 0])  # visit at which the trailing weights were made, survival in the pocket
        self.checked = None

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        longest_run(examples, mistakes, self.rule, self.trailing.view, self.pocket.view, self.run)

    def end_epoch(self, wrong: Callable[[Model], float]) -> None:
        if not self.ratchet:
            return
        best, survival = longest(self)
        errors = wrong(self.linear_model(best.view))
        if self.checked is None or errors < self.checked[2]:
            self.checked = best.copy(), survival, errors
        self.run[1] = 0  # the next epoch has a candidate of its own
        self.ready_model = None

    @staticmethod
    def check_more(more: dict[str, Any], n_features: int, n_classes: int, visited: int) -> None:
        ensure(are_counts(more["run"], 2), "the pocket has no run")
        if more["checked"] is not None:
            rows, survival, errors = more["checked"]
            check_weights(rows, n_features)
            ensure(rows["n_classes"] == n_classes, "weights are of different classes")
            ensure(is_count(survival) and type(errors) in (int, float), "the pocket's count is none")

    @staticmethod
    def model_of(learned: Any) -> LinearModel:
        weights = learned.checked[0] if learned.checked else longest(learned)[0]
        return learned.linear_model(weights.view)  # type: ignore[no-any-return]

    def end_fit(self) -> None:
        """Forget the training errors, which belong to these examples alone; keep the pocket."""
        if self.checked:
            self.ready_model = self.model_of(self)
            self.pocket, self.run[1], self.checked = self.checked[0], self.checked[1], None

    def more_state(self) -> dict[str, Any]:
        checked = None
        if self.checked:
            rows, survival, errors = self.checked
            checked = [rows.state(), survival, errors]
        return {"run": self.run, "checked": checked}

    @staticmethod
    def more_from_state(state: dict[str, Any]) -> dict[str, Any]:
        checked = None
        if state["checked"]:
            rows, survival, errors = state["checked"]
            checked = WeightRows.from_state(rows), survival, errors
        return {"run": np.array(state["run"]), "checked": checked}


def longest(learned: Any) -> tuple[WeightRows, int]:
    """Return the pocket, or the current weights if their unfinished run is longer."""
    survival = learned.visited - int(learned.run[0]) + 1
    if survival > learned.run[1]:
        return learned.weights, survival
    return learned.pocket, int(learned.run[1])
