"""Training on files: in memory if one window holds all rows, else window by window, with the same bits."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.data.chunks import Chunk, matrix_of
from rosenblatt.data.labels import exact_labels
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.files.encoding.feature_scaling import table_encoding
from rosenblatt.files.encoding.odd_columns import MIN_ROWS
from rosenblatt.files.sources import Source
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


@dataclass(frozen=True)
class RunOptions:
    """Options of a run over a file, besides those of its reader and its learner.

    cache: a folder for pages, where the next run finds them.
    checkpoint: a file for the run, until it ends.
    resume: continue from the checkpoint, if it exists.
    on_window: called after each window of a larger file.
    keep_checkpoint: the checkpoint stays after the run, until the caller has written the model.
    certify_when_stalled: search for a certificate when the run stalls; for rows that fit in one window.
    """

    cache: str | os.PathLike[str] | None = None
    checkpoint: str | os.PathLike[str] | None = None
    resume: bool = False
    on_window: OnWindow | None = None
    keep_checkpoint: bool = False
    certify_when_stalled: bool = False


class RowSource(Protocol):
    """Interface to rows to train on: those of a reader, some of them, or with converted labels."""

    @property
    def key(self) -> str: ...  # tells these rows from others

    @property
    def size(self) -> int: ...  # bytes of the files

    @property
    def names(self) -> dict[str, int]: ...  # the columns of features that have names

    @property
    def sources(self) -> list[Source]: ...

    def chunks(self) -> Iterator[Chunk]: ...


def train_on(learner: Learner, source: RowSource, run: RunOptions | None = None) -> Learner:
    """Train a learner on the rows of a file, for several epochs."""
    run = run or RunOptions()
    with open_rows(learner, source, run) as rows:
        return train_on_rows(learner, source, rows, run)


@contextmanager
def open_rows(learner: Learner, source: RowSource, run: RunOptions, keep: float = 0) -> Iterator[FileRows]:
    """Open the rows of a file in the order that the learner asks for. keep: rows that stay available after training."""
    options = learner.options
    order = Windows(options.order if options.order in ORDERS else "given", options.random_state)
    again = options.iterations(learner.default_epochs) > 1 or _must_know_classes(learner) or learner.must_prepare
    with sigterm_exits():
        cache = Cache(run.cache, source.key, needed=int(PER_BYTE * source.size))
        with closing(FileRows(source.chunks, order, cache, again, source.names, keep)) as rows:
            yield rows


def train_on_rows(learner: Learner, source: RowSource, rows: FileRows, run: RunOptions) -> Learner:
    """Train a learner on open rows.

    A new learner has the rows in memory if one window holds them all; a trained one continues window by window.
    """
    options, is_new = learner.options, not learner.n_features
    kept = None
    if run.checkpoint is not None:
        kept = Checkpoint(run.checkpoint, f"{source.key} {type(learner).__name__} {options!r}")
    whole = rows.small() if is_new else None
    if is_new and (whole is not None or options.order not in ORDERS or options.early_stopping):
        whole = whole or rows.all()
        labels = _checked(whole.labels, source)
        X, with_bias = matrix_of(whole.block), options.fit_intercept
        on_stall = certify_on_stall(X, labels, with_bias) if run.certify_when_stalled else None
        return learner.fit(whole.block, labels, on_stall=on_stall)
    if run.certify_when_stalled:
        raise OptionError(f"{subject('certify_when_stalled')} is for rows that a window holds; there are more.")
    start = kept.resume(learner) if kept is not None and run.resume else None
    if start is None:
        start = BEGIN if is_new else StreamTraining.continued(learner)
    return _by_windows(learner, rows, start, kept, run)


def _by_windows(learner: Learner, rows: FileRows, start: Progress, kept: Checkpoint | None, run: RunOptions) -> Learner:
    """Train window by window, from this progress to the end."""
    options = learner.options
    classes = _known_classes(learner, rows) if _must_know_classes(learner) else None
    if start is BEGIN and learner.must_prepare:
        learner.prepare(lambda: _blocks(rows), max(block.n_features for block in _blocks(rows)))

    def note(learner: Learner, progress: Progress) -> None:
        if kept is not None:
            kept.note(learner, progress)
        if run.on_window is not None:
            run.on_window(learner, progress)

    training = StreamTraining(learner, rows, note, classes, on_interrupt=kept.write if kept is not None else None)
    training.run(start)
    learner.options = options  # balanced classes stay so for other rows: those were weights of these
    is_interrupted = learner.report is not None and learner.report.reason == "interrupted"
    if kept is not None and not (is_interrupted or run.keep_checkpoint):
        kept.remove()
    return learner


def _must_know_classes(learner: Learner) -> bool:
    options = learner.options
    return options.balanced or options.one_vs_rest or bool(options.sign_of_zero)


def _blocks(rows: FileRows) -> Iterator[Block]:
    """All rows of a file, page by page."""
    return (page.block for page in rows.chunks() or ())


def _known_classes(learner: Learner, rows: FileRows) -> np.ndarray:
    """Classes of a file if they must be known before its first row is visited, and their balance."""
    counts: Counter[Any] = Counter()
    for page in rows.chunks() or ():
        if page.labels is not None:
            counts.update(page.labels.tolist())
    labels = exact_labels(sorted(counts))
    if learner.options.balanced:
        learner.options = replace(learner.options, class_weight=balanced_by_counts(counts))
    return labels


def _checked(labels: np.ndarray | None, source: RowSource) -> np.ndarray:
    if labels is None:
        name = source.sources[0].name
        raise DataError(f"{name} must have labels to train on: {option('labels')} names a file of them.")
    if labels.dtype.kind == "f" and table_encoding(getattr(source, "encoding", None)) is None:
        has_fractions = not (labels == np.floor(labels)).all()
        name = source.sources[0].name if source.sources else "DATA"
        check_classes(len(np.unique(labels)), len(labels), has_fractions, name)
    return labels


def check_classes(n_labels: int, n_rows: int, has_fractions: bool, name: str) -> None:
    """Raise a DataError if labels look numeric (regression). Labels of tables are checked in their survey."""
    if n_rows >= MIN_ROWS and has_fractions and n_labels > max(MIN_ROWS, n_rows // 2):
        raise DataError(
            f"{name} must have classes as labels; it has {n_labels} different numbers in {n_rows} rows, and that "
            "is regression: write classes in their place."
        )
