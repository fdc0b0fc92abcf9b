"""Files in: the same rows from every format, from one file or many, compressed or from a pipe."""

import gzip
import io
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
import scipy.sparse as sp
from helpers.formats import X, Y, written

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.formats import numpy_arrays
from rosenblatt.files.readers import read


def test_every_format_has_the_same_rows(tmp_path):
    for name, options in written(tmp_path):
        table = read(tmp_path / name, **options).table()
        found = table.X.toarray() if sp.issparse(table.X) else table.X
        assert found.tobytes() == X.tobytes(), name
        assert table.y.tolist() == Y.tolist(), name
        assert table.features == ["x1", "x2", "x3"], name


def test_many_files_are_one_after_another(tmp_path):
    for k in range(3):
        (tmp_path / f"{k}.csv").write_text(f"a,b,class\n{k},2,yes\n{k + 10},3,no\n")
    table = read(tmp_path).table()
    assert table.X[:, 0].tolist() == [0, 10, 1, 11, 2, 12]
    assert table.y.tolist() == ["yes", "no"] * 3
    assert read(str(tmp_path / "[12].csv")).table().X[:, 0].tolist() == [1, 11, 2, 12]
    (tmp_path / "3.csv").write_text("a,c,class\n1,2,no\n")
    with pytest.raises(DataError, match=r"3\.csv"):
        read(tmp_path).table()
    np.savez(tmp_path / "p.npz", X=X, y=Y)
    np.savez(tmp_path / "q.npz", X=X[:, :2], y=Y)
    with pytest.raises(DataError, match=r"q\.npz must have as many features as the others; it has 2, and the files"):
        read(str(tmp_path / "*.npz")).table()


@pytest.mark.parametrize("text", [b"1 1:2.5 3:1\n0 2:1\n", b"2.5,0,1,1\n0,1,0,0\n"])
def test_standard_input_is_read_as_any_file(monkeypatch, text):
    class Input:
        buffer = io.BufferedReader(io.BytesIO(text))

    monkeypatch.setattr(sys, "stdin", Input)
    reader = read("-")
    table = reader.table()
    assert sp.csr_matrix(table.X).shape == (2, 3)
    assert table.y.tolist() == [1, 0]
    assert reader.guessed["format"] in ("libsvm", "csv")


def test_a_reader_gives_blocks_as_often_as_it_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(numpy_arrays, "AT_ONCE", 4)
    np.save(tmp_path / "x.npy", X[:, 1:].astype(np.float16))
    np.save(tmp_path / "y.npy", Y)
    reader = read(tmp_path / "x.npy", labels=str(tmp_path / "y.npy"))
    for _ in range(2):
        chunks = list(reader)
        assert [chunk.n_rows for chunk in chunks] == [2, 2]
        assert chunks[0].block.rows.values.dtype == np.float32
    (tmp_path / "x.csv.gz").write_bytes(gzip.compress(b"1,2,a\n3,4,b\n"))
    assert read(tmp_path / "x.csv.gz").table().X.tolist() == [[1, 2], [3, 4]]


def test_names_and_samples(tmp_path):
    (tmp_path / "d.csv").write_text("size,colour,class\n1,red,0\n2,blue,1\n")
    reader = read(tmp_path / "d.csv")
    assert reader.features == ["size", "colour=blue", "colour=red"]
    assert reader.guessed["header"] is True
    assert read("sample:note-004").table().y.tolist() == [-1, -1, 1, 1]
    same = read(tmp_path / "d.csv", encoding=reader.encoding)
    assert same.table().X.tolist() == reader.table().X.tolist()
    (tmp_path / "d.vw").write_text("1 |a x:2 y\n-1 |a y\n")
    assert read(tmp_path / "d.vw").table().X.toarray().tolist() == [[2, 1], [0, 1]]


def test_a_pipe_is_read_from_its_beginning(tmp_path):
    """Its first lines are looked at to know what it is."""
    text = "1 1:2.5 3:1\n0 2:1\n" * 5000
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as other:
        other.submit((tmp_path / "pipe").write_text, text)
        assert read(tmp_path / "pipe").table().X.shape == (10_000, 3)


def test_the_index_of_a_frame_is_no_column(tmp_path):
    frame = pa.table({"a": [1.0, 2.0], "class": ["p", "q"], "__index_level_0__": [5, 6]})
    pa.parquet.write_table(frame, tmp_path / "d.parquet")
    reader = read(tmp_path / "d.parquet")
    assert (reader.features, reader.guessed["target"]) == (["a"], "class")


def test_labels_stay_as_they_are_written(tmp_path):
    (tmp_path / "d.csv").write_text("1,01\n2,1\n")
    assert read(tmp_path / "d.csv").table().y.tolist() == ["01", "1"]


BROKEN = {
    ("d.csv", b""): "must have at least one",
    ("d.csv", b"a,b\n"): "must have rows below its first line of names",
    ("d.csv", b"a\n1\n"): "must have a column of features beside its target 'a'",
    ("d.csv", b"1,2,0\n1,0\n"): r"d\.csv:2 must have 3 columns, as the first line; got 2",
    ("d.csv", b"1,2,a\n1,2,\n"): r"d\.csv:2 .*label",
    ("d.csv", b"1,\xff,0\n"): r"d\.csv:1 must be UTF-8 text",
    ("d.csv", b"1,nan,0\n2,3,1\n"): r"d\.csv:1 .*nan",
    ("d.libsvm", b"1 1:2\n-1 0:3\n"): r"d\.libsvm:2 .*counted from 1",
    ("d.libsvm", b"1 1:inf\n"): r"d\.libsvm:1 ",
    ("d.npz", b""): r"must be an \.npz file",
    ("d.npz", b"no archive"): r"must be an \.npz file",
    ("d.npy", b"\x93NUMPY"): r"must be an \.npy file",
    ("d.npy", b""): r"must be an \.npy file",
    ("d.idx", b"\0\0\x08\x03\0\0"): "must have 3 sizes in its header; it is cut off",
    ("d.idx", b"\0\0\x08\x02\0\0\0\2\0\0\0\2abc"): "must have 4 bytes of numbers by its header; it is cut off",
    ("d.idx", b"abcdefgh"): "must be an idx file; it begins with b'abcd'",
    ("d.parquet", b"PAR1xxxx"): r"d\.parquet",
    ("d.jsonl", b'{"a": 1, "class": 2}\n{"a": \n'): r"d\.jsonl:2",
}


@pytest.mark.parametrize(("name", "text"), BROKEN)
def test_bad_files(tmp_path, name, text):
    (tmp_path / name).write_bytes(text)
    with pytest.raises(DataError, match=BROKEN[name, text]) as caught:
        read(tmp_path / name).table()
    assert "\n" not in str(caught.value)


def test_arrays_without_labels(tmp_path):
    np.savez(tmp_path / "d.npz", a=np.eye(2))
    with pytest.raises(DataError, match=r"must hold arrays X and y \(labels= names a file of labels\); it holds a"):
        read(tmp_path / "d.npz").table()
    np.save(tmp_path / "d.npy", np.eye(2))
    with pytest.raises(DataError, match="must have labels: labels= names a file of them"):
        read(tmp_path / "d.npy").table()
    np.save(tmp_path / "y.npy", np.arange(3))
    with pytest.raises(DataError, match="must have as many rows as there are labels, 3; it has 2"):
        read(tmp_path / "d.npy", labels=str(tmp_path / "y.npy")).table()
    np.save(tmp_path / "o.npy", np.array([object()]), allow_pickle=True)
    with pytest.raises(DataError, match="must hold numbers; it holds Python objects"):
        read(tmp_path / "o.npy").table()


def test_what_is_no_data():
    with pytest.raises(DataError, match="DATA must be the path of a file; got None"):
        read(None)
    with pytest.raises(DataError, match=r"DATA must be a file, a folder or sample:NAME; 'nope\.csv': No such file"):
        read("nope.csv")
    with pytest.raises(OptionError, match="read takes categorical, .*; got 'columns'"):
        read("sample:iris", columns=3)
