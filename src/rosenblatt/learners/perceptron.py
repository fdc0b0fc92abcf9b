"""Perceptron: predicts with the last weights."""

from rosenblatt.docstrings import insert
from rosenblatt.learners.base import Learner
from rosenblatt.learners.shared_entries import LEARNER


@insert(LEARNER)
class Perceptron(Learner):
    """Perceptron learner: the last weights predict.

    The algorithm of all five lectures: Algorithm 5 of Maryland CMSC 422, Lecture 6 (note 003).

    Parameters
    ----------
    {**options}

    Attributes
    ----------
    {options, report, model, weights, classes, n_features, visited, n_mistakes, n_updates, n_rows}
    {radius, seconds}
    {on_epoch, on_visits}

    See Also
    --------
    Averaged : The mean of the weights over all visits predicts.
    Options : All options, with their defaults.
    rosenblatt.Perceptron : The same algorithm as a scikit-learn estimator.

    Examples
    --------
    A point at 2 is negative, a point at 4 is positive. The boundary lies between them after 17 mistakes.

    >>> from rosenblatt.learners import Perceptron
    >>> learner = Perceptron(order="given").fit([[2.0], [4.0]], [-1, 1])
    >>> learner.report.reason, learner.report.n_mistakes
    ('converged', 17)
    >>> learner.model.predict([[2.5], [3.5]]).tolist()
    [-1, 1]
    """

    last_weights_predict = True
