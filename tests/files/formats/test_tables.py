"""Tables in: every format gives the same batches, and each broken file one sentence."""

import decimal
import io
import json
import math
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pytest
from helpers.tables import Drops, binary, every_binary, rows, text
from hypothesis import given, strategies as st

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.formats.tables import batches, pages_of

RECORDS = [
    {"a": 1.5, "ok": True, "c": "red", "v": [1.0, 2.0], "y": "p"},
    {"a": 2.0, "ok": False, "c": "blue", "v": [0.5, -1.0], "y": "q"},
]


def test_typed_formats_agree():
    found = [text("\n".join(json.dumps(record) for record in RECORDS), "jsonl")]
    found += [text(content, format) for format, content in every_binary(pa.Table.from_pylist(RECORDS))]
    expected = [{**record, "ok": float(record["ok"])} for record in RECORDS]
    for table in found:
        assert [column.kind for column in table.schema.columns] == ["number", "number", "category", "list", "target"]
        assert table.schema.columns[3].size == 2
        assert rows(table) == expected


def test_formats_are_read_from_pipes_and_paths(tmp_path):
    contents = [("csv", b"1,a\n2,b\n"), ("jsonl", b'{"x1": 1, "x2": "a"}\n{"x1": 2, "x2": "b"}\n')]
    contents += every_binary(pa.table({"x1": [1.0, 2.0], "x2": ["a", "b"]}))
    for format, content in contents:
        (tmp_path / "d").write_bytes(content)
        expected = [{"x1": 1.0, "x2": "a"}, {"x1": 2.0, "x2": "b"}]
        assert rows(batches(tmp_path / "d", "d", format)) == expected
        assert rows(batches(Drops(content, 5000), "d", format)) == expected


def test_numbers_of_every_type():
    big = decimal.Decimal("12345678901234567890.12345678")
    table = pa.table(
        {
            "half": pa.array(np.array([0.1, 2.0], dtype=np.float16)),
            "single": pa.array([0.1, 2.0], pa.float32()),
            "whole": pa.array([2**53 + 2, -(2**63)], pa.int64()),
            "tall": pa.array([2**64 - 2048, 0], pa.uint64()),
            "decimal": pa.array([big, decimal.Decimal("0.1")], pa.decimal128(38, 8)),
            "kind": pa.array(["a", "b"]).dictionary_encode(),
            "y": pa.array([1, 0]),
        }
    )
    for format, content in every_binary(table):
        found = rows(text(content, format))
        assert found[0]["half"] == float(np.float16(0.1))
        assert found[0]["single"] == float(np.float32(0.1))
        assert [row["whole"] for row in found] == [float(2**53 + 2), -(2.0**63)]
        assert found[0]["tall"] == float(2**64 - 2048)
        assert [row["decimal"] for row in found] == [float(big), 0.1]
        assert [(row["kind"], row["y"]) for row in found] == [("a", 1), ("b", 0)]


@pytest.mark.parametrize("sizes", [[10], [1] * 10, [3, 7], [4, 4, 2]])
def test_pages_are_of_one_size(sizes):
    whole = pa.record_batch({"a": list(range(10))})
    starts = np.cumsum([0, *sizes])
    parts = [whole.slice(int(start), size) for start, size in zip(starts, sizes, strict=False)]
    assert [page.column("a").to_pylist() for page in pages_of(parts, 4)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


@given(st.binary(max_size=60), st.sampled_from(["csv", "tsv", "jsonl", "parquet", "arrow"]))
def test_any_bytes_are_read_or_refused_in_a_sentence(content, format):
    with suppress(DataError, OptionError):
        assert rows(text(content, format))


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"a": [1.0, None], "y": [0, 1]}, "row 2 column 'a' has no value: "),
        ({"a": [1.0, math.nan], "y": [0, 1]}, "row 2 column 'a' must be a finite number; got nan: missing="),
        ({"a": [1.0, math.inf], "y": [0, 1]}, "row 2 column 'a' must be a finite number; got inf: replace it."),
        ({"a": [1.0, 2.0], "y": [0, None]}, "row 2 must have a label in column 'y'; it is empty: missing_label='drop'"),
        ({"a": [[1.0, 2.0], [1.0]], "y": [0, 1]}, "row 2 column 'a' must be a list of 2 numbers, "),
        ({"a": [[1.0, 2.0], [1.0, None]], "y": [0, 1]}, "row 2 column 'a' has no value: "),
        ({"a": [[1.0, 2.0], [1.0, math.nan]], "y": [0, 1]}, "row 2 column 'a' must be a finite number; got nan"),
        ({"a": [1.0, 2.0], "y": [[0], [1]]}, "row 1 must have a label in column 'y', a string or a number; got list"),
        ({"a": pa.array([1, 2], pa.time32("ms")), "y": [0, 1]},
         "column 'a' must hold numbers, strings or lists of numbers; got time32[ms]: ignore='a' leaves it out."),
        ({"a": pa.nulls(2), "y": [0, 1]}, "column 'a' must have a value in its first rows: ignore='a' leaves it out."),
        ({"a": [], "y": []}, "must have at least one row; it is empty."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_broken_columns(columns, message, format):
    with pytest.raises(DataError) as caught:
        rows(text(binary(pa.table(columns), format), format))
    assert str(caught.value).startswith(f"d.{format} {message}")


@pytest.mark.parametrize("format", ["parquet", "arrow", "feather"])
@pytest.mark.parametrize("kept", [4, 12, 0.5, 0.9])
def test_files_that_are_cut_off_or_none(format, kept):
    content = binary(pa.table({"a": np.arange(5000.0), "y": np.arange(5000) % 2}), format)
    content = content[: kept if kept > 1 else int(kept * len(content))]
    with pytest.raises(DataError, match=rf"^d\.{format} must be a whole Parquet or Arrow file: .*\.$"):
        rows(text(content, format))


def test_a_stream_that_says_itself_what_is_wrong():
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise DataError("it is damaged.")

    for format in ("csv", "jsonl", "parquet", "arrow"):
        with pytest.raises(DataError, match=r"^it is damaged\.$"):
            batches(Broken(), "d", format)


def test_the_first_version_of_feather():
    with pytest.raises(
        DataError, match=r"must be Parquet, Arrow or Feather version 2; got version 1: write it again\.$"
    ):
        text(b"FEA1....", "feather")


def test_options_outside_their_rule():
    for options, message in [
        ({"delimiter": ",,"}, "delimiter must be one ASCII character; got ',,'."),
        ({"quote": "«"}, "quote must be one ASCII character; got '«'."),
        ({"delimiter": '"'}, "quote must be another character than the delimiter; got '\"' for both."),
    ]:
        with pytest.raises(OptionError) as caught:
            text("1,a\n", **options)
        assert str(caught.value) == message
    with pytest.raises(OptionError, match=r"^format must be one of csv, tsv, .*; got 'xls'\.$"):
        text("", "xls")


def test_a_path_that_cannot_be_opened(tmp_path):
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(DataError, match=r"^d cannot be read: .*\.$"):
            rows(batches(path, "d", "csv"))
