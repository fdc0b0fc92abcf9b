"""Conversions to and from formats of features: LIBSVM, Vowpal Wabbit, arrays."""

import numpy as np
import pyarrow as pa
import pytest
from helpers.conversions import COLUMNS, FEATURES, MIXED, NUMBERS, made, same, table
from pyarrow import parquet
from scipy.sparse import csr_matrix

from rosenblatt import DataError, read
from rosenblatt.commands.convert import convert


@pytest.mark.parametrize("first", FEATURES)
def test_features_keep_every_bit_on_the_way_through_two_formats(tmp_path, first):
    source = made(tmp_path, NUMBERS)
    convert(source, tmp_path / f"one.{first}")
    same(source, tmp_path / f"one.{first}", names=False, signs=False)  # a sum of 0 and −0 is 0
    for second in (*FEATURES, *COLUMNS):
        convert(tmp_path / f"one.{first}", tmp_path / f"two.{second}")
        same(source, tmp_path / f"two.{second}", names=False, signs=False)


@pytest.mark.parametrize("format", FEATURES)
def test_tables_are_encoded_and_not_scaled(tmp_path, format):
    source = made(tmp_path, MIXED)
    done = convert(source, tmp_path / f"d2.{format}")
    (X, y, features), (X2, y2, features2) = table(source), table(tmp_path / f"d2.{format}")
    assert (X + 0.0).tobytes() == (X2 + 0.0).tobytes()
    assert done.n_features == len(features)
    if format == "npz":
        assert y2.tolist() == y.tolist()
        with np.load(tmp_path / "d2.npz") as arrays:
            assert arrays["features"].tolist() == features
    else:
        assert y2.tolist() == [0, 1, 0, 1]
        assert ("labels", "0 is '<=50K', 1 is '>50K'") in done.lines()
    if format == "vw":
        assert features2[:3] == ["^age", "^work=?", '^work=Private%20""x""']
        assert features2[4] == "^work=x%3Ay%20z"
    convert(source, tmp_path / f"d2.{format}", force=True, scale="maxabs")
    assert table(tmp_path / f"d2.{format}")[0].tolist() == (table(source, scale="maxabs")[0] + 0.0).tolist()


def test_features_of_vw_become_columns_by_their_names(tmp_path):
    source = made(tmp_path, "1 |a x:2 y |b x:0.5\n-1 | z:3 label:1\n", "d.vw")
    convert(source, tmp_path / "d.csv")
    assert (tmp_path / "d.csv").read_text() == ("a^x,a^y,b^x,z,label,label_\n2,1,0.5,0,0,1\n0,0,0,3,1,-1\n")
    convert(source, tmp_path / "d2.vw")
    assert (tmp_path / "d2.vw").read_text() == "1 |a x:2 |a y |b x:0.5\n-1 | z:3 | label\n"
    same(source, tmp_path / "d2.vw")
    assert convert(source, tmp_path / "d.svm").lines()[-1][0] == "columns"


def test_sparse_rows_stay_sparse_and_wide_ones_become_no_columns(tmp_path):
    source = made(tmp_path, "1 1:0.5 4:0\n-1 200000:2\n", "d.svm")
    for format in FEATURES:
        convert(source, tmp_path / f"d2.{format}")
        assert read(tmp_path / f"d2.{format}").table().X.nnz == 3
    assert (tmp_path / "d2.libsvm").read_bytes() == source.read_bytes()
    assert (tmp_path / "d2.vw").read_text() == "1 | 1:0.5 4:0\n-1 | 200000:2\n"
    for format in ("csv", "parquet", "jsonl"):
        with pytest.raises(DataError, match=f"d3.{format} must have at most 10,000 columns; it would have 200,000"):
            convert(source, tmp_path / f"d3.{format}")


def test_labels_that_no_double_holds_are_numbered(tmp_path):
    for labels in (np.array([2**53 + 1, 3, 2**53 + 3]), np.array(["b", "a", "c"])):
        np.savez(tmp_path / "d.npz", X=np.ones((3, 2)), y=labels)
        done = convert(tmp_path / "d.npz", tmp_path / "d.svm", force=True)
        assert table(tmp_path / "d.svm")[1].tolist() == [1, 0, 2]
        assert done.lines()[-1][0] == "labels"
        convert(tmp_path / "d.npz", tmp_path / "d.csv", force=True)
        same(tmp_path / "d.npz", tmp_path / "d.csv")
    for labels in (np.array([True, True, True]), np.array([0.5, -0.0, 3]), np.array([7, 9, 7])):
        np.savez(tmp_path / "d.npz", X=np.ones((3, 2)), y=labels)
        convert(tmp_path / "d.npz", tmp_path / "d.svm", force=True)
        assert table(tmp_path / "d.svm")[1].tolist() == labels.tolist()


def test_arrays_samples_and_sparse_matrices_become_tables(tmp_path):
    np.save(tmp_path / "d.npy", np.array([[0.1, 2], [3, 4]], dtype=np.float32))
    made(tmp_path, "ant\nbee\n", "y.txt")
    convert(tmp_path / "d.npy", tmp_path / "d.csv", labels=str(tmp_path / "y.txt"))
    assert (tmp_path / "d.csv").read_text() == "x1,x2,label\n0.10000000149011612,2,ant\n3,4,bee\n"
    with pytest.raises(DataError, match="DATA must have labels to be written to e.csv: labels= names a file of them."):
        convert(tmp_path / "d.npy", tmp_path / "e.csv")
    done = convert("sample:iris", tmp_path / "iris.jsonl.gz")
    assert (done.n_rows, done.n_features) == (150, 4)
    same("sample:iris", tmp_path / "iris.jsonl.gz")
    X = csr_matrix(([1.5, -0.0], ([0, 1], [2, 0])), shape=(2, 3))
    np.savez(tmp_path / "s.npz", data=X.data, indices=X.indices, indptr=X.indptr, shape=X.shape, y=[b"p", b"q"])
    convert(tmp_path / "s.npz", tmp_path / "s.csv")
    assert (tmp_path / "s.csv").read_text() == "x1,x2,x3,label\n0,0,1.5,p\n-0,0,0,q\n"


def test_labels_of_a_column_have_one_type(tmp_path, monkeypatch):
    from rosenblatt.files.formats import libsvm

    monkeypatch.setattr(libsvm.libsvm_chunks, "__kwdefaults__", {**libsvm.libsvm_chunks.__kwdefaults__, "size": 8})
    source = made(tmp_path, "1 1:2\n2 1:3\n0.5 2:1\n", "d.svm")
    convert(source, tmp_path / "d.parquet")
    same(source, tmp_path / "d.parquet")
    assert parquet.read_schema(tmp_path / "d.parquet").types[-1] == pa.float64()
