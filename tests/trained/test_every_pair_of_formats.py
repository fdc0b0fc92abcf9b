"""One row, one prediction, whatever the format: train on each format, predict from each other."""

import struct
from itertools import product

import numpy as np
import pytest
from helpers.one_table import CATEGORICAL, LABELS, TEXT, WRITERS, records, written

import rosenblatt
from rosenblatt.conventions import FORMATS, TABLES
from rosenblatt.errors import DataError
from rosenblatt.trained.continue_training import continue_training

OF_STRINGS = ".pq"  # numbers are strings there, so that training takes them for categories
LISTS = {".jsonl": True, ".parquet": True, ".arrow": True, ".feather": True, ".csv": False, ".tsv": False}


def trained_on(path, **options):
    return rosenblatt.train(path, categorical=CATEGORICAL, text=TEXT, max_iter=3, **options)


def predicted(model, path, **options):
    """Scores to the bit, and labels; of rows in which nothing is new to the model."""
    predictions = model.predictions(path, **options)
    pages = list(predictions)
    assert predictions.lines() == []
    scores, labels = (np.concatenate([getattr(page, name) for page in pages]) for name in ("scores", "labels"))
    return scores.tobytes(), labels.tolist()


def test_every_table_format_is_written():
    assert {format for format in TABLES if set(FORMATS[format]) & set(WRITERS)} == set(TABLES)
    assert set(LISTS) == set(WRITERS) - {OF_STRINGS}


@pytest.mark.parametrize("missing", [None, "mean", "zero"])
@pytest.mark.parametrize("source", WRITERS)
def test_every_pair_of_tables_has_the_same_scores(source, missing, tmp_path):
    paths = written(tmp_path, records(missing=missing is not None))
    model = trained_on(paths[source], missing=missing)
    expected = predicted(model, paths[source])
    for other in WRITERS:
        assert predicted(model, paths[other]) == expected, other
    if source != OF_STRINGS:
        reference = trained_on(paths[".csv"], missing=missing)
        assert model.encoding_.categories == reference.encoding_.categories
        assert model.feature_names_ == reference.feature_names_
        assert predicted(reference, paths[source]) == expected


def test_rows_without_a_value_are_dropped_in_every_format(tmp_path):
    paths = written(tmp_path, records())
    (tmp_path / "whole").mkdir()
    whole = written(tmp_path / "whole", records(missing=False))
    expected = trained_on(paths[".csv"], missing="drop")
    assert 0 < expected.report_.n_rows < len(records())
    for source in WRITERS:
        model = trained_on(paths[source], missing="drop")
        assert model.report_.n_rows == expected.report_.n_rows, source
        if source != OF_STRINGS:
            assert predicted(model, whole[".csv"]) == predicted(expected, whole[source]), source
        with pytest.raises(DataError, match="column '.*' has no value"):
            predicted(expected, paths[source])


@pytest.mark.parametrize("hash_bits", [6])
def test_hashed_categories_are_the_same_in_every_format(hash_bits, tmp_path):
    paths = written(tmp_path, records())
    model = trained_on(paths[".csv"], missing="mean", hash_bits=hash_bits)
    expected = predicted(model, paths[".csv"])
    for other in WRITERS:
        assert predicted(model, paths[other]) == expected, other


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("source", WRITERS)
def test_labels_are_the_same_classes_in_every_format(source, labels, tmp_path):
    paths = written(tmp_path, records(labels, missing=False))
    model = trained_on(paths[source])
    expected = rosenblatt.evaluate(model, paths[source])
    answers = predicted(model, paths[source])
    assert {str(answer) for answer in answers[1]} == {str(label) for label in LABELS[labels]}  # as training had them
    for other in WRITERS:
        evaluation = rosenblatt.evaluate(model, paths[other])
        assert evaluation.unknown == {}, other
        assert evaluation.n_right == expected.n_right, other
        assert predicted(model, paths[other]) == answers, other


@pytest.mark.parametrize("labels", LABELS)
def test_training_goes_on_with_labels_of_every_format(labels, tmp_path):
    paths = written(tmp_path, records(labels, missing=False))
    for source in (".csv", ".jsonl", ".parquet"):
        model = trained_on(paths[source])
        expected = continue_training(model, paths[source])
        for other in WRITERS:
            after = continue_training(model, paths[other])
            assert after.classes_.tolist() == model.classes_.tolist(), (source, other)
            assert after.feature_names_ == expected.feature_names_, (source, other)
            assert predicted(after, paths[source]) == predicted(expected, paths[source]), (source, other)


@pytest.mark.parametrize("missing", ["mean", "zero"])
def test_lists_are_the_same_in_every_format_that_has_them(missing, tmp_path):
    rows = [{"v": [float(i % 3), None if i % 5 == 0 else i / 4], "label": "ab"[i % 2]} for i in range(20)]
    paths = {suffix: tmp_path / f"d{suffix}" for suffix in LISTS}
    for suffix, path in paths.items():
        WRITERS[suffix](path, rows if LISTS[suffix] else [{"v": 1, "label": "a"}])
    for source, other in product((suffix for suffix in LISTS if LISTS[suffix]), LISTS):
        model = rosenblatt.train(paths[source], missing=missing, max_iter=3)
        if LISTS[other]:
            assert predicted(model, paths[other]) == predicted(model, paths[source])
        else:
            with pytest.raises(DataError, match=r"column 'v' must be a list, as in training; got delimited text\.$"):
                predicted(model, paths[other])


# Rows that are features already

X = np.array([[1.0, 2.5, 0.0], [3.0, -0.25, 1e-3], [0.0, 0.0, 7.0], [8.0, 1.0, 2.0], [0.5, 0.0, 1.0]])
Y = np.array([1, 0, 1, 0, 1])
KINDS = {
    **dict.fromkeys(TABLES, "table"),
    **dict.fromkeys(("libsvm", "npy", "npz", "idx"), "numbered"),
    "vw": "named",
}


def _features(path, format):
    """The rows in a file of features; what must be said to read it with labels."""
    pairs = [(label, list(enumerate(row, start=1))) for label, row in zip(Y.tolist(), X.tolist(), strict=True)]
    match format:
        case "libsvm":
            path.write_text("".join(f"{y} {' '.join(f'{k}:{x!r}' for k, x in row if x)}\n" for y, row in pairs))
        case "vw":
            path.write_text("".join(f"{y} | {' '.join(f'f{k}:{x!r}' for k, x in row if x)}\n" for y, row in pairs))
        case "npz":
            np.savez(path, X=X, y=Y)
        case "npy":
            np.save(path, X)
        case "idx":
            path.write_bytes(struct.pack(">BBBBII", 0, 0, 14, 2, *X.shape) + X.astype(">f8").tobytes())
    if format not in ("npy", "idx"):
        return {}
    labels = path.with_name("labels.npy")
    np.save(labels, Y)
    return {"labels": str(labels)}


def test_every_pair_of_all_formats_agrees_or_is_refused(tmp_path):
    assert set(KINDS) == set(FORMATS)
    rows = [{"a": x, "label": y} for x, y in zip(X[:, 0].tolist(), Y.tolist(), strict=True)]
    paths, options = {}, {}
    for format in FORMATS:
        paths[format] = tmp_path / f"d{FORMATS[format][0]}"
        options[format] = {}
        if format in TABLES:
            WRITERS[paths[format].suffix](paths[format], rows)
        else:
            options[format] = _features(paths[format], format)
    for source in FORMATS:
        model = rosenblatt.train(paths[source], max_iter=3, **options[source])
        expected = predicted(model, paths[source])
        for other in FORMATS:
            if KINDS[source] == KINDS[other]:
                assert predicted(model, paths[other]) == expected, (source, other)
                assert rosenblatt.evaluate(model, paths[other], **options[other]).unknown == {}
            else:
                with pytest.raises(DataError, match=rf"must be of a kind with the rows of training, {source}; it is "):
                    predicted(model, paths[other])
