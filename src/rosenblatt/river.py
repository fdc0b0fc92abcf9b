"""The one-at-a-time learners as classifiers of River: its pipelines, metrics and checks take no look-alikes.

The only module that imports River: ``pip install "rosenblatt[river]"``. docs/from-river.md says what differs.
"""

try:
    from river import base
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('rosenblatt.river needs River: pip install "rosenblatt[river]".') from error

from rosenblatt import online


class _Classifier(base.Classifier):
    @property
    def _multiclass(self) -> bool:
        return True


class Perceptron(online.Perceptron, _Classifier):  # type: ignore[misc]
    """:class:`rosenblatt.online.Perceptron` in River: the last weights predict."""


class AveragedPerceptron(online.AveragedPerceptron, _Classifier):  # type: ignore[misc]
    """:class:`rosenblatt.online.AveragedPerceptron` in River: the mean of the weights over all visits predicts."""
