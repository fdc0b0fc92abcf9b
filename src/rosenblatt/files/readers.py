"""Readers: any file as chunks of rows with their labels, as often as they are asked for."""

import hashlib
import json
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

import numpy as np

from rosenblatt.data.blocks import block_of, frozen_block, widened
from rosenblatt.data.chunks import Chunk, joined
from rosenblatt.data.samples import sample
from rosenblatt.data.tables import Table, matrix_of
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.arrays import idx_chunks, npy_chunks, npz_chunks, read_labels
from rosenblatt.files.formats import LOOKED_AT, TABLES, format_of
from rosenblatt.files.sources import Source, reading, sources_of

SAMPLE = "sample:"
PARSED = 1  # to be raised when the same file is parsed to other rows than before: then kept pages are of no use
MOST_KEPT = 170e6  # bytes of a table that are kept from the first pass to the second
ARRAYS = {"npy": npy_chunks, "npz": npz_chunks, "idx": idx_chunks}


@dataclass(frozen=True)
class ReadOptions:
    """How a file is to be read; what is None is guessed.

    format: csv, tsv, parquet, arrow, jsonl, libsvm, vw, npy, npz or idx.
    labels: a file of labels, for arrays that have none.
    target: the column of labels, by name or number from 1; the last, if it is not said.
    ignore, id, text, categorical: columns that are not used, that name rows, of free text, and of categories.
    header, delimiter, quote: of delimited text. missing: what becomes of missing values: mean, zero or drop.
    scale: of the numbers of tables: standard, maxabs, unit or none.
    hash_bits: hash categories and names to 2**hash_bits features. text_features: what text is cut into.
    zero_based: whether LIBSVM counts features from 0. n_features: how many of them there are.
    """

    format: str | None = None
    labels: str | None = None
    target: str | int | None = None
    ignore: tuple[str | int, ...] = ()
    id: tuple[str | int, ...] = ()
    text: tuple[str | int, ...] = ()
    categorical: tuple[str | int, ...] = ()
    header: bool | None = None
    delimiter: str | None = None
    quote: str | None = '"'
    missing: Any = None
    scale: Any = "none"
    hash_bits: int | None = None
    text_features: str = "chars3-5"
    zero_based: bool = False
    n_features: int | None = None


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
    """

    def __init__(
        self,
        data: str | os.PathLike[str],
        options: ReadOptions,
        encoding: Any = None,
        *,
        names: dict[str, int] | None = None,
        with_labels: bool = True,
    ) -> None:
        """names: the columns of a model's features, where they have names. with_labels: whether a table's are read."""
        self.options, self.encoding, self.with_labels = options, encoding, with_labels
        self.data, self._once = data, ""
        self.guessed: dict[str, Any] = {}
        self.sources: list[Source] = []
        self._kept: list[Any] = []  # what the first pass over a table has read, if it is not much
        self.names, self._grows = {} if names is None else names, names is None  # columns of the features of VW text
        self._table: Table | None = None
        if isinstance(data, str) and data.startswith(SAMPLE):
            self._table, self.format = sample(data.removeprefix(SAMPLE)), "sample"
            return
        self.sources = sources_of(data)
        if not self.sources[0].is_lasting:  # what is known by how it begins, and read more than once, is kept
            self.sources, self._once = [_spooled(self.sources[0])], uuid4().hex
        self.format = format_of(self.sources[0], _beginning(self.sources[0]), options.format)
        if options.format is None and not self.sources[0].suffix:
            self.guessed["format"] = self.format
        if options.labels is not None and self.format not in ARRAYS:
            raise OptionError(f"labels must be left out for {self.format}, which has its own; got {options.labels!r}.")
        self._given = None if options.labels is None else _labels_of(options.labels)
        if self.format in TABLES and encoding is None:
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
        told = (PARSED, os.fspath(self.data), self._once, files, self.options, encoding)
        return hashlib.sha256(repr(told).encode()).hexdigest()

    @property
    def size(self) -> int:
        """Bytes, as far as known."""
        return sum(source.stamp[0] for source in self.sources if source.stamp)

    def chunks(self) -> Iterator[Chunk]:
        """The rows from the beginning."""
        if self._table is not None:
            yield Chunk(block_of(self._table.X), self._table.y)
            return
        if self._kept:
            kept, self._kept = self._kept, []
            while kept:  # each goes when it has been used
                yield _frozen(self.encoding.chunk(kept.pop(0)))
            return
        width = 0
        for source in self.sources:
            with reading(source) as stream:
                for chunk in self._chunks_of(stream, source):
                    if width and chunk.block.n_features != width and not chunk.block.is_sparse:
                        found = f"{chunk.block.n_features}, and the files before it {width}"
                        raise DataError(f"{source.name} must have as many features as the others; it has {found}.")
                    width = max(width, chunk.block.n_features)
                    yield _frozen(chunk._replace(block=widened(chunk.block, width)))

    def table(self) -> Table:
        """All rows, in memory."""
        if self._table is not None:
            return self._table
        whole = joined(list(self.chunks()))
        if whole.labels is None:
            raise DataError(f"{self.sources[0].name} must have labels: --labels names a file of them.")
        names = self.features or [f"x{column}" for column in range(1, whole.block.n_features + 1)]
        return Table(matrix_of(whole.block), whole.labels, names)

    def _chunks_of(self, stream: IO[bytes], source: Source) -> Iterator[Chunk]:
        options = self.options
        if self.format in TABLES:
            for batch in self._batches(stream, source.name, self.encoding.schema):
                yield self.encoding.chunk(batch)
        elif self.format in ARRAYS:
            yield from ARRAYS[self.format](stream, source.name, self._given)
        elif self.format == "vw":
            from rosenblatt.files.vowpal import vowpal_chunks

            yield from vowpal_chunks(
                stream, source.name, columns=self.names, grow=self._grows, hash_bits=options.hash_bits
            )
        else:
            from rosenblatt.files.libsvm import libsvm_chunks

            how = {"zero_based": options.zero_based, "n_features": options.n_features}
            yield from libsvm_chunks(stream, source.name, **how)  # type: ignore[arg-type]

    def _batches(self, stream: IO[bytes], name: str, known: Any = None) -> Any:
        from rosenblatt.files.columns import Columns
        from rosenblatt.files.tabular import batches

        said = ("target", "ignore", "id", "text", "categorical", "missing")
        columns = Columns(**{option: getattr(self.options, option) for option in said})
        how = {option: getattr(self.options, option) for option in ("header", "delimiter", "quote")}
        return batches(stream, name, self.format, columns, known=known, labels=self.with_labels, **how)

    def _new_encoding(self) -> Any:
        """Of the tables: all files are gone through, and the columns of the first are those of all."""
        from rosenblatt.files.surveys import encoding_of

        first, *others = self.sources
        with reading(first) as stream:
            table = self._batches(stream, first.name)
            self.guessed.update(table.guessed)

            def every_batch() -> Iterator[Any]:
                yield from table
                for source in others:
                    with reading(source) as stream:
                        yield from self._batches(stream, source.name, table.schema)

            how = {option: getattr(self.options, option) for option in ("scale", "hash_bits", "text_features")}
            return encoding_of(self._keeping(every_batch()), table.schema, self.options.missing, name=first.name, **how)

    def _keeping(self, batches: Iterator[Any]) -> Iterator[Any]:
        """The batches of the first pass; a second is spared where they are small enough to be kept."""
        size = 0
        for batch in batches:
            size += batch.nbytes
            if size <= MOST_KEPT:
                self._kept.append(batch)
            else:
                self._kept = []
            yield batch


def _frozen(chunk: Chunk) -> Chunk:
    return chunk._replace(block=frozen_block(chunk.block))


def _labels_of(path: str) -> np.ndarray:
    (source,) = sources_of(path)
    with reading(source) as stream:
        return read_labels(stream, source.name, format_of(source, _beginning(source)))


def _beginning(source: Source) -> bytes:
    with reading(source) as stream:
        return bytes(stream.read(LOOKED_AT))


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
