"""The perceptron, one example at a time."""

from rosenblatt import learners
from rosenblatt.online.base import OnlinePerceptron


class Perceptron(OnlinePerceptron):
    """The perceptron, one example at a time: the last weights predict (notes 000 and 001)."""

    _learner_class = learners.Perceptron
