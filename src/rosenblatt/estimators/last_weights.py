"""Estimators whose last weights predict: they warn if training did not converge."""

from typing import Any

from sklearn.exceptions import ConvergenceWarning

from rosenblatt.estimators.search_warnings import note_for_clone, warn_once
from rosenblatt.estimators.sparse_coef import SparseCoef

# Advice for runs that did not converge, by the verdict of their certificate.
NEXT_STEPS = {
    None: "the data may not be separable: AveragedPerceptron predicts better then, max_iter and n_iter_no_change allow "
    "more epochs.",
    True: "a plane separates them, as certificate_ proves: max_iter allows more epochs.",
    False: "certificate_ proves that no plane separates them, and AveragedPerceptron predicts better then.",
}


class LastWeights(SparseCoef):
    """Base class of the estimators that predict with the last weights."""

    _search_note: str | None = None  # of clones that a grid search makes (search_warnings)

    def __sklearn_clone__(self) -> Any:
        clone = super().__sklearn_clone__()
        if (note := note_for_clone(self, self._search_note)) is not None:
            clone._search_note = note
        return clone

    def _warn(self) -> None:
        note = self.__dict__.pop("_search_note", None)  # of this fit only: later ones are a user's own
        report = self.report_
        if self.learner_.last_weights_predict and report.reason in ("stalled", "not_separable", "max_iter"):
            warn_once(
                note,
                f"{type(self).__name__} did not converge: {report.explanation}, and {report.errors} of {report.n_rows} "
                f"training rows are predicted wrong; {NEXT_STEPS[getattr(report.certificate, 'separable', None)]}",
                ConvergenceWarning,
                stacklevel=3,
            )
