"""Table files: CSV, TSV, JSON lines, Parquet and Arrow as batches of columns, a part of the file at a time.

    with open("adult.csv", "rb") as stream:
        table = batches(stream, "adult.csv", "csv")
        table.schema, table.guessed      # what each column is; what was not said
        for batch in table: ...          # pyarrow.RecordBatch, or PlainRows of numbers and labels alone

Batches hold the columns that are used, as `values` says: how a file is cut into batches is up to its format, and
`pages_of` cuts them all alike.
"""

import os
from collections.abc import Iterable, Iterator
from typing import IO, Any, Protocol

import numpy as np

from rosenblatt.conventions import DELIMITED, TABLES
from rosenblatt.data import chunks
from rosenblatt.errors import DataError, check_choice, option, subject
from rosenblatt.files.encoding.odd_columns import LEFT_OUT, LeftOut, odd_column
from rosenblatt.files.encoding.schema import Column, Columns, Schema, check_columns, told_kinds
from rosenblatt.files.encoding.values import GAPS, MARKS, SAMPLE, Part, PlainRows, joined, tidied
from rosenblatt.files.formats.arrow import ArrowFile
from rosenblatt.files.formats.csv import DelimitedFile
from rosenblatt.files.formats.csv_numbers import are_numbers
from rosenblatt.files.formats.jsonl import JsonLinesFile

READ = (*TABLES, "feather")


class TableFile(Protocol):
    """Interface of a table format: its columns, then its rows, once."""

    name: str
    names: list[str]  # distinct
    written: list[str]  # the names as the file has them
    last: str  # the column that is the target if nothing is said
    guessed: dict[str, Any]
    notes: dict[str, str]  # reasons why columns are not what they nearly are, known after the kinds

    def natural(self, column: str) -> Column: ...

    def sample(self, column: str, n_rows: int = SAMPLE) -> Any: ...

    def check(self, column: Column) -> None: ...

    def parts(self, columns: list[Column]) -> Iterator[Part]: ...


class Batches:
    """One pass over the rows of a table. ``schema``: its columns; ``guessed``: guessed options.

    n_unlabelled: rows without a label that were left out, as far as it has been gone through.
    """

    def __init__(self, file: TableFile, columns: Columns, known: Schema | None, labels: bool) -> None:
        self.name, self.names, self.guessed = file.name, file.names, dict(file.guessed)
        self._file, self.missing = file, columns.missing
        self._drops_unlabelled, self.n_unlabelled = columns.missing_label == "drop", 0
        if known is None:
            kinds, left_out = list[Column](), list[LeftOut]()  # guessed kinds

            def natural(name: str) -> Column | LeftOut:
                column = file.natural(name)
                if odd := odd_column(file, name, column.kind):
                    left_out.append(odd)
                    return odd
                kinds.append(column)
                return column

            self.schema = columns.schema(file.name, file.names, file.last, natural, file.written)
            self.guessed.update(file.guessed)
            self.any_target = columns.takes_any_target(file.name, self.schema)
            if columns.numeric:
                _check_numeric(file, self.schema)
            if columns.target is None:
                self.guessed["target"] = self.schema.target
            if kinds:
                self.guessed["columns"] = told_kinds(kinds, file.notes)
            if left_out:
                self.guessed[LEFT_OUT] = [entry._asdict() for entry in left_out]
        else:
            self.schema = known if labels else known.without_target()
            check_columns(file.name, file.names, self.schema, file.written)
            for column in self.schema.columns:
                file.check(column)

    def __iter__(self) -> Iterator[Any]:
        for part in self._file.parts(list(self.schema.columns)):
            plain = isinstance(part.table, PlainRows)
            batch = part.table if plain else tidied(self._labelled(part), self.schema.columns, self.missing)
            if batch.num_rows:
                yield batch

    def _are_missing(self, labels: Any) -> np.ndarray:
        import pyarrow as pa
        from pyarrow import compute

        missing = np.array(labels.is_null(nan_is_null=True))
        if pa.types.is_string(labels.type) and _is_among_numbers(self._file, self.schema.target):
            missing |= np.array(compute.is_in(labels, pa.array([*MARKS, *GAPS])))
        return missing

    def _labelled(self, part: Part) -> Part:
        """Rows that have a label, if others are dropped."""
        if not self._drops_unlabelled or self.schema.target is None:
            return part
        labels = part.table.column(self.schema.target)
        kept = np.flatnonzero(~self._are_missing(labels))
        if len(kept) == part.table.num_rows:
            return part
        self.n_unlabelled += part.table.num_rows - len(kept)
        return Part(part.table.take(kept), lambda row: part.place(int(kept[row])))


def _is_among_numbers(file: TableFile, target: str | None) -> bool:
    """Return True if the labels of delimited text are numbers, except words for "missing"."""
    if target is None or not isinstance(file, DelimitedFile):
        return False
    values = file.sample(target)
    if isinstance(values, np.ndarray):
        return True
    import pyarrow as pa
    from pyarrow import compute

    return are_numbers(values.filter(compute.invert(compute.is_in(values, pa.array(MARKS)))))


def _check_numeric(file: TableFile, schema: Schema) -> None:
    """Raise a DataError if the type of a column that an option calls numeric is not numeric. Text is
    checked by cell."""
    if isinstance(file, DelimitedFile):
        return
    for column in schema.columns:
        kind = file.natural(column.name).kind if column.kind == "number" else "number"
        if kind not in ("number", "empty", "category"):  # strings are looked at one by one
            raise DataError(
                f"{file.name} column {column.name!r} must hold numbers to be {subject('numeric')}; it is a {kind}: "
                f"{option('ignore', column.name)} leaves it out."
            )


def batches(
    source: IO[bytes] | str | os.PathLike[str],
    name: str,
    format: str,
    columns: Columns | None = None,
    *,
    known: Schema | None = None,
    labels: bool = True,
    header: bool | None = None,
    delimiter: str | None = None,
    quote: str | None = '"',
    decimal: str | None = None,
) -> Batches:
    """Yield the rows of a table in batches: columns as float64, strings, lists of float64 and labels.

    columns: what is said about columns. known: the schema of the file that was trained on, or of the first of many:
    columns are what they were there, and found by name, or by place where a file has no names.
    labels: whether the target is read; without, a file needs none (only where the schema is known).
    header, delimiter, quote, decimal: of delimited text; None is to be guessed, a quote of None is an ordinary
    character.
    """
    check_choice("format", format, READ)
    columns = columns or Columns()
    stream = _opened(source, name) if isinstance(source, str | os.PathLike) else source
    file: TableFile
    if format in DELIMITED:
        delimiter = "\t" if format == "tsv" and delimiter is None else delimiter
        drops = columns.missing_label == "drop"
        written = {"header": header, "delimiter": delimiter, "quote": quote, "decimal": decimal}
        file = DelimitedFile(
            stream,
            name,
            missing=columns.missing,
            known=known,
            drops_unlabelled=drops,
            **written,  # type: ignore[arg-type]
        )
    else:
        file = JsonLinesFile(stream, name) if format == "jsonl" else ArrowFile(stream, name)
    return Batches(file, columns, known, labels)


def _opened(path: str | os.PathLike[str], name: str) -> Any:
    """Open with pyarrow, so that the file is closed when its last reader is gone."""
    import pyarrow as pa

    try:
        return pa.OSFile(os.fspath(path))
    except OSError as error:
        raise DataError(f"{name} cannot be read: {error.strerror or error}.") from error


def pages_of(batches: Iterable[Any], size: int | None = None) -> Iterator[Any]:
    """Regroup rows into batches of this size, by default that of a page; the last holds the rest."""
    return map(joined, parts_of_pages(batches, size))


def parts_of_pages(batches: Iterable[Any], size: int | None = None) -> Iterator[list[Any]]:
    """Batches, or parts of batches, that form each page."""
    size = chunks.PAGE if size is None else size
    waiting: list[Any] = []
    count = 0
    for batch in batches:
        while batch.num_rows >= size - count:
            waiting.append(batch.slice(0, size - count))
            batch = batch.slice(size - count)
            yield waiting
            waiting, count = [], 0
        if batch.num_rows:
            waiting.append(batch)
            count += batch.num_rows
    if waiting:
        yield waiting
