"""Predictions and evaluation of files in parts: each part is read and predicted by one machine."""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Unpack

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.errors import DataError
from rosenblatt.files.feature_files import Known
from rosenblatt.files.parts import part_options, parts_of, with_real_lines
from rosenblatt.files.read_options import FileOptions, ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import FilePart
from rosenblatt.learners.partitioned import Engine, unchanged
from rosenblatt.loops.rows import Dense
from rosenblatt.models.linear import Model
from rosenblatt.trained.evaluation import Evaluation
from rosenblatt.trained.predictions import Predicted, Predictions, ReadingNotes, notes_lines
from rosenblatt.trained.trained_model import FileModel

PARTS_AHEAD = 16  # parts that are predicted before the first of them is asked for


class Asked(NamedTuple):
    """Arguments that a worker needs beside its part."""

    options: ReadOptions
    known: Known
    with_labels: bool


class PartedPredictions:
    """Predictions for the rows of files, part by part, in the order of the rows.

    It is used like ``Predictions``. The rows themselves stay where they are read.
    """

    def __init__(
        self,
        model: FileModel,
        data: str | os.PathLike[str],
        engine: Engine,
        part_bytes: int,
        *,
        with_labels: bool = False,
        **written: Unpack[FileOptions],
    ) -> None:
        reader = model.predictions(data, with_labels=with_labels, **written).reader
        self._engine, self._model, self._handle = engine, model.model_, engine.submit(unchanged, model.model_)
        self._parts, self._notes = parts_of(reader, part_bytes), ReadingNotes()
        assert reader.known is not None
        self._asked = Asked(part_options(reader), reader.known, with_labels)

    def __iter__(self) -> Iterator[Predicted]:
        for pages in self._each(predict_part):
            for labels, scores, ids in pages:
                yield predicted_page(self._model, labels, scores, ids)

    def lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about columns and values of the files that the model does not know."""
        return notes_lines(self._notes)

    def evaluation(self) -> Evaluation:
        """Evaluate the model on all rows."""
        evaluation = Evaluation(self._model.classes)
        for counts in self._each(evaluate_file_part):
            evaluation.merge(counts)
        evaluation.reading = self.lines()
        return evaluation

    def _each(self, function: Any) -> Iterator[Any]:
        """Yield the results of all parts in order. A few are computed at a time."""
        self._notes, waiting = ReadingNotes(), deque[Any]()
        for part in self._parts:
            waiting.append(self._engine.submit(function, part, self._handle, self._asked))
            if len(waiting) > PARTS_AHEAD:
                yield self._taken(waiting.popleft())
        while waiting:
            yield self._taken(waiting.popleft())

    def _taken(self, handle: Any) -> Any:
        [(result, notes)] = self._engine.gather([handle])
        self._notes = self._notes.plus(notes)
        return result


def predicted_page(model: Model, labels: np.ndarray, scores: np.ndarray, ids: dict[str, list[Any]]) -> Predicted:
    """Page of predictions whose rows are elsewhere."""
    page = Predicted(model, Block(Dense(np.empty((len(labels), 0))), len(labels), 0), None, ids)
    page.__dict__.update(labels=labels, scores=scores)  # computed by the worker
    return page


def predict_part(part: FilePart, model: Model, asked: Asked) -> tuple[list[Any], ReadingNotes]:
    """Labels, scores and IDs of the pages of a part."""
    with _lines_of(part):
        reader = Reader(part, asked.options, known=asked.known, with_labels=False)
        pages = [(page.labels, page.scores, page.ids) for page in Predictions(model, reader)]
        return pages, ReadingNotes.of(reader)


def evaluate_file_part(part: FilePart, model: Model, asked: Asked) -> tuple[Evaluation, ReadingNotes]:
    with _lines_of(part):
        reader = Reader(part, asked.options, known=asked.known)
        evaluation = Evaluation(model.classes)
        for page in Predictions(model, reader):
            evaluation.add(page.truth, page.labels)
        return evaluation, ReadingNotes.of(reader)


@contextmanager
def _lines_of(part: FilePart) -> Iterator[None]:
    """Name lines in errors as they are counted in the whole file."""
    try:
        yield
    except DataError as error:
        raise with_real_lines(error, part) from error
