"""The base of the scikit-learn estimators: validation, fitting, prediction and fitted attributes."""

from collections.abc import Callable
from dataclasses import fields
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import assert_all_finite, check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from rosenblatt import learners
from rosenblatt.data.labels import unrounded
from rosenblatt.data.whole_numbers import check_whole_numbers
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, DataTypeError, OptionError
from rosenblatt.learners.report import ReportBelow
from rosenblatt.learners.rollback import Rollback
from rosenblatt.learners.shared_entries import ROWS
from rosenblatt.models.linear import Model
from rosenblatt.proofs.search.certify_on_stall import certify_on_stall

SEEDS = 2**31
FLOATS = (np.float64, np.float32)  # as rows may be; of other numbers, the first is made


class BasePerceptron(ReportBelow, ClassifierMixin, BaseEstimator):
    """Base class of the estimators.

    An estimator holds its options as given, makes a learner when it is fitted, and shows what the learner knows under
    scikit-learn's names.
    """

    report_: Any  # once fitted, a learners.Report
    _learner_class: ClassVar[type[learners.Learner]]
    _true_or_false: ClassVar[tuple[str, ...]] = ("warm_start", "certify_when_stalled")  # learners check the others
    _parameter_constraints: ClassVar[dict[str, Any]] = {}

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
        rule: str = "perceptron",
        margin: float | None = None,
        C: float | None = None,
        multiclass: str = "argmax",
    ) -> None:
        self.order = order
        self.eta0 = eta0
        self.fit_intercept = fit_intercept
        self.at_zero = at_zero
        self.max_iter = max_iter
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.stop_when_converged = stop_when_converged
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.certify_when_stalled = certify_when_stalled
        self.class_weight = class_weight
        self.warm_start = warm_start
        self.verbose = verbose
        self.random_state = random_state
        self.rule = rule
        self.margin = margin
        self.C = C
        self.multiclass = multiclass

    @insert(ROWS)
    def fit(self, X: Any, y: Any, coef_init: Any = None, intercept_init: Any = None, sample_weight: Any = None) -> Self:
        """Train on these rows, epoch after epoch.

        Earlier training is forgotten, unless ``warm_start`` is True. A call that fails leaves the estimator as it was.
        Ctrl-C ends training: the estimator then has the weights so far, and ``report_.reason`` is "interrupted". A
        class whose rows all have weight 0 stays in ``classes_``.

        Parameters
        ----------
        {X, y, coef_init, intercept_init, sample_weight}

        Returns
        -------
        Self
            This estimator, fitted.

        Raises
        ------
        DataError
            If ``X`` or ``y`` cannot be learned from: numbers that are not finite, one class only, unequal lengths.
        OptionError
            If a parameter breaks its rule.
        TrainingOverflow
            If a score or a weight leaves the range of float64.

        Warns
        -----
        ConvergenceWarning
            If training ends without having converged, and the last weights predict. Averages, votes and pockets do
            not warn.
        """
        with Rollback(self, Exception):
            X, y = self._validated(X, y, reset=True)
            learner = self._new_learner()
            if self.warm_start and coef_init is None:
                coef_init, intercept_init = self._warm_weights(y)
            given = {"sample_weight": sample_weight, "coef_init": coef_init, "intercept_init": intercept_init}
            learner.fit(X, y, **given, on_stall=self._on_stall(X, y))
            for of_a_file in ("encoding_", "trained_"):  # before
                self.__dict__.pop(of_a_file, None)
        self._show(learner)
        self._warn()
        return self

    @insert(ROWS)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Continue training: visit each of these rows once, in the order given.

        One call with all rows and many calls with parts of them give the same bits. The parameters are those of the
        first call. A call that fails leaves the estimator as it was. Ctrl-C is raised after the rows are learned.

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
            If a score or a weight leaves the range of float64.
        """
        fresh = not hasattr(self, "learner_")
        with Rollback(self, Exception):
            X, y = self._validated(X, y, reset=fresh)
            learner = self._new_learner() if fresh else self.learner_
            try:
                learner.partial_fit(X, y, classes=classes, sample_weight=sample_weight)
            except KeyboardInterrupt:
                if learner.report is not None:
                    self._show(learner)
                raise
        self._show(learner)
        return self

    def fit_by(self, train: Callable[[learners.Learner], Any]) -> Self:
        """Fit by a function that trains a learner on a file. :func:`rosenblatt.fit_file` calls this method.

        Parameters
        ----------
        train : callable
            Takes a new learner with the parameters of this estimator, trains it, and returns the trained file model.

        Returns
        -------
        Self
            This estimator, fitted.
        """
        with Rollback(self, Exception):
            learner = self._new_learner()
            self.trained_ = train(learner)
            self.n_features_in_, self.encoding_ = learner.n_features, self.trained_.encoding_
        self._show(learner)
        self._warn()
        return self

    @insert(ROWS)
    def predict(self, X: Any) -> np.ndarray:
        """Predict the label of each row.

        Parameters
        ----------
        {X}

        Returns
        -------
        ndarray of shape (n_samples,)
            Predicted labels, from ``classes_``.

        Raises
        ------
        NotFittedError
            If the estimator is not fitted.
        DataError
            If ``X`` has another number of features than in training, or numbers that are not finite.
        """
        return self._model().predict(self._validated_rows(X))

    @insert(ROWS)
    def decision_function(self, X: Any) -> np.ndarray:
        """Compute the scores of each row.

        The score of a linear model is ``X @ coef_.T + intercept_``. The score of ``VotedPerceptron`` is a share of the
        votes.

        Parameters
        ----------
        {X}

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            For two classes one score per row, positive for ``classes_[1]``. For more classes one score per row and
            class: the highest score wins.

        Raises
        ------
        NotFittedError
            If the estimator is not fitted.
        DataError
            If ``X`` has another number of features than in training, or numbers that are not finite.
        """
        return self._model().decision_function(self._validated_rows(X))

    @property
    def coef_(self) -> np.ndarray:
        """Weights that predict, read-only: one row for two classes, else one row per class."""
        return _read_only(self._weights().w)

    @property
    def intercept_(self) -> np.ndarray:
        """Bias for each row of ``coef_``, read-only."""
        return _read_only(self._weights().b)

    @property
    def t_(self) -> float:
        """Number of visits so far, plus 1. ``fit`` starts at 1 again, ``partial_fit`` goes on counting."""
        check_is_fitted(self, "learner_")
        return 1.0 + self.learner_.visited

    @property
    def certificate_(self) -> Any:
        """Proof that a plane separates the rows, or that none does; None if none was searched for.

        The proof is about the rows that were trained on, ``report_.certified_rows``: rows with weight 0 and rows held
        out for early stopping are not among them.
        """
        check_is_fitted(self, "learner_")
        return self.report_.certificate

    def _weights(self) -> Any:
        check_is_fitted(self, "learner_")
        return self._model().weights  # type: ignore[attr-defined]

    def _model(self) -> Model:
        check_is_fitted(self, "learner_")
        return self.learner_.model

    @classmethod
    def learner_classes(cls) -> tuple[type[learners.Learner], ...]:
        """Return the classes that the learner of a fitted estimator can have."""
        return (cls._learner_class,)

    @classmethod
    def _shared(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Of the arguments of a subclass, those that all estimators have."""
        return {name: given[name] for name in BasePerceptron._get_param_names()}

    def _show(self, learner: learners.Learner) -> None:
        self.learner_ = learner
        self.report_ = learner.report
        self.classes_ = learner.classes.labels
        self.n_iter_ = self.report_.n_epochs

    def _options(self) -> dict[str, Any]:
        """The options of the learner, from the parameters as they are now, all of them checked."""
        self._check_parameters()
        options = {field.name: getattr(self, field.name) for field in fields(self._learner_class.options_class)}
        if self.tol is None:
            options |= {"tol": 0.0, "n_iter_no_change": None}
        if self.random_state is None or isinstance(self.random_state, np.random.RandomState):
            options["random_state"] = int(check_random_state(self.random_state).randint(SEEDS))
        return options

    def _new_learner(self) -> learners.Learner:
        learner = self._learner_class(**self._options())
        if self.verbose:
            learner.on_epoch = _print_epoch
        return learner

    def _check_parameters(self) -> None:
        """Check the parameters that the learner does not know."""
        for name in self._true_or_false:
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise OptionError(f"{name} must be True or False; got {getattr(self, name)!r}.")
        if not isinstance(self.verbose, Integral | np.bool_) or self.verbose < 0:
            raise OptionError(f"verbose must be True, False or a whole number, at least 0; got {self.verbose!r}.")

    def _on_stall(self, X: Any, y: np.ndarray) -> Callable[[np.ndarray], Any] | None:
        """Callback that searches for a separability certificate when training stalls."""
        return certify_on_stall(X, y, self.fit_intercept) if self.certify_when_stalled else None

    def _validated(self, X: Any, y: Any, reset: bool) -> tuple[Any, np.ndarray]:
        if y is None:
            raise DataError(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        return self._validated_rows(X, reset), checked_labels(y)

    def _validated_rows(self, X: Any, reset: bool = False) -> Any:
        """What scikit-learn asks of X. Its values are checked by the learner, in one pass of its own."""
        if not reset:
            check_is_fitted(self, "learner_")
        check_whole_numbers(X)  # scikit-learn would round them
        try:
            return validate_data(
                self, X, reset=reset, accept_sparse="csr", dtype=FLOATS, order="C", ensure_all_finite=False
            )
        except TypeError as error:
            raise DataTypeError(str(error)) from error
        except (ValueError, OverflowError) as error:
            raise DataError(str(error)) from error

    def _warm_weights(self, y: np.ndarray) -> tuple[Any, Any]:
        """The weights to go on from: none before the first fit, nor where the classes are others."""
        if not hasattr(self, "learner_") or not np.array_equal(np.unique(y), self.classes_):
            return None, None
        learner = self.learner_
        model = learner.model if learner.last_weights_predict else learner.linear_model(learner.weights.view)
        return model.weights.w, model.weights.b  # type: ignore[attr-defined]

    def _warn(self) -> None:
        """Warn if training did not converge. Only last weights promise to separate the rows (``last_weights``)."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "learner_")


def checked_labels(y: Any) -> np.ndarray:
    """Labels as scikit-learn asks for them: one column, finite, and classes."""
    try:
        y = column_or_1d(unrounded(y), warn=True)
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
    except (TypeError, ValueError) as error:
        raise DataError(str(error)) from error
    return y  # type: ignore[no-any-return]


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def _print_epoch(epoch: int, mistakes: int) -> None:
    print(f"epoch {epoch + 1}: {mistakes} mistakes")
