"""Number γ of a kernel: given, or computed from the rows."""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.data.blocks import Block, slice_rows, take_rows
from rosenblatt.data.chunks import PAGE

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
    """Variance of all numbers, zeros of sparse rows included. It does not depend on how rows are cut into chunks."""
    count = 0
    sums: list[float] = []
    for block in pages():
        count += block.n_rows * block.n_features
        sums.append(float(_stored(block).sum()))
    mean = math.fsum(sums) / count
    squares = [float(np.square(_stored(block) - mean).sum()) for block in pages()]
    n_zeros = count - sum(block.stored_numbers for block in pages())
    return (math.fsum(squares) + n_zeros * mean * mean) / count


def _stored(block: Block) -> np.ndarray:
    """Stored numbers of a block, as float64."""
    values = block.rows.values
    if block.is_sparse:
        values = values[int(block.rows.starts[0]) : int(block.rows.starts[-1])]  # type: ignore[union-attr]
    return np.asarray(values, np.float64)
