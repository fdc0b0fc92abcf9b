"""All cores: one loop over slices of the rows at the same time, where slices do not depend on each other.

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
    """How many cores this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    limit = os.environ.get("OMP_NUM_THREADS", "")
    return min(cores, int(limit)) if limit.isdigit() and int(limit) else cores


def in_slices(work: Callable[[int, int], Result], n_rows: int, multiply_adds: float) -> list[Result]:
    """``work(first, last)`` of slices that make up all rows; what they return, in the order of the rows."""
    count = max(1, min(available(), n_rows, int(multiply_adds // WORTH_A_THREAD)))
    cuts = [n_rows * k // count for k in range(count + 1)]
    if count == 1:
        return [work(0, n_rows)]
    with ThreadPoolExecutor(count - 1) as threads:
        others = [threads.submit(work, first, last) for first, last in itertools.pairwise(cuts[1:])]
        return [work(0, cuts[1])] + [other.result() for other in others]
