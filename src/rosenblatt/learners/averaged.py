"""Averaged perceptron: predicts with the mean of the weights over all visits."""

from typing import Any

from rosenblatt.docstrings import insert
from rosenblatt.learners.base import Learner
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.shared_entries import LEARNER
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Rule, Weights
from rosenblatt.models.linear import LinearModel

AT_ONCE = 4096  # features


@insert(LEARNER)
class Averaged(Learner):
    """Averaged perceptron learner: the mean of the weights over all visits predicts.

    Algorithm 7 of Maryland CMSC 422, Lecture 6 (note 003): u adds up c·y·x on every mistake, and the mean is w − u/c.

    Parameters
    ----------
    {**options}

    Attributes
    ----------
    averaging_sum : WeightRows
        The sum u, and its bias.
    {options, report, model, weights, classes, n_features, visited, n_mistakes, n_updates, n_rows}
    {radius, seconds}
    {on_epoch, on_visits}

    See Also
    --------
    Perceptron : The last weights predict.
    Options : All options, with their defaults.
    rosenblatt.AveragedPerceptron : The same algorithm as a scikit-learn estimator.

    Examples
    --------
    The weight is 0 at the start, then -1, 1 and 1 after the three visits. The mean of all four is 0.25.

    >>> from rosenblatt.learners import Averaged, Perceptron
    >>> X, y = [[1.0], [2.0], [3.0]], [0, 1, 1]
    >>> Perceptron().partial_fit(X, y).model.weights.w, Averaged().partial_fit(X, y).model.weights.w
    (array([[1.]]), array([[0.25]]))
    """

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
