"""Operations on rows, dense or CSR. No other code distinguishes the two forms.

    dot(rows, i, w, k)                        x_i · w_k
    add(rows, i, step, rate, w, k)            w_k ← w_k + (step λ) x_i, with one rate λ or one per feature
    squared_norm(rows, i)                     x_i · x_i
    is_zero(rows, i)                          whether x_i · x_i is 0
    score_two(rows, i, j, weights, scratch)   x_i · w_k + b_k and x_j · w_k + b_k for all classes k, into scratch
    n_rows(rows), total_bytes(rows)           number of rows, and size of all rows in bytes
    prefetch_start(rows, i)                   CSR: ask memory for the place of row i; dense: nothing
    prefetch_row(rows, i, cache)              CSR: ask memory for row i, into L1 or L2; dense: nothing
    read_ahead(rows, i, j)                    the rows, whose dot products prefetch rows i and j

A dot product adds the product of feature j into lane j mod 8, and the lanes in one fixed order, so a row gives
the same bits in either form: the zeros that CSR leaves out would add nothing to their lanes.

Rows are prefetched line by line while another row is read. All lines at once take up to 1.4 times as long, since memory
then has nothing to do during the dot product. The last entry is prefetched too, because a row may begin and end within
a cache line.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from numpy import float64

from rosenblatt.loops.jit import INLINED, inlined
from rosenblatt.loops.simd import L1, L2, in_order, multiply_add, prefetch, total, zero_lanes

# Unsigned, because Numba guards a signed index against being negative.
U0, U1, U2, U3, U4, U6, U7, U8, U16 = (np.uint64(k) for k in (0, 1, 2, 3, 4, 6, 7, 8, 16))
ENTRIES_AHEAD = np.uint64(16)  # of a CSR row, whose weights of all classes are prefetched
SQUARES_ABOVE_0 = 1e-150  # the square of a larger number does not underflow
CACHED_WEIGHTS = np.uint64(2**16)  # numbers, 512 KB: fewer weights stay in L2 by themselves


class Dense(NamedTuple):
    """Rows of a C-ordered matrix, float32 or float64."""

    values: Any


class DenseAhead(NamedTuple):
    """Dense rows with prefetching: while row i is read, ``first`` is loaded into L1 and ``second`` into L2, unless
    equal to i.

    While two rows are read for many classes, both are prefetched into L2.
    """

    values: Any
    first: Any
    second: Any


class CSR(NamedTuple):
    """Rows in compressed form: row i holds entries starts[i] to starts[i + 1], columns rising."""

    values: Any
    columns: Any
    starts: Any


class CSRAhead(NamedTuple):
    """CSR rows: while row i is read, ``first`` is prefetched into L1 and ``second`` into L2, unless they are row i."""

    values: Any
    columns: Any
    starts: Any
    first: Any
    second: Any


def dot_dense(rows, i, w, k):
    x = rows.values
    near, far = rows_ahead(rows, i, i)
    n = np.uint64(x.shape[1])
    lanes = zero_lanes()
    full = n & ~U7
    for j in range(U0, full, U8):
        if near != i:
            prefetch(x, near * n + j, L1)
        if far != i:
            prefetch(x, far * n + j, L2)
        multiply_add(lanes, x, i, w, k, j)
    if near != i:
        prefetch(x, near * n + n - U1, L1)
    if far != i:
        prefetch(x, far * n + n - U1, L2)
    for lane in range(U0, U8):  # as a choice of values, not of steps: that keeps the lanes in registers
        f = full + lane
        lanes[lane] = lanes[lane] + float64(x[i, f]) * w[k, f] if f < n else lanes[lane]
    return total(lanes)


def dot_csr(rows, i, w, k):
    near, far = rows_ahead(rows, i, i)
    lanes = zero_lanes()
    e, end = entries(rows, i)
    if far != i:
        a, near_end = entries(rows, near)
        b, far_end = entries(rows, far)
        a = near_end if near == i else a
        while e + U16 <= end:
            a = prefetch_entries(rows, a, near_end, L1)
            b = prefetch_entries(rows, b, far_end, L2)
            for place in range(e, e + U16):
                add_product(lanes, rows, place, w, k)
            e += U16
        prefetch_rest(rows, a, near_end, L1)
        prefetch_rest(rows, b, far_end, L2)
    for place in range(e, end):
        add_product(lanes, rows, place, w, k)
    return total(lanes)


@inlined
def add_product(lanes, rows, e, w, k):
    """Add the product of one entry to its lane."""
    j = np.uint64(rows.columns[e])
    lanes[j & U7] += rows.values[e] * w[k, j]


@inlined
def entries(rows, i):
    """The first entry of row i, and the one after its last."""
    return np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])


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
    for lane in range(U0, U8):  # as a choice of values, not of steps: that keeps the lanes in registers
        f = full + lane
        lanes[lane] = lanes[lane] + float64(x[i, f]) * float64(x[i, f]) if f < n else lanes[lane]
    return total(lanes)


def squared_norm_csr(rows, i):
    lanes = zero_lanes()
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        x = float64(rows.values[e])
        lanes[np.uint64(rows.columns[e]) & U7] += x * x
    return total(lanes)


def is_zero_dense(rows, i):
    for j in range(np.uint64(rows.values.shape[1])):  # most rows end at their first entry
        if np.abs(rows.values[i, j]) > SQUARES_ABOVE_0:
            return False
    return squared_norm(rows, i) == 0.0


def is_zero_csr(rows, i):
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        if np.abs(rows.values[e]) > SQUARES_ABOVE_0:
            return False
    return squared_norm(rows, i) == 0.0


def score_two_dense(rows, i, j, weights, scratch):
    scores, b, n_classes = scratch.scores, weights.b, np.uint64(weights.b.size)
    share = U0  # of the rows ahead, a part is prefetched with each two classes: 1/2, 1/4, 1/8 …
    while (U4 << share) <= n_classes:
        share += U1
    for k in range(U0, n_classes, U2):
        m = min(k + U1, n_classes - U1)
        ik, jk, im, jm = four_dots(rows, i, j, weights, k, m, share)
        scores[U0, k], scores[U1, k] = ik + b[k], jk + b[k]
        scores[U0, m], scores[U1, m] = im + b[m], jm + b[m]


@inlined
def four_dots(rows, i, j, weights, k, m, share):
    """Dot products of rows i and j with weights k and m: each number read serves twice."""
    x, w = rows.values, weights.w
    n = np.uint64(x.shape[1])
    first, second = rows_ahead(rows, i, j)
    part = n * k // np.uint64(weights.b.size)
    ik, jk, im, jm = zero_lanes(), zero_lanes(), zero_lanes(), zero_lanes()
    full = n & ~U7
    for f in range(U0, full, U8):
        prefetch(x, first * n + part + (f >> share), L2)
        prefetch(x, second * n + part + (f >> share), L2)
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
    is_large = np.uint64(w.size) > CACHED_WEIGHTS
    for place in range(U0, U1 if i == j else U2):
        for lane in range(U0, U8):
            for k in range(n_classes):
                lanes[lane, k] = 0.0
        row = i if place == U0 else j
        last = np.uint64(rows.starts[row + U1]) - U1
        for e in range(np.uint64(rows.starts[row]), np.uint64(rows.starts[row + U1])):
            f, x = np.uint64(rows.columns[e]), float64(rows.values[e])
            if is_large:
                prefetch_weights(w, np.uint64(rows.columns[min(e + ENTRIES_AHEAD, last)]) * room, n_classes)
            for k in range(n_classes):  # all classes' lanes side by side, as are the weights of a feature
                lanes[f & U7, k] += x * w[k, f]
        for k in range(n_classes):
            scratch.scores[place, k] = weights.b[k] + in_order(
                lanes[0, k], lanes[1, k], lanes[2, k], lanes[3, k], lanes[4, k], lanes[5, k], lanes[6, k], lanes[7, k]
            )


@inlined
def prefetch_weights(w, place, n_classes):
    """Prefetch the weights of all classes for one feature, which begin at this place."""
    for k in range(U0, n_classes, U8):
        prefetch(w, place + k, L2)
    prefetch(w, place + n_classes - U1, L2)


def total_bytes_dense(rows):
    return np.uint64(rows.values.size * rows.values.itemsize)


def total_bytes_csr(rows):
    n = np.uint64(rows.starts.size - 1)
    stored = np.uint64(rows.starts[n] - rows.starts[U0])
    return stored * np.uint64(rows.values.itemsize + rows.columns.itemsize)


def n_rows_dense(rows):
    return np.uint64(rows.values.shape[0])


def n_rows_csr(rows):
    return np.uint64(rows.starts.size - 1)


def prefetch_start_dense(rows, i):
    pass


def prefetch_start_csr(rows, i):
    prefetch(rows.starts, i, L2)


def prefetch_row_dense(rows, i, cache):
    pass


def prefetch_row_csr(rows, i, cache):
    e, end = entries(rows, i)
    prefetch_rest(rows, e, end, cache)


@inlined
def prefetch_entries(rows, e, end, cache):
    """Prefetch the next sixteen entries of a row, if any are left. Returns the place after them."""
    if e < end:  # sixteen columns of four bytes are one cache line, sixteen float64 values are two
        prefetch(rows.values, e, cache)
        prefetch(rows.columns, e, cache)
        prefetch(rows.values, e + U8, cache)
    return e + U16


@inlined
def prefetch_rest(rows, e, end, cache):
    """Prefetch the entries of a row from e on, and its last."""
    while e < end:
        e = prefetch_entries(rows, e, end, cache)
    last = max(end, U1) - U1  # a row may be empty
    prefetch(rows.values, last, cache)
    prefetch(rows.columns, last, cache)


def read_ahead_dense(rows, i, j):
    return DenseAhead(rows.values, i, j)


def read_ahead_csr(rows, i, j):
    return CSRAhead(rows.values, rows.columns, rows.starts, i, j)


def either(dense: Callable[..., Any], csr: Callable[..., Any]) -> Any:
    """Define one operation for both forms of rows. Compiled, the choice is made by type and costs nothing."""

    def operation(rows, *arguments):
        return (csr if isinstance(rows, (CSR, CSRAhead)) else dense)(rows, *arguments)

    @overload(operation, jit_options=INLINED, strict=False, prefer_literal=True)
    def compiled_operation(rows, *arguments):
        return csr if rows.instance_class in (CSR, CSRAhead) else dense

    return operation


dot = either(dot_dense, dot_csr)
add = either(add_dense, add_csr)
squared_norm = either(squared_norm_dense, squared_norm_csr)
is_zero = either(is_zero_dense, is_zero_csr)
score_two = either(score_two_dense, score_two_csr)
total_bytes = either(total_bytes_dense, total_bytes_csr)
n_rows = either(n_rows_dense, n_rows_csr)
prefetch_start = either(prefetch_start_dense, prefetch_start_csr)
prefetch_row = either(prefetch_row_dense, prefetch_row_csr)
read_ahead = either(read_ahead_dense, read_ahead_csr)


def rows_ahead(rows: Any, i: Any, j: Any) -> Any:
    """The rows to prefetch while rows i and j are read: these themselves, if none were named."""
    return (rows.first, rows.second) if isinstance(rows, (DenseAhead, CSRAhead)) else (i, j)


@overload(rows_ahead, jit_options=INLINED)
def _rows_ahead(rows, i, j):
    if rows.instance_class in (DenseAhead, CSRAhead):
        return lambda rows, i, j: (rows.first, rows.second)
    return lambda rows, i, j: (i, j)


def at(numbers: Any, i: Any) -> Any:
    """Element i of ``numbers``; a single number stands for all."""
    return numbers[i] if isinstance(numbers, np.ndarray) else numbers


@overload(at, jit_options=INLINED)
def _at(numbers, i):
    if isinstance(numbers, types.Array):
        return lambda numbers, i: numbers[i]
    return lambda numbers, i: numbers
