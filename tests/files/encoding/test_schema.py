"""What a column is, and what a missing value becomes."""

import io
import math
import re

import pyarrow as pa
import pytest

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.schema import Columns
from rosenblatt.files.formats.tables import batches

TABLE = "id,age,city,note,class\n7,30,Bonn,hello,yes\n8,40,Rome,you,no\n"


def read(content=TABLE, columns=None, format="csv", **options):
    return batches(io.BytesIO(content.encode()), "d.csv", format, columns, **options)


def arrow(**columns):
    out, table = io.BytesIO(), pa.table(columns)
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table)
    return io.BytesIO(out.getvalue())


def kinds(columns, content=TABLE):
    return {column.name: column.kind for column in read(content, columns).schema.columns}


def rows(table):
    return [list(row.values()) for row in pa.Table.from_batches(list(table)).to_pylist()]


def test_columns_are_what_is_said_and_else_what_their_values_are():
    assert kinds(None) == {"id": "number", "age": "number", "city": "category", "note": "category", "class": "target"}
    said = Columns(target=3, ignore=("class",), id=("id",), text=("note",), categorical=("age",))
    assert kinds(said) == {"id": "id", "age": "category", "city": "target", "note": "text"}


@pytest.mark.parametrize("target", ["age", 2, "2"])
def test_the_target_by_name_and_by_number(target):
    assert read(columns=Columns(target=target)).schema.target == "age"


def test_a_name_goes_before_a_number():
    assert read("2,1\n3,4\n", Columns(target="1"), header=True).schema.target == "1"
    assert read("2,1\n3,4\n", Columns(target=2), header=True).schema.target == "1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "x"}, "target must be a column of d.csv, by its name or its number from 1 to 5; got 'x': "
         "it has id, age, city, note, class."),
        ({"ignore": (0,)}, "ignore must be a column of d.csv, by its name or its number from 1 to 5; got 0: "
         "it has id, age, city, note, class."),
        ({"ignore": (5,)}, "target must be a column that is nothing else; 'class' is ignore."),
        ({"text": ("age",), "id": ("age",)}, "text must be a column that is nothing else; 'age' is id."),
        ({"missing": "guess"}, "missing must be one of mean, zero, drop; got 'guess'."),
        ({"ignore": None}, "ignore must be columns, each by its name or number; got None."),
    ],
)  # fmt: skip
def test_options_outside_their_rule(options, message):
    with pytest.raises(OptionError) as caught:
        read(columns=Columns(**options))
    assert str(caught.value) == message


GAPS = "1,red,a\n?, ,b\n3,?,a\n"


def test_a_question_mark_is_a_category_unless_missing_says_otherwise():
    assert kinds(None, "1,a\n?,b\n") == {"x1": "category", "x2": "target"}
    assert kinds(Columns(missing="mean"), "1,a\n?,b\n") == {"x1": "number", "x2": "target"}


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        ("mean", [[1.0, "red", "a"], [None, "", "b"], [3.0, "", "a"]]),
        ("zero", [[1.0, "red", "a"], [0.0, None, "b"], [3.0, None, "a"]]),
        ("drop", [[1.0, "red", "a"]]),
    ],
)
def test_what_becomes_of_missing_values(missing, expected):
    assert rows(read(GAPS, Columns(missing=missing))) == expected
    records = '{"n":1,"c":"red","y":"a"}\n{"c":null,"y":"b"}\n{"n":3,"c":"?","y":"a"}\n'
    assert rows(read(records, Columns(missing=missing, target="y"), "jsonl")) == expected


def test_missing_numbers_of_lists_and_missing_text():
    records = '{"v":[1,2],"t":"x","y":0}\n{"v":null,"t":null,"y":1}\n{"v":[3,null],"t":"z","y":1}\n'

    def found(missing):
        return rows(read(records, Columns(missing=missing, text=("t",)), "jsonl"))

    assert found("mean") == [[[1, 2], "x", 0], [[None, None], "", 1], [[3, None], "z", 1]]
    assert found("zero") == [[[1, 2], "x", 0], [[0, 0], "", 1], [[3, 0], "z", 1]]
    assert found("drop") == [[[1, 2], "x", 0]]


def test_nan_is_missing_where_missing_is_said():
    assert rows(read("1,a\nnan,b\n", Columns(missing="zero"))) == [[1.0, "a"], [0.0, "b"]]
    table = batches(arrow(n=[1.0, math.nan], y=["a", "b"]), "d", "arrow", Columns(missing="zero"))
    assert rows(table) == [[1.0, "a"], [0.0, "b"]]


def test_a_missing_label_is_an_error_all_the_same():
    with pytest.raises(
        DataError,
        match=r"^d\.csv:2 must have a label in column 'x2'; it is empty: missing_label='drop' ",
    ):
        rows(read("1,a\n2,?\n", Columns(missing="drop")))


# Files after the first: columns are what they were


def test_known_columns_are_found_by_name():
    known = read("a,b,y\n1,red,0\n2,blue,1\n").schema
    assert rows(read("y,b,more,a\n0,red,9,4\n", known=known)) == [[4.0, "red", "0"]]
    assert rows(read("b,a\nred,4\n", known=known, labels=False)) == [[4.0, "red"]]


def test_known_columns_are_found_by_place_where_there_are_no_names():
    known = read("a,b,y\n1,red,0\n2,blue,1\n").schema
    assert rows(read("4,red,0\n", known=known)) == [[4.0, "red", "0"]]
    assert rows(read("4,red\n", known=known, labels=False)) == [[4.0, "red"]]
    first = read("no,1,red\nyes,2,blue\nno,3,red\n", Columns(target=1)).schema
    assert rows(read("4,red\n", known=first, labels=False)) == [[4.0, "red"]]


def test_known_columns_may_have_no_value_in_a_file():
    known = read("a,b,y\n1,red,0\n2,blue,1\n").schema
    missing = Columns(missing="zero")
    assert rows(read("a,b\n,\n", missing, known=known, labels=False)) == [[0.0, None]]
    assert rows(read('{"a":null,"b":null}', missing, "jsonl", known=known, labels=False)) == [[0.0, None]]


@pytest.mark.parametrize(
    ("format", "content", "message"),
    [
        ("csv", "a,y\n1,0\n", "d.csv must have a column 'b', as in training; it has a, y."),
        ("csv", "a,b,v,y\nx,red,1,0\n",
         "d.csv:2 column 'a' must be a number, as in the first rows; got 'x': categorical='a' makes it a category."),
        ("jsonl", '{"a":"x","b":"red","y":0}',
         "d.csv:1 column 'a' must be a number, as in the first rows; got 'x': categorical='a' makes it a category."),
        ("jsonl", '{"a":[1],"b":"red","y":0}', "d.csv column 'a' must be a number, as in training; got a list."),
        ("jsonl", '{"a":1,"b":[1],"y":0}', "d.csv column 'b' must be a category, as in training; got a list."),
    ],
)  # fmt: skip
def test_columns_that_are_not_what_they_were(format, content, message):
    known = read("a,b,y\n1,red,0\n2,blue,1\n").schema
    with pytest.raises(DataError) as caught:
        rows(read(content, format=format, known=known))
    assert str(caught.value) == message


def test_columns_of_arrow_that_are_not_what_they_were():
    known = batches(arrow(a=[1.0], v=[[1.0]], y=["u"]), "d", "arrow").schema
    with pytest.raises(DataError, match=r"^d row 2 column 'a' must be a number, as in the first rows; got 'one': cat"):
        rows(batches(arrow(a=["1", "one"], v=[[1.0], [2.0]], y=["u", "u"]), "d", "arrow", known=known))
    for kind in (pa.timestamp("s"), pa.date32(), pa.binary()):
        with pytest.raises(DataError, match=rf"^d column 'a' must .*; got {re.escape(str(kind))}[:.]"):
            batches(arrow(a=pa.nulls(1, kind), v=[[1.0]], y=["u"]), "d", "arrow", known=known)
    empty = arrow(a=pa.nulls(1), v=pa.nulls(1))
    assert rows(batches(empty, "d", "arrow", Columns(missing="zero"), known=known, labels=False)) == [[0.0, [0.0]]]


def test_ids_are_kept_as_they_are():
    assert rows(batches(arrow(i=[7, None], a=[1, 2], y=[0, 1]), "d", "arrow", Columns(id=(1,)))) == [
        [7, 1, 0],
        [None, 2, 1],
    ]


def test_text_that_is_none():
    with pytest.raises(DataError, match=r"^d row 1 column 'a' must be a string, or be written as one; got struct"):
        rows(batches(arrow(a=[{"b": 1}], y=[0]), "d", "arrow", Columns(text=("a",))))


def test_labels_may_be_dictionaries():
    labels = pa.array(["u", "v"]).dictionary_encode()
    assert rows(batches(arrow(a=[1, 2], y=labels), "d", "arrow")) == [[1.0, "u"], [2.0, "v"]]


def test_lists_of_another_size_than_in_training():
    known = read('{"v":[1,2],"y":0}', format="jsonl").schema
    with pytest.raises(DataError, match=r"^d\.csv column 'v' must have lists of 2 numbers, as in training; got 3\.$"):
        read('{"v":[1,2,3],"y":0}', format="jsonl", known=known)
    with pytest.raises(DataError, match=r"^d\.csv column 'v' must be a list, as in training; got delimited text\.$"):
        read("v,y\n1,0\n", known=known)


def test_numbers_may_be_categories():
    table = read('{"a":1,"y":0}\n{"a":2,"y":1}', Columns(categorical=("a",)), "jsonl")
    assert rows(table) == [["1", 0], ["2", 1]]
