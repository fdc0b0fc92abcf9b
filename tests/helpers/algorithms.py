"""The four algorithms that have weights, by name and by class."""

from rosenblatt import (
    AveragedPerceptron,
    Perceptron as PerceptronEstimator,
    PocketPerceptron,
    VotedPerceptron,
    conventions,
)
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

ALGORITHMS = [name for name in conventions.ALGORITHMS if name != "kernel"]
LEARNERS = [Perceptron, Averaged, Voted, Pocket]
ESTIMATORS = [PerceptronEstimator, AveragedPerceptron, VotedPerceptron, PocketPerceptron]
