"""Conversions of tables: from any format to any other, and what is read is the same, bit for bit."""

import io
import subprocess
import sys
import time
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from helpers.conversions import COLUMNS, FEATURES, MIXED, NUMBERS, made, same, table
from pyarrow import feather, parquet

import rosenblatt
from rosenblatt import DataError, OptionError, read
from rosenblatt.commands.convert import convert


@pytest.mark.parametrize("first", COLUMNS)
def test_tables_keep_every_bit_on_the_way_through_two_formats(tmp_path, first):
    source = made(tmp_path, MIXED)
    done = convert(source, tmp_path / f"one.{first}")
    assert (done.n_rows, done.n_features) == (4, 5)
    for second in COLUMNS:
        convert(tmp_path / f"one.{first}", tmp_path / f"two.{second}")
        same(source, tmp_path / f"two.{second}")


def test_columns_have_the_types_that_users_expect(tmp_path):
    source = made(tmp_path, "n,f,s,zero,y\n1,1,a,007,10\n2,2.5,b,008,20\n")
    convert(source, tmp_path / "d.parquet")
    types = parquet.read_schema(tmp_path / "d.parquet").types
    assert types == [pa.int64(), pa.float64(), pa.string(), pa.float64(), pa.int64()]
    convert(tmp_path / "d.parquet", tmp_path / "d.jsonl")
    first = (tmp_path / "d.jsonl").read_text().splitlines()[0]
    assert first == '{"n": 1, "f": 1, "s": "a", "zero": 7, "y": 10}'
    assert convert(tmp_path / "d.jsonl", tmp_path / "d.tsv").lines() == [
        ("written", f"{tmp_path / 'd.tsv'} (tsv)"),
        ("data", "2 rows, 4 features"),
    ]
    assert (tmp_path / "d.tsv").read_text() == "n\tf\ts\tzero\ty\n1\t1\ta\t7\t10\n2\t2.5\tb\t8\t20\n"


def test_truth_values_are_truth_values_in_typed_formats(tmp_path):
    source = made(tmp_path, "ok,late,gap,y\nTrue,true,true,yes\nFALSE,false,,no\nTrue,1,FALSE,no\n")
    convert(source, tmp_path / "d.parquet", missing="zero")
    assert parquet.read_schema(tmp_path / "d.parquet").types[::2] == [pa.bool_(), pa.bool_()]
    convert(tmp_path / "d.parquet", tmp_path / "d.jsonl", missing="zero")
    expected = read(source, missing="zero").table().X.tolist()
    for name in ("d.parquet", "d.jsonl"):
        assert read(tmp_path / name, missing="zero").table().X.tolist() == expected


def test_a_column_is_whole_only_if_all_its_rows_are(tmp_path, monkeypatch):
    from rosenblatt.files.formats import csv

    monkeypatch.setattr(csv, "SAMPLE", 2)
    source = made(tmp_path, "a,b,y\n1,1,1\n2,2,1\n3,3,0\n4.5,100000000000000000000,x\n")
    convert(source, tmp_path / "d.parquet")
    assert parquet.read_schema(tmp_path / "d.parquet").types == [pa.float64(), pa.float64(), pa.string()]
    same(source, tmp_path / "d.parquet")


LABELS = {
    "whole": [1, -2, 3],
    "large": [2**53 + 1, 2**62, -(2**53) - 1],
    "string": ["a", "b c", "ü"],
    "digits": ["01", "+1", "1"],
    "decimal text": ["0.5", "1.0", "2"],
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_labels_stay_what_they_are(tmp_path, labels):
    parquet.write_table(pa.table({"a": [1.0, 2.0, 3.5], "y": labels}), tmp_path / "d.parquet")
    for format in ("csv", "arrow", "jsonl"):
        convert(tmp_path / "d.parquet", tmp_path / f"d2.{format}")
        same(tmp_path / "d.parquet", tmp_path / f"d2.{format}")


@pytest.mark.parametrize("labels", [[True, False, True], [1.0, 2.0, 0.5], [1.0, 2.0, 1.0]])
def test_truth_values_and_fractions_are_labels_where_there_are_types(tmp_path, labels):
    parquet.write_table(pa.table({"a": [1.0, 2.0, 3.5], "y": labels}), tmp_path / "d.parquet")
    for name in ("d.arrow", "d.jsonl"):
        convert(tmp_path / "d.parquet", tmp_path / name)
        same(tmp_path / "d.parquet", tmp_path / name)
    convert(tmp_path / "d.parquet", tmp_path / "d.csv")
    assert [float(label) for label in table(tmp_path / "d.csv")[1]] == [float(label) for label in labels]


def test_types_of_arrow_go_through_text(tmp_path):
    columns = {
        "d": pa.array([Decimal("0.10"), Decimal("12345678901234567.25"), None]),
        "u": pa.array([2**64 - 2048, 0, 1], pa.uint64()),
        "h": pa.array([0.1, 1.5, -2], pa.float32()),
        "t": pa.array([True, False, True]),
        "c": pa.array(["x", "y", "x"]).dictionary_encode(),
        "l": pa.array(["x", "y", None], pa.large_string()),
        "e": pa.array([[0.1, 2], [None, 4], None], pa.list_(pa.float64())),
        "n": pa.array([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int32(), 2)),
        "y": pa.array(["1", "2", "1"]),
    }
    feather.write_feather(pa.table(columns), tmp_path / "d.feather")
    for name in ("d.parquet", "d.jsonl", "d.csv", "d.tsv", "d.arrow"):
        convert(tmp_path / "d.feather", tmp_path / name)
        same(tmp_path / "d.feather", tmp_path / name, missing="mean")
        convert(tmp_path / name, tmp_path / f"2{name}")
        same(tmp_path / "d.feather", tmp_path / f"2{name}", missing="mean")
    assert (tmp_path / "d.csv").read_text().startswith("d,u,h,t,c,l,e[0],e[1],n[0],n[1],y\n0.10,18446744073709549568,")


def test_lists_of_other_lengths_become_no_columns(tmp_path):
    source = made(tmp_path, '{"e": [1, 2], "y": 0}\n{"e": [1, 2, 3], "y": 1}\n', "d.jsonl")
    with pytest.raises(
        DataError, match="d.jsonl:2 column 'e' must be a list of 2 numbers, as in the first rows; got 3"
    ):
        convert(source, tmp_path / "d.csv")


def test_whole_numbers_that_64_bits_do_not_hold_are_labels_as_written(tmp_path):
    source = made(tmp_path, "a,y\n1,9999999999999999999\n2,1\n")
    convert(source, tmp_path / "d.parquet")
    same(source, tmp_path / "d.parquet")


def test_types_that_reading_does_not_know_go_from_arrow_to_arrow(tmp_path):
    days = pa.array([0, 1], pa.date32())
    parquet.write_table(
        pa.table({"day": days, "s": [{"a": 1}, {"a": 2}], "x": [5, 6], "y": [0, 1]}), tmp_path / "d.parquet"
    )
    convert(tmp_path / "d.parquet", tmp_path / "d.arrow")
    assert feather.read_table(tmp_path / "d.arrow").column("day").combine_chunks() == days
    with pytest.raises(DataError, match="column 's' must hold numbers, strings or lists of numbers; got struct"):
        convert(tmp_path / "d.parquet", tmp_path / "d.csv")
    with pytest.raises(DataError, match="column 's' must be of numbers or strings; got struct.*: ignore='s' leaves it"):
        convert(tmp_path / "d.parquet", tmp_path / "d.csv", ignore="day", id="s")
    convert(tmp_path / "d.parquet", tmp_path / "d.csv", ignore="s", id="day")
    assert (tmp_path / "d.csv").read_text() == "day,x,y\n1970-01-01,5,0\n1970-01-02,6,1\n"


@pytest.mark.parametrize("format", ["csv", "tsv", "parquet", "jsonl"])
def test_what_is_missing_stays_so(tmp_path, format):
    source = made(tmp_path, "a,b,c,y\n1,x,1,p\nNA,?,2,q\n,,?,p\nnan,NA,4,q\n")
    path = tmp_path / f"d2.{format}"
    convert(source, path, missing="mean")
    for missing in ("mean", "zero", "drop"):
        same(source, path, missing=missing)
    convert(source, path, force=True, missing="drop")
    assert read(path).table().y.tolist() == ["p"]
    parquet.write_table(pa.table({"a": [1, np.nan, 3], "b": ["x", "y", "?"], "y": [0, 1, 1]}), tmp_path / "n.parquet")
    convert(tmp_path / "n.parquet", path, force=True, missing="drop")
    assert read(path).table().y.tolist() == [0]
    with pytest.raises(DataError, match="DATA must have at least one row in which no value is missing; it has none."):
        convert(made(tmp_path, "a,b,y\n1,,0\n,2,1\n", "e.csv"), tmp_path / "none.csv", missing="drop")
    assert not (tmp_path / "none.csv").exists()


def test_columns_are_left_out_and_the_target_comes_last(tmp_path):
    source = made(tmp_path, "y,a,b,zip\n1,2,u,007\n0,3,v,012\n")
    options = {"target": "y", "ignore": "b", "categorical": "zip"}
    done = convert(source, tmp_path / "d.jsonl", **options)
    assert (tmp_path / "d.jsonl").read_text().splitlines()[0] == '{"a": 2, "zip": "007", "y": 1}'
    assert done.n_features == 2
    (X, y, _), (X2, y2, _) = table(source, **options), table(tmp_path / "d.jsonl")
    assert X.tolist() == X2.tolist()
    assert y.tolist() == y2.tolist()
    convert(source, tmp_path / "ids.parquet", target=1, id="zip")
    assert parquet.read_table(tmp_path / "ids.parquet").column("zip").to_pylist() == ["007", "012"]


def test_it_is_told_what_must_be_said_to_read_a_csv_file(tmp_path):
    parquet.write_table(pa.table({"0": [1, 2], "zip code": ["007", "012"], "y": ["a", "b"]}), tmp_path / "d.parquet")
    done = convert(tmp_path / "d.parquet", tmp_path / "d.csv")
    assert ("to be read with", "header=True, categorical=('zip code',)") in done.lines()
    same(tmp_path / "d.parquet", tmp_path / "d.csv", of_other={"header": True}, categorical="zip code")
    rows = {"a;b;c": ["p;q;r", "s;t;u"], "d;e;f": ["v;w;x", "y;z;z"]}
    parquet.write_table(pa.table(rows), tmp_path / "e.parquet")
    done = convert(tmp_path / "e.parquet", tmp_path / "e.csv")
    assert ("to be read with", "delimiter=','") in done.lines()
    same(tmp_path / "e.parquet", tmp_path / "e.csv", of_other={"delimiter": ",", "header": True})
    parquet.write_table(pa.table({"a": [" x", "x", ""], "n": [1, 2, 3], "y": [0, 1, 1]}), tmp_path / "f.parquet")
    (_, _, blanks) = convert(tmp_path / "f.parquet", tmp_path / "f.csv").lines()
    assert blanks[1].startswith("2 strings are empty or have blanks around them: reading strips blanks")


def test_line_ends_come_back(tmp_path):
    made(tmp_path, 'a,"b\nc",y\n1,"two\nlines",0\n2,"\n\n""three"", so",1\n3,x,1\n')
    for name, other in (("d.csv", "e.parquet"), ("e.parquet", "f.csv"), ("f.csv", "g.tsv"), ("g.tsv", "h.jsonl")):
        convert(tmp_path / name, tmp_path / other)
        same(tmp_path / name, tmp_path / other)
    assert parquet.read_table(tmp_path / "e.parquet").column("b\nc").to_pylist()[1] == '\n\n"three", so'
    assert (tmp_path / "f.csv").read_text() == (tmp_path / "d.csv").read_text()


def test_carriage_returns_are_for_other_formats(tmp_path):
    parquet.write_table(pa.table({"a": ["x", "two\r\nlines"], "y": [0, 1]}), tmp_path / "d.parquet")
    with pytest.raises(DataError, match=r"d2.csv must have no carriage return .* number 2, has 'two\\r\\nlines'"):
        convert(tmp_path / "d.parquet", tmp_path / "d2.csv")
    convert(tmp_path / "d.parquet", tmp_path / "d2.jsonl")
    same(tmp_path / "d.parquet", tmp_path / "d2.jsonl")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["d.parquet", "d2.jsonl"]


def test_many_files_become_one(tmp_path):
    made(tmp_path, "a,b,y\n1,x,0\n2,y,1\n", "p1.csv")
    made(tmp_path, "b,y,a\nz,0,3.5\n", "p2.csv")
    done = convert(tmp_path / "p*.csv", tmp_path / "all.parquet")
    assert done.n_rows == 3
    assert parquet.read_table(tmp_path / "all.parquet").column("a").to_pylist() == [1, 2, 3.5]
    parquet.write_table(pa.table({"a": ["w"], "b": ["x"], "y": [0]}), tmp_path / "q2.parquet")
    parquet.write_table(pa.table({"a": [1.5], "b": ["x"], "y": [0]}), tmp_path / "q1.parquet")
    with pytest.raises(DataError, match="q2.parquet row 1 column 'a' must be double, as in the first rows; got string"):
        convert(tmp_path / "q*.parquet", tmp_path / "q.arrow")


def test_standard_input_is_read_once(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(NUMBERS.encode()))))
    done = convert("-", tmp_path / "d.parquet")
    same(made(tmp_path, NUMBERS), tmp_path / "d.parquet")
    assert done.lines()[2] == ("guessed", "format 'csv', delimiter ',', header True")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(NUMBERS.encode()))))
    convert("-", tmp_path / "d.libsvm")
    same(tmp_path / "d.parquet", tmp_path / "d.libsvm", names=False, signs=False)


def test_files_that_are_there_are_kept(tmp_path):
    source, there = made(tmp_path, NUMBERS), made(tmp_path, "mine", "there.csv")
    with pytest.raises(
        OptionError, match="TARGET must be a new file; .*there.csv' is there: force=True writes over it"
    ):
        convert(source, there)
    assert there.read_text() == "mine"
    assert convert(source, there, force=True).n_rows == 4
    (tmp_path / "link.csv").symlink_to(source)
    for same_file in (source, tmp_path / "link.csv"):
        with pytest.raises(OptionError, match="TARGET must be another file than DATA; both are"):
            convert(source, same_file, force=True)
    assert source.read_text() == NUMBERS


def test_options_that_mean_nothing_are_refused(tmp_path):
    source = made(tmp_path, NUMBERS)
    with pytest.raises(OptionError, match="scale must be left out from a table to a table, which keeps its columns"):
        convert(source, tmp_path / "e.parquet", scale="maxabs")
    with pytest.raises(OptionError, match="convert takes force, progress, categorical, .*; got 'colour'"):
        convert(source, tmp_path / "e.parquet", colour="red")
    with pytest.raises(OptionError, match="TARGET must be a file on a disk that ends in"):
        convert(source, tmp_path / "e.xlsx")
    with pytest.raises(OptionError, match="missing must be one of mean, zero, drop; got 'none'"):
        convert(source, tmp_path / "e.parquet", missing="none")


@pytest.mark.parametrize("format", [*COLUMNS, *FEATURES])
@pytest.mark.parametrize("fault", ["7,x\n", "word,2,0\n"])
def test_a_fault_late_in_the_file_leaves_nothing(tmp_path, monkeypatch, format, fault):
    from rosenblatt.files.formats import csv

    monkeypatch.setattr(csv, "SAMPLE", 2)
    source = made(tmp_path, NUMBERS + fault)
    if format in ("csv", "tsv") and fault.startswith("word"):
        return  # text is not looked at on the way to text
    with pytest.raises(DataError, match="d.csv:6 "):
        convert(source, tmp_path / f"e.{format}")
    assert [file.name for file in tmp_path.iterdir()] == ["d.csv"]


def test_it_tells_how_far_it_is(tmp_path):
    told = []
    convert(made(tmp_path, NUMBERS), tmp_path / "e.svm", progress=told.append)
    assert told == ["4 rows written"]


def test_a_killed_conversion_leaves_no_file(tmp_path):
    source = made(tmp_path, NUMBERS)
    code = (
        "import sys, time\n"
        "from rosenblatt.commands import convert\n"
        "from rosenblatt.files import raw_tables\n"
        "raw_tables.JsonLinesWriter.finish = lambda self: print('writing', flush=True) or time.sleep(60)\n"
        "convert.convert(*sys.argv[1:])\n"
    )
    started = [sys.executable, "-c", code, str(source), str(tmp_path / "e.jsonl")]
    with subprocess.Popen(started, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"writing\n"
        process.terminate()
    assert process.returncode == 143
    assert [file.name for file in tmp_path.iterdir()] == ["d.csv"]


def test_seconds_are_those_of_the_conversion(tmp_path):
    began = time.perf_counter()
    done = convert(made(tmp_path, NUMBERS), tmp_path / "e.csv.xz")
    assert done.to_dict()["notes"] == {"guessed": "delimiter ',', header True"}
    assert 0 < done.seconds <= time.perf_counter() - began
    assert rosenblatt.read(tmp_path / "e.csv.xz").format == "csv"
