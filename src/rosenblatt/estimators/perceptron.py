"""The perceptron as a scikit-learn estimator: the last weights predict."""

import math
from numbers import Real
from typing import Any

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS
from rosenblatt.estimators.sklearn_signature import SklearnSignature


@insert(PARAMETERS, ATTRIBUTES)
class Perceptron(SklearnSignature):
    """Perceptron classifier: the last weights predict.

    The perceptron visits one row after another. If the weights predict a wrong class for a row, the row is added
    to the weights of its own class and subtracted from the weights of the predicted class. If a plane separates the
    classes, training converges: after enough epochs, an epoch passes without a mistake. A run that ends sooner, as
    "stalled" or at ``max_iter``, issues a ConvergenceWarning. ``report_.reason`` has the reason.

    The class takes every parameter of :class:`sklearn.linear_model.Perceptron` and follows scikit-learn's interface.

    Parameters
    ----------
    {penalty, alpha, l1_ratio, fit_intercept, max_iter, tol, shuffle, verbose, eta0, n_jobs, random_state}
    {early_stopping, validation_fraction, n_iter_no_change, class_weight, warm_start, order, at_zero}
    {stop_when_converged, certify_when_stalled, rule, margin, C, multiclass}

    Attributes
    ----------
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    AveragedPerceptron : The mean of the weights over all visits predicts; usually better on noisy data.
    MarginPerceptron : Also answers rows that are right by too little.
    PassiveAggressiveClassifier : The step depends on the loss.
    VotedPerceptron : Every weight vector of the run votes.
    PocketPerceptron : The weights with the longest run of correct visits predict.
    train : Train on a file.
    certify : Prove that a plane separates the rows, or that none does.

    Notes
    -----
    The rule is that of Rosenblatt [1]_, as Algorithm 5 of Maryland CMSC 422, Lecture 6 (note 003) writes it. For labels
    y = ±1, rate η and score a = w·x + b: if y·a ≤ 0, then w ← w + η·y·x and b ← b + η·y. Several classes are learned by
    one rule over all classes; with ``multiclass="one-vs-rest"``, by one perceptron per class. If a plane separates the
    classes with margin γ and no row (x, 1) is longer than R, there are at most (R/γ)² mistakes [2]_; for more than two
    classes under "argmax", 2(R/γ)².

    The same rows, parameters and seed give the same bits: from dense and from sparse rows, in memory or from a file.

    Differences from scikit-learn are listed in docs/from-scikit-learn.md, the named rules in docs/conventions.md.

    References
    ----------
    .. [1] Rosenblatt, F. (1958). The perceptron: a probabilistic model for information storage and organization in the
       brain. Psychological Review, 65(6), 386-408.
    .. [2] Novikoff, A. B. J. (1962). On convergence proofs on perceptrons. Symposium on the Mathematical Theory of
       Automata, 12, 615-622.

    Examples
    --------
    The worked example of Cornwell's lecture (note 004): four points that a line separates.

    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> model = rosenblatt.Perceptron(order="given").fit(X, y)
    >>> model.coef_, model.intercept_
    (array([[ 4. , -0.5]]), array([1.]))
    >>> model.report_.reason, model.report_.mistakes_per_epoch
    ('converged', [3, 1, 2, 1, 2, 0])

    No line separates the four rows of exclusive or. ``certificate_`` is the proof.

    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> model = rosenblatt.Perceptron(certify_when_stalled=True).fit(X, y)
    >>> model.report_.reason, model.certificate_.separable, model.certificate_.check(X, y)
    ('not_separable', False, True)
    """

    _learner_class = learners.Perceptron

    def __init__(
        self,
        *,
        penalty: Any = None,
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: int | None = None,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        eta0: Any = 1.0,
        n_jobs: int | None = None,
        random_state: Any = 0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int | str | None = "auto",
        class_weight: Any = None,
        warm_start: bool = False,
        order: str = "shuffled",
        at_zero: str = "mistake",
        stop_when_converged: bool = True,
        certify_when_stalled: bool = False,
        rule: str = "perceptron",
        margin: float | None = None,
        C: float | None = None,
        multiclass: str = "argmax",
    ) -> None:
        super().__init__(**self._shared(locals()))
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.shuffle = shuffle
        self.n_jobs = n_jobs

    def _check_parameters(self) -> None:
        super()._check_parameters()
        if self.penalty is not None:
            raise OptionError(
                f"penalty must be None, the perceptron has none; got {self.penalty!r}: "
                "use sklearn.linear_model.SGDClassifier(loss='perceptron', penalty=…) for one."
            )
        if not isinstance(self.alpha, Real) or not 0 <= self.alpha < math.inf:
            raise OptionError(f"alpha must be a finite number, at least 0; got {self.alpha!r}.")
        if not isinstance(self.l1_ratio, Real) or not 0 <= self.l1_ratio <= 1:
            raise OptionError(f"l1_ratio must be a number from 0 to 1; got {self.l1_ratio!r}.")
