"""What a value is in delimited text, JSON lines and Arrow: truth values, numbers as text, dates, nothing."""

import json
from datetime import date, datetime

import pyarrow as pa
import pytest
from helpers.tables import binary, rows, text

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import Columns

TRUTHS = [True, False, True]


def every_format(values, labels=("u", "v", "u"), words=None):
    """A table of a column and labels in each format; words: how text is written, where that is not ``str``."""
    words = ["" if value is None else str(value) for value in values] if words is None else words
    table = pa.table({"a": values, "y": list(labels)})
    lines = [json.dumps({"a": value, "y": label}) for value, label in zip(values, labels, strict=True)]
    return {
        "csv": "a,y\n" + "".join(f"{word},{label}\n" for word, label in zip(words, labels, strict=True)),
        "tsv": "a\ty\n" + "".join(f"{word}\t{label}\n" for word, label in zip(words, labels, strict=True)),
        "jsonl": "\n".join(lines),
        **{format: binary(table, format) for format in ("parquet", "arrow", "feather")},
    }


def column(content, format, columns=None, **options):
    return [row["a"] for row in rows(text(content, format, columns, **options))]


@pytest.mark.parametrize("values", [TRUTHS, ["True", "False", "True"], ["true", "FALSE", "TRUE"]])
def test_a_column_of_truth_values_is_one_of_numbers(values):
    for format, content in every_format(values).items():
        assert text(content, format).schema.columns[0].kind == "number", format
        assert column(content, format) == [1.0, 0.0, 1.0], format
        assert column(content, format, Columns(categorical=("a",))) == ["true", "false", "true"], format
        assert column(content, format, Columns(text=("a",))) == ["true", "false", "true"], format


def test_truth_values_may_be_missing():
    for format, content in every_format([True, None, False]).items():
        for missing, expected in (("mean", [1.0, None, 0.0]), ("zero", [1.0, 0.0, 0.0]), ("drop", [1.0, 0.0])):
            assert column(content, format, Columns(missing=missing)) == expected
        with pytest.raises(DataError, match="column 'a' has no value: missing="):
            column(content, format)


@pytest.mark.parametrize("values", [["yes", "no", "yes"], ["t", "f", "t"], ["True", "maybe", "True"]])
def test_other_words_are_categories(values):
    for format, content in every_format(values).items():
        assert text(content, format).schema.columns[0].kind == "category", format
        assert column(content, format)[1] == values[1]


def test_a_column_of_numbers_takes_truth_values_and_text():
    known = text("a,y\n1,u\n2.5,v\n").schema
    for values, expected in [
        (TRUTHS, [1.0, 0.0, 1.0]),
        (["True", "2.5", " 3 "], [1.0, 2.5, 3.0]),
        (["+1", "1e3", "-0"], [1.0, 1000.0, 0.0]),
    ]:
        for format, content in every_format(values).items():
            assert column(content, format, known=known) == expected, format
    for format, content in every_format(["1", "NA", ""]).items():
        assert column(content, format, Columns(missing="zero"), known=known) == [1.0, 0.0, 0.0]
        with pytest.raises(DataError, match="column 'a' must be a number, as in the first rows; got 'NA': missing="):
            column(content, format, known=known)
    for format, content in every_format(["1", "", "2"]).items():
        with pytest.raises(DataError, match="column 'a' has no value: missing="):
            column(content, format, known=known)
    for format, content in every_format(["1", "red", "2"]).items():
        with pytest.raises(DataError, match=r"column 'a' must be a number, as in the first rows; got 'red': categoric"):
            column(content, format, known=known)


def test_truth_values_after_the_first_rows_of_numbers(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.formats.csv.SAMPLE", 2)
    assert column("a,y\n1,u\n2,v\nTrue,u\n", "csv") == [1.0, 2.0, 1.0]


def test_rows_of_truth_values_need_no_names():
    known = text("a,b,y\nTrue,red,u\nFalse,blue,v\n").schema
    assert column("false,red,u\nTrue,red,v\n", "csv", known=known) == [0.0, 1.0]


def test_a_category_takes_numbers_and_truth_values():
    known = text("a,y\nred,u\n1,v\n").schema
    for values, expected in [
        ([1.0, 2.5, -0.0], ["1", "2.5", "0"]),
        ([1, 7, 0], ["1", "7", "0"]),
        (TRUTHS, ["true", "false", "true"]),
        (["1.0", "007", "+1"], ["1", "007", "1"]),
    ]:
        for format, content in every_format(values).items():
            assert column(content, format, known=known) == expected, format


DAYS = [date(2024, 1, 31), date(2024, 2, 1), date(2024, 1, 31)]
MOMENTS = [datetime(2024, 1, 31, 12, 30), datetime(2024, 2, 1), datetime(2024, 1, 31, 0, 0, 1)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [(DAYS, ["2024-01-31", "2024-02-01", "2024-01-31"]),
     (MOMENTS, ["2024-01-31 12:30:00", "2024-02-01", "2024-01-31 00:00:01"])],
)  # fmt: skip
def test_dates_are_categories_where_they_are_named(values, expected):
    words = [value.isoformat() for value in values]
    contents = every_format(words) | {
        format: binary(pa.table({"a": values, "y": ["u", "v", "u"]}), format)
        for format in ("parquet", "arrow", "feather")
    }
    for format, content in contents.items():
        for columns in (Columns(categorical=("a",)), Columns(text=("a",))):
            table = text(content, format, columns)
            assert [row["a"] for row in rows(table)] == expected, format
            assert column(content, format, known=table.schema) == expected, format


def test_labels_may_be_dates_in_arrow():
    content = binary(pa.table({"a": [1, 2, 3], "y": DAYS}), "arrow")
    assert [row["y"] for row in rows(text(content, "arrow"))] == ["2024-01-31", "2024-02-01", "2024-01-31"]


@pytest.mark.parametrize(
    ("missing", "expected"),
    [("mean", ["red", "", "", "", "red"]), ("zero", ["red", None, None, None, "red"]), ("drop", ["red", "red"])],
)
def test_nothing_is_nothing_in_every_format(missing, expected):
    values, labels = ["red", None, "?", " ", " red "], "uvuvu"
    for format, content in every_format(values, labels).items():
        assert column(content, format, Columns(missing=missing)) == expected, format


def test_nan_among_categories_is_missing_where_that_is_said():
    for format, content in every_format([1.0, float("nan"), 2.0], words=["1", "nan", "2"]).items():
        assert column(content, format, Columns(missing="zero", categorical=("a",))) == ["1", None, "2"], format


def test_dates_may_be_dictionaries():
    columns = Columns(categorical=("a",))
    content = binary(pa.table({"a": pa.array(DAYS).dictionary_encode(), "y": ["u", "v", "u"]}), "arrow")
    table = text(content, "arrow", columns)
    assert [row["a"] for row in rows(table)] == ["2024-01-31", "2024-02-01", "2024-01-31"]
    assert column(content, "arrow", known=table.schema) == ["2024-01-31", "2024-02-01", "2024-01-31"]
