"""Delimited text: what is read, what is guessed, and one sentence for each broken file."""

import io
import math

import pytest
from helpers.tables import Drops, rows, text
from hypothesis import given, strategies as st

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import Column, Columns
from rosenblatt.files.formats.csv import DelimitedFile
from rosenblatt.files.formats.tables import batches


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
    written = ["0.1", "-2.5e-7", "9007199254740993.0", "1.7976931348623157e308", "4.9e-324", "+1", ".5", "5.", "-0"]
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


@pytest.mark.parametrize("size", [1, 7, 64, 5000])
def test_how_the_bytes_come_changes_nothing(size):
    content = "".join(f"{k / 7},c{k % 3},{'yes' if k % 2 else 'no'}\r\n\n" for k in range(40)).encode()
    assert rows(batches(Drops(content, size), "d", "csv")) == rows(batches(io.BytesIO(content), "d", "csv"))


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


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "d.csv must have at least one row; it is empty."),
        ("\n \n", "d.csv must have at least one row; it is empty."),
        ("a,b,y\n", "d.csv must have rows below its first line of names; it has none."),
        ("1,2,a\n3,a\n", "d.csv:2 must have 3 columns, as the first line; got 2."),
        ("1,2,a\n\n1,2,3,b\n", "d.csv:3 must have 3 columns, as the first line; got 4."),
        ("1,2,a\n1,,b\n", "d.csv:2 column 'x2' has no value: missing='mean', 'zero' or 'drop' says what to do, "
         "ignore='x2' leaves the column out."),
        ("1,2,a\n1,2,\n", "d.csv:2 must have a label in column 'x3'; it is empty: "
         "missing_label='drop' leaves such rows out."),
        ("1,a\n\nnan,b\n", "d.csv:3 column 'x1' must be a finite number; got nan: "
         "missing='mean', 'zero' or 'drop' says what to do."),
        ("1,a\ninf,b\n", "d.csv:2 column 'x1' must be a finite number; got inf: replace it."),
        ("1,a\n-1e999,b\n", "d.csv:2 column 'x1' must be a finite number; got -inf: replace it."),
        ("1,a\n2\n", "d.csv:2 must have 2 columns, as the first line; got 1."),
        ('1,a\n2,"b\n3,c\n', "d.csv:2 must close the quote that it opens; it would swallow the lines below: "
         "quote=None takes quotes as ordinary characters."),
        (b"1,a\n2,\xe9\n", "d.csv:2 must be UTF-8 text; got the byte 0xe9: "
         "charset='latin-1' reads Latin-1 text, for example."),
        ("1,a\n".encode("utf-16"), "d.csv:1 must be UTF-8 text; got the byte 0x00: "
         "charset='utf-16' reads UTF-16 text."),
        ("a,a,y\n1,2,0\n", "d.csv must name each column once; got 'a' for columns 1 and 2: "
         "ignore=2 leaves all but column 1 out."),
        ("a,b,y\n1,,0\n", "d.csv column 'b' must have a value in its first rows: ignore='b' leaves it out."),
        ("1\n2\n", "d.csv must have a column of features beside its target 'x1'; it has none."),
    ],
)  # fmt: skip
def test_broken_csv(content, message):
    with pytest.raises(DataError) as caught:
        rows(text(content))
    assert str(caught.value) == message


def test_a_cell_too_long_for_plain_python():
    with pytest.raises(
        DataError, match=r"^d\.csv:2 must be a line of cells: field larger than field limit \(131072\)\.$"
    ):
        text(f'1,a\n2, "{"x" * 200_000}"\n')


def test_a_file_without_lines(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.formats.text_lines.LONGEST_LINE", 10)
    with pytest.raises(DataError, match=r"^d:1 must be a line of at most 10 bytes: is it text\?$"):
        batches(Drops(b"x" * 100, 8), "d", "csv")


class NeverSearched(list):
    def index(self, *_):
        raise AssertionError("a name is looked for among all: a table of many columns takes the square of that")


def test_columns_are_found_without_a_search(tmp_path):
    """20,000 columns and two rows took 17 seconds."""
    names = [f"c{k}" for k in range(50)]
    text = ",".join([*names, "y"]) + "\n" + "".join(",".join(["1.5"] * 50 + [label]) + "\n" for label in "ab")
    file = DelimitedFile(io.BytesIO(text.encode()), "a.csv")
    file.names = NeverSearched(file.names)
    columns = [file.natural(name) for name in file.names]
    assert [column.kind for column in columns] == ["number"] * 50 + ["category"]
    assert file._form([*columns[:-1], Column("y", "target")]) is not None
