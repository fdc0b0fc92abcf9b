"""The passive-aggressive classifier as a scikit-learn estimator."""

from numbers import Integral
from typing import Any

import numpy as np

from rosenblatt import learners
from rosenblatt.conventions import RULE_OF_LOSS
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError, check_choice
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS
from rosenblatt.estimators.sklearn_signature import SklearnSignature


@insert(PARAMETERS, ATTRIBUTES)
class PassiveAggressiveClassifier(SklearnSignature):
    """Passive-aggressive classifier: the step is as long as the loss asks for, within a limit.

    A row with the hinge loss ℓ = 1 − y·a > 0 moves the weights by τ·y·x. Without a limit, τ = ℓ/‖x‖² is the smallest
    step after which the loss of the row is 0. The parameter C limits the step, so that a row with a wrong label cannot
    undo what was learned.

    The class takes every parameter of scikit-learn's ``PassiveAggressiveClassifier``, which is deprecated there.

    Parameters
    ----------
    C : float, default=1.0
        Aggressiveness, above 0: a larger C makes larger steps.
    {fit_intercept, max_iter, tol, early_stopping, validation_fraction, n_iter_no_change, shuffle, verbose}
    loss : {'hinge', 'squared_hinge'}, default='hinge'
        Loss that C limits.

        - "hinge": PA-I, τ = min(C, ℓ/‖x‖²).
        - "squared_hinge": PA-II, τ = ℓ/(‖x‖² + 1/(2C)).
    {n_jobs, random_state, warm_start, class_weight}
    average : bool, default=False
        Whether the mean of the weights over all visits predicts, instead of the last weights. A number of samples
        after which averaging begins, as scikit-learn takes it, is an error.
    {order, at_zero, stop_when_converged, certify_when_stalled, multiclass}

    Attributes
    ----------
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    Perceptron : Updates on mistakes only, by a fixed step.
    MarginPerceptron : Updates within a margin, by a fixed step.
    VotedPerceptron : Takes ``rule="pa1"`` too; every weight vector of the run votes.

    Notes
    -----
    The rules are PA-I and PA-II of [1]_. The norm ‖x‖ does not count the bias, as in scikit-learn. Training converges
    in an epoch without a mistake, which may still have updates: these become smaller, but end only in the limit.
    Mistakes are counted apart from updates: ``report_.n_mistakes`` and ``report_.updates``.

    Class and sample weights multiply the step after the limit C, as in scikit-learn. Differences: several classes are
    learned by one rule over all classes, not one against the rest; the rules for stopping are those of this package;
    the bias of sparse rows learns at the same rate as that of dense rows. docs/rules.md has the details.

    References
    ----------
    .. [1] Crammer, K., Dekel, O., Keshet, J., Shalev-Shwartz, S. and Singer, Y. (2006). Online passive-aggressive
       algorithms. Journal of Machine Learning Research, 7, 551-585.

    Examples
    --------
    A tenth of the labels are drawn at random. A small C keeps them from moving the weights far.

    >>> from rosenblatt import PassiveAggressiveClassifier
    >>> from sklearn.datasets import make_classification
    >>> X, y = make_classification(400, flip_y=0.1, random_state=0)
    >>> for C in (1.0, 0.01):
    ...     model = PassiveAggressiveClassifier(C=C, max_iter=10).fit(X[:200], y[:200])
    ...     print(C, model.score(X[200:], y[200:]))
    1.0 0.71
    0.01 0.835
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int | None = None,
        tol: float | None = 1e-3,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int | str | None = "auto",
        shuffle: bool = True,
        verbose: int = 0,
        loss: str = "hinge",
        n_jobs: int | None = None,
        random_state: Any = 0,
        warm_start: bool = False,
        class_weight: Any = None,
        average: bool = False,
        order: str = "shuffled",
        at_zero: str = "mistake",
        stop_when_converged: bool = True,
        certify_when_stalled: bool = False,
        multiclass: str = "argmax",
    ) -> None:
        super().__init__(**self._shared({**locals(), "eta0": 1.0, "rule": "pa1", "margin": None}))
        self.shuffle = shuffle
        self.loss = loss
        self.n_jobs = n_jobs
        self.average = average

    @classmethod
    def learner_classes(cls) -> tuple[type[learners.Learner], ...]:
        return learners.Perceptron, learners.Averaged

    @property
    def _learner_class(self) -> type[learners.Learner]:  # type: ignore[override]
        averages = isinstance(self.average, Integral | np.bool_) and bool(self.average)  # others are refused later
        return learners.Averaged if averages else learners.Perceptron

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "rule": RULE_OF_LOSS[self.loss]}

    def _check_parameters(self) -> None:
        super()._check_parameters()
        check_choice("loss", self.loss, RULE_OF_LOSS, quoted=True)
        if not isinstance(self.average, Integral | np.bool_) or self.average not in (0, 1):
            raise OptionError(f"average must be True or False, for all visits or none; got {self.average!r}.")
        if self.C is None:
            raise OptionError("C must be a finite number above 0; got None.")
