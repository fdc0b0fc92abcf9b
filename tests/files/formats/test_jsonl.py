"""JSON lines: an object a line, its keys the columns."""

import json
from fractions import Fraction

import pytest
from helpers.tables import rows, text

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import Columns


def read(content, columns=None):
    return text(content, "jsonl", columns)


def test_the_target_is_the_last_key_of_the_first_line():
    table = read('{"a": 1, "y": 0}\n{"y": 1, "b": 2, "a": 3}\n', Columns(missing="zero"))
    assert table.guessed == {"target": "y", "columns": "2 numeric"}
    assert rows(table) == [{"a": 1.0, "y": 0, "b": 0.0}, {"a": 3.0, "y": 1, "b": 2.0}]


def test_whole_numbers_may_have_fractions_later(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.formats.jsonl.SAMPLE", 1)
    assert [row["a"] for row in rows(read('{"a": 1, "y": 0}\n{"a": 2.5, "y": 1}\n'))] == [1.0, 2.5]


def test_a_json_number_is_the_nearest_double_however_long():
    found = rows(read(f'{{"a": {10**30}.0, "y": 0}}\n{{"a": 0.1, "y": 1}}'))
    assert [Fraction(row["a"]) for row in found] == [Fraction(1e30), Fraction(0.1)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", None),
        ('{"a": 1, "y": 0', "d.jsonl:3 must be a JSON object: "),
        ("[1]", "d.jsonl:3 must be a JSON object; got [1]."),
        ('{"a": 1, "y": 0} {"a": 1, "y": 0}', "d.jsonl:3 must be a JSON object: "),
        ('{"a": 1, "a": 2, "y": 0}', "d.jsonl:3 must be a JSON object: it has a key twice."),
        ('{"a": "x", "y": 0}', "d.jsonl:3 column 'a' must hold numbers, strings or lists of numbers, as all rows do; "),
        ('{"a": NaN, "y": 0}', "d.jsonl:3 column 'a' must be a finite number; got nan: "),
        ('{"a": 1e999, "y": 0}', "d.jsonl:3 column 'a' must be a finite number; got inf: replace it."),
        (f'{{"a": {"9" * 400}, "y": 0}}', "d.jsonl:3 column 'a' must be a finite number; got inf: replace it."),
        ('{"a": "\\ud800", "y": 0}', "d.jsonl:3 must be a JSON object: 'utf-8' codec can't encode"),
        ('{"y": 0}', "d.jsonl:3 column 'a' has no value: "),
        ('{"a": null, "y": 0}', "d.jsonl:3 column 'a' has no value: "),
        ('{"a": 1}', "d.jsonl:3 must have a label in column 'y'; it is empty: missing_label='drop'"),
    ],
)
def test_broken_json_lines(line, message):
    content = f'{{"a": 1, "y": 0}}\n\n{line}\n{{"a": 2, "y": 1}}\n'
    if message is None:
        assert len(rows(read(content))) == 2
        return
    with pytest.raises(DataError) as caught:
        rows(read(content))
    assert str(caught.value).startswith(message)


def test_json_lines_that_change_after_the_first_rows(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.formats.jsonl.SAMPLE", 10)
    head = '{"a": 1, "v": [1, 2], "s": "x", "t": true, "y": 0}\n' * 10
    for change, message in [
        (
            {"a": "x"},
            "column 'a' must be a number, as in the first rows; got 'x': categorical='a' makes it a category.",
        ),
        ({"a": [1]}, "column 'a' must be a number, as in the first rows; got [1]."),
        ({"v": [1]}, "column 'v' must be a list of 2 numbers, as in the first rows; got 1."),
        ({"v": ["x", 1]}, "column 'v' must be a list of numbers, as in the first rows; got [\"x\", 1]."),
        ({"s": {"t": 1}}, "column 's' must be a string, as in the first rows; got {\"t\": 1}."),
        ({"y": 0.5}, "column 'y' must be a whole number, as in the first rows; got 0.5."),
        ({"t": []}, "column 't' must be true or false, as in the first rows; got []."),
        ({"new": 1}, "must have keys of the first rows only; got 'new'."),
    ]:
        last = json.dumps({"a": 1, "v": [1, 2], "s": "x", "t": True, "y": 0} | change)
        with pytest.raises(DataError) as caught:
            rows(read(head + last))
        assert str(caught.value) == f"d.jsonl:11 {message}"


def test_values_of_several_types_are_categories_where_that_is_said():
    content = '{"a": 1, "y": 0}\n{"a": "red", "y": 1}\n{"a": true, "y": 1}\n{"a": 1.50, "y": 0}\n'
    with pytest.raises(DataError, match=r"^d\.jsonl:2 column 'a' .*; got \"red\": categorical='a' makes it a category"):
        read(content)
    table = read(content, Columns(categorical=("a",)))
    assert [row["a"] for row in rows(table)] == ["1", "red", "true", "1.5"]
    assert [row["a"] for row in rows(text(content, "jsonl", known=table.schema))] == ["1", "red", "true", "1.5"]


def test_a_value_of_another_type_after_the_first_rows_is_the_same_value(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.formats.jsonl.SAMPLE", 10)
    head = '{"a": 1, "s": "x", "t": true, "y": 0}\n' * 10
    for change, expected in [
        ({"a": True}, {"a": 1.0}),
        ({"a": "2.5"}, {"a": 2.5}),
        ({"a": "false"}, {"a": 0.0}),
        ({"t": 1}, {"t": 1.0}),
        ({"t": "FALSE"}, {"t": 0.0}),
        ({"s": 1}, {"s": "1"}),
        ({"s": 1.0}, {"s": "1"}),
        ({"s": True}, {"s": "true"}),
        ({"s": 2**70}, {"s": str(2**70)}),
    ]:
        last = json.dumps({"a": 1, "s": "x", "t": True, "y": 0} | change)
        assert rows(read(head + last))[10] == {"a": 1.0, "s": "x", "t": 1.0, "y": 0} | expected


def test_broken_json_files():
    with pytest.raises(DataError, match=r"^d\.jsonl must have at least one row of columns; it is empty\.$"):
        read("\n")
    with pytest.raises(DataError, match=r"^d\.jsonl:1 column 'a' must hold numbers, .*; got \{\"b\": 1\}: ignore='a'"):
        read('{"a": {"b": 1}, "y": 0}')
    with pytest.raises(DataError, match=r"^d\.jsonl column 'a' must have a value in its first rows: ignore="):
        read('{"a": null, "y": 0}')
