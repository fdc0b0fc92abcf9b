"""The perceptron criterion of the Manchester lecture (note 002), and its gradient."""

import math
from typing import Any

import numpy as np

from rosenblatt.conventions import AT_ZERO, SIGN_OF_ZERO
from rosenblatt.errors import DataError, check_choice
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights
from rosenblatt.loops.replay import replay
from rosenblatt.models.points import labelled


def perceptron_loss(X: Any, y: Any, w: Any, b: float = 0.0) -> float:
    """Compute the perceptron criterion, Σ −y·(w·x + b) over the misclassified rows.

    The Manchester lecture (note 002) calls it the hinge loss. A row with score 0 adds nothing, so the loss at
    w = 0, b = 0 is 0.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_features)
        Rows.
    y : array-like of shape (n_rows,)
        Labels of at most two classes, of which the greater is positive. A single class is positive, unless its
        label is 0 or −1.
    w : array-like of shape (n_features,)
        Weights.
    b : float, default=0.0
        Bias.

    Returns
    -------
    float
        Loss, at least 0. The sum is rounded once, so the order of the rows does not matter.

    Raises
    ------
    DataError
        If X, y, w and b do not fit together, or the loss overflows.

    See Also
    --------
    rosenblatt.perceptron_gradient : Gradient of this loss.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = [[1.0, 0.0], [0.0, 2.0]], [-1, 1]
    >>> rosenblatt.perceptron_loss(X, y, w=[3.0, 1.0])
    3.0
    """
    _, signs, scores = labelled(X, y, w, b)
    try:
        return math.fsum(-(signs * scores)[signs * scores < 0])  # rounded once: the order of rows does not matter
    except OverflowError as error:
        raise DataError("The loss must stay finite, and overflows: scale the features.") from error


def perceptron_gradient(X: Any, y: Any, w: Any, b: float = 0.0, at_zero: str = "mistake") -> tuple[np.ndarray, float]:
    """Compute the gradient of ``perceptron_loss`` with respect to w and b.

    It is −Σ y·x and −Σ y over the misclassified rows. One iteration in order "all-mistakes" with learning rate 1
    subtracts this gradient from the weights.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_features)
        Rows.
    y : array-like of shape (n_rows,)
        Labels, as in ``perceptron_loss``.
    w : array-like of shape (n_features,)
        Weights.
    b : float, default=0.0
        Bias.
    at_zero : {'mistake', 'positive', 'negative'}, default='mistake'
        Meaning of a score of exactly 0, where the loss has a kink: a mistake for both classes, the positive
        class, or the negative class.

    Returns
    -------
    w_gradient : ndarray of shape (n_features,)
        Gradient with respect to w.
    b_gradient : float
        Gradient with respect to b.

    Raises
    ------
    DataError
        If X, y, w and b do not fit together, or the gradient overflows.
    OptionError
        If ``at_zero`` has another value.

    See Also
    --------
    rosenblatt.perceptron_loss : The loss itself.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = [[1.0, 0.0], [0.0, 2.0]], [-1, 1]
    >>> w_gradient, b_gradient = rosenblatt.perceptron_gradient(X, y, w=[3.0, 1.0])
    >>> w_gradient.tolist(), b_gradient
    ([1.0, 0.0], 1.0)
    """
    check_choice("at_zero", at_zero, AT_ZERO, quoted=True)
    block, signs, scores = labelled(X, y, w, b)
    wrong = np.flatnonzero((signs * scores < 0) | ((scores == 0) & (signs != SIGN_OF_ZERO[at_zero])))
    mistakes = Mistakes(wrong.astype(np.uint32), np.zeros(len(wrong), np.int32), np.zeros(len(wrong), np.int64))
    descent = Weights(np.zeros((1, block.n_features)), np.zeros(1))
    examples = Examples(block.rows, (signs > 0).astype(np.uint8), 1.0)
    replay(examples, mistakes, Rule(1.0, 1.0, SIGN_OF_ZERO[at_zero]), descent, None)
    if not np.isfinite(descent.w).all():
        raise DataError("The gradient must stay finite, and overflows: scale the features.")
    return 0.0 - descent.w[0], 0.0 - float(descent.b[0])
