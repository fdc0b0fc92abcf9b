"""The normalized perceptron, one example at a time."""

from collections.abc import Iterable
from typing import Any

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.online.base import OnlinePerceptron
from rosenblatt.online.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class NormalizedPerceptron(OnlinePerceptron):
    """Normalized perceptron that learns one example at a time: the step is divided by the norm of the example.

    Examples are dicts from feature to value. New features and classes may appear at any time.

    Parameters
    ----------
    {features, classes, at_zero, eta0, fit_intercept}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    Perceptron : The step is the same for every example.
    rosenblatt.river.NormalizedPerceptron : The same learner as a classifier of River.
    rosenblatt.NormalizedPerceptron : Estimator for arrays, with epochs.

    Notes
    -----
    The weights are those of ``rosenblatt.NormalizedPerceptron().partial_fit`` on the same rows, bit for bit. The norm
    does not count the bias.

    Examples
    --------
    >>> from rosenblatt.online import NormalizedPerceptron
    >>> model = NormalizedPerceptron()
    >>> model.learn_many([{"length": 2}, {"length": 100}], ["short", "tall"])
    >>> model.weights, model.bias
    ({'length': 0.0}, -0.49)
    """

    _learner_class = learners.Perceptron
    parameters = ("features", "classes", "at_zero", "eta0", "fit_intercept")

    def __init__(
        self,
        *,
        features: Iterable[Any] | None = None,
        classes: Iterable[Any] | None = None,
        at_zero: str = "mistake",
        eta0: float = 1.0,
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(
            features=features,
            classes=classes,
            at_zero=at_zero,
            eta0=eta0,
            fit_intercept=fit_intercept,
            rule="normalized",
        )
