"""Parquet and Arrow files (also Feather) as batches of columns, with the types of the file.

An Arrow file is a stream of batches with a mark before and an index after it, so both are read as streams.
"""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import IO, Any

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import Column, distinct_names
from rosenblatt.files.encoding.values import SAMPLE, Part, check_values, natural_kind

ARROW_FILE, PARQUET, OLD_FEATHER = b"ARROW1\0\0", b"PAR1", b"FEA1"
ROWS = 8192  # of Parquet, at a time
BUFFER = 2**16  # bytes a column of Parquet; buffered before, or read by threads, whole groups of rows would be held


Read = Callable[[list[str]], Iterator[Any]]  # the batches of some columns

PANDAS_INDEX = "__index_level_"  # how the columns begin that pandas writes for the names of its rows


class ArrowFile:
    """Parquet file, Arrow file or Arrow stream, read up to its first batch."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self.name, self.guessed, self.notes = name, dict[str, Any](), dict[str, str]()
        start = stream.read(8)
        if start[:4] == OLD_FEATHER:
            raise DataError(f"{name} must be Parquet, Arrow or Feather version 2; got version 1: write it again.")
        opened = _parquet if start[:4] == PARQUET else _arrow
        self._first: Any = None
        self._read: Read
        self._read_head: Read  # can be asked again
        self.names: list[str] = []
        self.written: list[str] = []
        with self._reading():
            if start:
                self._first, self._read, self._read_head = opened(start, stream)
            if self._first is not None:
                self.written = [name for name in self._first.schema.names if not name.startswith(PANDAS_INDEX)]
                self._first = _distinct(self._first)
                self.names = [name for name in self._first.schema.names if not name.startswith(PANDAS_INDEX)]
        if not self.names:
            raise DataError(f"{name} must have at least one row; it is empty.")
        self.last = self.names[-1]

    def natural(self, column: str) -> Column:
        return natural_kind(self.name, column, self._first.column(column))

    def sample(self, column: str, n_rows: int = SAMPLE) -> Any:
        """First values of a column; a dictionary column is decoded."""
        import pyarrow as pa

        batches = [self._first]
        if self._first.num_rows < n_rows:
            with self._reading():
                batches = _beginning(self._read_head([column]), n_rows)
        values = [batch.column(column) for batch in batches]
        plain = [one.dictionary_decode() if pa.types.is_dictionary(one.type) else one for one in values]
        return pa.chunked_array(plain).slice(0, n_rows)

    def check(self, column: Column) -> None:
        check_values(self.name, column, self._first.column(column.name))

    def parts(self, columns: list[Column]) -> Iterator[Part]:
        """Yield the rows in parts."""
        row = 1
        with self._reading():
            for batch in self._read([column.name for column in columns]):
                yield Part(batch, self._places(row))
                row += batch.num_rows

    def _places(self, first: int) -> Callable[[int], str]:
        return lambda row: f"{self.name} row {first + row}"

    @contextmanager
    def _reading(self) -> Iterator[None]:
        import pyarrow as pa

        try:
            yield
        except DataError:  # of the stream
            raise
        except MemoryError as error:  # a damaged file may ask for any number of bytes
            raise DataError(f"{self.name} must be a whole Parquet or Arrow file; it wants too much memory.") from error
        except (pa.ArrowException, OSError, EOFError, ValueError, OverflowError) as error:  # ValueError: of names
            reason = [*str(error).strip().splitlines(), type(error).__name__][0].rstrip(".")
            raise DataError(f"{self.name} must be a whole Parquet or Arrow file: {reason}.") from error


def _parquet(start: bytes, stream: IO[bytes]) -> tuple[Any, Read, Read]:
    """Open a Parquet file. Its index is at the end, so a stream that cannot seek is copied to a temporary file."""
    from pyarrow import parquet

    groups = getattr(stream, "row_groups", None)  # those of a part of a file, else all
    copy = None
    if not stream.seekable():
        copy = tempfile.TemporaryFile()  # noqa: SIM115
        copy.write(start)
        shutil.copyfileobj(stream, copy)
        stream = copy
    stream.seek(0)
    file = parquet.ParquetFile(stream, buffer_size=BUFFER, pre_buffer=False)
    if copy is not None:
        weakref.finalize(file, copy.close)

    def read(names: list[str] | None = None) -> Iterator[Any]:
        own = file.schema_arrow.names
        has_twice = len(set(own)) < len(own)
        columns = None if has_twice else names
        batches = file.iter_batches(ROWS, groups, columns, use_threads=False)
        read = (_valid(batch) for batch in batches if batch.num_rows)
        return (_distinct(batch).select(names) for batch in read) if has_twice and names else read

    return next(read(), None), read, read


def _arrow(start: bytes, stream: IO[bytes]) -> tuple[Any, Read, Read]:
    import pyarrow as pa

    opened = pa.PythonFile(_Prefixed(b"" if start == ARROW_FILE else start, stream), mode="r")
    read = (_valid(batch) for batch in pa.ipc.open_stream(opened) if batch.num_rows)
    head = _beginning(read, SAMPLE)

    def read_from(batches: Iterable[Any]) -> Read:
        return lambda names: (_distinct(batch).select(names) for batch in batches)

    return next(iter(head), None), read_from(chain(head, read)), read_from(head)


def _distinct(batch: Any) -> Any:
    """Rename the columns of a batch so that names are distinct."""
    names = distinct_names(batch.schema.names)
    return batch if names == batch.schema.names else type(batch).from_arrays(batch.columns, names=names)


def _beginning(batches: Iterator[Any], n_rows: int) -> list[Any]:
    """First batches, up to the one that holds row ``n_rows``."""
    taken, count = [], 0
    for batch in batches:
        taken.append(batch)
        count += batch.num_rows
        if count >= n_rows:
            break
    return taken


def _valid(batch: Any) -> Any:
    """Check that strings are text and offsets are valid: wrong offsets would crash the process."""
    batch.validate(full=True)
    return batch


class _Prefixed:
    """Stream preceded by the bytes that were read to detect its format."""

    def __init__(self, start: bytes, stream: IO[bytes]) -> None:
        self._start, self._stream, self.closed = start, stream, False

    def read(self, size: int) -> bytes:
        taken, self._start = self._start[:size], self._start[size:]
        return taken + self._stream.read(size - len(taken))

    def close(self) -> None:
        self.closed = True
