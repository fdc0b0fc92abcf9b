"""The normalized perceptron as a scikit-learn estimator."""

from typing import Any

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.estimators.last_weights import LastWeights
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class NormalizedPerceptron(LastWeights):
    """Normalized perceptron classifier: the step is divided by the norm of the row.

    A mistake moves the weights by η·y·x/‖x‖, so long rows and short rows move them by the same distance. Rows whose
    features are all 0 make no step; ``report_.zero_rows`` counts them.

    Parameters
    ----------
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, certify_when_stalled, class_weight, warm_start, verbose, random_state, multiclass}

    Attributes
    ----------
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    Perceptron : The step is the same for every row.
    PassiveAggressiveClassifier : The step also depends on the loss.
    AveragedPerceptron : Takes ``rule="normalized"`` too; the mean of the weights predicts.

    Notes
    -----
    The norm does not count the bias. Without a bias, the run is that of the perceptron on rows of length 1. So if a
    plane through 0 separates the classes with margin γ and no row is longer than R, there are at most (R/γ)² mistakes.

    Examples
    --------
    The last row is a hundred times as long as the others. After a mistake on it, the plain perceptron needs many
    mistakes on the short rows to turn back.

    >>> import numpy as np
    >>> from rosenblatt import NormalizedPerceptron, Perceptron
    >>> X = np.array([[1.0, 0.2], [1.0, -0.2], [-1.0, 0.1], [100.0, 100.0]])
    >>> y = [1, 1, -1, -1]
    >>> for kind in (Perceptron, NormalizedPerceptron):
    ...     print(kind(order="given", fit_intercept=False).fit(X, y).report_.n_mistakes)
    121
    2
    """

    _learner_class = learners.Perceptron

    def __init__(
        self,
        *,
        order: str = "shuffled",
        eta0: Any = 1.0,
        fit_intercept: bool = True,
        at_zero: str = "mistake",
        max_iter: int | None = None,
        n_iter_no_change: int | str | None = "auto",
        tol: float | None = 1e-3,
        stop_when_converged: bool = True,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        certify_when_stalled: bool = False,
        class_weight: Any = None,
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = 0,
        multiclass: str = "argmax",
    ) -> None:
        super().__init__(**self._shared({**locals(), "rule": "normalized", "margin": None, "C": None}))
