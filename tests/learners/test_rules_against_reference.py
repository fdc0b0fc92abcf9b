"""Update rules against the oracle: bits on floats, weights to 1e-9 and exact lists of updates by Fractions."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
import reference
from helpers.bits import bits, examples

from rosenblatt.errors import OptionError, TrainingOverflow
from rosenblatt.learners import Averaged, Options, Perceptron, Pocket, Voted

RULES = {"perceptron": {}, "margin": {"margin": 0.75}, "normalized": {}, "pa": {}, "pa1": {"C": 0.3}, "pa2": {"C": 0.7}}
LEARNERS = {
    "perceptron": Perceptron,
    "averaged": Averaged,
    "voted": Voted,
    "pocket": lambda **options: Pocket(ratchet=False, **options),
}
AT_ZERO = ("mistake", "positive", "negative")
SEARCHES = ("first-mistake", "random-mistake", "all-mistakes")
WITHOUT_END = {"stop_when_converged": False, "n_iter_no_change": None}


def recording(learner):
    """Updates that a learner will make: the row, the visit and the step of each."""
    updates = []

    def note(examples, visits, mistakes):
        steps = np.broadcast_to(mistakes.step, len(mistakes.row)).tolist()
        listed = zip(mistakes.row.tolist(), mistakes.when.tolist(), steps, strict=True)
        updates.extend(update for update in listed if update[2] > 0)

    learner.on_visits = note
    return updates


def visits_of(n_rows, order, seed, epochs):
    if order == "given":
        return list(range(n_rows)) * epochs
    return [i for epoch in range(epochs) for i in reference.shuffled(range(n_rows), seed, epoch)]


def assert_same_run(name, learner, updates, run, X):
    assert updates == run.updates
    report = learner.report
    assert report.mistakes_per_epoch == run.mistakes_per_epoch
    assert report.updates_per_epoch == run.updates_per_epoch
    assert (report.n_mistakes, report.updates) == (sum(run.mistakes_per_epoch), len(updates))
    if name == "voted":
        assert learner.model.survival.tolist() == run.survival()
        assert np.broadcast_to(learner.model.mistakes.step, len(updates)).tolist() == [step for _, _, step in updates]
        assert learner.model.decision_function(X).tolist() == run.shares(X)
    else:
        assert (learner.model.weights.w.tolist(), learner.model.weights.b.tolist()) == run.weights(name)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("rule", RULES)
def test_floats_bit_for_bit(rule, name, n_classes):
    """Weights or votes, the list of updates, and the counts of each epoch. Row 9 is zero."""
    cases = itertools.product(AT_ZERO, (True, False), (True, False), ("given", "shuffled"))
    for seed, (at_zero, bias, is_weighed, order) in enumerate(cases):
        X, y = examples(n_classes, n=14, d=9, seed=seed)
        X, y = X.astype(np.float64).tolist(), y.tolist()
        weights = [0.1 * (k + 1) for k in range(14)] if is_weighed else None
        own = {"rule": rule, **RULES[rule], "at_zero": at_zero}
        visits = visits_of(14, order, seed, 3)
        run = reference.Run(X, y, visits, bias_rate=float(bias), weights=weights, dot=reference.lane_dot, **own)
        options = {"fit_intercept": bias, "order": order, "random_state": seed, "max_iter": 3, **WITHOUT_END}
        learner = LEARNERS[name](**own, **options)
        updates = recording(learner)
        learner.fit(X, y, sample_weight=weights)
        assert_same_run(name, learner, updates, run, X)


@pytest.mark.parametrize("rates", [0.3, [0.5, 2.0, 0.1, 1.5, 0.7, 1.0, 0.2, 3.0, 0.4]])
@pytest.mark.parametrize("name", ["perceptron", "averaged", "pocket"])
@pytest.mark.parametrize("rule", ["margin", "normalized"])
def test_rates_multiply_the_step(rule, name, rates):
    for n_classes in (2, 4):
        X, y = examples(n_classes, n=14, d=9, seed=2)
        X, y = X.astype(np.float64).tolist(), y.tolist()
        own = {"rule": rule, **RULES[rule]}
        bias_rate = rates if isinstance(rates, float) else 1.0
        run = reference.Run(
            X, y, visits_of(14, "given", 0, 4), rate=rates, bias_rate=bias_rate, dot=reference.lane_dot, **own
        )
        learner = LEARNERS[name](eta0=rates, order="given", max_iter=4, **own, **WITHOUT_END)
        updates = recording(learner)
        assert_same_run(name, learner.fit(X, y), updates, run, X)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("rule", RULES)
def test_fractions_to_nine_digits(rule, n_classes):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X = np.round(rng.normal(size=(9, 5)), 2).tolist()
        y = [*range(n_classes), *rng.integers(n_classes, size=9 - n_classes).tolist()]
        y = [2 * label - 1 for label in y] if n_classes == 2 else y
        own = {name: Fraction(value) for name, value in RULES[rule].items()}
        exact = [[Fraction(v) for v in x] for x in X]
        run = reference.Run(exact, y, visits_of(9, "shuffled", seed, 3), dot=reference.exact_dot, rule=rule, **own)
        options = {"rule": rule, **RULES[rule], "max_iter": 3, "random_state": seed, **WITHOUT_END}
        for name in ("perceptron", "averaged", "pocket"):
            w, b = run.weights(name)
            if name == "averaged" and n_classes == 2:  # the mean itself, not Algorithm 7's way to it
                w, b = reference.average(run.history, 5)
                w, b = [w], [b]
            scale = float(max(abs(v) for row in w for v in row))
            weights = LEARNERS[name](**options).fit(X, y).model.weights
            np.testing.assert_allclose(weights.w, np.float64(w), rtol=1e-9, atol=1e-9 * scale)
            np.testing.assert_allclose(weights.b, np.float64(b), rtol=1e-9, atol=1e-9 * scale)


def rows_of_norm_two(seed, n=12, d=9):
    """Rows with four entries of ±1, so that ‖x‖² = 4, and one row of zeros; labels at random."""
    rng = np.random.default_rng(seed)
    X = np.zeros((n, d))
    for row in X:
        row[rng.permutation(d)[:4]] = rng.choice([-1.0, 1.0], 4)
    X[7] = 0.0
    return X, rng


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("rule", RULES)
def test_exact_updates_where_divisions_are_exact(rule, n_classes, bias):
    """C is 1/8, so that PA-II divides by 8: every number of the run is a float, and nothing is rounded."""
    own = {"pa1": {"C": 0.125}, "pa2": {"C": 0.125}}.get(rule, RULES[rule])
    for seed in range(5):
        X, rng = rows_of_norm_two(seed)
        y = [*range(n_classes), *rng.integers(n_classes, size=12 - n_classes).tolist()]
        y = [2 * label - 1 for label in y] if n_classes == 2 else y
        weights = rng.choice([0.5, 1.0, 2.0], 12).tolist()
        exact = [[Fraction(v) for v in x] for x in X.tolist()]
        run = reference.Run(
            exact,
            y,
            list(range(12)),
            bias_rate=int(bias),
            weights=[Fraction(v) for v in weights],
            dot=reference.exact_dot,
            rule=rule,
            **{name: Fraction(value) for name, value in own.items()},
        )
        learner = Perceptron(rule=rule, order="given", max_iter=1, fit_intercept=bias, **own, **WITHOUT_END)
        updates = recording(learner)
        learner.fit(X, y, sample_weight=weights)
        assert updates == run.updates
        assert (learner.model.weights.w.tolist(), learner.model.weights.b.tolist()) == run.weights("perceptron")
        assert learner.report.n_mistakes == sum(run.mistakes_per_epoch)


def test_after_a_step_of_pa_the_score_is_one():
    """Exactly on exact sets, where the same row again is no update; to a few ulp on others. The bias is left out."""
    for seed in range(4):
        X, rng = rows_of_norm_two(seed)
        X = X[X.any(axis=1)]
        y = rng.choice([-1, 1], len(X))
        learner, n_updates = Perceptron(rule="pa", fit_intercept=False), 0
        for x, label in zip(X, y, strict=True):
            learner.partial_fit([x], [label], classes=[-1, 1])
            if learner.report.updates > n_updates:
                assert label * learner.model.decision_function([x])[0] == 1.0
            n_updates = learner.report.updates
            learner.partial_fit([x], [label])
            assert learner.report.updates == n_updates
        assert n_updates >= 4
        for x in rng.normal(size=(20, 9)):
            n_updates = learner.report.updates
            learner.partial_fit([x], [1])
            if learner.report.updates > n_updates:
                assert abs(learner.model.decision_function([x])[0] - 1.0) < 1e-13


@pytest.mark.parametrize("at_zero", AT_ZERO)
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
def test_a_margin_of_zero_is_the_perceptron(name, n_classes, at_zero):
    """Rounded rows, so that scores are often exactly zero."""
    for seed in range(3):
        X, y = examples(n_classes, n=30, seed=seed)
        X = np.round(X)
        options = {"at_zero": at_zero, "max_iter": 4, "random_state": seed}
        plain, with_margin = LEARNERS[name](**options), LEARNERS[name](rule="margin", margin=0, **options)
        lists = recording(plain), recording(with_margin)
        assert bits(plain.fit(X, y), X) == bits(with_margin.fit(X, y), X)
        assert lists[0] == lists[1]
        report = with_margin.report
        assert report.updates_per_epoch == report.mistakes_per_epoch == plain.report.updates_per_epoch


@pytest.mark.parametrize("rule", ["margin", "pa1", "pa2"])
def test_defaults_are_one(rule):
    X, y = examples(2, n=20)
    given = {"margin": 1.0} if rule == "margin" else {"C": 1.0}
    assert bits(Perceptron(rule=rule).partial_fit(X, y), X) == bits(Perceptron(rule=rule, **given).partial_fit(X, y), X)


def test_a_margin_error_is_an_update_and_no_mistake():
    """The second row's score is 2 after a step of 1, and 2/5 after PA's: above zero, but at most β, or below 1."""
    X, y = [[1.0, 2.0], [2.0, 0.0]], [1, 1]
    updates = {"perceptron": 1, "margin": 1, "normalized": 1, "pa": 2, "pa1": 2, "pa2": 2}
    for rule, own in [*RULES.items(), ("margin", {"margin": 1.9}), ("margin", {"margin": 2.0})]:
        learner = Perceptron(rule=rule, fit_intercept=False, **own).partial_fit(X, y, classes=[-1, 1])
        assert learner.report.n_mistakes == 1
        assert learner.report.updates == (2 if own == {"margin": 2.0} else updates[rule])


@pytest.mark.parametrize("rule", ["pa", "pa1", "pa2"])
def test_a_score_of_one_is_no_update(rule):
    learner = Perceptron(rule=rule, fit_intercept=False, max_iter=1, order="given", stop_when_converged=False)
    learner.fit([[4.0], [-2.0], [-1.0]], [1, -1, -1], coef_init=[[0.5]])
    assert (learner.report.updates, learner.report.n_mistakes) == (1, 0)  # 2, 1 and ½


@pytest.mark.parametrize(
    ("rule", "n_updates", "zero_rows"),
    [("perceptron", 2, 0), ("margin", 2, 0), ("normalized", 1, 1), ("pa", 2, 1), ("pa1", 2, 1), ("pa2", 2, 1)],
)
def test_a_zero_row(rule, n_updates, zero_rows):
    """A wrong one is a mistake, which has no step where the rule divides by its norm."""
    X, y = np.array([[3.0, 4.0], [0.0, 0.0], [-3.0, -4.0], [1e-170, 1e-170]]), np.array([1, -1, -1, 1])
    learner = Perceptron(rule=rule).partial_fit(X[:1], y[:1], classes=[-1, 1])
    (w,), (b,) = learner.model.weights.w.tolist(), learner.model.weights.b
    assert b > 0
    learner.partial_fit(X[1:2], y[1:2])
    assert learner.report.n_mistakes == 2
    assert learner.model.weights.w[0].tolist() == w
    moved = {"perceptron": -1.0, "margin": -1.0, "pa2": -(1.0 + b) / (0.0 + 0.5 / 1.0)}.get(rule, 0.0)
    assert learner.model.weights.b[0] == b + moved
    assert learner.report.updates == (2 if moved else 1)
    assert learner.report.zero_rows == zero_rows
    learner.partial_fit(X[2:3], y[2:3])
    assert learner.report.updates == n_updates
    weights = [1.0, 1.0, 1.0, 0.0]
    whole = Perceptron(rule=rule, order="given", max_iter=2, **WITHOUT_END)
    assert whole.fit(X, y).report.zero_rows == 2 * zero_rows  # (1e-170)² underflows
    assert whole.fit(X, y, sample_weight=weights).report.zero_rows == zero_rows  # a row of weight zero is left out


def test_a_step_that_overflows_is_refused():
    """ℓ / ‖x‖² is infinite. PA-I limits the step, and PA-II divides by more."""
    X, y = [[1e-160], [-1.0]], [1, -1]
    with pytest.raises(TrainingOverflow):
        Perceptron(rule="pa").fit(X, y)
    for rule in ("pa1", "pa2", "normalized"):
        assert np.isfinite(Averaged(rule=rule, order="given", max_iter=2).fit(X, y).model.weights.b).all()


def separable(n_classes, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 4))
    y = (X @ rng.normal(size=(4, n_classes))).argmax(axis=1)
    return X, 2 * y - 1 if n_classes == 2 else y


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("rule", RULES)
def test_converged(rule, n_classes):
    """After an epoch without a mistake for PA, PA-I and PA-II; without an update for the other rules.

    The last weights of a converged run of PA can be wrong about a row, by an update after its visit: the report counts
    it. With a margin, an epoch without a mistake does not end the run.
    """
    is_passive_aggressive = rule in ("pa", "pa1", "pa2")
    errors, went_on = [], []
    for seed in (3, 4, 5, 7, 13):
        X, y = separable(n_classes, seed)
        own = {"rule": rule, **RULES[rule]}
        run = reference.Run(X.tolist(), y.tolist(), visits_of(12, "shuffled", seed, 30), dot=reference.lane_dot, **own)
        n_epochs = (run.mistakes_per_epoch if is_passive_aggressive else run.updates_per_epoch).index(0) + 1
        learner = Perceptron(random_state=seed, n_iter_no_change=None, **own).fit(X, y)
        report = learner.report
        assert (report.reason, report.n_epochs) == ("converged", n_epochs)
        assert report.mistakes_per_epoch == run.mistakes_per_epoch[:n_epochs]
        assert report.updates_per_epoch == run.updates_per_epoch[:n_epochs]
        assert report.errors == np.count_nonzero(learner.model.predict(X) != y)
        errors.append(report.errors)
        went_on.append(0 in report.mistakes_per_epoch[:-1])
        short = Perceptron(random_state=seed, max_iter=n_epochs, stop_when_converged=False, **own).fit(X, y)
        assert short.report.reason == "converged"
    assert any(errors) == is_passive_aggressive
    assert any(went_on) == (rule == "margin")


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("rule", ["normalized", "pa", "pa1", "pa2"])
def test_a_zero_row_that_stays_wrong(rule, bias):
    """It is a mistake in every epoch. No update is left for the normalised perceptron, so its run has converged."""
    X, y = np.array([[2.0], [3.0], [0.0], [-2.0]]), np.array([1, 1, -1, 1 if bias else -1])  # others hold the bias at 1
    learner = Perceptron(rule=rule, order="given", max_iter=6, fit_intercept=bias, n_iter_no_change=None)
    report = learner.fit(X, y).report
    assert report.zero_rows == 1
    assert report.errors == np.count_nonzero(learner.model.predict(X) != y)
    if rule == "pa2" and bias:
        return  # which learns the row by its bias
    assert all(report.mistakes_per_epoch)
    assert report.reason == ("converged" if rule == "normalized" else "max_iter")
    assert report.updates_per_epoch[-1] == 0 or rule != "normalized"


@pytest.mark.parametrize(
    ("options", "name", "value"),
    [
        *(({"rule": rule, "C": C}, "C", C) for rule in ("pa1", "pa2") for C in (0, -1.5, math.inf, math.nan, "big")),
        *(({"rule": "margin", "margin": margin}, "margin", margin) for margin in (-0.5, math.inf, math.nan, "wide")),
        *(({"rule": rule, "C": 2.5}, "C", 2.5) for rule in ("perceptron", "margin", "normalized", "pa")),
        *(({"rule": rule, "margin": 0.25}, "margin", 0.25) for rule in RULES if rule != "margin"),
        *(({"rule": rule, "eta0": 0.5}, "eta0", 0.5) for rule in ("pa", "pa1", "pa2")),
        *(({"rule": rule}, "rule", rule) for rule in ("pa3", "PA", "", None)),
    ],
)
def test_what_is_refused(options, name, value):
    """A sentence that has the name of the option and its value."""
    with pytest.raises(OptionError, match=rf"\b{name}\b.*{re.escape(repr(value))}"):
        Options(**options)


def test_what_is_accepted():
    for options in ({"rule": "margin", "margin": 0}, {"rule": "pa1", "C": 1}, {"rule": "pa", "eta0": 1}):
        assert Options(**options).rule == options["rule"]
    assert (Options().rule, Options().margin, Options().C) == ("perceptron", None, None)


@pytest.mark.parametrize("order", SEARCHES)
@pytest.mark.parametrize("rule", RULES)
def test_orders_that_look_first(rule, order):
    """Bits of the weights, the updates and the counts of each iteration, for two classes and three."""
    own = {"rule": rule, **RULES[rule]}
    for (n_classes, seed), at_zero in zip(itertools.product((2, 3), (3, 4, 5)), AT_ZERO * 2, strict=True):
        X, y = separable(n_classes, seed)
        passes = reference.searched(
            X.tolist(), y.tolist(), order, 25, seed=seed, at_zero=at_zero, dot=reference.lane_dot, **own
        )
        options = {"order": order, "at_zero": at_zero, "random_state": seed, "max_iter": 25, "n_iter_no_change": None}
        learner = Perceptron(**own, **options)
        updates = recording(learner)
        report = learner.fit(X, y).report
        whens = itertools.count(1) if order != "all-mistakes" else itertools.count(12, 12)
        expected = [(row, c, tau) for c, (found, _, _) in zip(whens, passes, strict=False) for row, _, tau in found]
        assert updates == expected
        assert report.mistakes_per_epoch == [n_wrong for _, n_wrong, _ in passes]
        assert report.updates_per_epoch == [len(found) for found, _, _ in passes]
        assert (report.reason == "converged") == (not passes[-1][0])
        rows = passes[-1][2]
        labels = sorted(rows) if n_classes > 2 else [1]
        assert learner.model.weights.w.tolist() == [rows[label][0] for label in labels]
        assert learner.model.weights.b.tolist() == [rows[label][1] for label in labels]


@pytest.mark.parametrize("order", SEARCHES)
@pytest.mark.parametrize("rule", ["normalized", "pa", "pa1"])
def test_a_search_passes_over_rows_without_a_step(rule, order):
    """In orders that visit every row, the zero row is a mistake in each epoch, so PA does not converge."""
    X, y = np.array([[0.0], [2.0], [-3.0]]), np.array([-1, 1, 1])
    own = {"rule": rule, **RULES[rule]}
    passes = reference.searched(X.tolist(), y.tolist(), order, 12, dot=reference.lane_dot, **own)
    learner = Perceptron(order=order, max_iter=12, n_iter_no_change=None, **own)
    updates = recording(learner)
    assert learner.fit(X, y).report.zero_rows == 1
    assert [(row, tau) for row, _, tau in updates] == [(row, tau) for found, _, _ in passes for row, _, tau in found]
    assert 0 not in [row for row, _, _ in updates]
    if order == "all-mistakes":
        assert learner.report.mistakes_per_epoch[: len(passes)] == [n_wrong for _, n_wrong, _ in passes]
        assert learner.report.reason == ("converged" if rule == "normalized" else "max_iter")
    assert learner.report.errors == np.count_nonzero(learner.model.predict(X) != y)


def test_the_oracle_agrees_with_itself():
    """Two classes are the pair (−w, +w) under every rule; searches of the plain perceptron are those of before."""
    for rule, own in RULES.items():
        X, y = examples(2, n=14, d=9, seed=1)
        X, y, options = X.astype(np.float64).tolist(), y.tolist(), {"dot": reference.lane_dot, "rule": rule, **own}
        one = reference.perceptron(X, y, list(range(14)) * 3, **options)
        pair = reference.argmax_perceptron(X, y, list(range(14)) * 3, **options)
        assert [(visit.wrong, visit.step) for visit in one] == [(visit.wrong, visit.step) for visit in pair]
        assert pair[-1][2][1] == one[-1][2:]
    X, y = separable(2, 3)
    exact, y = [[Fraction(v) for v in x] for x in X.tolist()], y.tolist()
    for order, rows in (
        ("first-mistake", reference.first_mistake(exact, y)),
        ("random-mistake", reference.random_mistake(exact, y, 0)),
    ):
        found = [visit for found, _, _ in reference.searched(exact, y, order, 10**5) for visit in found]
        assert [row for row, _, _ in found] == [row for row, _, _ in rows]
    after = reference.all_mistakes(exact, y, 4)
    assert [(n_wrong, *rows[1]) for _, n_wrong, rows in reference.searched(exact, y, "all-mistakes", 4)] == after
