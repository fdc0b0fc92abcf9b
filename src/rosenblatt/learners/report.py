"""Report of a run: how training ended, in named fields."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.conventions import REASONS
from rosenblatt.display import figure, in_columns, in_html, notebook
from rosenblatt.errors import DataError
from rosenblatt.learners.mistake_bound import Terms, Theorem

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

FIELDS = (
    *("reason", "n_epochs", "n_mistakes", "mistakes_per_epoch", "errors", "radius", "n_examples", "n_rows"),
    *("first_pass_errors", "validation_errors_per_epoch", "validation_rows", "seconds"),
)


@dataclass
class Report:
    """How training ended.

    reason: one of conventions.REASONS.
    n_epochs: epochs begun; updates in the orders "first-mistake" and "random-mistake".
    n_mistakes, mistakes_per_epoch: of the running weights.
    errors: training rows that the predicting weights get wrong; None while the run is open, and of a file that would
        have to be read again for it, or have more than 2²⁸ votes counted. For the voted perceptron counted when first
        asked for, on the arrays that were given.
    radius: the largest norm of an example, with the folded 1 where a bias is learned.
    n_examples: visits.
    n_rows: training rows; of all chunks so far while the run is open.
    first_pass_errors: mistakes of the first epoch, in which the running weights predict each of the n_rows rows before
        they learn it: an estimate of the error on new rows. None for orders that search for mistakes, for a run that
        did not begin at zero or was interrupted in its first epoch, and while the run is open.
    validation_errors_per_epoch, validation_rows: errors on rows held out, and how many these are; None without early
        stopping.
    seconds: of training, all told.
    certificate: whether the rows are separable, with proof, where that was asked for; then the report prints it.
    certified_rows: which rows it is about, where a run that stalled asked; None for all.
    """

    reason: str
    n_epochs: int
    mistakes_per_epoch: list[int]
    radius: float
    n_examples: int
    n_rows: int
    seconds: float
    validation_errors_per_epoch: list[int] | None = None
    validation_rows: int | None = None
    first_pass_errors: int | None = None
    count_errors: Callable[[], int] | None = field(default=None, repr=False, compare=False)
    terms: Terms | None = field(default=None, repr=False, compare=False)  # None while the run is open
    certificate: Any = field(default=None, repr=False, compare=False)
    certified_rows: np.ndarray | None = field(default=None, repr=False, compare=False)

    @property
    def n_mistakes(self) -> int:
        return sum(self.mistakes_per_epoch)

    @property
    def errors(self) -> int | None:
        """Counted when first asked for: for the voted perceptron that takes a score per vote."""
        if self.count_errors is not None:
            self._errors: int | None = self.count_errors()
            self.count_errors = None
        return getattr(self, "_errors", None)

    def set_errors(self, errors: int | None) -> None:
        self._errors, self.count_errors = errors, None

    def theorem(self, certificate: Any = None) -> Theorem:
        """The mistakes of this run against the bound that a certificate proves, or what voids the bound.

        certificate: ``rosenblatt.certify(X, y)`` of the rows that were trained on, or of these and more; left out,
            that of the report. It is believed: ``certificate.check(X, y)`` is for those who doubt it.
        """
        certificate = self.certificate if certificate is None else certificate
        if certificate is None:
            raise DataError("certificate must be given, since none was made in training: rosenblatt.certify(X, y).")
        return Theorem.of(self, certificate)

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON; and the theorem's, where there is a certificate."""
        fields = {name: getattr(self, name) for name in FIELDS}
        return fields if self.certificate is None else {**fields, "certificate": self.theorem().to_dict()}

    def to_json(self, **options: Any) -> str:
        return json.dumps(self.to_dict(), **options)

    def lines(self) -> list[tuple[str, str]]:
        """What the report says, as pairs of a name and a text."""
        lines = [
            ("reason", f"{self.reason}: {REASONS[self.reason]}"),
            ("epochs", f"{self.n_epochs:,}"),
            ("mistakes", f"{self.n_mistakes:,} in {self.n_examples:,} visits"),
        ]
        if len(self.mistakes_per_epoch) > 1:
            lines.append(("mistakes per epoch", _abridged(self.mistakes_per_epoch)))
        if self.validation_errors_per_epoch:
            lines.append(("validation errors", _abridged(self.validation_errors_per_epoch)))
        if self.errors is not None:
            left = "none: every training row is predicted right"
            wrong = f"{self.errors:,} of {self.n_rows:,} training rows are predicted wrong"
            lines.append(("errors left", wrong if self.errors else left))
        if self.errors and self.reason == "converged" and self.validation_rows is None:  # else the best epoch predicts
            earlier = "the average (or the votes, or the pocket) still holds earlier ones"
            lines.append(("last weights", f"predict every training row right; {earlier}"))
        if self.first_pass_errors is not None:
            wrong = f"{self.first_pass_errors:,} of {self.n_rows:,} rows were predicted wrong before they were learned"
            lines.append(("first pass", f"{wrong} ({100 * self.first_pass_errors / self.n_rows:.1f} %)"))
        lines.append(("radius", f"{self.radius:.6g}"))
        lines.append(("seconds", f"{self.seconds:.3g}"))
        return lines if self.certificate is None else lines + self.theorem().lines()

    def __str__(self) -> str:
        return in_columns(self.lines())

    def _repr_html_(self) -> str:
        return notebook(in_html("Training report", self.lines()), self.picture())

    def picture(self) -> str:
        """Mistakes epoch by epoch, as a part of a page; nothing of one epoch alone, or where matplotlib is missing."""
        if len(self.mistakes_per_epoch) < 2 or find_spec("matplotlib") is None:
            return ""
        from rosenblatt.plots.axes import style, svg_of
        from rosenblatt.plots.runs import mistakes

        with style("page"):
            svg = svg_of(mistakes(self).figure)
        label = f"Mistakes per epoch: {_abridged(self.mistakes_per_epoch)}"
        if self.validation_errors_per_epoch:
            label += f"; validation errors: {_abridged(self.validation_errors_per_epoch)}"
        return figure(svg, label)

    def __getstate__(self) -> dict[str, Any]:
        """Store the count of errors, not the data to count them on."""
        self._errors = self.errors
        return self.__dict__


def report_of(learner: "Learner", reason: str, mistakes: list[int]) -> Report:
    """Report of a run with this reason and these mistakes per epoch."""
    return Report(reason, len(mistakes), mistakes, learner.radius, learner.visited, learner.n_rows, learner.seconds)


class ReportBelow:
    """Notebook display of an estimator: scikit-learn's diagram, and the report below it."""

    def _repr_html_inner(self) -> str:
        return super()._repr_html_inner() + self._report_html()  # type: ignore[misc,no-any-return]

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**options)  # type: ignore[misc]
        return {**bundle, "text/html": bundle["text/html"] + self._report_html()} if "text/html" in bundle else bundle

    def _report_html(self) -> str:
        report = getattr(self, "report_", None)
        return "" if report is None else report._repr_html_()


def _abridged(numbers: list[int]) -> str:
    shown = [f"{number:,}" for number in numbers]
    return " ".join(shown if len(shown) <= 12 else [*shown[:6], "…", *shown[-5:]])
