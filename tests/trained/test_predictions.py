"""Raw files to a model: without labels, in another format, with other columns; some rows at a time."""

import json
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
import scipy.sparse as sp
from helpers.algorithms import LEARNERS
from helpers.model_states import examples

import rosenblatt
from rosenblatt import conventions, estimators, learners, save
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.encoder import Encoding
from rosenblatt.files.formats import libsvm, vowpal
from rosenblatt.trained.predictions import like_classes

X = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0], [1.0, 3.0]])
Y = np.array([1, 0, 1, 0])
TABLE = "size,colour,class\n" + "1,red,yes\n2,blue,no\n3,red,yes\n9,blue,no\n" * 5


def trained_on(folder, name, text, **options):
    (folder / name).write_text(text)
    return rosenblatt.train(folder / name, **options)


@pytest.fixture
def sparse(tmp_path):
    return trained_on(tmp_path, "t.svm", "1 1:1\n0 2:1\n1 1:2 2:1\n0 1:1 2:3\n")


@pytest.fixture
def named(tmp_path):
    return trained_on(tmp_path, "t.vw", "1 | good\n-1 | bad\n" * 3)


@pytest.fixture
def table(tmp_path):
    return trained_on(tmp_path, "t.csv", TABLE)


def lines_after(predictions):
    list(predictions)
    return dict(predictions.lines())


# Features that training has not seen


def test_sparse_features_beyond_those_of_training_weigh_nothing(tmp_path, sparse):
    (tmp_path / "p.svm").write_text("1 1:1 3:9 2147483647:5\n0 2:1\n0 7:1\n")
    (tmp_path / "q.svm").write_text("1 1:1\n0 2:1\n0\n")
    predictions, known = sparse.predictions(tmp_path / "p.svm"), sparse.predictions(tmp_path / "q.svm")
    assert [page.scores.tolist() for page in predictions] == [page.scores.tolist() for page in known]
    assert dict(predictions.lines()) == {"left out": "3 values of features that training has not seen"}
    assert known.lines() == []
    assert lines_after(predictions) == dict(predictions.lines())  # not added up from one pass to the next


def test_names_that_training_has_not_seen_weigh_nothing(tmp_path, named):
    (tmp_path / "p.vw").write_text("| good new:3\n1 | bad other new\n")
    predictions = named.predictions(tmp_path / "p.vw")
    assert np.concatenate([page.labels for page in predictions]).tolist() == [1, -1]
    assert dict(predictions.lines()) == {"left out": "3 values of features that training has not seen"}


def test_a_sparse_matrix_may_be_wider_and_a_dense_one_may_not(tmp_path, sparse):
    wider = np.hstack([X, np.ones((4, 1))])
    sp.save_npz(tmp_path / "p.npz", sp.csr_matrix(wider))
    assert sparse.predict_file(tmp_path / "p.npz").tolist() == sparse.predict(X).tolist()
    for found in (wider, X[:, :1]):
        np.save(tmp_path / "p.npy", found)
        with pytest.raises(
            DataError, match=rf"p\.npy must have 2 features, as in training; it has {found.shape[1]}\.$"
        ):
            sparse.predict_file(tmp_path / "p.npy")


def test_rows_with_unseen_categories_are_counted_anew_in_every_pass(tmp_path, table):
    (tmp_path / "p.csv").write_text("size,colour\n1,red\n" + "2,teal\n3,pink\n4,blue\n" * 6)
    predictions = table.predictions(tmp_path / "p.csv")
    assert predictions.lines() == []
    for _ in range(2):
        told = "12 rows have values of 'colour' that training has not seen, the first 'teal'"
        assert lines_after(predictions) == {"unseen": told}
    both = [iter(predictions), iter(predictions)]
    for _ in zip(*both, strict=True):
        assert dict(predictions.lines()) == {"unseen": told}


def test_unseen_categories_of_many_columns_are_one_line(tmp_path):
    header = ",".join(f"c{k}" for k in range(30))
    trained = trained_on(tmp_path, "w.csv", f"{header},y\n{'a,' * 30}yes\n{'b,' * 30}no\n")
    (tmp_path / "p.csv").write_text(f"{header}\n{','.join(['z' * 100] * 30)}\n")
    said = lines_after(trained.predictions(tmp_path / "p.csv"))["unseen"]
    assert said.startswith(
        f"1 row has a value of 'c0' that training has not seen, '{'z' * 39}…'; 1 row has a value of 'c1'"
    )
    assert (said.count("; "), said[-3:]) == (20, "; …")


def test_unseen_categories_are_counted_in_the_order_of_rows_on_all_cores(tmp_path, table, monkeypatch):
    (tmp_path / "parts").mkdir()
    for k in range(20):
        (tmp_path / "parts" / f"{k:02}.csv").write_text(
            f"size,colour,class\n1,red,yes\n1,new{k},no\n" + "1,late,no\n" * k
        )
    delays, encoded = iter([0.2, *[0] * 19]), Encoding.chunk

    def slow_first(self, batch, *more):
        time.sleep(next(delays))
        return encoded(self, batch, *more)

    monkeypatch.setattr(Encoding, "chunk", slow_first)
    reader = table.reader_of(tmp_path / "parts", {}, grows=True)
    reader.newcomers()  # its batches are kept, and then encoded on several threads
    assert sum(chunk.n_rows for chunk in reader.chunks()) == 230
    assert reader.unseen == {"colour": (210, "new0")}


# Rows without labels


@pytest.mark.parametrize("size", [1, 7, 10**6])
def test_lines_without_labels(tmp_path, sparse, named, size, monkeypatch):
    for chunks_of in (libsvm.libsvm_chunks, vowpal.vowpal_chunks):
        monkeypatch.setitem(chunks_of.__kwdefaults__, "size", size)
    (tmp_path / "p.svm").write_text("1:1\n1 1:1\n\n# none\n qid:3 2:1\n? 2:1\n1,2 1:1\nspam\n")
    (tmp_path / "p.vw").write_text("| good\n-1 | bad\n\n'tag| good\nspam eggs |good| bad\n")
    assert sparse.predict_file(tmp_path / "p.svm").tolist() == [1, 1, 0, 0, 1, 0]
    assert named.predict_file(tmp_path / "p.vw").tolist() == [1, -1, 1, -1]


def test_lines_without_labels_are_known_by_what_was_trained_on(tmp_path, sparse, named):
    (tmp_path / "p").write_text("1:1\n2:1\n")
    assert sparse.predict_file(tmp_path / "p").tolist() == [1, 0]
    (tmp_path / "p.txt").write_text("| good\n| bad\n")
    assert named.predict_file(tmp_path / "p.txt").tolist() == [1, -1]


def test_training_and_evaluating_need_labels(tmp_path, sparse, named):
    (tmp_path / "p.svm").write_text("1 1:1\n1:1\n")
    (tmp_path / "p.vw").write_text("1 | good\n| bad\n")
    np.savez(tmp_path / "p.npz", X=X)
    np.save(tmp_path / "p.npy", X)
    needed = {
        "p.svm": r"p\.svm:2 must begin with a label",
        "p.vw": r"p\.vw:2 must begin with a label",
        "p.npz": r"p\.npz must hold arrays X and y",
        "p.npy": r"p\.npy must have labels.*: labels= names a file of them",
    }
    for name, message in needed.items():
        with pytest.raises(DataError, match=message):
            rosenblatt.train(tmp_path / name)
        with pytest.raises(DataError, match=message):
            list((named if name == "p.vw" else sparse).predictions(tmp_path / name, with_labels=True))


def test_arrays_without_labels_or_with_labels_of_no_use(tmp_path, sparse):
    expected = sparse.predict(X).tolist()
    np.savez(tmp_path / "p.npz", X=X)
    np.save(tmp_path / "p.npy", X)
    np.savez(tmp_path / "q.npz", X=X, y=np.array(["other"] * 3))
    for name in ("p.npz", "p.npy", "q.npz"):
        assert sparse.predict_file(tmp_path / name).tolist() == expected


def test_a_wrong_line_is_named_when_predicting_too(tmp_path, sparse, named):
    for model, name, text, message in (
        (sparse, "p.svm", "1:1\n1:nan\n", r"p\.svm:2 must have finite numbers as values; got '1:nan'"),
        (sparse, "p.svm", "1:1\nhello world\n", r"p\.svm:2 must have index:value after its label"),
        (sparse, "p.svm", "1:1\n a:1\n", r"p\.svm:2 must have a whole number from 1 on before each colon; got 'a:1'"),
        (sparse, "p.svm", "2:1 1:1\n", r"p\.svm:1 must have rising indices"),
        (named, "p.vw", "| good:inf\n", r"p\.vw:1 must have a finite number after each colon"),
        (named, "p.vw", "hello world\n", r"p\.vw:1 must have a \| between its label and its features"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(DataError, match=message):
            model.predict_file(tmp_path / name)


# Labels that are compared


def written(folder, labels):
    """Rows with these labels in every format that can have them, and what must be said to read each."""
    rows = [{"a": a, "b": b, "class": label} for (a, b), label in zip(X.tolist(), labels, strict=True)]
    (folder / "l.csv").write_text("a,b,class\n" + "".join(f"{r['a']},{r['b']},{r['class']}\n" for r in rows))
    (folder / "l.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pa.parquet.write_table(pa.Table.from_pylist(rows), folder / "l.parquet")
    strings = [{**row, "class": str(row["class"])} for row in rows]
    pa.parquet.write_table(pa.Table.from_pylist(strings), folder / "s.parquet")
    return ["l.csv", "l.jsonl", "l.parquet", "s.parquet"]


@pytest.mark.parametrize("labels", [[1, 0, 1, 0], ["1.", "0.", "1.", "0."], [1.5, 0.5, 1.5, 0.5]])
def test_labels_of_one_format_are_those_of_another(tmp_path, labels):
    names = written(tmp_path, labels)
    for name in names:
        model = rosenblatt.train(tmp_path / name)
        for other in names:
            [page] = model.predictions(tmp_path / other, with_labels=True)
            assert page.truth.tolist() == page.labels.tolist(), (name, other)


def test_labels_of_sparse_rows_and_arrays_are_the_same(tmp_path, sparse):
    np.save(tmp_path / "p.npy", X)
    for labels, name in ((Y, "y.npy"), (Y.astype(float), "f.npy"), (Y.astype(str), "s.npy"), (Y == 1, "b.npy")):
        np.save(tmp_path / name, labels)
        [page] = sparse.predictions(tmp_path / "p.npy", with_labels=True, labels=str(tmp_path / name))
        assert (page.truth == page.labels).tolist() == (page.labels == Y).tolist()
    (tmp_path / "y.txt").write_text("1\nother\n1\n0\n")
    with pytest.raises(DataError, match=r"p\.npy must have numbers as labels, as in training; got 'other'\."):
        list(sparse.predictions(tmp_path / "p.npy", with_labels=True, labels=str(tmp_path / "y.txt")))


def test_labels_that_training_has_not_seen(tmp_path, sparse, table):
    (tmp_path / "p.svm").write_text("7 1:1\n")
    (tmp_path / "p.csv").write_text("size,colour,class\n1,red,maybe\n2,blue,\n")
    assert sparse.predict_file(tmp_path / "p.svm").tolist() == [1]
    assert table.predict_file(tmp_path / "p.csv").tolist() == ["yes", "no"]
    [page] = sparse.predictions(tmp_path / "p.svm", with_labels=True)
    assert page.truth.tolist() == [7]


# Tables


def test_columns_are_found_by_name_in_any_order_and_format(tmp_path, table):
    rows = {"new": [5, 5, 5], "colour": ["red", "blue", "green"], "other": ["p", "q", "r"], "size": [1.5, 4, 4]}
    pa.parquet.write_table(pa.table(rows), tmp_path / "p.parquet")
    (tmp_path / "p.csv").write_text("size,colour\n1.5,red\n4,blue\n4,\n")
    (tmp_path / "p.jsonl").write_text('{"colour": "red", "size": 1.5}\n{"size": 4, "colour": "blue"}\n')
    predictions = table.predictions(tmp_path / "p.parquet")
    [page] = predictions
    assert dict(predictions.lines()) == {
        "not used": "2 columns that training has not seen: new, other",
        "unseen": "1 row has a value of 'colour' that training has not seen, 'green'",
    }
    assert page.labels.tolist()[:2] == ["yes", "no"]
    [same] = table.predictions(tmp_path / "p.jsonl")
    assert same.scores.tolist() == page.scores.tolist()[:2]
    # A category that was never seen is none of those that were: what is left is the size, and the bias.
    size, bias = table.model_.weights.w[0, 0], table.model_.weights.b[0]
    scaling = table.encoding_.scaling
    assert page.scores[2] == size * ((4 - scaling.shift[0]) / scaling.divisor[0]) + bias
    with pytest.raises(DataError, match=r"p\.csv:4 column 'colour' has no value"):
        table.predict_file(tmp_path / "p.csv")
    (tmp_path / "p.csv").write_text("size,class\n1,yes\n")
    with pytest.raises(DataError, match=r"p\.csv must have a column 'colour', as in training; it has size, class\."):
        table.predict_file(tmp_path / "p.csv")


def test_ids_go_with_the_rows(tmp_path):
    text = "who,size,class\nann,1,yes\nbob,2,no\ncem,1.5,yes\n"
    model = trained_on(tmp_path, "t.csv", text, id=("who",))
    pa.parquet.write_table(pa.table({"size": [2.0, 1.0], "who": [7, None]}), tmp_path / "p.parquet")
    assert [page.ids for page in model.predictions(tmp_path / "p.parquet")] == [{"who": [7, None]}]
    [page] = model.predictions(tmp_path / "t.csv", with_labels=True)
    assert page.ids == {"who": ["ann", "bob", "cem"]}
    assert page.truth.tolist() == ["yes", "no", "yes"]


def test_text_and_embeddings_are_read_as_in_training(tmp_path):
    rows = {"said": ["good day", "bad night"] * 5, "e": [[1.0, 2.0], [3.0, 4.0]] * 5, "class": ["p", "q"] * 5}
    pa.parquet.write_table(pa.table(rows), tmp_path / "t.parquet")
    model = rosenblatt.train(tmp_path / "t.parquet", text=("said",))
    (tmp_path / "p.jsonl").write_text('{"e": [3, 4], "said": "bad night"}\n{"e": [1, 2], "said": "good day"}\n')
    assert model.predict_file(tmp_path / "p.jsonl").tolist() == ["q", "p"]


# What a model takes


def test_rows_of_another_kind_are_refused(tmp_path, sparse, named, table):
    (tmp_path / "p.csv").write_text("1,2\n3,4\n")
    (tmp_path / "p.svm").write_text("1 1:1\n")
    (tmp_path / "p.vw").write_text("1 | good\n")
    for model, format_, others in (
        (sparse, "libsvm", ["p.csv", "p.vw"]),
        (named, "vw", ["p.csv", "p.svm", "sample:iris"]),
        (table, "csv", ["p.svm", "p.vw", "sample:iris"]),
    ):
        for other in others:
            data = other if other.startswith("sample:") else tmp_path / other
            with pytest.raises(
                DataError, match=f"{other} must be of a kind with the rows of training, {format_}; it is"
            ):
                model.predict_file(data)


def test_what_can_be_said_of_a_raw_file(tmp_path, table):
    (tmp_path / "p").write_text("colour;size\nred;1\nblue;2\n")
    [page] = table.predictions(tmp_path / "p", delimiter=";", format="csv", header=True)
    assert page.labels.tolist() == ["yes", "no"]
    with pytest.raises(OptionError, match="predictions takes delimiter, format, header, .*; got 'target'"):
        table.predictions(tmp_path / "p", target="size")


def test_bundled_sets_and_pipes_are_predicted(tmp_path):
    model = rosenblatt.train("sample:note-004")
    assert model.predict_file("sample:note-004").tolist() == [-1, -1, 1, 1]
    [page] = model.predictions("sample:note-004", with_labels=True)
    assert page.truth.tolist() == page.labels.tolist()


def test_rows_are_read_as_they_are_asked_for(tmp_path, sparse, monkeypatch):
    monkeypatch.setitem(libsvm.libsvm_chunks.__kwdefaults__, "size", 60)
    monkeypatch.setattr(libsvm, "available", lambda: 1)
    (tmp_path / "p.svm").write_text("1 1:1\n" * 100 + "1 1:nan\n")
    pages = iter(sparse.predictions(tmp_path / "p.svm"))
    assert [len(next(pages).labels) for _ in range(8)] == [10] * 8
    with pytest.raises(DataError, match=r"p\.svm:101 must have finite numbers"):
        list(pages)


def no_learner(*_, **__):
    raise AssertionError("a learner was made")


@pytest.mark.parametrize("make", LEARNERS)
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_predicting_makes_a_model_and_no_learner(make, n_classes, tmp_path, monkeypatch):
    """Of what train gives, an estimator by rows and by a file, early stopping, and a learner: the same scores."""
    X, y = examples(n_classes, "str")
    np.savez(tmp_path / "d.npz", X=X, y=y)
    algorithm = make.__name__.lower()
    estimator = getattr(estimators, conventions.ALGORITHMS[algorithm].estimator)
    models = [
        rosenblatt.train(tmp_path / "d.npz", algorithm=algorithm, max_iter=4),
        estimator(max_iter=4, early_stopping=True).fit(X, y),
        rosenblatt.fit_file(estimator(max_iter=4), tmp_path / "d.npz"),
        make(max_iter=4).fit(X, y),
    ]
    for number, model in enumerate(models):
        save(tmp_path / f"{number}", model)
    monkeypatch.setattr(learners.Learner, "__init__", no_learner)
    for number, model in enumerate(models):
        (page,) = rosenblatt.predict(tmp_path / f"{number}", tmp_path / "d.npz")
        (expected,) = rosenblatt.predict(model, tmp_path / "d.npz")
        assert page.scores.tobytes() == expected.scores.tobytes()
        assert rosenblatt.evaluate(tmp_path / f"{number}", tmp_path / "d.npz").n_rows == len(y)


def test_a_learner_without_rows_predicts_nothing(tmp_path):
    save(tmp_path / "m", learners.Perceptron())
    np.savez(tmp_path / "d.npz", X=np.zeros((1, 2)), y=[1])
    with pytest.raises(DataError, match="^model must be one that was trained on rows; got Perceptron, which was not"):
        rosenblatt.predict(tmp_path / "m", tmp_path / "d.npz")


def test_labels_beyond_float64_are_not_taken_for_one_another():
    """Written as text they are matched by their number, which float64 would round."""
    classes = np.array([1, 2**53, 2**53 + 2])
    labels = np.array([f"+{2**53}", f"+{2**53 + 1}", "1.0"])
    assert like_classes(labels, classes, "d").tolist() == [2**53, 2**53 + 1, 1]
    assert like_classes(np.array([2**53 + 1, 1]), np.array([f"+{2**53}", "1.0"]), "d").tolist() == [
        str(2**53 + 1),
        "1.0",
    ]
