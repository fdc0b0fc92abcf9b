"""Line ends within quoted cells (RFC 4180): rows, line numbers and blocks stay right."""

import csv
import io
import json

import pytest
from helpers.cli import run
from helpers.tables import rows, text
from hypothesis import given, strategies as st

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import Column, Columns
from rosenblatt.files.formats import csv_rows
from rosenblatt.files.formats.csv import DelimitedFile

BLOCK = "rosenblatt.files.formats.text_lines.unchecked_lines_of.__defaults__"


def cells(content, **options):
    """The cells of all rows, as text; the first of them is no header."""
    file = DelimitedFile(io.BytesIO(content.encode()), "d", **{"header": False, "delimiter": ",", **options})
    parts = [part.table for part in file.parts([Column(name, "text") for name in file.names])]
    return [[cell or "" for cell in row.values()] for part in parts for row in part.to_pylist()]


def test_a_quoted_cell_may_have_line_ends():
    assert rows(text('note,n,y\n"two\nlines",1,a\nplain,2,b\n"\n\n x ""q""\n",3,a\n')) == [
        {"note": "two\nlines", "n": 1.0, "y": "a"},
        {"note": "plain", "n": 2.0, "y": "b"},
        {"note": '\n\n x "q"\n', "n": 3.0, "y": "a"},
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_any_kind_are_line_feeds(end):
    assert rows(text(end.join(['a,"b', 'c",y', '1,"x', "", 'y",0', "2,z,1", ""]))) == [
        {"a": 1.0, "b\nc": "x\n\ny", "y": "0"},
        {"a": 2.0, "b\nc": "z", "y": "1"},
    ]


def test_errors_name_the_first_line_of_the_row():
    head = 'note,n,y\n"two\nlines",1,a\n'
    for row, place in (("b,x,a\n", 4), ('"b\nc",x,a\n', 4), ('"b\nc\n", 5 ,a\n,x,a\n', 7)):
        with pytest.raises(DataError, match=rf"^d\.csv:{place} column 'n' must be a number.*got 'x'"):
            rows(text(head + row, columns=Columns(missing="zero"), known=text(head).schema))
    with pytest.raises(DataError, match=r"^d\.csv:4 must have 3 columns, as the first line; got 2\.$"):
        rows(text(head + '"x\ny",1\n'))


@pytest.mark.parametrize("size", [1, 5, 16, 64, 4096])
def test_blocks_are_cut_where_no_quote_is_open(monkeypatch, size):
    content = "".join(f'{k},"{"line " * (k % 5)}\n""{k}"" , \n",z\n' for k in range(60))
    monkeypatch.setattr(BLOCK, (size,))
    assert cells(content) == [[str(k), f'{"line " * (k % 5)}\n"{k}" , \n', "z"] for k in range(60)]


CELL = st.text(alphabet='ab1\n", ;\t', max_size=6)


@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=8), st.sampled_from([3, 17, 4096]))
def test_any_cells_are_read_as_they_were_written(table, size):
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BLOCK, (size,))
        assert cells(out.getvalue()) == [[cell.strip(" \t") for cell in row] for row in table]


@given(st.lists(CELL, min_size=1, max_size=8), st.sampled_from([5, 4096]))
def test_pyarrow_and_plain_python_read_the_same_lines(parts, size):
    content = ",".join(parts).encode() + b"\n"

    def found(fast):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(BLOCK, (size,))
            try:
                file = DelimitedFile(io.BytesIO(content), "d", header=False, delimiter=",")
                if not fast:
                    file._by_pyarrow = lambda lines, columns: None
                columns = [Column(name, "text") for name in file.names]
                return [part.table.to_pylist() for part in file.parts(columns)]
            except DataError as error:
                return str(error)

    assert found(fast=True) == found(fast=False)


OPEN = "must close the quote that it opens; it would swallow the lines below: quote=None takes quotes as ordinary"


@pytest.mark.parametrize("below", ["3,c\n" * 50, '3,c" d\n4,"e"\n', ""])
def test_a_quote_that_is_never_closed_is_told_with_its_line(below):
    content = '1,"a\nb"\n2,"b\n' + below
    with pytest.raises(DataError, match=rf"^d\.csv:3 {OPEN}"):
        rows(text(content, header=False))


def test_an_open_quote_does_not_swallow_a_huge_file(monkeypatch):
    monkeypatch.setattr(csv_rows, "LONGEST_ROW", 1000)
    monkeypatch.setattr(BLOCK, (256,))
    taken = 0

    class Endless(io.RawIOBase):
        def read(self, size=-1):
            nonlocal taken
            taken += 1
            return b'1,a\n2,"b\n' if taken == 1 else b"3,c\n" * 64

    with pytest.raises(DataError, match=rf"^d:2 {OPEN}"):
        DelimitedFile(Endless(), "d", header=False)
    assert taken < 130


def test_quotes_in_the_middle_of_cells_are_characters():
    content = 'ham,say "hi\nspam,5" disk, "of" "old\n' + "ham,x\n"
    assert cells(content.replace(', "of"', ';"of"')) == [
        ["ham", 'say "hi'],
        ["spam", '5" disk;"of" "old'],
        ["ham", "x"],
    ]


def test_the_delimiter_is_guessed_from_rows_with_line_ends():
    table = text('a;b\n"x, y\nz, z";p\n"q, r, s";q\n')
    assert table.guessed["delimiter"] == ";"
    assert [row["a"] for row in rows(table)] == ["x, y\nz, z", "q, r, s"]


def test_a_prediction_is_one_line_whatever_its_row_is_called(tmp_path, capsys, monkeypatch):
    (tmp_path / "d.csv").write_text('name,a,y\n"two\nlines",1,p\n"a\tb",5,q\nc,2,p\n')
    code, out, _ = run(capsys, monkeypatch, "train", tmp_path / "d.csv", "--id", "name", "--model", tmp_path / "m")
    assert (code, "3 rows, 1 feature\n" in out) == (0, True)
    code, out, _ = run(capsys, monkeypatch, "predict", tmp_path / "m", tmp_path / "d.csv")
    assert (code, out) == (0, "two\\nlines\tp\na\\tb\tq\nc\tp\n")
    code, out, _ = run(capsys, monkeypatch, "predict", tmp_path / "m", tmp_path / "d.csv", "--json")
    assert [json.loads(line)["name"] for line in out.splitlines()] == ["two\nlines", "a\tb", "c"]
