"""Averaged perceptron: predicts with the mean of the weights over all visits."""

from typing import Any

from rosenblatt.learners.base import Learner
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Rule, Weights
from rosenblatt.models.linear import LinearModel

AT_ONCE = 4096  # features


class Averaged(Learner):
    """Averaged perceptron (Maryland lecture, Algorithm 7): u sums c·y·x over mistakes, and w − u/c is the average."""

    default_epochs = 10
    patience_factor = 9  # the epochs up to the best are then a tenth of the run
    vector_names = ("weights", "averaging_sum")

    def reset(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        super().reset(rule, classes, start)
        self.averaging_sum = WeightRows(self.n_features, self.weights.n_classes, self.weights.feature_major)

    @staticmethod
    def model_of(learned: Any) -> LinearModel:
        w, b = learned.weights.view
        u, beta = learned.averaging_sum.view
        c = learned.visited + 1
        mean: LinearModel = learned.linear_model(Weights(w, b - beta / c))
        for first in range(0, learned.n_features, AT_ONCE):  # in parts: weights of many classes are large
            part = slice(first, first + AT_ONCE)
            mean.weights.w[:, part] += learned.classes.in_order(Weights(u[:, part] / -c, beta)).w
        return mean
