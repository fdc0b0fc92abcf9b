"""The methods and settings by which algorithms differ. A learner calls them, a subclass overrides them."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.inputs import zero_rows_among
from rosenblatt.learners.learned import Learned
from rosenblatt.learners.options import Options
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule
from rosenblatt.models.linear import Model


class Hooks(Learned):
    """The plain perceptron's answers: it keeps nothing but the last weights."""

    has_weights = True  # in the space of the features
    options_class: type[Options] = Options
    default_epochs = 1000
    counts_errors_late = False
    last_weights_predict = False
    takes_one_class = False  # of ``fit``: a trace does
    patience_factor = 0  # epochs to wait for a new best, for each epoch up to the last one

    n_mistakes: int
    n_updates: int
    n_zero_rows: int  # rows of zeros, counted where the step depends on the norm
    weighed_mistakes: float  # those that delay convergence, each by the weight of its row
    n_rows: int = 0  # rows learned from
    class_counts: np.ndarray  # rows of each class so far
    radius: float  # the largest norm of a row
    seconds: float
    guarded: bool  # whether weights could overflow, and are looked at

    def reset(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        """Start from these weights, with nothing visited. A subclass prepares what it keeps beside the weights."""
        self.n_features, self.rule, self.classes, self.weights = start.n_features, rule, classes, start
        self.visited = self.n_mistakes = self.n_updates = self.n_rows = self.n_zero_rows = 0
        self.weighed_mistakes = self.radius = self.seconds = 0.0
        self.ready_model = None
        self.guarded = False

    def rule_lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about the rules, unless they are those of the plain perceptron and argmax."""
        return self.options.rule_lines()

    @property
    def must_prepare(self) -> bool:
        """True if ``prepare`` needs all rows."""
        return False

    def prepare(self, pages: Callable[[], Iterator[Block]], n_features: int) -> None:
        """Compute what a run must know of all its rows before the first visit."""

    def scores_for(self, block: Block, examples: Examples, rows: np.ndarray) -> Any:
        """Return the scores of examples that are about to be visited, for a learner without weights."""
        return None

    def zero_rows(self, block: Block, rows: np.ndarray) -> int:
        """Count the rows that have no direction to move in, under rules whose step depends on the norm."""
        return zero_rows_among(block, self.rule, rows)

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        """Note mistakes that were made, after the weights were updated."""

    def end_epoch(self, wrong: Callable[[Model], float]) -> None:
        """End an epoch of ``fit``."""

    def leave_examples(self) -> None:
        """Copy from the examples at hand what is still needed of them, before they are released."""

    def end_fit(self) -> None:
        """End training on these examples: no further epoch comes."""

    def more_state(self) -> dict[str, Any]:
        """Return what is kept beside the weights."""
        return {}

    @staticmethod
    def more_from_state(state: dict[str, Any]) -> dict[str, Any]:
        """Restore the attributes that ``more_state`` describes."""
        return {}

    @staticmethod
    def check_more(more: dict[str, Any], n_features: int, n_classes: int, visited: int) -> None:
        """Check what a file has as the result of ``more_state``."""

    @staticmethod
    def model_of(learned: Any) -> Model:
        """Make the model of what has been learned."""
        return learned.linear_model(learned.weights.view)  # type: ignore[no-any-return]
