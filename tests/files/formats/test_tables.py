"""Tables in: every format gives the same batches, and each broken file one sentence."""

import decimal
import io
import json
import math
import random
import sys
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import feather, parquet

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.columns import Column, Columns
from rosenblatt.files.delimited import DelimitedFile
from rosenblatt.files.tabular import batches, pages_of
from rosenblatt.files.values import PlainRows


def text(content, format="csv", columns=None, **options):
    stream = io.BytesIO(content.encode() if isinstance(content, str) else content)
    return batches(stream, f"d.{format}", format, columns, **options)


def arrow(batch):
    return batch.to_arrow() if isinstance(batch, PlainRows) else batch


def rows(table):
    return pa.Table.from_batches([arrow(batch) for batch in table]).to_pylist()


def binary(table, format, stream=False):
    out = io.BytesIO()
    if format == "parquet":
        parquet.write_table(table, out)
    elif format == "feather":
        feather.write_feather(table, out)
    else:
        with (pa.ipc.new_stream if stream else pa.ipc.new_file)(out, table.schema) as writer:
            writer.write_table(table)
    return out.getvalue()


class Drops(io.RawIOBase):
    """A pipe: it gives a few bytes at a time, and cannot go back."""

    def __init__(self, content, size):
        self.content, self.size = io.BytesIO(content), size

    def readable(self):
        return True

    def read(self, size=-1):
        return self.content.read(self.size if size < 0 else min(size, self.size))


# What is read


def test_a_header_spaces_blank_lines_and_a_byte_order_mark():
    table = text("\ufeffage, work ,class\n\n39, State-gov, <=50K\r\n 50 ,Private,>50K\n  \n")
    assert table.guessed == {
        "delimiter": ",",
        "header": True,
        "target": "class",
        "columns": "1 numeric, 1 categorical (work)",
    }
    assert table.schema.columns == (Column("age", "number"), Column("work", "category"), Column("class", "target"))
    assert rows(table) == [
        {"age": 39.0, "work": "State-gov", "class": "<=50K"},
        {"age": 50.0, "work": "Private", "class": ">50K"},
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_guessed(delimiter):
    lines = ["a, b; c#1", "c|d#2", "e,f,g\t#3"]  # of which only one character gives all as many cells
    table = text("\n".join(line.replace(delimiter, " ").replace("#", delimiter) for line in lines))
    assert table.guessed["delimiter"] == delimiter
    assert [row["x2"] for row in rows(table)] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("content", "header"),
    [
        ("a,b,y\n1,2,0\n", True),  # no number in it, and numbers below
        ("1,2,y\n1,2,y\n", False),  # a number in it
        ("colour,class\nred,yes\nblue,no\n", True),  # no numbers at all: names that are not found below
        ("red,yes\nblue,no\nred,no\n", False),
        ("name,name\nred,yes\n", False),  # names would differ
        ("ham\thello\nspam\twin\nham\tyou\n", False),
    ],
)
def test_the_header_is_guessed(content, header):
    assert text(content).guessed["header"] is header


def test_a_header_that_is_said_is_not_guessed():
    table = text("1,2\n3,4\n", header=True)
    assert table.guessed == {"delimiter": ",", "target": "2", "columns": "1 numeric"}
    assert rows(table) == [{"1": 3.0, "2": "4"}]
    assert rows(text("a,b\nc,d\n", header=False))[0] == {"x1": "a", "x2": "b"}


def test_quotes_hold_delimiters_and_quotes():
    assert rows(text('1,"a,b",x\n2, "c""d" ,x\n3,5" disk,x\n')) == [
        {"x1": 1.0, "x2": "a,b", "x3": "x"},
        {"x1": 2.0, "x2": 'c"d', "x3": "x"},
        {"x1": 3.0, "x2": '5" disk', "x3": "x"},
    ]


def test_without_quoting_quotes_are_characters():
    table = text('ham\tsay "hi\nspam\t"win"\n', "tsv", Columns(target=1), quote=None, header=False)
    assert [row["x2"] for row in rows(table)] == ['say "hi', '"win"']


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end):
    assert [row["x1"] for row in rows(text(end.join(["1,a", "2,b", "", "3,a"])))] == [1.0, 2.0, 3.0]


def test_numbers_are_the_nearest_doubles():
    written = ["0.1", "-2.5e-7", "9007199254740993", "1.7976931348623157e308", "4.9e-324", "+1", ".5", "5.", "-0"]
    content = "".join(f"{number},a\n" for number in written)
    for found in (rows(text(content)), rows(text(content + '"6",b\n')), rows(text(content + '"6", "b"\n'))):
        assert [str(row["x1"]) for row in found[: len(written)]] == [str(float(number)) for number in written]


def test_a_column_is_what_its_first_ten_thousand_values_are():
    head = "1,a\n" * 10_000
    with pytest.raises(DataError, match=r"^d\.csv:10001 column 'x1' must be a number, as in the first rows; got 'x': "):
        rows(text(head + "x,a\n"))
    table = text("1,a\n" * 9_999 + "x,a\n")
    assert table.schema.columns[0].kind == "category"


def test_columns_that_are_not_used_are_not_read():
    table = text("1,x,a\n2,,b\n", columns=Columns(ignore=(2,)))
    assert [column.name for column in table.schema.columns] == ["x1", "x3"]
    assert rows(table) == [{"x1": 1.0, "x3": "a"}, {"x1": 2.0, "x3": "b"}]


RECORDS = [
    {"a": 1.5, "ok": True, "c": "red", "v": [1.0, 2.0], "y": "p"},
    {"a": 2.0, "ok": False, "c": "blue", "v": [0.5, -1.0], "y": "q"},
]


def every_binary(table):
    return [
        ("parquet", binary(table, "parquet")),
        ("feather", binary(table, "feather")),
        ("arrow", binary(table, "arrow")),
        ("arrow", binary(table, "arrow", stream=True)),
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
            "whole": pa.array([2**53 + 1, -(2**63)], pa.int64()),
            "tall": pa.array([2**64 - 1, 0], pa.uint64()),
            "decimal": pa.array([big, decimal.Decimal("0.1")], pa.decimal128(38, 8)),
            "kind": pa.array(["a", "b"]).dictionary_encode(),
            "y": pa.array([1, 0]),
        }
    )
    for format, content in every_binary(table):
        found = rows(text(content, format))
        assert found[0]["half"] == float(np.float16(0.1))
        assert found[0]["single"] == float(np.float32(0.1))
        assert [row["whole"] for row in found] == [float(2**53 + 1), -(2.0**63)]
        assert found[0]["tall"] == float(2**64 - 1)
        assert [row["decimal"] for row in found] == [float(big), 0.1]
        assert [(row["kind"], row["y"]) for row in found] == [("a", 1), ("b", 0)]


# Nothing depends on where a file is cut


@pytest.mark.parametrize("size", [1, 7, 64, 5000])
def test_how_the_bytes_come_changes_nothing(size):
    content = "".join(f"{k / 7},c{k % 3},{'yes' if k % 2 else 'no'}\r\n\n" for k in range(40)).encode()
    assert rows(batches(Drops(content, size), "d", "csv")) == rows(batches(io.BytesIO(content), "d", "csv"))


@pytest.mark.parametrize("sizes", [[10], [1] * 10, [3, 7], [4, 4, 2]])
def test_pages_are_of_one_size(sizes):
    whole = pa.record_batch({"a": list(range(10))})
    starts = np.cumsum([0, *sizes])
    parts = [whole.slice(int(start), size) for start, size in zip(starts, sizes, strict=False)]
    assert [page.column("a").to_pylist() for page in pages_of(parts, 4)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


CELLS = st.text(alphabet='ab0159.-"?, é\t;', max_size=5)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=6), st.sampled_from(['"', None]))
def test_pyarrow_and_plain_python_read_the_same(table, quote):
    content = "".join(f"{first},{second}\n" for first, second in table).encode()

    def found(fast):
        try:
            file = DelimitedFile(io.BytesIO(content), "d", header=False, delimiter=",", quote=quote)
            if not fast:
                file._by_pyarrow = lambda lines, columns: None
            columns = [Column(name, "text") for name in file.names]
            return [part.table.to_pydict() for part in file.parts(columns)]
        except DataError as error:
            return str(error)

    assert found(fast=True) == found(fast=False)


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["{!r}", "{:.17e}", "{:.25g}", " {!r} "]))
def test_any_number_is_read_as_float_reads_it(number, form):
    written = form.format(number)
    found = rows(text(f"{written},a\n0,b\n"))[0]["x1"]
    assert (found, math.copysign(1, found)) == (float(written), math.copysign(1, float(written)))


@given(st.binary(max_size=60), st.sampled_from(["csv", "tsv", "jsonl", "parquet", "arrow"]))
def test_any_bytes_are_read_or_refused_in_a_sentence(content, format):
    with suppress(DataError, OptionError):
        assert rows(text(content, format))


# Plain numbers are read by a compiled loop: it gives what pyarrow and plain Python give, or leaves the block to these


def every_way(content, columns, monkeypatch, **options):
    """What a file is, with the compiled loop and without it: its rows or the sentence, and whether any were plain."""
    found = []
    for plainly in (True, False):
        monkeypatch.setattr("rosenblatt.files.delimited.PLAINLY", plainly)
        try:
            table = text(content, columns=columns, **options)
            parts = list(table)
            outcome = table.guessed, table.schema, rows(parts) if parts else []
            plain = [isinstance(part, PlainRows) for part in parts]
        except (DataError, OptionError) as error:
            outcome, plain = f"{type(error).__name__}: {error}", []
        found.append((outcome, any(plain)))
    assert not found[1][1]
    return repr(found[0][0]), repr(found[1][0]), found[0][1]


def random_table(rng):
    """Lines of numbers and labels, most of them plain, with something unusual here and there."""
    delimiter = rng.choice(",,;\t| ")
    width, n_rows, oddity = rng.randrange(1, 5), rng.randrange(8), rng.choice([0, 0, 0.03, 0.2])
    odd = [
        "",
        " ",
        '"1"',
        ' "2"',
        "?",
        "nan",
        "NaN",
        "inf",
        "1e999",
        "x",
        "é",
        '5"',
        "1_0",
        "0x1",
        "1 2",
        "\0",
        "a,b;c",
    ]
    forms = ["{!r}", "{:.6g}", "{:.3e}", "{:.25g}", "{:.0f}", " {!r}", "{:+}  ", "\t{:g}"]

    def number():
        value = rng.choice([rng.uniform(-10, 10), rng.uniform(-1, 1) * 10 ** rng.randrange(-30, 30), 0.0])
        return rng.choice(odd) if rng.random() < oddity else rng.choice(forms).format(value)

    def label():
        return rng.choice(odd) if rng.random() < oddity else rng.choice(["0", "1", "yes", " no ", "10", "déjà vu"])

    lines = [[number() for _ in range(width)] + [label()] for _ in range(n_rows)]
    if rng.random() < 0.4:
        lines.insert(
            0, [rng.choice(["a", "n", "income", "x1", "nan", "é", "b c"]) + str(k) for k in range(width)] + ["y"]
        )
    if lines and rng.random() < oddity:
        rng.choice(lines).append("9")
    ends = rng.choice([["\n"], ["\r\n"], ["\n", "\n\n", "\r\n", " \n"]])
    content = "".join(delimiter.join(line) + rng.choice(ends) for line in lines)
    return rng.choice(["", "", "\ufeff"]) + (content if rng.random() < 0.8 else content.rstrip())


def test_with_and_without_the_compiled_loop_files_are_the_same(monkeypatch, pytestconfig):
    rng = random.Random(0)
    n_plain, count = 0, 5000 if pytestconfig.getoption("--long") else 200
    for _ in range(count):
        content = random_table(rng)
        columns = Columns(
            missing=rng.choice([None, None, "mean", "zero", "drop"]),
            target=rng.choice([None, None, 1]),
            ignore=rng.choice([(), (), (2,)]),
        )
        options = {
            "header": rng.choice([None, None, True, False]),
            "delimiter": rng.choice([None, None, ",", ";", " ", "e", "-"]),
            "quote": rng.choice(['"', '"', None, "'", "1"]),
        }
        plainly, otherwise, is_plain = every_way(content, columns, monkeypatch, **options)
        assert plainly == otherwise, (content, columns, options)
        n_plain += is_plain
    assert n_plain > count / 16


def test_any_bytes_are_the_same_with_and_without_the_compiled_loop(monkeypatch, pytestconfig):
    rng = random.Random(1)
    for _ in range(20_000 if pytestconfig.getoption("--long") else 500):
        content = bytes(rng.choices(b'0123459.-+e,,,,\n\n\n\r "?;\tab\xc3\xa9', k=rng.randrange(40)))
        plainly, otherwise, _ = every_way(content, None, monkeypatch)
        assert plainly == otherwise, content


def test_blocks_that_are_not_plain_stand_among_those_that_are(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.lines.unchecked_lines_of.__defaults__", (128,))
    labels = ['"b"' if k % 50 == 0 else "ab"[k % 2] for k in range(120)]
    content = "".join(f"{k},{k / 7!r},{label}\n" for k, label in enumerate(labels))
    plainly, otherwise, _ = every_way(content, None, monkeypatch)
    assert plainly == otherwise
    monkeypatch.setattr("rosenblatt.files.delimited.PLAINLY", True)
    kinds = [isinstance(part, PlainRows) for part in text(content)]
    assert 0 < sum(kinds) < len(kinds)
    pages = [arrow(page) for page in pages_of(text(content), 50)]
    assert [page.num_rows for page in pages] == [50, 50, 20]
    assert repr(rows(pages)) == repr(rows(text(content)))


@pytest.mark.parametrize("sizes", [[10], [1] * 10, [3, 7], [4, 4, 2]])
def test_pages_of_plain_rows(sizes):
    whole = next(iter(text("".join(f"{k},{k % 4}\n" for k in range(10)))))
    assert isinstance(whole, PlainRows)
    starts = np.cumsum([0, *sizes])
    parts = [whole.slice(int(start), size) for start, size in zip(starts, sizes, strict=False)]
    pages = list(pages_of(parts, 4))
    assert [page.values.T.tolist() for page in pages] == [[[0, 1, 2, 3]], [[4, 5, 6, 7]], [[8, 9]]]
    assert [row["x2"] for row in rows(pages)] == list("0123012301")
    assert pages[2].distinct_labels()[0] == ["0", "1"]
    assert all(page.numbers(["x1"]).flags.c_contiguous for page in pages)


def test_plain_numbers_are_read_without_pyarrow(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    table = text("age,income,class\n1,2,a\n3,4,b\n")
    assert [batch.values.tolist() for batch in table] == [[[1, 2], [3, 4]]]
    assert [batch.distinct_labels()[0] for batch in text("1,2,a\n3,4,b\n", known=table.schema)] == [["a", "b"]]


def test_columns_in_another_order_are_found_by_name():
    known = text("a,b,y\n1,2,p\n").schema
    [batch] = text("y,b,more,a\np,5,9,4\n", known=known)
    assert batch.numbers(["a", "b"]).tolist() == [[4], [5]]
    assert batch.numbers(["b", "a"]).tolist() == [[5], [4]]
    [batch] = text("b,a\n5,4\n", known=known, labels=False)
    assert (batch.values.tolist(), batch.distinct_labels()) == ([[4, 5]], None)


# Broken files


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "d.csv must have at least one row; it is empty."),
        ("\n \n", "d.csv must have at least one row; it is empty."),
        ("a,b,y\n", "d.csv must have rows below its first line of names; it has none."),
        ("1,2,a\n3,a\n", "d.csv:2 must have 3 columns, as the first line; got 2."),
        ("1,2,a\n\n1,2,3,b\n", "d.csv:3 must have 3 columns, as the first line; got 4."),
        ("1,2,a\n1,,b\n", "d.csv:2 column 'x2' has no value: --missing mean|zero|drop says what to do, "
         "--ignore x2 leaves the column out."),
        ("1,2,a\n1,2,\n", "d.csv:2 must have a label in column 'x3'; it is empty."),
        ("1,a\n\nnan,b\n", "d.csv:3 column 'x1' must be a finite number; got nan: "
         "--missing mean|zero|drop says what to do."),
        ("1,a\ninf,b\n", "d.csv:2 column 'x1' must be a finite number; got inf: replace it."),
        ("1,a\n-1e999,b\n", "d.csv:2 column 'x1' must be a finite number; got -inf: replace it."),
        ("1,a\n2\n", "d.csv:2 must have 2 columns, as the first line; got 1."),
        ('1,a\n2,"b\n3,c\n', "d.csv:2 must close the quote that it opens; it would swallow the end of the line: "
         "--quote none takes quotes as ordinary characters."),
        (b"1,a\n2,\xe9\n", "d.csv:2 must be UTF-8 text; got the byte 0xe9: "
         "convert it, for example iconv -f latin1 -t utf-8."),
        ("1,a\n".encode("utf-16"), "d.csv:1 must be UTF-8 text; got the byte 0x00: "
         "convert it, for example iconv -f latin1 -t utf-8."),
        ("a,a,y\n1,2,0\n", "d.csv must name each column once; got 'a' twice: rename one, or say --no-header."),
        ("a,b,y\n1,,0\n", "d.csv column 'b' must have a value in its first rows: --ignore leaves it out."),
        ("1\n2\n", "d.csv must have a column of features beside its target 'x1'; it has none."),
    ],
)  # fmt: skip
def test_broken_csv(content, message):
    with pytest.raises(DataError) as caught:
        rows(text(content))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"a": [1.0, None], "y": [0, 1]}, "row 2 column 'a' has no value: "),
        ({"a": [1.0, math.nan], "y": [0, 1]}, "row 2 column 'a' must be a finite number; got nan: --missing"),
        ({"a": [1.0, math.inf], "y": [0, 1]}, "row 2 column 'a' must be a finite number; got inf: replace it."),
        ({"a": [1.0, 2.0], "y": [0, None]}, "row 2 must have a label in column 'y'; it is empty."),
        ({"a": [[1.0, 2.0], [1.0]], "y": [0, 1]}, "row 2 column 'a' must be a list of 2 numbers, "),
        ({"a": [[1.0, 2.0], [1.0, None]], "y": [0, 1]}, "row 2 column 'a' has no value: "),
        ({"a": [[1.0, 2.0], [1.0, math.nan]], "y": [0, 1]}, "row 2 column 'a' must be a finite number; got nan"),
        ({"a": [1.0, 2.0], "y": [[0], [1]]}, "row 1 must have a label in column 'y', a string or a number; got list"),
        ({"a": pa.array([1, 2], pa.timestamp("s")), "y": [0, 1]},
         "column 'a' must hold numbers, strings or lists of numbers; got timestamp[s]: --ignore a leaves it out."),
        ({"a": pa.nulls(2), "y": [0, 1]}, "column 'a' must have a value in its first rows: --ignore leaves it out."),
        ({"a": [], "y": []}, "must have at least one row; it is empty."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_broken_columns(columns, message, format):
    table = pa.table(columns)
    if format == "parquet" and pa.types.is_timestamp(table.schema.field("a").type):
        message = message.replace("[s]", "[ms]")  # Parquet has no whole seconds
    with pytest.raises(DataError) as caught:
        rows(text(binary(table, format), format))
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


def test_a_cell_too_long_for_plain_python():
    with pytest.raises(
        DataError, match=r"^d\.csv:2 must be a line of cells: field larger than field limit \(131072\)\.$"
    ):
        text(f'1,a\n2, "{"x" * 200_000}"\n')


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


def test_a_file_without_lines(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.lines.LONGEST_LINE", 10)
    with pytest.raises(DataError, match=r"^d:1 must be a line of at most 10 bytes: is it text\?$"):
        batches(Drops(b"x" * 100, 8), "d", "csv")
