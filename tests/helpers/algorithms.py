"""The four algorithms, by name and by class."""

from rosenblatt import AveragedPerceptron, Perceptron as PerceptronEstimator, PocketPerceptron, VotedPerceptron
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

ALGORITHMS = ["perceptron", "averaged", "voted", "pocket"]
LEARNERS = [Perceptron, Averaged, Voted, Pocket]
ESTIMATORS = [PerceptronEstimator, AveragedPerceptron, VotedPerceptron, PocketPerceptron]
