"""Training: how it ends, and that it ends as it says."""

import os
import signal
import threading

import numpy as np
import pytest
import reference
from helpers.algorithms import LEARNERS
from helpers.sets import XOR

from rosenblatt.data.hold_out import by_class
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted, in_memory as training_module
from rosenblatt.learners.options import Options
from rosenblatt.learners.stopping import BestEpoch
from rosenblatt.learners.visit_order import Orders


def noisy(n=200, d=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (X[:, 0] + rng.normal(size=n) > 0).astype(int)


def separable(n=60, d=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[:, 0] += np.where(X[:, 0] > 0, 0.3, -0.3)
    return X, (X[:, 0] > 0).astype(int)


@pytest.mark.parametrize("kind", LEARNERS)
def test_converged(kind):
    learner = kind(max_iter=1000).fit(*separable())
    assert learner.report.reason == "converged"
    assert learner.report.mistakes_per_epoch[-1] == 0
    assert 0 not in learner.report.mistakes_per_epoch[:-1]


@pytest.mark.parametrize("kind", [Perceptron, Pocket])
def test_stalled_is_not_converged(kind):
    report = kind(n_iter_no_change=7).fit(*noisy()).report
    assert report.reason == "stalled"
    lowest = min(report.mistakes_per_epoch)
    assert report.mistakes_per_epoch.index(lowest) == report.n_epochs - 1 - 7


@pytest.mark.parametrize("kind", [Averaged, Voted])
def test_an_average_waits_until_it_has_forgotten(kind):
    """The low and what came before it are at most a tenth of the run."""
    report = kind(n_iter_no_change=7, max_iter=1000).fit(*noisy()).report
    assert report.reason == "stalled"
    low = report.mistakes_per_epoch.index(min(report.mistakes_per_epoch)) + 1
    assert report.n_epochs == max(low + 7, 10 * low)


def test_tol_is_a_share_of_the_low():
    low = BestEpoch(0.25)
    for mistakes, waited in ((12, 0), (10, 1), (9, 2), (8, 0), (6, 1), (5, 0), (4, 1), (3, 0), (2, 0), (1, 0), (0, 0)):
        low.note(mistakes)
        assert low.epochs_since == waited


def test_below_a_thousand_mistakes_one_less_is_a_new_low():
    for first, second, waited in ((999, 998, 0), (2000, 1999, 1), (2000, 1998, 1), (2000, 1997, 0)):
        low = BestEpoch(Options().tol)
        low.note(first)
        low.note(second)
        assert low.epochs_since == waited


@pytest.mark.parametrize("weight", [1.0, 0.1, 0.3, 1 / 3, 1e-6])
def test_a_stall_does_not_depend_on_the_scale_of_the_weights(weight):
    """Nor on the rounding of their sum: two rows that contradict each other, twice."""
    learner = Perceptron(order="given", n_iter_no_change=10, tol=1e-3)
    learner.fit([[1.0]] * 4, [0, 1, 0, 1], sample_weight=[weight] * 4)
    assert (learner.report.reason, learner.report.n_epochs) == ("stalled", 11)


@pytest.mark.parametrize("kind", LEARNERS)
def test_max_iter(kind):
    report = kind(max_iter=4, n_iter_no_change=None).fit(*XOR).report
    assert (report.reason, report.n_epochs, report.n_examples) == ("max_iter", 4, 16)


@pytest.mark.parametrize("kind", LEARNERS)
def test_exactly_max_iter_epochs_as_written(kind):
    report = kind(max_iter=300, stop_when_converged=False, n_iter_no_change=3).fit(*separable()).report
    assert report.n_epochs == 300
    assert report.reason == "converged"


def test_updates_are_counted_where_one_iteration_is_one_update():
    for order in ("first-mistake", "random-mistake"):
        report = Perceptron(order=order).fit(*separable()).report
        assert report.reason == "converged"
        assert report.mistakes_per_epoch == [1] * (report.n_epochs - 1) + [0]
        report = Perceptron(order=order, max_iter=25, n_iter_no_change=2).fit(*XOR).report
        assert (report.reason, report.n_mistakes) == ("max_iter", 25)


def test_all_mistakes_at_once_is_made_at_the_last_visit():
    """Algorithm 7 with every update at visit n, 2n, …: the average of what was current after each visit."""
    X, y = separable(n=20)
    learner = Averaged(order="all-mistakes", max_iter=5, stop_when_converged=False).fit(X, y)
    after = reference.all_mistakes(X.tolist(), (2 * y - 1).tolist(), 5)
    weights = [np.zeros(3)] + [np.array(w) for _, w, _ in after]
    # 20 visits end under the zero start but for the last, which made the first weights; and so on.
    total = sum(19 * weights[e] + weights[e + 1] for e in range(5))
    np.testing.assert_allclose(learner.model.weights.w[0], total / (100 + 1), rtol=1e-12)


def test_orders_are_pure_functions():
    rows = np.arange(9, dtype=np.uint32)
    options = Options(random_state=5)
    assert Orders(options, rows).of(3).tolist() == reference.shuffled(range(9), 5, 3)
    assert Orders(Options(order="shuffled-once", random_state=5), rows).of(0).tolist() == reference.shuffled(
        range(9), 5, 0
    )
    assert Orders(Options(order="given"), rows).of(3).tolist() == list(range(9))
    assert rows.tolist() == list(range(9))


def test_held_out_rows_have_every_class_in_proportion():
    numbers = np.repeat([0, 1, 2], [60, 30, 10])
    rows = np.arange(100, dtype=np.uint32)
    train, held = by_class(rows, numbers, 0.2, 0)
    assert np.bincount(numbers[held]).tolist() == [12, 6, 2]
    assert sorted([*train, *held]) == list(range(100))
    other = by_class(rows, numbers, 0.2, 1)[1]
    assert other.tolist() != held.tolist()
    with pytest.raises(DataError, match="must leave rows on both sides; 0.1 of 4 rows is 0"):
        Perceptron(early_stopping=True).fit(*XOR)


@pytest.mark.parametrize("kind", LEARNERS)
def test_early_stopping_keeps_the_best_weights(kind):
    """Not the last: the model is that of a run that ended at the epoch with the fewest validation errors."""
    X, y = noisy(n=120, d=8)
    options = {"early_stopping": True, "validation_fraction": 0.25, "max_iter": 50}
    learner = kind(n_iter_no_change=4, **options).fit(X, y)
    errors = learner.report.validation_errors_per_epoch
    best = int(np.argmin(errors))
    assert learner.report.reason == "early_stopped"
    assert len(errors) == best + 1 + 4
    until_best = kind(n_iter_no_change=None, **{**options, "max_iter": best + 1}).fit(X, y)
    np.testing.assert_array_equal(learner.model.decision_function(X), until_best.model.decision_function(X))
    numbers = np.array(y)
    _, held = by_class(np.arange(120, dtype=np.uint32), numbers, 0.25, 0)
    assert (learner.model.predict(X[held]) != y[held]).sum() == errors[best]
    assert learner.report.n_rows == 90


def test_early_stopping_is_not_for_streams():
    with pytest.raises(OptionError, match="early_stopping must be False for partial_fit"):
        Perceptron(early_stopping=True).partial_fit(*XOR)


@pytest.mark.parametrize("kind", LEARNERS)
def test_ctrl_c_between_epochs_leaves_a_usable_model(kind):
    learner = kind(max_iter=10**6, n_iter_no_change=None)
    learner.on_epoch = lambda epoch, mistakes: signal.raise_signal(signal.SIGINT) if epoch == 2 else None
    handler = signal.getsignal(signal.SIGINT)
    learner.fit(*XOR)
    assert (learner.report.reason, learner.report.n_epochs) == ("interrupted", 3)
    assert learner.report.first_pass_errors == learner.report.mistakes_per_epoch[0]
    assert signal.getsignal(signal.SIGINT) is handler
    expected = kind(max_iter=3).fit(*XOR).model.decision_function(XOR[0])
    np.testing.assert_array_equal(learner.model.decision_function(XOR[0]), expected)


@pytest.mark.parametrize("order", ["given", "all-mistakes"])
def test_ctrl_c_within_an_epoch(order, monkeypatch):
    """Blocks of one visit: the signal comes during the first, and is read before the second."""
    monkeypatch.setattr(training_module, "WORK_BETWEEN_LOOKS", 1.0)
    X, y = separable(n=30)
    learner = Perceptron(order=order)
    slices = training_module.RowsInMemory.slices

    def signalled(self, visits):
        for k, part in enumerate(slices(self, visits)):
            if k == 10:
                signal.raise_signal(signal.SIGINT)
            yield part

    monkeypatch.setattr(training_module.RowsInMemory, "slices", signalled)
    learner.fit(X, y)
    assert learner.report.reason == "interrupted"
    assert learner.report.n_examples == (10 if order == "given" else 0)
    assert learner.report.n_epochs == 1
    assert learner.report.first_pass_errors is None  # not every row was visited
    assert len(learner.model.predict(X)) == 30


def test_a_second_ctrl_c_raises():
    learner = Perceptron()

    def twice(epoch, mistakes):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    learner.on_epoch = twice
    with pytest.raises(KeyboardInterrupt):
        learner.fit(*XOR)
    assert learner.report is None


def test_ctrl_c_during_partial_fit_is_heard_when_the_rows_are_learned():
    class Signalled(Perceptron):
        def absorb_mistakes(self, examples, mistakes):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    learner = Signalled()
    with pytest.raises(KeyboardInterrupt):
        learner.partial_fit(*XOR)
    assert learner.report.n_examples == 4
    expected = Perceptron().partial_fit(*XOR).model.weights.w
    assert learner.model.weights.w.tolist() == expected.tolist()


def test_training_in_another_thread_leaves_signals_alone():
    found = []
    thread = threading.Thread(target=lambda: found.append(Perceptron().fit(*separable()).report.reason))
    thread.start()
    thread.join()
    assert found == ["converged"]


@pytest.mark.compiled
def test_a_real_ctrl_c():
    """The signal comes from outside, while a loop runs; the epochs would take days."""
    X, y = noisy(n=20_000, d=50)
    learner = Perceptron(max_iter=10**9, n_iter_no_change=None)
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    learner.fit(X, y)
    assert learner.report.reason == "interrupted"
    assert learner.report.n_examples > 0


def test_many_classes_arrive_within_an_epoch():
    """A hundred classes: each makes room when it is first visited, with the bits of the oracle."""
    rng = np.random.default_rng(0)
    X, y = rng.integers(-3, 4, size=(300, 5)), rng.permutation(np.arange(300) % 100)
    learner = Perceptron(order="given", max_iter=2, stop_when_converged=False).fit(X, y)
    history = reference.argmax_perceptron(X.tolist(), y.tolist(), list(range(300)) * 2)
    rows = history[-1][2]
    assert learner.model.weights.w.tolist() == [rows[label][0] for label in range(100)]
