"""The four algorithms, by name and by class."""

from rosenblatt import (
    AveragedPerceptron,
    Perceptron as PerceptronEstimator,
    PocketPerceptron,
    VotedPerceptron,
    conventions,
)
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

ALGORITHMS = list(conventions.ALGORITHMS)
LEARNERS = [Perceptron, Averaged, Voted, Pocket]
ESTIMATORS = [PerceptronEstimator, AveragedPerceptron, VotedPerceptron, PocketPerceptron]
