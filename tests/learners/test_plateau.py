"""The test that tells a plateau of the mistakes per epoch from a slow descent."""

import numpy as np
import pytest

from rosenblatt.learners import Averaged, Perceptron, Pocket
from rosenblatt.learners.plateau import FALSE_ALARMS, SLOWEST_DESCENT, is_plateau
from rosenblatt.learners.stopping import Stall

EPOCHS = np.arange(1, 301)


def ends_after(mistakes, counts=None, first=5):
    """The epoch after which the mistakes are called a plateau; None if that never happens."""
    counts = mistakes if counts is None else counts
    return next((t for t in range(first, len(mistakes) + 1) if is_plateau(mistakes[:t], counts[:t])), None)


def noisy(n_rows=500, n_features=8):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n_rows, n_features))
    return X, (X[:, 0] + rng.normal(size=n_rows) > 0).astype(int)


def without_gap(rng):
    """200 normal points on both sides of a random plane, as near to it as they fall."""
    d = int(rng.integers(2, 11))
    w, b = rng.normal(size=d), rng.normal() / 2
    X = rng.normal(size=(200, d))
    y = np.where(X @ (w / np.linalg.norm(w)) + b > 0, 1, -1)
    return (X, y) if len(np.unique(y)) == 2 else (np.vstack([X, -10 * X[:1]]), np.append(y, -y[0]))


@pytest.mark.parametrize("level", [10, 100, 1000])
def test_false_alarms_are_as_rare_as_stated(level):
    rng = np.random.default_rng(level)
    runs = np.maximum(1, rng.poisson(level * EPOCHS**-SLOWEST_DESCENT, size=(200, len(EPOCHS))))
    assert sum(ends_after(run.tolist()) is not None for run in runs) <= FALSE_ALARMS * len(runs)


@pytest.mark.parametrize(("level", "within"), [(2, 100), (5, 56), (20, 20), (100, 7), (1000, 5)])
def test_a_level_is_found_the_sooner_the_more_mistakes_there_are(level, within):
    assert ends_after([level] * 300) <= within


def test_a_level_is_found_after_a_steep_beginning():
    mistakes = np.maximum(100, 1000 // EPOCHS).tolist()
    assert 10 < ends_after(mistakes) <= 32


def test_faster_descents_are_none():
    for exponent in (0.4, 0.5, 1.0):
        assert ends_after((100_000 * EPOCHS**-exponent).tolist()) is None


def test_the_scale_of_weights_does_not_matter():
    counts = np.random.default_rng(0).poisson(20, 100).tolist()
    alarm = ends_after(counts)
    assert alarm is not None
    for weight in (1e-300, 1 / 3, 1e300):
        assert ends_after([weight * count for count in counts], counts) == alarm


def test_mistakes_of_uneven_weight_take_longer():
    rng = np.random.default_rng(0)
    counts = rng.poisson(20, 300).tolist()
    weighed = [float(rng.choice([0.01, 10.0], p=[0.95, 0.05], size=count).sum()) for count in counts]
    assert ends_after(counts) < (ends_after(weighed, counts) or 301)


def test_a_weighed_descent_goes_on_though_the_counts_are_level():
    counts = [100] * 60
    assert ends_after(counts) is not None
    assert ends_after((100 * EPOCHS[:60] ** -0.5).tolist(), counts) is None


def test_sums_that_overflow_are_no_plateau():
    assert not is_plateau([np.inf] * 32, [100] * 32)
    assert not is_plateau([5, 0, 5, 5, 5, 5, 5, 5], [5] * 8)


def test_noisy_rows_end_soon():
    report = Perceptron().fit(*noisy()).report
    assert (report.reason, report.n_epochs) == ("stalled", 104)


@pytest.mark.compiled
def test_many_noisy_rows_end_sooner():
    assert Perceptron().fit(*noisy(60_000, 100)).report.n_epochs == 15


@pytest.mark.parametrize(
    "options", [{"order": "given"}, {"order": "shuffled-once"}, {"order": "all-mistakes"}, {"n_iter_no_change": 100}]
)
def test_other_orders_and_numbers_wait_for_a_new_low(options):
    report = Perceptron(**options).fit(*noisy()).report
    low = report.mistakes_per_epoch.index(min(report.mistakes_per_epoch))
    assert (report.reason, report.n_epochs) == ("stalled", low + 101)


def test_an_average_a_pocket_and_a_start_wait_for_a_new_low():
    X, y = noisy()
    runs = [
        Pocket().fit(X, y),
        Averaged(max_iter=1000).fit(X, y),
        Perceptron().fit(X, y, coef_init=np.ones((1, 8))),
        Perceptron(early_stopping=True).fit(X, y),
    ]
    for run in runs[:3]:
        assert run.report.reason == "stalled"
        assert run.report.n_epochs > 100
    assert runs[3].report.reason == "early_stopped"


@pytest.mark.compiled  # plain loops take long
def test_sets_without_a_gap_rarely_stall():
    """With no gap at all, 13 of these 300 sets stalled when 100 epochs without a new low were enough."""
    rng = np.random.default_rng(0)
    reasons = [Perceptron().fit(*without_gap(rng)).report.reason for _ in range(300)]
    assert reasons.count("stalled") <= 3
    assert reasons.count("converged") >= 297


def test_the_rule_alone_sees_the_same_end():
    learner = Perceptron().fit(*noisy())
    stall, mistakes = Stall(learner.options, tests_plateau=True), learner.report.mistakes_per_epoch
    for number, count in enumerate(mistakes, 1):
        stall.note(count)
        assert stall.is_stale((500, 8, 2), mistakes[:number]) == (number == len(mistakes))
