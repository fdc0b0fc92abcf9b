"""Files in."""

import numpy as np
import pytest

from rosenblatt.data.readers import read
from rosenblatt.errors import DataError


def write(path, text):
    path.write_text(text)
    return str(path)


def test_csv_without_header(tmp_path):
    table = read(write(tmp_path / "d.csv", "1, 2.5, yes\n3,4e1, no\n\n"))
    assert table.X.tolist() == [[1, 2.5], [3, 40]]
    assert table.y.tolist() == ["yes", "no"]
    assert table.features == ["x1", "x2"]


def test_csv_with_header_and_whole_number_classes(tmp_path):
    table = read(write(tmp_path / "d.csv", "a,b,class\n1,2,0\n3,4,1\n"))
    assert table.features == ["a", "b"]
    assert table.y.tolist() == [0, 1]


def test_npz(tmp_path):
    path = tmp_path / "d.npz"
    np.savez(path, X=np.eye(2), y=[0, 1])
    table = read(str(path))
    assert table.X.tolist() == [[1, 0], [0, 1]]
    assert table.features == ["x1", "x2"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("d.csv", "", "must have at least one row; it is empty"),
        ("d.csv", "a\n1\n", r"rows of numbers with the class last; got 1 column"),
        ("d.csv", "a,b\n", "must have rows of numbers"),
        ("d.csv", "1,2,0\n1,0\n", r"d\.csv:2 must have 3 columns, as the first line; got 2"),
        ("d.csv", "1,2,0\n1,x,0\n", r"d\.csv:2 column 2 must be a number; got 'x'"),
        ("d.csv", "1,2,a\n1,2,\n", r"d\.csv:2 must have a class in its last column; it is empty"),
        ("d.npz", "", r"must be an \.npz file"),
        ("d.npz", "no archive", r"must be an \.npz file"),
    ],
)
def test_bad_files(tmp_path, name, text, message):
    with pytest.raises(DataError, match=message):
        read(write(tmp_path / name, text))


def test_bad_bytes(tmp_path):
    path = tmp_path / "d.csv"
    path.write_bytes(b"1,\xff,0\n")
    with pytest.raises(DataError, match="must be CSV text"):
        read(str(path))


def test_npz_without_the_arrays(tmp_path):
    path = tmp_path / "d.npz"
    np.savez(path, a=np.eye(2))
    with pytest.raises(DataError, match="must hold arrays X and y; it holds a"):
        read(str(path))


def test_an_array_in_place_of_an_archive(tmp_path):
    np.save(tmp_path / "d.npy", np.eye(2))
    (tmp_path / "d.npy").rename(tmp_path / "d.npz")
    with pytest.raises(DataError, match="with arrays X and y; it holds one array"):
        read(tmp_path / "d.npz")


def test_labels_stay_as_they_are_written(tmp_path):
    assert read(write(tmp_path / "d.csv", "1,01\n2,1\n")).y.tolist() == ["01", "1"]


def test_no_path_at_all():
    with pytest.raises(DataError, match="DATA must be the path of a file or sample:NAME; got None"):
        read(None)


def test_no_such_file():
    with pytest.raises(DataError, match=r"DATA must be a file or sample:NAME; 'nope\.csv' is no file"):
        read("nope.csv")
