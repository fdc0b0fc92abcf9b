"""File output: atomic files, and writers of formats that are not text tables.

Writers of LIBSVM, VW and .npz take chunks of rows; those of Parquet and Arrow take batches of columns; ``raw_tables``
has CSV and JSON lines. Numbers are written in the fewest digits from which the same double is read again.
"""

import bz2
import gzip
import lzma
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

import numpy as np

from rosenblatt.conventions import TABLES
from rosenblatt.data.blocks import Block, dense_slice
from rosenblatt.data.chunks import Chunk, joined
from rosenblatt.errors import DataError, OptionError, option
from rosenblatt.files.archives import new_file
from rosenblatt.files.formats.detect import BY_SUFFIX
from rosenblatt.files.sources import COMPRESSIONS
from rosenblatt.loops.rows import CSR, Dense

ROWS = ("libsvm", "vw", "npz")  # formats that hold features; the others that are written hold columns
WRITTEN = (*TABLES, *ROWS)
PACKED = ("parquet", "npz")  # formats that are compressed already
ROWS_A_GROUP, BYTES_A_GROUP = 2**17, 2**25  # of Parquet: as much is kept until it is written
AT_ONCE = 2**19  # numbers converted to text at a time


class Target(NamedTuple):
    """File to be written."""

    path: Path
    format: str
    compression: str  # a suffix, or nothing


class Writer(Protocol):
    """Interface of a writer: takes rows, is finished, and is always closed."""

    def write(self, rows: Any) -> None: ...

    def finish(self) -> None: ...

    def close(self) -> None: ...


def target_of(path: str | os.PathLike[str], *, force: bool = False) -> Target:
    """Target for a file name, or an OptionError if it cannot or must not be written."""
    if not isinstance(path, str | os.PathLike):
        raise OptionError(f"TARGET must be the path of a file; got {path!r}.")
    name = os.fspath(path)
    file = Path(name).expanduser()
    last = file.suffix.lower()
    compression = last if last in COMPRESSIONS else ""
    suffix = file.with_suffix("").suffix.lower() if compression else last
    format = BY_SUFFIX.get(suffix, "")
    if format not in WRITTEN or "://" in name:
        known = ", ".join(suffix for suffix, format in BY_SUFFIX.items() if format in WRITTEN)
        raise OptionError(
            f"TARGET must be a file on a disk that ends in {known}, or in one of these and {' '.join(COMPRESSIONS)}; "
            f"got {name!r}."
        )
    if compression and format in PACKED:
        raise OptionError(f"TARGET must not be compressed twice, and {format} is; got {name!r}: leave {last} out.")
    if not file.absolute().parent.is_dir():
        raise OptionError(f"TARGET must be in a folder that is there; {name!r} is not.")
    if file.is_dir():
        raise OptionError(f"TARGET must be a file; {name!r} is a folder.")
    if file.exists() and not force:
        force_it = option("force", True)
        raise OptionError(f"TARGET must be a new file; {name!r} is there: {force_it} writes over it, or name another.")
    return Target(file.resolve(), format, compression)


@contextmanager
def writing(target: Target) -> Iterator[IO[bytes]]:
    """Open a stream whose file appears once all is written. An error leaves nothing behind."""
    with new_file(target.path) as file, _packing(file, target.compression) as stream:
        yield stream


def _packing(file: IO[bytes], compression: str) -> AbstractContextManager[Any]:
    """Open a compressing stream. Closing it leaves the file open."""
    match compression:
        case ".gz":
            return gzip.GzipFile("", "wb", fileobj=file, mtime=0)  # the same bytes, whenever it is written
        case ".bz2":
            return bz2.BZ2File(file, "wb")
        case ".xz":
            return lzma.LZMAFile(file, "wb")
        case ".zst":
            from pyarrow import CompressedOutputStream

            return CompressedOutputStream(_Unclosed(file), "zstd")  # type: ignore[no-any-return]
    return nullcontext(file)


class _Unclosed:
    """File that pyarrow cannot close, since it must still be synced."""

    def __init__(self, file: IO[bytes]) -> None:
        self.write, self.flush, self.tell = file.write, file.flush, file.tell
        self.closed = False

    def close(self) -> None:
        self.closed = True


class _TextOfRows:
    """Common part of LIBSVM and VW: one line per row, a label and then its entries."""

    bar = " "  # between label and entries

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream, self._name, self._n_rows = stream, name, 0

    def write(self, rows: Chunk) -> None:
        for part in _parts(rows):
            self._write(part.labels, _entries(part.block))

    def close(self) -> None:
        pass

    def _write(self, labels: Any, rows: CSR) -> None:
        """Write lines without the last line end, which is written before the next line."""
        import pyarrow as pa
        from pyarrow import compute

        self._check_finite(rows)
        entries = self._entries(rows.columns, rows.values)
        listed = pa.ListArray.from_arrays(pa.array(rows.starts - rows.starts[0], pa.int32()), entries)
        lines = compute.binary_join_element_wise(label_texts(labels), compute.binary_join(listed, " "), self.bar)
        self._stream.write(b"\n" if self._n_rows else b"")
        self._stream.write(joined_texts(compute.ascii_rtrim(lines, " "), "\n"))
        self._n_rows += len(lines)

    def _entries(self, columns: np.ndarray, values: np.ndarray) -> Any:
        raise NotImplementedError

    def _check_finite(self, rows: CSR) -> None:
        bad = np.flatnonzero(~np.isfinite(rows.values))
        if len(bad):
            row = self._n_rows + int(np.searchsorted(rows.starts, bad[0], "right"))
            raise DataError(
                f"{self._name} must hold finite numbers; got {rows.values[bad[0]]} in row {row}, column "
                f"{int(rows.columns[bad[0]]) + 1}: replace it."
            )


class LibsvmWriter(_TextOfRows):
    """Writer of ``label index:value …``, counted from 1. Zeros of dense rows are omitted, stored zeros kept."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        super().__init__(stream, name)
        self._width = self._highest = 0

    def write(self, rows: Chunk) -> None:
        self._width = max(self._width, rows.block.n_features)
        super().write(rows)

    def finish(self) -> None:
        """Write the last column explicitly in the last row if it is zero in all rows."""
        self._stream.write(b"\n" if self._highest == self._width else f" {self._width}:0\n".encode())

    def _entries(self, columns: np.ndarray, values: np.ndarray) -> Any:
        import pyarrow as pa
        from pyarrow import compute

        self._highest = max(self._highest, int(columns.max(initial=-1)) + 1)
        indices = pa.array(columns.astype(np.int64) + 1).cast(pa.string())
        return compute.binary_join_element_wise(indices, number_texts(values), ":")


class VowpalWriter(_TextOfRows):
    """Writer of ``label | name:value …``; a value of 1 is omitted.

    names: names of the features, ``namespace^name``; by default their numbers, from 1.
    first_row: number of features that the first line names, zeros included, so that reading finds them in order.
    """

    bar = " | "

    def __init__(self, stream: IO[bytes], name: str, names: list[str] | None = None, first_row: int = 0) -> None:
        super().__init__(stream, name)
        self._first_row = first_row
        parts = [name.partition("^") for name in names or ()]
        if any(namespace for namespace, _, _ in parts):
            self.bar = " "  # each feature has its own
            self._names = [f"|{namespace} {name}" for namespace, _, name in parts]
        else:
            self._names = [name for _, _, name in parts]

    def write(self, rows: Chunk) -> None:
        if self._first_row:
            values = dense_slice(rows.block, 0, 1)[0]
            values = np.concatenate([values, np.zeros(self._first_row - len(values))])
            columns, self._first_row = np.arange(self._first_row), 0
            self._write(
                None if rows.labels is None else rows.labels[:1], CSR(values, columns, np.array([0, len(columns)]))
            )
            rows = rows.part(1, rows.n_rows)
        if rows.n_rows:
            super().write(rows)

    def finish(self) -> None:
        self._stream.write(b"\n")

    def _entries(self, columns: np.ndarray, values: np.ndarray) -> Any:
        import pyarrow as pa
        from pyarrow import compute

        if self._names:
            names = pa.array(self._names, pa.string()).take(pa.array(columns))
        else:
            names = pa.array(columns.astype(np.int64) + 1).cast(pa.string())
        numbers = compute.binary_join_element_wise(":", number_texts(values), "")
        return compute.binary_join_element_wise(names, compute.if_else(pa.array(values == 1.0), "", numbers), "")


class NpzWriter:
    """Writer of X, or of the parts of a CSR matrix as SciPy saves them, with y and the feature names, if any.

    The format stores the length of an array first, so all rows are kept until the end.
    """

    def __init__(self, stream: IO[bytes], features: list[str] | None = None) -> None:
        self._stream, self._features, self._chunks = stream, features, list[Chunk]()

    def write(self, rows: Chunk) -> None:
        self._chunks.append(rows)

    def finish(self) -> None:
        whole = joined(self._chunks)
        arrays: dict[str, Any] = {"y": whole.labels}
        if self._features is not None:
            arrays["features"] = np.array(self._features)
        rows, shape = whole.block.rows, (whole.block.n_rows, whole.block.n_features)
        if isinstance(rows, Dense):
            arrays["X"] = rows.values
        else:
            used = slice(int(rows.starts[0]), int(rows.starts[-1]))
            arrays |= {"data": rows.values[used], "indices": rows.columns[used], "indptr": rows.starts - rows.starts[0]}
            arrays |= {"shape": np.array(shape), "format": np.array(b"csr")}
        np.savez(self._stream, **arrays)

    def close(self) -> None:
        self._chunks = []


class ParquetWriter:
    """Writer of row groups of moderate size: fast to read, and not too large for memory."""

    def __init__(self, stream: IO[bytes], schema: Any) -> None:
        from pyarrow import parquet

        self._file, self._schema = parquet.ParquetWriter(stream, schema), schema
        self._waiting: list[Any] = []

    def write(self, rows: Any) -> None:
        self._waiting.append(rows)
        n_rows, size = sum(rows.num_rows for rows in self._waiting), sum(rows.nbytes for rows in self._waiting)
        if n_rows >= ROWS_A_GROUP or size >= BYTES_A_GROUP:
            self._write_group()

    def finish(self) -> None:
        if self._waiting:
            self._write_group()

    def close(self) -> None:
        self._file.close()

    def _write_group(self) -> None:
        import pyarrow as pa

        table = pa.Table.from_batches(self._waiting, self._schema)
        self._file.write_table(table, row_group_size=table.num_rows)
        self._waiting = []


class ArrowWriter:
    """Writer of Arrow files (Feather version 2)."""

    def __init__(self, stream: IO[bytes], schema: Any) -> None:
        import pyarrow as pa

        self._file = pa.ipc.new_file(stream, schema)

    def write(self, rows: Any) -> None:
        self._file.write_batch(rows)

    def finish(self) -> None:
        pass

    def close(self) -> None:
        self._file.close()


def number_texts(values: Any) -> Any:
    """Write numbers in the fewest digits that give the same double."""
    import pyarrow as pa

    return pa.array(values).cast(pa.float64()).cast(pa.string())


def label_texts(labels: Any) -> Any:
    """Write numeric labels as text; truth values as 0 and 1."""
    import pyarrow as pa

    if labels.dtype.kind == "f":
        return number_texts(labels + 0.0)  # −0.0 is the label 0
    return pa.array(labels.astype(np.uint8) if labels.dtype.kind == "b" else labels).cast(pa.string())


def joined_texts(texts: Any, between: str) -> Any:
    """Join texts into bytes."""
    import pyarrow as pa
    from pyarrow import compute

    listed = pa.ListArray.from_arrays(pa.array([0, len(texts)], pa.int32()), texts)
    return compute.binary_join(listed, between)[0].as_buffer()


def _parts(chunk: Chunk) -> Iterator[Chunk]:
    """Split rows into parts small enough to become text."""
    numbers_a_row = max(1, -(-chunk.block.stored_numbers // chunk.n_rows))
    step = max(1, AT_ONCE // numbers_a_row)
    for first in range(0, chunk.n_rows, step):
        yield chunk.part(first, min(chunk.n_rows, first + step))


def _entries(block: Block) -> CSR:
    """Nonzero entries of rows; −0.0 counts as zero in dense rows."""
    if isinstance(block.rows, CSR):
        return block.rows
    values = block.rows.values
    is_kept = (values != 0) | np.signbit(values)
    at, columns = np.nonzero(is_kept)
    starts = np.concatenate([[0], np.cumsum(np.bincount(at, minlength=block.n_rows))])
    return CSR(values[is_kept], columns, starts)
