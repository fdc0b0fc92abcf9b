"""In which order the rows of a file are visited, page by page, whether it fits in memory or not.

A window is a number of pages: as many as hold about two million numbers, going by the first page, but at most 16
(65,536 rows). Given order: the windows one after another. Shuffled: within each window the rows are shuffled; in the
first epoch the pages come as they are in the file, later in shuffled order. A file of one window is visited as ``fit``
visits its rows in memory.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from rosenblatt.data.blocks import take_rows
from rosenblatt.data.chunks import Chunk, joined
from rosenblatt.loops.orders import FIRST_WINDOW, PAGES, VISITS, shuffle

MOST_PAGES = 16
NUMBERS = 2**21


class Windows:
    """The windows of every epoch: order is "given", "shuffled" or "shuffled-once"."""

    def __init__(self, order: str, seed: int) -> None:
        self.order, self.seed = order, seed
        self.size = 0  # pages; unknown before the first has been seen

    def see(self, page: Chunk) -> None:
        """The first page tells how many make up a window."""
        if not self.size:
            self.size = max(1, min(MOST_PAGES, NUMBERS // max(1, page.block.stored_numbers)))

    def page_order(self, epoch: int, n_pages: int) -> list[int]:
        """Which page comes when, after the first epoch."""
        pages = np.arange(n_pages, dtype=np.uint32)
        if self.order == "shuffled" and epoch > 0 and n_pages > self.size:
            shuffle(pages, self.seed, epoch, PAGES)
        return pages.tolist()

    def of(self, pages: Iterable[Chunk], epoch: int, number: int = 0) -> Iterator[Chunk]:
        """Pages in their order → windows, their rows in the order of their visits; the first has this number."""
        waiting: list[Chunk] = []
        for page in pages:
            self.see(page)
            waiting.append(page)
            if len(waiting) == self.size:
                yield self._ordered(joined(waiting), epoch, number)
                waiting, number = [], number + 1
        if waiting:
            yield self._ordered(joined(waiting), epoch, number)

    def _ordered(self, window: Chunk, epoch: int, number: int) -> Chunk:
        if self.order == "given":
            return window
        rows = np.arange(window.n_rows, dtype=np.uint32)
        stream = FIRST_WINDOW + number if number else VISITS
        shuffle(rows, self.seed, 0 if self.order == "shuffled-once" else epoch, stream)
        return Chunk(take_rows(window.block, rows), None if window.labels is None else window.labels[rows])
