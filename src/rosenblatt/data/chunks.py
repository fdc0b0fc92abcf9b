"""Chunks: rows of a file with their labels, as readers yield them. Pages are chunks of one size.

Each reader cuts its file into chunks as it likes. Results are computed page by page, so that they do not depend on
these cuts.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, join_blocks, some_rows
from rosenblatt.data.labels import joined_labels
from rosenblatt.loops.rows import Dense

PAGE = 4096  # rows


class Chunk(NamedTuple):
    block: Block  # rows; of sparse ones n_features is what has been seen so far
    labels: np.ndarray | None  # one per row; None for rows without labels

    @property
    def n_rows(self) -> int:
        return self.block.n_rows

    def part(self, first: int, last: int) -> "Chunk":
        """Return some of the rows as a view."""
        labels = None if self.labels is None else self.labels[first:last]
        return Chunk(some_rows(self.block, first, last), labels)


class Window(NamedTuple):
    """Rows that are in memory together, and their visiting order."""

    chunk: Chunk
    visits: np.ndarray


def pages(chunks: Iterable[Chunk]) -> Iterator[list[Chunk]]:
    """Regroup chunks into pages of one size; the last page holds the rest. Each page is a list of parts of chunks."""
    size = PAGE
    waiting: list[Chunk] = []
    missing = size
    for chunk in chunks:
        first = 0
        while chunk.n_rows - first >= missing:
            yield [*waiting, chunk.part(first, first + missing)]
            first += missing
            waiting, missing = [], size
        if first < chunk.n_rows:
            waiting.append(chunk.part(first, chunk.n_rows))
            missing -= chunk.n_rows - first
    if waiting:
        yield waiting


def joined(chunks: list[Chunk]) -> Chunk:
    """Concatenate chunks into one."""
    labels = [chunk.labels for chunk in chunks if chunk.labels is not None]
    return Chunk(join_blocks([chunk.block for chunk in chunks]), joined_labels(labels) if labels else None)


class Table(NamedTuple):
    """A whole data set in memory."""

    X: Any
    y: np.ndarray
    features: list[str]


def matrix_of(block: Block) -> Any:
    """Return the rows as a NumPy array or a scipy.sparse matrix."""
    if isinstance(block.rows, Dense):
        return block.rows.values
    from scipy.sparse import csr_matrix

    return csr_matrix(tuple(block.rows), shape=(block.n_rows, block.n_features))
