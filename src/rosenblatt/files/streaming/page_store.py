"""Stores of pages that can be read again: in memory, or in a file of plain arrays.

The file is read, not mapped: mapped pages would count as memory.
"""

import errno
import json
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import numpy as np

from rosenblatt.data.blocks import Block, frozen
from rosenblatt.data.chunks import Chunk
from rosenblatt.errors import DataError, option, subject
from rosenblatt.files.archives import TAG, new_partial, sweep_partials
from rosenblatt.loops.rows import CSR, Dense

MAGIC = b"rosenblatt pages 2\n"


class MemoryStore:
    """Store of pages in memory."""

    def __init__(self) -> None:
        self._pages: list[Chunk] = []

    @property
    def n_pages(self) -> int:
        return len(self._pages)

    def append(self, page: Chunk) -> None:
        self._pages.append(page)

    def page(self, number: int) -> Chunk:
        return self._pages[number]

    def close(self) -> None:
        self._pages = []


class DiskStore:
    """Store of pages in a nameless file, so that nothing is left however the process ends.

    With a home it has a name, and can be kept there.
    """

    def __init__(self, folder: Path, home: Path | None = None) -> None:
        self._folder, self._home, self._is_kept = folder, home, False
        self.names: dict[str, int] = {}
        self._places: list[dict[str, Any]] = []
        self._end = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if home is None:
                self._file: BinaryIO = TemporaryFile(dir=folder)  # noqa: SIM115
            else:
                sweep_partials(folder, f"{TAG}.pages")
                self._file = new_partial(home)
        except OSError as error:
            fault = f"{folder} is not ({error.strerror})"
            raise DataError(
                f"{subject('cache')} must be a folder that can be written to; {fault}: name another."
            ) from error

    @classmethod
    def kept_at(cls, home: Path) -> "DiskStore | None":
        """Return the store that was kept there, or None if there is none or another."""
        store = cls.__new__(cls)
        store._folder, store._home, store._is_kept = home.parent, home, True
        try:
            store._file = home.open("rb")
        except OSError:
            return None
        try:
            index = store._index()
            store.names, store._places, store._end = index["names"], index["pages"], index["size"]
        except (OSError, ValueError, KeyError, TypeError):
            store._file.close()
            return None
        return store

    def _index(self) -> dict[str, Any]:
        """Read the index that ``keep`` wrote at the end of the file, or None if it is incomplete."""
        end = self._file.seek(-8 - len(MAGIC), os.SEEK_END)
        length, magic = int.from_bytes(self._file.read(8), "little"), self._file.read()
        size = self._file.seek(end - length)
        index: dict[str, Any] = json.loads(self._file.read(length))
        if magic != MAGIC or index["size"] != size or not index["pages"]:
            raise ValueError("other pages")
        return index

    @property
    def n_pages(self) -> int:
        return len(self._places)

    def append(self, page: Chunk) -> None:
        arrays: dict[str, np.ndarray] = {**page.block.rows._asdict()}
        if page.labels is not None:
            arrays["labels"] = page.labels
        place: dict[str, Any] = {"n_features": page.block.n_features, "arrays": {}}
        for name, array in arrays.items():
            array = np.ascontiguousarray(array)
            place["arrays"][name] = [self._end, array.dtype.str, list(array.shape)]
            self._write(array.data)
            self._end += array.nbytes
        self._places.append(place)

    def page(self, number: int) -> Chunk:
        place = self._places[number]
        arrays = {name: self._array(*where) for name, where in place["arrays"].items()}
        labels = arrays.pop("labels", None)
        rows = CSR(**arrays) if "columns" in arrays else Dense(**arrays)
        n_rows = len(rows.starts) - 1 if isinstance(rows, CSR) else len(rows.values)
        return Chunk(Block(rows, n_rows, place["n_features"]), labels)

    def keep(self, names: Mapping[str, int]) -> None:
        """Give the file its name, atomically, for the next run; the columns of named features are stored too."""
        assert self._home is not None
        self.names = dict(names)
        index = json.dumps({"size": self._end, "pages": self._places, "names": self.names}).encode()
        self._write(index + len(index).to_bytes(8, "little") + MAGIC)
        os.replace(self._file.name, self._home)  # another run that reads the old file keeps reading it
        self._is_kept = True

    def close(self) -> None:
        if self._home is not None and not self._is_kept:
            Path(self._file.name).unlink(missing_ok=True)
        with suppress(OSError):  # what could not be written is not needed any more
            self._file.close()

    def _write(self, data: Any) -> None:
        try:
            self._file.seek(self._end)
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            self.close()
            is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            full = f"the disk is full: {option('cache')} names a folder with more room"
            reason = full if is_full else error.strerror
            raise DataError(f"Pages of the data could not be kept in {self._folder}: {reason}.") from error

    def _array(self, start: int, dtype: str, shape: list[int]) -> np.ndarray:
        self._file.seek(start)
        size = math.prod(shape) * np.dtype(dtype).itemsize
        read = self._file.read(size)
        if len(read) != size:
            raise DataError(f"{self._home} must hold the pages that were written; it is shorter: remove it.")
        return frozen(np.frombuffer(read, dtype).reshape(shape))


Store = MemoryStore | DiskStore


def every_page(store: Store) -> Iterator[Chunk]:
    return (store.page(number) for number in range(store.n_pages))
