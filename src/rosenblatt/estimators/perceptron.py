"""The perceptron as a scikit-learn estimator: the last weights predict."""

import math
from numbers import Integral, Real
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from rosenblatt import learners
from rosenblatt.conventions import REASONS
from rosenblatt.errors import OptionError
from rosenblatt.estimators.search_warnings import note_for_clone, warn_once
from rosenblatt.estimators.sparse_coef import SparseCoef

# Where training did not converge: what may help, by what is proven.
NEXT_STEPS = {
    None: "the data may not be separable: AveragedPerceptron predicts better then, max_iter and n_iter_no_change allow "
    "more epochs.",
    True: "a plane separates them, as certificate_ proves: max_iter allows more epochs.",
    False: "certificate_ proves that no plane separates them, and AveragedPerceptron predicts better then.",
}


class Perceptron(SparseCoef):
    """The perceptron: the last weights predict (notes 000 to 004).

    Takes every argument of ``sklearn.linear_model.Perceptron``. Where the meaning differs:

    tol, n_iter_no_change: training ends as "stalled" after ``n_iter_no_change`` epochs without a new low
        in mistakes, lower than the last by more than its share ``tol`` ("auto": at most 200 epochs, or sooner when a
        test finds that the mistakes per epoch are level; tol=None or n_iter_no_change=None:
        never). scikit-learn stops when its loss is level.
    shuffle: False is order="given".
    penalty: only None; scikit-learn's SGDClassifier has penalties. alpha and l1_ratio are checked and have no use.
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
    _true_or_false = (*SparseCoef._true_or_false, "shuffle")
    _search_note: str | None = None  # of clones that a grid search makes (search_warnings)

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
        super().__init__(**self._shared(locals()))
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.shuffle = shuffle
        self.n_jobs = n_jobs

    def _options(self) -> dict[str, Any]:
        options = super()._options()
        if not self.shuffle and self.order == "shuffled":
            options["order"] = "given"
        return options

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
        if self.n_jobs is not None and (not isinstance(self.n_jobs, Integral) or self.n_jobs == 0):
            raise OptionError(f"n_jobs must be a whole number other than 0, or None; got {self.n_jobs!r}.")

    def __sklearn_clone__(self) -> Any:
        clone = super().__sklearn_clone__()
        if (note := note_for_clone(self, self._search_note)) is not None:
            clone._search_note = note
        return clone

    def _warn(self) -> None:
        note = self.__dict__.pop("_search_note", None)  # of this fit only: later ones are a user's own
        report = self.report_
        if report.reason in ("stalled", "not_separable", "max_iter"):
            warn_once(
                note,
                f"Perceptron did not converge: {REASONS[report.reason]}, and {report.errors} of {report.n_rows} "
                f"training rows are predicted wrong; {NEXT_STEPS[getattr(report.certificate, 'separable', None)]}",
                ConvergenceWarning,
                stacklevel=3,
            )
