"""Archive: names, numbers, lists and arrays in one file, written atomically and checked when read.

The file is a line that names the format, the length of a JSON header, the header, the arrays one after another, and a
SHA-256 of all that. Reading runs no code, and takes no more memory than the file has bytes, except for the header: a
few bytes of JSON can become a Python object, and any bound on it would also exclude long lists of feature names.
"""

import errno
import fcntl
import glob
import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import numpy as np

from rosenblatt.errors import DataError, RosenblattError

ARRAY = "array"  # key in the header for an array: its place, type and shape
QUOTE = "'"  # prefix for keys of dicts that only look like an array
KINDS = "biufUS"
TYPE = re.compile(rf"[<|][{KINDS}][1-9]\d{{0,8}}")
MAX_DIMENSIONS = 8  # of an array; those that are written have one or two
TAG = "[0-9a-f]" * 32  # in the name of a partial file, as a pattern


def write_archive(path: str | os.PathLike[str], magic: bytes, tree: dict[str, Any]) -> None:
    """Write a tree of dicts, lists, plain values and arrays. An existing file stays until all is written."""
    arrays: list[np.ndarray] = []
    header = json.dumps(_plain(tree, arrays)).encode()
    digest = hashlib.sha256()
    with new_file(path) as file:
        for part in (magic, len(header).to_bytes(8, "little"), header, *(array.tobytes() for array in arrays)):
            digest.update(part)
            file.write(part)
        file.write(digest.digest())


@contextmanager
def new_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that replaces the target once it is complete. The old file stays until then, and after an error.

    If the system allows, the file has no name until then, so a process that dies leaves nothing behind. It keeps the
    permissions of the file it replaces. A link is followed to its target. A pipe or device is written to directly.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as special:
                yield special
            return
        before = target.stat() if target.exists() else None
        if before is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        sweep_partials(target.parent, glob.escape(target.name))
        with _nameless(target.parent) or new_partial(target) as file:
            named = None if isinstance(file.name, int) else Path(file.name)
            try:
                yield file
                file.flush()
                if before is not None:
                    os.fchmod(file.fileno(), stat.S_IMODE(before.st_mode))
                os.fsync(file.fileno())
                named = named or _named(file, target)
                os.replace(named, target)  # while it is locked
                _sync_folder(target.parent)
            finally:
                if named is not None:
                    named.unlink(missing_ok=True)
    except OSError as error:
        if isinstance(error, RosenblattError):
            raise
        raise DataError(f"{target} could not be written: {error.strerror or error}.") from error


def _nameless(folder: Path) -> BinaryIO | None:
    """Create a file without a name in a folder; None if the system cannot."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return open(os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666), "w+b")
    except OSError:
        return None


def _named(file: BinaryIO, target: Path) -> Path:
    """Give a nameless file a temporary name beside the target while it is put in place."""
    named = target.with_name(f"{target.name}.{uuid4().hex}.partial")
    folder = os.open(target.parent, os.O_RDONLY)
    try:  # given a folder, Python follows the link, as is needed here
        os.link(f"/proc/self/fd/{file.fileno()}", named, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)
    return named


def new_partial(target: Path) -> BinaryIO:
    """Create a locked file beside the target, to replace the target when complete."""
    while True:
        file = target.with_name(f"{target.name}.{uuid4().hex}.partial").open("x+b")
        with suppress(OSError):  # without file locks, nothing is swept either
            fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:
            return file
        file.close()  # another process removed it before it was locked


def sweep_partials(folder: Path, name: str) -> None:
    """Remove partial files that dead processes left; the name is a pattern.

    A lock marks files in use: the system releases it when the process ends, however it ends.
    """
    for path in folder.glob(f"{name}.{TAG}.partial"):
        with suppress(OSError), path.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()


def read_archive(path: str | os.PathLike[str], magic: bytes) -> dict[str, Any]:
    """Read the tree. Raise a DataError if the file has another format or is damaged."""
    name = os.fspath(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise DataError(f"{name} must be a file; it is a folder, a device or a pipe.")
        with open(path, "rb") as file:
            _check_magic(name, file.read(len(magic) + 10), magic)  # before all of it is read
            file.seek(0)
            read = memoryview(file.read())
    except OSError as error:
        raise DataError(f"{name} cannot be read: {error.strerror}.") from error
    except MemoryError as error:
        raise DataError(f"{name} must fit into memory; it does not.") from error
    body, checksum = read[:-32], read[-32:]
    if len(read) < len(magic) + 8 + 32 or hashlib.sha256(body).digest() != checksum:
        raise DataError(f"{name} must be whole; its checksum is not that of what it holds: it is damaged or cut off.")
    start = len(magic) + 8
    end = start + int.from_bytes(body[len(magic) : start], "little")
    try:
        if end > len(body):
            raise ValueError("the header would be longer than the file")
        arrays = _Arrays(body[end:])
        tree = json.loads(bytes(body[start:end]), object_hook=arrays.filled)
        arrays.check_end()
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError) as error:
        raise DataError(f"{name} must hold a header that says what follows; it does not: {error}.") from error
    if not isinstance(tree, dict):
        raise DataError(f"{name} must hold named values; it does not.")
    return tree


def _check_magic(name: str, begin: bytes, magic: bytes) -> None:
    if begin.startswith(magic):
        return
    kind, _, number = magic.strip().rpartition(b" ")
    if other := re.match(re.escape(kind) + rb" (\d{1,9})\n", begin):
        newer = f"format {int(other[1])}, and this rosenblatt reads format {int(number)}"
        raise DataError(f"{name} is of {newer}: upgrade rosenblatt, or make the file again.")
    raise DataError(f"{name} must begin with {magic.decode().strip()!r}; it does not: it is another kind of file.")


def _plain(value: Any, arrays: list[np.ndarray]) -> Any:
    """Convert to JSON values, with arrays replaced by references."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in KINDS:
            raise DataError(f"Arrays must be of numbers or strings to be written; one is of {value.dtype}.")
        start = sum(array.nbytes for array in arrays)
        arrays.append(np.ascontiguousarray(value, value.dtype.newbyteorder("<")))
        return {ARRAY: [start, arrays[-1].dtype.str, list(value.shape)]}
    if isinstance(value, dict):
        quote = QUOTE if _reads_as_array(value) else ""
        return {f"{quote}{name}": _plain(inner, arrays) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, arrays) for inner in value]
    return value.item() if isinstance(value, np.generic) else value


def _reads_as_array(value: dict[Any, Any]) -> bool:
    """Return True if a dict refers to an array, or is a user's dict that looks alike and must be quoted."""
    return len(value) == 1 and str(next(iter(value))).lstrip(QUOTE) == ARRAY


class _Arrays:
    """Arrays of a file, read once each in file order, so that no header can multiply them."""

    def __init__(self, stored: memoryview) -> None:
        self._stored, self._end = stored, 0

    def filled(self, value: dict[str, Any]) -> Any:
        """Replace a JSON reference by its array. References come in file order."""
        if not _reads_as_array(value):
            return value
        if ARRAY not in value:
            return {name.removeprefix(QUOTE): inner for name, inner in value.items()}
        start, kind, shape = value[ARRAY]
        if not TYPE.fullmatch(kind) or len(shape) > MAX_DIMENSIONS or any(type(n) is not int or n < 0 for n in shape):
            raise ValueError("an array is of no known type or shape")
        dtype = np.dtype(kind)
        if start != self._end:
            raise ValueError("an array is not where the one before it ends")
        self._end += self._size(dtype, shape)
        array = np.frombuffer(self._stored[start : self._end], dtype).reshape(shape).copy()
        if dtype.kind == "U" and array.view(np.uint32).max(initial=0) > sys.maxunicode:
            raise ValueError("an array has characters that are none")
        return array

    def _size(self, dtype: np.dtype, shape: list[int]) -> int:
        """Number of bytes of an array, with no product beyond the file size times one dimension."""
        room = len(self._stored) - self._end
        size = dtype.itemsize
        for n in sorted(shape):  # a zero comes first
            if size and n > room // size:
                raise ValueError("an array is not all there")
            size *= n
        return size

    def check_end(self) -> None:
        if self._end != len(self._stored):
            raise ValueError("there is more than the arrays it names")


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the name survives a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
