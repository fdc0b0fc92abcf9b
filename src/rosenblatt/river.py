"""The learners of one example at a time as classifiers of River, for its pipelines, metrics and checks.

The only module that imports River: ``pip install "rosenblatt[river]"``. docs/from-river.md lists the differences.
"""

import math
from collections.abc import Mapping
from numbers import Integral
from typing import Any

try:
    from river import base
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('rosenblatt.river needs River: pip install "rosenblatt[river]".') from error

from rosenblatt import learners, online
from rosenblatt.conventions import RULES_WITH_C
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError
from rosenblatt.online.base import OnlinePerceptron
from rosenblatt.online.shared_entries import ATTRIBUTES, EXAMPLE, PARAMETERS

__all__ = [
    "AveragedPerceptron",
    "MarginPerceptron",
    "NormalizedPerceptron",
    "PAClassifier",
    "PassiveAggressiveClassifier",
    "Perceptron",
]


RULE_OF_MODE = {0: "pa", 1: "pa1", 2: "pa2"}  # by River's numbers


class _Classifier(OnlinePerceptron, base.Classifier):  # type: ignore[misc]
    @insert(EXAMPLE)
    def predict_proba_one(self, x: Mapping[Any, Any], **_: Any) -> dict[Any, float]:
        """Compute the softmax of the scores of the known classes; for two classes, the logistic function of the score.

        The numbers rank examples as the scores do. They are not calibrated: a perceptron estimates no probabilities.

        Parameters
        ----------
        {x}
        **_
            Ignored: River passes further arguments to some classifiers.

        Returns
        -------
        dict
            Number for each known class, from 0 to 1, with sum 1; the class that ``predict_one`` predicts comes first
            and has the largest number. Empty while no class is known.

        Raises
        ------
        DataError
            If a value is neither a finite number nor a string.
        """
        scores = self._scores_one(x)
        if not scores:
            return {}
        winner = self.predict_one(x)
        shares = {winner: 1.0} | {label: math.exp(score - scores[winner]) for label, score in scores.items()}
        total = math.fsum(shares.values())
        return {label: share / total for label, share in shares.items()}

    @property
    def _multiclass(self) -> bool:
        return True


@insert(PARAMETERS, ATTRIBUTES)
class Perceptron(online.Perceptron, _Classifier):  # type: ignore[misc]
    """Perceptron as a classifier of River: the last weights predict.

    The class is a :class:`rosenblatt.online.Perceptron` and a ``river.base.Classifier``. It works in pipelines and
    metrics of River.

    Parameters
    ----------
    {features, classes, at_zero, eta0, fit_intercept, rule, margin, C}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    AveragedPerceptron : The mean of the weights over all visits predicts.
    rosenblatt.online.Perceptron : The same learner without River.

    Examples
    --------
    >>> from river import preprocessing
    >>> from rosenblatt.river import Perceptron
    >>> model = preprocessing.StandardScaler() | Perceptron()
    >>> for x, y in [({"length": 1.0}, "short"), ({"length": 5.0}, "tall"), ({"length": 4.0}, "tall")]:
    ...     model.learn_one(x, y)
    >>> model.predict_one({"length": 4.5})
    'tall'
    """


@insert(PARAMETERS, ATTRIBUTES)
class AveragedPerceptron(online.AveragedPerceptron, _Classifier):  # type: ignore[misc]
    """Averaged perceptron as a classifier of River: the mean of the weights over all visits predicts.

    The class is a :class:`rosenblatt.online.AveragedPerceptron` and a ``river.base.Classifier``. It works in pipelines
    and metrics of River.

    Parameters
    ----------
    {features, classes, at_zero, eta0, fit_intercept, rule, margin, C}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    Perceptron : The last weights predict.
    rosenblatt.online.AveragedPerceptron : The same learner without River.

    Examples
    --------
    >>> from river import preprocessing
    >>> from rosenblatt.river import AveragedPerceptron
    >>> model = preprocessing.StandardScaler() | AveragedPerceptron()
    >>> for x, y in [({"length": 1.0}, "short"), ({"length": 5.0}, "tall"), ({"length": 4.0}, "tall")]:
    ...     model.learn_one(x, y)
    >>> model.predict_one({"length": 4.5})
    'tall'
    """


@insert(PARAMETERS, ATTRIBUTES)
class MarginPerceptron(online.MarginPerceptron, _Classifier):  # type: ignore[misc]
    """Margin perceptron as a classifier of River: it also answers examples that are right by too little.

    The class is a :class:`rosenblatt.online.MarginPerceptron` and a ``river.base.Classifier``.
    It works in pipelines and metrics of River.

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
    rosenblatt.online.MarginPerceptron : The same learner without River.

    Examples
    --------
    >>> from river import preprocessing
    >>> from rosenblatt.river import MarginPerceptron
    >>> model = preprocessing.StandardScaler() | MarginPerceptron()
    >>> for x, y in [({"length": 1.0}, "short"), ({"length": 5.0}, "tall"), ({"length": 4.0}, "tall")]:
    ...     model.learn_one(x, y)
    >>> model.predict_one({"length": 4.5})
    'tall'
    """


@insert(PARAMETERS, ATTRIBUTES)
class NormalizedPerceptron(online.NormalizedPerceptron, _Classifier):  # type: ignore[misc]
    """Normalized perceptron as a classifier of River: the step is divided by the norm of the example.

    The class is a :class:`rosenblatt.online.NormalizedPerceptron` and a ``river.base.Classifier``.
    It works in pipelines and metrics of River.

    Parameters
    ----------
    {features, classes, at_zero, eta0, fit_intercept}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    Perceptron : The step is the same for every example.
    rosenblatt.online.NormalizedPerceptron : The same learner without River.

    Examples
    --------
    >>> from river import preprocessing
    >>> from rosenblatt.river import NormalizedPerceptron
    >>> model = preprocessing.StandardScaler() | NormalizedPerceptron()
    >>> for x, y in [({"length": 1.0}, "short"), ({"length": 5.0}, "tall"), ({"length": 4.0}, "tall")]:
    ...     model.learn_one(x, y)
    >>> model.predict_one({"length": 4.5})
    'tall'
    """


@insert(PARAMETERS, ATTRIBUTES)
class PassiveAggressiveClassifier(online.PassiveAggressiveClassifier, _Classifier):  # type: ignore[misc]
    """Passive-aggressive classifier of River's kind: the step depends on the loss.

    The class is a :class:`rosenblatt.online.PassiveAggressiveClassifier` and a ``river.base.Classifier``.
    It works in pipelines and metrics of River.

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
    PAClassifier : The same rules with the parameters of River's own class.
    rosenblatt.online.PassiveAggressiveClassifier : The same learner without River.

    Examples
    --------
    >>> from river import preprocessing
    >>> from rosenblatt.river import PassiveAggressiveClassifier
    >>> model = preprocessing.StandardScaler() | PassiveAggressiveClassifier()
    >>> for x, y in [({"length": 1.0}, "short"), ({"length": 5.0}, "tall"), ({"length": 4.0}, "tall")]:
    ...     model.learn_one(x, y)
    >>> model.predict_one({"length": 4.5})
    'tall'
    """


@insert(ATTRIBUTES)
class PAClassifier(_Classifier):
    """Passive-aggressive classifier with the parameters of ``river.linear_model.PAClassifier``.

    Code that uses River's class changes one import. This class also learns more than two classes, and labels that are
    not True and False.

    Parameters
    ----------
    C : float, default=1.0
        Aggressiveness, above 0: a larger C makes larger steps. Mode 0 does not use it.
    mode : {0, 1, 2}, default=1
        Step: 0 is PA, 1 is PA-I, 2 is PA-II.
    learn_intercept : bool, default=True
        Whether to learn a bias.

    Attributes
    ----------
    intercept : float or dict
        Bias, under the name that River uses.
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    PassiveAggressiveClassifier : The same rules with the parameters of the other classes here.
    rosenblatt.PassiveAggressiveClassifier : Estimator for arrays, with epochs.

    Examples
    --------
    >>> from rosenblatt.river import PAClassifier
    >>> model = PAClassifier(C=0.1, mode=1)
    >>> for x, y in [({"length": 1.0}, False), ({"length": 5.0}, True), ({"length": 4.0}, True)]:
    ...     model.learn_one(x, y)
    >>> model.predict_one({"length": 4.5})
    True
    """

    _learner_class = learners.Perceptron
    parameters = ("C", "mode", "learn_intercept")
    C: float

    def __init__(self, C: float = 1.0, mode: int = 1, learn_intercept: bool = True) -> None:
        if not isinstance(mode, Integral) or mode not in RULE_OF_MODE:
            raise OptionError(f"mode must be 0, 1 or 2; got {mode!r}.")
        learners.Options(rule="pa1", C=C)  # checks C, which mode 0 does not use
        rule = RULE_OF_MODE[mode]
        super().__init__(fit_intercept=learn_intercept, rule=rule, C=C if rule in RULES_WITH_C else None)
        self.mode, self.learn_intercept = mode, learn_intercept
        self.C = C  # also of mode 0, so that a copy has it

    @property
    def intercept(self) -> Any:
        """Bias that predicts; for more than two classes, by class. 0 before the first example."""
        return self.bias if self.n_examples else 0.0
