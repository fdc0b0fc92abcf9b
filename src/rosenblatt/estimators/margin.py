"""The margin perceptron as a scikit-learn estimator."""

from typing import Any

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError
from rosenblatt.estimators.last_weights import LastWeights
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS


@insert(PARAMETERS, ATTRIBUTES)
class MarginPerceptron(LastWeights):
    """Margin perceptron classifier: it also answers rows that are right by too little.

    The perceptron updates the weights if y·a ≤ 0. The margin perceptron updates them if y·a ≤ β, by the same step. Its
    plane keeps a distance from the rows: where a plane separates them, training converges in an epoch without an
    update, and then every row has y·a > β.

    Parameters
    ----------
    margin : float, default=1.0
        Margin β, at least 0, in units of the score. 0 is the plain perceptron. What counts is β relative to ``eta0``
        and to the squared norms of the rows.
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, certify_when_stalled, class_weight, warm_start, verbose, random_state, multiclass}

    Attributes
    ----------
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    Perceptron : Updates on mistakes only.
    PassiveAggressiveClassifier : The step depends on the loss.
    AveragedPerceptron : Takes ``rule="margin"`` too; the mean of the weights predicts.

    Notes
    -----
    If a plane separates the classes with margin γ and no row (x, 1) is longer than R, there are at most
    (R² + 2β/η)/γ² updates, for a rate η. Mistakes are counted apart from updates: ``report_.n_mistakes`` and
    ``report_.updates``. The rule is in the book of Duda and Hart [1]_; [2]_ chooses the row with the smallest margin.

    References
    ----------
    .. [1] Duda, R. O. and Hart, P. E. (1973). Pattern classification and scene analysis. Wiley.
    .. [2] Krauth, W. and Mézard, M. (1987). Learning algorithms with optimal stability in neural networks. Journal of
       Physics A, 20(11), L745-L752.

    Examples
    --------
    A point at 2 is negative, a point at 4 is positive. The plain perceptron ends with a boundary at 2.5. A margin takes
    more updates, and the boundary is in the middle.

    >>> from rosenblatt import MarginPerceptron
    >>> for margin in (0, 1):
    ...     model = MarginPerceptron(margin=margin, order="given").fit([[2.0], [4.0]], [-1, 1])
    ...     print(-model.intercept_ / model.coef_[0], model.report_.updates)
    [2.5] 17
    [3.] 20
    """

    _learner_class = learners.Perceptron

    def __init__(
        self,
        *,
        margin: float = 1.0,
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
        super().__init__(**self._shared({**locals(), "rule": "margin", "C": None}))

    def _check_parameters(self) -> None:
        super()._check_parameters()
        if self.margin is None:
            raise OptionError("margin must be a finite number, at least 0; got None.")
