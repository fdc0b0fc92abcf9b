"""Training on a file, window by window, with the same bits as ``fit`` for any amount of memory.

A learner that was trained before continues: its weights, average, votes, pocket and count of visits are kept. The
report is about the new run alone.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from rosenblatt.data.blocks import widened
from rosenblatt.data.chunks import Chunk, Window
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.learners.class_weights import weighed_range
from rosenblatt.learners.epochs import BEGIN, Before, OnPart, Outcome, Part, Progress, run_epochs
from rosenblatt.learners.inputs import validate
from rosenblatt.learners.mistake_bound import terms_of
from rosenblatt.learners.partial_fit import continue_training
from rosenblatt.learners.report import report_of
from rosenblatt.learners.stopping import Stopping
from rosenblatt.learners.visits import Counts
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

Item = TypeVar("Item")

MAX_VOTES = 2**28  # above this, errors of the voted perceptron are not counted, as that could take longer than training

ORDERS = ("shuffled", "shuffled-once", "given")


class Source(Protocol):
    """Interface to the rows of a file, for any number of passes."""

    def windows(self, epoch: int, first: int = 0) -> Iterator[Window]:
        """Yield the windows of an epoch, from the first requested one."""

    def chunks(self) -> Iterator[Chunk] | None:
        """All rows once more, in any order; None if they cannot be read again."""


class StreamTraining:
    """One run of training on a file.

    on_window: called after every window with the learner and the progress.
    classes: all classes, if they must be known before the first row is visited.
    on_interrupt: called after Ctrl-C with the learner and the progress, before the run ends.
    """

    def __init__(
        self,
        learner: "Learner",
        source: Source,
        on_window: OnPart | None = None,
        classes: np.ndarray | None = None,
        on_interrupt: OnPart | None = None,
    ) -> None:
        options = learner.options
        if options.order not in ORDERS:
            raise OptionError(
                f"{subject('order')} must be one of {', '.join(ORDERS)} for a file; got {options.order!r}."
            )
        if options.early_stopping:
            raise OptionError("early_stopping must be False for a file; got True.")
        self.learner, self.source, self.on_window, self.classes = learner, source, on_window, classes
        self.on_interrupt = on_interrupt

    def run(self, start: Progress = BEGIN) -> "Learner":
        """Train until there is a reason to stop. The learner's report has the reason."""
        began = time.perf_counter()
        learner = self.learner
        rows = RowsOfFile(learner, self.source, self.classes, start)
        stopping = Stopping(learner, from_zero=not start.before.visits)
        outcome = run_epochs(learner, rows, stopping, start, self.on_window)
        if learner.n_features == 0:
            raise KeyboardInterrupt  # before the first window
        if rows.n_rows:
            learner.n_rows, learner.n_zero_rows = rows.n_rows, rows.zero_rows
        if outcome.reason == "interrupted" and self.on_interrupt:
            self.on_interrupt(learner, outcome.progress)
        learner.end_fit()
        learner.seconds = time.perf_counter() - began
        self._report(outcome, rows)
        return learner

    def _report(self, outcome: Outcome, rows: "RowsOfFile") -> None:
        """Set the report of this run, then restore the counts of rows and the radius of all runs."""
        learner, before = self.learner, outcome.progress.before
        report = report_of(learner, outcome.reason, outcome.mistakes_per_epoch, outcome.updates_per_epoch)
        learner.report = report
        report.n_examples -= before.visits
        is_first = outcome.progress.epoch and not before.visits  # an earlier run may have learned these rows
        if is_first and not learner.one_vs_rest:
            report.first_pass_errors = outcome.mistakes_per_epoch[0]
        report.terms = terms_of(learner, weighed_range(learner.options.class_weight), from_zero=not before.visits)
        learner.n_rows, learner.radius = learner.n_rows + before.rows, max(learner.radius, before.radius)
        learner.n_zero_rows += before.zero_rows
        if report.last_epoch_was_right and learner.last_weights_predict:
            report.set_errors(0)
            return
        too_many = learner.counts_errors_late and learner.n_updates * rows.n_rows > MAX_VOTES
        unknown = too_many or not rows.n_rows  # interrupted in the first epoch: rows, maybe features, were not seen yet
        report.set_errors(None if unknown else rows.errors(learner.model))

    @staticmethod
    def continued(learner: "Learner") -> Progress:
        """Start of a run of a trained learner: rows and radius are this run's until it ends."""
        before = Before(learner.visited, learner.n_rows, learner.radius, learner.n_zero_rows)
        learner.n_rows, learner.radius, learner.n_zero_rows = 0, 0.0, 0
        return BEGIN._replace(before=before)

    @staticmethod
    def resumed(saved: dict[str, Any]) -> Progress:
        """Progress of a run, from a checkpoint."""
        mistakes, epochs_since = saved["low"]
        low, before = (float(mistakes), int(epochs_since)), Before(*saved.get("before", ()))
        of_earlier_versions = {  # which had these numbers only
            "weighed_per_epoch": saved["mistakes_per_epoch"],
            "updates_per_epoch": saved["mistakes_per_epoch"],
            "updates": saved["mistakes"],
        }
        return Progress(**{**of_earlier_versions, **saved, "low": low, "before": before})


class RowsOfFile:
    """Rows of a file, for the epoch loop. A part is a window."""

    def __init__(self, learner: "Learner", source: Source, classes: np.ndarray | None, start: Progress) -> None:
        self.learner, self.source, self.classes = learner, source, classes
        self.n_rows, self.zero_rows = start.n_rows, start.zero_rows

    def parts(self, epoch: int, first: int) -> Iterator[Part]:
        for window in one_ahead(self.source.windows(epoch, first)):
            yield partial(self._visit, window)

    def _visit(self, window: Window) -> Counts:
        """Visit a window. Features that come with it start with zero weights."""
        learner, (chunk, visits) = self.learner, window
        block = chunk.block
        if not block.is_sparse and learner.n_features not in (0, block.n_features):
            raise DataError(f"Rows must have {learner.n_features} features, as before; got {block.n_features}.")
        if learner.n_features and block.n_features > learner.n_features:
            learner.set_features(block.n_features)
        inputs = validate(widened(block, learner.n_features), chunk.labels, None, learner.options.folded_one)
        return continue_training(learner, inputs._replace(visited=visits), self.classes)

    def end_epoch(self, epoch: int) -> None:
        """Count the rows in the first epoch."""
        if epoch == 0:
            self.n_rows = self.learner.n_rows if self.learner.n_features else 0
            self.zero_rows = self.learner.n_zero_rows if self.learner.n_features else 0
            if not self.n_rows:
                raise DataError(
                    "The file must have a row to learn from, of a class whose weight is not zero; it has none."
                )
            labels = self.learner.classes.labels.tolist()
            if len(labels) < 2:
                raise DataError(f"The file must have at least two classes; got one class, {labels[0]!r}.")
        self.learner.n_rows, self.learner.n_zero_rows = self.n_rows, self.zero_rows

    def wrong(self, model: Model) -> float:
        return float(self.errors(model) or 0)

    def errors(self, model: Model) -> int | None:
        """Number of rows that a model predicts wrong; None if they cannot be read again."""
        chunks = self.source.chunks()
        return None if chunks is None else sum(count_wrong(model, chunk) for chunk in chunks)


def one_ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Yield the same items; each is produced while the one before it is used."""
    with ThreadPoolExecutor(1) as other:
        coming = other.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = other.submit(next, items, None)
            yield item


def count_wrong(model: Model, chunk: Chunk) -> int:
    labels = np.asarray(model.classes)[model.winners(widened(chunk.block, model.n_features))]
    return int(np.count_nonzero(labels != chunk.labels))
