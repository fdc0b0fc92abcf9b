"""Eight-lane sums of products, and prefetching.

Lane j mod 8 collects the products of feature j, and the lanes are added in one fixed order: so a row gives
the same bits dense or CSR, and eight neighbouring features are one vector instruction. These are intrinsics
because Numba has no vectors of its own, and an array from the heap would cost as much as a short row; their
twins in plain Python are what runs with the JIT off.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from rosenblatt.loops.jit import COMPILING, inlined

DOUBLE, BYTE, INT = ir.DoubleType(), ir.IntType(8), ir.IntType(32)
EIGHT = ir.VectorType(DOUBLE, 8)
L1, L2 = 3, 2  # the caches to prefetch into, by LLVM's numbers of locality


@inlined
def total(lanes):
    """Sum of the eight lanes."""
    return in_order(lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7])


@inlined
def in_order(a, b, c, d, e, f, g, h):
    """Sum of eight numbers in the one fixed order."""
    return ((a + e) + (c + g)) + ((b + f) + (d + h))


def _zero_lanes_in_python() -> Any:
    return np.zeros(8)


def _multiply_add_in_python(lanes: Any, x: Any, i: Any, w: Any, k: Any, j: Any) -> None:
    lanes += x[i, j : j + np.uint64(8)].astype(np.float64) * w[k, j : j + np.uint64(8)]


def _prefetch_in_python(values: Any, place: Any, cache: Any) -> None:
    pass


@intrinsic
def _zero_lanes(typing_context):
    """Eight zeros on the stack of the calling function."""

    def code(context, builder, signature, arguments):
        pointer = cgutils.alloca_once(builder, EIGHT)
        builder.store(ir.Constant(EIGHT, [0.0] * 8), pointer)
        return builder.bitcast(pointer, DOUBLE.as_pointer())

    return types.CPointer(types.float64)(), code


@intrinsic
def _multiply_add(typing_context, lanes, x, i, w, k, j):
    """Compute lanes += x[i, j:j + 8] × w[k, j:j + 8]: each product rounded, then each sum."""
    if not x.layout == w.layout == "C":
        raise TypingError("multiply_add takes matrices whose rows stand one after another")

    def code(context, builder, signature, arguments):
        lanes, x, i, w, k, j = arguments
        pointer = builder.bitcast(lanes, EIGHT.as_pointer())
        products = builder.fmul(
            _eight_of(context, builder, signature.args[1], x, i, j),
            _eight_of(context, builder, signature.args[3], w, k, j),
        )
        builder.store(builder.fadd(builder.load(pointer), products), pointer)
        return context.get_dummy_value()

    return types.void(lanes, x, i, w, k, j), code


def _eight_of(context, builder, kind, matrix, i, j):
    """Eight consecutive elements of a matrix row, from column j on, as doubles."""
    array = context.make_array(kind)(context, builder, matrix)
    n_columns = builder.extract_value(array.shape, 1)
    place = builder.gep(array.data, [builder.add(builder.mul(i, n_columns), j)])
    number = context.get_data_type(kind.dtype)
    eight = builder.load(builder.bitcast(place, ir.VectorType(number, 8).as_pointer()))
    eight.align = kind.dtype.bitwidth // 8
    return eight if number == DOUBLE else builder.fpext(eight, EIGHT)


@intrinsic(prefer_literal=True)
def _prefetch(typing_context, values, place, cache):
    """Prefetch ``values.flat[place]`` into L1 or L2 without waiting. A position past the end is harmless."""
    if not isinstance(cache, types.IntegerLiteral):
        raise TypingError("the cache of a prefetch must be a constant")
    locality = INT(cache.literal_value)

    def code(context, builder, signature, arguments):
        values, place, _ = arguments
        array = context.make_array(signature.args[0])(context, builder, values)
        address = builder.bitcast(builder.gep(array.data, [place]), BYTE.as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), INT, INT, INT])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [address, INT(0), locality, INT(1)])  # to read; data
        return context.get_dummy_value()

    return types.void(values, place, cache), code


zero_lanes: Any = _zero_lanes if COMPILING else _zero_lanes_in_python
multiply_add: Any = _multiply_add if COMPILING else _multiply_add_in_python
prefetch: Any = _prefetch if COMPILING else _prefetch_in_python
