"""The scikit-learn face of the learners. What differs from scikit-learn's own is in docs/from-scikit-learn.md."""

from rosenblatt.estimators.averaged import AveragedPerceptron
from rosenblatt.estimators.perceptron import Perceptron
from rosenblatt.estimators.pocket import PocketPerceptron
from rosenblatt.estimators.voted import VotedPerceptron

__all__ = ["AveragedPerceptron", "Perceptron", "PocketPerceptron", "VotedPerceptron"]
