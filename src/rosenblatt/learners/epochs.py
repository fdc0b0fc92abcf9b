"""Epoch loop: visit all rows, epoch after epoch, until there is a reason to stop.

The loop is the same for rows in memory and rows of a file. They differ in the parts of an epoch: a slice of the visits,
or a window of the file.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rosenblatt.learners.interrupts import ctrl_c_noted
from rosenblatt.learners.stopping import Stopping
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

Part = Callable[[], int]  # visits some rows and returns the number of mistakes


class Rows(Protocol):
    """Interface to the rows of a run."""

    n_rows: int  # rows of an epoch; 0 while they are not counted yet

    def parts(self, epoch: int, first: int) -> Iterator[Part]:
        """Yield the parts of an epoch, from the first requested one. Ctrl-C is checked between parts."""

    def end_epoch(self, epoch: int) -> None:
        """Check the rows after an epoch."""

    def wrong(self, model: Model) -> float:
        """Weighted number of rows that a model predicts wrong."""


class Before(NamedTuple):
    """Counts of a learner that had been trained before the run."""

    visits: int = 0
    rows: int = 0
    radius: float = 0.0


class Progress(NamedTuple):
    """State of a run between two parts: enough, with the learner, to continue to the same end."""

    epoch: int = 0
    window: int = 0  # next part of this epoch
    mistakes_per_epoch: Sequence[int] = ()  # of finished epochs; the run appends to its own list
    mistakes: int = 0  # mistakes of this epoch
    weighed: float = 0.0  # mistakes of this epoch, weighted
    low: tuple[float, int] = (math.inf, 0)  # mistakes of the best epoch, and the epochs since
    n_rows: int = 0  # 0 in the first epoch of a file, in which they are counted
    before: Before = Before()
    weighed_per_epoch: Sequence[float] = ()  # mistakes of finished epochs, weighted


BEGIN = Progress()
OnPart = Callable[["Learner", Progress], None]


class Outcome(NamedTuple):
    """Result of a run."""

    reason: str
    mistakes_per_epoch: list[int]
    progress: Progress


def run_epochs(
    learner: "Learner", rows: Rows, stopping: Stopping, start: Progress = BEGIN, on_part: OnPart | None = None
) -> Outcome:
    """Train until there is a reason to stop.

    start: the progress of a continued run.
    on_part: called after every part with the learner and the progress.
    """
    stall, reason, before = stopping.stall, "max_iter", start.before
    best = stall.best
    best.mistakes, best.epochs_since = start.low
    stall.mistakes = list(start.weighed_per_epoch)
    mistakes = list(start.mistakes_per_epoch)
    window, n_mistakes = start.window, start.mistakes

    def progress() -> Progress:
        low, weighed = (best.mistakes, best.epochs_since), learner.weighed_mistakes if window else 0.0
        return Progress(len(mistakes), window, mistakes, n_mistakes, weighed, low, rows.n_rows, before, stall.mistakes)

    with ctrl_c_noted() as pressed:
        if mistakes and window == 0 and (ended := stopping.reason(rows.n_rows, mistakes, pressed)):
            return Outcome(ended, mistakes, progress())  # it was interrupted at the end of its last epoch
        for epoch in range(start.epoch, learner.options.iterations(learner.default_epochs)):
            learner.weighed_mistakes = start.weighed if epoch == start.epoch else 0.0
            for part in rows.parts(epoch, window):
                if pressed():
                    return Outcome("interrupted", [*mistakes, n_mistakes], progress())
                n_mistakes += part()
                window += 1
                if on_part:
                    on_part(learner, progress())
            rows.end_epoch(epoch)
            stall.note(learner.weighed_mistakes)
            mistakes.append(n_mistakes)
            window = n_mistakes = 0
            learner.end_epoch(rows.wrong)
            if stopping.validation:
                stopping.validation.judge(learner.model)
            if learner.on_epoch:
                learner.on_epoch(epoch, mistakes[-1])
            if ended := stopping.reason(rows.n_rows, mistakes, pressed):
                reason = ended
                break
    if reason == "max_iter" and mistakes and mistakes[-1] == 0:
        reason = "converged"
    return Outcome(reason, mistakes, progress())
