"""The averaged perceptron: the mean of the weights over all visits predicts."""

from rosenblatt.learners.learner import Learner
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.examples import Weights
from rosenblatt.models import LinearModel


class Averaged(Learner):
    """Note 003, Algorithm 7: u collects c·y·x on every mistake, and w − u/c is the average."""

    default_epochs = 10
    memory = 9  # the low and what came before it are then a tenth of the run
    cached: WeightRows

    def begin(self) -> None:
        self.cached = WeightRows(self.n_features, self.weights.n_classes, self.weights.by_feature)

    def make_model(self) -> LinearModel:
        w, b = self.weights.view
        u, beta = self.cached.view
        c = self.visited + 1
        mean = u / -c
        mean += w  # in place: weights of many classes are large
        return self.linear_model(Weights(mean, b - beta / c))
