"""Data sources: a file, a folder, a pattern, standard input, or a path that pyarrow's filesystems know.

Compressed files (.gz .bz2 .xz .zst, or by how they begin) are read as what they hold.
"""

import bz2
import glob
import gzip
import io
import lzma
import os
import re
import shutil
import sys
import tempfile
import weakref
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

from rosenblatt.errors import DataError

STANDARD_INPUT = "-"
COMPRESSIONS = {  # by suffix, with the first bytes
    ".gz": re.compile(rb"\x1f\x8b\x08"),
    ".bz2": re.compile(rb"BZh[1-9](1AY&SY|\x17rE8P\x90)"),  # blocks, or none
    ".xz": re.compile(rb"\xfd7zXZ\x00"),
    ".zst": re.compile(rb"\x28\xb5\x2f\xfd"),
}
LOOKED_AT = 10  # bytes, to know them


class Source(NamedTuple):
    """One file: its name, a function that opens it, and a key that identifies its content."""

    name: str
    open: Callable[[], IO[bytes]]  # its bytes, decompressed
    suffix: str  # of the name, without that of the compression
    stamp: tuple[int, int] | None  # size and time of its last change; None where it can be read once only
    place: Path | None = None  # where it lies on a disk

    @property
    def path(self) -> Path | None:
        """Path on disk if the file is not compressed, as its first bytes show."""
        if self.place is None or _suffixes(self.place)[0]:
            return None
        with _telling(self.name), self.place.open("rb") as stream:
            return None if _compression(stream.read(LOOKED_AT)) else self.place

    @property
    def is_lasting(self) -> bool:
        """Return True if the source can be read again."""
        return self.stamp is not None


@dataclass(frozen=True)
class FilePart(os.PathLike[str]):
    """Part of a file, as ``parts_of`` plans it. A reader takes it in place of a path.

    name: file as sentences name it.
    path: absolute path of the file, or the URI of a file or folder, or ``sample:NAME``.
    number, count: number of the part, from 1 on, and number of parts of the file.
    first, last: first byte of text or row group of Parquet, and the one after the last.
    size: bytes of the part; compressed bytes of Parquet.
    file_size: bytes of the file.
    header: row of column names that is read before the part.
    """

    name: str
    path: str
    format: str
    number: int
    count: int
    first: int
    last: int
    size: int
    file_size: int
    header: bytes = b""

    def __fspath__(self) -> str:
        """Return a name for sentences, which also tells the parts of a file from each other."""
        if self.count == 1:
            return self.name
        unit = "row groups" if self.format == "parquet" else "bytes"
        return f"{self.name} (part {self.number} of {self.count}, {unit} {self.first} to {self.last})"

    def __str__(self) -> str:
        return os.fspath(self)

    def source(self) -> Source:
        """Return a source of this part alone, or raise a DataError if the file is not as it was."""
        if self.format == "sample":
            return Source(self.name, lambda: archived_sample(self.name), ".npz", (self.size, 0))
        whole = next((one for one in sources_of(self.path) if one.name in (self.path, self.name)), None)
        size, time = (whole and whole.stamp) or (0, 0)
        if whole is None or size != self.file_size:
            raise DataError(
                f"{self.name} must have {self.file_size:,} bytes on every machine, as when it was cut into parts; "
                f"it has {size:,}: copy it again."
            )
        if self.count == 1:
            return whole._replace(name=self.name)
        return Source(os.fspath(self), self.open, whole.suffix, (self.size, time))

    def open(self) -> IO[bytes]:
        """Open the part of a file on disk."""
        if self.format == "parquet":
            return _RowGroups(self.path, range(self.first, self.last))
        return Slice(self.path, self.first, self.last, self.header)  # type: ignore[return-value]


class Slice:
    """Stream of a header and some bytes of a file."""

    def __init__(self, path: str, first: int, last: int, header: bytes = b"") -> None:
        self._header, self._left = header, last - first
        self._stream = open(path, "rb")  # noqa: SIM115 (closed with this stream)
        self._stream.seek(first)

    def read(self, size: int = -1) -> bytes:
        """Return about ``size`` bytes, at least one except at the end."""
        header, self._header = self._header, b""
        data = self._stream.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(data)
        return header + data if header else data

    def close(self) -> None:
        self._stream.close()


class _RowGroups(io.BufferedReader):
    """Parquet file of which some row groups are read."""

    def __init__(self, path: str, row_groups: range) -> None:
        super().__init__(io.FileIO(path))
        self.row_groups = list(row_groups)


def archived_sample(name: str) -> io.BytesIO:
    """Return a bundled set as an .npz file. name: ``sample:NAME``."""
    import numpy as np

    from rosenblatt.data.samples import sample

    table, file = sample(name.partition(":")[2]), io.BytesIO()
    np.savez(file, X=table.X, y=table.y)
    file.seek(0)
    return file


@dataclass(frozen=True)
class FileList(os.PathLike[str]):
    """Several paths in place of one: their files are read one after another."""

    paths: tuple[str, ...]

    def __fspath__(self) -> str:
        return " ".join(self.paths)


def sources_of(data: str | os.PathLike[str], what: str = "DATA must be") -> list[Source]:
    """List the files of a path in sorted order, or raise a DataError. what: the beginning of its sentence."""
    if not isinstance(data, str | os.PathLike):
        raise DataError(f"{what} the path of a file; got {data!r}.")
    if isinstance(data, FilePart):
        return [data.source()]
    if isinstance(data, FileList):
        return [source for path in data.paths for source in sources_of(path, what)]
    name = os.fspath(data)
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise DataError(f"{what} a file where standard input is closed; got {name!r}.")
        return [Source("standard input", lambda: _once(sys.stdin.buffer, "standard input"), "", None)]
    if "://" in name:
        return _remote(name, what)
    path = Path(name).expanduser()
    if path.is_dir():
        names = sorted(str(file) for file in path.iterdir() if file.is_file() and not file.name.startswith((".", "_")))
        if not names:
            raise DataError(f"{what} a file or a folder of files; {name} is a folder without any.")
    elif path.exists() or not glob.has_magic(name):
        names = [str(path)]
    else:
        names = sorted(file for file in glob.glob(str(path), recursive=True) if os.path.isfile(file))
        if not names:
            raise DataError(f"{what} a file, or a pattern that files have; none is like {name!r}.")
    return [_local(file, what) for file in names]


@contextmanager
def reading(source: Source) -> Iterator[IO[bytes]]:
    """Open a file and close it in the end. Errors become a DataError with its name."""
    with _telling(source.name):
        stream = source.open()
        try:
            yield stream
        finally:
            if source.is_lasting:
                stream.close()


@contextmanager
def _telling(name: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise DataError(f"{name} must be whole compressed data; it is damaged or cut off: {error}.") from error
    except OSError as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{name} cannot be read: {error.strerror or error}.") from error


def _local(name: str, what: str) -> Source:
    path = Path(name)
    try:
        stat = path.stat()
    except OSError as error:
        raise DataError(f"{what} a file, a folder or sample:NAME; {name!r}: {error.strerror}.") from error
    if not os.access(path, os.R_OK):
        raise DataError(f"{what} a file that can be read; {name!r} cannot: is it yours?")
    stamp = (stat.st_size, stat.st_mtime_ns) if path.is_file() else None  # a pipe can be read once
    compression, suffix = _suffixes(path)
    if stamp is None:
        return Source(name, lambda: _once(path.open("rb"), name, compression), suffix, None)
    return Source(name, lambda: _opened(path, compression), suffix, stamp, path)


def _opened(path: Path, compression: str) -> IO[bytes]:
    """Open a file decompressed. The first bytes tell the compression if the suffix does not."""
    if not compression:
        stream = path.open("rb")
        compression = _compression(stream.peek(LOOKED_AT))
        if not compression:
            return stream
        stream.close()
    return _unpacked(path, compression)


def _suffixes(path: Path) -> tuple[str, str]:
    """Suffix of the compression, if any, and of the compressed file."""
    last = path.suffix.lower()
    return (last, path.with_suffix("").suffix.lower()) if last in COMPRESSIONS else ("", last)


def _compression(beginning: bytes) -> str:
    """Compression of a file by its first bytes."""
    return next((suffix for suffix, magic in COMPRESSIONS.items() if magic.match(beginning)), "")


def _unpacked(packed: Path | IO[bytes], compression: str) -> IO[bytes]:
    match compression:
        case ".gz":
            return gzip.open(packed)  # type: ignore[return-value]
        case ".bz2":
            return bz2.open(packed)
        case ".xz":
            return lzma.open(packed)
    from pyarrow import input_stream

    return input_stream(packed, compression="zstd")  # type: ignore[no-any-return]


def _once(stream: Any, name: str, compression: str = "") -> IO[bytes]:
    """Open a pipe or standard input decompressed."""
    compression = compression or _compression(stream.peek(LOOKED_AT))
    return _Unpacked(stream, name, compression) if compression else stream  # type: ignore[return-value]


class _Unpacked:
    """Decompressed stream of a pipe. Errors become a DataError with its name."""

    def __init__(self, packed: IO[bytes], name: str, compression: str) -> None:
        self._packed, self._name, self._stream = packed, name, _unpacked(packed, compression)

    def read(self, size: int) -> bytes:
        with _telling(self._name):
            return self._stream.read(size)

    def close(self) -> None:
        self._stream.close()
        if self._packed is not getattr(sys.stdin, "buffer", None):
            self._packed.close()


def spooled(source: Source) -> Source:
    """Store standard input or a pipe as a temporary file that can be read again."""
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


def _remote(uri: str, what: str) -> list[Source]:
    """Open through pyarrow: s3://, gs://, hdfs:// and others it was built with."""
    from pyarrow import ArrowException
    from pyarrow.fs import FileSelector, FileSystem, FileType

    try:
        system, path = FileSystem.from_uri(uri)
        entry = system.get_file_info(path)
        files: list[Any] = [entry]
        if entry.type == FileType.Directory:
            inside = system.get_file_info(FileSelector(path, recursive=False))
            files = sorted((info for info in inside if info.type == FileType.File), key=lambda info: info.path)
        if entry.type == FileType.NotFound or not files:
            raise DataError(f"{what} a file or a folder of files; there is none at {uri!r}.")
    except (ArrowException, OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        reason = [*str(error).strip().splitlines(), type(error).__name__][0].rstrip(".")
        raise DataError(f"{what} a path that can be reached; {uri!r} cannot: {reason}.") from error
    return [_remote_file(system, info) for info in files]


def _remote_file(system: Any, info: Any) -> Source:
    compression, suffix = _suffixes(Path(info.path))
    stamp = int(info.size or 0), int(info.mtime_ns or 0)

    def opened() -> IO[bytes]:
        codec = compression
        if not codec:
            with system.open_input_stream(info.path, compression=None) as stream:
                codec = _compression(stream.read(LOOKED_AT))
        stream = system.open_input_stream(info.path, compression=None)
        return _unpacked(stream, codec) if codec else stream

    return Source(info.path, opened, suffix, stamp)
