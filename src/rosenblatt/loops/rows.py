"""Rows, dense or CSR, and the few operations on them. No other code tells the two forms apart.

    dot(rows, i, w, k)                        x_i · w_k
    add(rows, i, step, rate, w, k)            w_k ← w_k + (step λ) x_i, with one rate λ or one per feature
    squared_norm(rows, i)                     x_i · x_i
    score_two(rows, i, j, weights, scratch)   x_i · w_k + b_k and x_j · w_k + b_k for all classes k, into scratch
    prefetch_row(rows, i)                     ask memory for row i
    prefetch_row_start(rows, i)               ask memory for the place of row i, if it has to be looked up
    row_bytes(rows)                           mean size of a row, in bytes

A dot product adds the product of feature j into lane j mod 8, and the lanes in one fixed order, so a row gives
the same bits in either form: the zeros that CSR leaves out would add nothing to their lanes.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from numpy import float64

from rosenblatt.loops.jit import INLINED, inlined
from rosenblatt.loops.simd import in_order, multiply_add, prefetch, total, zero_lanes

# Unsigned, because Numba guards a signed index against being negative.
U0, U1, U2, U3, U4, U7, U8 = (np.uint64(k) for k in (0, 1, 2, 3, 4, 7, 8))
CACHE_LINE = np.uint64(64)  # bytes


class Dense(NamedTuple):
    """Rows of a C-ordered matrix, float32 or float64."""

    values: Any


class CSR(NamedTuple):
    """Rows in compressed form: row i holds entries starts[i] to starts[i + 1], columns rising."""

    values: Any
    columns: Any
    starts: Any


def dot_dense(rows, i, w, k):
    x = rows.values
    n = np.uint64(x.shape[1])
    lanes = zero_lanes()
    full = n & ~U7
    for j in range(U0, full, U8):
        multiply_add(lanes, x, i, w, k, j)
    for lane in range(U0, U8):  # as a choice of values, not of steps: that keeps the lanes in registers
        f = full + lane
        lanes[lane] = lanes[lane] + float64(x[i, f]) * w[k, f] if f < n else lanes[lane]
    return total(lanes)


def dot_csr(rows, i, w, k):
    lanes = zero_lanes()
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        j = np.uint64(rows.columns[e])
        lanes[j & U7] += rows.values[e] * w[k, j]
    return total(lanes)


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


def score_two_dense(rows, i, j, weights, scratch):
    scores, w, b = scratch.scores, weights.w, weights.b
    n_classes = np.uint64(b.size)
    for k in range(U0, n_classes, U2):
        m = min(k + U1, n_classes - U1)
        ik, jk, im, jm = four_dots(rows.values, i, j, w, k, m)
        scores[U0, k], scores[U1, k] = ik + b[k], jk + b[k]
        scores[U0, m], scores[U1, m] = im + b[m], jm + b[m]


@inlined
def four_dots(x, i, j, w, k, m):
    """Rows i and j times weights k and m: each number read serves twice."""
    n = np.uint64(x.shape[1])
    ik, jk, im, jm = zero_lanes(), zero_lanes(), zero_lanes(), zero_lanes()
    full = n & ~U7
    for f in range(U0, full, U8):
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


def score_two_csr(rows, i, j, weights, scratch):
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


def prefetch_row_dense(rows, i):
    x = rows.values
    n = np.uint64(x.shape[1])
    for j in range(i * n, i * n + n, CACHE_LINE // np.uint64(x.itemsize)):
        prefetch(x, j)
    prefetch(x, i * n + n - U1)


def prefetch_row_csr(rows, i):
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1]), U8):
        prefetch(rows.values, e)
        prefetch(rows.columns, e)


def prefetch_row_start_dense(rows, i):
    pass


def prefetch_row_start_csr(rows, i):
    prefetch(rows.starts, i)


def row_bytes_dense(rows):
    return np.uint64(rows.values.shape[1] * rows.values.itemsize)


def row_bytes_csr(rows):
    n = np.uint64(rows.starts.size - 1)
    stored = np.uint64(rows.starts[n] - rows.starts[U0])
    return stored * np.uint64(rows.values.itemsize + rows.columns.itemsize) // n + U1  # so that it is never 0


def either(dense: Callable[..., Any], csr: Callable[..., Any]) -> Callable[..., Any]:
    """One operation for both forms of rows. Compiled, the choice is made by type and costs nothing."""

    def operation(rows, *arguments):
        return (dense if isinstance(rows, Dense) else csr)(rows, *arguments)

    @overload(operation, jit_options=INLINED, strict=False)
    def compiled_operation(rows, *arguments):
        return dense if rows.instance_class is Dense else csr

    return operation


dot = either(dot_dense, dot_csr)
add = either(add_dense, add_csr)
squared_norm = either(squared_norm_dense, squared_norm_csr)
score_two = either(score_two_dense, score_two_csr)
prefetch_row = either(prefetch_row_dense, prefetch_row_csr)
prefetch_row_start = either(prefetch_row_start_dense, prefetch_row_start_csr)
row_bytes = either(row_bytes_dense, row_bytes_csr)


def at(numbers: Any, i: Any) -> Any:
    """The i-th of ``numbers``, where a single number stands for all."""
    return numbers[i] if isinstance(numbers, np.ndarray) else numbers


@overload(at, jit_options=INLINED)
def _at(numbers, i):
    if isinstance(numbers, types.Array):
        return lambda numbers, i: numbers[i]
    return lambda numbers, i: numbers
