"""Epoch loop: visit all rows, epoch after epoch, until there is a reason to stop.

The loop is the same for rows in memory and rows of a file. They differ in the parts of an epoch: a slice of the visits,
or a window of the file.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rosenblatt.learners.interrupts import ctrl_c_noted
from rosenblatt.learners.stopping import Stopping
from rosenblatt.learners.visits import Counts
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

Part = Callable[[], Counts]  # visits some rows and returns the numbers of mistakes and updates


class Rows(Protocol):
    """Interface to the rows of a run."""

    n_rows: int  # rows of an epoch; 0 while they are not counted yet
    zero_rows: int  # rows of zeros among them

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
    zero_rows: int = 0


class Progress(NamedTuple):
    """State of a run between two parts: enough, with the learner, to continue to the same end."""

    epoch: int = 0
    window: int = 0  # next part of this epoch
    mistakes_per_epoch: Sequence[int] = ()  # of finished epochs; the run appends to its own list
    mistakes: int = 0  # mistakes of this epoch
    weighed: float = 0.0  # mistakes (or updates) of this epoch that delay convergence, weighted
    low: tuple[float, int] = (math.inf, 0)  # weighed of the best epoch, and the epochs since
    n_rows: int = 0  # 0 in the first epoch of a file, in which they are counted
    before: Before = Before()
    weighed_per_epoch: Sequence[float] = ()  # weighed of finished epochs
    updates_per_epoch: Sequence[int] = ()
    updates: int = 0  # updates of this epoch
    zero_rows: int = 0  # rows of zeros among n_rows


BEGIN = Progress()
OnPart = Callable[["Learner", Progress], None]


class Outcome(NamedTuple):
    """Result of a run."""

    reason: str
    mistakes_per_epoch: list[int]
    updates_per_epoch: list[int]
    progress: Progress


class Run:
    """Counts of a run: mistakes and updates of each epoch, and those of the current one."""

    def __init__(self, learner: "Learner", rows: Rows, stopping: Stopping, start: Progress) -> None:
        self.learner, self.rows, self.stall, self.before = learner, rows, stopping.stall, start.before
        self.stall.best.mistakes, self.stall.best.epochs_since = start.low
        self.stall.mistakes = list(start.weighed_per_epoch)
        self.mistakes, self.updates = list(start.mistakes_per_epoch), list(start.updates_per_epoch)
        # The run converges in an epoch in which this count is 0.
        self.delaying = self.mistakes if learner.options.passive_aggressive else self.updates
        self.window, self.now = start.window, Counts(start.mistakes, start.updates)

    def note(self, counts: Counts) -> None:
        """Note a part."""
        self.now = Counts(self.now.mistakes + counts.mistakes, self.now.updates + counts.updates)
        self.window += 1

    def end_epoch(self) -> None:
        self.stall.note(self.learner.weighed_mistakes)
        self.mistakes.append(self.now.mistakes)
        self.updates.append(self.now.updates)
        self.window, self.now = 0, Counts(0, 0)

    def progress(self) -> Progress:
        best = self.stall.best
        return Progress(
            epoch=len(self.mistakes),
            window=self.window,
            mistakes_per_epoch=self.mistakes,
            mistakes=self.now.mistakes,
            weighed=self.learner.weighed_mistakes if self.window else 0.0,
            low=(best.mistakes, best.epochs_since),
            n_rows=self.rows.n_rows,
            before=self.before,
            weighed_per_epoch=self.stall.mistakes,
            updates_per_epoch=self.updates,
            updates=self.now.updates,
            zero_rows=self.rows.zero_rows,
        )

    def outcome(self, reason: str) -> Outcome:
        return Outcome(reason, self.mistakes, self.updates, self.progress())

    def interrupted(self) -> Outcome:
        """Outcome of a run that was interrupted within an epoch, whose counts so far are listed."""
        mistakes, updates = [*self.mistakes, self.now.mistakes], [*self.updates, self.now.updates]
        return Outcome("interrupted", mistakes, updates, self.progress())


def run_epochs(
    learner: "Learner", rows: Rows, stopping: Stopping, start: Progress = BEGIN, on_part: OnPart | None = None
) -> Outcome:
    """Train until there is a reason to stop.

    start: the progress of a continued run.
    on_part: called after every part with the learner and the progress.
    """
    run, reason = Run(learner, rows, stopping, start), "max_iter"
    with ctrl_c_noted() as pressed:
        if run.mistakes and run.window == 0 and (ended := stopping.reason(rows.n_rows, run.delaying, pressed)):
            return run.outcome(ended)  # it was interrupted at the end of its last epoch
        for epoch in range(start.epoch, learner.options.iterations(learner.default_epochs)):
            learner.weighed_mistakes = start.weighed if epoch == start.epoch else 0.0
            for part in rows.parts(epoch, run.window):
                if pressed():
                    return run.interrupted()
                run.note(part())
                if on_part:
                    on_part(learner, run.progress())
            rows.end_epoch(epoch)
            run.end_epoch()
            learner.end_epoch(rows.wrong)
            if stopping.validation:
                stopping.validation.judge(learner.model)
            if learner.on_epoch:
                learner.on_epoch(epoch, run.mistakes[-1])
            if ended := stopping.reason(rows.n_rows, run.delaying, pressed):
                reason = ended
                break
    if reason == "max_iter" and run.mistakes and run.delaying[-1] == 0:
        reason = "converged"
    return run.outcome(reason)
