"""The learners of one example at a time as classifiers of River, for its pipelines, metrics and checks.

The only module that imports River: ``pip install "rosenblatt[river]"``. docs/from-river.md lists the differences.
"""

import math
from collections.abc import Mapping
from typing import Any

try:
    from river import base
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('rosenblatt.river needs River: pip install "rosenblatt[river]".') from error

from rosenblatt import online
from rosenblatt.docstrings import insert
from rosenblatt.online.base import OnlinePerceptron
from rosenblatt.online.shared_entries import ATTRIBUTES, EXAMPLE, PARAMETERS

__all__ = ["AveragedPerceptron", "Perceptron"]


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
    {features, classes, at_zero, eta0, fit_intercept}

    Attributes
    ----------
    {n_examples, n_mistakes, weights, bias, feature_names, model, report}

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
    {features, classes, at_zero, eta0, fit_intercept}

    Attributes
    ----------
    {n_examples, n_mistakes, weights, bias, feature_names, model, report}

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
