"""Tables in one or several files: a survey finds their encoding, then their rows are encoded.

The survey is a pass over all files. Its batches are stored for the next pass, so that a table is parsed once; a table
of more than MAX_CACHED_BYTES is parsed twice.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from rosenblatt.data.blocks import frozen_block
from rosenblatt.data.chunks import Chunk
from rosenblatt.files.formats.text_lines import on_all_cores
from rosenblatt.files.read_options import OF_COLUMNS, OF_ENCODING, OF_TEXT, ReadOptions
from rosenblatt.files.sources import Source, reading

EncodedBatch = tuple[Chunk, dict[str, Any], dict[str, Any]]  # rows, the columns that name them, unseen categories

MAX_CACHED_BYTES = 170e6  # bytes of a table that are kept from the survey to the next pass


class TableFiles:
    """Rows of tables.

    with_labels: the label column is read; without it, a table needs none.
    guessed: guesses of the survey.
    unused: columns that a model, or the first file, does not have.
    unseen: rows with categories unseen in training, in the current or last pass.
    """

    left_out = 0  # values of sparse features: tables have none

    def __init__(self, sources: list[Source], format: str, options: ReadOptions, *, with_labels: bool) -> None:
        self.guessed: dict[str, Any] = {}
        self.unused: list[str] = []
        self.unseen: dict[str, Any] = {}
        self._sources, self._format, self._options, self._with_labels = sources, format, options, with_labels
        self._encoding: Any = None
        self._kept: list[Any] = []  # batches of the survey
        self._read: list[Any] = []  # the tables of the last pass over the files

    @property
    def n_unlabelled(self) -> int:
        """Number of rows without a label that were left out, in the current or last pass."""
        return sum(table.n_unlabelled for table in self._read)

    @property
    def encoding(self) -> Any:
        """Encoding of the model, once set; else of the survey."""
        self.survey()
        return self._encoding

    @encoding.setter
    def encoding(self, encoding: Any) -> None:
        self._encoding = encoding

    def survey(self) -> None:
        """Find the encoding, if there is none, in one pass over all files. The first file defines the columns."""
        if self._encoding is not None:
            return
        from rosenblatt.files.encoding.survey import encoding_of

        with self._first_pass() as (table, batches):
            self._encoding = encoding_of(batches, table.schema, **self._survey_settings(table))

    def head(self) -> tuple[Any, dict[str, Any]]:
        """Schema of the table, from the first rows of the first file, and the settings of its survey."""
        if self._encoding is not None:
            return self._encoding.schema, {}
        with reading(self._sources[0]) as stream:
            table = self._batches(stream, self._sources[0].name)
            self.guessed.update(table.guessed)
            return table.schema, self._survey_settings(table)

    def _survey_settings(self, table: Any) -> dict[str, Any]:
        name, missing = self._sources[0].name, self._options.missing
        return {"name": name, "missing": missing, "any_target": table.any_target, **self._given(OF_ENCODING)}

    def raw_batches(self, schema: Any) -> Iterator[Any]:
        """Yield the rows as they are in the files, before they are encoded. schema: that of the first file."""
        self._read, self.unused = [], []
        for source in self._sources:
            with reading(source) as stream:
                yield from self._batches(stream, source.name, schema)

    def newcomers(self) -> Any:
        """Categories and labels that the encoding of a model lacks, found in one pass."""
        from rosenblatt.files.encoding.survey import newcomers

        with self._first_pass(self.encoding.schema) as (_, batches):
            return newcomers(batches, self.encoding, self._sources[0].name)

    def chunks_and_ids(self) -> Iterator[tuple[Chunk, dict[str, Any]]]:
        """Yield the rows from the beginning, with ID columns as pyarrow columns."""
        total: dict[str, Any] = {}
        self.unseen = total  # other passes may start before this one ends, so each has its own
        for chunk, ids, unseen in self._encoded_batches():
            for name, more in unseen.items():  # merged here by one thread, in row order
                before = total.setdefault(name, more._replace(n_rows=0))
                total[name] = before._replace(n_rows=before.n_rows + more.n_rows)
            yield chunk, ids

    def _encoded_batches(self) -> Iterator[EncodedBatch]:
        schema = self.encoding.schema
        if self._kept:
            kept, self._kept = self._kept, []
            batches = (kept.pop(0) for _ in range(len(kept)))  # each batch is released after use
            yield from on_all_cores(self._encoded, batches)
            return
        self._read, self.unused = [], []
        for source in self._sources:
            with reading(source) as stream:
                yield from map(self._encoded, self._batches(stream, source.name, schema))

    def _encoded(self, batch: Any) -> EncodedBatch:
        names = [column.name for column in self.encoding.schema.columns if column.kind == "id"]
        unseen: dict[str, Any] = {}
        block, labels = self.encoding.chunk(batch, unseen)
        return Chunk(frozen_block(block), labels), {name: batch.column(name) for name in names}, unseen

    def _batches(self, stream: IO[bytes], name: str, known: Any = None) -> Any:
        from rosenblatt.files.encoding.schema import Columns
        from rosenblatt.files.formats.tables import batches

        columns = Columns(**self._given(OF_COLUMNS))
        of_text = self._given(OF_TEXT)
        table = batches(stream, name, self._format, columns, known=known, labels=self._with_labels, **of_text)
        self._read.append(table)
        if known is not None:
            names = {*known.names, *self.unused}
            self.unused += [column for column in table.names if column not in names]
        return table

    def _given(self, names: tuple[str, ...]) -> dict[str, Any]:
        return {name: getattr(self._options, name) for name in names}

    @contextmanager
    def _first_pass(self, known: Any = None) -> Iterator[tuple[Any, Iterator[Any]]]:
        """First table, and the batches of all tables, which are stored on the way."""
        first, *others = self._sources
        self._read = []
        with reading(first) as stream:
            table = self._batches(stream, first.name, known)
            self.guessed.update(table.guessed)

            def every_batch() -> Iterator[Any]:
                yield from table
                for source in others:
                    with reading(source) as stream:
                        yield from self._batches(stream, source.name, table.schema)

            yield table, self._keeping(every_batch())

    def _keeping(self, batches: Iterator[Any]) -> Iterator[Any]:
        """Yield the batches of a survey, and store them for the next pass if they are small enough."""
        size, self._kept = 0, []
        for batch in batches:
            size += batch.nbytes
            if size <= MAX_CACHED_BYTES:
                self._kept.append(batch)
            else:
                self._kept = []
            yield batch
