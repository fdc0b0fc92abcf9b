"""Blocks: what is taken without a copy, what is copied, what is refused."""

import math

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.data.blocks import Block, all_rows, block_of, join_blocks, radius_of, slice_rows, take_rows
from rosenblatt.errors import DataError
from rosenblatt.loops.rows import CSR, Dense


def dense_values(block):
    if isinstance(block.rows, Dense):
        return np.asarray(block.rows.values)
    values, columns, starts = block.rows
    return sp.csr_matrix((values, columns, starts), shape=(block.n_rows, block.n_features)).toarray()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_plain_arrays_are_not_copied(dtype):
    X = np.ones((4, 3), dtype=dtype)
    assert np.shares_memory(block_of(X).rows.values, X)
    sparse = sp.csr_matrix(X)
    block = block_of(sparse)
    assert np.shares_memory(block.rows.values, sparse.data)
    assert np.shares_memory(block.rows.columns, sparse.indices)
    assert X.flags.writeable
    assert not block.rows.values.flags.writeable


@pytest.mark.parametrize(
    "X",
    [
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(12.0).reshape(2, 6)[:, ::2],
        np.arange(6).reshape(2, 3),
        [[0, 1, 2], [3, 4, 5]],
        np.arange(6.0).reshape(2, 3).astype(">f8"),
        np.frombuffer(b"\0" + np.arange(6.0).tobytes(), offset=1).reshape(2, 3),
    ],
)
def test_other_arrays_are_copied_into_order(X):
    values = block_of(X).rows.values
    assert values.flags.c_contiguous
    assert values.flags.aligned
    assert values.dtype == np.float64
    np.testing.assert_array_equal(values, np.asarray(X))


def test_half_floats_are_read_as_float32():
    assert block_of(np.ones((2, 2), dtype=np.float16)).rows.values.dtype == np.float32


def test_mixed_index_widths():
    X = sp.csr_matrix(np.eye(3))
    X.indptr = X.indptr.astype(np.int64)
    assert {a.dtype for a in (block_of(X).rows.columns, block_of(X).rows.starts)} == {np.dtype(np.int64)}


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([1.0, 2.0], "X must have two dimensions, rows and features; got 1"),
        (np.empty((0, 3)), r"at least one row and one feature; got shape \(0, 3\)"),
        (np.empty((3, 0)), r"at least one row and one feature; got shape \(3, 0\)"),
        ([["a", "b"]], "X must be real numbers; got <U1"),
        ([["1", "2"]], "X must be real numbers; got <U1"),
        (np.array([["a", 1.0]], dtype=object), "X must be a matrix of numbers"),
        ([[10**400], [1]], "X must be a matrix of numbers"),
        ([[1.0, 2.0], [3.0]], "X must be a matrix of numbers"),
        (np.array([["2020-01-01"]], dtype="datetime64[D]"), "X must be real numbers; got datetime64"),
        (np.ma.masked_equal([[1.0, 2.0]], 2.0), "X must have a value everywhere; got a masked array"),
        (sp.coo_array(np.ones(3)), "X must have two dimensions, rows and features; got 1"),
        ([[1 + 2j]], "X must be real numbers; got complex128"),
        (sp.csr_matrix([[1 + 2j]]), "X must be real numbers; got complex128"),
    ],
)
def test_what_is_refused(X, message):
    with pytest.raises(DataError, match=message):
        block_of(X)


def test_more_rows_than_can_be_numbered(monkeypatch):
    monkeypatch.setattr("rosenblatt.data.blocks.MAX_ROWS", 2)
    with pytest.raises(DataError, match="at most 2 rows; got 3: give them to partial_fit in parts"):
        block_of(np.ones((3, 1)))


def test_csr_that_would_read_out_of_bounds_is_refused():
    X = sp.csr_matrix(np.eye(3))
    X.indices[1] = 7
    with pytest.raises(DataError, match="column indices from 0 to 2; row 1 has others"):
        block_of(X)
    X = sp.csr_matrix(np.eye(3))
    X.indptr[-1] = 99
    with pytest.raises(DataError, match="indptr rises"):
        block_of(X)
    X = sp.csr_matrix(np.eye(3))
    X.data = X.data[:1]
    with pytest.raises(DataError, match="indptr rises"):
        block_of(X)


@pytest.mark.parametrize(("value", "name"), [(np.nan, "NaN"), (np.inf, "infinity"), (-np.inf, "infinity")])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_values_that_are_not_finite_are_named(form, value, name):
    X = np.eye(4, 3)
    X[2, 1] = value
    block = block_of(form(X))
    with pytest.raises(DataError, match=f"Input X contains {name}: .* in row 2, column 1"):
        radius_of(block, all_rows(block))
    assert radius_of(block, np.array([0, 1], dtype=np.uint32)) == 1.0


def test_radius_of_values_whose_square_overflows():
    block = block_of([[3e200, 4e200], [1.0, 0.0], [0.0, 6e200]])
    assert radius_of(block, all_rows(block)) == pytest.approx(6e200)
    assert radius_of(block, np.array([1], dtype=np.uint32)) == 1.0
    assert math.isfinite(radius_of(block_of([[1e308, 0.0]]), np.array([0], dtype=np.uint32)))


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_parts_of_a_block(form):
    X = np.arange(20.0).reshape(5, 4) % 3
    block = block_of(form(X))
    np.testing.assert_array_equal(dense_values(take_rows(block, np.array([3, 0, 3]))), X[[3, 0, 3]])
    part = slice_rows(block, 1, 4)
    assert part.n_rows == 3
    np.testing.assert_array_equal(dense_values(take_rows(part, np.array([0, 2]))), X[[1, 3]])
    assert np.shares_memory(part.rows.values, block.rows.values)


def test_blocks_below_each_other():
    X = np.arange(12.0).reshape(4, 3) % 4
    dense, sparse = block_of(X[:2]), block_of(sp.csr_matrix(X[2:]))
    for parts in ([dense, dense], [sparse, sparse], [dense, sparse], [sparse, dense], [dense]):
        joined = join_blocks(parts)
        assert isinstance(joined, Block)
        np.testing.assert_array_equal(dense_values(joined), np.vstack([dense_values(p) for p in parts]))
    assert isinstance(join_blocks([dense, sparse]).rows, CSR)
