"""All formats of one table give one model, with the same bits."""

import bz2
import csv
import gzip
import io
import json
import lzma
import re
import struct
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import numpy as np
import pyarrow as pa
import scipy.sparse as sp
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from pyarrow import feather, parquet
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler, Normalizer, StandardScaler

import rosenblatt
from contract.shell import labels_of, n_updates, n_visits

FEWER = settings(max_examples=settings().max_examples // 6)
NUMBERS = st.floats(-1e6, 1e6) | st.integers(-50, 50).map(float)
COLOURS = st.sampled_from(["red", "light blue", "grün", "a, b", 'a "b"'])
NOTES = st.sampled_from(["red sun over sea", "blue", "over the sea", "Sun"])
PACKS = {".gz": gzip.compress, ".xz": lzma.compress, ".zst": lambda text: pa.compress(text, "zstd", asbytes=True)}
HASHED = {"text": "note", "text_features": "words", "hash_bits": 8}


@st.composite
def tables(draw):
    """Columns of a table: the first rows have every value, some later ones lack one."""
    n_rows, columns = draw(st.integers(4, 12)), {}
    kinds = {"body mass": NUMBERS, "count": st.integers(-9, 99), "is new": st.booleans()}
    for name, values in {**kinds, "colour": COLOURS, "note": NOTES}.items():
        column = draw(st.lists(values, min_size=n_rows, max_size=n_rows))
        lacking = draw(st.sets(st.integers(2, n_rows - 1), max_size=2))
        columns[name] = [None if row in lacking else value for row, value in enumerate(column)]
    labels = st.lists(st.sampled_from(["no", "yes", "may be"]), min_size=n_rows - 2, max_size=n_rows - 2)
    return columns | {"the class": ["no", "yes", *draw(labels)]}


def delimited(table, delimiter=","):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows([table, *zip(*table.values(), strict=True)])
    return text.getvalue().encode()


def json_lines(table):
    """The table as JSON lines: a missing value is null in one row, and an absent key in the next."""
    rows = pa.table(table).to_pylist()
    rows[1::2] = [{name: value for name, value in row.items() if value is not None} for row in rows[1::2]]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def written(folder, table):
    """The table in files of every format: what stands for ``DATA`` in each."""
    text, arrow = delimited(table), pa.table(table)
    coded = arrow.set_column(3, "colour", arrow.column("colour").dictionary_encode())
    files = {"d.csv": text, "d.tsv": delimited(table, "\t"), "semicolons.csv": delimited(table, ";"), "no_suffix": text}
    files |= {f"d.csv{suffix}": pack(text) for suffix, pack in PACKS.items()}
    files |= {"d.jsonl": json_lines(table), "bz2_without_suffix": bz2.compress(text)}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    parquet.write_table(arrow, folder / "d.parquet", row_group_size=3)
    feather.write_feather(coded, folder / "d.feather")
    with pa.ipc.new_stream(folder / "d.arrow", arrow.schema) as stream:
        stream.write_table(arrow, max_chunksize=3)
    (folder / "parts").mkdir()
    for k, rows in enumerate([slice(2), slice(2, 3), slice(3, None)]):
        part = {name: values[rows] for name, values in table.items()}
        (folder / "parts" / f"p{k}.csv").write_bytes(delimited(dict(reversed(part.items())) if k == 1 else part))
        parquet.write_table(pa.table(part, arrow.schema), folder / f"q{k}.parquet")
        (folder / f"r{k}.jsonl").write_bytes(json_lines(part))
    names = [*files, "d.parquet", "d.feather", "d.arrow", "parts", "q*.parquet", "r?.jsonl"]
    return [*(folder / name for name in names), (folder / "d.csv").as_uri()]


def outcome(estimator):
    """Every bit of a fitted model, and its report without times."""
    report = estimator.report_
    counts = report.reason, report.n_rows, report.errors, report.mistakes_per_epoch, n_visits(report), n_updates(report)
    return estimator.coef_.tobytes(), estimator.intercept_.tobytes(), estimator.classes_.tolist(), counts


def array(rows):
    return (rows.toarray() if sp.issparse(rows) else np.asarray(rows)) + 0.0


@FEWER
@given(tables(), st.sampled_from(["mean", "zero", "drop"]), st.sampled_from([{"ignore": "note"}, HASHED]))
def test_all_formats_of_a_table_give_one_model(table, missing, encoding):
    reading = {"target": "the class", "missing": missing, "scale": "standard", **encoding}
    with TemporaryDirectory() as name:
        places = written(Path(name), table)
        models = [rosenblatt.fit_file(rosenblatt.Perceptron(max_iter=4), place, **reading) for place in places]
        with mock.patch("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(delimited(table))))):
            piped = rosenblatt.fit_file(rosenblatt.Perceptron(max_iter=4), "-", **reading)
        assert outcome(piped) == outcome(models[0])
        read = [rosenblatt.read(place, **reading).table() for place in places]
        features = [(array(rows.X).tobytes(), rows.y.tolist(), rows.features) for rows in read]
        for place, model, rows in zip(places, models, features, strict=True):
            assert outcome(model) == outcome(models[0]), place
            assert rows == features[0], place
        if missing != "drop":
            labels = models[0].predict(read[0].X).tolist()
            accuracy = np.mean(np.array(labels) == table["the class"])
            for place, model in zip(places, reversed(models), strict=True):
                assert labels_of(model.trained_, place) == labels, place
                assert rosenblatt.evaluate(model.trained_, place).accuracy == accuracy, place


# Rows that are features already


@st.composite
def features(draw):
    """Rows with many zeros, small and subnormal numbers, and whole labels."""
    n_rows, n_features = draw(st.integers(2, 9)), draw(st.integers(1, 5))
    X = draw(arrays(float, (n_rows, n_features), elements=st.just(0.0) | NUMBERS | st.floats(-1e-300, 1e-300))) + 0.0
    X[0, -1] = 1.5  # a LIBSVM file does not say how many features there are
    return X, np.array([0, 1, *draw(st.lists(st.integers(0, 2), min_size=n_rows - 2, max_size=n_rows - 2))])


def libsvm(X, y, first=1):
    entries = ([f"{k}:{value!r}" for k, value in enumerate(row, first) if value] for row in X.tolist())
    return "".join(" ".join([str(label), *row]) + "\n" for label, row in zip(y, entries, strict=True)).encode()


def idx(values, code, dtype):
    return struct.pack(f">BBBB{values.ndim}I", 0, 0, code, values.ndim, *values.shape) + values.astype(dtype).tobytes()


def written_features(folder, X, y):
    """The rows in files of every format of features: each path, and the options to read it."""
    rows = sp.csr_matrix(X)
    texts = {
        "d.libsvm": libsvm(X, y),
        "no_suffix": b"# a comment\n\n" + libsvm(X, y).replace(b"\n", b" # and 1:2\r\n"),
        "d.svm.gz": gzip.compress(libsvm(X, y)),
        "d.svmlight.bz2": bz2.compress(libsvm(X, y)),
        "zero.svm": libsvm(X, y, first=0),
        "d.idx": idx(X, 14, ">f8"),
        "y.idx": idx(y, 8, ">u1"),
        "y.txt": "\n".join(map(str, y.tolist())).encode(),
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    np.save(folder / "y.npy", y)
    np.save(folder / "c.npy", X)
    np.save(folder / "f.npy", np.asfortranarray(X))
    np.savez(folder / "dense.npz", X=X, y=y)
    np.savez(folder / "csr.npz", y=y, data=rows.data, indices=rows.indices, indptr=rows.indptr, shape=rows.shape)
    sp.save_npz(folder / "scipy.npz", rows)
    files = {name: {} for name in (*list(texts)[:4], "dense.npz", "csr.npz")} | {"zero.svm": {"zero_based": True}}
    for name, labels in {"c.npy": "y.npy", "f.npy": "y.txt", "scipy.npz": "y.npy", "d.idx": "y.idx"}.items():
        files[name] = {"labels": str(folder / labels)}
    return {folder / name: how for name, how in files.items()}


@FEWER
@given(features())
def test_a_file_of_features_gives_the_model_of_its_array(drawn):
    X, y = drawn
    expected = outcome(rosenblatt.Perceptron(max_iter=4).fit(X, y))
    assert outcome(rosenblatt.Perceptron(max_iter=4).fit(sp.csr_matrix(X), y)) == expected
    with TemporaryDirectory() as name:
        for place, how in written_features(Path(name), X, y).items():
            model = rosenblatt.fit_file(rosenblatt.Perceptron(max_iter=4), place, **how)
            table = rosenblatt.read(place, **how).table()
            assert outcome(model) == expected, place
            assert (array(table.X).tobytes(), table.y.tolist()) == (X.tobytes(), y.tolist()), place
            assert rosenblatt.evaluate(model.trained_, place, **how).accuracy == model.score(X, y), place


def is_float(text):
    """Return True if the number can be summed, and float64 holds it exactly if it is written without a point."""
    return abs(float(text)) < 1e305 and (not re.fullmatch(r"[-+]?\d+", text) or int(text) == float(text))


WHOLE = st.integers(-(2**53), 2**53).map(str)
DIGITS = st.from_regex(r"[-+]?[0-9]{1,22}\.[0-9]{0,24}([eE][-+]?[0-9]{1,3})?", fullmatch=True)
FLOATS = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=True)
WRITTEN = FLOATS.flatmap(lambda x: st.sampled_from([repr(x), f"{x:.17g}", f"{x:.25e}", f"{x:.3E}"]))
HALF = st.tuples(st.integers(2**52, 2**53 - 1), st.integers(1, 9))  # numbers halfway between two doubles
HALVES = HALF.map(lambda half: f"{Decimal(2 * half[0] + 1) / 2 ** half[1]:f}")
DECIMALS = st.one_of(WHOLE, DIGITS, WRITTEN, HALVES).filter(is_float)


@given(st.lists(DECIMALS, min_size=2, max_size=30), st.sampled_from(["", "red,", "  "]))
def test_decimals_are_read_as_python_reads_them(texts, beside):
    """Beside a word, and with blanks, text is read in another way than plain numbers are."""
    expected = [float(text) for text in texts]
    with TemporaryDirectory() as name:
        cells, svm = Path(name) / "d.csv", Path(name) / "d.svm"
        names = "c,x,y\n" if "," in beside else "x,y\n"
        cells.write_text(names + "".join(f"{beside}{text},{'pq'[k % 2]}\n" for k, text in enumerate(texts)))
        svm.write_text("".join(f"{k % 2} 1:{text}\n" for k, text in enumerate(texts)))
        assert array(rosenblatt.read(cells, numeric="x").table().X)[:, -1].tolist() == expected
        assert array(rosenblatt.read(svm).table().X)[:, -1].tolist() == expected


@FEWER
@given(features(), st.sampled_from(["standard", "maxabs", "unit", "none"]))
def test_scaling_is_that_of_scikit_learn(drawn, scale):
    X, y = np.round(drawn[0], 3), drawn[1]
    with TemporaryDirectory() as name:
        table = Path(name) / "t.csv"
        table.write_bytes(delimited({**dict(enumerate(X.T.tolist())), "class": y.tolist()}))
        for place, how in {**written_features(Path(name), X, y), table: {"header": True}}.items():
            rows = rosenblatt.read(place, scale=scale, **how).table().X
            standard = StandardScaler(with_mean=not sp.issparse(rows))
            peers = {
                "standard": standard,
                "maxabs": MaxAbsScaler(),
                "unit": Normalizer(),
                "none": FunctionTransformer(),
            }
            expected = peers[scale].fit_transform(X)
            np.testing.assert_allclose(array(rows), expected, rtol=1e-9, atol=1e-9, err_msg=place.name)


def test_scaling_does_not_depend_on_the_parts_of_a_file(tmp_path):
    values = np.random.default_rng(0).normal(size=6_000) + 100
    for k, part in enumerate(np.split(values, [100, 4_100])):
        (tmp_path / f"p{k}.csv").write_bytes(delimited({"a": part.tolist(), "y": [0, 1] * (len(part) // 2)}))
        np.savez(tmp_path / f"p{k}.npz", X=part[:, None], y=[0, 1] * (len(part) // 2))
    np.savez(tmp_path / "full.npz", X=values[:, None], y=np.arange(6_000) % 2)
    names = ("full.npz", "p*.npz", "p*.csv")
    assert len({rosenblatt.read(tmp_path / name, scale="standard").table().X.tobytes() for name in names}) == 1


def test_a_file_larger_than_a_window_is_its_rows_in_given_order(tmp_path):
    """A window has at most 65,536 rows; most rows here have no feature, which is fast to read."""
    X = sp.random(65_700, 3, density=0.005, format="csr", random_state=0)
    y = (np.arange(X.shape[0]) % 7 > 2).astype(int)
    np.savez(tmp_path / "d.npz", y=y, data=X.data, indices=X.indices, indptr=X.indptr, shape=X.shape)
    (tmp_path / "d.libsvm").write_bytes(libsvm(X.toarray(), y))
    estimator = rosenblatt.Perceptron(max_iter=2, order="given")
    expected = outcome(estimator.fit(X, y))
    assert outcome(rosenblatt.fit_file(estimator, tmp_path / "d.npz")) == expected
    assert outcome(rosenblatt.fit_file(estimator, tmp_path / "d.libsvm")) == expected
