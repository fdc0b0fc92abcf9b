"""A shuffled epoch, against only touching the same rows, or the same pass with its rows in cache, whichever is more.

Touching reads one number of each cache line of the rows, in the same order, with the same rows prefetched into L2. The
pass in cache makes as many visits to few rows, as wide as the others, which all lie in the second-level cache.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from comparison import Effort, Row
from datasets import DENSE_SHAPES, SPARSE_ROWS, dense, sparse
from timing import best

from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights
from rosenblatt.loops.binary import learn
from rosenblatt.loops.jit import jit
from rosenblatt.loops.prefetch import prefetch_distance, row_after
from rosenblatt.loops.rows import CSR, U0, U1, U8, Dense
from rosenblatt.loops.simd import L2, prefetch

SLOWER_AT_MOST = 1.35
BYTES_IN_CACHE = 2**18


def compare(effort: Effort) -> Iterator[Row]:
    for n_rows, n_features in DENSE_SHAPES:
        X, y = dense(effort.rows(n_rows), n_features)
        for dtype in ("float64", "float32"):
            values = X.astype(dtype, copy=False)
            yield floor_row(f"{len(X):,} × {n_features} {dtype}", Dense(values), y, n_features, effort)
    X, y = sparse(effort.rows(SPARSE_ROWS))
    yield floor_row(f"CSR {X.shape[0]:,} × {X.shape[1]:,}", CSR(X.data, X.indices, X.indptr), y, X.shape[1], effort)


def floor_row(work: str, rows: Any, y: np.ndarray, n_features: int, effort: Effort) -> Row:
    visits = np.random.default_rng(0).permutation(len(y)).astype(np.uint32)
    row_bytes = sum(part.nbytes for part in rows) // len(y)
    few = max(1, BYTES_IN_CACHE // row_bytes)
    if isinstance(rows, CSR):
        cached: Any = CSR(rows.values[: rows.starts[few]], rows.columns[: rows.starts[few]], rows.starts[: few + 1])
    else:
        cached = Dense(rows.values[:few])
    start = np.zeros((1, n_features))
    pass_over(rows, y, visits, start)()  # the weights after one epoch, from which all passes start
    jobs = {
        "ours": pass_over(rows, y, visits, start.copy()),
        "in cache": pass_over(cached, y, visits % np.uint32(few), start.copy()),
        "touch": partial(touch_csr if isinstance(rows, CSR) else touch_dense, rows, visits),
    }
    for job in jobs.values():
        job()
    times = best(jobs, effort)
    more = max(("touch", "in cache"), key=times.__getitem__)
    against = {"touch": "touching the same rows", "in cache": "the pass with its rows in cache"}[more]
    least = 1 / SLOWER_AT_MOST
    return Row(f"{work}, loop of an epoch", times["ours"], times[more], against, at_least=least, times=times)


def pass_over(rows: Any, y: np.ndarray, visits: np.ndarray, w: np.ndarray) -> Callable[[], Any]:
    """A pass of the perceptron; its weights go on from call to call."""
    n = len(visits)
    mistakes = Mistakes(np.empty(n, np.uint32), np.empty(n, np.int32), np.empty(n, np.int64))
    examples, weights = Examples(rows, y.astype(np.uint32), 1.0), Weights(w, np.zeros(1))
    return partial(learn, examples, visits, 0, Rule(1.0, 1.0, 0), weights, None, mistakes)


@jit
def touch_dense(rows, visits):
    """One number of each cache line of the visited rows, added up."""
    x, total = rows.values, 0.0
    n, line, distance = np.uint64(x.shape[1]), np.uint64(64 // x.itemsize), prefetch_distance(rows).far
    for t in range(np.uint64(visits.size)):
        i, far = np.uint64(visits[t]), row_after(visits, t, distance)
        for j in range(U0, n, line):
            prefetch(x, far * n + j, L2)
            total += x[i, j]
        prefetch(x, far * n + n - U1, L2)
        total += x[i, n - U1]
    return total


@jit
def touch_csr(rows, visits):
    """As ``touch_dense``, of values and columns."""
    total, distance = 0.0, prefetch_distance(rows).far
    for t in range(np.uint64(visits.size)):
        i, far = np.uint64(visits[t]), row_after(visits, t, distance)
        prefetch(rows.starts, row_after(visits, t, distance + distance), L2)
        for e in range(np.uint64(rows.starts[far]), np.uint64(rows.starts[far + U1]), U8):
            prefetch(rows.values, e, L2)
            prefetch(rows.columns, e, L2)
        for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1]), U8):
            total += rows.values[e] + rows.columns[e]
        last = np.uint64(rows.starts[i + U1]) - U1
        total += rows.values[last] + rows.columns[last]
    return total
