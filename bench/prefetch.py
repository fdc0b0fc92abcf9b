"""Shuffled epochs of many shapes, timed under several source trees in turn: did a change of the loops cost a shape?

    python bench/prefetch.py OLD/src NEW/src
    python bench/prefetch.py OLD/src NEW/src --only csr --rounds 30

The loops of all trees run in one process over the same arrays, so that pages and caches are the same for all. The best
of all rounds counts. Each line has the time under the first tree and its ratio to the time under each other tree:
above 1 the other tree is faster. Weights after one epoch are where each timed epoch starts.
"""

import argparse
import hashlib
import importlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

BYTES = 2**28  # of float64 rows; eight times a third-level cache of 32 MiB
SLOWER_AT_MOST = 1.03
DENSE_WIDTHS = (3, 10, 30, 100, 300, 784, 3000)
CSR_LENGTHS = (5, 50, 75, 500)
MIN_ADDS = 5 * 10**7  # products of one timing: few rows are visited several times over, in one call


class Shape(NamedTuple):
    """Rows to make, and the perceptron to train on them."""

    name: str
    n_rows: int
    width: int  # features of a dense row, entries of a CSR row
    n_features: int
    dtype: str = "float64"
    n_classes: int = 2
    averaged: bool = False
    mixed: bool = False  # CSR rows of all lengths up to this width, as texts have


def shapes() -> Iterator[Shape]:
    """The shapes of the sweep: larger than the caches, then within them."""
    for d in DENSE_WIDTHS:
        for dtype in ("float64", "float32"):
            yield Shape(f"dense {d} {dtype}", BYTES // (8 * d), d, d, dtype)
    for stored in CSR_LENGTHS:
        yield Shape(f"csr {stored}", BYTES // (12 * stored), stored, 100_000)
    yield Shape("csr 1 to 100", BYTES // (12 * 50), 100, 100_000, mixed=True)
    yield Shape("csr 75 float32", BYTES // (12 * 75), 75, 100_000, "float32")
    yield Shape("averaged dense 100", BYTES // 800, 100, 100, averaged=True)
    yield Shape("averaged csr 5", BYTES // 60, 5, 100_000, averaged=True)
    yield Shape("averaged csr 56", 200_000, 56, 100_000, averaged=True)
    yield Shape("10 classes dense 30", BYTES // 240, 30, 30, n_classes=10)
    yield Shape("10 classes dense 784", 40_000, 784, 784, n_classes=10)
    yield Shape("10 classes dense 784 float32", 40_000, 784, 784, "float32", n_classes=10)
    yield Shape("10 classes csr 75", 100_000, 75, 20_000, n_classes=10)
    yield Shape("105 classes csr 150", 6_400, 150, 50_000, n_classes=105)
    yield Shape("105 classes csr 150 averaged", 6_400, 150, 50_000, n_classes=105, averaged=True)
    yield Shape("3 classes csr 50", 100_000, 50, 100_000, n_classes=3)
    yield from in_cache()
    for d in (10, 100, 784):
        yield Shape(f"in L3: dense {d}", 2**23 // (8 * d), d, d)
    yield Shape("in L3: csr 50", 2**23 // (12 * 50), 50, 20_000)
    yield Shape("in L3: csr 1 to 100", 2**22 // (12 * 50), 100, 8_000, mixed=True)


def in_cache() -> Iterator[Shape]:
    yield Shape("in cache: dense 3", 10_000, 3, 3)
    yield Shape("in cache: dense 30", 1_000, 30, 30)
    yield Shape("in cache: dense 30 float32", 1_000, 30, 30, "float32")
    yield Shape("in cache: dense 100", 100, 100, 100)
    yield Shape("in cache: dense 784", 200, 784, 784)
    yield Shape("in cache: dense 784 float32", 200, 784, 784, "float32")
    yield Shape("in cache: csr 5", 500, 5, 1_000)
    yield Shape("in cache: csr 50", 500, 50, 1_000)
    yield Shape("in cache: averaged csr 50", 500, 50, 1_000, averaged=True)
    yield Shape("in cache: 10 classes dense 64", 500, 64, 64, n_classes=10)
    yield Shape("in cache: 10 classes csr 50", 500, 50, 1_000, n_classes=10)


def load(tree: Path) -> SimpleNamespace:
    """The loops of a source tree, which stay as they are when another tree is loaded after it."""
    for name in [name for name in sys.modules if name.split(".")[0] == "rosenblatt"]:
        del sys.modules[name]
    sys.path.insert(0, str(tree))
    names = ("arguments", "rows", "binary", "multiclass")
    modules = {name: importlib.import_module(f"rosenblatt.loops.{name}") for name in names}
    sys.path.remove(str(tree))
    return SimpleNamespace(typeof=importlib.import_module("numba").typeof, **modules)


def made(shape: Shape) -> tuple[Any, np.ndarray]:
    """Normal rows, and classes that noisy scores give."""
    random = np.random.default_rng(0)
    n, d, dtype = shape.n_rows, shape.n_features, np.dtype(shape.dtype)
    n_scores = 1 if shape.n_classes == 2 else shape.n_classes
    directions = random.standard_normal((d, n_scores))
    if shape.n_features == shape.width:
        X: Any = random.standard_normal((n, d), dtype=np.float32).astype(dtype, copy=False)
        X.flags.writeable = False
        scores = np.concatenate([X[k : k + 10_000] @ directions for k in range(0, n, 10_000)])
    else:
        strip = d // shape.width
        columns = np.arange(shape.width, dtype=np.int32) * strip
        columns = (columns + random.integers(0, strip, (n, shape.width), dtype=np.int32)).ravel()
        values = random.standard_normal(n * shape.width, dtype=np.float32).astype(dtype, copy=False)
        starts = np.arange(n + 1, dtype=np.int32) * shape.width
        if shape.mixed:
            kept = np.arange(shape.width) < random.integers(1, shape.width + 1, n)[:, None]
            columns, values = columns[kept.ravel()], values[kept.ravel()]
            starts = np.concatenate([[0], np.cumsum(kept.sum(axis=1))]).astype(np.int32)
        X = csr_matrix((values, columns, starts), shape=(n, d))
        scores = X @ directions
    scores += 0.5 * scores.std() * random.standard_normal(scores.shape)
    return X, (scores[:, 0] > 0 if n_scores == 1 else scores.argmax(axis=1)).astype(np.uint32)


class Epoch:
    """A shuffled epoch over made rows, by the loops of one tree."""

    def __init__(self, loops: SimpleNamespace, shape: Shape, X: Any, classes: np.ndarray, visits: np.ndarray) -> None:
        arguments, rows = loops.arguments, loops.rows
        sparse = shape.n_features != shape.width
        form = rows.CSR(X.data, X.indices, X.indptr) if sparse else rows.Dense(X)
        n_weight_rows = 1 if shape.n_classes == 2 else shape.n_classes
        order = "F" if sparse else "C"
        self.state = tuple(
            arguments.Weights(np.zeros((n_weight_rows, shape.n_features), order=order), np.zeros(n_weight_rows))
            for _ in range(2)
        )
        n = len(visits)
        self.mistakes = arguments.Mistakes(np.empty(n, np.uint32), np.empty(n, np.int32), np.empty(n, np.int64))
        averaging_sum = self.state[1] if shape.averaged else None
        scratch = () if shape.n_classes == 2 else (arguments.scratch_for(self.state[0]),)
        examples, rule = arguments.Examples(form, classes, 1.0), arguments.Rule(1.0, 1.0, 0)
        self.arguments = (examples, visits, 0, rule, self.state[0], averaging_sum, *scratch, self.mistakes)
        self.learn = (loops.multiclass if scratch else loops.binary).learn
        self.first_count = self.learn(*self.arguments)
        # Without Numba's choice by types: it takes 0.1 ms for tuples that another tree has by the same name.
        self.learn = self.learn.overloads[tuple(map(loops.typeof, self.arguments))].entry_point

    def timed(self, start: Any) -> float:
        """Seconds of the visits, from these weights on."""
        for weights, first in zip(self.state, start, strict=True):
            weights.w[...], weights.b[...] = first
        began = time.thread_time()
        self.learn(*self.arguments)
        return time.thread_time() - began

    def digest(self) -> str:
        """A hash of everything that the first epoch changed."""
        numbers = [array for weights in self.state for array in weights]
        numbers += [column[: self.first_count] for column in self.mistakes]
        return hashlib.sha256(b"".join(array.tobytes() for array in numbers)).hexdigest()


def sweep(shape: Shape, trees: list[SimpleNamespace], rounds: int) -> list[float]:
    """The best time of an epoch under each tree, in seconds."""
    X, classes = made(shape)
    random, passes = np.random.default_rng(1), 1 + MIN_ADDS // (shape.n_rows * shape.width * shape.n_classes)
    visits = np.concatenate([random.permutation(shape.n_rows) for _ in range(passes)]).astype(np.uint32)
    epochs = [Epoch(loops, shape, X, classes, visits) for loops in trees]
    if len({epoch.digest() for epoch in epochs}) > 1:
        raise SystemExit(f"{shape.name}: the trees differ in their bits")
    start = [(weights.w.copy(order="K"), weights.b.copy()) for weights in epochs[0].state]
    best = [float("inf")] * len(epochs)
    for _ in range(rounds):
        best = [min(known, epoch.timed(start)) for known, epoch in zip(best, epochs, strict=True)]
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description="Time shuffled epochs under several source trees in turn.")
    parser.add_argument("trees", nargs="+", type=Path, help="src folders; others are compared with the first")
    parser.add_argument("--only", nargs="+", default=[""], help="shapes whose names have one of these parts")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    sources = hashlib.sha256()
    for tree in arguments.trees:
        for path in sorted(tree.rglob("*.py")):
            sources.update(path.read_bytes())
    # Numba looks only at the file of a compiled function, and would run old machine code after a change elsewhere.
    os.environ["NUMBA_CACHE_DIR"] = str(Path(tempfile.gettempdir()) / f"rosenblatt-sweep-{sources.hexdigest()[:16]}")
    trees, slower = [load(tree.resolve()) for tree in arguments.trees], 0
    for shape in shapes():
        if any(part in shape.name for part in arguments.only):
            times = sweep(shape, trees, arguments.rounds)
            ratios = [times[0] / each for each in times[1:]]
            slower += any(ratio < 1 / SLOWER_AT_MOST for ratio in ratios)
            print(f"{shape.name:32} {times[0] * 1e3:9.3f} ms ", *(f"{ratio:6.2f}" for ratio in ratios), flush=True)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
