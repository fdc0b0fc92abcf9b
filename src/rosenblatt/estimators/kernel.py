"""The kernel perceptron as a scikit-learn estimator."""

import warnings
from typing import Any, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.metaestimators import available_if

from rosenblatt import learners
from rosenblatt.data.blocks import take_rows
from rosenblatt.data.chunks import matrix_of
from rosenblatt.docstrings import insert
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS
from rosenblatt.learners.shared_entries import KERNEL_OPTIONS, ROWS
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import Model


def _has_features(estimator: Any) -> bool:
    """Return True unless rows are kernel values with the training rows."""
    return not (isinstance(estimator.kernel, str) and estimator.kernel == "precomputed")


@insert(PARAMETERS, KERNEL_OPTIONS, ATTRIBUTES)
class KernelPerceptron(BasePerceptron):
    """Kernel perceptron classifier: a perceptron whose boundary need not be a plane.

    The perceptron learns by adding rows. So its score of a row needs only products of rows, and any kernel K(x, z) can
    take the place of the product x·z: the score is Σ s K(xᵢ, x) over the updates of the run, with their signed steps s.
    The rows on which mistakes were made are the support rows; the model keeps them, and so does its file.

    Parameters
    ----------
    {kernel, degree, gamma, coef0, predict_with, normalize_scores, cache_mb}
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, class_weight, verbose, random_state, rule, margin, C, multiclass}

    Attributes
    ----------
    support_ : ndarray of shape (n_support,)
        Numbers of the support rows among the training rows, class by class. Does not exist after
        :func:`rosenblatt.fit_file`.
    support_vectors_ : ndarray or sparse matrix of shape (n_support, n_features)
        The support rows, in the order of ``support_``.
    n_support_ : ndarray of shape (n_classes,)
        Number of support rows of each class.
    dual_coef_ : ndarray of shape (1, n_support) or (n_classes, n_support)
        Coefficients of the support rows in the scores: the sum of the signed steps, or their mean over the visits if
        ``predict_with`` is "averaged". One line for two classes, else one line per class.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights. Exists only for the kernel "linear" and the predictions "averaged" and "last".
    intercept_ : ndarray of shape (1,) or (n_classes,)
        Bias for each row of ``coef_``.
    {classes_, n_iter_, report_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    VotedPerceptron : The linear kernel, from weights: much faster.
    sklearn.svm.SVC : Support vector machine, which maximizes the margin in the space of the kernel.

    Notes
    -----
    The voted kernel perceptron is that of Freund and Schapire [1]_; ``docs/kernels.md`` reproduces their table. Scores
    are summed in the order of the mistakes, and products in one fixed order of additions. So for the kernels "linear"
    and "poly" the mistakes are the same on every machine, for dense and sparse rows, and for every ``cache_mb``.

    References
    ----------
    .. [1] Freund, Y. and Schapire, R. E. (1999). Large margin classification using the perceptron algorithm. Machine
       Learning, 37(3), 277-296.

    Examples
    --------
    No line separates exclusive or. A kernel of degree 2 does.

    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("xor")
    >>> model = rosenblatt.KernelPerceptron(kernel="poly", degree=2, predict_with="last").fit(X, y)
    >>> model.report_.reason, model.score(X, y), len(model.support_)
    ('converged', 1.0, 4)
    """

    _learner_class = learners.Kernel

    def __init__(
        self,
        *,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: float | str | None = None,
        coef0: float = 1.0,
        predict_with: str = "voted",
        normalize_scores: bool = False,
        cache_mb: float = 1024.0,
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
        class_weight: Any = None,
        verbose: int = 0,
        random_state: Any = 0,
        rule: str = "perceptron",
        margin: float | None = None,
        C: float | None = None,
        multiclass: str = "argmax",
    ) -> None:
        super().__init__(**self._shared({**locals(), "certify_when_stalled": False, "warm_start": False}))
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.predict_with = predict_with
        self.normalize_scores = normalize_scores
        self.cache_mb = cache_mb

    @insert(ROWS)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:  # type: ignore[override]
        """Train on these rows, epoch after epoch.

        Earlier training is forgotten. A call that fails leaves the estimator as it was. Ctrl-C ends training: the
        estimator then has the mistakes so far, and ``report_.reason`` is "interrupted".

        Parameters
        ----------
        {X, y, sample_weight}

        Returns
        -------
        Self
            This estimator, fitted.

        Raises
        ------
        DataError
            If ``X`` or ``y`` cannot be learned from: numbers or kernel values that are not finite, one class only,
            unequal lengths, precomputed kernel values that are not a symmetric matrix.
        OptionError
            If a parameter breaks its rule.
        TrainingOverflow
            If a score leaves the range of float64.

        Warns
        -----
        ConvergenceWarning
            If training ends without having converged, and the last scores predict.
        """
        return super().fit(X, y, sample_weight=sample_weight)

    @available_if(_has_features)  # type: ignore[untyped-decorator]
    @insert(ROWS)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Continue training: visit each of these rows once, in the order given.

        One call with all rows and many calls with parts of them give the same bits, if ``gamma`` is a number or "auto".
        The parameters are those of the first call. A call that fails leaves the estimator as it was. With the
        kernel "precomputed", this method does not exist: the matrix has no columns for later rows.

        Parameters
        ----------
        {X, y, classes, sample_weight}

        Returns
        -------
        Self
            This estimator.

        Raises
        ------
        DataError
            If ``X`` or ``y`` cannot be learned from, or ``X`` has another number of features than before.
        OptionError
            If a parameter breaks its rule, or ``early_stopping`` is True.
        TrainingOverflow
            If a score leaves the range of float64.
        """
        return super().partial_fit(X, y, classes, sample_weight)

    @property
    def support_(self) -> np.ndarray:
        """Numbers of the support rows among the training rows, class by class."""
        model, order = self._kernel_model(), self._support_order()
        if hasattr(self, "trained_"):
            raise AttributeError("KernelPerceptron has no support_ after fit_file, which reads rows in windows.")
        return np.asarray(model.numbers[order])

    @property
    def support_vectors_(self) -> Any:
        """The support rows, in the order of ``support_``."""
        model, order = self._kernel_model(), self._support_order()
        return matrix_of(take_rows(model.support_rows.block, order))

    @property
    def n_support_(self) -> np.ndarray:
        """Number of support rows of each class."""
        model = self._kernel_model()
        return np.bincount(model.support.classes[self._support_order()], minlength=len(model.classes)).astype(np.int32)

    @property
    def dual_coef_(self) -> np.ndarray:
        """Coefficients of the support rows in the scores of each class."""
        return self._kernel_model().dual_coef()[:, self._support_order()]

    def _support_order(self) -> np.ndarray:
        """Support rows by class, then by their number."""
        model = self._kernel_model()
        return np.lexsort((model.numbers, model.support.classes[: len(model.numbers)]))

    def _kernel_model(self) -> KernelModel:
        model: Model = self._model()
        assert isinstance(model, KernelModel)
        return model

    def _weights(self) -> Any:
        model = self._kernel_model()
        if model.kernel.name != "linear" or model.predict_with == "voted":
            raise AttributeError(
                "KernelPerceptron has no coef_ or intercept_, except for the kernel 'linear' and the predictions "
                "'averaged' and 'last'."
            )
        return model.linear_weights()

    def _warn(self) -> None:
        report = self.report_
        if self.learner_.last_weights_predict and report.reason in ("stalled", "max_iter"):
            warnings.warn(
                f"KernelPerceptron did not converge: {report.explanation}, and the last epoch made "
                f"{report.mistakes_per_epoch[-1]} mistakes on {report.n_rows} training rows; predict_with='voted' "
                "predicts better then, max_iter and n_iter_no_change allow more epochs.",
                ConvergenceWarning,
                stacklevel=4,
            )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise, tags.input_tags.sparse = not _has_features(self), _has_features(self)
        return tags
