"""The report: how training ended, in named fields."""

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
    """Report on a training run: the reason why training ended, its mistakes and its errors.

    ``print(report)`` shows it as text; a notebook shows it as a table, with a picture of the mistakes per epoch. Fitted
    estimators have a report as ``report_``, learners as ``report``.

    Parameters
    ----------
    reason : {'converged', 'stalled', 'not_separable', 'max_iter', 'early_stopped', 'interrupted', 'open'}
        Reason why training ended.

        - "converged": an epoch passed without a mistake.
        - "stalled": the mistakes per epoch no longer fall, by the rule of ``n_iter_no_change``.
        - "not_separable": it is proven that no plane separates the rows.
        - "max_iter": the last allowed epoch ended.
        - "early_stopped": validation errors did not fall for ``n_iter_no_change`` epochs.
        - "interrupted": Ctrl-C was pressed.
        - "open": the run goes on with the next call of ``partial_fit``.
    n_epochs : int
        Number of epochs begun. In the orders "first-mistake" and "random-mistake", the number of updates.
    mistakes_per_epoch : list of int
        Mistakes of the running weights in each epoch.
    radius : float
        Largest norm of a row; of (x, 1) if a bias is learned.
    n_examples : int
        Number of visits.
    n_rows : int
        Number of training rows, of all calls of ``partial_fit`` so far.
    seconds : float
        Time that training took.
    validation_errors_per_epoch : list of int or None, default=None
        Errors on the held-out rows after each epoch. None without early stopping.
    validation_rows : int or None, default=None
        Number of rows held out. None without early stopping.
    first_pass_errors : int or None, default=None
        Mistakes of the first epoch, in which each row is predicted before it is learned: an estimate of the error on
        new rows. None for orders that search for mistakes, for a run that did not begin with zero weights or was
        interrupted in its first epoch, and while the run is open.
    count_errors : callable or None, default=None
        Counts ``errors`` when they are first asked for.
    terms : Terms or None, default=None
        What decides whether the mistake bound covers the run. None while the run is open.
    certificate : Certificate, MulticlassCertificate or None, default=None
        Proof that the rows are separable or not, if one was searched for.
    certified_rows : ndarray or None, default=None
        Rows that the certificate is about. None means all rows.

    Attributes
    ----------
    n_mistakes : int
        Number of mistakes of the running weights, in all epochs.
    errors : int or None
        Number of training rows that the predicting weights get wrong. None while the run is open, and for a file that
        would have to be read again.

    See Also
    --------
    Perceptron : Has its report as ``report_``.
    certify : Prove the mistake bound that ``theorem`` compares with.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> report = rosenblatt.Perceptron(order="given").fit(X, y).report_
    >>> report.reason, report.n_epochs, report.n_mistakes, report.errors
    ('converged', 6, 9, 0)

    The mistake bound (R/γ)² of these rows is 55.

    >>> theorem = report.theorem(rosenblatt.certify(X, y))
    >>> theorem.mistakes, theorem.bound
    (9, 55)
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
        """Number of mistakes of the running weights, in all epochs."""
        return sum(self.mistakes_per_epoch)

    @property
    def errors(self) -> int | None:
        """Number of training rows that the predicting weights get wrong, or None if it is not known.

        Errors are counted when they are first asked for: the voted perceptron needs a score per row and vote for it.
        They are not known while the run is open, and for a file that would have to be read again or has more than 2²⁸
        votes to count.
        """
        if self.count_errors is not None:
            self._errors: int | None = self.count_errors()
            self.count_errors = None
        return getattr(self, "_errors", None)

    def set_errors(self, errors: int | None) -> None:
        """Set the number of errors, in place of a count to come.

        Parameters
        ----------
        errors : int or None
            Number of training rows that are predicted wrong, or None if it is not known.
        """
        self._errors, self.count_errors = errors, None

    def theorem(self, certificate: Any = None) -> Theorem:
        """Compare the mistakes of this run with the bound that a certificate proves.

        Parameters
        ----------
        certificate : Certificate, MulticlassCertificate or None, default=None
            Result of ``rosenblatt.certify(X, y)`` for the rows that were trained on, or for these rows and others. None
            means the certificate of the report. The proof is not checked again: ``certificate.check(X, y)`` does that.

        Returns
        -------
        Theorem
            The fields ``mistakes``, ``bound`` (None where the theorem does not cover the run) and ``voided_by``, the
            reasons why it does not.

        Raises
        ------
        DataError
            If there is no certificate, or the certificate is about other rows.
        """
        certificate = self.certificate if certificate is None else certificate
        if certificate is None:
            raise DataError("certificate must be given, since none was made in training: rosenblatt.certify(X, y).")
        return Theorem.of(self, certificate)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, ready for JSON.

        Returns
        -------
        dict
            Fields of the report, and those of the theorem under "certificate" if there is a certificate.
        """
        fields = {name: getattr(self, name) for name in FIELDS}
        return fields if self.certificate is None else {**fields, "certificate": self.theorem().to_dict()}

    def to_json(self, **options: Any) -> str:
        """Return the fields as JSON.

        Parameters
        ----------
        **options
            Options of :func:`json.dumps`, such as ``indent=2``.

        Returns
        -------
        str
            JSON text.
        """
        return json.dumps(self.to_dict(), **options)

    def lines(self) -> list[tuple[str, str]]:
        """Return the text of the report, line by line.

        Returns
        -------
        list of (str, str)
            Name and text of each line.
        """
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
        """Draw the mistakes of each epoch as part of an HTML page.

        Returns
        -------
        str
            HTML with an SVG picture. Empty if there is one epoch only, or matplotlib is not installed.
        """
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
        """A saved report holds the count of errors, not the data to count them on."""
        self._errors = self.errors
        return self.__dict__


def report_of(learner: "Learner", reason: str, mistakes: list[int]) -> Report:
    """The report of a run that ended for this reason, with so many mistakes in each epoch."""
    return Report(reason, len(mistakes), mistakes, learner.radius, learner.visited, learner.n_rows, learner.seconds)


class ReportBelow:
    """Of an estimator: a notebook shows scikit-learn's diagram, and below it the report, once there is one."""

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
