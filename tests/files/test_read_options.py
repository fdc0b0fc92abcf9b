"""Options of reading: for each format an option changes what is read, or it is refused."""

import json
import struct
from dataclasses import fields

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
import scipy.sparse as sp
from helpers.cli import run
from helpers.paths import ROOT

import rosenblatt
from rosenblatt.conventions import ARRAYS, FORMATS, TABLES
from rosenblatt.errors import OptionError, RosenblattError
from rosenblatt.files.read_options import FLAGS, SCOPES, ReadOptions, check_scopes

COLUMNS = {
    "name": ["r1", "r2", "r3", "r4"],
    "said": ["a red hat", "a blue hat", "my red coat", "a coat"],
    "code": [1, 2, 1, 3],
    "size": [0.5, 4.0, 0.25, 2.0],
    "class": [0, 1, 0, 1],
}
X = np.array([[1.0, 2.5, 0.0], [3.0, -0.25, 1.0], [0.0, 0.0, 7.0], [1.0, 1.0, 2.0]])
Y = np.array([1, 0, 1, 0])
SAMPLE = "sample"
PLACES = (*FORMATS, SAMPLE)
VALUES = {  # of each option, one that changes the rows below in every format that it is for
    "format": "jsonl",
    "labels": "other.npy",
    "target": "code",
    "ignore": ("size",),
    "id": ("name",),
    "text": ("said",),
    "categorical": ("code",),
    "numeric": ("name",),  # of words, which is refused: four rows are too few to leave a column out
    "header": False,
    "delimiter": ";",
    "quote": "'",
    "decimal": ",",
    "charset": "utf-16",
    "missing": "mean",
    "missing_label": "drop",
    "scale": "unit",
    "hash_bits": 1,
    "text_features": "words",
    "zero_based": True,
    "n_features": 9,
}
FEATURES = {"vw": "f^2", SAMPLE: "x2"}  # the feature that options name in rows that are features already; else 2
NO_FLAG = "n_features"


def write_table(path, format, gap):
    columns = {**COLUMNS, gap: [None, *COLUMNS[gap][1:]]} if gap else COLUMNS
    table = pa.table(columns)
    if format == "parquet":
        pa.parquet.write_table(table, path)
    elif format == "arrow":
        pa.feather.write_feather(table, path)
    elif format == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    else:
        cells = [[*columns], *(row.values() for row in table.to_pylist())]
        lines = [["" if cell is None else f'"{cell}"' for cell in row] for row in cells]
        path.write_text("".join({"csv": ",", "tsv": "\t"}[format].join(line) + "\n" for line in lines))


def write(folder, format, gap=None):
    """A file of this format, and what must be said to read it. gap: a column of tables that misses a value."""
    if format == SAMPLE:
        return "sample:note-004", {}
    path = folder / f"rows.{format}"
    np.save(folder / "labels.npy", Y)
    np.save(folder / "other.npy", 1 - Y)
    pairs = [" ".join(f"{k}:{x}" for k, x in enumerate(row, 1)) for row in X.tolist()]
    if format in TABLES:
        write_table(path, format, gap)
    elif format == "libsvm":
        path.write_text("".join(f"{y} {row}\n" for y, row in zip(Y, pairs, strict=True)))
    elif format == "vw":
        path.write_text("".join(f"{y} |f {row}\n" for y, row in zip(Y, pairs, strict=True)))
    elif format == "npz":
        np.savez(path, X=X, y=Y)
    elif format == "npy":
        np.save(path, X)
    else:
        path.write_bytes(struct.pack(">BBBBII", 0, 0, 14, 2, *X.shape) + X.astype(">f8").tobytes())
    return path, {"labels": str(folder / "labels.npy")} if format in ("npy", "idx") else {}


def cases(is_for):
    return [(name, format) for name in SCOPES for format in PLACES if (format in SCOPES[name].formats) is is_for]


def value_of(name, format, folder):
    if name == "format":
        return "jsonl" if format != "jsonl" else "csv"
    if name in ("ignore", "id") and format not in TABLES:
        return (FEATURES.get(format, 2),)
    return str(folder / VALUES[name]) if name == "labels" else VALUES[name]


def read_from(path, options):
    """All that a reader gives; or the sentence that refuses the rows."""
    try:
        reader = rosenblatt.read(path, **options)
        parts = list(reader.chunks_and_ids())
        table = reader.table()
    except RosenblattError as error:
        return type(error).__name__, str(error)
    ids = [{name: column.to_pylist() for name, column in named.items()} for _, named in parts]
    rows = table.X.toarray() if sp.issparse(table.X) else table.X
    return rows.tolist(), table.y.tolist(), table.features, ids


def flag_of(name):
    return f"--{FLAGS.get(name, name).replace('_', '-')}"


def typed(options):
    """The options as they are typed."""
    words = []
    for name, value in options.items():
        flag = flag_of(name)
        for one in value if isinstance(value, tuple) else (value,):
            words += [flag.replace("--", "--no-") if one is False else flag, *([] if isinstance(one, bool) else [one])]
    return words


def test_the_tables_have_every_option():
    names = {field.name for field in fields(ReadOptions)}
    assert set(SCOPES) == set(VALUES) == names
    assert all(set(scope.formats) <= set(PLACES) for scope in SCOPES.values())


@pytest.mark.parametrize(("name", "format"), cases(is_for=True))
def test_an_option_for_a_format_changes_what_is_read(tmp_path, capsys, monkeypatch, name, format):
    path, needed = write(tmp_path, format, {"missing": "size", "missing_label": "class"}.get(name))
    if name == "text_features":
        needed = {"text": ("said",)}
    given = {**needed, name: value_of(name, format, tmp_path)}
    assert read_from(path, given) != read_from(path, needed)
    if name != NO_FLAG:
        target = tmp_path / "target.npz"
        plain = converted(path, needed, target, capsys, monkeypatch)
        assert converted(path, given, target, capsys, monkeypatch) != plain


def converted(path, options, target, capsys, monkeypatch):
    """The features that ``rosenblatt convert`` writes, and what it says where it writes none."""
    target.unlink(missing_ok=True)
    code, _, error = run(capsys, monkeypatch, "convert", path, target, *typed(options))
    return (code, error) if code else read_from(target, {})


@pytest.mark.parametrize(("name", "format"), cases(is_for=False))
def test_an_option_for_other_formats_is_refused(tmp_path, capsys, monkeypatch, name, format):
    path, needed = write(tmp_path, format)
    given = {**needed, name: value_of(name, format, tmp_path)}
    reads = (
        lambda: rosenblatt.read(path, **given).table(),
        lambda: rosenblatt.train(path, **given),
        lambda: rosenblatt.fit_file(rosenblatt.Perceptron(), path, **given),
        lambda: rosenblatt.trace(path, reading=given),
        lambda: rosenblatt.convert(path, tmp_path / "target.npz", **given),
    )
    kind = "a bundled set" if format == SAMPLE else format
    for read in reads:
        with pytest.raises(OptionError, match=f"^{name} must be left out for {kind}, wh.*: it is for ") as refused:
            read()
        assert str(path) in str(refused.value)
    if name != NO_FLAG:
        code, _, error = run(capsys, monkeypatch, "train", path, *typed(given))
        flag = flag_of(name)
        assert (code, error.startswith(f"rosenblatt: {flag} must be left out for {kind}, ")) == (2, True), error


@pytest.mark.parametrize("format", [*ARRAYS, "libsvm", "vw", SAMPLE])
def test_defaults_are_not_refused(tmp_path, capsys, monkeypatch, format):
    path, needed = write(tmp_path, format)
    plain = rosenblatt.train(path, **needed)
    same = rosenblatt.train(path, **{"labels": None, **needed}, scale="none", ignore=(), text=[], zero_based=False)
    assert plain.model_.weights.w.tobytes() == same.model_.weights.w.tobytes()
    assert run(capsys, monkeypatch, "train", path, *typed(needed), "--scale", "none")[0] == 0
    code, _, error = run(capsys, monkeypatch, "train", path, *typed(needed), "--text-features", "chars3-5")
    assert (code, "--text-features must be left out for" in error) == (2, True)


def test_columns_may_be_named_by_an_array(tmp_path):
    path, _ = write(tmp_path, "libsvm")
    assert rosenblatt.read(path, ignore=np.array([], dtype=str)).table().X.shape == (4, 3)
    assert not rosenblatt.read(path, ignore=np.array(["1", "2"])).table().X[:, :2].toarray().any()
    with pytest.raises(OptionError, match="^text must be left out for libsvm, "):
        rosenblatt.read(path, text=np.array(["a", "b"]))


def test_a_format_that_is_guessed_refuses_before_rows_are_read(tmp_path):
    (tmp_path / "rows").write_text("1 1:2\n0 2:1\nno row\n")
    with pytest.raises(OptionError, match=r"target must be left out for libsvm, which is not a table; got 'a' for "):
        next(rosenblatt.read(tmp_path / "rows", target="a").chunks())


def test_the_options_of_a_model_are_not_refused(tmp_path):
    """Rows of training in LIBSVM counted from 0, others in .npz; only what the call says is looked at."""
    (tmp_path / "a.svm").write_text("1 0:1 1:3\n0 0:-2 1:1\n" * 4)
    np.savez(tmp_path / "b.npz", X=X[:, :2], y=Y)
    trained = rosenblatt.train(tmp_path / "a.svm", zero_based=True, model=tmp_path / "m")
    assert trained.predict_file(tmp_path / "b.npz").shape == (4,)
    assert rosenblatt.evaluate(trained, tmp_path / "b.npz").n_rows == 4
    assert rosenblatt.train(tmp_path / "b.npz", from_model=trained).report_.n_rows == 4
    more = rosenblatt.train(
        tmp_path / "a.svm", from_model=tmp_path / "m", zero_based=True, validation=tmp_path / "b.npz"
    )
    assert more.validation.n_rows == 4
    assert rosenblatt.reproduce(tmp_path / "m").same
    trained.origin["call"] |= {"target": "class", "delimiter": ";", "scale": "maxabs"}  # once taken, and ignored
    assert rosenblatt.reproduce(trained).same
    assert not rosenblatt.reproduce(tmp_path / "m", tmp_path / "b.npz").same
    for verb in (trained.predict_file, lambda *data, **given: rosenblatt.evaluate(trained, *data, **given)):
        with pytest.raises(OptionError, match="^zero_based must be left out for npz"):
            verb(tmp_path / "b.npz", zero_based=True)
    with pytest.raises(OptionError, match="^delimiter must be left out for npz"):
        rosenblatt.train(tmp_path / "b.npz", from_model=trained, delimiter=";")


def test_the_sentence():
    with pytest.raises(OptionError) as refused:
        check_scopes({"target": "class"}, "libsvm", "a.svm")
    assert str(refused.value) == (
        "target must be left out for libsvm, which is not a table; got 'class' for a.svm: "
        "it is for csv, tsv, parquet, arrow, jsonl."
    )


def test_the_page_has_the_table():
    """One line of docs/files.md per group of options that are for the same formats."""
    groups = {}
    for name, (formats, _) in SCOPES.items():
        if name != NO_FLAG:
            groups.setdefault(formats, []).append(f"`{flag_of(name)}`")
    words = {
        formats: ", ".join(formats) if SAMPLE not in formats else "every format, and samples" for formats in groups
    }
    lines = [f"| {', '.join(names)} | {words[formats]} |" for formats, names in groups.items()]
    table = "\n".join(["| options | formats |", "|---|---|", *lines])
    assert table in (ROOT / "docs" / "files.md").read_text(), table
