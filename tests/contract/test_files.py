"""Small files of every kind: the values that are read, or an error that names the place and the option."""

import bz2
import gzip
import io
import re
import struct
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import scipy.sparse as sp
from pyarrow import feather, parquet

import rosenblatt
from contract.shell import run
from rosenblatt import DataError, OptionError, RosenblattError


def stored(write, *values, **named):
    """The bytes of a file that a library writes."""
    file = io.BytesIO()
    write(file, *values, **named)
    return file.getvalue()


def long(name, cell, n=24):
    """A CSV file of enough rows for columns to be judged: a column with a cell for each row number, beside another."""
    return f"{name},a,y\n" + "".join(f"{cell(i)},{i * 7 % 5},{'pq'[i % 2]}\n" for i in range(n))


def table_of(write=parquet.write_table, **columns):
    return stored(lambda file: write(pa.table(columns), file))


AB, ABC = "a,y\n1,p\n2,q\n", "a,b,y\n1,2,p\n3,4,q\n"
PARQUET = table_of(a=[1.5, 2.0], c=["red", "blue"], y=["p", "q"])
BATCHES = partial(feather.write_feather, chunksize=2)
NPY, NPZ = stored(np.save, np.eye(2)), stored(np.savez, X=np.eye(2), y=[0, 1])
IDX = struct.pack(">BBBBII", 0, 0, 8, 2, 2, 2) + bytes([1, 2, 3, 4])
GAPS = "a,b,y\n1,2,p\n1,{},q\n3,6,p\n"
HASHED = {"text": "t", "text_features": "words", "hash_bits": 2}
LABELS = {"labels": "labels.txt"}

# Each file as ``suffix, content, options, names of features: rows``
VALUES = [
    ("csv", ABC, {}, "a b: 1 2 p, 3 4 q"),
    ("csv", "1,2,p\n3,4,q\n", {}, "x1 x2: 1 2 p, 3 4 q"),
    ("csv", "c,y\nred,p\nblue,q\nred,q\n", {}, "c=blue c=red: 0 1 p, 1 0 q, 0 1 q"),
    ("csv", "u,p\nw,q\n", {"header": False}, "x1=u x1=w: 1 0 p, 0 1 q"),
    *(("csv", ABC.replace(",", mark), {}, "a b: 1 2 p, 3 4 q") for mark in ";|\t"),
    ("csv", "a;b, c, d, e;y\n1;2;p\n", {}, "a b, c, d, e: 1 2 p"),
    ("csv", "a;b;y\n1;2,5;p\n3;0,25;q\n", {"decimal": ","}, "a b: 1 2.5 p, 3 0.25 q"),
    ("csv", "a;y\n1,234;p\n22,500;q\n", {"decimal": "."}, "a: 1234 p, 22500 q"),
    ("csv", 'a,y\n"1",p\n 2 , "q,""r"""\n', {}, 'a: 1 p, 2 q,"r"'),
    ("csv", 'c,y\n"two\nlines",p\n5"disk,q\n', {}, 'c=5"disk c=two\nlines: 0 1 p, 1 0 q'),
    ("csv", 'c,y\n"5,p\nred,q\n"5,q\n', {"quote": None}, 'c="5 c=red: 1 0 p, 0 1 q, 1 0 q'),
    *(("csv", AB.replace("\n", end), {}, "a: 1 p, 2 q") for end in ("\r\n", "\r", "\n \n")),
    ("csv", "\ufeff" + AB.rstrip(), {}, "a: 1 p, 2 q"),
    *(("csv", GAPS.format(gap), {"missing": "mean"}, "a b: 1 2 p, 1 4 q, 3 6 p") for gap in ("", "?", "NaN")),
    ("csv", GAPS.format("NA"), {"missing": "zero"}, "a b: 1 2 p, 1 0 q, 3 6 p"),
    ("csv", GAPS.format("nan"), {"missing": "drop"}, "a b: 1 2 p, 3 6 p"),
    ("csv", "a,y\n1,p\n2,\n3,q\n", {"missing_label": "drop"}, "a: 1 p, 3 q"),
    ("csv", "a,a,y\n1,2,p\n", {"ignore": 2}, "a: 1 p"),
    ("csv", ABC, {"target": "b"}, "a y=p y=q: 1 1 0 2, 3 0 1 4"),
    ("csv", ABC, {"target": 1, "ignore": ["y"]}, "b: 2 1, 4 3"),
    ("csv", ABC, {"categorical": "a", "id": 2}, "a=1 a=3: 1 0 p, 0 1 q"),
    ("csv", "ok,a,y\ntrue,5,p\nFalse,5,q\n", {"scale": "standard"}, "ok a: 1 0 p, -1 0 q"),
    ("csv", "t,y\nsun,p\nSun sea,q\n", HASHED, "x1 x2 x3 x4: 0 0 0 1 p, 0 0 0.707107 0.707107 q"),
    ("csv", "c,y\npink,01\nred,1\n", {"hash_bits": 2}, "x1 x2 x3 x4: 1 0 0 0 01, 0 0 0 1 1"),
    ("tsv", "a\tc\ty\n1\tx, y\tp\n", {}, "a c=x, y: 1 1 p"),
    ("libsvm", "1\n\n0 3:2 # c\n", {}, "x1 x2 x3: 0 0 0 1, 0 0 2 0"),
    ("libsvm", "1.5 qid:3 1:1e1\n-2 2:-.5\n", {}, "x1 x2: 10 0 1.5, 0 -0.5 -2.0"),
    ("libsvm", "1 1:2\n0 0:1\n", {"zero_based": True}, "x1 x2: 0 2 1, 1 0 0"),
    ("libsvm", "1 0:2 1:3\n", {"zero_based": True, "ignore": 0}, "x1 x2: 0 3 1"),
    ("jsonl", '{"v": [1, 2.5], "c": true, "y": "p"}\n\n{"v": [0, 1], "c": false, "y": "q"}', {},
     "v[0] v[1] c: 1 2.5 1 p, 0 1 0 q"),
    ("jsonl", '{"a": 1, "b": 2, "y": 0}\n{"y": 1, "a": null}\n', {"missing": "zero"}, "a b: 1 2 0, 0 0 1"),
    ("parquet", PARQUET, {}, "a c=blue c=red: 1.5 0 1 p, 2 1 0 q"),
    ("feather", table_of(feather.write_feather, a=[1.5, 2.0], y=["p", "q"]), {}, "a: 1.5 p, 2 q"),
    ("csv.gz", gzip.compress(AB.encode(), mtime=0), {}, "a: 1 p, 2 q"),
    ("libsvm.bz2", bz2.compress(b"1 1:2\n0 2:1\n"), {}, "x1 x2: 2 0 1, 0 1 0"),
    ("npz", NPZ, {}, "x1 x2: 1 0 0, 0 1 1"),
    ("npy", stored(np.save, np.eye(2, dtype=np.float16)), LABELS, "x1 x2: 1 0 p, 0 1 q"),
    ("idx", IDX, LABELS, "x1 x2: 1 2 p, 3 4 q"),
]  # fmt: skip

# Each file as ``suffix, content, options, class of the error, what the sentence names``: numbers are lines or rows
ERRORS = [
    *((suffix, "", {}, DataError, "row") for suffix in ("csv", "libsvm", "jsonl", "parquet")),
    *(("csv", text, {}, DataError, "row") for text in ("\n \n", "a,b\n")),
    ("csv", "size\n1\n2\n", {}, DataError, "target", "size"),
    *(("csv", f"{ABC}{row}\n", {}, DataError, 4, "3 columns") for row in ("1,q", "1,2,3,q")),
    ("csv", 'a,y\n1,p\n2,"q\n3,p\n', {}, DataError, 3, "quote"),
    ("csv", "a,y\n1,p\n2,\0q\n", {}, DataError, 3, "0x00"),
    ("csv", "a,y\n1,p\n2,caf\xe9\n".encode("latin-1"), {}, DataError, 3, "0xe9", "latin-1"),
    *(("csv", GAPS.replace("b", "size").format(gap), {}, DataError, 3, "size", "missing") for gap in ("", "NA", "nan")),
    *(("csv", GAPS.replace("b", "size").format(x), {}, DataError, 3, "size", "inf") for x in ("inf", "-1e999")),
    ("csv", "a,size\n1,p\n2,\n3,q\n", {"missing": "mean"}, DataError, 3, "size", "missing_label"),
    ("csv", "size,size,y\n1,2,p\n", {}, DataError, "size", "ignore"),
    *(("csv", AB, {name: "size"}, OptionError, name, "size")
      for name in ("target", "ignore", "id", "text", "categorical", "numeric")),
    *(("csv", AB, {"target": number}, OptionError, "target", str(number)) for number in (0, 3)),
    ("csv", ABC, {"ignore": "a", "numeric": "a"}, OptionError, "numeric", "ignore"),
    ("csv", AB, {"ignore": "y"}, OptionError, "target", "ignore"),
    ("csv", "size,y\n1,p\nred,q\n", {"numeric": "size"}, DataError, 3, "size", "red", "categorical"),
    *(("csv", AB, {name: value}, OptionError, name) for name, value in
      {"decimal": ";", "delimiter": "::", "quote": "''", "format": "xls", "scale": "minmax", "missing": "median",
       "missing_label": "keep", "zero_based": True, "labels": "labels.txt", "hash_bits": 5}.items()),
    ("csv", long("size", lambda i: f"this is text {i}"), {"ignore": "a"}, DataError, "size", "text"),
    ("csv", long("c", lambda i: f"c{i % 1200}", n=2500), {}, DataError, "1000", "text", "hash_bits", "ignore"),
    *(("csv", long("size", cell), {"target": 1}, DataError, "size", "target", "categorical")
      for cell in (lambda i: i / 8, lambda i: f"n{i}")),
    *(("csv", AB, {"format": name}, DataError, name) for name in ("npz", "parquet")),
    ("csv", "a,y\n1,p\n1,p\n", {}, DataError, "class"),
    *(("libsvm", f"1 1:2\n{line}\n", {}, DataError, 2, word) for line, word in
      {"0 3:1 2:1": "2:1", "0 2:1 2:1": "2:1", "0 -2:1": "-2:1", "0 0:1": "zero_based", "0 1:nan": "nan",
       "0 1:1e999": "1e999", "0 1:": "1:", "0 x": "x", "red 1:1": "red", "1:1": "label", "1,2 1:1": "1,2"}.items()),
    ("libsvm", "1 1:2\n0 1000000000:1\n", {}, DataError, "features"),
    *(("jsonl", f'{{"a": 1, "y": 2}}\n{row}\n', {}, DataError, 2, "JSON") for row in ('{"a": ', "[1, 2]", "1")),
    ("jsonl", '{"size": {"b": 1}, "y": 2}\n', {}, DataError, 1, "size", "ignore"),
    ("jsonl", '{"size": 1, "y": 2}\n{"y": 1}\n', {}, DataError, 2, "size", "missing"),
    ("jsonl", '{"size": 1, "y": 2}\n{"size": "red", "y": 1}\n', {}, DataError, 2, "size", "categorical"),
    ("parquet", PARQUET[:-20], {}, DataError, "Parquet"),
    ("parquet", table_of(size=[1.0, np.nan], y=[0, 1]), {}, DataError, 2, "size", "missing"),
    ("arrow", table_of(BATCHES, size=[1.0, 2, 3, np.nan], y=[0, 1, 0, 1]), {}, DataError, 4, "size", "missing"),
    ("parquet", table_of(size=[1, 2**53 + 1], y=[0, 1]), {}, DataError, 2, "size", str(2**53 + 1)),
    ("arrow", b"ARROW1\0\0xxxx", {}, DataError, "Arrow"),
    ("csv.gz", gzip.compress(AB.encode() * 99, mtime=0)[:-9], {}, DataError, "compressed"),
    ("npy", NPY, {}, DataError, "labels"),
    ("npy", NPY[:-5], LABELS, DataError, "32 bytes"),
    ("npy", stored(np.save, np.eye(3)), LABELS, DataError, "labels", "3"),
    ("npy", NPY, {"labels": "nowhere.txt"}, DataError, "nowhere.txt"),
    ("npz", NPZ[:-40], {}, DataError, "npz"),
    ("npz", stored(np.savez, X=[[1, 2], [0, np.nan]], y=[0, 1]), {}, DataError, "nan"),
    ("idx", IDX[:-1], LABELS, DataError, "4 bytes"),
]  # fmt: skip


def shown(table):
    X = table.X.toarray() if sp.issparse(table.X) else table.X
    rows = (" ".join([*(f"{x:g}" for x in row), str(label)]) for row, label in zip(X, table.y, strict=True))
    return f"{' '.join(table.features)}: {', '.join(rows)}"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("labels.txt").write_text("p\nq\n")


def write(suffix, content):
    Path(f"d.{suffix}").write_bytes(content if isinstance(content, bytes) else content.encode())
    return f"d.{suffix}"


@pytest.mark.parametrize(("suffix", "content", "options", "expected"), VALUES)
def test_a_file_has_these_values(suffix, content, options, expected):
    assert shown(rosenblatt.read(write(suffix, content), **options).table()) == expected


@pytest.mark.parametrize(("suffix", "content", "options", "error", "named"), [(*e[:4], e[4:]) for e in ERRORS])
def test_a_file_is_refused_with_the_place_and_the_option(suffix, content, options, error, named):
    path = write(suffix, content)
    with pytest.raises(error) as caught:
        rosenblatt.fit_file(rosenblatt.Perceptron(), path, **options)
    flags = ([f"--{name.replace('_', '-')}", *([] if value is True else [value])] for name, value in options.items())
    ended = run("train", path, *chain.from_iterable(flags))
    assert ended.code == (2 if error is OptionError else 1)
    for message in (str(caught.value), ended.error):
        for name in named:
            place = rf"(:|row |line ){name}\b" if isinstance(name, int) else re.escape(name.replace("-", "_"))
            assert re.search(place, message.replace("-", "_"), re.IGNORECASE), (name, message)


@pytest.mark.parametrize("data", ["nowhere.csv", "empty", "*.tsv", "file:///none/of/these", "mixed"])
def test_a_path_without_files_of_one_format_is_named(data):
    Path("empty").mkdir()
    Path("mixed").mkdir()
    Path("mixed/a.csv").write_text(AB)
    Path("mixed/b.jsonl").write_text("{}")
    with pytest.raises(DataError, match=re.escape(data)):
        rosenblatt.fit_file(rosenblatt.Perceptron(), data)
    assert run("train", data).code == 1


@pytest.mark.parametrize(
    ("name", "option", "cell"),
    [
        *(("size", "numeric", cell) for cell in (lambda i: i + 7, lambda i: 9 - i)),
        ("rowId", "numeric", lambda i: i * 37 % 101),
        *(("size", "categorical", cell) for cell in (lambda i: f"n{i}", lambda i: f"n{i if i > 8 else 0}")),
        *(
            ("size", "categorical", cell)
            for cell in (lambda i: f"2024-01-{i % 9 + 1}", lambda i: f"5/{i + 1}/24 10:30")
        ),
        ("size", "text", lambda i: f"this is text {i % 17}"),
    ],
)
def test_a_column_that_would_be_memorised_is_left_out(name, option, cell):
    path = write("csv", long(name, cell))
    assert rosenblatt.read(path).table().features == ["a"]
    assert rosenblatt.read(path, **{option: name}).table().features != ["a"]
    assert f"--{option} {name}" in run("train", path).out
    assert rosenblatt.read(write("csv", long(name, cell, n=19))).table().features != ["a"]


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_text_in_another_encoding(encoding):
    text = "größe,y\n1,né\n2,dé\n".encode(encoding)
    report = run("train", write("csv", text), "--encoding", encoding, "--json").json
    assert {each["label"] for each in report["training"]["classes"]} == {"dé", "né"}
    assert "--encoding" in run("train", "d.csv").error
    assert "--encoding" in run("train", "d.csv", "--encoding", "klingon").error


SCRAPS = [b"", b"\0", b"\n", b",", b'"', b":", b"nan", b"1e999", b"-", b"\xff\xfe", b"9" * 30, b"{", b"#", b"\r\n"]


def damaged(content, rng):
    """The bytes cut off, with a bit flipped, with something put in, or with a part doubled or taken out."""
    place, end = sorted(rng.integers(0, len(content) + 1, 2).tolist())
    middle, bit = content[place:end], 1 << int(rng.integers(8))
    flipped = bytes(byte ^ bit for byte in middle[:1]) + middle[1:]
    middle = [b"", middle * 2, SCRAPS[rng.integers(len(SCRAPS))] + middle, flipped][rng.integers(4)]
    return content[:place] + middle + (content[end:] if rng.random() < 0.8 else b"")


@pytest.mark.parametrize(("suffix", "content", "options"), [case[:3] for case in VALUES])
def test_a_damaged_file_is_read_or_refused_in_a_sentence(suffix, content, options, request):
    rng, content = np.random.default_rng(0), content if isinstance(content, bytes) else content.encode()
    for _ in range(1000 if request.config.getoption("--long") else 16):
        path, message = write(suffix, damaged(damaged(content, rng), rng)), ""
        try:
            table = rosenblatt.read(path, **options).table()
        except RosenblattError as error:
            message = str(error)
        else:
            assert np.isfinite(table.X.data if sp.issparse(table.X) else table.X).all()
            assert len(table.y) == table.X.shape[0]
        assert len(message.splitlines()) <= 1
        assert len(message) < 600
