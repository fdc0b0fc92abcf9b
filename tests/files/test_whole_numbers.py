"""Whole numbers beyond 2**53 in files: exact, or refused with their place, in every format."""

import json

import pyarrow as pa
import pytest
from pyarrow import feather, parquet

import rosenblatt
from rosenblatt.files.formats import csv

ROUNDED, EXACT = 2**53 + 1, 2**60
RULE = r"column 'a' must have whole numbers that float64 holds, as all are up to 2\*\*53; got {}: categorical="
LINES = [(1, "x"), (2, "y"), (EXACT, "x"), (3, "y")]


def write(path, rows):
    rows = [{"a": a, "b": b, "label": label} for (a, label), b in zip(rows, [0.5, 1.5, -2.0, 1.0], strict=True)]
    match path.suffix:
        case ".csv":
            path.write_text("".join(",".join(map(str, row)) + "\n" for row in [rows[0], *(r.values() for r in rows)]))
        case ".jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        case ".parquet":
            parquet.write_table(pa.Table.from_pylist(rows), path)
        case ".feather":
            feather.write_feather(pa.Table.from_pylist(rows), path)
    return path


FORMATS = ("rows.csv", "rows.jsonl", "rows.parquet", "rows.feather")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("number", [ROUNDED, -ROUNDED, 2**63 - 1])
def test_tables_refuse_those_that_would_be_rounded(tmp_path, name, number):
    path = write(tmp_path / name, [*LINES[:3], (number, "y")])
    with pytest.raises(rosenblatt.DataError, match=RULE.format(number)) as error:
        rosenblatt.read(path, target="label").table()
    assert name in str(error.value)
    assert ":5 " in str(error.value) or not name.endswith(".csv")


@pytest.mark.parametrize("name", FORMATS)
def test_tables_take_those_that_are_exact(tmp_path, name):
    table = rosenblatt.read(write(tmp_path / name, LINES), target="label", scale="none").table()
    assert sorted(table.X[:, 0].tolist()) == [1.0, 2.0, 3.0, float(EXACT)]


@pytest.mark.parametrize("name", FORMATS)
def test_as_categories_they_are_taken(tmp_path, name):
    path = write(tmp_path / name, [*LINES[:3], (ROUNDED, "y")])
    read = rosenblatt.read(path, target="label", categorical=["a"]).table()
    assert f"a={ROUNDED}" in read.features


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize("cell", [str(ROUNDED), f"-{ROUNDED}", f" {ROUNDED}", "123456789012345678901"])
def test_delimited_text_by_every_parser(tmp_path, monkeypatch, plainly, cell):
    monkeypatch.setattr(csv, "PLAINLY", plainly)
    path = write(tmp_path / "rows.csv", [*LINES[:3], (cell, "y")])
    with pytest.raises(rosenblatt.DataError, match=r":5 " + RULE.format(cell.strip())):
        rosenblatt.read(path, target="label").table()


def test_a_missing_value_beside_and_numbers_by_hand(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(f"a,b,label\n1,1,x\n,2,y\n{ROUNDED},3,x\n")
    with pytest.raises(rosenblatt.DataError, match=r":4 " + RULE.format(ROUNDED)):
        rosenblatt.read(path, target="label", missing="mean").table()
    path.write_text(f'a,b,label\n"1",1,x\n2,2,y "late"\n{ROUNDED},3,x\n')
    with pytest.raises(rosenblatt.DataError, match=r":4 " + RULE.format(ROUNDED)):
        rosenblatt.read(path, target="label").table()


def test_thousands_with_commas(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a;b;label\n1,000;1;x\n2,000,000;2;y\n9,007,199,254,740,993;3;x\n")
    with pytest.raises(rosenblatt.DataError, match=r":4 " + RULE.format(ROUNDED)):
        rosenblatt.read(path, target="label", decimal=".").table()


@pytest.mark.parametrize("text", ["9007199254740993.0", "9007199254740993e0", "1e300", "123456789.123456789"])
def test_numbers_with_a_point_or_an_exponent_are_the_nearest(tmp_path, text):
    table = rosenblatt.read(
        write(tmp_path / "rows.csv", [*LINES[:3], (text, "y")]), target="label", scale="none"
    ).table()
    assert table.X[3, 0] == float(text)


@pytest.mark.parametrize("line", [f"1 2:{ROUNDED}", f"1 2:-{ROUNDED} # c", f"{ROUNDED} 2:1", f"1 1:1 2:{10**30 + 1}"])
def test_libsvm(tmp_path, line):
    path = tmp_path / "rows.libsvm"
    path.write_text(f"0 1:1\n1 1:{EXACT}\n{line}\n")
    with pytest.raises(rosenblatt.DataError, match=r":3 must have whole numbers that float64 holds, .*; got "):
        rosenblatt.read(path).table()


@pytest.mark.parametrize("line", [f"1 | a:{ROUNDED}", f"1 |n:{ROUNDED} a", f"{ROUNDED} | a"])
def test_vowpal_wabbit(tmp_path, line):
    path = tmp_path / "rows.vw"
    path.write_text(f"0 | a\n1 | a:{EXACT}\n{line}\n")
    with pytest.raises(rosenblatt.DataError, match=r":3 must have whole numbers that float64 holds, .*; got "):
        rosenblatt.read(path).table()


def test_lists(tmp_path):
    rows = [{"a": [1, k], "label": label} for k, label in [(2, "x"), (3, "y"), (ROUNDED, "x")]]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    for name in ("rows.jsonl", "rows.parquet"):
        with pytest.raises(rosenblatt.DataError, match=RULE.format(ROUNDED)):
            rosenblatt.read(tmp_path / name, target="label").table()


@pytest.mark.parametrize("labels", [[ROUNDED, 2**53, 0.5], [2**63 + 1, 2**63 + 2, 1]])
def test_labels_of_json_do_not_collapse(tmp_path, labels):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps({"a": k, "label": label}) + "\n" for k, label in enumerate(labels)))
    with pytest.raises(
        rosenblatt.DataError, match=r"column 'label' must have whole numbers .*: write labels as strings"
    ):
        rosenblatt.read(path, target="label").table()


@pytest.mark.parametrize("name", FORMATS)
def test_labels_of_64_bits_are_exact(tmp_path, name):
    path = write(tmp_path / name, [(1, ROUNDED), (2, 2**53), (3, ROUNDED), (4, 2**63 - 1)])
    assert rosenblatt.train(path, target="label").classes_.tolist() == [2**53, ROUNDED, 2**63 - 1]


def test_a_column_of_names_is_still_left_out(tmp_path):
    path = tmp_path / "rows.csv"
    rows = [f"{ROUNDED + 2 * k},{k % 7},{'xy'[k % 2]}" for k in range(60)]
    path.write_text("\n".join(["id,b,label", *rows, ""]))
    table = rosenblatt.read(path, target="label", ignore=["id"]).table()
    assert table.features == ["b"]
