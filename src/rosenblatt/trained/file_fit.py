"""Training on files: rows in memory where a window holds them all, else window by window, with the same bits.

``train_on`` teaches a new learner, ``train_further`` one that has been taught: that is always done window by window.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np

from rosenblatt.data.chunks import Chunk, matrix_of
from rosenblatt.errors import DataError, OptionError, option
from rosenblatt.files.readers import Reader
from rosenblatt.files.streaming.file_rows import Cache, FileRows
from rosenblatt.files.streaming.windows import Windows
from rosenblatt.learners.base import Learner
from rosenblatt.learners.class_weights import balanced_by_counts
from rosenblatt.learners.epochs import BEGIN, Progress
from rosenblatt.learners.interrupts import sigterm_exits
from rosenblatt.learners.streaming import ORDERS, StreamTraining
from rosenblatt.proofs.search.certify_on_stall import certify_on_stall
from rosenblatt.trained.checkpoint import Checkpoint

OnWindow = Callable[[Learner, Progress], None]

PER_BYTE = 2.0  # bytes of pages for one of the file, at most, by and large


def train_on(
    learner: Learner,
    reader: Reader,
    *,
    cache: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_window: OnWindow | None = None,
    certify_when_stalled: bool = False,
    keep_checkpoint: bool = False,
) -> Learner:
    """Teach a new learner the rows of a file, epoch after epoch.

    keep_checkpoint: it stays when the run has ended, for one who has yet to write the model.
    """
    options = learner.options
    kept = _checkpoint(checkpoint, reader.key, learner)
    with sigterm_exits(), closing(_rows_of(learner, reader, reader.chunks, Cache(cache, reader.key))) as rows:
        whole = rows.small()
        if whole is not None or options.order not in ORDERS or options.early_stopping:
            whole = whole or rows.all()
            labels = _checked(whole.labels, reader)
            X, with_bias = matrix_of(whole.block), options.fit_intercept
            on_stall = certify_on_stall(X, labels, with_bias) if certify_when_stalled else None
            return learner.fit(whole.block, labels, on_stall=on_stall)
        if certify_when_stalled:
            raise OptionError("certify_when_stalled is for rows that a window holds; there are more.")
        start = kept.resume(learner) if kept is not None and resume else None
        return _by_windows(learner, rows, start or BEGIN, kept, on_window, keep_checkpoint)


def train_further(
    learner: Learner,
    reader: Reader,
    chunks: Callable[[], Iterator[Chunk]],
    key: str,
    *,
    cache: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_window: OnWindow | None = None,
    keep_checkpoint: bool = False,
) -> Learner:
    """Teach a learner that has been taught the rows of a file as well, epoch after epoch.

    chunks: the rows of the reader as the learner takes them. key: what tells them and the learner from others.
    """
    kept = _checkpoint(checkpoint, key, learner)
    with sigterm_exits(), closing(_rows_of(learner, reader, chunks, Cache(cache, key))) as rows:
        start = kept.resume(learner) if kept is not None and resume else None
        start = start or StreamTraining.continued(learner)
        return _by_windows(learner, rows, start, kept, on_window, keep_checkpoint)


def _checkpoint(path: str | os.PathLike[str] | None, key: str, learner: Learner) -> Checkpoint | None:
    return None if path is None else Checkpoint(path, f"{key} {type(learner).__name__} {learner.options!r}")


def _rows_of(learner: Learner, reader: Reader, chunks: Callable[[], Iterator[Chunk]], cache: Cache) -> FileRows:
    """The rows of a file, in the order that the learner asks for."""
    options = learner.options
    order = Windows(options.order if options.order in ORDERS else "given", options.random_state)
    again = options.iterations(learner.default_epochs) > 1 or _must_know_classes(learner)
    cache.needed = int(PER_BYTE * reader.size)
    return FileRows(chunks, order, cache, again, reader.names)


def _by_windows(
    learner: Learner,
    rows: FileRows,
    start: Progress,
    kept: Checkpoint | None,
    on_window: OnWindow | None,
    keep_checkpoint: bool,
) -> Learner:
    """Train from there to the end."""
    options = learner.options
    classes = _known_classes(learner, rows) if _must_know_classes(learner) else None

    def note(learner: Learner, progress: Progress) -> None:
        if kept is not None:
            kept.note(learner, progress)
        if on_window is not None:
            on_window(learner, progress)

    training = StreamTraining(learner, rows, note, classes, on_interrupt=kept.write if kept is not None else None)
    training.run(start)
    learner.options = options  # balanced classes stay so for other rows: those were weights of these
    is_interrupted = learner.report is not None and learner.report.reason == "interrupted"
    if kept is not None and not (is_interrupted or keep_checkpoint):
        kept.remove()
    return learner


def _must_know_classes(learner: Learner) -> bool:
    return learner.options.balanced or bool(learner.options.sign_of_zero)


def _known_classes(learner: Learner, rows: FileRows) -> np.ndarray:
    """The classes of a file, where they must be known before its first row is visited; and their balance."""
    counts: Counter[Any] = Counter()
    for page in rows.chunks() or ():
        if page.labels is not None:
            counts.update(page.labels.tolist())
    labels = np.array(sorted(counts))
    if learner.options.balanced:
        learner.options = replace(learner.options, class_weight=balanced_by_counts(counts))
    return labels


def _checked(labels: np.ndarray | None, reader: Reader) -> np.ndarray:
    if labels is None:
        raise DataError(
            f"{reader.sources[0].name} must have labels to train on: {option('labels')} names a file of them."
        )
    return labels
