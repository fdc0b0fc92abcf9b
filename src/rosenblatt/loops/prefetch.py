"""Prefetching: ask memory for the examples of later visits, so that they have arrived when their turn comes.

A visit in random order waits for memory, not for arithmetic. Prefetching changes the time only, never a number.
"""

import numpy as np

from rosenblatt.loops.jit import inlined
from rosenblatt.loops.rows import U1, U2, U3, prefetch_row, prefetch_start, read_ahead, row_bytes
from rosenblatt.loops.simd import prefetch

BYTES_AHEAD = np.uint64(8192)  # how much to have under way …
MAX_ROWS_AHEAD = np.uint64(16)  # … and how many rows, where they are short


@inlined
def prefetch_distance(rows):
    """The number of visits between the prefetch of a row and its visit."""
    return min(max(BYTES_AHEAD // row_bytes(rows), U1), MAX_ROWS_AHEAD)


@inlined
def prefetch_ahead(examples, visits, t, distance):
    """Prefetch the example of visit t + distance, and the place of the row of visit t + 2 distance.

    Returns the rows, to read the row of visit t from.
    """
    last = np.uint64(visits.size) - U1
    i = np.uint64(visits[min(t + distance, last)])
    prefetch(examples.classes, i)
    prefetch_start(examples.rows, np.uint64(visits[min(t + distance + distance, last)]))
    prefetch_row(examples.rows, i)
    return read_ahead(examples.rows, i, i)


@inlined
def prefetch_pair_ahead(rows, visits, t):
    """Prefetch the rows of visits t + 2 and t + 3. Returns the rows, to read those of visits t and t + 1 from."""
    last = np.uint64(visits.size) - U1
    return read_ahead(rows, np.uint64(visits[min(t + U2, last)]), np.uint64(visits[min(t + U3, last)]))
