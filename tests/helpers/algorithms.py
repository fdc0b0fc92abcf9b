"""The four algorithms, by name and by class."""

from rosenblatt import AveragedPerceptron, PocketPerceptron, VotedPerceptron
from rosenblatt import Perceptron as PerceptronEstimator
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

ALGORITHMS = ["perceptron", "averaged", "voted", "pocket"]
LEARNERS = [Perceptron, Averaged, Voted, Pocket]
ESTIMATORS = [PerceptronEstimator, AveragedPerceptron, VotedPerceptron, PocketPerceptron]
