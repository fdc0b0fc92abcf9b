"""Pages that can be read again: in memory, or in a file of plain arrays one after another.

The file is read, not mapped: mapped pages would count as memory.
"""

import errno
import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from rosenblatt.data.blocks import Block, frozen
from rosenblatt.data.chunks import Chunk
from rosenblatt.errors import DataError
from rosenblatt.loops.rows import CSR, Dense

FORMAT = "rosenblatt pages 1"


class MemoryStore:
    """Pages in memory."""

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
    """Pages in a file, which is removed when the store is closed, unless it is kept."""

    def __init__(self, path: Path) -> None:
        self.home, self.path, self._kept = path, path.with_name(f"{path.name}.{os.getpid()}.partial"), False
        self._places: list[dict[str, Any]] = []
        self._end = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self.path.open("w+b")
        except OSError as error:
            fault = f"{path.parent} is not: {error.strerror}"
            raise DataError(f"--cache must be a folder that can be written to; {fault}.") from error

    @classmethod
    def kept_at(cls, path: Path) -> "DiskStore | None":
        """The store that was kept there; None where there is none, or another."""
        try:
            written = json.loads(_index_of(path).read_text(encoding="utf-8"))
            if written["format"] != FORMAT or written["size"] != path.stat().st_size:
                return None
            store = cls.__new__(cls)
            store.home = store.path = path
            store._kept, store._places, store._end = True, written["pages"], written["size"]
            store._file = path.open("rb")
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return store

    @property
    def n_pages(self) -> int:
        return len(self._places)

    def append(self, page: Chunk) -> None:
        arrays: dict[str, np.ndarray] = {**page.block.rows._asdict()}
        if page.labels is not None:
            arrays["labels"] = page.labels
        place: dict[str, Any] = {"n_features": page.block.n_features, "arrays": {}}
        self._file.seek(self._end)
        for name, array in arrays.items():
            array = np.ascontiguousarray(array)
            place["arrays"][name] = [self._end, array.dtype.str, list(array.shape)]
            try:
                self._file.write(array.data)
            except OSError as error:
                self.close()
                is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
                reason = "the disk is full: --cache names a folder with more room" if is_full else error.strerror
                raise DataError(f"Pages of the data could not be kept in {self.path.parent}: {reason}.") from error
            self._end += array.nbytes
        self._places.append(place)

    def page(self, number: int) -> Chunk:
        place = self._places[number]
        arrays = {name: self._array(*where) for name, where in place["arrays"].items()}
        labels = arrays.pop("labels", None)
        rows = CSR(**arrays) if "columns" in arrays else Dense(**arrays)
        n_rows = len(rows.starts) - 1 if isinstance(rows, CSR) else len(rows.values)
        return Chunk(Block(rows, n_rows, place["n_features"]), labels)

    def keep(self) -> None:
        """Have it there for the next time: the index is written last, and at once."""
        self._file.flush()
        written = json.dumps({"format": FORMAT, "size": self._end, "pages": self._places})
        beside = self.path.with_suffix(".index")
        beside.write_text(written, encoding="utf-8")
        os.replace(self.path, self.home)  # another run that reads what was there before goes on reading that
        os.replace(beside, _index_of(self.home))
        self.path, self._kept = self.home, True

    def close(self) -> None:
        self._file.close()
        if not self._kept:
            self.path.unlink(missing_ok=True)

    def _array(self, start: int, dtype: str, shape: list[int]) -> np.ndarray:
        self._file.seek(start)
        size = math.prod(shape) * np.dtype(dtype).itemsize
        read = self._file.read(size)
        if len(read) != size:
            raise DataError(f"{self.path} must hold the pages that were written; it is shorter: remove it.")
        return frozen(np.frombuffer(read, dtype).reshape(shape))


Store = MemoryStore | DiskStore


def every_page(store: Store) -> Iterator[Chunk]:
    return (store.page(number) for number in range(store.n_pages))


def _index_of(path: Path) -> Path:
    return path.with_suffix(".json")
