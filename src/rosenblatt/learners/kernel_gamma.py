"""Number γ of a kernel: given, or computed from the rows."""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.data.blocks import Block, slice_rows, take_rows
from rosenblatt.data.chunks import PAGE
from rosenblatt.loops.arguments import Weights, as_order
from rosenblatt.loops.scoring import score, squared_norms

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

    Sums of rows are added exactly, so the result does not depend on how rows are stored or cut into chunks.
    """
    count = 0
    sums: list[float] = []
    squares: list[float] = []
    for block in pages():
        count += block.n_rows * block.n_features
        of_rows, of_squares = np.empty((block.n_rows, 1)), np.empty(block.n_rows)
        ones = Weights(as_order(np.ones((1, block.n_features)), block.is_sparse), np.zeros(1))
        score(block.rows, ones, None, of_rows)
        squared_norms(block.rows, of_squares)
        sums += of_rows[:, 0].tolist()
        squares += of_squares.tolist()
    return math.fsum(squares) / count - (math.fsum(sums) / count) ** 2
