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
    mistakes, updates = list(start.mistakes_per_epoch), list(start.updates_per_epoch)
    delaying = mistakes if learner.options.passive_aggressive else updates  # the run converges when there is none
    window, n_mistakes, n_updates = start.window, start.mistakes, start.updates

    def progress() -> Progress:
        return Progress(
            epoch=len(mistakes),
            window=window,
            mistakes_per_epoch=mistakes,
            mistakes=n_mistakes,
            weighed=learner.weighed_mistakes if window else 0.0,
            low=(best.mistakes, best.epochs_since),
            n_rows=rows.n_rows,
            before=before,
            weighed_per_epoch=stall.mistakes,
            updates_per_epoch=updates,
            updates=n_updates,
            zero_rows=rows.zero_rows,
        )

    with ctrl_c_noted() as pressed:
        if mistakes and window == 0 and (ended := stopping.reason(rows.n_rows, delaying, pressed)):
            return Outcome(ended, mistakes, updates, progress())  # it was interrupted at the end of its last epoch
        for epoch in range(start.epoch, learner.options.iterations(learner.default_epochs)):
            learner.weighed_mistakes = start.weighed if epoch == start.epoch else 0.0
            for part in rows.parts(epoch, window):
                if pressed():
                    return Outcome("interrupted", [*mistakes, n_mistakes], [*updates, n_updates], progress())
                counts = part()
                n_mistakes, n_updates = n_mistakes + counts.mistakes, n_updates + counts.updates
                window += 1
                if on_part:
                    on_part(learner, progress())
            rows.end_epoch(epoch)
            stall.note(learner.weighed_mistakes)
            mistakes.append(n_mistakes)
            updates.append(n_updates)
            window = n_mistakes = n_updates = 0
            learner.end_epoch(rows.wrong)
            if stopping.validation:
                stopping.validation.judge(learner.model)
            if learner.on_epoch:
                learner.on_epoch(epoch, mistakes[-1])
            if ended := stopping.reason(rows.n_rows, delaying, pressed):
                reason = ended
                break
    if reason == "max_iter" and mistakes and delaying[-1] == 0:
        reason = "converged"
    return Outcome(reason, mistakes, updates, progress())
