"""Perceptron: predicts with the last weights."""

from rosenblatt.learners.base import Learner


class Perceptron(Learner):
    """Notes 000, 001, 002, 003 (Algorithm 5) and 004."""

    last_weights_predict = True
