"""Checkpoint: an archive of a learner and the progress of its run, so that a killed run can continue.

It is written after every epoch, and at least every minute. If it cannot be written, a warning is issued and the run
continues; the checkpoint of an earlier epoch stays.
"""

import glob
import math
import os
import time
import warnings
from pathlib import Path
from tempfile import TemporaryFile

from rosenblatt.errors import DataError, DataWarning, Sentence, option, sentence_of, subject
from rosenblatt.files.archives import read_archive, sweep_partials, write_archive
from rosenblatt.learners.base import Learner
from rosenblatt.learners.epochs import Progress
from rosenblatt.learners.state import set_state, state_of
from rosenblatt.learners.state_checks import check_state, ensure, is_count
from rosenblatt.learners.streaming import StreamTraining

MAGIC = b"rosenblatt checkpoint 1\n"
BETWEEN_CHECKPOINTS = 60.0  # seconds
AGAIN = f"remove it, or leave out {option('resume', True)}"


class Checkpoint:
    """Checkpoint of a run, stored beside the model until the model is written."""

    def __init__(self, path: str | os.PathLike[str], key: str) -> None:
        self.path, self.key = Path(path), key
        self._epoch, self._written, self._failed = 0, time.monotonic(), False
        folder = self.path.absolute().parent
        if not folder.is_dir():
            raise DataError(f"{subject('checkpoint')} must be in a folder that is there; {self.path} is not.")
        try:  # now, not when an epoch has been learned
            TemporaryFile(dir=folder).close()
            sweep_partials(folder, glob.escape(self.path.name))
        except OSError as error:
            fault = f"that of {self.path} is not ({error.strerror}): name another"
            raise DataError(f"{subject('checkpoint')} must be in a folder that can be written to; {fault}.") from error
        if self.path.exists() and not (self.path.is_file() and _begins_with_magic(self.path)):
            name = subject("checkpoint")
            raise DataError(f"{name} must be a file of its own; {self.path} is another, and would be lost.")

    def note(self, learner: Learner, progress: Progress) -> None:
        """Write the run after every epoch, and every minute."""
        if progress.epoch != self._epoch or time.monotonic() - self._written >= BETWEEN_CHECKPOINTS:
            self.write(learner, progress)

    def write(self, learner: Learner, progress: Progress) -> None:
        tree = {"key": self.key, "learner": state_of(learner), "progress": progress._asdict()}
        try:
            write_archive(self.path, MAGIC, tree)
            self._failed = False
        except DataError as error:
            if not self._failed:
                _warn(f"written to {self.path}", error.__cause__, "training continues and tries again after each epoch")
            self._failed = True
        self._epoch, self._written = progress.epoch, time.monotonic()

    def resume(self, learner: Learner) -> Progress | None:
        """Restore the learner from the checkpoint. Return None if there is no checkpoint."""
        if not self.path.exists():
            return None
        tree = read_archive(self.path, MAGIC)
        if tree.get("key") != self.key:
            raise DataError(f"{self.path} must be of the same data and options; it is of others: {AGAIN}.")
        try:
            check_state(type(learner), tree["learner"])
            set_state(learner, tree["learner"])
            progress = StreamTraining.resumed(tree["progress"])
            check_progress(progress, learner)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise DataError(f"{self.path} must hold a run; it does not: {sentence_of(error)}: {AGAIN}.") from error
        return progress

    def remove(self) -> None:
        remove(self.path)


def remove(path: str | os.PathLike[str]) -> None:
    """Remove a checkpoint that is not needed any more. Warn if that is not possible."""
    try:
        Path(path).unlink(missing_ok=True)
    except OSError as error:
        _warn(f"removed: {path}", error, "it is not needed any more")


def _warn(what: str, error: BaseException | None, then: str) -> None:
    reason = getattr(error, "strerror", None) or error
    sentence = Sentence(f"{subject('checkpoint')} could not be {what} ({reason}): {then}")
    warnings.warn(DataWarning(sentence), stacklevel=2)


def check_progress(progress: Progress, learner: Learner) -> None:
    """Raise a BadState unless a run of this learner, whose state is set, can have this progress."""
    epoch, window, per_epoch, mistakes, weighed, (low, epochs_since), n_rows, before, weighed_per_epoch = progress[:9]
    updates_per_epoch, updates, zero_rows = progress[9:]
    for listed in (per_epoch, weighed_per_epoch, updates_per_epoch):
        ensure(type(listed) is list, "mistakes are not listed")
    counts = (epoch, window, *per_epoch, mistakes, epochs_since, n_rows, *updates_per_epoch, updates, zero_rows)
    ensure(all(map(is_count, (*counts, before.visits, before.rows, before.zero_rows))), "a count is none")
    for number in (weighed, before.radius, *weighed_per_epoch):
        ensure(type(number) in (int, float) and 0 <= number < math.inf, "a number is none")
    ensure(epoch == len(per_epoch), "mistakes are not those of the epochs")
    ensure(epoch <= learner.options.iterations(learner.default_epochs), "there are more epochs than the run has")
    ensure((n_rows > 0) == (epoch > 0), "rows are counted at the end of the first epoch")
    ensure(low == math.inf if epoch == 0 else 0 <= low < math.inf, "the best epoch is none")
    ensure(epochs_since <= max(0, epoch - 1), "the best epoch is none")
    ensure(window > 0 or mistakes == updates == weighed == 0, "mistakes are counted that no window has")
    for number in (sum(per_epoch) + mistakes, sum(updates_per_epoch) + updates):
        ensure(number <= learner.visited - before.visits, "there are more mistakes than visits")
    ensure(epoch == len(weighed_per_epoch) == len(updates_per_epoch), "mistakes are not those of the epochs")


def _begins_with_magic(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
