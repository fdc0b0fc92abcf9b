"""The checkpoint: an archive of a learner and of how far its run has come, so that a killed run can go on.

It is written after every epoch, and at least every minute. Where it cannot be written, a warning says so and the
run goes on; the checkpoint of an earlier epoch stays.
"""

import glob
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
from rosenblatt.learners.state_checks import check_state
from rosenblatt.learners.streaming import StreamTraining

MAGIC = b"rosenblatt checkpoint 1\n"
BETWEEN_CHECKPOINTS = 60.0  # seconds
AGAIN = f"remove it, or leave out {option('resume', True)}"


class Checkpoint:
    """Where a run is left, so that it can be taken up again: beside the model, until that is there."""

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
                _warn(f"written to {self.path}", error.__cause__, "training goes on, and tries again each epoch")
            self._failed = True
        self._epoch, self._written = progress.epoch, time.monotonic()

    def resume(self, learner: Learner) -> Progress | None:
        """Have the learner where it was left; None where it never was."""
        if not self.path.exists():
            return None
        tree = read_archive(self.path, MAGIC)
        if tree.get("key") != self.key:
            raise DataError(f"{self.path} must be of the same data and options; it is of others: {AGAIN}.")
        try:
            check_state(type(learner), tree["learner"])
            set_state(learner, tree["learner"])
            progress = StreamTraining.resumed(tree["progress"])
            _check_progress(progress)
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


def _check_progress(progress: Progress) -> None:
    counts = (progress.epoch, progress.window, progress.mistakes, progress.n_rows, *progress.before[:2])
    if not all(type(count) is int and count >= 0 for count in (*counts, *progress.mistakes_per_epoch)):
        raise ValueError("a count is none")
    if not all(type(number) in (int, float) for number in (progress.weighed, progress.before.radius)):
        raise ValueError("a number is none")
    if type(progress.mistakes_per_epoch) is not list:
        raise ValueError("mistakes are not listed")


def _begins_with_magic(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
