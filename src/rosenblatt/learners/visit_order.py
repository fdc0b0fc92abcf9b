"""Visiting orders of epochs: each a pure function of seed, epoch and number of rows."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Self

import numpy as np

from rosenblatt.learners.options import Options
from rosenblatt.loops.rng import VISITS, shuffle
from rosenblatt.loops.threads import available

WORTH_A_THREAD = 2**16  # rows: it takes about 0.2 ms to shuffle them


class Orders:
    """Visiting orders. For many rows, the next epoch's order is shuffled on another core during the current epoch."""

    def __init__(self, options: Options, rows: np.ndarray) -> None:
        self.options, self.rows = options, rows
        self._epoch, self._order = -1, rows
        self._next: Future[np.ndarray] | None = None
        self._thread: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        if self.options.order == "shuffled" and len(self.rows) >= WORTH_A_THREAD and available() > 1:
            self._thread = ThreadPoolExecutor(1)
        return self

    def __exit__(self, *error: Any) -> None:
        if self._thread is not None:
            self._thread.shutdown(cancel_futures=True)

    def of(self, epoch: int) -> np.ndarray:
        """Rows in the order of an epoch. Epochs are requested one after the other."""
        if self.options.order not in ("shuffled", "shuffled-once"):
            return self.rows
        if epoch != self._epoch and not (self.options.order == "shuffled-once" and self._epoch >= 0):
            self._order = self._shuffled(epoch) if self._next is None else self._next.result()
        self._epoch = epoch
        if self._thread is not None:
            self._next = self._thread.submit(self._shuffled, epoch + 1)
        return self._order

    def _shuffled(self, epoch: int) -> np.ndarray:
        order = self.rows.copy()
        shuffle(order, self.options.random_state, epoch, VISITS)
        return order
