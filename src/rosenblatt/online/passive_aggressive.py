"""The passive-aggressive classifier, one example at a time."""

from collections.abc import Iterable
from typing import Any

from rosenblatt import learners
from rosenblatt.conventions import RULE_OF_LOSS
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError, check_choice
from rosenblatt.online.base import OnlinePerceptron
from rosenblatt.online.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class PassiveAggressiveClassifier(OnlinePerceptron):
    """Passive-aggressive classifier that learns one example at a time: the step depends on the loss.

    Examples are dicts from feature to value. New features and classes may appear at any time.

    Parameters
    ----------
    C : float, default=1.0
        Aggressiveness, above 0: a larger C makes larger steps.
    loss : {'hinge', 'squared_hinge'}, default='hinge'
        Loss that C limits: "hinge" is PA-I, "squared_hinge" is PA-II.
    {features, classes, at_zero, fit_intercept}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    Perceptron : Updates on mistakes only, by a fixed step. Takes ``rule="pa"`` for steps without a limit.
    rosenblatt.river.PassiveAggressiveClassifier : The same learner as a classifier of River.
    rosenblatt.PassiveAggressiveClassifier : Estimator for arrays, with epochs.

    Notes
    -----
    The weights are those of ``rosenblatt.PassiveAggressiveClassifier().partial_fit`` on the same rows, bit for bit.

    Examples
    --------
    The first example has the loss 1 and the squared norm 4, so the step is 1/4. The second one is right by 1: its loss
    is 0, and the weights stay.

    >>> from rosenblatt.online import PassiveAggressiveClassifier
    >>> model = PassiveAggressiveClassifier(fit_intercept=False)
    >>> model.learn_many([{"length": 2}, {"length": 2}], ["tall", "tall"])
    >>> model.weights, model.n_updates
    ({'length': 0.5}, 1)
    """

    _learner_class = learners.Perceptron
    parameters = ("features", "classes", "at_zero", "fit_intercept", "C", "loss")

    def __init__(
        self,
        *,
        C: float = 1.0,
        loss: str = "hinge",
        features: Iterable[Any] | None = None,
        classes: Iterable[Any] | None = None,
        at_zero: str = "mistake",
        fit_intercept: bool = True,
    ) -> None:
        check_choice("loss", loss, RULE_OF_LOSS, quoted=True)
        if C is None:
            raise OptionError("C must be a finite number above 0; got None.")
        self.loss = loss
        super().__init__(
            features=features,
            classes=classes,
            at_zero=at_zero,
            fit_intercept=fit_intercept,
            rule=RULE_OF_LOSS[loss],
            C=C,
        )
