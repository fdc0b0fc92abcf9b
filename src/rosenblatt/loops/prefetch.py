"""Prefetching: request the examples of later visits from memory, so that they arrive in time.

A visit in random order waits for memory, not for arithmetic. Prefetching changes the time only, never a number.

    far rows     about 12 KB ahead, 1 to 32 visits     from memory into L2
    near rows    about 2 KB ahead, 0 to 4 visits       from L2 into L1
    small sets   less than 512 KB                      nothing: they stay in L2 by themselves

Straight into L1 a pass takes up to twice as long, because few lines can be on their way there at a time. Rows of more
than 2 KB have no near stage: their own lines follow each other, which the processor sees by itself. The numbers were
chosen by timing fifty shapes: 3 to 3,000 dense features, 5 to 500 stored numbers per sparse row.
"""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.jit import inlined
from rosenblatt.loops.rows import U0, U1, U2, U3, U4, U6, n_rows, prefetch_row, prefetch_start, read_ahead, total_bytes
from rosenblatt.loops.simd import L1, L2, prefetch

CACHED = np.uint64(2**19)  # bytes of rows that stay in L2 by themselves
FAR_BYTES, MAX_FAR = np.uint64(12288), np.uint64(32)  # limits on the way to L2: bytes and rows …
NEAR_BYTES, MAX_NEAR = np.uint64(1792), np.uint64(4)  # … and from there to L1; longer rows are skipped


class Distance(NamedTuple):
    """Number of visits between the prefetch of a row into L1 (near) or L2 (far) and its visit; 0 for no prefetch."""

    near: Any
    far: Any


@inlined
def prefetch_distance(rows):
    """Distances for these rows, from their mean size."""
    size = total_bytes(rows)
    if size < CACHED:
        return Distance(U0, U0)
    row_bytes = size // n_rows(rows) + U1  # so that it is never 0
    return Distance(min(NEAR_BYTES // row_bytes, MAX_NEAR), min(max(FAR_BYTES // row_bytes, U1), MAX_FAR))


@inlined
def prefetch_ahead(examples, visits, t, distance):
    """Prefetch the examples of two later visits, and the start of a row that is visited later still.

    Returns the rows, to read the row of visit t from.
    """
    near = far = np.uint64(visits[t])
    if distance.far != U0:
        near, far = row_after(visits, t, distance.near), row_after(visits, t, distance.far)
        prefetch(examples.classes, far, L1)
        prefetch_start(examples.rows, row_after(visits, t, distance.far + distance.far))
    return read_ahead(examples.rows, near, far)


@inlined
def row_after(visits, t, distance):
    """Row of the visit this many visits after visit t, or of the last visit."""
    return np.uint64(visits[min(t + distance, np.uint64(visits.size) - U1)])


@inlined
def prefetch_pair_ahead(rows, visits, t):
    """Prefetch the rows of two later visits. Returns the rows, to read those of visits t and t + 1 from.

    Many classes take longer to score, so a few visits ahead are enough.
    """
    for step in range(U4, U6):
        prefetch_start(rows, row_after(visits, t, step + U4))
        prefetch_row(rows, row_after(visits, t, step), L2)
    return read_ahead(rows, row_after(visits, t, U2), row_after(visits, t, U3))
