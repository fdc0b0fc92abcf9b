"""Report of a run: how training ended, in named fields."""

import json
import math
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
    *("updates", "updates_per_epoch", "zero_rows"),
)


@dataclass
class Report:
    """Report of how training ended.

    The arguments below are also attributes. A report is made by training: ``report_`` of an estimator, of the
    result of ``rosenblatt.train`` or of a trace's ``report``. Printing it shows the fields with a short
    explanation.

    Parameters
    ----------
    reason : str
        Reason why training ended: "converged", "stalled", "not_separable", "max_iter", "early_stopped",
        "interrupted", or "open" while ``partial_fit`` may go on.
    n_epochs : int
        Number of epochs begun. In the orders "first-mistake" and "random-mistake" it is the number of updates.
    mistakes_per_epoch : list of int
        Mistakes of the running weights in each epoch.
    radius : float
        Largest norm of a row. If a bias is learned, a feature that is always 1 is counted in.
    n_examples : int
        Number of visits.
    n_rows : int
        Number of training rows. While the run is open, rows of all calls so far.
    seconds : float
        Training time in seconds.
    validation_errors_per_epoch : list of int, default=None
        Errors on the held-out rows after each epoch. None without early stopping.
    validation_rows : int, default=None
        Number of held-out rows. None without early stopping.
    first_pass_errors : int, default=None
        Mistakes of the first epoch, in which each row is predicted before it is learned: an estimate of the error
        on new rows. None for orders that search for mistakes, if mistakes are counted per class, for a run that did not
        start at zero or was interrupted in its first epoch, and while the run is open.
    updates_per_epoch : list of int, default=None
        Updates of the weights in each epoch. Rules with a margin also make updates that are not mistakes. None means
        ``mistakes_per_epoch``.
    zero_rows : int, default=0
        Training rows whose squared norm is 0, under rules whose step depends on the norm of the row. Such rows make
        no step, except under the rule "pa2", which moves the bias.
    per_class : bool, default=False
        Whether mistakes and updates are counted per class. Under "one-vs-rest", with more than two classes, every class
        can make a mistake at each visit.
    mixed_mistakes_per_epoch : list of float, default=None
        Mistakes of each epoch, where those of a partition count by its share of the mixed weights: Σ μ_i k_i. The
        mistake bound is about their sum. For rules with a margin, updates are counted. None if no weights were mixed.
    n_partitions : int, default=None
        Number of partitions whose weights were mixed. None if no weights were mixed.
    count_errors : callable, default=None
        Function that counts ``errors`` when it is first needed.
    terms : Terms, default=None
        Facts about the run that decide whether the mistake bound applies. None while the run is open.
    certificate : Certificate or MulticlassCertificate, default=None
        Certificate of separability, if one was asked for in training.
    certified_rows : ndarray, default=None
        Numbers of the rows that the certificate is about. None means all rows.

    Attributes
    ----------
    n_mistakes : int
        Number of mistakes in all epochs.
    updates : int
        Number of updates of the weights in all epochs.
    errors : int or None
        Training rows that the predicting weights get wrong. None while the run is open, and if counting would
        mean reading a file again or counting more than 2²⁸ votes.

    See Also
    --------
    rosenblatt.Perceptron : Estimator whose ``report_`` is a report.
    rosenblatt.train : Train on a file; ``report_`` of its result is a report.
    rosenblatt.certify : Certificate that ``theorem`` compares the mistakes with.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = rosenblatt.sample("setosa")[:2]
    >>> report = rosenblatt.Perceptron().fit(X, y).report_
    >>> report.reason, report.errors
    ('converged', 0)
    >>> report.n_mistakes == sum(report.mistakes_per_epoch)
    True
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
    updates_per_epoch: list[int] = field(default_factory=list)
    zero_rows: int = 0
    per_class: bool = False
    mixed_mistakes_per_epoch: list[float] | None = None
    n_partitions: int | None = None
    count_errors: Callable[[], int] | None = field(default=None, repr=False, compare=False)
    terms: Terms | None = field(default=None, repr=False, compare=False)  # None while the run is open
    certificate: Any = field(default=None, repr=False, compare=False)
    certified_rows: np.ndarray | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.updates_per_epoch = self.updates_per_epoch or list(self.mistakes_per_epoch)

    @property
    def n_mistakes(self) -> int:
        """Number of mistakes of the running weights in all epochs."""
        return sum(self.mistakes_per_epoch)

    @property
    def updates(self) -> int:
        """Number of updates of the weights in all epochs. A margin error is an update and not a mistake."""
        return sum(self.updates_per_epoch)

    @property
    def mixed_mistakes(self) -> float | None:
        """Sum of ``mixed_mistakes_per_epoch``, which the mistake bound is about. None if no weights were mixed."""
        return None if self.mixed_mistakes_per_epoch is None else math.fsum(self.mixed_mistakes_per_epoch)

    @property
    def last_epoch_was_right(self) -> bool:
        """True if training converged in an epoch with neither a mistake nor an update.

        Then the last weights predict every training row right. A passive-aggressive rule converges in an epoch without
        a mistake, whose updates can still make a row wrong again. Orders that search for one mistake pass over rows
        of zeros.
        """
        nothing_left = self.reason == "converged" and self.mistakes_per_epoch[-1] == self.updates_per_epoch[-1] == 0
        return nothing_left and not self.zero_rows

    @property
    def errors(self) -> int | None:
        """Number of training rows that the predicting weights get wrong, or None if not known.

        For the voted perceptron it is counted when first asked for, on the arrays given to ``fit``: counting takes one
        score per vote.
        """
        if self.count_errors is not None:
            self._errors: int | None = self.count_errors()
            self.count_errors = None
        return getattr(self, "_errors", None)

    def set_errors(self, errors: int | None) -> None:
        """Set ``errors`` to a known number.

        Parameters
        ----------
        errors : int or None
            Number of training rows that are predicted wrong.
        """
        self._errors, self.count_errors = errors, None

    def theorem(self, certificate: Any = None) -> Theorem:
        """Compare the mistakes of this run with the bound that a certificate proves.

        Parameters
        ----------
        certificate : Certificate or MulticlassCertificate, default=None
            Result of ``rosenblatt.certify(X, y)`` for the training rows, or for these and more rows. None means the
            certificate of the report. The certificate is not checked here; ``certificate.check(X, y)`` does that.

        Returns
        -------
        Theorem
            Mistakes and bound, or in ``voided_by`` the reasons why the theorem does not cover the run.

        Raises
        ------
        DataError
            If there is no certificate, or it is about other data.
        """
        certificate = self.certificate if certificate is None else certificate
        if certificate is None:
            raise DataError("certificate must be given, since none was made in training: rosenblatt.certify(X, y).")
        return Theorem.of(self, certificate)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a dictionary, ready for JSON.

        Returns
        -------
        dict
            Fields by name. With a certificate, the key "certificate" has the mistakes and the bound. If mistakes are
            counted per class, the key "per_class" is True.
        """
        fields = {name: getattr(self, name) for name in FIELDS}
        if self.per_class:
            fields["per_class"] = True
        if self.mixed_mistakes_per_epoch is not None:
            fields["mixed_mistakes_per_epoch"] = self.mixed_mistakes_per_epoch
            fields["n_partitions"] = self.n_partitions
        return fields if self.certificate is None else {**fields, "certificate": self.theorem().to_dict()}

    def to_json(self, **options: Any) -> str:
        """Return the report as JSON.

        Parameters
        ----------
        **options : dict
            Passed to ``json.dumps``, for example ``indent=2``.

        Returns
        -------
        str
            JSON object of the fields.
        """
        return json.dumps(self.to_dict(), **options)

    @property
    def explanation(self) -> str:
        """Reason why training ended, in words."""
        has_other_updates = self.updates_per_epoch != self.mistakes_per_epoch
        if self.reason == "converged" and has_other_updates and self.updates_per_epoch[-1] == 0:
            return "an epoch passed without an update"
        if self.reason == "converged" and self.zero_rows and self.n_examples == self.updates:  # in a searching order
            return "no mistake is left that an update can answer"
        if self.reason == "stalled" and self.terms is not None and self.terms.rule == "margin":
            return REASONS[self.reason].replace("mistakes", "updates", 1)
        return REASONS[self.reason]

    def lines(self) -> list[tuple[str, str]]:
        """Return the printed lines of the report.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text.
        """
        per_class = ", counted per class" if self.per_class else ""
        lines = [
            ("reason", f"{self.reason}: {self.explanation}"),
            ("epochs", f"{self.n_epochs:,}"),
            ("mistakes", f"{self.n_mistakes:,} in {self.n_examples:,} visits" + per_class),
        ]
        if len(self.mistakes_per_epoch) > 1:
            lines.append(("mistakes per epoch", _abridged(self.mistakes_per_epoch)))
        if self.updates_per_epoch != self.mistakes_per_epoch:
            some = "some are of rows within the margin" if self.updates > self.n_mistakes else "rows of zeros make none"
            lines.append(("updates", f"{self.updates:,}; {some}"))
            if len(self.updates_per_epoch) > 1:
                lines.append(("updates per epoch", _abridged(self.updates_per_epoch)))
        if self.mixed_mistakes is not None:
            meaning = f"those of each of {self.n_partitions} partitions by its share of the mixed weights"
            lines.append(("mixed mistakes", f"{self.mixed_mistakes:,.1f}: {meaning}"))
        if self.zero_rows:
            lines.append(("rows of zeros", f"{self.zero_rows:,}: they have no direction, so w does not move on them"))
        if self.validation_errors_per_epoch:
            lines.append(("validation errors", _abridged(self.validation_errors_per_epoch)))
        if self.errors is not None:
            left = "none: every training row is predicted right"
            wrong = f"{self.errors:,} of {self.n_rows:,} training rows are predicted wrong"
            lines.append(("errors left", wrong if self.errors else left))
        if self.errors and self.last_epoch_was_right and self.validation_rows is None:  # else the best epoch predicts
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
        """Draw the mistakes per epoch as HTML with an SVG picture.

        Returns
        -------
        str
            Part of an HTML page. Empty for a single epoch and if matplotlib is not installed.
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
        """Store the count of errors, not the data to count them on."""
        self._errors = self.errors
        return self.__dict__


def report_of(learner: "Learner", reason: str, mistakes: list[int], updates: list[int]) -> Report:
    """Report of a run with this reason, and these mistakes and updates per epoch."""
    counts = (len(mistakes), mistakes, learner.radius, learner.visited, learner.n_rows, learner.seconds)
    report = Report(reason, *counts, updates_per_epoch=updates, zero_rows=learner.n_zero_rows)
    report.per_class = learner.one_vs_rest
    return report


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
