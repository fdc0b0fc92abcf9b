"""The perceptron, one example at a time."""

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.online.base import OnlinePerceptron
from rosenblatt.online.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class Perceptron(OnlinePerceptron):
    """Perceptron that learns one example at a time: the last weights predict.

    Examples are dicts from feature to value. New features and classes may appear at any time. This is the online loop
    of CMU 10-301/601, Lecture 6 (note 000): receive an example, predict, observe the label, update.

    Parameters
    ----------
    {features, classes, at_zero, eta0, fit_intercept, rule, margin, C}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    AveragedPerceptron : The mean of the weights over all visits predicts.
    rosenblatt.river.Perceptron : The same learner as a classifier of River.
    rosenblatt.Perceptron : Estimator for arrays, with epochs.

    Notes
    -----
    The weights are those of ``rosenblatt.Perceptron().partial_fit`` on the same rows, bit for bit, with features in the
    order of ``features``, or else of their first appearance.

    Examples
    --------
    >>> from rosenblatt.online import Perceptron
    >>> model = Perceptron()
    >>> for x, y in [({"free": 1}, "spam"), ({"meeting": 1}, "ham"), ({"free": 1, "meeting": 1}, "spam")]:
    ...     print(model.predict_one(x), "->", y)
    ...     model.learn_one(x, y)
    None -> spam
    spam -> ham
    ham -> spam
    >>> model.weights, model.bias
    ({'free': 2.0, 'meeting': 0.0}, 1.0)
    """

    _learner_class = learners.Perceptron
