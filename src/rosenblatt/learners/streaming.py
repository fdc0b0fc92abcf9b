"""Training on a file, window by window, epoch after epoch: the bits of ``fit``, whatever the memory.

A learner that has been taught before goes on: its weights, its average, its votes and its pocket are where they were,
and so is its count of visits. The report is of the new run alone.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np

from rosenblatt.data.blocks import widened
from rosenblatt.data.chunks import Chunk, Window
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners.in_memory import BestEpoch, ctrl_c_noted
from rosenblatt.learners.inputs import validate
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

Item = TypeVar("Item")

MAX_VOTES = 2**28  # beyond, the errors of the voted perceptron are not counted: that could take longer than training

ORDERS = ("shuffled", "shuffled-once", "given")


class Source(Protocol):
    """The rows of a file, as often as they are asked for."""

    def windows(self, epoch: int, first: int = 0) -> Iterator[Window]:
        """The windows of an epoch, from the first that is wanted."""

    def chunks(self) -> Iterator[Chunk] | None:
        """All rows once more, in any order; None where they cannot be had again."""


class Before(NamedTuple):
    """What a learner had been taught before the run."""

    visits: int = 0
    rows: int = 0
    radius: float = 0.0


class Progress(NamedTuple):
    """How far a run has come: enough, with the learner, to go on to the same end."""

    epoch: int
    window: int  # of this epoch, the next to visit
    mistakes_per_epoch: list[int]  # of the epochs that have ended
    mistakes: int  # of this one
    weighed: float  # the same, each by its weight
    low: tuple[float, int]  # mistakes of the best epoch, and the epochs since
    n_rows: int  # of the file; 0 in the first epoch, in which they are counted
    before: Before = Before()


BEGIN = Progress(0, 0, [], 0, 0.0, (math.inf, 0), 0)


class StreamTraining:
    """One run: a learner, its source, and who is told how far it has come, after every window."""

    def __init__(
        self,
        learner: "Learner",
        source: Source,
        on_window: Callable[["Learner", Progress], None] | None = None,
        classes: np.ndarray | None = None,
        on_interrupt: Callable[["Learner"], None] | None = None,
    ) -> None:
        """One run, to be begun by ``run``.

        classes: all of them, where they must be known before the first row is visited.
        on_interrupt: called after Ctrl-C, before anything is ended that would have to go on.
        """
        options = learner.options
        if options.order not in ORDERS:
            raise OptionError(f"order must be one of {', '.join(ORDERS)} for a file; got {options.order!r}.")
        if options.early_stopping:
            raise OptionError("early_stopping must be False for a file; got True.")
        self.learner, self.source, self.on_window, self.classes = learner, source, on_window, classes
        self.on_interrupt = on_interrupt

    @staticmethod
    def continued(learner: "Learner") -> Progress:
        """Where a run begins of a learner that has been taught: rows and radius are this run's until it ends."""
        before = Before(learner.visited, learner._rows, learner._radius)
        learner._rows, learner._radius = 0, 0.0
        return BEGIN._replace(before=before)

    def run(self, start: Progress = BEGIN) -> "Learner":
        """Epoch after epoch, until there is a reason to stop; the learner's report says which."""
        began = time.perf_counter()
        learner, options = self.learner, self.learner.options
        mistakes = list(start.mistakes_per_epoch)
        best = BestEpoch(options.tol)
        best.mistakes, best.epochs_since = start.low
        reason, patience = "max_iter", math.inf
        n_rows = start.n_rows
        with ctrl_c_noted() as pressed:
            for epoch in range(start.epoch, options.iterations(learner.default_epochs)):
                resumed = start if epoch == start.epoch else BEGIN
                n_mistakes, learner.weighed_mistakes = resumed.mistakes, resumed.weighed
                window = resumed.window
                for rows in one_ahead(self.source.windows(epoch, window)):
                    n_mistakes += self._visit(*rows)
                    window += 1
                    if self.on_window:
                        low, weighed = (best.mistakes, best.epochs_since), learner.weighed_mistakes
                        far = Progress(epoch, window, mistakes, n_mistakes, weighed, low, n_rows, start.before)
                        self.on_window(learner, far)
                    if pressed():
                        reason = "interrupted"
                        break
                mistakes.append(n_mistakes)
                if reason == "interrupted":
                    break
                if epoch == 0:
                    n_rows = learner._rows
                    self._check_rows(n_rows)
                learner._rows = n_rows
                patience = options.patience(n_rows, learner.n_features, len(learner.classes.labels))
                best.note(learner.weighed_mistakes)
                learner.end_epoch(self.wrong)
                if learner.on_epoch:
                    learner.on_epoch(epoch, n_mistakes)
                if n_mistakes == 0 and options.stop_when_converged:
                    break
                if best.is_stale(patience, learner.patience_factor, len(mistakes)):
                    reason = "stalled"
                    break
        if mistakes and mistakes[-1] == 0 and reason == "max_iter":
            reason = "converged"
        learner._rows = n_rows or learner._rows
        if reason == "interrupted" and self.on_interrupt:
            self.on_interrupt(learner)
        learner.end_fit()
        learner._seconds = time.perf_counter() - began
        self._tell(reason, mistakes, start.before)
        assert learner.report is not None
        is_right = reason == "converged" and learner.last_weights_predict
        too_many = learner.counts_errors_late and learner.n_mistakes * n_rows > MAX_VOTES
        unknown = too_many or not n_rows  # left in the first epoch: there are rows, and maybe features, not seen yet
        learner.report.set_errors(0 if is_right else None if unknown else self.errors(learner.model))
        return learner

    def _tell(self, reason: str, mistakes: list[int], before: Before) -> None:
        """The report of this run; then rows and radius are those of all runs again."""
        learner = self.learner
        learner.report = learner._report(reason, mistakes)
        learner.report.n_examples -= before.visits
        learner.report.terms = learner._terms(self._weights(), from_zero=not before.visits)
        learner._rows, learner._radius = learner._rows + before.rows, max(learner._radius, before.radius)

    def _weights(self) -> float | np.ndarray:
        """Those that rows have by their classes."""
        given = self.learner.options.class_weight
        return np.array([*given.values(), 1.0]) if isinstance(given, Mapping) else 1.0

    @staticmethod
    def resumed(saved: dict[str, Any]) -> Progress:
        """How far a run had come, from what was saved of it."""
        mistakes, epochs_since = saved["low"]
        return Progress(
            **{**saved, "low": (float(mistakes), int(epochs_since)), "before": Before(*saved.get("before", ()))}
        )

    def _visit(self, chunk: Chunk, visits: np.ndarray) -> int:
        """Features may come with the chunk: their weights are zeros until then."""
        learner, block = self.learner, chunk.block
        if not block.is_sparse and learner.n_features not in (0, block.n_features):
            raise DataError(f"Rows must have {learner.n_features} features, as before; got {block.n_features}.")
        if learner.n_features and block.n_features > learner.n_features:
            learner.set_features(block.n_features)
        inputs = validate(widened(block, learner.n_features), chunk.labels, None, learner._folded_one)
        return learner.continue_training(inputs._replace(visited=visits), self.classes)

    def _check_rows(self, n_rows: int) -> None:
        if not n_rows:
            raise DataError("The file must have a row to learn from, of a class whose weight is not zero; it has none.")
        labels = self.learner.classes.labels.tolist()
        if len(labels) < 2:
            raise DataError(f"The file must have at least two classes; got one class, {labels[0]!r}.")

    def wrong(self, model: Model) -> float:
        return float(self.errors(model) or 0)

    def errors(self, model: Model) -> int | None:
        """How many rows a model predicts wrong; None where they cannot be had again."""
        chunks = self.source.chunks()
        if chunks is None:
            return None
        return sum(count_wrong(model, chunk) for chunk in chunks)


def one_ahead(items: Iterator[Item]) -> Iterator[Item]:
    """The same items; each is made while the one before it is used."""
    with ThreadPoolExecutor(1) as other:
        coming = other.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = other.submit(next, items, None)
            yield item


def count_wrong(model: Model, chunk: Chunk) -> int:
    labels = np.asarray(model.classes)[model.winners(widened(chunk.block, model.n_features))]
    return int(np.count_nonzero(labels != chunk.labels))
