"""Kernels: K(x, z) as a function of the product x·z, of the distance, or as given.

Products x·z are added in the fixed order of ``loops/rows``, so kernel values "linear" and "poly" are the same bits on
every machine, for dense and CSR rows. BLAS, which is faster, computes products only where it is exact: for whole
numbers whose sums stay below 2²⁴ in float32.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, dense_slice, frozen, slice_rows, take_rows
from rosenblatt.data.chunks import matrix_of
from rosenblatt.errors import DataError
from rosenblatt.loops.arguments import Weights, as_order, scratch_for
from rosenblatt.loops.kernels import Power
from rosenblatt.loops.rows import CSR, Dense
from rosenblatt.loops.scoring import score, squared_norms
from rosenblatt.loops.threads import in_slices

EXACT_SINGLE = 2.0**24  # whole numbers below it are exact in float32
EXACT_DOUBLE = 2.0**53  # … in float64
EXACT_INT32 = 2.0**31
ROWS_AT_ONCE = 256  # rows that are multiplied with all others together
DENSE_AT_ONCE = 2**22  # numbers of rows that are made dense together
ROUNDED_UP = 1 + 1e-12  # factor of a rounded norm, so that it is not too small for a bound
IDENTITY = Power(1, 1.0, 0.0)  # of numbers that are kernel values already
Callback = Callable[[Any, Any], Any]


class KernelFunction(NamedTuple):
    """Kernel with its numbers.

    linear        x·z + coef0, where coef0 is 1 if a bias is learned, else 0
    poly          (coef0 + gamma x·z)^degree
    rbf           exp(−gamma ‖x − z‖²)
    precomputed   rows are kernel values with all training rows; a support row is a unit vector that selects one
    callable      function(X, Z), a matrix of kernel values
    """

    name: str
    degree: int = 1
    gamma: float = 1.0
    coef0: float = 0.0
    function: Callback | None = None

    @property
    def power(self) -> Power:
        """Kernel as a function of the stored numbers: products (linear, poly), or kernel values."""
        return Power(self.degree, self.gamma, self.coef0) if self.is_power else IDENTITY

    @property
    def is_power(self) -> bool:
        return self.name in ("linear", "poly")

    def of_products(self, products: np.ndarray) -> np.ndarray:
        """Kernel values of products, by the same operations as the compiled loops."""
        degree, gamma, coef0 = self.power
        with np.errstate(over="ignore", invalid="ignore"):  # scores are checked
            base = coef0 + gamma * np.asarray(products, np.float64)
            values = base.copy() if degree > 1 else base
            for _ in range(1, degree):
                values *= base
        return values

    def of_distances(self, products: np.ndarray, squares: np.ndarray, other_squares: np.ndarray) -> np.ndarray:
        """Values of the kernel "rbf" from products and squared norms."""
        with np.errstate(over="ignore", invalid="ignore"):  # scores are checked
            distances = squares[:, None] + other_squares[None, :] - 2.0 * np.asarray(products, np.float64)
            return np.asarray(np.exp(-self.gamma * np.maximum(distances, 0.0)))

    def called(self, rows: Block, others: Block) -> np.ndarray:
        """Values of a function, one row at a time, so that they do not depend on the other rows."""
        assert self.function is not None
        values, matrix = np.empty((rows.n_rows, others.n_rows)), matrix_of(others)
        for i in range(rows.n_rows):
            row = self.function(_row_like(others, rows, i), matrix)
            row = row.toarray() if hasattr(row, "toarray") else np.asarray(row)
            if row.dtype.kind not in "biuf":
                raise DataError(f"kernel must return real numbers; got {row.dtype}.")
            if row.shape != (1, others.n_rows):
                raise DataError(
                    f"kernel must return one value per pair of rows, shape {(1, others.n_rows)}; got {row.shape}."
                )
            values[i] = row
        check_values(values)
        return values


class Rows:
    """Rows that others are multiplied with: their squared norms, and a float32 copy where products in it are exact."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.squares = np.empty(block.n_rows)
        squared_norms(block.rows, self.squares)
        self.longest = float(np.sqrt(self.squares.max())) * ROUNDED_UP
        self.is_whole = bool(self.longest**2 < EXACT_DOUBLE and _are_whole(block.rows.values))
        self.single: np.ndarray | None = None
        if self.is_whole and isinstance(block.rows, Dense):
            self.single = np.ascontiguousarray(block.rows.values, dtype=np.float32)

    def part(self, rows: np.ndarray | slice) -> "Rows":
        """Some of the rows; consecutive ones are not copied."""
        part = Rows.__new__(Rows)
        part.block = (
            slice_rows(self.block, rows.start, rows.stop) if isinstance(rows, slice) else take_rows(self.block, rows)
        )
        part.squares, part.is_whole = self.squares[rows], self.is_whole
        part.longest = float(np.sqrt(part.squares.max())) * ROUNDED_UP
        part.single = None if self.single is None else self.single[rows]
        return part

    def products(self, others: "Rows") -> np.ndarray:
        """Products of the rows of ``others`` with the rows here: one line per row of ``others``."""
        count = others.block.n_rows
        if self.single is not None and others.single is not None:
            exact = ROUNDED_UP * np.sqrt(others.squares) * self.longest < EXACT_SINGLE
            if exact.all():
                return np.asarray(others.single @ self.single.T)
            if exact.any():  # a few rows are too long for float32
                products = np.empty((count, self.block.n_rows))
                products[exact] = others.single[exact] @ self.single.T
                products[~exact] = self._in_order(others.part(np.flatnonzero(~exact)))
                return products
        return self._in_order(others)

    def _in_order(self, others: "Rows") -> np.ndarray:
        """Products in the fixed order of additions. The others are dense meanwhile, a few at a time."""
        count = others.block.n_rows
        products = np.empty((count, self.block.n_rows))
        at_once = max(1, DENSE_AT_ONCE // others.block.n_features)
        for begin in range(0, count, at_once):
            end = min(begin + at_once, count)
            w = as_order(dense_slice(others.block, begin, end), self.block.is_sparse)
            self._multiply(Weights(w, np.zeros(end - begin)), products[begin:end])
        return products

    def _multiply(self, weights: Weights, products: np.ndarray) -> None:
        def multiply(first: int, last: int) -> None:
            scores = np.empty((last - first, len(weights.b)))
            score(slice_rows(self.block, first, last).rows, weights, scratch_for(weights), scores)
            products[:, first:last] = scores.T

        in_slices(multiply, self.block.n_rows, float(self.block.stored_numbers) * len(weights.b))


def stored_values(kernel: KernelFunction, others: Rows, rows: Rows) -> np.ndarray:
    """Numbers from which ``kernel.power`` gives the kernel values of ``others`` with ``rows``."""
    if kernel.name == "callable":
        return kernel.called(others.block, rows.block)
    if kernel.name == "precomputed":
        columns = others.block.rows.columns[others.block.rows.starts[:-1]]  # type: ignore[union-attr]
        return np.ascontiguousarray(np.asarray(rows.block.rows.values, np.float64)[:, columns].T)
    products = rows.products(others)
    if kernel.is_power:
        return products
    return kernel.of_distances(products, others.squares, rows.squares)


def fill_kernel_values(kernel: KernelFunction, others: Rows, rows: Rows, values: np.ndarray) -> None:
    """Compute the kernel values of ``others`` with ``rows``: one line per row of ``others``."""
    for first in range(0, len(values), ROWS_AT_ONCE):
        part = slice(first, min(first + ROWS_AT_ONCE, len(values)))
        values[part] = kernel.of_products(stored_values(kernel, others.part(part), rows))


def check_values(values: np.ndarray) -> None:
    """Raise a DataError if kernel values are not finite."""
    bad = np.argwhere(~np.isfinite(values))
    if len(bad):
        raise DataError(f"kernel must return finite numbers; got {values[tuple(bad[0])]} for a pair of rows.")


def _row_like(others: Block, rows: Block, i: int) -> Any:
    """One row as a matrix of the same form as other rows: dense or sparse."""
    row = take_rows(rows, np.array([i]))
    if row.is_sparse == others.is_sparse:
        return matrix_of(row)
    dense = dense_slice(row, 0, 1)
    return type(matrix_of(others))(dense) if others.is_sparse else dense


def unit_rows(columns: np.ndarray, n_features: int) -> Block:
    """Rows with a single 1, in these columns."""
    count = len(columns)
    rows = CSR(frozen(np.ones(count)), frozen(columns.astype(np.int64)), frozen(np.arange(count + 1, dtype=np.int64)))
    return Block(rows, count, n_features)


def _are_whole(values: np.ndarray) -> bool:
    """Return True if all numbers are whole."""
    step = 1 << 20
    flat = values.reshape(-1)
    return all(bool((np.rint(part) == part).all()) for part in (flat[a : a + step] for a in range(0, len(flat), step)))
