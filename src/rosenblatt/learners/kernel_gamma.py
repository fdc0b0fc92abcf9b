"""Number γ of a kernel: given, or computed from the rows."""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.data.blocks import Block, slice_rows, take_rows
from rosenblatt.data.chunks import PAGE
from rosenblatt.loops.rows import CSR

if TYPE_CHECKING:
    from rosenblatt.learners.kernel_options import KernelOptions

Pages = Callable[[], Iterator[Block]]


def gamma_of(options: "KernelOptions", pages: Pages, n_features: int) -> float:
    """Number γ. pages: all rows, page by page."""
    gamma = options.named_gamma
    if gamma == "auto":
        return 1.0 / n_features
    if gamma != "scale" or options.kernel_name not in ("poly", "rbf"):
        return 1.0 if isinstance(gamma, str) else gamma
    variance = variance_of(pages)
    return 1.0 / (n_features * variance) if variance > 0 else 1.0


def pages_of(block: Block, rows: np.ndarray) -> Iterator[Block]:
    """Some rows of a block, in pages."""
    for first in range(0, len(rows), PAGE):
        some = rows[first : first + PAGE]
        if len(rows) == block.n_rows:
            yield slice_rows(block, first, first + len(some))
        else:
            yield take_rows(block, some)


def variance_of(pages: Pages) -> float:
    """Variance of all numbers, zeros of sparse rows included.

    Numbers that are not zero are added up row by row, and the sums of rows exactly. So the result does not depend on
    the storage of rows, nor on the cuts between chunks.
    """
    count = 0
    sums: list[float] = []
    n_zeros = 0
    for block in pages():
        values, starts = _not_zero(block)
        count += block.n_rows * block.n_features
        n_zeros += block.n_rows * block.n_features - len(values)
        sums += np.add.reduceat(values, starts).tolist() if len(values) else []
    mean = math.fsum(sums) / count if count else 0.0
    squares = [n_zeros * mean * mean]
    for block in pages():
        values, starts = _not_zero(block)
        squares += np.add.reduceat(np.square(values - mean), starts).tolist() if len(values) else []
    return math.fsum(squares) / count if count else 0.0


def _not_zero(block: Block) -> tuple[np.ndarray, np.ndarray]:
    """Numbers that are not zero, row after row, and the place where each row with such numbers begins."""
    values = np.asarray(block.rows.values, np.float64)
    if isinstance(block.rows, CSR):
        entries = slice(int(block.rows.starts[0]), int(block.rows.starts[-1]))
        values, row_of = values[entries], np.repeat(np.arange(block.n_rows), np.diff(block.rows.starts))
    else:
        values, row_of = values.ravel(), np.repeat(np.arange(block.n_rows), block.n_features)
    kept = values != 0
    counts = np.bincount(row_of[kept], minlength=block.n_rows)
    starts = np.cumsum(counts) - counts
    return values[kept], starts[counts > 0]
