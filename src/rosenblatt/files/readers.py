"""Readers: any file as chunks of rows with their labels, as often as they are asked for."""

import hashlib
import json
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import IO, Any, NamedTuple
from uuid import uuid4

import numpy as np

from rosenblatt.conventions import TABLES
from rosenblatt.data.blocks import Block, block_of, frozen_block, widened
from rosenblatt.data.chunks import Chunk, Table, joined, matrix_of
from rosenblatt.data.samples import sample
from rosenblatt.errors import DataError, OptionError, option
from rosenblatt.files.formats.detect import BY_SUFFIX, format_of
from rosenblatt.files.formats.numpy_arrays import idx_chunks, npy_chunks, npz_chunks, read_labels
from rosenblatt.files.formats.text_lines import on_all_cores
from rosenblatt.files.options import ReadOptions
from rosenblatt.files.sources import Source, reading, sources_of
from rosenblatt.loops.rows import CSR

SAMPLE = "sample:"
PARSED = 1  # to be raised when the same file is parsed to other rows than before: then kept pages are of no use
MAX_CACHED_BYTES = 170e6  # bytes of a table that are kept from the first pass to the second
ARRAYS = {"npy": npy_chunks, "npz": npz_chunks, "idx": idx_chunks}


class Known(NamedTuple):
    """What a model knows of its features: raw files are read as that of training was."""

    format: str
    encoding: Any  # of a table
    names: dict[str, int]  # the columns of features that have names
    n_features: int


def read(data: str | os.PathLike[str], *, encoding: Any = None, **options: Any) -> "Reader":
    """The rows of a file in blocks: ``for block, labels in rosenblatt.read(path)``; ``.table()`` has them all.

    data: a file, a folder, a pattern, ``-`` for standard input, ``sample:NAME``, or what pyarrow's filesystems know.
    encoding: that of a model, so that a table has the same features; else it is made from the table.
    options: those of ``ReadOptions``: format, labels, target, ignore, id, text, categorical, header, delimiter, quote,
        missing, scale, hash_bits, text_features, zero_based, n_features.
    """
    known = {field.name for field in fields(ReadOptions)}
    for name in options:
        if name not in known:
            raise OptionError(f"read takes {', '.join(sorted(known))}; got {name!r}.")
    return Reader(data, ReadOptions(**options), encoding)


class Reader:
    """The rows of a file, of several, or of a bundled set.

    encoding: that of a model; else that of a table is made from it, in a pass of its own.
    known: of a model that is to predict. What it has no weights for is left out: columns of tables (``unused``), values
        of sparse features (``left_out`` is how many, in the last pass).
    grows: whether the model is to be trained on: then sparse features may come, and categories, by ``newcomers``.
    with_labels: whether labels are read; without, a file needs none.
    """

    def __init__(
        self,
        data: str | os.PathLike[str],
        options: ReadOptions,
        encoding: Any = None,
        *,
        known: Known | None = None,
        grows: bool = False,
        with_labels: bool = True,
    ) -> None:
        self.options, self.encoding, self.with_labels = options, known.encoding if known else encoding, with_labels
        self.unused: list[str] = []
        self.left_out = 0
        self.data, self._once = data, ""
        self.guessed: dict[str, Any] = {}
        self.sources: list[Source] = []
        self._kept: list[Any] = []  # what the first pass over a table has read, if it is not much
        self._known, self._grows = known, grows
        names = known.names if known else {}
        self.names = dict(names) if grows else names  # columns of the features of VW text
        self._table: Table | None = None
        if isinstance(data, str) and data.startswith(SAMPLE):
            self._table, self.format = sample(data.removeprefix(SAMPLE)), "sample"
            self._check_kind(data)
            return
        self.sources = sources_of(data)
        if not self.sources[0].is_lasting:  # what is known by how it begins, and read more than once, is kept
            self.sources, self._once = [_spooled(self.sources[0])], uuid4().hex
        self.format = format_of(self.sources, options.format)
        if options.format is None and self.sources[0].suffix not in BY_SUFFIX:
            if known and known.format in ("libsvm", "vw") and self.format in ("csv", "tsv"):
                self.format = known.format  # lines without labels do not look like it
            self.guessed["format"] = self.format
        self._check_kind(self.sources[0].name)
        if options.labels is not None and self.format not in ARRAYS:
            raise OptionError(f"labels must be left out for {self.format}, which has its own; got {options.labels!r}.")
        self._given = None if options.labels is None or not with_labels else _labels_of(options.labels)
        if self.format in TABLES and self.encoding is None:
            self.encoding = self._new_encoding()

    def __iter__(self) -> Iterator[Chunk]:
        return self.chunks()

    @property
    def features(self) -> list[str] | None:
        """The names of the features; None where they have none."""
        if self._table is not None:
            return self._table.features
        if self.encoding is not None:
            return self.encoding.feature_names()  # type: ignore[no-any-return]
        return list(self.names) or None

    @property
    def key(self) -> str:
        """What tells these rows from others: files, their sizes and times, and how they are read."""
        labels = [] if self.options.labels is None else sources_of(self.options.labels)
        files = [(os.path.abspath(source.name), source.stamp) for source in (*self.sources, *labels)]
        encoding = None if self.encoding is None else json.dumps(self.encoding.to_dict())
        identity = (PARSED, os.fspath(self.data), self._once, files, self.options, encoding)
        return hashlib.sha256(repr(identity).encode()).hexdigest()

    @property
    def size(self) -> int:
        """Bytes, as far as known."""
        return sum(source.stamp[0] for source in self.sources if source.stamp)

    def chunks(self) -> Iterator[Chunk]:
        """The rows from the beginning."""
        return (chunk for chunk, _ in self.chunks_and_ids())

    def chunks_and_ids(self) -> Iterator[tuple[Chunk, dict[str, Any]]]:
        """The rows from the beginning, with the columns that name them, by pyarrow."""
        self.left_out = 0
        width = self._known.n_features if self._known else 0
        if self.encoding is not None:
            width = self.encoding.n_features  # which may have grown
        if self._table is not None:
            yield Chunk(self._as_wide(block_of(self._table.X), width, os.fspath(self.data)), self._table.y), {}
            return
        if self._kept:
            kept, self._kept = self._kept, []
            batches = (kept.pop(0) for _ in range(len(kept)))  # each goes when it has been used
            for chunk, ids in on_all_cores(self._encoded, batches):
                yield _frozen(chunk), ids
            return
        for source in self.sources:
            with reading(source) as stream:
                for chunk, ids in self._chunks_of(stream, source):
                    block = self._as_wide(chunk.block, width, source.name)
                    width = max(width, block.n_features)
                    yield _frozen(chunk._replace(block=block)), ids

    def table(self) -> Table:
        """All rows, in memory."""
        if self._table is not None:
            return self._table
        whole = joined(list(self.chunks()))
        if whole.labels is None:
            raise DataError(f"{self.sources[0].name} must have labels: {option('labels')} names a file of them.")
        names = self.features or [f"x{column}" for column in range(1, whole.block.n_features + 1)]
        return Table(matrix_of(whole.block), whole.labels, names)

    def _check_kind(self, name: str) -> None:
        """A DataError where a model could only take the features of a file for others."""
        if self._known and _kind(self._known.format) != _kind(self.format):
            trained_on = self._known.format
            raise DataError(f"{name} must be of a kind with the rows of training, {trained_on}; it is {self.format}.")

    def _as_wide(self, block: Block, width: int, name: str) -> Block:
        """Rows as wide as those before them, or as the model's; sparse ones may be cut, or be wider for the next."""
        if block.n_features == width or not width:
            return block
        if not isinstance(block.rows, CSR):
            if self._known:
                raise DataError(f"{name} must have {width} features, as in training; it has {block.n_features}.")
            widths = f"{block.n_features}, and the files before it {width}"
            raise DataError(f"{name} must have as many features as the others; it has {widths}.")
        if self._known is None or self._grows or block.n_features < width:
            return widened(block, width)
        rows = _cut(block.rows, width)
        self.left_out += len(block.rows.columns) - len(rows.columns)
        return Block(rows, block.n_rows, width)

    def _chunks_of(self, stream: IO[bytes], source: Source) -> Iterator[tuple[Chunk, dict[str, Any]]]:
        if self.format in TABLES:
            for batch in self._batches(stream, source.name, self.encoding.schema):
                yield self._encoded(batch)
        else:
            for chunk in self._rows_of(stream, source.name):
                yield chunk, {}

    def _encoded(self, batch: Any) -> tuple[Chunk, dict[str, Any]]:
        names = [column.name for column in self.encoding.schema.columns if column.kind == "id"]
        return self.encoding.chunk(batch), {name: batch.column(name) for name in names}

    def _rows_of(self, stream: IO[bytes], name: str) -> Iterator[Chunk]:
        """Of what is no table."""
        options, with_labels = self.options, self.with_labels
        if self.format == "npz":
            return npz_chunks(stream, name, self._given, with_labels=with_labels)
        if self.format in ARRAYS:
            return ARRAYS[self.format](stream, name, self._given)
        if self.format == "vw":
            from rosenblatt.files.formats.vowpal import vowpal_chunks

            grow, hashed = self._known is None or self._grows, options.hash_bits
            settings: dict[str, Any] = {"columns": self.names, "grow": grow, "hash_bits": hashed}
            return vowpal_chunks(stream, name, with_labels=with_labels, unknown=self._leave_out, **settings)
        from rosenblatt.files.formats.libsvm import libsvm_chunks

        settings = {"zero_based": options.zero_based, "n_features": options.n_features}
        return libsvm_chunks(stream, name, with_labels=with_labels, **settings)

    def _leave_out(self, feature: str) -> None:
        self.left_out += 1

    def _batches(self, stream: IO[bytes], name: str, known: Any = None) -> Any:
        from rosenblatt.files.encoding.schema import Columns
        from rosenblatt.files.formats.tables import batches

        option_names = ("target", "ignore", "id", "text", "categorical", "missing")
        columns = Columns(**{option: getattr(self.options, option) for option in option_names})
        options = {option: getattr(self.options, option) for option in ("header", "delimiter", "quote")}
        table = batches(stream, name, self.format, columns, known=known, labels=self.with_labels, **options)
        if known is not None:
            self.unused = [column for column in table.names if column not in known.names]
        return table

    def _new_encoding(self) -> Any:
        """Of the tables: all files are gone through, and the columns of the first are those of all."""
        from rosenblatt.files.encoding.survey import encoding_of

        with self._first_pass() as (schema, batches):
            options = {option: getattr(self.options, option) for option in ("scale", "hash_bits", "text_features")}
            return encoding_of(batches, schema, self.options.missing, name=self.sources[0].name, **options)

    def newcomers(self) -> Any:
        """What the tables have that the encoding of the model does not know: a pass over all of them."""
        from rosenblatt.files.encoding.survey import newcomers

        with self._first_pass(self.encoding.schema) as (_, batches):
            return newcomers(batches, self.encoding, self.sources[0].name)

    @contextmanager
    def _first_pass(self, known: Any = None) -> Iterator[tuple[Any, Iterator[Any]]]:
        """The schema of the tables, and all batches, which are kept on the way."""
        first, *others = self.sources
        with reading(first) as stream:
            table = self._batches(stream, first.name, known)
            self.guessed.update(table.guessed)

            def every_batch() -> Iterator[Any]:
                yield from table
                for source in others:
                    with reading(source) as stream:
                        yield from self._batches(stream, source.name, table.schema)

            yield table.schema, self._keeping(every_batch())

    def _keeping(self, batches: Iterator[Any]) -> Iterator[Any]:
        """The batches of the first pass; a second is spared where they are small enough to be kept."""
        size = 0
        for batch in batches:
            size += batch.nbytes
            if size <= MAX_CACHED_BYTES:
                self._kept.append(batch)
            else:
                self._kept = []
            yield batch


def _kind(format: str) -> str:
    """Formats of one kind have the same features: by the names of columns, by their own names, or by number."""
    if format in TABLES:
        return "table"
    return "vw" if format == "vw" else "numbered"


def _cut(rows: CSR, width: int) -> CSR:
    """Sparse rows, without what they have from this column on."""
    is_kept = rows.columns < width
    kept_before = np.concatenate([[0], np.cumsum(is_kept)])
    return CSR(rows.values[is_kept], rows.columns[is_kept], kept_before[rows.starts].astype(rows.starts.dtype))


def _frozen(chunk: Chunk) -> Chunk:
    return chunk._replace(block=frozen_block(chunk.block))


def _labels_of(path: str) -> np.ndarray:
    (source,) = sources_of(path)
    with reading(source) as stream:
        return read_labels(stream, source.name, format_of([source]))


def _spooled(source: Source) -> Source:
    """Standard input as a file that can be read again, for as long as somebody can ask for it."""
    folder = tempfile.mkdtemp(prefix="rosenblatt-")
    path = Path(folder) / "input"

    def again() -> IO[bytes]:
        return path.open("rb")

    weakref.finalize(again, shutil.rmtree, folder, ignore_errors=True)
    stream = source.open()
    try:
        with path.open("wb") as kept:
            shutil.copyfileobj(stream, kept)
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()
    return source._replace(open=again, stamp=(path.stat().st_size, 0))


def examples_of(X: Any, y: Any, reading: dict[str, Any] | None = None) -> tuple[Any, Any, list[str] | None]:
    """Examples and labels as given, or those of a file, with the names of its columns."""
    if y is not None:
        return X, y, None
    if not isinstance(X, str | os.PathLike):
        raise DataError("y must be given with X, one label a row; or X must be a file or sample:NAME.")
    return read(X, **(reading or {})).table()
