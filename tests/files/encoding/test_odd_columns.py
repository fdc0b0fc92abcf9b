"""Columns that are not what they seem are left out, with a reason; options use them."""

import datetime
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from helpers.odd_columns import CLASS, FORMATS, N_ROWS, ODD, SIZE, odd_table, write

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.odd_columns import MIN_ROWS, told


def left_out(reader):
    return {entry["column"]: entry["reason"] for entry in reader.guessed.get("left out", [])}


def features_of(path, **options):
    """The columns that are used."""
    return [column.name for column in rosenblatt.read(path, **options).encoding.schema.features]


def with_column(path, values, **options):
    """The reason for which a column of these values is left out; None if it is used."""
    found = left_out(
        rosenblatt.read(write(path, c=values, size=SIZE[: len(values)], y=CLASS[: len(values)]), **options)
    )
    return found.get("c")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ODD)
def test_an_odd_column_is_left_out_and_an_option_uses_it(tmp_path, name, format):
    path = odd_table(tmp_path / f"d.{format}", name)
    reader = rosenblatt.read(path)
    assert left_out(reader)[name].startswith(ODD[name][1])
    assert reader.features == ["size"]
    assert reader.guessed["columns"] == "1 numeric"
    (sentence,) = told(reader.guessed)
    option = ODD[name][2]
    assert sentence.startswith(f"column {name!r} {ODD[name][1]}")
    assert ", so it is left out: " in sentence
    assert f"{option}={name!r}" in sentence
    for used in (name, 2):
        assert features_of(path, **{option: used}) == ["size", name]
    assert "left out" not in rosenblatt.read(path, **{option: name}).guessed
    for step in {"id", "ignore"} & set(sentence.options) | {"ignore"}:
        assert features_of(path, **{step: name}) == ["size"]


def test_the_sentence(tmp_path):
    path = odd_table(tmp_path / "d.csv", "number", "name")
    assert told(rosenblatt.read(path).guessed) == [
        "column 'number' counts the rows, so it is left out: numeric='number' uses it",
        "column 'name' names each row, so it is left out: id='name' prints it with predictions, categorical='name' "
        "uses it",
    ]


def test_many_lines_are_folded(tmp_path):
    counters = {f"n{k}": range(k, k + N_ROWS) for k in range(12)}
    lines = told(rosenblatt.read(odd_table(tmp_path / "d.csv", **counters)).guessed)
    assert len(lines) == 6
    assert lines[-1] == "and 7 more: n5, n6, n7, n8, n9, n10, n11"


@pytest.mark.parametrize("format", FORMATS)
def test_tiny_tables_are_never_judged(tmp_path, format):
    columns = {name: values[: MIN_ROWS - 1] for name, (values, *_) in ODD.items()}
    path = write(tmp_path / f"d.{format}", **columns, y=SIZE[: MIN_ROWS - 1])
    reader = rosenblatt.read(path)
    assert "left out" not in reader.guessed
    assert features_of(path) == [*ODD]
    path = write(path, **{name: values[:MIN_ROWS] for name, (values, *_) in ODD.items()}, s=SIZE[:20], y=CLASS[:20])
    assert features_of(path) == ["s"]


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("words", [(), ("red", "blue")])
def test_counters_with_and_without_names_and_beside_categories(tmp_path, header, words):
    """Numbers alone are read by the compiled loop, others by pyarrow."""
    rows = [[k, size, *words[k % 2 :][:1], label] for k, (size, label) in enumerate(zip(SIZE, CLASS, strict=True))]
    names = [[*"nsw"[: len(rows[0]) - 1], "y"]] if header else []
    path = tmp_path / "d.csv"
    path.write_text("".join(",".join(map(str, row)) + "\n" for row in names + rows))
    assert left_out(rosenblatt.read(path)) == {"n" if header else "x1": "counts the rows"}


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (range(-5, 45), "counts the rows"),
        ([k + 1e6 for k in range(50)], "counts the rows"),
        ([k + 0.5 for k in range(50)], None),
        (range(0, 100, 2), None),
        ([*range(49), 7], None),
        (range(50, 0, -1), "counts the rows"),
    ],
)
@pytest.mark.parametrize("format", FORMATS)
def test_counters_rise_by_one(tmp_path, values, reason, format):
    assert with_column(tmp_path / f"d.{format}", list(values)) == reason


@pytest.mark.parametrize(
    "name",
    ["id", "ID", "row_id", "passengerId", "order-nr", "user.key", "Row", "the index", "UUID", "IDNumber", "user/ID"],
)
def test_names_that_say_id(tmp_path, name):
    numbers = ODD["customerId"][0]
    path = odd_table(tmp_path / "d.csv", **{name: numbers})
    assert left_out(rosenblatt.read(path)) == {name: "is all distinct"}
    assert features_of(odd_table(tmp_path / "d.csv", **{name: [*numbers[:-1], numbers[0]]})) == ["size", name]
    assert features_of(odd_table(tmp_path / "d.csv", **{name: [k + 0.5 for k in numbers]})) == ["size", name]


@pytest.mark.parametrize(
    "name", ["idle", "width", "keyboard", "rows", "brow", "nrx", "valid", "indexed", "größid", "id2"]
)
def test_names_that_do_not(tmp_path, name):
    assert features_of(odd_table(tmp_path / "d.csv", **{name: ODD["customerId"][0]})) == ["size", name]


@pytest.mark.parametrize(
    "date",
    [
        "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%d-%m-%y", "%m/%d/%y",
        "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d %H:%M:%S.%f", "%d.%m.%Y %H:%M",
        "%Y-%m-%dT%H:%M:%S+01:00",
    ],
)  # fmt: skip
def test_dates(tmp_path, date):
    times = [datetime.datetime(2021, 3, 1) + datetime.timedelta(hours=31 * (k % 90)) for k in range(100)]
    assert with_column(tmp_path / "d.csv", [time.strftime(date) for time in times]) == "holds dates"


@pytest.mark.parametrize(
    "text", ["10.0.0.{}", "1.{}.333", "13/13/20{:02}", "2020-13-{:02}", "v{}-1-20", "555-12-99{:02}"]
)
def test_what_is_no_date(tmp_path, text):
    assert with_column(tmp_path / "d.csv", [text.format(k % 30) for k in range(300)]) is None


@pytest.mark.parametrize("kind", [pa.date32(), pa.date64(), pa.timestamp("us"), pa.timestamp("ns", "UTC")])
@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_typed_dates(tmp_path, kind, format):
    days = [datetime.datetime(2020, 1, 1 + k % 30) for k in range(60)]
    path = write(
        tmp_path / f"d.{format}", size=SIZE[:60], when=pa.array(days, pa.timestamp("us")).cast(kind), y=CLASS[:60]
    )
    assert left_out(rosenblatt.read(path)) == {"when": "holds dates"}
    assert features_of(path, categorical="when") == ["size", "when"]
    model = rosenblatt.train(path, categorical="when")
    assert len(model.predict_file(path)) == 60
    assert len(rosenblatt.train(path).predict_file(path)) == 60


def test_common_categories_stay(tmp_path):
    for values in (
        ["red", "blue"] * 50,
        [f"c{k % 40}" for k in range(80)],
        ["a new red hat", "an old coat of mine"] * 50,
    ):
        assert with_column(tmp_path / "d.csv", values) is None
    half = [f"c{k}" if k < 50 else f"d{k % 5}" for k in range(100)]  # half of the rows have a value of their own
    assert with_column(tmp_path / "d.csv", half) is None
    assert with_column(tmp_path / "d.csv", ["e", *half[:70], *half[71:]]) is not None


def test_missing_values_do_not_count(tmp_path):
    names = [f"p{k}" if k % 3 else None for k in range(N_ROWS)]
    assert with_column(tmp_path / "d.jsonl", names, missing="mean") == "names each row"
    assert (
        with_column(tmp_path / "d.jsonl", [f"p{k}" if k < 15 else None for k in range(N_ROWS)], missing="mean") is None
    )


def test_numbers_but_for_a_word(tmp_path):
    path = write(tmp_path / "d.csv", c=[*map(str, SIZE[:-1]), "?"], size=SIZE, y=CLASS)
    (sentence,) = told(rosenblatt.read(path).guessed)
    assert sentence == (
        "column 'c' is mostly numbers, but line 301 has '?', so it is left out: missing='mean' takes '?' for missing"
    )
    assert features_of(path, missing="mean") == ["c", "size"]
    path = write(tmp_path / "d.csv", c=[*map(str, SIZE[:-1]), "1_000"], size=SIZE, y=CLASS)
    (sentence,) = told(rosenblatt.read(path).guessed)
    assert sentence.endswith("line 301 has '1_000', so it is left out: categorical='c' uses it")


def test_more_values_than_categories_may_be(tmp_path):
    """The step that is named works for them too."""
    names = [f"p{k}" for k in range(1_200)]
    path = write(tmp_path / "d.csv", size=SIZE * 4, name=names, y=CLASS * 4)
    (sentence,) = told(rosenblatt.read(path).guessed)
    assert sentence.endswith("categorical='name', hash_bits=18 uses it")
    assert features_of(path, categorical="name", hash_bits=18) == ["size", "name"]


def test_the_first_rows_decide_alike_in_every_format(tmp_path):
    """Of 12,000 rows, the first 10,000: the counter stops counting later."""
    n = 12_000
    columns = {"size": (SIZE * 40)[:n], "n": [*range(n - 1), 0], "late": [*range(9_500), *range(n - 9_500)]}
    for format in FORMATS:
        path = write(tmp_path / f"d.{format}", **columns, y=(CLASS * 40)[:n])
        assert left_out(rosenblatt.read(path)) == {"n": "counts the rows"}, format


def test_several_files_have_the_columns_of_the_first(tmp_path):
    odd_table(tmp_path / "a.csv", "number")
    write(tmp_path / "b.csv", size=SIZE, number=SIZE, **{"class": CLASS})
    assert rosenblatt.read(tmp_path).features == ["size"]


def test_small_integers_that_start_again_do_not_count(tmp_path):
    rounds = pa.array([(k + 128) % 256 - 128 for k in range(N_ROWS)], pa.int8())
    assert features_of(write(tmp_path / "d.parquet", n=rounds, y=CLASS)) == ["n"]


# Without a feature


@pytest.mark.parametrize("name", ODD)
def test_the_only_column_is_an_error_with_the_step(tmp_path, name):
    path = write(tmp_path / "d.csv", **{name: ODD[name][0], "class": CLASS})
    with pytest.raises(DataError) as refused:
        rosenblatt.train(path)
    option = ODD[name][2]
    assert str(refused.value).startswith(
        f"{path} must have a column of features beside its target 'class'; column {name!r} "
    )
    assert f": {option}={name!r}" in str(refused.value)
    assert set(refused.value.options) == {option}
    assert rosenblatt.train(path, **{option: name}).report_.n_rows == N_ROWS


def test_one_row_categories_do_not_make_a_perfect_score(tmp_path):
    """What is learned by heart says nothing about other rows."""
    rng = np.random.default_rng(1)
    labels = rng.choice(["yes", "no"], N_ROWS).tolist()
    path = write(tmp_path / "d.csv", name=ODD["name"][0], colour=(["red", "blue", "green"] * 100), y=labels)
    model = rosenblatt.train(path)
    assert model.training.accuracy < 0.7
    assert dict(model.reading_lines())["left out"].startswith("column 'name' names each row")
    assert rosenblatt.train(path, categorical="name").training.accuracy == 1


# Models


def test_a_model_predicts_files_that_have_or_lack_what_was_left_out(tmp_path):
    path = odd_table(tmp_path / "d.csv", *ODD)
    model = rosenblatt.train(path, model=tmp_path / "m")
    assert model.feature_names_ == ["size"]
    for trained in (model, rosenblatt.load(tmp_path / "m")):
        have = trained.predict_file(path)
        lack = trained.predict_file(odd_table(tmp_path / "lack.csv"))
        other = odd_table(tmp_path / "other.jsonl", **dict.fromkeys(ODD, SIZE))
        assert have.tolist() == lack.tolist() == trained.predict_file(other).tolist()
        assert trained.guessed_ == model.guessed_
        assert next(text for name, text in trained.reading_lines() if name == "left out") == told(model.guessed_)[0]
    assert rosenblatt.reproduce(tmp_path / "m").same
    again = rosenblatt.train(odd_table(tmp_path / "lack.csv"), from_model=tmp_path / "m")
    assert again.feature_names_ == ["size"]


def test_a_table_to_a_table_keeps_every_column(tmp_path):
    path = odd_table(tmp_path / "d.csv", *ODD)
    rosenblatt.convert(path, tmp_path / "t.jsonl")
    assert (tmp_path / "t.jsonl").read_text().count('"customerId"') == N_ROWS
    done = rosenblatt.convert(path, tmp_path / "t.npz")
    assert done.n_features == 1
    assert dict(done.lines())["left out"].startswith("column 'number' counts the rows")


# numeric=


def test_numeric_columns_with_a_word_are_the_usual_error(tmp_path):
    path = write(
        tmp_path / "d.csv", c=[*map(str, range(30)), "x", *map(str, range(100, 119))], size=SIZE[:50], y=CLASS[:50]
    )
    assert features_of(path) == ["size"]
    with pytest.raises(DataError, match=r"d\.csv:32 column 'c' must be a number, as in the first rows; got 'x': cat"):
        rosenblatt.read(path, numeric="c").table()
    for format in ("jsonl", "parquet", "arrow"):
        path = write(tmp_path / f"d.{format}", c=["1", "x"], y=["a", "b"])
        with pytest.raises(
            DataError, match=r"column 'c' must be a number, as in the first rows; got 'x': categorical="
        ):
            rosenblatt.read(path, numeric="c").table()
        path = write(tmp_path / f"d.{format}", c=["1", "2.5"], y=["a", "b"])
        assert rosenblatt.read(path, numeric="c").table().X.tolist() == [[1.0], [2.5]]
        path = write(tmp_path / f"d.{format}", c=[True, False], y=["a", "b"])
        assert rosenblatt.read(path, numeric="c").table().X.tolist() == [[1.0], [0.0]]
    with pytest.raises(OptionError, match="must be a column that is nothing else; 'size' is "):
        rosenblatt.read(tmp_path / "d.csv", numeric="size", ignore="size").table()


# Start-up


def test_numbers_are_judged_without_pyarrow(tmp_path):
    path = write(tmp_path / "d.csv", row_id=ODD["customerId"][0], n=range(N_ROWS), size=SIZE, y=CLASS)
    code = f"""
import sys, rosenblatt
reader = rosenblatt.read({str(path)!r})
assert [one["column"] for one in reader.guessed["left out"]] == ["row_id", "n"], reader.guessed
assert "pyarrow" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
