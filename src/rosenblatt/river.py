"""The one-at-a-time learners as classifiers of River: its pipelines, metrics and checks take no look-alikes.

The only module that imports River: ``pip install "rosenblatt[river]"``. docs/from-river.md says what differs.
"""

import math
from collections.abc import Mapping
from typing import Any

try:
    from river import base
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('rosenblatt.river needs River: pip install "rosenblatt[river]".') from error

from rosenblatt import online
from rosenblatt.online.base import OnlinePerceptron

__all__ = ["AveragedPerceptron", "Perceptron"]


class _Classifier(OnlinePerceptron, base.Classifier):  # type: ignore[misc]
    def predict_proba_one(self, x: Mapping[Any, Any], **_: Any) -> dict[Any, float]:
        """Softmax of the scores of the known classes; for two classes, the logistic function of the score.

        It rises with the score, so it ranks examples as the score does. It is not calibrated. {} while no class is
        known. The class that ``predict_one`` answers comes first: it is the maximum, also where others share it.
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


class Perceptron(online.Perceptron, _Classifier):  # type: ignore[misc]
    """:class:`rosenblatt.online.Perceptron` in River: the last weights predict."""


class AveragedPerceptron(online.AveragedPerceptron, _Classifier):  # type: ignore[misc]
    """:class:`rosenblatt.online.AveragedPerceptron` in River: the mean of the weights over all visits predicts."""
