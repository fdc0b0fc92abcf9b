"""Parallel loops over independent slices of rows, one thread per core.

Python threads, because loops release the GIL; started for each call, because threads kept for later are gone
after a fork. ``OMP_NUM_THREADS`` limits them, as it does numpy's.
"""

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")
WORTH_A_THREAD = 4e6  # multiply-adds, about a millisecond: ten times what a thread costs


def available() -> int:
    """Number of cores that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    limit = os.environ.get("OMP_NUM_THREADS", "")
    return min(cores, int(limit)) if limit.isdigit() and int(limit) else cores


def in_slices(work: Callable[[int, int], Result], n_rows: int, multiply_adds: float) -> list[Result]:
    """Call ``work(first, last)`` on slices that cover all rows; return the results in row order."""
    count = max(1, min(available(), n_rows, int(multiply_adds // WORTH_A_THREAD)))
    cuts = [n_rows * k // count for k in range(count + 1)]
    if count == 1:
        return [work(0, n_rows)]
    with ThreadPoolExecutor(count - 1) as threads:
        others = [threads.submit(work, first, last) for first, last in itertools.pairwise(cuts[1:])]
        return [work(0, cuts[1])] + [other.result() for other in others]
