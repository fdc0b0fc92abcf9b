"""The data of a certificate: every kind of matrix, taken exactly, or refused."""

import math
from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.exact_certificates import (
    SETS,
    certified,
)

from rosenblatt.errors import DataError


@pytest.mark.parametrize("name", ["note 004", "xor", "line without intercept"])
def test_every_kind_of_matrix_is_the_same_data(name):
    X, y, fit_intercept = SETS[name]
    certificate = certified(X, y, fit_intercept)
    wrong = replace(certificate, radius=9.0, augmented_radius=9.0)
    unsorted = sp.csr_matrix(np.array(X)[:, ::-1])
    unsorted.indices = (len(X[0]) - 1 - unsorted.indices).astype(np.int32)
    before = unsorted.indices.copy()
    kinds = [
        np.array(X), np.array(X, np.float32), np.asfortranarray(X, float), np.array(X, object), np.array(X, ">f8"),
        np.array(X, np.float16), np.array(X, np.longdouble), sp.csr_matrix(X), sp.csr_array(X), sp.coo_array(X),
        sp.csc_matrix(X, dtype=np.float32), unsorted, sp.csr_matrix(np.array(X) + 1) - sp.csr_matrix(np.ones_like(X)),
    ]  # fmt: skip
    if name != "note 004":
        kinds += [np.array(X, np.int8), np.array(X, np.int64), sp.csr_matrix(X, dtype=np.int64)]
    for kind in kinds:
        assert certificate.faults(kind, np.array(y)) == []
        assert wrong.faults(kind, np.array(y)[:, None]) == wrong.faults(X, y) != []
    np.testing.assert_array_equal(unsorted.indices, before)


def test_a_column_of_zeros_and_an_empty_sparse_row_are_data():
    X, y = sp.csr_matrix([[0.0, 0.0], [0.0, 2.0]]), ["no", "yes"]
    certificate = certified(X.toarray().tolist(), y)
    assert certificate.check(X, y)
    assert certificate.check(X.toarray(), np.array(y, object))
    assert certificate.margin == (1, 1)


def test_entries_of_csr_that_stand_for_one_number_are_added():
    X = sp.csr_matrix(([2.0, 1.0, 3.0], [0, 0, 0], [0, 1, 3]), shape=(2, 1))
    assert certified([[2], [4]], [-1, 1]).check(X, [-1, 1])


def test_numbers_beyond_float64_are_not_rounded():
    """2⁵³ and 2⁵³ + 2 are floats, 2⁵³ + 1 is none. Without intercept, multipliers weigh one against the other."""
    X, y = [[2**53], [2**53 + 2]], [-1, 1]
    certificate = certified(X, y, fit_intercept=False)
    assert certificate.multipliers == [F(2**52 + 1, 2**53 + 1), F(2**52, 2**53 + 1)]
    assert certificate.check(X, y)
    assert certificate.check(np.array(X, np.uint64), y)
    with pytest.raises(DataError, match="numbers that float64 holds exactly; got 9007199254740993"):
        certificate.check([[2**53 + 1], [2**53 + 2]], y)
    with pytest.raises(DataError, match="numbers that float64 holds exactly; got Fraction"):
        certificate.check([[F(1, 3)], [F(1, 2)]], y)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1.0], [math.nan]], [0, 1], "Input X contains NaN: every value must be a finite number; row 1 has another"),
        (sp.csr_matrix([[0.0], [math.inf]]), [0, 1], "Input X contains infinity: .* row 1 has another"),
        ([1.0, 2.0], [0, 1], r"X must have two dimensions, at least one row and one feature; got shape \(2,\)"),
        (np.zeros((0, 2)), [], r"got shape \(0, 2\)"),
        (sp.csr_matrix((2, 0)), [0, 1], r"got shape \(2, 0\)"),
        ([[1.0], [2.0, 3.0]], [0, 1], "X must be a matrix of numbers"),
        ([["a"], ["b"]], [0, 1], "X must be real numbers; got <U1"),
        ([[object()], [1]], [0, 1], "X must be a matrix of numbers"),
        ([[1j], [2]], [0, 1], "X must be real numbers; got complex128"),
        (np.ma.masked_array([[1.0], [2.0]], [[True], [False]]), [0, 1], "X must have a value everywhere"),
        ([[1.0], [2.0]], [0, 1, 1], r"y must have one label for each of 2 rows; got shape \(3,\)"),
        ([[1.0], [2.0]], [0, math.nan], "y must be all finite numbers or all strings; got float64"),
        ([[1.0], [2.0]], np.array(["a", 1], object), "y must be all finite numbers or all strings; got object"),
        ([[1.0], [2.0]], [[0], [1, 2]], "y must have one label per row"),
    ],
)  # fmt: skip
def test_data_that_is_none_is_the_users_mistake(X, y, message):
    with pytest.raises(DataError, match=message):
        certified([[2], [4]], [-1, 1]).check(X, y)


def test_broken_csr_is_the_users_mistake():
    certificate = certified([[2], [4]], [-1, 1])
    outside, falling = (sp.csr_matrix([[2.0], [4.0]]) for _ in range(2))
    outside.indices[1] = 7
    falling.indptr[1] = 3
    with pytest.raises(DataError, match="X must have column indices from 0 to 0; it has others"):
        certificate.check(outside, [-1, 1])
    with pytest.raises(DataError, match="X must be CSR whose indptr rises"):
        certificate.check(falling, [-1, 1])
