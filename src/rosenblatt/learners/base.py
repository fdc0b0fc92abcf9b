"""Base class of all learners: public methods, and hooks for the algorithms.

A subclass says what it keeps of the list of mistakes, and which model comes of it:

    Perceptron   nothing but the last weights
    Averaged     Algorithm 7's sum, which the loops add to while the row is at hand
    Pocket       the weights that survived longest
    Voted        the list itself

The way of the rows: ``inputs`` checks them; ``in_memory`` (fit), ``partial_fit`` or ``streaming`` (a file) hands
them to ``epochs`` and ``visits``, which call the loops.
"""

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from rosenblatt.errors import NotTrained
from rosenblatt.learners import in_memory, partial_fit
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.inputs import validate
from rosenblatt.learners.learned import Learned
from rosenblatt.learners.options import Options
from rosenblatt.learners.report import Report
from rosenblatt.learners.rollback import Rollback
from rosenblatt.learners.stopping import OnStall
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule
from rosenblatt.models.linear import Model


class Learner(Learned):
    """Perceptron learner: state around a loop. The options are those of :class:`Options`."""

    # Settings that a subclass may override.
    default_epochs = 1000
    counts_errors_late = False
    last_weights_predict = False
    takes_one_class = False  # of ``fit``: a trace does
    patience_factor = 0  # epochs to wait for a new best, for each epoch up to the last one

    n_mistakes: int
    weighed_mistakes: float  # each counted by how far it moved the weights
    n_rows: int = 0  # rows learned from
    class_counts: np.ndarray  # rows of each class so far
    radius: float  # the largest norm of a row
    seconds: float
    guarded: bool  # whether weights could overflow, and are looked at
    report: Report | None
    on_epoch: Callable[[int, int], None] | None  # called with each epoch and its mistakes
    on_visits: Callable[[Examples, np.ndarray, Mistakes], None] | None  # … with visits and the mistakes among them

    def __init__(self, **options: Any) -> None:
        self.options = Options(**options)
        self.report = self.on_epoch = self.on_visits = None

    # Public methods.

    def fit(
        self,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        coef_init: Any = None,
        intercept_init: Any = None,
        on_stall: OnStall | None = None,
    ) -> Self:
        """Train from scratch on these examples, for several epochs.

        on_stall: called for a certificate of the training rows before the run ends as stalled. If it proves that no
            plane separates the rows, the run ends as not separable; if it proves that one does, the run continues; if
            it is undecided or None, the run has stalled.
        """
        with Rollback(self):
            inputs = validate(X, y, sample_weight, self.options.folded_one)
            in_memory.fit(self, inputs, coef_init, intercept_init, on_stall)
        return self

    def partial_fit(self, X: Any, y: Any, *, classes: Any = None, sample_weight: Any = None) -> Self:
        """Continue training: visit each of these examples once, in the order given.

        A call that fails leaves the learner exactly as it was. Ctrl-C is handled after the call.
        """
        partial_fit.partial_fit(self, X, y, classes, sample_weight)
        return self

    @property
    def model(self) -> Model:
        """Frozen model of the current state."""
        if self.n_features == 0 or not self.classes.n_labels:
            raise NotTrained(f"{type(self).__name__} must be taught before it has a model: call fit.")
        if self.ready_model is None:
            self.ready_model = self.model_of(self)
        return self.ready_model

    # Hooks for subclasses.

    def reset(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        """Start from these weights, with no visits. Subclasses prepare their own state."""
        self.n_features, self.rule, self.classes, self.weights = start.n_features, rule, classes, start
        self.visited = self.n_mistakes = self.n_rows = 0
        self.weighed_mistakes = self.radius = self.seconds = 0.0
        self.ready_model = None
        self.guarded = False

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        """Hook after mistakes were answered: store what the algorithm needs of them."""

    def end_epoch(self, wrong: Callable[[Model], float]) -> None:
        """Hook at the end of an epoch of ``fit``. ``wrong`` counts a model's weighted training errors."""

    def leave_examples(self) -> None:
        """Hook before the current examples are released: store what is still needed."""

    def end_fit(self) -> None:
        """Hook after the last epoch over these examples."""

    def more_state(self) -> dict[str, Any]:
        """State of the algorithm besides the weights, as arrays and plain values."""
        return {}

    @staticmethod
    def more_from_state(state: dict[str, Any]) -> dict[str, Any]:
        """Attributes restored from ``more_state``."""
        return {}

    @staticmethod
    def check_more(more: dict[str, Any], n_features: int, n_classes: int, visited: int) -> None:
        """Raise a BadState if ``more_state`` cannot belong to a learner with these features, classes and visits."""

    @staticmethod
    def model_of(learned: Any) -> Model:
        """Model of a learner, or of a file restored with ``more_from_state``."""
        return learned.linear_model(learned.weights.view)  # type: ignore[no-any-return]
