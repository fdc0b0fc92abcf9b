"""Columns of one name: all but one are left out by their numbers."""

import pyarrow as pa
import pytest
from helpers.cli import run
from helpers.tables import binary

import rosenblatt
from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import distinct_names

VALUES = [[1.0, 2.0, 3.0, 4.0], [9.0, 7.0, 9.0, 7.0], [0.5, 1.0, 0.5, 1.5], ["p", "q", "p", "q"]]
FORMATS = ("csv", "tsv", "parquet", "arrow")


def written(folder, format, names=("a", "a", "b", "y"), name="d"):
    path, table = folder / f"{name}.{format}", pa.Table.from_arrays([pa.array(some) for some in VALUES], names=[*names])
    if format in ("parquet", "arrow"):
        path.write_bytes(binary(table, format))
    else:
        lines = [names, *zip(*VALUES, strict=True)]
        path.write_text("".join({"csv": ",", "tsv": "\t"}[format].join(map(str, line)) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("format", FORMATS)
def test_the_advice_works(tmp_path, capsys, monkeypatch, format):
    path, model = written(tmp_path, format), tmp_path / "m"
    code, _, error = run(capsys, monkeypatch, "train", path)
    told = (
        f"d.{format} must name each column once; got 'a' for columns 1 and 2: --ignore 2 leaves all but column 1 out."
    )
    assert (code, error.endswith(told + "\n")) == (1, True), error
    for number, features, kept in (("2", ["a", "b"], 0), ("1", ["a.2", "b"], 1)):
        assert run(capsys, monkeypatch, "train", path, "--ignore", number, "--model", model, "--scale", "none")[0] == 0
        assert rosenblatt.load(model).feature_names_ == features
        table = rosenblatt.read(path, ignore=int(number)).table()
        assert table.X[:, 0].tolist() == VALUES[kept]
        code, out, error = run(capsys, monkeypatch, "predict", model, path)
        assert (code, len(out.split()), error) == (0, 4, "")
        assert run(capsys, monkeypatch, "evaluate", model, path)[0] == 0
        assert run(capsys, monkeypatch, "train", path, "--from", model)[0] == 0
        target = tmp_path / f"out{number}.csv"
        assert run(capsys, monkeypatch, "convert", path, target, "--ignore", number)[0] == 0
        assert target.read_text().splitlines()[0] == ",".join([*features, "y"])
        target.unlink()


@pytest.mark.parametrize("format", FORMATS)
def test_a_name_leaves_out_all_columns_of_that_name(tmp_path, format):
    assert rosenblatt.read(written(tmp_path, format), ignore="a").table().features == ["b"]


def test_three_of_a_name(tmp_path):
    path = written(tmp_path, "csv", ("a", "a", "a", "y"))
    with pytest.raises(DataError, match=r"got 'a' for columns 1, 2 and 3: ignore=\(2, 3\) leaves all but column 1 out"):
        rosenblatt.read(path).table()
    assert rosenblatt.read(path, ignore=(2, 3)).table().features == ["a"]


def test_a_number_that_is_a_name(tmp_path):
    path = written(tmp_path, "csv", ("2", "a", "a", "y"))
    assert rosenblatt.read(path, ignore=3, header=True).table().features == ["2", "a"]
    path = written(tmp_path, "csv", ("3", "a", "a", "y"))
    with pytest.raises(DataError, match=r"columns 2 and 3: ignore='a\.2' leaves"):
        rosenblatt.read(path, header=True).table()
    assert rosenblatt.read(path, ignore="a.2", header=True).table().features == ["3", "a"]


def test_a_file_with_more_of_a_name_than_training(tmp_path):
    trained = rosenblatt.train(written(tmp_path, "csv", ("a", "c", "b", "y"), "one"))
    with pytest.raises(DataError, match="got 'a' for columns 1 and 2, and training had one: rename or leave out"):
        trained.predict_file(written(tmp_path, "csv", ("a", "a", "c", "b")))
    other = tmp_path / "other.csv"
    other.write_text("z,z,a,c,b\n0,0,1,9,0.5\n")  # columns that the model does not use
    assert len(trained.predict_file(other)) == 1


def test_names_become_distinct():
    assert distinct_names(["a", "a", "a.2", "b", "a", "a"]) == ["a", "a.3", "a.2", "b", "a.4", "a.5"]
    assert distinct_names(["a", "b"]) == ["a", "b"]


def test_the_target_may_be_one_of_two(tmp_path):
    (tmp_path / "d.csv").write_text("a,y,y\n1,0,p\n2,1,q\n")
    assert rosenblatt.read(tmp_path / "d.csv", ignore=2).table().y.tolist() == ["p", "q"]
    assert rosenblatt.read(tmp_path / "d.csv", ignore=3, target=2).table().y.tolist() == [0, 1]
