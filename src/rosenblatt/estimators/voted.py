"""The voted perceptron as a scikit-learn estimator."""

from typing import Any

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class VotedPerceptron(BasePerceptron):
    """Voted perceptron classifier: every weight vector of the run votes.

    Training makes the same mistakes and updates as :class:`Perceptron`. Each weight vector that came up in training has
    as many votes as visits that it survived. The class with the most votes is predicted, so there is no single plane,
    and there are no ``coef_`` and ``intercept_``.

    Prediction computes one score per row and mistake of the run. :class:`AveragedPerceptron` predicts almost as well
    with one score per row.

    Parameters
    ----------
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, certify_when_stalled, class_weight, warm_start, verbose, random_state, rule, margin, C}
    {multiclass}

    Attributes
    ----------
    {classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    Perceptron : The last weights predict.
    AveragedPerceptron : The mean of the weights predicts; one score per row.
    PocketPerceptron : The weights with the longest run of correct visits predict.

    Notes
    -----
    For two classes the prediction is the sign of Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾), where c⁽ᵏ⁾ counts the visits that the k-th
    weights survived: the rule of Freund and Schapire [1]_ and of Maryland CMSC 422, Lecture 6 (note 003).
    ``decision_function`` gives shares of the votes: from -1 to 1 for two classes, else from 0 to 1 for each class. A
    vote for a score of exactly zero follows ``at_zero``. The model holds the training rows on which mistakes were made,
    and so does its file.

    References
    ----------
    .. [1] Freund, Y. and Schapire, R. E. (1999). Large margin classification using the perceptron algorithm. Machine
       Learning, 37(3), 277-296.

    Examples
    --------
    The votes tell apart rows that are clear from rows that are in doubt.

    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> model = rosenblatt.VotedPerceptron(order="given").fit(X, y)
    >>> model.decision_function([[5.0, -1.0], [0.5, 2.0]])
    array([ 1.        , -0.08333333])
    >>> model.predict([[5.0, -1.0], [0.5, 2.0]])
    array([ 1, -1])
    """

    _learner_class = learners.Voted

    def _weights(self) -> Any:
        raise AttributeError(
            "VotedPerceptron has no coef_ or intercept_: each weight vector of its run votes by itself."
        )
