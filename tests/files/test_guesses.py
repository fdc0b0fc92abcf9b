"""What is guessed of tables: it is told, and where a guess would be wrong without a word, there is a word."""

import pyarrow as pa
import pytest
from helpers.tables import text
from pyarrow import feather, parquet

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.schema import Column, Columns
from rosenblatt.files.encoding.survey import encoding_of
from rosenblatt.files.encoding.values import PlainRows
from rosenblatt.files.readers import read


def table(content, columns=None, format="csv", **options):
    return text(content, format, columns, **options)


def values(content, columns=None, **options):
    found = table(content, columns, **options)
    plain = (batch.to_arrow() if isinstance(batch, PlainRows) else batch for batch in found)
    return [list(row.values()) for batch in plain for row in batch.to_pylist()]


def sentence(content, columns=None, **options):
    with pytest.raises(DataError) as caught:
        list(table(content, columns, **options))
    return str(caught.value)


# Kinds of columns


def test_the_kinds_of_columns_are_told():
    content = "age,work,hours,sex,class\n30,gov,40,f,0\n40,self,20,m,1\n"
    assert table(content).guessed["columns"] == "2 numeric, 2 categorical (work, sex)"
    said = Columns(categorical=("work",), ignore=("sex",))
    assert table(content, said).guessed["columns"] == "2 numeric"
    assert "columns" not in table("a,y\nhello,0\nyou,1\n", Columns(text=("a",))).guessed
    many = ",".join(f"c{k}" for k in range(30))
    assert table(f"{many}\n{many.upper()}\n").guessed["columns"].endswith("c19 and 9 more)")


def test_the_kinds_of_columns_of_json_lines_are_told():
    guessed = table('{"v": [1, 2], "n": 3, "c": "red", "y": 0}\n', format="jsonl").guessed
    assert guessed["columns"] == "1 numeric, 1 categorical (c), 1 of lists (v)"


def test_a_column_that_is_a_category_for_a_few_words_is_told_with_the_first():
    for content, columns, told in [
        ("n,y\n\n1,a\n2,b\n1_000,b\n?,b\n3,a\n", None, "n: mostly numbers, but line 5 has '1_000'"),
        ("1,a\n2,b\n,b\nNA,b\nmany,b\n", Columns(missing="zero"), "x1: mostly numbers, but line 5 has 'many'"),
        ("1,a\n2,b\n?,b\n", None, "x1: mostly numbers, but line 3 has '?'"),
        ("1,a\nx,b\ny,b\n", None, "x1"),  # most are words
    ]:
        assert table(content, columns).guessed["columns"] == f"1 categorical ({told})"


def test_too_many_categories_that_are_numbers_but_for_a_few():
    content = "".join(f"{k},{'ab'[k % 2]}\n" for k in range(1100)) + "1_000,a\n"
    found = table(content, Columns(categorical=("x1",)))
    with pytest.raises(DataError, match=r"it has more, numbers but for '1_000' and the like: text='x1'"):
        encoding_of(found, found.schema, name="d.csv")


# Marks of missing values


@pytest.mark.parametrize("mark", ["NA", "N/A", "n/a", "null", "NULL", "None", "#N/A", "<NA>", "-nan"])
def test_usual_marks_are_missing_among_numbers(mark):
    content = f"n,y\n1,a\n {mark} ,b\n3,a\n"
    assert values(content, Columns(missing="zero")) == [[1.0, "a"], [0.0, "b"], [3.0, "a"]]
    assert table(content).schema.columns[0] == Column("n", "number")
    assert sentence(content).startswith("d.csv:3 column 'n' must be a ")
    assert sentence(content).endswith(": missing='mean', 'zero' or 'drop' says what to do.")


def test_marks_are_words_among_words():
    content = "c,y\nred,a\nNA,b\nNone,a\n"
    for columns in (None, Columns(missing="drop")):
        assert values(content, columns) == [["red", "a"], ["NA", "b"], ["None", "a"]]
    assert values("c,y\nNA,a\nNA,b\n") == [["NA", "a"], ["NA", "b"]]


def test_a_mark_that_comes_late_is_missing_too():
    content = "1,a\n" * 10_000 + "NA,b\n"
    assert sentence(content).startswith(
        "d.csv:10001 column 'x1' must be a number, as in the first rows; got 'NA': missing="
    )
    assert values(content, Columns(missing="zero"))[-1] == [0.0, "b"]


def test_numbers_with_gaps_tell_a_header():
    for content, header in [("a,b\nNA,x\n1,y\n", True), ("US,NA,y\n1,0,a\n", True), ("NA,a\n1,b\n2,a\n", False)]:
        assert table(content, Columns(missing="zero")).guessed["header"] is header


# Several files


def write(folder, **files):
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content)
    return folder


def test_files_of_several_formats_are_refused(tmp_path):
    write(tmp_path, a_csv="1,2,a\n", b_csv="1,2,b\n", c_libsvm="1 1:2\n")
    with pytest.raises(DataError) as caught:
        read(tmp_path).table()
    assert str(caught.value).startswith("DATA must be files of one format; ")
    assert "a.csv is csv" in str(caught.value)
    assert str(caught.value).endswith(
        "c.libsvm is libsvm: a pattern in quotes names some of them, format= says what all are."
    )
    assert read(str(tmp_path / "*.csv")).table().y.tolist() == ["a", "b"]


def test_files_without_a_suffix_have_their_format_from_their_content(tmp_path):
    write(tmp_path, a="1 1:2\n", b='{"a": 1}\n')
    with pytest.raises(DataError, match=r"a is libsvm, and .*b is jsonl"):
        read(tmp_path).table()
    write(tmp_path, a="ham\thello\nspam\tbuy\n", b="ham\thello, you\nspam\tnow\n")
    assert read(tmp_path, target=1, header=False).table().y.tolist() == ["ham", "spam"] * 2


def test_a_format_that_is_said_is_that_of_all_files(tmp_path):
    write(tmp_path, a_csv="1,2,a\n", b_dat="1,2,b\n", c_vw="1,2,b\n")
    assert read(tmp_path, format="csv").table().y.tolist() == ["a", "b", "b"]


def test_a_line_of_names_that_the_first_file_has_not(tmp_path):
    write(tmp_path, a_csv="1,2,p\n3,4,q\n", b_csv="\na,b,y\n1,2,p\n")
    with pytest.raises(DataError) as caught:
        read(tmp_path).table()
    assert str(caught.value).endswith(
        "b.csv:2 must have the names of the first file or of training, x1, x2, x3, or none; got a, b, y: "
        "rename the columns, or leave this line out."
    )


def test_names_that_differ_from_those_of_the_first_file(tmp_path):
    write(tmp_path, a_csv="a,b,y\n1,2,p\n3,4,q\n", b_csv="u,v,w\n1,2,p\n")
    with pytest.raises(DataError, match=r"b\.csv:1 must have the names of the first file or of training, a, b, y, or "):
        read(tmp_path).table()
    write(tmp_path, b_csv="5,6,p\n")  # no names: the same columns
    assert read(tmp_path).table().X.tolist() == [[1, 2], [3, 4], [5, 6]]
    write(tmp_path, b_csv="y,b,a\np,6,5\n")  # found by name
    assert read(tmp_path).table().X.tolist() == [[1, 2], [3, 4], [5, 6]]
    write(tmp_path, b_csv="a,c,y\n5,6,p\n")
    with pytest.raises(DataError, match=r"b\.csv must have a column 'b', as in training; it has a, c, y\.$"):
        read(tmp_path).table()


def test_files_without_names_that_are_wider_than_the_first():
    known = table("1,2,p\n3,4,q\n").schema
    assert sentence("1,2,3,4,p\n", known=known) == (
        "d.csv:1 must have 2 or 3 columns, as in training or the first file, "
        "or be a header with these names: x1, x2; got 5 columns."
    )


def test_a_first_line_of_gaps_is_one_of_values():
    known = table("1,2,p\n3,4,q\n").schema
    for gap in ("?", "NA", "nan", ""):
        assert values(f"{gap},{gap},p\n", Columns(missing="zero"), known=known) == [[0, 0, "p"]]


# Lines that end in a delimiter


def test_lines_that_end_in_a_delimiter():
    for content in ("1,2,p,\n3,4,q,\n", "a,b,c,\n1,2,p,\n3,4,q,\n"):
        message = sentence(content)
        assert message.startswith("d.csv:")
        assert message.endswith(
            " must have a label in column 'x4', the last; it is empty in all these rows: if lines end in a delimiter, "
            "ignore='x4' and target=NAME say so."
        )
    assert values("1,2,p,\n3,4,q,\n", Columns(ignore=("x4",), target=3)) == [[1, 2, "p"], [3, 4, "q"]]
    assert sentence("a,b,y\n1,2,p,\n") == (
        "d.csv:2 must have 3 columns, as the first line; got 4, the last empty: does the line end in a delimiter?"
    )
    assert sentence("a,b,y\n1,\n") == "d.csv:2 must have 3 columns, as the first line; got 2."


# One column


@pytest.mark.parametrize("option", ["ignore", "id", "text", "categorical"])
def test_a_column_may_stand_alone(option, tmp_path):
    write(tmp_path, d_csv="a,b,y\n1,2,p\n3,4,q\n")
    for column in ("b", 2):
        found, same = (read(tmp_path / "d.csv", **{option: said}) for said in (column, (column,)))
        assert found.encoding.schema == same.encoding.schema
    with pytest.raises(OptionError, match=rf"^{option} must be columns, each by its name or number; got 2\.5\.$"):
        read(tmp_path / "d.csv", **{option: 2.5}).table()


# Dictionaries of numbers


@pytest.mark.parametrize("kind", [pa.int64(), pa.float64(), pa.bool_()])
def test_a_dictionary_of_numbers_is_numbers_in_every_format(kind, tmp_path):
    numbers = pa.array([1, 0, None, 1]).cast(kind).dictionary_encode()
    columns = pa.table({"n": numbers, "c": pa.array(["u", "v", "u", "v"]).dictionary_encode(), "y": [0, 1, 0, 1]})
    parquet.write_table(columns, tmp_path / "d.parquet")
    feather.write_feather(columns, tmp_path / "d.feather")
    for name in ("d.parquet", "d.feather"):
        reader = read(tmp_path / name, missing="zero")
        assert reader.features == ["n", "c=u", "c=v"]
        assert reader.table().X[:, 0].tolist() == [1, 0, 0, 1]
        assert read(tmp_path / name, missing="drop", categorical="n").features[:2] == (
            ["n=false", "n=true"] if kind == pa.bool_() else ["n=0", "n=1"]
        )
