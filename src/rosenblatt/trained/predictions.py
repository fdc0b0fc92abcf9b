"""Predictions for the rows of a raw file: pages of labels and scores, and the lines that ``predict`` writes."""

import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, widened
from rosenblatt.data.chunks import Chunk, Table
from rosenblatt.data.labels import exact_labels
from rosenblatt.data.whole_numbers import is_rounded_text
from rosenblatt.display import counted, printable
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.files.encoding.canonical import TRUTHS, canonical_label
from rosenblatt.files.readers import Reader
from rosenblatt.models.linear import Model

MAX_SHOWN = 20  # names of columns
MAX_LENGTH = 40  # characters of a value
STRINGS = "US"  # kinds of arrays


@dataclass(frozen=True, eq=False)
class Predicted:
    """Some rows of a file with their predictions."""

    model: Model
    block: Block
    truth: np.ndarray | None
    ids: dict[str, list[Any]]

    @cached_property
    def labels(self) -> np.ndarray:
        """Predicted label of each row."""
        return self.model.predict(self.block)

    @cached_property
    def scores(self) -> np.ndarray:
        """Score of each row: with two classes that of the greater class, with more one per class."""
        return self.model.decision_function(self.block)


def pages_of(model: Model, chunks: Iterable[Chunk]) -> Iterator[Predicted]:
    """Predict feature rows, page by page."""
    for chunk in chunks:
        yield Predicted(model, widened(chunk.block, model.n_features), chunk.labels, {})


class ReadingNotes(NamedTuple):
    """Rows and columns of a file that a model does not know, in one pass over its rows.

    n_unlabelled: rows without a label that were left out. unused: columns. left_out: values of sparse features.
    unseen: by column, the number of rows with other categories, and the first of these.
    """

    n_unlabelled: int = 0
    unused: tuple[str, ...] = ()
    left_out: int = 0
    unseen: tuple[tuple[str, int, str], ...] = ()

    @classmethod
    def of(cls, reader: Reader) -> "ReadingNotes":
        unseen = tuple((name, *values) for name, values in sorted(reader.unseen.items()))
        return cls(reader.n_unlabelled, tuple(reader.unused), reader.left_out, unseen)

    def plus(self, later: "ReadingNotes") -> "ReadingNotes":
        """Notes on these rows and on later ones."""
        unseen = {name: (n_rows, first) for name, n_rows, first in self.unseen}
        for name, n_rows, first in later.unseen:
            before = unseen.get(name, (0, first))
            unseen[name] = (before[0] + n_rows, before[1])
        unused = tuple(dict.fromkeys((*self.unused, *later.unused)))
        counts = (self.n_unlabelled + later.n_unlabelled, unused, self.left_out + later.left_out)
        return ReadingNotes(*counts, tuple((name, *unseen[name]) for name in sorted(unseen)))


def notes_lines(notes: ReadingNotes) -> list[tuple[str, str]]:
    """Printed lines of notes."""
    lines = []
    if n_rows := notes.n_unlabelled:
        lines.append(unlabelled_line(n_rows))
    if unused := notes.unused:
        shown = ", ".join([*unused[:MAX_SHOWN], *["…"][: len(unused) > MAX_SHOWN]])
        lines.append(("not used", f"{counted(len(unused), 'column')} that training has not seen: {shown}"))
    if left_out := notes.left_out:
        lines.append(("left out", f"{counted(left_out, 'value')} of features that training has not seen"))
    if unseen := [_unseen_text(*values) for values in notes.unseen]:
        lines.append(("unseen", "; ".join([*unseen[:MAX_SHOWN], *["…"][: len(unseen) > MAX_SHOWN]])))
    return lines


class Predictions:
    """Predictions for the rows of a file, page by page.

    ``for page in predictions`` starts at the first row each time.
    """

    def __init__(self, model: Model, reader: Reader) -> None:
        self._model, self.reader = model, reader

    def __iter__(self) -> Iterator[Predicted]:
        for chunk, columns in self.reader.chunks_and_ids():
            truth = self._truth(chunk.labels) if self.reader.with_labels else None
            ids = {name: column.to_pylist() for name, column in columns.items()}
            yield Predicted(self._model, chunk.block, truth, ids)

    def table(self) -> Table:
        """Return all rows in memory, with the labels of the file."""
        table = self.reader.table()
        return table._replace(y=self._truth(table.y))

    def lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about columns and values of the file that the model does not know."""
        return notes_lines(ReadingNotes.of(self.reader))

    def _truth(self, labels: np.ndarray | None) -> np.ndarray:
        name = os.fspath(self.reader.data)
        if labels is None:
            raise DataError(f"{name} must have labels to compare with: {option('labels')} names a file of them.")
        return like_classes(labels, self._model.classes, name)


def unlabelled_line(n_rows: int) -> tuple[str, str]:
    return "without label", f"{counted(n_rows, 'row')} left out"


def _unseen_text(column: str, n_rows: int, first: str) -> str:
    shown = repr(first if len(first) <= MAX_LENGTH else first[: MAX_LENGTH - 1] + "…")
    values = f"has a value of {column!r}" if n_rows == 1 else f"have values of {column!r}"
    return f"{counted(n_rows, 'row')} {values} that training has not seen, {'' if n_rows == 1 else 'the first '}{shown}"


def like_classes(labels: np.ndarray, classes: np.ndarray, name: str) -> np.ndarray:
    """Convert labels of a file to the classes of a model: 1 matches the class "1", and "1" the class 1.

    A label matches the class with the same text; else the one with the same canonical form; else, if only one of them
    is a string, the one with the same number.
    """
    are_strings, known = classes.dtype.kind in STRINGS, classes.tolist()
    are_alike = are_strings == (labels.dtype.kind in STRINGS)
    if are_alike and (classes.dtype.kind + labels.dtype.kind != "UU" or set(labels.tolist()) <= set(known)):
        return labels
    distinct, codes = np.unique(labels, return_inverse=True)
    by_number = {label_number(label): label for label in known}
    by_text: dict[str, list[Any]] = {}
    for label in known:
        by_text.setdefault(canonical_label(label), []).append(label)
    matches: list[Any] = []
    for label in distinct.tolist():
        number, alike = label_number(label), by_text.get(canonical_label(label), [])
        if are_strings and str(label) in known:
            matches.append(str(label))
        elif len(alike) == 1:
            matches.append(alike[0])
        elif are_strings:
            matches.append(str(label) if are_alike or number is None else by_number.get(number, str(label)))
        elif number is None:
            raise DataError(f"{name} must have numbers as labels, as in training; got {label!r}.")
        else:
            matches.append(by_number.get(number, number))
    return np.asarray(exact_labels(matches, name)[codes])


def label_number(label: Any) -> float | None:
    """Number of a label, or of its text; 1 or 0 for truth values; None if it is not a number."""
    if isinstance(label, str) and label.lower() in TRUTHS:
        return TRUTHS[label.lower()]
    try:
        number = float(label)
    except ValueError:
        return None
    if is_rounded_text(str(label)):
        return int(label)
    return number if math.isfinite(number) else None


class Form(NamedTuple):
    """Format of a prediction line.

    scores: print the score, too: of the greater of two classes, else of the label.
    top: number of labels with the highest scores to print, each with its score.
    threshold: predict the greater of two classes if its score is above this.
    as_json: print everything by name.
    for_terminal: escape control characters in labels and IDs.
    """

    scores: bool = False
    top: int | None = None
    threshold: float | None = None
    as_json: bool = False
    for_terminal: bool = False

    def check(self) -> None:
        """Raise an OptionError if one option makes another meaningless."""
        if self.threshold is not None and (self.top is not None or math.isnan(self.threshold)):
            raise OptionError(
                f"{subject('threshold')} must be a number, and is not for {subject('top')}, which ranks labels."
            )

    def lines(self, page: Predicted) -> Iterator[str]:
        """Format one line per row."""
        classes = page.model.classes.tolist()
        labels = self._labels(page, classes)
        ids = list(zip(*page.ids.values(), strict=True)) if page.ids else [()] * len(labels)
        best = self._best(page, classes) if self.top is not None else None
        scores = self._scores(page, labels, classes) if self.scores else None
        for row, label in enumerate(labels):
            fields: dict[str, Any] = dict(zip(page.ids, ids[row], strict=True)) if self.as_json else {}
            cells = ["" if cell is None else str(cell) for cell in ids[row]]
            if best is not None:
                fields["top"] = [[label, score] for label, score in best[row]]
                cells += [str(cell) for pair in best[row] for cell in pair]
            else:
                fields["label"] = label
                cells.append(str(label))
            if scores is not None:
                fields["score"] = scores[row]
                cells.append(repr(scores[row]))
            yield json.dumps(fields, default=str) if self.as_json else "\t".join(map(self._cell, cells))

    def _cell(self, text: str) -> str:
        """Text of one cell, with tabs and line ends escaped."""
        text = text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
        return printable(text) if self.for_terminal else text

    def _labels(self, page: Predicted, classes: list[Any]) -> list[Any]:
        if self.threshold is None:
            return list(page.labels.tolist())
        if len(classes) != 2:
            raise OptionError(f"{subject('threshold')} is for two classes; the model has {len(classes)}.")
        return [classes[int(above)] for above in (page.scores > self.threshold).tolist()]

    def _scores(self, page: Predicted, labels: list[Any], classes: list[Any]) -> list[float]:
        if page.scores.ndim == 1:
            return list(page.scores.tolist())
        places = {label: place for place, label in enumerate(classes)}
        return page.scores[np.arange(len(labels)), [places[label] for label in labels]].tolist()  # type: ignore[no-any-return]

    def _best(self, page: Predicted, classes: list[Any]) -> list[list[tuple[Any, float]]]:
        scores = page.scores
        if scores.ndim == 1:
            scores = np.column_stack([0.0 - scores, scores])[:, -len(classes) :]
        order = np.argsort(-scores, axis=1, kind="stable")[:, : self.top]
        best = np.take_along_axis(scores, order, axis=1).tolist()
        named = [[classes[place] for place in places] for places in order.tolist()]
        return [list(zip(*row, strict=True)) for row in zip(named, best, strict=True)]
