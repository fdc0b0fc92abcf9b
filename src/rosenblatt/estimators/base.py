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
from rosenblatt.errors import DataError, DataTypeError, OptionError
from rosenblatt.learners.report import ReportBelow
from rosenblatt.learners.rollback import Rollback
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

    def fit(self, X: Any, y: Any, coef_init: Any = None, intercept_init: Any = None, sample_weight: Any = None) -> Self:
        """Learn from these examples, epoch after epoch, until there is a reason to stop (``report_``).

        X: matrix, frame or scipy.sparse, rows are examples. y: any labels, one a row.
        coef_init, intercept_init: starting weights, zeros if not given.
        sample_weight: array of shape (n_samples,). Multiplies the update of a mistake. Rows of weight 0 are not
            visited; a class of which all rows have weight 0 stays in ``classes_``.
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

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Go on with these examples, each visited once, as they come. ``classes`` may be given, and need not.

        The options are those of the first call. A call that fails leaves the estimator as it was; Ctrl-C is
        heard when the rows are learned.
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
        """Fit by a function that trains a new learner on a file and returns the trained file model: ``fit_file``."""
        with Rollback(self, Exception):
            learner = self._new_learner()
            self.trained_ = train(learner)
            self.n_features_in_, self.encoding_ = learner.n_features, self.trained_.encoding_
        self._show(learner)
        self._warn()
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The label of each row."""
        return self._model().predict(self._validated_rows(X))

    def decision_function(self, X: Any) -> np.ndarray:
        """A score a row, positive for the greater of two classes; or a score a row and class."""
        return self._model().decision_function(self._validated_rows(X))

    @property
    def coef_(self) -> np.ndarray:
        """The predicting weights, a row for two classes, else a row a class. Read-only: a model is frozen."""
        return _read_only(self._weights().w)

    @property
    def intercept_(self) -> np.ndarray:
        """The predicting bias, one for each row of ``coef_``."""
        return _read_only(self._weights().b)

    @property
    def t_(self) -> float:
        """Number of visits so far, plus 1. A fit, warm or not, begins at 1, and ``partial_fit`` goes on counting."""
        check_is_fitted(self, "learner_")
        return 1.0 + self.learner_.visited

    @property
    def certificate_(self) -> Any:
        """Whether a plane separates the rows, with proof; None where it was not asked (``report_.certified_rows``)."""
        check_is_fitted(self, "learner_")
        return self.report_.certificate

    def _weights(self) -> Any:
        check_is_fitted(self, "learner_")
        return self._model().weights  # type: ignore[attr-defined]

    def _model(self) -> Model:
        check_is_fitted(self, "learner_")
        return self.learner_.model

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
        options = {field.name: getattr(self, field.name) for field in fields(learners.Options)}
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
        X = self._validated_rows(X, reset)
        try:
            y = column_or_1d(unrounded(y), warn=True)
            assert_all_finite(y, input_name="y")
            check_classification_targets(y)
        except (TypeError, ValueError) as error:
            raise DataError(str(error)) from error
        return X, y

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
        """Only the plain perceptron has a promise to break: the last weights separate the data."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "learner_")


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def _print_epoch(epoch: int, mistakes: int) -> None:
    print(f"epoch {epoch + 1}: {mistakes} mistakes")
