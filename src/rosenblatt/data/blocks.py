"""Block of validated rows in the form the loops need.

Float32 and float64 stay what they are and are not copied when they are C-ordered (dense) or CSR with
rising columns; anything else is copied first. A user's arrays are never changed.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.whole_numbers import check_whole_numbers
from rosenblatt.errors import DataError
from rosenblatt.loops.csr import first_disorder
from rosenblatt.loops.rows import CSR, Dense
from rosenblatt.loops.scoring import largest_norm
from rosenblatt.loops.threads import in_slices

MAX_ROWS = 2**32 - 1  # visits are kept as 32-bit row numbers


class Block(NamedTuple):
    rows: Dense | CSR
    n_rows: int
    n_features: int

    @property
    def is_sparse(self) -> bool:
        return isinstance(self.rows, CSR)

    @property
    def stored_numbers(self) -> int:
        """Number of stored values: the multiply-adds of one score per row."""
        if isinstance(self.rows, Dense):
            return self.n_rows * self.n_features
        return int(self.rows.starts[-1] - self.rows.starts[0])

    @property
    def n_bytes(self) -> int:
        return sum(array.nbytes for array in self.rows)


def block_of(X: Any) -> Block:
    """Convert ``X`` (a matrix, a frame, scipy.sparse) to a block, or raise a DataError. Finiteness is checked later."""
    if isinstance(X, Block):
        return X
    check_whole_numbers(X)
    block = _sparse_block(X) if hasattr(X, "tocsr") else _dense_block(X)
    if block.n_rows == 0 or block.n_features == 0:
        raise DataError(f"X must have at least one row and one feature; got shape {(block.n_rows, block.n_features)}.")
    if block.n_rows > MAX_ROWS:
        raise DataError(f"X must have at most {MAX_ROWS} rows; got {block.n_rows}: give them to partial_fit in parts.")
    return block


def all_rows(block: Block) -> np.ndarray:
    """Row numbers of a block, in the given order."""
    return np.arange(block.n_rows, dtype=np.uint32)


def radius_of(block: Block, visits: np.ndarray, folded: float = 0.0) -> float:
    """Largest norm of the visited rows. A NaN or an infinity among them is a DataError.

    folded: the square of the constant feature: 1 if a bias is learned, else 0.
    """
    return max(in_slices(lambda a, b: _radius(block, visits[a:b], folded), len(visits), block.stored_numbers))


def _radius(block: Block, visits: np.ndarray, folded: float) -> float:
    largest, bad = largest_norm(block.rows, visits, 0)
    radius = math.sqrt(largest + folded)
    while bad < visits.size:  # not finite: a bad value, or a finite one whose square overflows
        row = row_values(block, int(visits[bad]))
        _check_finite(row, int(visits[bad]), block)
        radius = max(radius, math.hypot(*row.tolist(), folded))
        largest, bad = largest_norm(block.rows, visits, int(bad) + 1)
        radius = max(radius, math.sqrt(largest + folded))
    return radius


def dense_slice(block: Block, first: int, last: int) -> np.ndarray:
    """Return consecutive rows as dense float64."""
    if isinstance(block.rows, Dense):
        return np.asarray(block.rows.values[first:last], dtype=np.float64)
    values, columns, starts = block.rows
    dense = np.zeros((last - first, block.n_features))
    for i in range(first, last):
        entries = slice(starts[i], starts[i + 1])
        dense[i - first, columns[entries]] = values[entries]
    return dense


def slice_rows(block: Block, first: int, last: int) -> Block:
    """Return consecutive rows of a block without copying."""
    if isinstance(block.rows, Dense):
        return Block(Dense(block.rows.values[first:last]), last - first, block.n_features)
    starts = block.rows.starts[first : last + 1]
    return Block(block.rows._replace(starts=starts), last - first, block.n_features)


def take_rows(block: Block, rows: np.ndarray) -> Block:
    """Copy some rows of a block."""
    if isinstance(block.rows, Dense):
        return Block(Dense(frozen(block.rows.values[rows])), len(rows), block.n_features)
    values, columns, starts = block.rows
    lengths = np.diff(starts)[rows]
    new_starts = np.concatenate([[0], np.cumsum(lengths)]).astype(starts.dtype)
    entries = np.repeat(starts[:-1][rows] - new_starts[:-1], lengths) + np.arange(new_starts[-1])
    taken = CSR(frozen(values[entries]), frozen(columns[entries]), frozen(new_starts))
    return Block(taken, len(rows), block.n_features)


def some_rows(block: Block, first: int, last: int) -> Block:
    """Return consecutive rows of a block as a view."""
    if isinstance(block.rows, Dense):
        return Block(Dense(block.rows.values[first:last]), last - first, block.n_features)
    values, columns, starts = block.rows
    part = slice(int(starts[first]), int(starts[last]))
    rows = CSR(values[part], columns[part], frozen(starts[first : last + 1] - starts[first]))
    return Block(rows, last - first, block.n_features)


def join_blocks(blocks: list[Block]) -> Block:
    """Stack blocks, as wide as the widest. The result is sparse if one of them is."""
    n_rows, n_features = sum(b.n_rows for b in blocks), max(b.n_features for b in blocks)
    if len(blocks) == 1:
        return blocks[0]
    if all(isinstance(b.rows, Dense) for b in blocks):
        return Block(Dense(frozen(np.concatenate([b.rows.values for b in blocks]))), n_rows, n_features)
    parts = [_as_csr(b) for b in blocks]
    used = [slice(int(p.starts[0]), int(p.starts[-1])) for p in parts]
    columns = np.concatenate([p.columns[part] for p, part in zip(parts, used, strict=True)])
    lengths = np.concatenate([np.diff(p.starts) for p in parts]).astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    if starts[-1] > np.iinfo(columns.dtype).max:
        columns = columns.astype(np.int64)
    joined = CSR(
        frozen(np.concatenate([p.values[part] for p, part in zip(parts, used, strict=True)])),
        frozen(columns),
        frozen(starts.astype(columns.dtype)),
    )
    return Block(joined, n_rows, n_features)


def widened(block: Block, n_features: int) -> Block:
    """Widen sparse rows to more features, which are zero there."""
    return block._replace(n_features=max(n_features, block.n_features)) if block.is_sparse else block


def frozen_block(block: Block) -> Block:
    """Return the same rows read-only, so that Numba sees one type wherever they come from."""
    return block._replace(rows=type(block.rows)(*map(frozen, block.rows)))


def row_values(block: Block, i: int) -> np.ndarray:
    """Return the stored values of one row."""
    if isinstance(block.rows, Dense):
        return np.asarray(block.rows.values[i])
    return np.asarray(block.rows.values[block.rows.starts[i] : block.rows.starts[i + 1]])


def _dense_block(X: Any) -> Block:
    if np.ma.is_masked(X):
        raise DataError("X must have a value everywhere; got a masked array: fill it, X.filled(…).")
    try:
        values = np.asarray(X)
    except ValueError as error:
        raise DataError(f"X must be a matrix of numbers: {error}.") from error
    if values.dtype.kind not in "biufO":
        raise DataError(f"X must be real numbers; got {values.dtype}.")
    try:
        values = np.require(values, _width(values.dtype), ["C", "A"])
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"X must be a matrix of numbers: {error}.") from error
    if values.ndim != 2:
        raise DataError(
            f"X must have two dimensions, rows and features; got {values.ndim}: "
            "use X.reshape(1, -1) for one example, X.reshape(-1, 1) for one feature."
        )
    return Block(Dense(frozen(values)), *values.shape)


def _sparse_block(X: Any) -> Block:
    if X.ndim != 2:
        raise DataError(f"X must have two dimensions, rows and features; got {X.ndim}.")
    X = X.tocsr()
    if np.iscomplexobj(X.data):
        raise DataError(f"X must be real numbers; got {X.dtype}.")
    n_rows, n_features = X.shape
    starts, columns = X.indptr, X.indices
    if starts.dtype != columns.dtype or starts.dtype not in (np.int32, np.int64):
        starts, columns = starts.astype(np.int64), columns.astype(np.int64)
    lengths = np.diff(starts)
    if (
        len(starts) != n_rows + 1
        or starts[0] != 0
        or (lengths < 0).any()
        or starts[-1] > min(len(columns), len(X.data))
    ):
        raise DataError("X must be CSR whose indptr rises from 0 to the number of entries; it does not.")
    unsorted, outside = first_disorder(columns, starts, n_features)
    if outside >= 0:
        raise DataError(f"X must have column indices from 0 to {n_features - 1}; row {outside} has others.")
    if unsorted >= 0:
        X = X.copy()
        X.sum_duplicates()
        return _sparse_block(X)
    values = np.require(X.data, _width(X.dtype), ["C", "A"])
    starts, columns = (np.require(a, requirements=["C", "A"]) for a in (starts, columns))
    return Block(CSR(frozen(values), frozen(columns), frozen(starts)), n_rows, n_features)


def _width(dtype: np.dtype) -> Any:
    """Return float32 for float16 and float32, else float64."""
    return np.float32 if dtype in (np.float16, np.float32) else np.float64


def frozen(array: np.ndarray) -> np.ndarray:
    """Return a read-only view, so that Numba sees one type whether or not the user's array is writable."""
    view = array.view(np.ndarray)
    view.flags.writeable = False
    return view


def _as_csr(block: Block) -> CSR:
    if isinstance(block.rows, CSR):
        return block.rows
    values = block.rows.values
    starts = np.arange(block.n_rows + 1, dtype=np.int64) * block.n_features
    return CSR(values.ravel(), np.tile(np.arange(block.n_features), block.n_rows), starts)


def _check_finite(row: np.ndarray, i: int, block: Block) -> None:
    bad = np.flatnonzero(~np.isfinite(row))
    if not len(bad):
        return
    columns = block.rows.columns[block.rows.starts[i] :] if isinstance(block.rows, CSR) else range(block.n_features)
    name = "NaN" if np.isnan(row[bad[0]]) else "infinity"
    raise DataError(
        f"Input X contains {name}: every value must be a finite number; "
        f"got {row[bad[0]]} in row {i}, column {columns[bad[0]]}: replace it or leave the row out."
    )
