"""Rows, and what is done with one: ``dot``, ``add``, ``squared_norm``, and the scores of two rows at once.

This is the only code that knows dense from CSR. A dot product adds the product of feature j into lane
j mod 8, and the lanes in one fixed order, so a row gives the same bits in either form: the zeros that
CSR leaves out would add nothing to their lanes.

A visit in random order waits for memory, not for arithmetic: so a dot product also prefetches
``next_row``, a row that is visited later. Where there is none, it is the row itself.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from numpy import float64

from rosenblatt.loops.jit import INLINED, inlined
from rosenblatt.loops.simd import in_order, multiply_add, prefetch, total, zero_lanes

# Unsigned, because Numba guards a signed index against being negative.
U0, U1, U2, U3, U4, U7, U8 = (np.uint64(k) for k in (0, 1, 2, 3, 4, 7, 8))
BYTES_AHEAD = np.uint64(8192)  # how much to have under way …
MAX_ROWS_AHEAD = np.uint64(16)  # … and how many rows, where they are short


class Dense(NamedTuple):
    """Rows of a C-ordered matrix, float32 or float64."""

    values: Any


class CSR(NamedTuple):
    """Rows in compressed form: row i holds entries starts[i] to starts[i + 1], columns rising."""

    values: Any
    columns: Any
    starts: Any


def dot_dense(rows, i, w, k, next_row):
    x = rows.values
    n = np.uint64(x.shape[1])
    lanes = zero_lanes()
    full = n & ~U7
    for j in range(U0, full, U8):
        prefetch(x, next_row * n + j)
        multiply_add(lanes, x, i, w, k, j)
    prefetch(x, next_row * n + n - U1)
    for lane in range(U0, U8):  # as a choice of values, not of steps: that keeps the lanes in registers
        f = full + lane
        lanes[lane] = lanes[lane] + float64(x[i, f]) * w[k, f] if f < n else lanes[lane]
    return total(lanes)


def dot_csr(rows, i, w, k, next_row):
    lanes = zero_lanes()
    asked = np.uint64(rows.starts[next_row])
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        if e & U7 == U0:
            prefetch(rows.values, asked)
            prefetch(rows.columns, asked)
            asked += U8
        j = np.uint64(rows.columns[e])
        lanes[j & U7] += rows.values[e] * w[k, j]
    return total(lanes)


def prefetch_distance_dense(rows):
    row = np.uint64(rows.values.shape[1] * rows.values.itemsize)
    return min(max(BYTES_AHEAD // row, U1), MAX_ROWS_AHEAD)


def prefetch_distance_csr(rows):
    n = np.uint64(rows.starts.size - 1)
    stored = np.uint64(rows.starts[n] - rows.starts[U0])
    row = stored * np.uint64(rows.values.itemsize + rows.columns.itemsize) // n
    return min(max(BYTES_AHEAD // (row + U1), U1), MAX_ROWS_AHEAD)


def prefetch_row_start_dense(rows, i):
    pass


def prefetch_row_start_csr(rows, i):
    prefetch(rows.starts, i)


def add_dense(rows, i, step, rate, w, k):
    x = rows.values
    for j in range(np.uint64(x.shape[1])):
        w[k, j] += (step * at(rate, j)) * float64(x[i, j])


def add_csr(rows, i, step, rate, w, k):
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        j = np.uint64(rows.columns[e])
        w[k, j] += (step * at(rate, j)) * float64(rows.values[e])


def squared_norm_dense(rows, i):
    x = rows.values
    n = np.uint64(x.shape[1])
    lanes = zero_lanes()
    full = n & ~U7
    for j in range(U0, full, U8):
        multiply_add(lanes, x, i, x, i, j)
    for j in range(full, n):
        lanes[j & U7] += float64(x[i, j]) * float64(x[i, j])
    return total(lanes)


def squared_norm_csr(rows, i):
    lanes = zero_lanes()
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        x = float64(rows.values[e])
        lanes[np.uint64(rows.columns[e]) & U7] += x * x
    return total(lanes)


def score_two_dense(rows, i, j, weights, scratch, after_i, after_j):
    x, w, b = rows.values, weights.w, weights.b
    n, n_classes = np.uint64(x.shape[1]), np.uint64(b.size)
    share = U0  # of the rows that come after, a part is prefetched with each two classes: 1/2, 1/4, 1/8 …
    while (U4 << share) <= n_classes:
        share += U1
    for k in range(U0, n_classes, U2):
        m = min(k + U1, n_classes - U1)
        asked = n * k // n_classes
        ik, jk, im, jm = four_dots(x, i, j, w, k, m, after_i * n + asked, after_j * n + asked, share)
        scratch.scores[U0, k], scratch.scores[U1, k] = ik + b[k], jk + b[k]
        scratch.scores[U0, m], scratch.scores[U1, m] = im + b[m], jm + b[m]


def score_two_csr(rows, i, j, weights, scratch, after_i, after_j):
    lanes, w, n_classes, room = scratch.lanes, weights.w, np.uint64(weights.b.size), np.uint64(weights.w.shape[0])
    for place in range(U0, U1 if i == j else U2):
        for lane in range(U0, U8):
            for k in range(n_classes):
                lanes[lane, k] = 0.0
        row = i if place == U0 else j
        last = np.uint64(rows.starts[row + U1]) - U1
        for e in range(np.uint64(rows.starts[row]), np.uint64(rows.starts[row + U1])):
            f, x = np.uint64(rows.columns[e]), float64(rows.values[e])
            soon = np.uint64(rows.columns[min(e + U2, last)]) * room
            for k in range(U0, n_classes, U8):
                prefetch(w, soon + k)
            for k in range(n_classes):  # all classes' lanes side by side, as are the weights of a feature
                lanes[f & U7, k] += x * w[k, f]
        for k in range(n_classes):
            scratch.scores[place, k] = weights.b[k] + in_order(
                lanes[0, k], lanes[1, k], lanes[2, k], lanes[3, k], lanes[4, k], lanes[5, k], lanes[6, k], lanes[7, k]
            )


@inlined
def four_dots(x, i, j, w, k, m, asked_i, asked_j, share):
    """Rows i and j times weights k and m: each number read serves twice. Prefetches what comes after."""
    n = np.uint64(x.shape[1])
    ik, jk, im, jm = zero_lanes(), zero_lanes(), zero_lanes(), zero_lanes()
    full = n & ~U7
    for f in range(U0, full, U8):
        prefetch(x, asked_i + (f >> share))
        prefetch(x, asked_j + (f >> share))
        multiply_add(ik, x, i, w, k, f)
        multiply_add(jk, x, j, w, k, f)
        multiply_add(im, x, i, w, m, f)
        multiply_add(jm, x, j, w, m, f)
    for f in range(full, n):
        lane = f & U7
        ik[lane] += float64(x[i, f]) * w[k, f]
        jk[lane] += float64(x[j, f]) * w[k, f]
        im[lane] += float64(x[i, f]) * w[m, f]
        jm[lane] += float64(x[j, f]) * w[m, f]
    return total(ik), total(jk), total(im), total(jm)


def at(numbers: Any, i: Any) -> Any:
    """The i-th of ``numbers``, where a single number stands for all."""
    return numbers[i] if isinstance(numbers, np.ndarray) else numbers


def dot(rows: Any, i: Any, w: Any, k: Any, next_row: Any) -> Any:
    """Row i of ``rows`` times row k of the weights; prefetches ``next_row`` on the way."""
    return (dot_dense if isinstance(rows, Dense) else dot_csr)(rows, i, w, k, next_row)


def prefetch_distance(rows: Any) -> Any:
    """How many visits ahead a row is best prefetched."""
    return (prefetch_distance_dense if isinstance(rows, Dense) else prefetch_distance_csr)(rows)


def prefetch_row_start(rows: Any, i: Any) -> None:
    """Row i will be prefetched soon: prefetch where it starts."""
    (prefetch_row_start_dense if isinstance(rows, Dense) else prefetch_row_start_csr)(rows, i)


def add(rows: Any, i: Any, step: Any, rate: Any, w: Any, k: Any) -> None:
    """Row k of the weights += (step × rate) × row i, with one rate or one per feature."""
    (add_dense if isinstance(rows, Dense) else add_csr)(rows, i, step, rate, w, k)


def squared_norm(rows: Any, i: Any) -> Any:
    """Row i times itself."""
    return (squared_norm_dense if isinstance(rows, Dense) else squared_norm_csr)(rows, i)


def score_two(rows: Any, i: Any, j: Any, weights: Any, scratch: Any, after_i: Any, after_j: Any) -> None:
    """The scores of rows i and j under every row of the weights, into scratch; prefetches the two rows after."""
    (score_two_dense if isinstance(rows, Dense) else score_two_csr)(rows, i, j, weights, scratch, after_i, after_j)


# What Numba puts in their place. The functions named here are the very ones that run with the JIT off.


@overload(at, jit_options=INLINED)
def _at(numbers, i):
    if isinstance(numbers, types.Array):
        return lambda numbers, i: numbers[i]
    return lambda numbers, i: numbers


@overload(dot, jit_options=INLINED)
def _dot(rows, i, w, k, next_row):
    return dot_dense if rows.instance_class is Dense else dot_csr


@overload(prefetch_distance, jit_options=INLINED)
def _prefetch_distance(rows):
    return prefetch_distance_dense if rows.instance_class is Dense else prefetch_distance_csr


@overload(prefetch_row_start, jit_options=INLINED)
def _prefetch_row_start(rows, i):
    return prefetch_row_start_dense if rows.instance_class is Dense else prefetch_row_start_csr


@overload(add, jit_options=INLINED)
def _add(rows, i, step, rate, w, k):
    return add_dense if rows.instance_class is Dense else add_csr


@overload(squared_norm, jit_options=INLINED)
def _squared_norm(rows, i):
    return squared_norm_dense if rows.instance_class is Dense else squared_norm_csr


@overload(score_two, jit_options=INLINED)
def _score_two(rows, i, j, weights, scratch, after_i, after_j):
    return score_two_dense if rows.instance_class is Dense else score_two_csr
