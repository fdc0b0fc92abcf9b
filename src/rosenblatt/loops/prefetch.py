"""Prefetching: ask memory for the examples of later visits, so that they have arrived when their turn comes.

A visit in random order waits for memory, not for arithmetic. Prefetching changes the time only, never a number.
"""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.jit import inlined
from rosenblatt.loops.rows import U0, U1, U2, U3, n_rows, prefetch_row, prefetch_start, read_ahead, total_bytes
from rosenblatt.loops.simd import L1, L2, prefetch

CACHED = np.uint64(2**19)  # bytes of rows that stay in L2 by themselves
FAR_BYTES, MAX_FAR = np.uint64(12288), np.uint64(32)  # on the way to L2: at most so many bytes, and so many rows …
NEAR_BYTES, MAX_NEAR = np.uint64(1792), np.uint64(4)  # … and from there to L1; none of rows that are longer


class Distance(NamedTuple):
    """The number of visits between the prefetch of a row and its visit, into L1 (near) and into L2 (far); 0 for none."""

    near: Any
    far: Any


@inlined
def prefetch_distance(rows):
    size = total_bytes(rows)
    if size < CACHED:
        return Distance(U0, U0)
    row_bytes = size // n_rows(rows)
    return Distance(min(NEAR_BYTES // row_bytes, MAX_NEAR), min(max(FAR_BYTES // row_bytes, U1), MAX_FAR))


@inlined
def prefetch_ahead(examples, visits, t, distance):
    """Prefetch the examples of two later visits, and the place of a row that is visited later still.

    Returns the rows, to read the row of visit t from.
    """
    i = near = far = np.uint64(visits[t])
    if distance.far != U0:
        near, far = row_after(visits, t, distance.near), row_after(visits, t, distance.far)
        prefetch(examples.classes, far, L1)
        prefetch_start(examples.rows, row_after(visits, t, distance.far + distance.far))
        prefetch_row(examples.rows, far, L2)
        if near != i:
            prefetch_row(examples.rows, near, L1)
    return read_ahead(examples.rows, near, far)


@inlined
def row_after(visits, t, distance):
    """The row of the visit that comes so many visits after visit t, or of the last."""
    return np.uint64(visits[min(t + distance, np.uint64(visits.size) - U1)])


@inlined
def prefetch_pair_ahead(rows, visits, t):
    """Prefetch the rows of visits t + 2 and t + 3. Returns the rows, to read those of visits t and t + 1 from."""
    last = np.uint64(visits.size) - U1
    return read_ahead(rows, np.uint64(visits[min(t + U2, last)]), np.uint64(visits[min(t + U3, last)]))
