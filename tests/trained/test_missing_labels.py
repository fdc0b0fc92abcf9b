"""Rows without a label: an error, or left out and counted."""

import json
import re

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from helpers.cli import run

import rosenblatt
from rosenblatt.errors import DataError, OptionError

ROWS = {"a": [1.0, 4.0, 2.0, 5.0, 3.0, 6.0], "y": ["p", "q", None, "q", None, "q"]}
FORMATS = ("csv", "tsv", "jsonl", "parquet", "arrow")


def written(folder, format, rows=ROWS, name="d"):
    path, table = folder / f"{name}.{format}", pa.table(rows)
    if format == "parquet":
        pa.parquet.write_table(table, path)
    elif format == "arrow":
        pa.feather.write_feather(table, path)
    elif format == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    else:
        mark = {"csv": ",", "tsv": "\t"}[format]
        lines = [[*rows], *([str(cell or "") for cell in row.values()] for row in table.to_pylist())]
        path.write_text("".join(mark.join(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("format", FORMATS)
def test_rows_without_a_label_are_left_out_and_told(tmp_path, capsys, monkeypatch, format):
    path, model = written(tmp_path, format), tmp_path / "m"
    code, _, error = run(capsys, monkeypatch, "train", path)
    assert (code, error.endswith("it is empty: --missing-label drop leaves such rows out.\n")) == (1, True), error
    code, out, _ = run(capsys, monkeypatch, "train", path, "--missing-label", "drop", "--model", model)
    assert code == 0
    assert re.search("without label +2 rows left out\n", out)
    assert "4 rows, 1 feature\n" in out
    code, out, error = run(capsys, monkeypatch, "predict", model, path)
    assert (code, len(out.splitlines()), error) == (0, 6, "")
    code, out, _ = run(capsys, monkeypatch, "evaluate", model, path)  # by the option of the model
    assert (code, "2 rows left out" in out) == (0, True)
    whole = {name: [value for value, y in zip(values, ROWS["y"], strict=True) if y] for name, values in ROWS.items()}
    same = rosenblatt.train(written(tmp_path, format, whole, "whole"))
    assert rosenblatt.load(model).model_.weights.w.tobytes() == same.model_.weights.w.tobytes()


def test_a_model_of_whole_rows_can_be_told_to_leave_rows_out(tmp_path, capsys, monkeypatch):
    whole, path, model = tmp_path / "a.csv", written(tmp_path, "csv"), tmp_path / "m"
    whole.write_text("a,y\n1,p\n4,q\n2,p\n5,q\n")
    run(capsys, monkeypatch, "train", whole, "--model", model)
    for verb in (["evaluate", model, path], ["train", path, "--from", model]):
        code, _, error = run(capsys, monkeypatch, *verb)
        assert (code, "d.csv:4 must have a label" in error, "--missing-label drop" in error) == (1, True, True)
        code, out, _ = run(capsys, monkeypatch, *verb, "--missing-label", "drop")
        assert (code, "2 rows left out" in out) == (0, True)


def test_errors_name_the_line_in_the_file(tmp_path):
    (tmp_path / "d.csv").write_text("a,y\n1,p\n2,\n3,q\n,q\n")
    with pytest.raises(DataError, match=r"d\.csv:5 column 'a' has no value"):
        rosenblatt.read(tmp_path / "d.csv", missing_label="drop").table()


def test_all_labels_of_a_block_may_be_missing(tmp_path):
    (tmp_path / "d.csv").write_text("a,y\n1,\n2,\n3,\n")
    with pytest.raises(DataError, match="must have at least one row"):
        rosenblatt.read(tmp_path / "d.csv", missing_label="drop").table()
    pa.parquet.write_table(pa.table({"a": [1.0, 2.0, 3.0], "y": [float("nan"), 1.0, 0.0]}), tmp_path / "e.parquet")
    reader = rosenblatt.read(tmp_path / "e.parquet", missing_label="drop")
    assert (reader.table().y.tolist(), reader.n_unlabelled) == ([1.0, 0.0], 1)


def test_rows_are_left_out_of_converted_tables(tmp_path):
    for name in ("e.parquet", "e.tsv", "e.npz"):
        assert rosenblatt.convert(written(tmp_path, "csv"), tmp_path / name, missing_label="drop").n_rows == 4


def test_other_words_and_other_formats_are_refused(tmp_path):
    (tmp_path / "d.svm").write_text("1 1:2\n0 2:1\n")
    with pytest.raises(OptionError, match="^missing_label must be one of error, drop; got 'skip'"):
        rosenblatt.read(tmp_path / "d.svm", missing_label="skip")
    with pytest.raises(OptionError, match="^missing_label must be left out for libsvm, which is not a table"):
        rosenblatt.read(tmp_path / "d.svm", missing_label="drop")
    assert rosenblatt.read(tmp_path / "d.svm", missing_label="error").table().y.tolist() == [1, 0]
