"""Rows of one part of a file, as a worker reads, cuts, surveys and encodes them."""

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data import chunks
from rosenblatt.data.blocks import take_rows, widened
from rosenblatt.data.chunks import Chunk
from rosenblatt.data.hold_out import of_page
from rosenblatt.data.largest_values import LargestValues
from rosenblatt.errors import DataError
from rosenblatt.files.encoding import values
from rosenblatt.files.encoding.survey import PageSummary, TableSurvey
from rosenblatt.files.formats.tables import pages_of
from rosenblatt.files.parts import with_real_lines
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import FilePart
from rosenblatt.files.table_files import TableFiles


class PartRows(NamedTuple):
    """Rows of a part as they are in the file: batches of a table, or chunks of features.

    n_unlabelled: rows without a label that were left out. unused: columns that the first file does not have.
    """

    batches: list[Any]
    n_unlabelled: int = 0
    unused: tuple[str, ...] = ()

    @property
    def n_rows(self) -> int:
        return sum(map(_length, self.batches))


class RowFacts(NamedTuple):
    """Facts about the rows of a part."""

    n_rows: int
    n_unlabelled: int = 0
    unused: tuple[str, ...] = ()
    n_features: int = 0  # of features that are numbered


class EncodedFacts(NamedTuple):
    """Facts about encoded rows."""

    has_labels: bool
    first_page: int  # numbers stored in the first page
    labels: tuple[float, ...]  # the distinct ones, if they are floats


def read_part(part: FilePart, options: ReadOptions, schema: Any) -> PartRows:
    """Read a part. schema: that of a table; None for rows of features."""
    reader = Reader(part, options)
    try:
        if isinstance(reader.rows, TableFiles):
            batches = list(reader.rows.raw_batches(schema))
            return PartRows(batches, reader.n_unlabelled, tuple(reader.unused))
        return PartRows(list(reader.chunks()))
    except DataError as error:
        raise with_real_lines(error, part) from error


def row_facts(rows: PartRows) -> RowFacts:
    widths = [batch.block.n_features for batch in rows.batches if isinstance(batch, Chunk)]
    return RowFacts(rows.n_rows, rows.n_unlabelled, rows.unused, max(widths, default=0))


def cut_rows(rows: PartRows, first: int, last: int) -> PartRows:
    """Rows of a part from the first to the one before the last."""
    cut, begin = [], 0
    for batch in rows.batches:
        a, b = max(first - begin, 0), min(last - begin, _length(batch))
        if a < b:
            cut.append(batch.part(a, b) if isinstance(batch, Chunk) else batch.slice(a, b - a))
        begin += _length(batch)
    return PartRows(cut)


def join_rows(parts: Sequence[PartRows]) -> PartRows:
    return PartRows([batch for part in parts for batch in part.batches])


def _length(batch: Any) -> int:
    return int(batch.n_rows if isinstance(batch, Chunk) else batch.num_rows)


def summaries(rows: PartRows, schema: Any, settings: dict[str, Any]) -> list[PageSummary]:
    """Summaries of the pages of a table."""
    survey = TableSurvey(schema, **settings)
    return [survey.summary(page) for page in pages_of(rows.batches)]


def add_pages(survey: Any, rows: PartRows) -> Any:
    """Copy of a survey of features to which the pages of a part were added."""
    survey = copy.deepcopy(survey)
    for page in chunks.pages(rows.batches):
        survey.add(chunks.joined(page).block)
    return survey


def encode_rows(rows: PartRows, encoding: Any, n_features: int) -> Chunk | None:
    """Encode rows of a table, or widen and scale rows of features. None for no rows."""
    if not rows.batches:
        return None
    if not isinstance(rows.batches[0], Chunk):
        return encoding.chunk(values.joined(rows.batches))  # type: ignore[no-any-return]
    chunk = chunks.joined(rows.batches)
    block = widened(chunk.block, n_features)
    return chunk._replace(block=block if encoding is None else encoding.rows(block))


def encoded_facts(chunk: Chunk | None) -> EncodedFacts | None:
    if chunk is None:
        return None
    page, labels = chunk.part(0, min(chunks.PAGE, chunk.n_rows)), chunk.labels
    floats = np.unique(labels).tolist() if labels is not None and labels.dtype.kind == "f" else []
    return EncodedFacts(labels is not None, page.block.stored_numbers, tuple(floats))


def cut_chunk(chunk: Chunk | None, first: int, last: int) -> Chunk | None:
    return None if chunk is None or first == last else chunk.part(first, last)


def join_chunks(parts: Sequence[Chunk | None]) -> Chunk | None:
    met = [part for part in parts if part is not None]
    return chunks.joined(met) if met else None


def rows_and_labels(chunk: Chunk | None, n_features: int) -> tuple[Any, Any]:
    """Rows and labels as training takes them."""
    if chunk is None:
        return np.zeros((0, n_features)), np.zeros(0)
    return chunk.block, chunk.labels


def held_in(first: int, n_rows: int, fraction: float, seed: int) -> np.ndarray:
    """Mask of the rows of a part that are held out for validation, page by page. first: rows of the parts before it."""
    masks = [np.zeros(0, np.bool_)]
    for begin in range(first, first + n_rows, chunks.PAGE):
        rows_of_page = min(chunks.PAGE, first + n_rows - begin)
        masks.append(of_page(begin // chunks.PAGE, begin, rows_of_page, fraction, seed))
    return np.concatenate(masks)


def some_of(chunk: Chunk | None, held: bool, first: int, fraction: float, seed: int) -> Chunk | None:
    """Training rows of a part, or those held out."""
    if chunk is None:
        return None
    rows = np.flatnonzero(held_in(first, chunk.n_rows, fraction, seed) == held)
    labels = None if chunk.labels is None else chunk.labels[rows]
    return Chunk(take_rows(chunk.block, rows), labels) if len(rows) else None


def watch(largest: LargestValues, chunk: Chunk | None) -> LargestValues:
    """Copy of the largest values of features, raised by the rows of a part."""
    largest = copy.deepcopy(largest)
    for _ in largest.watched([] if chunk is None else [[chunk]]):
        pass
    return largest
