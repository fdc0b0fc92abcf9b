"""Base class of all learners: the methods that users call.

A subclass says (``hooks``) what it keeps of the list of mistakes, and which model comes of it:

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

from rosenblatt.docstrings import insert
from rosenblatt.errors import NotTrained
from rosenblatt.learners import in_memory, partial_fit
from rosenblatt.learners.hooks import Hooks
from rosenblatt.learners.inputs import validate
from rosenblatt.learners.report import Report
from rosenblatt.learners.rollback import Rollback
from rosenblatt.learners.shared_entries import LEARNER
from rosenblatt.learners.stopping import OnStall
from rosenblatt.loops.arguments import Examples, Mistakes
from rosenblatt.models.linear import Model


@insert(LEARNER)
class Learner(Hooks):
    """Base class of the learners: a perceptron that learns from rows in memory or in chunks.

    Use one of its subclasses. A learner needs neither scikit-learn nor SciPy. Training changes the learner; ``model``
    is a frozen result, and ``report`` tells how training ended.

    Parameters
    ----------
    {**options}

    Attributes
    ----------
    {options, report, model, weights, classes, n_features, visited, n_mistakes, n_updates, n_rows}
    {radius, seconds}
    {on_epoch, on_visits}

    See Also
    --------
    Perceptron : The last weights predict.
    Averaged : The mean of the weights over all visits predicts.
    Voted : Every weight vector of the run votes.
    Pocket : The weights with the longest run of correct visits predict.

    Examples
    --------
    All learners make the same mistakes. They differ in the weights that predict.

    >>> from rosenblatt import learners
    >>> for kind in (learners.Perceptron, learners.Averaged):
    ...     learner = kind(order="given", max_iter=3).fit([[2.0], [4.0]], [-1, 1])
    ...     print(learner.report.mistakes_per_epoch, learner.model.weights.w.round(2).tolist())
    [2, 2, 1] [[2.0]]
    [2, 2, 1] [[1.14]]
    """

    report: Report | None
    on_epoch: Callable[[int, int], None] | None  # called with each epoch and its mistakes
    on_visits: Callable[[Examples, np.ndarray, Mistakes], None] | None  # … with visits and the mistakes among them

    def __init__(self, **options: Any) -> None:
        self.options = self.options_class(**options)
        self.report = self.on_epoch = self.on_visits = None

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
        """Forget earlier training, and train on these rows, epoch after epoch.

        A call that fails leaves the learner as it was.
        """
        with Rollback(self):
            inputs = validate(X, y, sample_weight, self.options.folded_one)
            in_memory.fit(self, inputs, coef_init, intercept_init, on_stall)
        return self

    def partial_fit(self, X: Any, y: Any, *, classes: Any = None, sample_weight: Any = None) -> Self:
        """Continue training: visit each of these rows once, in the order given.

        A call that fails leaves the learner as it was. Ctrl-C is raised after the rows are learned.
        """
        partial_fit.partial_fit(self, X, y, classes, sample_weight)
        return self

    @property
    def model(self) -> Model:
        """Frozen model of the weights learned so far."""
        if self.n_features == 0 or not self.classes.n_labels:
            raise NotTrained(f"{type(self).__name__} must be taught before it has a model: call fit.")
        if self.ready_model is None:
            self.ready_model = self.model_of(self)
        return self.ready_model
