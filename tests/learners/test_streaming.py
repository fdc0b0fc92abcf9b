"""Training on a file: the bits of ``fit``, however the file is cut, kept or left off and taken up again."""

import signal

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.algorithms import LEARNERS

from rosenblatt.data import chunks
from rosenblatt.data.blocks import block_of, some_rows
from rosenblatt.data.chunks import Chunk
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.archives import read_archive, write_archive
from rosenblatt.files.streaming import file_rows, windows
from rosenblatt.files.streaming.file_rows import Cache, FileRows
from rosenblatt.files.streaming.windows import Windows
from rosenblatt.learners import Averaged, Perceptron, Pocket
from rosenblatt.learners.state import copy_of, set_state, state_of
from rosenblatt.learners.streaming import StreamTraining


def examples(n_classes=2, sparse=False, n=120, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 6)) * (rng.random((n, 6)) < 0.6)
    y = np.argmax(X @ rng.normal(size=(6, n_classes)) + rng.normal(size=(n, n_classes)), axis=1)
    return (sp.csr_matrix(X) if sparse else X), np.array(["ant", "bee", "cat"])[y]


def rows_of(X, y, size, options, again=True, cache=None):
    """A file whose reader hands out so many rows at a time; sparse ones are as wide as what has been seen."""
    block = block_of(X)

    def read():
        for first in range(0, len(y), size):
            last = min(first + size, len(y))
            part = some_rows(block, first, last)
            if part.is_sparse:
                seen = block.rows.columns[: block.rows.starts[last]]
                part = part._replace(n_features=int(seen.max(initial=0)) + 1)
            yield Chunk(part, y[first:last])

    order = Windows(options["order"], options.get("random_state", 0))
    return FileRows(read, order, cache or Cache(), again)


def streamed(make, X, y, size=37, again=True, cache=None, **options):
    rows = rows_of(X, y, size, options, again, cache)
    learner = StreamTraining(make(**options), rows).run()
    rows.close()
    return learner


def bits(learner):
    model = learner.model
    weights = model.weights if hasattr(model, "weights") else learner.weights.view
    report = learner.report
    return (
        weights.w.tobytes(),
        weights.b.tobytes(),
        report.reason,
        report.mistakes_per_epoch,
        report.errors,
        report.n_rows,
        report.radius,
        model.classes.tolist(),
    )


@pytest.mark.parametrize("make", LEARNERS)
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("order", ["given", "shuffled", "shuffled-once"])
def test_a_file_of_one_window_is_learned_as_rows_in_memory(make, sparse, n_classes, order):
    X, y = examples(n_classes, sparse)
    expected = make(order=order, max_iter=3, random_state=3).fit(X, y)
    for size in (37, 120):
        assert bits(streamed(make, X, y, size, order=order, max_iter=3, random_state=3)) == bits(expected)


@pytest.mark.parametrize("make", LEARNERS)
@pytest.mark.parametrize("order", ["given", "shuffled", "shuffled-once"])
def test_where_a_file_is_cut_and_kept_changes_nothing(make, order, monkeypatch, tmp_path):
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 3)
    X, y = examples(3, sparse=True)
    options = {"order": order, "max_iter": 3, "random_state": 1}
    expected = bits(streamed(make, X, y, 120, **options))
    for size in (1, 7, 64):
        assert bits(streamed(make, X, y, size, **options)) == expected
    named = tmp_path / "cache"
    assert bits(streamed(make, X, y, 50, cache=Cache(named, "key"), **options)) == expected
    assert len(list(named.iterdir())) == 1
    read_again = rows_of(X, y, 50, options, cache=Cache(named, "key"))
    read_again.read = None  # not needed: the pages are there
    assert bits(StreamTraining(make(**options), read_again).run()) == expected
    read_again.close()
    monkeypatch.setattr(file_rows, "MAX_BYTES_IN_MEMORY", 2000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert bits(streamed(make, X, y, 50, **options)) == expected
    assert list((tmp_path / "home" / "rosenblatt").iterdir()) == []
    if order == "given":
        assert expected[:4] == bits(make(**options).fit(X, y))[:4]


def test_shuffled_pages_and_windows_visit_every_row_once(monkeypatch):
    monkeypatch.setattr(chunks, "PAGE", 10)
    monkeypatch.setattr(windows, "MAX_PAGES", 4)
    X = np.arange(95.0)[:, None]
    y = np.arange(95) % 2
    rows = rows_of(X, y, 33, {"order": "shuffled"})
    orders = []
    for epoch in range(3):
        parts = [window.chunk.block.rows.values[window.visits, 0] for window in rows.windows(epoch)]
        assert [len(part) for part in parts[:-1]] == [40, 40] if epoch == 0 else True
        orders.append(np.concatenate(parts).tolist())
        assert sorted(orders[-1]) == X[:, 0].tolist()
        assert rows.order.page_order(epoch, 10) == sorted(range(10)) or epoch > 0
    assert max(orders[0][:40]) < 40  # the first epoch goes through the file
    assert max(orders[1][:40]) >= 40
    assert orders[0] != orders[1] != orders[2]
    rest = np.concatenate([window.chunk.block.rows.values[window.visits, 0] for window in rows.windows(2, first=1)])
    assert rest.tolist() == orders[2][-len(rest) :]
    assert 50 < len(rest) <= 60


@pytest.mark.parametrize("make", LEARNERS)
def test_a_run_that_is_left_and_taken_up_again_ends_the_same(make, monkeypatch, tmp_path):
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 3)
    X, y = examples(3)
    options = {"order": "shuffled", "max_iter": 4, "random_state": 1}
    saved = []

    def note(learner, progress):
        path = tmp_path / "state"
        write_archive(path, b"test\n", {"learner": state_of(learner), "progress": progress._asdict()})
        saved.append(path.read_bytes())

    rows = rows_of(X, y, 50, options)
    expected = bits(StreamTraining(make(**options), rows, note).run())
    assert len(saved) == 2 * 4
    for moment in range(8):
        (tmp_path / "state").write_bytes(saved[moment])
        tree = read_archive(tmp_path / "state", b"test\n")
        learner = make(**options)
        set_state(learner, tree["learner"])
        training = StreamTraining(learner, rows_of(X, y, 50, options))
        assert bits(training.run(training.resumed(tree["progress"]))) == expected


@pytest.mark.parametrize("make", LEARNERS)
def test_a_learner_that_was_taught_goes_on(make):
    (X, y), (X_new, y_new) = examples(2), examples(3, seed=1)
    options = {"order": "given", "max_iter": 1}
    learner = make(**options).fit(X, y)
    training = StreamTraining(learner, rows_of(X_new, y_new, 50, options))
    training.run(StreamTraining.continued(learner))
    expected = make(**options).partial_fit(X, y).partial_fit(X_new, y_new)
    assert learner.model.decision_function(X).tobytes() == expected.model.decision_function(X).tobytes()
    assert (learner.report.n_rows, learner.report.n_examples, learner.n_rows, learner.visited) == (120, 120, 240, 240)
    assert learner.report.terms.voided_by == ("starting weights that are not zero",)
    assert learner.report.first_pass_errors is None  # it may have learned these rows before


def test_ctrl_c_is_told_before_anything_is_ended(monkeypatch):
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 3)
    X, y = examples(3)
    options = {"order": "given", "max_iter": 4}
    seen, told = [], []

    def press(learner, progress):
        seen.append(state_of(learner))
        if len(seen) == 3:  # in the second epoch, when the pocket has passed its first
            signal.raise_signal(signal.SIGINT)

    training = StreamTraining(
        Pocket(**options),
        rows_of(X, y, 50, options),
        press,
        on_interrupt=lambda learner, progress: told.append(state_of(learner)),
    )
    learner = training.run()
    assert (learner.report.reason, learner.report.n_rows, len(told)) == ("interrupted", 120, 1)
    assert told[0]["more"]["checked"] is not None
    assert told[0]["more"]["checked"][2] == seen[-1]["more"]["checked"][2]
    assert learner.more_state()["checked"] is None


@pytest.mark.parametrize("make", LEARNERS)
@pytest.mark.parametrize("parts", [1, 2, 3, 4])  # an epoch has two
def test_a_run_interrupted_anywhere_goes_on_to_the_same_end(make, parts, monkeypatch):
    """After a window in the middle of an epoch, after its last, and between epochs."""
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 3)
    X, y = examples(3)
    options = {"order": "shuffled", "max_iter": 4, "random_state": 1}
    uninterrupted = StreamTraining(make(**options), rows_of(X, y, 50, options)).run()
    expected, first_pass = bits(uninterrupted), uninterrupted.report.first_pass_errors
    assert first_pass == uninterrupted.report.mistakes_per_epoch[0]
    for press_in in ("window", "epoch"):
        seen, left = [], []

        def press(seen=seen):
            seen.append(1)
            if len(seen) == parts:
                signal.raise_signal(signal.SIGINT)

        def leave(learner, progress, left=left):
            left.append((state_of(copy_of(learner)), progress._asdict()))

        learner = make(**options)
        on_window = (lambda learner, progress: press()) if press_in == "window" else None
        learner.on_epoch = (lambda epoch, mistakes: press()) if press_in == "epoch" else None
        stopped = StreamTraining(learner, rows_of(X, y, 50, options), on_window, on_interrupt=leave).run()
        assert (stopped.report.reason, len(left)) == ("interrupted", 1)
        again = make(**options)
        set_state(again, left[0][0])
        start = StreamTraining.resumed(left[0][1])
        assert stopped.report.first_pass_errors == (first_pass if left[0][1]["epoch"] else None)
        assert bits(StreamTraining(again, rows_of(X, y, 50, options)).run(start)) == expected
        assert again.report.first_pass_errors == first_pass


def test_ctrl_c_before_the_first_window_is_python_s_own():
    X, y = examples()
    options = {"order": "given"}

    class Pressed:
        def windows(self, epoch, first=0):
            signal.raise_signal(signal.SIGINT)
            yield from rows_of(X, y, 50, options).windows(epoch, first)

    training = StreamTraining(Perceptron(**options), Pressed())
    with pytest.raises(KeyboardInterrupt):
        training.run()


def test_a_run_that_is_left_in_its_first_epoch_counts_no_errors(monkeypatch):
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 3)
    X, y = examples(sparse=True)
    options = {"order": "given", "max_iter": 4}
    rows = rows_of(X, y, 50, options)
    press = lambda learner, progress: signal.raise_signal(signal.SIGINT)  # noqa: E731
    report = StreamTraining(Perceptron(**options), rows, press).run().report
    assert (report.reason, report.n_rows, report.errors) == ("interrupted", 60, None)


def test_classes_that_come_one_by_one_are_in_a_state_without_the_room_for_more():
    learner = Perceptron()
    for k in range(5):
        learner.partial_fit(np.eye(5)[[k, k - 1]], [k, max(k - 1, 0)])
        state = state_of(learner)
        assert state["vectors"][0]["w"].shape == ((1 if k < 2 else k + 1), 5)
        again = Perceptron()
        set_state(again, state)
        assert (
            again.model.decision_function(np.eye(5)).tobytes() == learner.model.decision_function(np.eye(5)).tobytes()
        )


@pytest.mark.parametrize("make", LEARNERS)
@pytest.mark.parametrize("sparse", [False, True])
def test_features_that_are_moved_take_all_weights_with_them(make, sparse):
    X, y = examples(3, sparse)
    learner = make(max_iter=2).fit(X, y)
    expected = learner.model.decision_function(X)
    moves = np.array([0, 8, 9, 16, 17, 24])
    wide = np.zeros((120, 26))
    wide[:, moves] = X.toarray() if sparse else X
    learner.move_features(moves, 26)
    assert np.allclose(learner.model.decision_function(wide), expected, rtol=1e-13, atol=1e-13)
    assert np.allclose(learner.model.decision_function(sp.csr_matrix(wide)), expected, rtol=1e-13, atol=1e-13)
    again = make(max_iter=2)
    set_state(again, state_of(learner))
    assert again.model.decision_function(wide).tobytes() == learner.model.decision_function(wide).tobytes()


def test_one_epoch_of_much_data_keeps_nothing(monkeypatch):
    X, y = examples()
    monkeypatch.setattr(chunks, "PAGE", 50)
    monkeypatch.setattr(file_rows, "MAX_BYTES_IN_MEMORY", 5000)
    learner = streamed(Perceptron, X, y, again=False, order="given", max_iter=1)
    assert learner.report.errors is None
    assert (
        learner.report.mistakes_per_epoch == Perceptron(order="given", max_iter=1).fit(X, y).report.mistakes_per_epoch
    )


def test_what_files_cannot_have_is_refused():
    X, y = examples()
    with pytest.raises(OptionError, match="order must be one of shuffled, shuffled-once, given for a file; got"):
        streamed(Perceptron, X, y, order="first-mistake")
    with pytest.raises(OptionError, match="early_stopping must be False for a file"):
        streamed(Perceptron, X, y, order="given", early_stopping=True)
    with pytest.raises(DataError, match="The file must have at least two classes; got one class, 'ant'"):
        streamed(Perceptron, X, np.full(120, "ant"), order="given")
    with pytest.raises(DataError, match="The file must have a row to learn from, of a class whose weight is not zero"):
        streamed(Perceptron, X, y, order="given", class_weight={"ant": 0, "bee": 0})
    taught = Perceptron(order="given").fit(X[:, :4], y)
    with pytest.raises(DataError, match="Rows must have 4 features, as before; got 6"):
        StreamTraining(taught, rows_of(X, y, 50, {"order": "given"})).run(StreamTraining.continued(taught))


@pytest.mark.parametrize("make", [Perceptron, Averaged])
def test_zero_with_a_sign_takes_classes_that_are_known(make, monkeypatch):
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 3)
    X, y = examples(3)
    options = {"order": "given", "max_iter": 3, "at_zero": "positive"}
    rows = rows_of(X, y, 50, options)
    learner = StreamTraining(make(**options), rows, classes=np.unique(y)).run()
    assert bits(learner) == bits(make(**options).fit(X, y))
