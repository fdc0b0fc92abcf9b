"""Rows of a file for several epochs: read once, then from stored pages in memory or on disk."""

import hashlib
import math
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from copy import copy
from itertools import chain, islice
from pathlib import Path

from rosenblatt.data.chunks import Chunk, Window, joined, pages
from rosenblatt.data.largest_values import LargestValues
from rosenblatt.errors import DataError, option
from rosenblatt.files.streaming.page_store import DiskStore, MemoryStore, Store, every_page
from rosenblatt.files.streaming.windows import Windows

MAX_BYTES_IN_MEMORY = 2**26  # bytes of pages; beyond they go to disk


class Cache:
    """Place for pages that exceed memory: a folder, and a name under which the next run finds them."""

    def __init__(self, folder: str | os.PathLike[str] | None = None, key: str = "", needed: int = 0) -> None:
        self.is_named = folder is not None
        self.folder = Path(folder) if folder is not None else _user_cache()
        self.needed = needed  # bytes, roughly
        self.home = self.folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.pages" if self.is_named else None

    def new(self) -> DiskStore:
        store = DiskStore(self.folder, self.home)
        room = shutil.disk_usage(self.folder).free
        if room < self.needed:
            store.close()
            sizes = f"{self.needed / 1e9:.1f} GB may be needed, {room / 1e9:.1f} GB are free in {self.folder}"
            raise DataError(
                f"The disk must have room for the pages of the data: {sizes}; {option('cache')} names another folder."
            )
        return store

    def nameless(self) -> "Cache":
        """Return the same folder for pages that no other run finds."""
        other = copy(self)
        other.is_named, other.home = False, None
        return other

    def existing(self) -> DiskStore | None:
        return None if self.home is None else DiskStore.kept_at(self.home)


class GrowingStore:
    """Store of pages in memory up to ``limit`` bytes; beyond that, all on disk. existing: pages of another run."""

    def __init__(self, cache: Cache, limit: float | None = None, existing: DiskStore | None = None) -> None:
        self._cache, self._limit = cache, MAX_BYTES_IN_MEMORY if limit is None else limit
        self.is_complete = existing is not None
        self.pages: Store = existing or (cache.new() if cache.is_named else MemoryStore())
        self._bytes = 0

    @property
    def is_begun(self) -> bool:
        return self._bytes > 0

    @property
    def is_on_disk(self) -> bool:
        return isinstance(self.pages, DiskStore)

    def has_room_for(self, page: list[Chunk]) -> bool:
        """Return True if the pages, with this one, still fit in memory."""
        size = sum(part.block.n_bytes for part in page)
        return not isinstance(self.pages, MemoryStore) or self._bytes + size <= self._limit

    def append(self, page: list[Chunk]) -> None:
        if not self.has_room_for(page):
            on_disk = self._cache.new()
            for earlier in self:
                on_disk.append(earlier)
            self.pages = on_disk
        self._bytes += sum(part.block.n_bytes for part in page)
        self.pages.append(joined(page))

    def complete(self, names: dict[str, int]) -> None:
        """Mark the store complete. A named cache keeps it for the next run."""
        self.is_complete = True
        if isinstance(self.pages, DiskStore) and self._cache.is_named:
            self.pages.keep(names)

    def share(self, whole: Chunk) -> None:
        """Replace the pages by views of all rows together."""
        if isinstance(self.pages, MemoryStore):
            self.pages = MemoryStore()
            for (page,) in pages([whole]):
                self.pages.append(page)

    def __iter__(self) -> Iterator[Chunk]:
        return every_page(self.pages)

    def close(self) -> None:
        self.pages.close()


class FileRows:
    """Rows of a file for training and evaluation: windows for every epoch, and all rows once more.

    read: yields the rows from the beginning.
    again: rows are needed after the first epoch.
    names: the columns of named features, found while rows are read.
    keep: maximum number of rows that stay available after training, even if training needs no row again.
    """

    def __init__(
        self,
        read: Callable[[], Iterator[Chunk]],
        order: Windows,
        cache: Cache,
        again: bool,
        names: dict[str, int] | None = None,
        keep: float = 0,
    ) -> None:
        self.read, self.order, self.cache, self.again = read, order, cache, again
        self.keep = math.inf if again else keep
        self.names = {} if names is None else names
        self.store: GrowingStore | None = GrowingStore(cache, existing=cache.existing())
        self._begun: Iterator[list[Chunk]] | None = None  # the pages of the first epoch, where some have been looked at
        self._reading: Generator[list[Chunk]] | None = None  # the last pass over the file
        self._joined: Chunk | None = None
        self.largest: LargestValues | None = None  # of all pages, from ``small`` on, where they are asked for
        if self.store.is_complete:
            order.see([self.store.pages.page(0)])
            self.names.update(getattr(self.store.pages, "names", {}))

    def small(self) -> Chunk | None:
        """All rows in file order if they fit in one window; else None."""
        assert self.store is not None
        self._begun = ([page] for page in self.store) if self.store.is_complete else self._new_pages()
        if self.largest is not None:
            self._begun = self.largest.watched(self._begun)
        first = []
        for page in self._begun:
            first.append(page)
            if len(first) > self.order.size:
                self._begun = chain(first, self._begun)
                return None
        return self._together(list(chain.from_iterable(first)))

    def windows(self, epoch: int, first: int = 0) -> Iterator[Window]:
        """Yield the windows of an epoch, from the first requested one."""
        begun, self._begun = self._begun, None
        if epoch == 0 and (begun is not None or not self._is_complete):
            windows = self.order.of(begun or self._new_pages(), 0)
            _check_window(first, sum(1 for _ in islice(windows, first)))
            yield from windows
        else:
            yield from self._kept_windows(epoch, first)

    def all(self) -> Chunk:
        """All rows in memory, in file order."""
        return self._joined or self._together(list(self._whole()))

    def chunks(self) -> Iterator[Chunk] | None:
        """All rows once more, for training; None if one epoch needs no row again and memory does not hold them."""
        only_later = not (self.again or self.cache.is_named) and self.store and self.store.is_on_disk
        return None if self.store is None or only_later else iter(self._whole())

    def every_row(self) -> Iterator[Chunk]:
        """All rows once more, in file order, for use after training."""
        return self.read() if self.store is None else iter(self._whole())

    def close(self) -> None:
        """Stop reading and remove the pages."""
        if self._reading is not None:
            self._reading.close()
        if self.store is not None:
            self.store.close()

    @property
    def _is_complete(self) -> bool:
        return self.store is not None and self.store.is_complete

    def _together(self, parts: list[Chunk]) -> Chunk:
        self._joined = joined(parts)
        if self.store is not None:
            self.store.share(self._joined)
        return self._joined

    def _kept_windows(self, epoch: int, first: int) -> Iterator[Window]:
        kept = self._whole().pages
        _check_window(first, min(first, -(-kept.n_pages // self.order.size)))
        numbers = self.order.page_order(epoch, kept.n_pages)[first * self.order.size :]
        return self.order.of(([kept.page(number)] for number in numbers), epoch, first)

    def _whole(self) -> GrowingStore:
        """Store with all pages; missing ones are read now."""
        if self.store is None:  # pages were not needed before
            self.store, self._begun = GrowingStore(self.cache), None
        if not self.store.is_complete:
            self.keep = math.inf
            for _ in self._begun or self._new_pages():
                pass
            self._begun = None
        return self.store

    def _new_pages(self) -> Iterator[list[Chunk]]:
        """Yield pages from the beginning of the file."""
        self._reading = self._pages()
        return self._reading

    def _pages(self) -> Generator[list[Chunk]]:
        """Yield pages as they are read, and store them."""
        if self.store is not None and self.store.is_begun:  # an epoch was interrupted: its pages are not needed
            self.store.close()
            self.store = GrowingStore(self.cache)
        n_rows = 0
        for page in pages(self.read()):
            self.order.see(page)
            n_rows += sum(part.n_rows for part in page)
            if self.store is not None and n_rows > self.keep and not self.store.has_room_for(page):
                self.store = None
            if self.store is not None:
                self.store.append(page)
            yield page
        if self.store is not None:
            self.store.complete(self.names)


def _check_window(first: int, n_before: int) -> None:
    """Raise a DataError unless the epoch has all windows before the first requested one."""
    if n_before < first:
        again = f"remove it, or leave out {option('resume', True)}"
        raise DataError(
            f"The checkpoint must be of a window that the data has; it is after {first} of {n_before}: {again}."
        )


def _user_cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "rosenblatt"
    except RuntimeError:  # no home
        return Path(tempfile.gettempdir()) / "rosenblatt"
