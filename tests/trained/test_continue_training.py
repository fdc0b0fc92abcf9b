"""Continued training: the bits of one run over old rows and new, with what is new added at zero."""

import json
import signal

import numpy as np
import pytest
from helpers.algorithms import ALGORITHMS
from helpers.continued_runs import COLOURS, LABELS, bits, make, numbers, plain, table
from helpers.interruptions import Killer
from sklearn.datasets import dump_svmlight_file

import rosenblatt
from rosenblatt.errors import DataError
from rosenblatt.files.archives import read_archive, write_archive
from rosenblatt.learners.state import copy_of, set_state, state_of
from rosenblatt.trained import checkpoint
from rosenblatt.trained.continue_training import continue_training
from rosenblatt.trained.trained_model import Trained


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(("old_classes", "new_classes"), [(2, 2), (3, 3), (2, 3)])
def test_arrays_then_arrays_are_rows_given_to_partial_fit(algorithm, old_classes, new_classes, tmp_path):
    (X, y), (X_new, y_new) = numbers(60, old_classes, 0), numbers(50, new_classes, 1)
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=X_new, y=y_new)
    options = {"order": "given", "max_iter": 1}
    trained = continue_training(
        rosenblatt.train(tmp_path / "a.npz", algorithm=algorithm, **options), tmp_path / "b.npz"
    )
    expected = make(algorithm, **options).partial_fit(X, y).partial_fit(X_new, y_new)
    assert trained.learner_.model.decision_function(X).tobytes() == expected.model.decision_function(X).tobytes()
    assert trained.classes_.tolist() == sorted(LABELS[:new_classes])
    for name in ("visited", "n_mistakes", "n_rows", "radius"):
        assert getattr(trained.learner_, name) == getattr(expected, name)
    # But for a pocket: ``fit`` puts weights into it whose run is still going on.
    for rows, others in zip(trained.learner_.vectors()[:2], expected.vectors()[:2], strict=True):
        assert plain(rows.state()) == plain(others.state())


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_sparse_features_that_come_are_as_if_they_had_been_there(algorithm, n_classes, tmp_path):
    (X, y), (X_new, y_new) = numbers(60, n_classes, 0), numbers(50, n_classes, 1)
    X, X_new = np.where(np.abs(X) > 0.5, X, 0.0), np.where(np.abs(X_new) > 0.5, X_new, 0.0)
    X[:, 3] = 0.0  # comes with the new rows
    for name, rows, labels in (("a.svm", X, y), ("b.svm", X_new, y_new)):
        dump_svmlight_file(rows, np.searchsorted(sorted(LABELS), labels), str(tmp_path / name), zero_based=False)
    options = {"order": "given", "max_iter": 1}
    trained = rosenblatt.train(tmp_path / "a.svm", algorithm=algorithm, **options)
    assert trained.n_features_in_ == 3
    again = continue_training(trained, tmp_path / "b.svm")
    expected = make(algorithm, **options)
    for rows, labels in ((X, y), (X_new, y_new)):
        expected.partial_fit(rows, np.searchsorted(sorted(LABELS), labels))
    assert again.model_.decision_function(X_new).tobytes() == expected.model.decision_function(X_new).tobytes()
    assert (trained.n_features_in_, again.n_features_in_) == (3, 4)
    assert len(again.predict_file(tmp_path / "a.svm")) == 60  # narrower than the model now is


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("n_colours", [4, 5, 45])  # with the last, rows that were dense are sparse
def test_categories_that_come_are_as_if_they_had_been_there(algorithm, n_classes, n_colours, tmp_path):
    colours = np.array([*COLOURS[:3], *(f"{k:02}" for k in range(42))])
    old = table(tmp_path / "a.csv", 60, 2, 3, 0, colours)
    new = table(tmp_path / "b.csv", 90, n_classes, n_colours, 1, colours)
    options = {"order": "given", "max_iter": 1}
    trained = rosenblatt.train(old, algorithm=algorithm, **options)
    again = continue_training(trained, new)
    assert trained.feature_names_ == ["size", "colour=blue", "colour=green", "colour=red", "weight"]
    assert again.feature_names_[1] == "colour=00"
    assert again.encoding_.is_dense == (n_colours < 10)
    assert again.encoding_.scaling == trained.encoding_.scaling
    expected = make(algorithm, **options)
    for path in (old, new):
        rows = rosenblatt.read(path, encoding=again.encoding_).table()
        expected.partial_fit(rows.X, rows.y)
    rows = rosenblatt.read(new, encoding=again.encoding_).table().X
    assert again.model_.decision_function(rows).tobytes() == expected.model.decision_function(rows).tobytes()
    assert again.classes_.tolist() == expected.model.classes.tolist()
    for some, others in zip(again.learner_.vectors()[:2], expected.vectors()[:2], strict=True):
        assert some.view.w.tobytes() == others.view.w.tobytes()


def test_features_with_names_come_after_those_that_are_there(tmp_path):
    (tmp_path / "a.vw").write_text("1 | good:1 day\n-1 | bad:1\n" * 5)
    (tmp_path / "b.vw").write_text("-1 | awful:1 day\n1 | good fine:2\n3 | other\n" * 5)
    trained = rosenblatt.train(tmp_path / "a.vw")
    names = trained.feature_names_
    again = continue_training(trained, tmp_path / "b.vw", cache=tmp_path / "cache")
    assert again.feature_names_ == [*names, "^awful", "^fine", "^other"]
    assert again.predict_file(tmp_path / "b.vw").tolist() == [-1, 1, 3] * 5
    assert trained.feature_names_ == names == list(trained.reading.names)
    from_cache = continue_training(trained, tmp_path / "b.vw", cache=tmp_path / "cache")
    assert bits(from_cache.learner_) == bits(again.learner_)
    assert from_cache.reading.names == again.reading.names


# A category that comes weighs nothing before the first visit.


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_grown_model_predicts_what_it_did(algorithm, tmp_path):
    path = table(tmp_path / "a.csv", 60, 3, 3)
    trained = rosenblatt.train(path, algorithm=algorithm, scale="none", max_iter=2)
    grown, moves = trained.encoding_.grown({"colour": ["amber", "pink", "violet"]}, ["eel"])
    learner = copy_of(trained.learner_)
    learner.move_features(moves, grown.n_features)
    before, after = rosenblatt.read(path).table(), rosenblatt.read(path, encoding=grown).table()
    scores, expected = learner.model.decision_function(after.X), trained.model_.decision_function(before.X)
    if algorithm == "averaged":  # products are added in the order of the columns; the others' are whole numbers
        assert np.allclose(scores, expected, rtol=1e-14, atol=1e-14)
    else:
        assert scores.tolist() == expected.tolist()
    assert learner.model.predict(after.X).tolist() == trained.predict(before.X).tolist()
    new = np.delete(np.arange(grown.n_features), moves)
    assert [grown.feature_names()[k] for k in new] == ["colour=amber", "colour=pink", "colour=violet"]
    assert not any(rows.view.w[:, new].any() for rows in learner.vectors())
    assert grown.labels == ["ant", "cat", "dog", "eel"]


@pytest.mark.parametrize("options", [{}, {"hash_bits": 4}, {"text": ("said",), "hash_bits": None}, {"text": ("said",)}])
def test_every_feature_keeps_its_meaning_when_others_come(options, tmp_path):
    rows = [{"a": "x", "said": "so it is", "e": [1.0, 2.0], "b": "p", "n": 3, "y": "s"}]
    rows.append({"a": "z", "said": "it was", "e": [2.0, 1.0], "b": "r", "n": 4, "y": "t"})
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    encoding = rosenblatt.read(tmp_path / "t.jsonl", **options).encoding
    grown, moves = encoding.grown({"a": ["w", "y", "z"], "b": ["q"]})
    old = rosenblatt.read(tmp_path / "t.jsonl", encoding=encoding).table().X
    new = rosenblatt.read(tmp_path / "t.jsonl", encoding=grown).table().X
    as_arrays = [X if isinstance(X, np.ndarray) else X.toarray() for X in (old, new)]
    assert (as_arrays[1][:, moves] == as_arrays[0]).all()
    assert not np.delete(as_arrays[1], moves, axis=1).any()
    assert grown.n_features - encoding.n_features == (0 if options.get("hash_bits") else 3)
    assert (np.diff(moves) > 0).all()


# The run.


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_from_a_state_that_was_kept_it_goes_on_to_the_same_bits(algorithm, order, tmp_path, small_pages):
    old, new = table(tmp_path / "a.csv", 130, 2, 3), table(tmp_path / "b.csv", 110, 3, 5, 1)
    trained = rosenblatt.train(old, algorithm=algorithm, order=order, max_iter=3)
    before = bits(trained.learner_)
    again = continue_training(trained, new, max_iter=4)
    assert bits(trained.learner_) == before
    assert trained.report_.n_rows == 130
    write_archive(tmp_path / "state", b"test\n", state_of(trained.learner_))
    loaded = make(algorithm, order=order, max_iter=3)
    set_state(loaded, read_archive(tmp_path / "state", b"test\n"))
    from_file = continue_training(Trained(loaded, trained.reading), new, max_iter=4)
    assert bits(from_file.learner_) == bits(again.learner_)
    assert from_file.report_.to_dict() | {"seconds": 0} == again.report_.to_dict() | {"seconds": 0}
    third = continue_training(again, old, max_iter=1)  # a night later: nothing new
    assert third.feature_names_ == again.feature_names_
    assert third.learner_.visited == again.learner_.visited + 130


def test_the_report_is_of_the_new_run(tmp_path):
    X, y = numbers(40, 2, 0)
    np.savez(tmp_path / "a.npz", X=100 * X, y=y)
    np.savez(tmp_path / "b.npz", X=X[:30], y=y[:30])
    trained = rosenblatt.train(tmp_path / "a.npz", algorithm="averaged", max_iter=5)
    again = continue_training(trained, tmp_path / "b.npz", max_iter=3)
    report = again.report_
    assert (report.n_rows, report.n_epochs, len(report.mistakes_per_epoch)) == (30, 3, 3)
    assert report.n_examples == 90
    assert report.n_mistakes == again.learner_.n_mistakes - trained.learner_.n_mistakes
    assert report.errors == np.count_nonzero(again.predict(X[:30]) != y[:30])
    assert report.radius < 10 < again.learner_.radius == trained.report_.radius
    assert again.learner_.n_rows == 70
    assert again.learner_.visited == trained.learner_.visited + 90
    assert report.terms.voided_by == ("starting weights that are not zero",)
    assert again.learner_.options == trained.learner_.options
    assert trained.report_.terms.voided_by == ()


def test_without_max_iter_there_are_as_many_epochs_as_the_model_was_told(tmp_path):
    old, new = table(tmp_path / "a.csv", 50, 2, 3), table(tmp_path / "b.csv", 50, 2, 3, 1)
    assert continue_training(rosenblatt.train(old, max_iter=2), new).report_.n_epochs == 2
    assert continue_training(rosenblatt.train(old, algorithm="voted"), new).report_.n_epochs == 10


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", ["b.csv", "b.svm"])
def test_killed_at_any_moment_and_resumed_is_never_killed(algorithm, name, tmp_path, small_pages, monkeypatch):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    if name == "b.csv":
        old, new = table(tmp_path / "a.csv", 70, 2, 3), table(tmp_path / name, 110, 3, 5, 1)
    else:
        old, new = tmp_path / "a.svm", tmp_path / name
        old.write_text("1 1:1 2:3\n0 2:2\n1 1:2\n" * 30)
        new.write_text("1 1:1 3:3\n0 2:2 3:1\n2 1:2 4:1\n0 1:1 5:2\n1 1:1 5:2\n" * 22)
    trained = rosenblatt.train(old, algorithm=algorithm, max_iter=2)
    expected = continue_training(trained, new, max_iter=3)
    for left in range(5):
        with pytest.raises(MemoryError):
            continue_training(trained, new, max_iter=3, checkpoint=tmp_path / "run", on_window=Killer(left))
        resumed = continue_training(trained, new, max_iter=3, checkpoint=tmp_path / "run", resume=True)
        assert bits(resumed.learner_) == bits(expected.learner_)
        assert resumed.report_.to_dict() | {"seconds": 0} == expected.report_.to_dict() | {"seconds": 0}
        assert not (tmp_path / "run").exists()
    with pytest.raises(MemoryError):
        continue_training(trained, new, checkpoint=tmp_path / "run", on_window=Killer(1))
    with pytest.raises(DataError, match="run must be of the same data and options; it is of others: remove it"):
        continue_training(expected, new, checkpoint=tmp_path / "run", resume=True)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_ctrl_c_and_resumed_is_never_pressed(algorithm, tmp_path, small_pages):
    old, new = table(tmp_path / "a.csv", 70, 2, 3), table(tmp_path / "b.csv", 110, 3, 5, 1)
    trained = rosenblatt.train(old, algorithm=algorithm, max_iter=2)
    expected = continue_training(trained, new, max_iter=3)
    press = lambda learner, progress: signal.raise_signal(signal.SIGINT)  # noqa: E731
    stopped = continue_training(trained, new, max_iter=3, checkpoint=tmp_path / "run", on_window=press)
    assert (stopped.report_.reason, stopped.report_.n_rows, stopped.report_.errors) == ("interrupted", 60, None)
    assert bits(continue_training(trained, new, max_iter=3, checkpoint=tmp_path / "run", resume=True).learner_) == bits(
        expected.learner_
    )


def test_balanced_classes_are_balanced_by_the_new_rows(tmp_path, small_pages):
    old, new = table(tmp_path / "a.csv", 130, 2, 3), table(tmp_path / "b.csv", 40, 3, 3, 1)
    trained = rosenblatt.train(old, class_weight="balanced", order="given", max_iter=1)
    assert trained.learner_.options.class_weight == "balanced"
    again = continue_training(trained, new)
    rows = rosenblatt.read(new, encoding=again.encoding_).table()
    labels, counts = np.unique(rows.y, return_counts=True)
    expected = copy_of(trained.learner_)
    factors = dict(zip(labels.tolist(), (40 / (3 * counts)).tolist(), strict=True))
    expected.options = make("perceptron", order="given", class_weight=factors).options
    expected.partial_fit(rows.X, rows.y)
    assert again.model_.weights.w.tobytes() == expected.model.weights.w.tobytes()
    assert again.learner_.options.class_weight == "balanced"
