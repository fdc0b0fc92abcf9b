"""The methods and settings by which algorithms differ. A learner calls them, a subclass overrides them."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.docstrings import insert
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.inputs import zero_rows_among
from rosenblatt.learners.learned import Learned
from rosenblatt.learners.options import Options
from rosenblatt.learners.shared_entries import HOOKS
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

    @insert(HOOKS)
    def reset(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        """Start from these weights, with nothing visited. A subclass prepares what it keeps beside the weights.

        Parameters
        ----------
        {rule}
        classes : Classes
            Labels, with the row of the weights that each label has.
        {start}
        """
        self.n_features, self.rule, self.classes, self.weights = start.n_features, rule, classes, start
        self.visited = self.n_mistakes = self.n_updates = self.n_rows = self.n_zero_rows = 0
        self.weighed_mistakes = self.radius = self.seconds = 0.0
        self.ready_model = None
        self.guarded = False

    def rule_lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about the rules, unless they are those of the plain perceptron and argmax.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text.
        """
        return self.options.rule_lines()

    @property
    def must_prepare(self) -> bool:
        """True if ``prepare`` needs all rows."""
        return False

    def prepare(self, pages: Callable[[], Iterator[Block]], n_features: int) -> None:
        """Compute what a run must know of all its rows before the first visit.

        Parameters
        ----------
        pages : callable
            Returns an iterator over all rows, page by page.
        n_features : int
            Number of features.
        """

    def scores_for(self, block: Block, examples: Examples, rows: np.ndarray) -> Any:
        """Return the scores of examples that are about to be visited, for a learner without weights.

        Parameters
        ----------
        block : Block
            The rows.
        examples : Examples
            The rows with their classes and weights.
        rows : ndarray of shape (n_visited,)
            Numbers of the rows that are visited.

        Returns
        -------
        KernelScores or None
            None for a learner whose weights score the rows.
        """
        return None

    def zero_rows(self, block: Block, rows: np.ndarray) -> int:
        """Count the rows that have no direction to move in, under rules whose step depends on the norm.

        Parameters
        ----------
        block : Block
            The rows.
        rows : ndarray of shape (n_visited,)
            Numbers of the rows that are visited.

        Returns
        -------
        int
            Number of rows of zeros. 0 for other rules.
        """
        return zero_rows_among(block, self.rule, rows)

    @insert(HOOKS)
    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        """Note mistakes that were made, after the weights were updated.

        Parameters
        ----------
        {examples, mistakes}
        """

    @insert(HOOKS)
    def end_epoch(self, wrong: Callable[[Model], float]) -> None:
        """End an epoch of ``fit``.

        Parameters
        ----------
        {wrong}
        """

    def leave_examples(self) -> None:
        """Copy from the examples at hand what is still needed of them, before they are released."""

    def end_fit(self) -> None:
        """End training on these examples: no further epoch comes."""

    def more_state(self) -> dict[str, Any]:
        """Return what is kept beside the weights.

        Returns
        -------
        dict
            Arrays and plain values by name.
        """
        return {}

    @staticmethod
    @insert(HOOKS)
    def more_from_state(state: dict[str, Any]) -> dict[str, Any]:
        """Restore the attributes that ``more_state`` describes.

        Parameters
        ----------
        {state}

        Returns
        -------
        dict
            Attributes by name.
        """
        return {}

    @staticmethod
    @insert(HOOKS)
    def check_more(more: dict[str, Any], n_features: int, n_classes: int, visited: int) -> None:
        """Check what a file has as the result of ``more_state``.

        Parameters
        ----------
        {more, n_features, n_classes, visited}

        Raises
        ------
        BadState
            If ``more_state`` cannot have returned it.
        """

    @staticmethod
    @insert(HOOKS)
    def model_of(learned: Any) -> Model:
        """Make the model of what has been learned.

        Parameters
        ----------
        {learned}

        Returns
        -------
        Model
            Frozen model.
        """
        return learned.linear_model(learned.weights.view)  # type: ignore[no-any-return]
