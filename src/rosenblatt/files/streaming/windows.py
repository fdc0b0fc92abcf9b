"""Visiting order of the rows of a file, page by page, whether or not the file fits in memory.

A window is a number of pages: as many as hold about two million numbers, going by the first page, but at most 16
(65,536 rows). Given order: the windows one after another. Shuffled: within each window the rows are shuffled; in the
first epoch the pages come as they are in the file, later in shuffled order. A file of one window is visited as ``fit``
visits its rows in memory.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

import numpy as np

from rosenblatt.data import chunks
from rosenblatt.data.chunks import Chunk, Window, joined
from rosenblatt.loops.rng import FIRST_PART, FIRST_WINDOW, PAGES, VISITS, shuffle

MAX_PAGES = 16
NUMBERS = 2**21


class Windows:
    """Windows of every epoch. order is "given", "shuffled" or "shuffled-once"."""

    def __init__(self, order: str, seed: int) -> None:
        self.order, self.seed = order, seed
        self.size = 0  # pages; unknown before the first has been seen

    def see(self, page: list[Chunk]) -> None:
        """Determine the number of pages per window from the first page."""
        if not self.size:
            self.see_numbers(sum(part.block.stored_numbers for part in page))

    def see_numbers(self, stored: int) -> None:
        """Determine the number of pages per window from the numbers that the first page stores."""
        self.size = max(1, min(MAX_PAGES, NUMBERS // max(1, stored)))

    def page_order(self, epoch: int, n_pages: int, part: int = 0) -> list[int]:
        """Order of the pages after the first epoch. part: number of the part of a file that has these pages."""
        pages = np.arange(n_pages, dtype=np.uint32)
        if self.order == "shuffled" and epoch > 0 and n_pages > self.size:
            shuffle(pages, self.seed, epoch, FIRST_PART + part if part else PAGES)
        return pages.tolist()

    def row_order(self, n_rows: int, epoch: int, number: int = 0, part: int = 0) -> np.ndarray:
        """Order of rows that are in memory together, the same as if their windows came one after another.

        number: that of the first window. part: number of the part of a file that has these rows.
        """
        rows = np.arange(n_rows, dtype=np.uint32)
        pages = [rows[first : first + chunks.PAGE] for first in range(0, n_rows, chunks.PAGE)]
        order = self.page_order(epoch, len(pages), part)
        in_windows: list[np.ndarray] = []
        for first in range(0, len(order), self.size):
            window = np.concatenate([pages[page] for page in order[first : first + self.size]])
            in_windows.append(window[self._visits(len(window), epoch, number + len(in_windows))])
        return np.concatenate(in_windows)

    def of(self, pages: Iterable[list[Chunk]], epoch: int, number: int = 0) -> Iterator[Window]:
        """Group pages into windows; the first window has this number."""
        coming = iter(pages)
        for first in coming:
            self.see(first)
            window = joined([*first, *chain.from_iterable(islice(coming, self.size - 1))])
            yield Window(window, self._visits(window.n_rows, epoch, number))
            number += 1

    def _visits(self, n_rows: int, epoch: int, number: int) -> np.ndarray:
        rows = np.arange(n_rows, dtype=np.uint32)
        if self.order != "given":
            stream = FIRST_WINDOW + number if number else VISITS
            shuffle(rows, self.seed, 0 if self.order == "shuffled-once" else epoch, stream)
        return rows
