"""The encoding of a table: columns to features, the same however the file is cut, and kept as JSON."""

import io
import json
import math
import random

import numpy as np
import pyarrow as pa
import pytest
from helpers.encodings import TABLE, both, dense, encoded, learned, read

from rosenblatt.data.chunks import joined
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.encoder import Encoding
from rosenblatt.files.encoding.schema import Columns
from rosenblatt.files.encoding.survey import encoding_of
from rosenblatt.files.formats.tables import batches, pages_of
from rosenblatt.loops.jit import COMPILING
from rosenblatt.loops.rows import CSR


def test_numbers_are_standardised_and_categories_are_columns():
    encoding, chunk = both(TABLE)
    assert encoding.feature_names() == ["age", "city=Bonn", "city=Rome"]
    spread = math.sqrt(200 / 3)
    assert dense(chunk).tolist() == [[-10 / spread, 1, 0], [0, 0, 1], [10 / spread, 1, 0]]
    assert chunk.labels.tolist() == ["yes", "no", "no"]
    assert encoding.labels == ["no", "yes"]


def test_rows_with_few_zeros_are_dense_and_others_are_sparse():
    few = "".join(f"{k},c{k % 4},{k % 2}\n" for k in range(40))
    many = "".join(f"{k},c{k},{k % 2}\n" for k in range(40))
    columns = Columns(numeric=("x1",), categorical=("x2",))
    assert learned(few, columns).is_dense
    encoding, chunk = both(many, columns)
    assert isinstance(chunk.block.rows, CSR)
    assert chunk.block.n_features == encoding.n_features == 41
    assert (np.diff(chunk.block.rows.starts) == 2).all()
    assert dense(chunk)[:, 1:].sum(axis=0).tolist() == [1.0] * 40
    assert not any(array.flags.writeable for array in encoding.chunk(next(iter(read(many, columns)))).block.rows)


# Nothing depends on where a file is cut


@pytest.mark.parametrize("size", [1, 13, 4096, 5000])
def test_however_a_table_is_cut_the_bits_are_the_same(size):
    rng = np.random.default_rng(1)
    n = 5000
    whole = pa.record_batch({"a": rng.normal(size=n), "c": [f"c{k}" for k in rng.integers(0, 30, n)], "y": ["p"] * n})
    out = io.BytesIO()
    with pa.ipc.new_stream(out, whole.schema) as writer:
        writer.write_batch(whole)
    schema = batches(io.BytesIO(out.getvalue()), "d", "arrow").schema
    parts = [whole.slice(first, size) for first in range(0, n, size)]
    once, cut = encoding_of([whole], schema), encoding_of(parts, schema)
    assert json.dumps(cut.to_dict()) == json.dumps(once.to_dict())
    for a, b in zip(pages_of([whole]), pages_of(parts), strict=True):
        for left, right in zip(once.chunk(a).block.rows, cut.chunk(b).block.rows, strict=True):
            assert left.tobytes() == right.tobytes()
    if size > 1:
        alone = joined([once.chunk(part) for part in parts]).block.rows
        assert alone.values.tobytes() == once.chunk(whole).block.rows.values.tobytes()


@pytest.mark.parametrize("scale", ["standard", "unit"])
@pytest.mark.parametrize("labels", [["0", "1", "-7"], ["no", "yes"]])
def test_plain_numbers_have_the_same_bits_with_and_without_the_compiled_loop(monkeypatch, scale, labels):
    rng = random.Random(0)
    n_rows = 5000 if COMPILING else 200
    content = "".join(f"{rng.gauss(1e3, 1):.9g},{rng.random()!r},{rng.choice(labels)}\n" for _ in range(n_rows))
    found = []
    for plainly, size in [(False, 2**20), (True, 2**20), (True, 1000)]:
        monkeypatch.setattr("rosenblatt.files.formats.csv.PLAINLY", plainly)
        monkeypatch.setattr("rosenblatt.files.formats.text_lines.unchecked_lines_of.__defaults__", (size,))
        encoding, chunk = both(content, scale=scale)
        found.append(
            (json.dumps(encoding.to_dict()), dense(chunk).tobytes(), chunk.labels.tolist(), chunk.labels.dtype)
        )
    assert found[0] == found[1] == found[2]


ALL_KINDS = "".join(
    json.dumps({"n": k / 3, "c": f"c{k % 5}", "v": [k * 0.1, -k], "t": f"word{k} and more", "y": k % 3}) + "\n"
    for k in range(20)
)


@pytest.mark.parametrize("scale", ["standard", "maxabs", "unit", "none"])
@pytest.mark.parametrize("hash_bits", [None, 6])
@pytest.mark.parametrize("text", [(), ("t",)])
def test_an_encoding_is_kept_as_json_and_encodes_the_same_bits(scale, hash_bits, text):
    columns = Columns(text=text, ignore=() if text else ("t",), missing="mean")
    encoding, chunk = both(ALL_KINDS, columns, "jsonl", scale=scale, hash_bits=hash_bits)
    again = Encoding.from_dict(json.loads(json.dumps(encoding.to_dict(), allow_nan=False)))
    assert again.feature_names() == encoding.feature_names()
    for left, right in zip(encoded(again, ALL_KINDS, "jsonl").block.rows, chunk.block.rows, strict=True):
        assert left.tobytes() == right.tobytes()


# Lists, hashes, text


def test_lists_are_blocks_of_features():
    encoding, chunk = both('{"v":[1,2],"w":5,"y":0}\n{"v":[3,6],"w":7,"y":1}', format="jsonl")
    assert encoding.feature_names() == ["v[0]", "v[1]", "w"]
    assert dense(chunk).tolist() == [[-1, -1, -1], [1, 1, 1]]
    assert chunk.labels.tolist() == [0, 1]


def test_a_new_category_is_zero_in_all_columns():
    assert dense(encoded(learned(TABLE), "age,city\n20,Oslo\n", labels=False)).tolist() == [[0, 0, 0]]


def unseen(encoding, content, **options):
    """The values of a table that the encoding does not know: rows and first value by column."""
    found = {}
    for batch in read(content, Columns(missing=encoding.missing), known=encoding.schema, labels=False, **options):
        encoding.chunk(batch, found)
    return {name: tuple(told) for name, told in found.items()}


@pytest.mark.parametrize("share", [0.0, 2.0])  # dense rows, and sparse ones
def test_rows_with_a_new_category_are_counted(monkeypatch, share):
    monkeypatch.setattr("rosenblatt.files.encoding.encoder.DENSE_SHARE", share)
    encoding = learned("city,sky,class\nBonn,blue,yes\nRome,grey,no\n", scale="none")
    content = "city,sky\nRome,blue\nOslo,blue\nBonn,pink\nOslo,red\nBern,grey\n"
    assert unseen(encoding, content) == {"city": (3, "Oslo"), "sky": (2, "pink")}
    assert unseen(encoding, content[: content.index("Oslo")]) == {}


def test_values_are_new_by_their_canonical_form():
    encoding = learned("code,class\n1.0,yes\nTrue,no\nred,no\n", Columns(categorical=("code",)))
    assert encoding.feature_names() == ["code=1", "code=red", "code=true"]
    unseen = {}
    rows = '{"code": 1}\n{"code": true}\n{"code": "TRUE"}\n{"code": 2.0}\n{"code": "1.00"}\n{"code": "2"}\n'
    for batch in read(rows, None, "jsonl", known=encoding.schema, labels=False):
        encoding.chunk(batch, unseen)
    assert unseen == {"code": (2, "2")}


@pytest.mark.parametrize("old", [["1", "False", "True"], ["1.0", "FALSE", "true"]])
def test_categories_of_older_encodings_are_those_of_the_same_form(old):
    kept = learned("code,class\n1,yes\ntrue,no\nfalse,no\n", Columns(categorical=("code",))).to_dict()
    encoding = Encoding.from_dict({**kept, "categories": {"code": old}})
    found = dense(encoded(encoding, "code\n1\nFalse\nTRUE\n1.0\n", labels=False, header=True))
    assert found.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert encoding.feature_names() == [f"code={category}" for category in old]
    assert Encoding.from_dict(encoding.to_dict()).to_dict() == encoding.to_dict()


def test_categories_that_would_become_one_stay():
    kept = learned("code,class\n1,yes\n2,no\n", Columns(categorical=("code",))).to_dict()
    encoding = Encoding.from_dict({**kept, "categories": {"code": ["1", "1.0"]}})
    assert dense(encoded(encoding, "code\n1\n1.0\n", labels=False, header=True)).tolist() == [[1, 0], [1, 0]]


def test_missing_and_hashed_values_are_not_counted_as_new():
    content, new = "age,city,class\n1,Bonn,yes\n2,Rome,no\n", "age,city\n3,\n3,?\n3,Oslo\n"
    for missing in ("mean", "zero"):
        assert unseen(learned(content, Columns(missing=missing)), new) == {"city": (1, "Oslo")}
    assert unseen(learned(content, Columns(missing="mean"), hash_bits=4), new) == {}


def test_a_column_that_was_empty_in_training_has_only_new_values():
    encoding = learned("age,city,class\n1,,yes\n2,,no\n", Columns(missing="zero", categorical=("city",)))
    assert encoding.categories == {"city": []}
    assert unseen(encoding, "age,city\n3,Oslo\n4,\n") == {"city": (1, "Oslo")}


def test_missing_values_are_filled_with_the_mean_and_a_category_of_their_own():
    content = "1,red,a\n3,,b\n,red,a\n"
    encoding, chunk = both(content, Columns(missing="mean"), scale="none")
    assert encoding.feature_names() == ["x1", "x2=", "x2=red"]
    assert dense(chunk).tolist() == [[1, 0, 1], [3, 1, 0], [2, 0, 1]]
    assert dense(both(content, Columns(missing="zero"), scale="none")[1]).tolist() == [[1, 1], [3, 0], [0, 1]]
    assert dense(both(content, Columns(missing="drop"), scale="none")[1]).tolist() == [[1, 1]]
    assert dense(encoded(encoding, ",\n", labels=False, header=False)).tolist() == [[2, 1, 0]]


def test_labels_are_whole_numbers_only_where_all_are_written_so():
    assert both("1,0\n2,1\n")[1].labels.dtype == np.int64
    assert both("1,10\n2,9\n")[0].labels == [9, 10]
    assert both("1,01\n2,1\n")[1].labels.tolist() == ["01", "1"]
    assert both('{"a":1,"y":true}\n{"a":2,"y":false}', format="jsonl")[1].labels.tolist() == [True, False]
    assert both('{"a":1,"y":0.5}\n{"a":2,"y":1}', format="jsonl")[1].labels.tolist() == [0.5, 1.0]
    assert encoded(learned("1,0\n2,1\n"), "5\n", labels=False).labels is None
    assert encoded(learned("1,0\n2,1\n"), "5,7\n").labels.tolist() == [7]
    assert encoded(learned("1,0\n2,1\n"), "5,no\n").labels.tolist() == ["no"]


@pytest.mark.parametrize(
    ("content", "columns", "message"),
    [
        ("1,,a\n,2,b\n", Columns(missing="drop"),
         "DATA must have at least one row in which no value is missing; it has none."),
        ("1e300,a\n-1e300,b\n", None,
         "DATA column 'x1' must have numbers that can be squared and added; some are too large."),
        ("".join(f"1,{k}\n" for k in range(10_001)), None,
         "DATA column 'x2' must have at most 10000 classes to be the target; it has more: target= names another."),
    ],
)  # fmt: skip
def test_tables_that_give_no_encoding(content, columns, message):
    with pytest.raises(DataError) as caught:
        learned(content, columns)
    assert str(caught.value) == message


def test_a_column_of_nulls_alone():
    out = io.BytesIO()
    table = pa.table({"a": pa.nulls(3, pa.float64()), "y": [0, 1, 0]})
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table)
    found = batches(io.BytesIO(out.getvalue()), "d", "arrow", Columns(missing="mean"))
    with pytest.raises(DataError, match=r"^d column 'a' must have a value in some row: ignore='a' leaves it out\.$"):
        encoding_of(found, found.schema, name="d")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scale": "minmax"}, "scale must be one of standard, maxabs, unit, none; got 'minmax'."),
        ({"hash_bits": 29}, "hash_bits must be a whole number from 1 to 28; got 29."),
        ({"hash_bits": True}, "hash_bits must be a whole number from 1 to 28; got True."),
        ({"text_features": "letters"}, "text_features must be one of chars3-5, words, words1-2; got 'letters'."),
    ],
)
def test_options_outside_their_rule(options, message):
    with pytest.raises(OptionError) as caught:
        learned(TABLE, **options)
    assert str(caught.value) == message


@pytest.mark.parametrize("kept", [{}, {"names": 1}, [], None])
def test_what_is_no_encoding(kept):
    with pytest.raises(DataError, match=r"^an encoding must be what Encoding.to_dict gives; it is not: .*\.$"):
        Encoding.from_dict(kept)


def column(**changed):
    return lambda kept: kept["columns"][0].update(changed)


def scaling(name, value):
    return lambda kept: kept["scaling"].update({name: value})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda kept: kept.update(hash_bits=2**33), "hash_bits must be a whole number from 1 to 28; got 8589934592"),
        (
            lambda kept: kept.update(text_features=[]),
            "text_features must be one of chars3-5, .*",
        ),
        (lambda kept: kept.update(missing="nil"), "missing values become nothing that is known"),
        (scaling("mean", [1.0]), "there are not as many numbers of mean as features that are numbers"),
        (scaling("shift", 1.0), "there are not as many numbers of shift as features that are numbers"),
        (scaling("divisor", None), "there are not as many numbers of divisor as features that are numbers"),
        (scaling("mean", [math.nan, 1.0]), "a number of mean is not finite"),
        (scaling("divisor", [0.0, 1.0]), "a divisor is not positive"),
        (lambda kept: kept["categories"].update(c=[1, 2]), "the categories of 'c' are no sorted strings"),
        (lambda kept: kept["categories"].update(c="ab"), "the categories of 'c' are no sorted strings"),
        (lambda kept: kept["categories"].update(c=["b", "a"]), "the categories of 'c' are no sorted strings"),
        (lambda kept: kept["categories"].update(c=["a", "a"]), "the categories of 'c' are no sorted strings"),
        (lambda kept: kept["categories"].update(c=["\ud800"]), "'utf-8' codec can't encode.*"),
        (lambda kept: kept["categories"].clear(), "'c'"),
        (lambda kept: kept.update(names=["a", "b", "c", 1]), "a name is no string"),
        (lambda kept: kept.update(names=["a", "b", "c", "c"]), "a name is there twice"),
        (lambda kept: kept["columns"].append(kept["columns"][0]), "a column is there twice"),
        (column(name="z"), "a column is none of those named"),
        (column(kind="colour"), "a kind is none"),
        (column(kind="empty"), "a kind is none"),
        (column(kind="target"), "there are two targets"),
        (column(size=2), "the size of column 'a' is none"),
        (column(kind="list", size=0), "the size of column 'a' is none"),
        (column(kind="list", size="1"), "the size of column 'a' is none"),
        (lambda kept: kept.update(labels=3), "categories or labels are not listed"),
        (lambda kept: kept.update(labels=["x", 1]), "labels are mixed"),
        (lambda kept: kept.update(labels=["y", "x"]), "labels are not sorted"),
    ],
)
def test_what_no_table_gave_is_no_encoding(change, fault):
    kept = {
        "names": ["a", "b", "c", "y"],
        "columns": [
            {"name": name, "kind": kind, "size": 1}
            for name, kind in (("a", "number"), ("b", "number"), ("c", "category"), ("y", "target"))
        ],
        "scaling": {"mean": [1.0, 2.0], "shift": [0.0, 0.0], "divisor": [1.0, 1.0]},
        "categories": {"c": ["p", "q"]},
        **{"labels": ["n", "y"], "scale": "standard", "hash_bits": None, "text_features": "words", "missing": None},
    }
    assert Encoding.from_dict(kept).to_dict() == kept
    change(kept)
    with pytest.raises(DataError, match=rf"^an encoding must be what Encoding.to_dict gives; it is not: {fault}\.$"):
        Encoding.from_dict(kept)
