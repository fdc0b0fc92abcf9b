"""Numbers with a decimal comma, guessed for each column or said."""

import pytest
from helpers.cli import run
from helpers.tables import rows, text

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.schema import Columns

PRICES = "preis;stück;y\n3,14;1;p\n-2,5e1;20;q\n7;3;p\n,5;4;q\n"


def numbers(content, column, **options):
    return [row[column] for row in rows(text(content, **options))]


def test_a_column_of_decimal_commas_is_one_of_numbers():
    table = text(PRICES)
    assert [column.kind for column in table.schema.columns] == ["number", "number", "target"]
    assert table.guessed == {
        "delimiter": ";", "header": True, "decimal": ",", "target": "y", "columns": "2 numeric",
    }  # fmt: skip
    assert [row["preis"] for row in rows(table)] == [3.14, -25.0, 7.0, 0.5]
    assert [row["stück"] for row in rows(text(PRICES))] == [1.0, 20.0, 3.0, 4.0]


@pytest.mark.parametrize("content", ['"3,14",1.5,p\n"2,7",2,q\n', "3,14\t1.5\tp\n2,7\t2\tq\n", "3,14;1.5;p\n2,7;2;q\n"])
def test_in_quotes_or_with_another_delimiter_and_beside_points(content):
    assert rows(text(content)) == [{"x1": 3.14, "x2": 1.5, "x3": "p"}, {"x1": 2.7, "x2": 2.0, "x3": "q"}]


@pytest.mark.parametrize("cells", ["1,234,567 2,5", "1.5 2,5", "1,5 x", "1,5 1,2,3", "1.000,5 2,5", "1,5e 2,5"])
def test_other_columns_are_categories(cells):
    table = text("".join(f"{cell}\tp\n" for cell in cells.split()), "tsv", header=False)
    assert table.schema.columns[0].kind == "category"
    assert "decimal" not in table.guessed


def test_thousands_or_decimals_is_for_the_user_to_say(tmp_path, capsys, monkeypatch):
    path = tmp_path / "d.tsv"
    path.write_text("n\ty\n1,234\tp\n12\tq\n-56,789\tp\n")
    code, out, _ = run(capsys, monkeypatch, "train", path)
    assert code == 0
    told = "n: '1,234' is one of two numbers: --decimal , reads a decimal comma, --decimal . commas between thousands"
    assert told in out
    for mark, values in ((",", [1.234, 12.0, -56.789]), (".", [1234.0, 12.0, -56789.0])):
        assert run(capsys, monkeypatch, "train", path, "--decimal", mark)[0] == 0
        assert rosenblatt.read(path, decimal=mark).table().X[:, 0].tolist() == values
    assert "decimal=',' reads a decimal comma" in rosenblatt.read(path).guessed["columns"]
    path.write_text("n\ty\n0,234\tp\n1,234\tq\n")  # no thousands begin with 0
    assert rosenblatt.read(path).table().X[:, 0].tolist() == [0.234, 1.234]


def test_what_is_said_holds_for_all_columns():
    content = "1,5\t2.5\tp\n2\t3.5\tq\n"
    said = text(content, "tsv", decimal=",")
    assert [column.kind for column in said.schema.columns] == ["number", "category", "target"]
    assert "decimal" not in said.guessed
    assert [column.kind for column in text(content, "tsv", decimal=".").schema.columns] == [
        *("category", "number", "target")
    ]
    with pytest.raises(OptionError, match="^decimal must be a comma or a point; got ';'"):
        rosenblatt.read("sample:note-004", decimal=";")


def test_missing_values_stay_missing():
    content = "1,5;p\n;q\nNA;p\n2,5;q\n"
    assert numbers(content, "x1", columns=Columns(missing="zero")) == [1.5, 0.0, 0.0, 2.5]
    with pytest.raises(DataError, match=r"^d\.csv:2 column 'x1' has no value: missing="):
        rows(text("1,5;p\n;q\n"))
    with pytest.raises(DataError, match=r"^d\.csv:2 column 'x1' must be a number with a decimal comma.*'NA': missing="):
        rows(text("1,5;p\nNA;q\n2,5;q\n"))


def test_a_later_row_that_breaks_the_rule_is_named():
    head = "1,5;p\n" * 10_000
    for cell in ("2.5", "x", "1,2,3"):
        told = rf"^d\.csv:10001 column 'x1' must be a number with a decimal comma, as in the first rows; got '{cell}': "
        with pytest.raises(DataError, match=told + r"categorical='x1' makes it a category\.$"):
            rows(text(head + f"{cell};q\n"))
    told = r"^d\.csv:10001 column 'x1' must be a number, as in the first rows; got '2,5': decimal=','"
    with pytest.raises(DataError, match=told):
        rows(text("1.5;p\n" * 10_000 + "2,5;q\n"))


def test_a_model_of_numbers_reads_decimal_commas(tmp_path, capsys, monkeypatch):
    points, commas, model = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "m"
    points.write_text("a;b;y\n3.14;1;p\n-2.5;20;q\n7;3;p\n.5;40;q\n")
    commas.write_text("a;b;y\n3,14;1;p\n-2,5;20;q\n7;3;p\n,5;40;q\n")
    for one, other in ((points, commas), (commas, points)):
        assert run(capsys, monkeypatch, "train", one, "--model", model)[0] == 0
        scores = run(capsys, monkeypatch, "predict", model, one, "--scores")[1]
        assert run(capsys, monkeypatch, "predict", model, other, "--scores")[1] == scores
    odd = tmp_path / "c.csv"
    odd.write_text("a;b\n1,234;1\n")
    code, _, error = run(capsys, monkeypatch, "predict", model, odd)
    assert (code, "--decimal , reads a decimal comma, --decimal . commas between thousands" in error) == (1, True)
    read = [run(capsys, monkeypatch, "predict", model, odd, "--scores", "--decimal", mark)[1] for mark in ",."]
    odd.write_text("a;b\n1.234;1\n")
    assert run(capsys, monkeypatch, "predict", model, odd, "--scores")[1] == read[0] != read[1]


def test_numbers_are_converted(tmp_path):
    (tmp_path / "d.csv").write_text(PRICES)
    rosenblatt.convert(tmp_path / "d.csv", tmp_path / "d.parquet")
    rosenblatt.convert(tmp_path / "d.csv", tmp_path / "e.csv")
    first = rosenblatt.read(tmp_path / "d.csv").table()
    for name in ("d.parquet", "e.csv"):
        other = rosenblatt.read(tmp_path / name).table()
        assert (first.X.tolist(), first.y.tolist()) == (other.X.tolist(), other.y.tolist())


@pytest.mark.parametrize(
    ("content", "delimiter"),
    [
        ("3,14;2,5;a\n1,5;2,5;b\n", ";"),
        ("1,5|2|a\n1,5|2|a\n", "|"),
        ("1,2,3;\n4,5,6;\n", ","),
        ("1,2;\n4,5;\n", ","),
        ("1,a;b\n2,b;c\n", ","),
        ("1,2,a\n4,5,b\n", ","),
    ],
)
def test_a_comma_in_numbers_is_no_delimiter(content, delimiter):
    assert text(content).guessed["delimiter"] == delimiter
