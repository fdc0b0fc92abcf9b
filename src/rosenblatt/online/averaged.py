"""The averaged perceptron, one example at a time."""

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.online.base import OnlinePerceptron
from rosenblatt.online.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class AveragedPerceptron(OnlinePerceptron):
    """Averaged perceptron that learns one example at a time: the mean of the weights over all visits predicts.

    Examples are dicts from feature to value. New features and classes may appear at any time. The updates are those of
    :class:`Perceptron`; the mean predicts better where labels are noisy.

    Parameters
    ----------
    {features, classes, at_zero, eta0, fit_intercept, rule, margin, C}

    Attributes
    ----------
    {n_examples, n_mistakes, n_updates, weights, bias, feature_names, model, report}

    See Also
    --------
    Perceptron : The last weights predict.
    rosenblatt.river.AveragedPerceptron : The same learner as a classifier of River.
    rosenblatt.AveragedPerceptron : Estimator for arrays, with epochs.

    Notes
    -----
    The rule is Algorithm 7 of Maryland CMSC 422, Lecture 6 (note 003). The weights are those of
    ``rosenblatt.AveragedPerceptron().partial_fit`` on the same rows, bit for bit.

    Examples
    --------
    The running weight is 0 at the start, then -1, 1 and 1. Its mean is 0.25.

    >>> from rosenblatt.online import AveragedPerceptron
    >>> model = AveragedPerceptron()
    >>> model.learn_many([{"length": 1}, {"length": 2}, {"length": 3}], ["short", "tall", "tall"])
    >>> model.weights, model.n_mistakes, model.predict_one({"length": 4})
    ({'length': 0.25}, 2, 'tall')
    """

    _learner_class = learners.Averaged
