"""The rows of a file, epoch after epoch: read once, then from pages that were kept, in memory or on disk."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path

from rosenblatt.data.chunks import Chunk, Window, joined, pages
from rosenblatt.errors import DataError, option
from rosenblatt.files.streaming.page_store import DiskStore, MemoryStore, Store, every_page
from rosenblatt.files.streaming.windows import Windows

MAX_BYTES_IN_MEMORY = 2**26  # bytes of pages; beyond they go to disk


class Cache:
    """Where pages go that memory is not for: a folder, and the name that they would be found by next time."""

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

    def existing(self) -> DiskStore | None:
        return None if self.home is None else DiskStore.kept_at(self.home)


class FileRows:
    """What training asks of a file: its windows in every epoch, and all rows once more.

    read: the rows from the beginning. again: whether they will be needed after the first epoch.
    names: the columns of features that have names, which are found while rows are read.
    """

    def __init__(
        self,
        read: Callable[[], Iterator[Chunk]],
        order: Windows,
        cache: Cache,
        again: bool,
        names: dict[str, int] | None = None,
    ) -> None:
        self.read, self.order, self.cache, self.again = read, order, cache, again
        self.names = {} if names is None else names
        existing = cache.existing()
        self.store: Store | None = existing or self._new_store()
        self.is_complete = existing is not None
        self._bytes = 0
        self._begun: Iterator[list[Chunk]] | None = None  # the pages of the first epoch, where some have been looked at
        if existing is not None:
            order.see([existing.page(0)])
            self.names.update(existing.names)

    def small(self) -> Chunk | None:
        """All rows, in the order of the file, if they are no more than a window; else None."""
        self._begun = self._pages() if not self.is_complete else ([page] for page in every_page(self._whole()))
        first = []
        for page in self._begun:
            first.append(page)
            if len(first) > self.order.size:
                self._begun = chain(first, self._begun)
                return None
        return joined(list(chain.from_iterable(first)))

    def windows(self, epoch: int, first: int = 0) -> Iterator[Window]:
        """The windows of an epoch, from the first that is wanted."""
        begun, self._begun = self._begun, None
        if epoch == 0 and (begun is not None or not self.is_complete):
            yield from islice(self.order.of(begun or self._pages(), 0), first, None)
        else:
            yield from self._kept_windows(epoch, first)

    def all(self) -> Chunk:
        """All rows, in the order of the file, in memory."""
        return joined(list(every_page(self._whole())))

    def chunks(self) -> Iterator[Chunk] | None:
        return None if self.store is None else every_page(self._whole())

    def close(self) -> None:
        if self.store is not None:
            self.store.close()

    def _kept_windows(self, epoch: int, first: int) -> Iterator[Window]:
        store = self._whole()
        numbers = self.order.page_order(epoch, store.n_pages)[first * self.order.size :]
        return self.order.of(([store.page(number)] for number in numbers), epoch, first)

    def _whole(self) -> Store:
        """The store with all pages in it, read now where they are not."""
        if not self.is_complete:
            for _ in self._begun or self._pages():
                pass
            self._begun = None
        assert self.store is not None
        return self.store

    def _pages(self) -> Iterator[list[Chunk]]:
        """The pages of the file as they are read, and kept on the way."""
        if self._bytes:  # an epoch was left in its middle: what it kept is not needed
            self.close()
            self.store, self._bytes = self._new_store(), 0
        for page in pages(self.read()):
            self.order.see(page)
            self._keep(page)
            yield page
        self.is_complete = self.store is not None
        if isinstance(self.store, DiskStore) and self.cache.is_named:
            self.store.keep(self.names)

    def _keep(self, page: list[Chunk]) -> None:
        if self.store is None:
            return
        self._bytes += sum(part.block.n_bytes for part in page)
        if isinstance(self.store, MemoryStore) and self._bytes > MAX_BYTES_IN_MEMORY:
            if not self.again:
                self.store = None
                return
            on_disk = self.cache.new()
            for earlier in every_page(self.store):
                on_disk.append(earlier)
            self.store = on_disk
        self.store.append(joined(page))

    def _new_store(self) -> Store:
        return self.cache.new() if self.cache.is_named else MemoryStore()


def _user_cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "rosenblatt"
    except RuntimeError:  # no home
        return Path(tempfile.gettempdir()) / "rosenblatt"
