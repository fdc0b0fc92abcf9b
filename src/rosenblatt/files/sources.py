"""Where data comes from: a file, a folder, a pattern, standard input, or a path that pyarrow's filesystems know.

Compressed files (.gz .bz2 .xz .zst) are read as what they hold.
"""

import bz2
import glob
import gzip
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from rosenblatt.errors import DataError

STANDARD_INPUT = "-"
COMPRESSIONS = (".gz", ".bz2", ".xz", ".zst")


class Source(NamedTuple):
    """One file: what it is called, how it is opened, and what tells it from another of that name."""

    name: str
    open: Callable[[], IO[bytes]]  # its bytes, decompressed
    suffix: str  # of the name, without that of the compression
    stamp: tuple[int, int] | None  # size and time of its last change; None where it can be read once only
    path: Path | None = None  # where it lies on a disk, not compressed

    @property
    def is_lasting(self) -> bool:
        """Whether it can be read again."""
        return self.stamp is not None


def sources_of(data: str | os.PathLike[str]) -> list[Source]:
    """The files that a path names, in sorted order; or a DataError."""
    if not isinstance(data, str | os.PathLike):
        raise DataError(f"DATA must be the path of a file; got {data!r}.")
    name = os.fspath(data)
    if name == STANDARD_INPUT:
        return [Source("standard input", lambda: sys.stdin.buffer, "", None)]
    if "://" in name:
        return _remote(name)
    path = Path(name).expanduser()
    if path.is_dir():
        names = sorted(str(file) for file in path.iterdir() if file.is_file() and not file.name.startswith((".", "_")))
        if not names:
            raise DataError(f"DATA must be a file or a folder of files; {name} is a folder without any.")
    elif path.exists() or not glob.has_magic(name):
        names = [str(path)]
    else:
        names = sorted(file for file in glob.glob(str(path), recursive=True) if os.path.isfile(file))
        if not names:
            raise DataError(f"DATA must be a file, or a pattern that files have; none is like {name!r}.")
    return [_local(file) for file in names]


@contextmanager
def reading(source: Source) -> Iterator[IO[bytes]]:
    """The bytes of a file, closed in the end; what goes wrong is a DataError with its name."""
    try:
        stream = source.open()
        try:
            yield stream
        finally:
            if source.is_lasting:
                stream.close()
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise DataError(f"{source.name} must be whole compressed data; it is damaged or cut off: {error}.") from error
    except OSError as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{source.name} cannot be read: {error.strerror or error}.") from error


def _local(name: str) -> Source:
    path = Path(name)
    try:
        found = path.stat()
    except OSError as error:
        raise DataError(f"DATA must be a file, a folder or sample:NAME; {name!r}: {error.strerror}.") from error
    if not os.access(path, os.R_OK):
        raise DataError(f"DATA must be a file that can be read; {name!r} cannot: is it yours?")
    stamp = (found.st_size, found.st_mtime_ns) if path.is_file() else None  # a pipe can be read once
    compression = path.suffix.lower() if path.suffix.lower() in COMPRESSIONS else ""
    suffix = (path.with_suffix("").suffix if compression else path.suffix).lower()
    plain = path if not compression and stamp is not None else None
    return Source(name, lambda: _opened(path, compression), suffix, stamp, plain)


def _opened(path: Path, compression: str) -> IO[bytes]:
    match compression:
        case ".gz":
            return gzip.open(path)  # type: ignore[return-value]
        case ".bz2":
            return bz2.open(path)
        case ".xz":
            return lzma.open(path)
        case ".zst":
            from pyarrow import input_stream

            return input_stream(path, compression="zstd")  # type: ignore[no-any-return]
    return path.open("rb")


def _remote(uri: str) -> list[Source]:
    """By pyarrow: s3://, gs://, hdfs:// and what else it was built with."""
    from pyarrow import ArrowException
    from pyarrow.fs import FileSelector, FileSystem, FileType

    try:
        system, path = FileSystem.from_uri(uri)
        found = system.get_file_info(path)
        files: list[Any] = [found]
        if found.type == FileType.Directory:
            inside = system.get_file_info(FileSelector(path, recursive=False))
            files = sorted((info for info in inside if info.type == FileType.File), key=lambda info: info.path)
        if found.type == FileType.NotFound or not files:
            raise DataError(f"DATA must be a file or a folder of files; there is none at {uri!r}.")
    except (ArrowException, OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"DATA must be a path that can be reached; {uri!r} cannot: {error}.") from error
    return [_remote_file(system, info) for info in files]


def _remote_file(system: Any, info: Any) -> Source:
    name = Path(info.path)
    compression = name.suffix.lower() if name.suffix.lower() in COMPRESSIONS else ""
    suffix = (name.with_suffix("").suffix if compression else name.suffix).lower()
    stamp = int(info.size or 0), int(info.mtime_ns or 0)
    return Source(info.path, lambda: system.open_input_stream(info.path, compression="detect"), suffix, stamp)
