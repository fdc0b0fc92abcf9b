"""Whole numbers as features: exact, or refused with their place."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import rosenblatt
from rosenblatt import learners, online
from rosenblatt.data.blocks import block_of
from rosenblatt.data.whole_numbers import check_whole_numbers, first_rounded, is_rounded
from rosenblatt.errors import DataError

ROUNDED = 2**53 + 1
EXACT = (0, 2**53, -(2**53), 2**53 + 2, 2**62, 2**63 - 1024, -(2**63))
RULE = r"must have whole numbers that float64 holds, as all are up to 2\*\*53; got {} in row 1, column {}: make it"


def rows(number, dtype=np.int64):
    return np.array([[1, 2], [3, number]], dtype)


MATRICES = {
    "int64": rows(ROUNDED),
    "negative": rows(-ROUNDED),
    "the largest": rows(2**63 - 1),
    "uint64": rows(2**64 - 1, np.uint64),
    "big-endian": rows(ROUNDED, ">i8"),
    "Fortran order": np.asfortranarray(rows(ROUNDED)),
    "object": rows(ROUNDED, object),
    "list": [[1, 2], [3, ROUNDED]],
    "list with a fraction": [[0.5, 2], [3, ROUNDED]],
    "list beyond int64": [[-1, 2], [3, 2**63 + 1]],
    "CSR": sparse.csr_array(rows(ROUNDED)),
    "CSC": sparse.csc_array(rows(ROUNDED)),
}
FRAMES = {
    "frame": pd.DataFrame({"a": [1, 3], "b": [2, ROUNDED]}),
    "frame with fractions": pd.DataFrame({"a": [0.5, 3], "b": [2, ROUNDED]}),
    "frame of nullable": pd.DataFrame({"a": [1, 3], "b": pd.array([2, ROUNDED], dtype="Int64")}),
    "frame with a name twice": pd.DataFrame([[1, 2], [3, ROUNDED]], columns=["b", "b"]),
}


def number_of(X):
    if hasattr(X, "iloc"):
        return int(X.iloc[1, 1])
    return int(np.asarray(X.toarray() if sparse.issparse(X) else X, dtype=object)[1, 1])


@pytest.mark.parametrize("name", [*MATRICES, *FRAMES])
def test_those_that_would_be_rounded_are_refused_with_their_place(name):
    X = {**MATRICES, **FRAMES}[name]
    rule = RULE.format(number_of(X), 1 if name in MATRICES else "'b'")
    with pytest.raises(rosenblatt.DataError, match="X " + rule):
        block_of(X)
    with pytest.raises(rosenblatt.DataError, match="X " + rule):
        learners.Perceptron().fit(X, [0, 1])
    with pytest.raises(rosenblatt.DataError, match="X " + rule):
        rosenblatt.Perceptron().fit(X, [0, 1])
    model = rosenblatt.Perceptron().fit(np.array([[1.0, 2.0], [3.0, 4.0]]), [0, 1])
    with pytest.raises(rosenblatt.DataError, match="X " + rule):
        model.predict(X)


@pytest.mark.parametrize("number", EXACT)
@pytest.mark.parametrize("kind", [np.array, list, sparse.csr_array])
def test_those_that_are_exact_are_taken(number, kind):
    block = block_of(kind([[1, 2], [3, number]]))
    assert int(block.rows.values.ravel()[-1]) == (number or (3 if kind is sparse.csr_array else 0))


def test_large_fractions_are_no_whole_numbers():
    assert block_of([[1e300, 2.0**60]]).n_rows == 1
    assert first_rounded(np.array([1e300])) == first_rounded(np.array([], dtype=np.int64)) == -1
    assert not is_rounded(10**400)  # an overflow, which has its own sentence
    with pytest.raises(rosenblatt.DataError, match="X must be a matrix of numbers"):
        block_of([[10**400, 0.5]])


@pytest.mark.parametrize("cls", [online.Perceptron, online.AveragedPerceptron])
def test_online_they_are_refused_by_name(cls):
    model, rule = cls(), "x must have whole numbers that float64 holds, .*; got .*9007199254740993.* for 'b': make it"
    with pytest.raises(rosenblatt.DataError, match=rule):
        model.learn_one({"a": 1, "b": ROUNDED}, True)
    model.learn_one({"a": 1, "b": 2}, True)
    model.learn_one({"a": 1, "b": -2}, False)
    before = model.weights
    for number in (ROUNDED, -ROUNDED, np.int64(ROUNDED)):
        with pytest.raises(rosenblatt.DataError, match=rule):
            model.learn_one({"a": 1, "b": number}, True)
        with pytest.raises(rosenblatt.DataError, match=rule):
            model.predict_one({"a": 1, "b": number})
    assert (model.weights, model.n_examples) == (before, 2)


@pytest.mark.parametrize("cls", [online.Perceptron, online.AveragedPerceptron])
def test_online_large_rows_give_the_bits_of_partial_fit(cls):
    rng = np.random.default_rng(3)
    X = np.rint(rng.normal(size=(60, 3)) * 2.0**50) * 2.0 ** rng.integers(0, 20, size=(60, 1))
    y = rng.integers(0, 3, size=60)
    one_by_one, at_once = cls(features=[0, 1, 2]), cls._learner_class()
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        one_by_one.learn_one(dict(enumerate(row)), label)
    at_once.partial_fit(X, y)
    assert one_by_one.model.weights.w.tobytes() == at_once.model.weights.w.tobytes()
    assert [one_by_one.predict_one(dict(enumerate(row))) for row in X.tolist()] == at_once.model.predict(X).tolist()


def test_files_of_arrays_name_the_file_and_the_row(tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.files.formats.numpy_arrays.AT_ONCE", 2)
    np.save(tmp_path / "X.npy", rows(ROUNDED))
    np.save(tmp_path / "y.npy", [0, 1])
    with pytest.raises(rosenblatt.DataError, match=r"X\.npy " + RULE.format(ROUNDED, 1)):
        rosenblatt.read(tmp_path / "X.npy", labels=str(tmp_path / "y.npy")).table()
    np.savez(tmp_path / "set.npz", X=rows(ROUNDED), y=[0, 1])
    with pytest.raises(rosenblatt.DataError, match=r"set\.npz " + RULE.format(ROUNDED, 1)):
        rosenblatt.read(tmp_path / "set.npz").table()


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dok", "lil", "bsr", "dia"])
def test_every_kind_of_sparse_matrix(format):
    held = sparse.coo_matrix(np.array([[1, 0], [0, 2**53 + 2]])).asformat(format)
    check_whole_numbers(held)
    check_whole_numbers(held.astype(np.float64))
    with pytest.raises(DataError, match=r"got 9007199254740993 in row 1, column 1"):
        check_whole_numbers(sparse.coo_matrix(np.array([[1, 0], [0, 2**53 + 1]])).asformat(format))
