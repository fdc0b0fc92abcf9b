"""Rows, and what is done with one: ``dot``, ``add`` and ``squared_norm``.

This is the only code that knows dense from CSR. A dot product adds the product of feature j into lane
j mod 8, and the lanes in one fixed order, so a row gives the same bits in either form: the zeros that
CSR leaves out would add nothing to their lanes.
"""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy import float64

from rosenblatt.loops.jit import COMPILING, INLINED

# Unsigned, because Numba guards a signed index against being negative.
U0, U1, U2, U3, U4, U5, U6, U7, U8 = (np.uint64(k) for k in range(9))


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
        for lane in range(U0, U8):
            lanes[lane] += float64(x[i, j + lane]) * w[k, j + lane]
    for j in range(full, n):
        lanes[j & U7] += float64(x[i, j]) * w[k, j]
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))


def dot_csr(rows, i, w, k):
    lanes = zero_lanes()
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        j = np.uint64(rows.columns[e])
        lanes[j & U7] += rows.values[e] * w[k, j]
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))


def add_dense(rows, i, step, rate, w, k):
    x = rows.values
    for j in range(np.uint64(x.shape[1])):
        w[k, j] += (step * at(rate, j)) * x[i, j]


def add_csr(rows, i, step, rate, w, k):
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        j = np.uint64(rows.columns[e])
        w[k, j] += (step * at(rate, j)) * rows.values[e]


def squared_norm_dense(rows, i, scratch):
    for j in range(np.uint64(rows.values.shape[1])):
        scratch[U0, j] = rows.values[i, j]
    return dot(rows, i, scratch, U0)


def squared_norm_csr(rows, i, scratch):
    lanes = zero_lanes()
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        x = float64(rows.values[e])
        lanes[np.uint64(rows.columns[e]) & U7] += x * x
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))


def at(numbers: Any, i: Any) -> Any:
    """The i-th of ``numbers``, where a single number stands for all."""
    return numbers[i] if isinstance(numbers, np.ndarray) else numbers


def dot(rows: Any, i: Any, w: Any, k: Any) -> Any:
    """Row i of ``rows`` times row k of the weights."""
    return (dot_dense if isinstance(rows, Dense) else dot_csr)(rows, i, w, k)


def add(rows: Any, i: Any, step: Any, rate: Any, w: Any, k: Any) -> None:
    """Row k of the weights += (step × rate) × row i, with one rate or one per feature."""
    (add_dense if isinstance(rows, Dense) else add_csr)(rows, i, step, rate, w, k)


def squared_norm(rows: Any, i: Any, scratch: Any) -> Any:
    """Row i times itself; ``scratch`` has room for a row of weights, so that ``dot`` is compiled once."""
    return (squared_norm_dense if isinstance(rows, Dense) else squared_norm_csr)(rows, i, scratch)


# What Numba puts in their place. The functions named here are the very ones that run with the JIT off.


@overload(at, jit_options=INLINED)
def _at(numbers, i):
    if isinstance(numbers, types.Array):
        return lambda numbers, i: numbers[i]
    return lambda numbers, i: numbers


@overload(dot, jit_options=INLINED)
def _dot(rows, i, w, k):
    return dot_dense if rows.instance_class is Dense else dot_csr


@overload(add, jit_options=INLINED)
def _add(rows, i, step, rate, w, k):
    return add_dense if rows.instance_class is Dense else add_csr


@overload(squared_norm, jit_options=INLINED)
def _squared_norm(rows, i, scratch):
    return squared_norm_dense if rows.instance_class is Dense else squared_norm_csr


@intrinsic
def _lanes_on_stack(typing_context):
    """Eight zeros on the stack: an array from the heap would cost as much as a short row."""
    lanes = ir.ArrayType(ir.DoubleType(), 8)

    def code(context, builder, signature, arguments):
        pointer = cgutils.alloca_once(builder, lanes)
        builder.store(ir.Constant(lanes, [0.0] * 8), pointer)
        return builder.bitcast(pointer, ir.DoubleType().as_pointer())

    return types.CPointer(types.float64)(), code


def _lanes_in_python() -> Any:
    return np.zeros(8)


# An intrinsic, not an overload: the stack must be that of the function that uses the lanes.
zero_lanes: Any = _lanes_on_stack if COMPILING else _lanes_in_python
