"""The pocket algorithm as a scikit-learn estimator."""

from typing import Any

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS
from rosenblatt.estimators.sparse_coef import SparseCoef


@insert(PARAMETERS, ATTRIBUTES)
class PocketPerceptron(SparseCoef):
    """Pocket algorithm of Gallant: the weights with the longest run of correct visits predict.

    Training makes the same mistakes and updates as :class:`Perceptron`, and keeps a copy of the best weights so far "in
    the pocket". The copy with the longest run of correct visits predicts. With ``ratchet=True``, a copy must also make
    fewer training errors than the one before it.

    Parameters
    ----------
    {ratchet}
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, certify_when_stalled, class_weight, warm_start, verbose, random_state, rule, margin, C}
    {multiclass}

    Attributes
    ----------
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    Perceptron : The last weights predict.
    AveragedPerceptron : The mean of the weights over all visits predicts.
    VotedPerceptron : Every weight vector of the run votes.
    error_bracket : Bounds on the fewest training errors that any plane can make.

    Notes
    -----
    Gallant's algorithm [1]_ checks the ratchet at every candidate. Here it is checked at the end of each epoch, for the
    longest-lived weights of that epoch. On ties, the earlier weights stay.

    References
    ----------
    .. [1] Gallant, S. I. (1990). Perceptron-based learning algorithms. IEEE Transactions on Neural Networks, 1(2),
       179-191.

    Examples
    --------
    Two of the three species of iris overlap, so the last weights may be poor. The pocket holds the best so far.

    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("iris")
    >>> rosenblatt.Perceptron(max_iter=10).fit(X, y).report_.errors
    12
    >>> rosenblatt.PocketPerceptron(max_iter=10).fit(X, y).report_.errors
    3
    """

    _learner_class = learners.Pocket

    def __init__(
        self,
        *,
        ratchet: bool = True,
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
        rule: str = "perceptron",
        margin: float | None = None,
        C: float | None = None,
        multiclass: str = "argmax",
    ) -> None:
        super().__init__(**self._shared(locals()))
        self.ratchet = ratchet

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "ratchet": self.ratchet}
