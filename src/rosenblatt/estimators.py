"""The scikit-learn face of the learners.

An estimator holds its options as given, makes a learner when it is fitted, and shows what the learner
knows under scikit-learn's names. What differs from ``sklearn.linear_model.Perceptron`` is said in the
docstring of :class:`Perceptron` and in docs/from-scikit-learn.md.
"""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import assert_all_finite, check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from rosenblatt import learners
from rosenblatt.conventions import REASONS
from rosenblatt.errors import DataError, DataTypeError, OptionError
from rosenblatt.learners.report import ReportBelow
from rosenblatt.models.linear import Model
from rosenblatt.proofs.search.certify_on_stall import when_stalled
from rosenblatt.trained import Trained

SEEDS = 2**31
FLOATS = (np.float64, np.float32)  # as rows may be; of other numbers, the first is made


# Where training did not converge: what may help, by what is proven.
NEXT_STEPS = {
    None: "the data may not be separable: AveragedPerceptron predicts better then, max_iter and n_iter_no_change allow "
    "more epochs.",
    True: "a plane separates them, as certificate_ proves: max_iter allows more epochs.",
    False: "certificate_ proves that no plane separates them, and AveragedPerceptron predicts better then.",
}


class _PerceptronEstimator(ReportBelow, ClassifierMixin, BaseEstimator):
    """What the four estimators share."""

    report_: Any  # once fitted, a learners.Report
    _learner_class: ClassVar[type[learners.Learner]]
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
        sample_weight: how far a mistake on each row moves the weights; zero is not even a visit.
        """
        with self._all_or_nothing():
            X, y = self._validated(X, y, reset=True)
            if self.warm_start and coef_init is None:
                coef_init, intercept_init = self._warm_weights(y)
            given = {"sample_weight": sample_weight, "coef_init": coef_init, "intercept_init": intercept_init}
            learner = self._new_learner()
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
        with self._all_or_nothing():
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

    def taught(self, teach: Callable[[learners.Learner], Any], reader: Any) -> Self:
        """Fitted by one who teaches a new learner, from what a reader reads: ``rosenblatt.fit_file``."""
        with self._all_or_nothing():
            learner = self._new_learner()
            teach(learner)
            self.n_features_in_, self.encoding_ = learner.n_features, reader.encoding
            self.trained_ = Trained(learner, reader)
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

    def _show(self, learner: learners.Learner) -> None:
        self.learner_ = learner
        self.report_ = learner.report
        self.classes_ = learner.classes.labels
        self.n_iter_ = self.report_.n_epochs

    def _options(self) -> dict[str, Any]:
        """The options of the learner, from the parameters as they are now."""
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

    def _on_stall(self, X: Any, y: np.ndarray) -> Callable[[np.ndarray], Any] | None:
        """What a run that stalls asks."""
        if not isinstance(self.certify_when_stalled, bool | np.bool_):
            raise OptionError(f"certify_when_stalled must be True or False; got {self.certify_when_stalled!r}.")
        return when_stalled(X, y, self.fit_intercept) if self.certify_when_stalled else None

    def _validated(self, X: Any, y: Any, reset: bool) -> tuple[Any, np.ndarray]:
        if y is None:
            raise DataError(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        X = self._validated_rows(X, reset)
        try:
            y = column_or_1d(y, warn=True)
            assert_all_finite(y, input_name="y")
            check_classification_targets(y)
        except (TypeError, ValueError) as error:
            raise DataError(str(error)) from error
        return X, y

    def _validated_rows(self, X: Any, reset: bool = False) -> Any:
        """What scikit-learn asks of X. Its values are checked by the learner, in one pass of its own."""
        if not reset:
            check_is_fitted(self, "learner_")
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

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """What scikit-learn notes of X before it is learned is undone where learning fails."""
        before = {name: value for name, value in vars(self).items() if name.endswith("_in_")}
        try:
            yield
        except Exception:
            for name in [name for name in vars(self) if name.endswith("_in_")]:
                delattr(self, name)
            self.__dict__.update(before)
            raise

    def _warn(self) -> None:
        """Only the plain perceptron has a promise to break: the last weights separate the data."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "learner_")


class Perceptron(_PerceptronEstimator):
    """The perceptron: the last weights predict (notes 000 to 004).

    Takes every argument of ``sklearn.linear_model.Perceptron``. Where the meaning differs:

    tol, n_iter_no_change: training ends as "stalled" after ``n_iter_no_change`` epochs without a new low
        in mistakes, lower than the last by more than its share ``tol`` ("auto": a rule of the shape, at most 100
        epochs; tol=None or n_iter_no_change=None: never). scikit-learn stops when its loss is level.
    shuffle: False is order="given".
    penalty: only None; scikit-learn's SGDClassifier has penalties. alpha and l1_ratio then have no use.
    max_iter: None is 1000 epochs, or 100,000 updates in order "first-mistake" and "random-mistake".
    random_state: 0 by default, so that the same call gives the same bits; None takes a new seed each time.
    n_jobs: has no effect on the result and none on speed yet.
    several classes: one argmax rule over all, not one-against-rest.

    Beyond: order, at_zero, stop_when_converged, eta0 per feature (see :class:`rosenblatt.learners.Options`);
    ``report_``, which says how training ended, and:

    certify_when_stalled: a run that would end as "stalled" first asks whether a plane separates the rows at all, for
        as long as training took so far, at least 10 seconds. If none does it ends as "not_separable", with the proof
        in ``certificate_``; if one does it goes on, until it converges or ``max_iter`` ends it.
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
    ) -> None:
        super().__init__(**_shared(locals()))
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.shuffle = shuffle
        self.n_jobs = n_jobs

    def _options(self) -> dict[str, Any]:
        if self.penalty is not None:
            raise OptionError(
                f"penalty must be None, the perceptron has none; got {self.penalty!r}: "
                "use sklearn.linear_model.SGDClassifier(loss='perceptron', penalty=…) for one."
            )
        options = super()._options()
        if not self.shuffle and self.order == "shuffled":
            options["order"] = "given"
        return options

    def _warn(self) -> None:
        report = self.report_
        if report.reason in ("stalled", "not_separable", "max_iter"):
            warnings.warn(
                f"Perceptron did not converge: {REASONS[report.reason]}, and {report.errors} of {report.n_rows} "
                f"training rows are predicted wrong; {NEXT_STEPS[getattr(report.certificate, 'separable', None)]}",
                ConvergenceWarning,
                stacklevel=3,
            )


class AveragedPerceptron(_PerceptronEstimator):
    """The averaged perceptron: the mean of the weights over all visits predicts (note 003, Algorithm 7).

    ``max_iter`` is 10 epochs by default; ``stop_when_converged=False`` runs all of them, as written there.
    """

    _learner_class = learners.Averaged


class VotedPerceptron(_PerceptronEstimator):
    """The voted perceptron: every weight vector of the run votes, as often as it survived (note 003).

    It has no ``coef_``. ``decision_function`` is the share of the votes; a vote takes a score, so that
    prediction takes as many scores a row as there were mistakes.
    """

    _learner_class = learners.Voted

    def _weights(self) -> Any:
        raise AttributeError(
            "VotedPerceptron has no coef_ or intercept_: each weight vector of its run votes by itself."
        )


class PocketPerceptron(_PerceptronEstimator):
    """Gallant's pocket algorithm: the weights with the longest run of correct visits predict.

    ratchet: in ``fit``, new weights stay in the pocket only if they make fewer training errors.
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
    ) -> None:
        super().__init__(**_shared(locals()))
        self.ratchet = ratchet

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "ratchet": self.ratchet}


def _shared(given: dict[str, Any]) -> dict[str, Any]:
    """Of the arguments of a subclass, those that all estimators have."""
    return {name: given[name] for name in _PerceptronEstimator._get_param_names()}


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def _print_epoch(epoch: int, mistakes: int) -> None:
    print(f"epoch {epoch + 1}: {mistakes} mistakes")
