"""The averaged perceptron, one example at a time."""

from rosenblatt import learners
from rosenblatt.online.base import OnlinePerceptron


class AveragedPerceptron(OnlinePerceptron):
    """The averaged perceptron, one example at a time: the mean of the weights over all visits predicts (note 003)."""

    _learner_class = learners.Averaged
