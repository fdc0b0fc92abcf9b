"""The averaged perceptron: the mean of the weights over all visits predicts."""

from rosenblatt.learners.base import Learner
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.linear import LinearModel

AT_ONCE = 4096  # features


class Averaged(Learner):
    """Note 003, Algorithm 7: u collects c·y·x on every mistake, and w − u/c is the average."""

    default_epochs = 10
    patience_factor = 9  # the low and what came before it are then a tenth of the run
    averaging_sum: WeightRows

    def begin(self) -> None:
        self.averaging_sum = WeightRows(self.n_features, self.weights.n_classes, self.weights.feature_major)

    def make_model(self) -> LinearModel:
        u, beta = self.averaging_sum.view
        c = self.visited + 1
        mean = self.linear_model(Weights(self.weights.view.w, self.weights.view.b - beta / c))
        for first in range(0, self.n_features, AT_ONCE):  # in parts: weights of many classes are large
            part = slice(first, first + AT_ONCE)
            mean.weights.w[:, part] += self.classes.in_order(Weights(u[:, part] / -c, beta)).w
        return mean
