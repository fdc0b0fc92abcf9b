"""The margin perceptron, one example at a time."""

from collections.abc import Iterable
from typing import Any

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError
from rosenblatt.online.base import OnlinePerceptron
from rosenblatt.online.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class MarginPerceptron(OnlinePerceptron):
    """Margin perceptron that learns one example at a time: it also answers examples that are right by too little.

    Examples are dicts from feature to value. New features and classes may appear at any time.

    Parameters
    ----------
    margin : float, default=1.0
        Margin β, at least 0: an example with y·a ≤ β updates the weights. 0 is the plain perceptron.
    {features, classes, at_zero, eta0, fit_intercept}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    Perceptron : Updates on mistakes only.
    rosenblatt.river.MarginPerceptron : The same learner as a classifier of River.
    rosenblatt.MarginPerceptron : Estimator for arrays, with epochs.

    Notes
    -----
    The weights are those of ``rosenblatt.MarginPerceptron().partial_fit`` on the same rows, bit for bit.

    Examples
    --------
    The third example is predicted right, but by 5 only: it is an update and no mistake.

    >>> from rosenblatt.online import MarginPerceptron
    >>> model = MarginPerceptron(margin=5.0)
    >>> model.learn_many([{"length": 1}, {"length": 2}, {"length": 4}], ["short", "tall", "tall"])
    >>> model.n_mistakes, model.n_updates, model.weights
    (2, 3, {'length': 5.0})
    """

    _learner_class = learners.Perceptron
    parameters = ("features", "classes", "at_zero", "eta0", "fit_intercept", "margin")

    def __init__(
        self,
        *,
        margin: float = 1.0,
        features: Iterable[Any] | None = None,
        classes: Iterable[Any] | None = None,
        at_zero: str = "mistake",
        eta0: float = 1.0,
        fit_intercept: bool = True,
    ) -> None:
        if margin is None:
            raise OptionError("margin must be a finite number, at least 0; got None.")
        super().__init__(
            features=features,
            classes=classes,
            at_zero=at_zero,
            eta0=eta0,
            fit_intercept=fit_intercept,
            rule="margin",
            margin=margin,
        )
