"""The learners as scikit-learn classes, one file each. May import proofs.search, learners and the layers below.

What differs from scikit-learn's own classes is in docs/from-scikit-learn.md.
"""

from rosenblatt.estimators.averaged import AveragedPerceptron
from rosenblatt.estimators.kernel import KernelPerceptron
from rosenblatt.estimators.margin import MarginPerceptron
from rosenblatt.estimators.normalized import NormalizedPerceptron
from rosenblatt.estimators.passive_aggressive import PassiveAggressiveClassifier
from rosenblatt.estimators.perceptron import Perceptron
from rosenblatt.estimators.pocket import PocketPerceptron
from rosenblatt.estimators.voted import VotedPerceptron

__all__ = [
    "AveragedPerceptron",
    "KernelPerceptron",
    "MarginPerceptron",
    "NormalizedPerceptron",
    "PassiveAggressiveClassifier",
    "Perceptron",
    "PocketPerceptron",
    "VotedPerceptron",
]
