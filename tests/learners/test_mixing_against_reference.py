"""Training on parts against the oracle: exactly where all divisions are by powers of two, else to nine digits."""

import math
from fractions import Fraction

import numpy as np
import pytest
import reference_mixing
from helpers.bits import bits, examples
from helpers.equal_runs import stored

from rosenblatt.learners import Averaged, Perceptron, Voted
from rosenblatt.learners.partitioned import fit_parts

MIX_BY = ("mistakes", "uniform")
ORDERS = ("given", "shuffled", "shuffled-once")
RULES = {
    "plain": {},
    "shuffled": {"order": "shuffled", "random_state": 7},
    "shuffled once": {"order": "shuffled-once", "random_state": 2**32 - 1},
    "positive": {"at_zero": "positive"},
    "negative": {"at_zero": "negative", "order": "shuffled"},
    "no bias": {"fit_intercept": False},
    "eta0": {"eta0": 0.25},
}
ROWS, EPOCHS = 21, 3  # 63 visits, so that averages are divided by 64
REPORTED = ("reason", "mistakes_per_epoch", "updates_per_epoch", "n_examples", "n_rows", "errors", "radius")


def whole_numbers(rng, n_classes, weighted):
    """Rows of whole numbers, labels and weights. With weights, five more rows of weight 0."""
    n = ROWS + 5 * weighted
    X = rng.integers(-4, 5, (n, 3)).astype(np.float64)
    y = rng.permutation(np.arange(n) % n_classes)
    weights = rng.integers(1, 4, n).astype(np.float64) if weighted else np.ones(n)
    weights[rng.choice(n, n - ROWS, replace=False)] = 0.0
    return X, y, weights


def cut(rng, rows, n_parts, by_class=False):
    """Rows cut into parts of random sizes, none without visits. By class, most parts have few of the classes."""
    X, y, weights = rows
    if by_class:
        by_class = np.argsort(rng.permutation(y.max() + 1)[y], kind="stable")  # the classes in any order
        X, y, weights = X[by_class], y[by_class], weights[by_class]
    at = np.sort(rng.choice(np.flatnonzero(weights)[1:], n_parts - 1, replace=False))
    return split(X, y, weights, at)


def split(X, y, weights, at):
    return list(zip(*(np.split(column, at) for column in (X, y, weights)), strict=True))


def oracle(parts, eta0=1, **options):
    """Exact run on the parts."""
    exact = [
        reference_mixing.Part([list(map(Fraction, x)) for x in X.tolist()], y.tolist(), list(map(Fraction, weights)))
        for X, y, weights in parts
    ]
    return reference_mixing.train(exact, eta0=Fraction(eta0), **options)


def learned(kind, parts, mix_by="mistakes", then_sequence=0, order="given", **options):
    learner = kind(order=order, n_iter_no_change=None, **options)
    assert fit_parts(learner, parts, strategy="mixing", mix_by=mix_by, then_sequence=then_sequence) is learner
    return learner


def assert_counts(learner, run, parts):
    """Compare the report with the oracle and with the visited rows."""
    X, y, weights = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    X, y = X[weights != 0], y[weights != 0]
    report, folded = learner.report, float(run.options.fit_intercept)
    assert report.mistakes_per_epoch == report.updates_per_epoch == run.mistakes_per_epoch
    assert (report.reason, report.n_epochs) == (run.reason, len(run.mistakes_per_epoch))
    assert report.n_examples == learner.visited == run.visits
    assert report.n_rows == learner.n_rows == len(y)
    assert report.errors == np.count_nonzero(learner.model.predict(X) != y)
    assert report.radius == pytest.approx(math.sqrt((X * X).sum(axis=1).max() + folded), rel=1e-15)
    mixed = [float(count) for count in run.mixed_mistakes_per_epoch]
    assert report.mixed_mistakes_per_epoch == (None if len(parts) == 1 else pytest.approx(mixed, rel=1e-15))


def assert_exact(parts, **options):
    """Train on the parts, and compare every number with the oracle."""
    options = {"max_iter": EPOCHS, "stop_when_converged": False, "mix_by": "uniform", **options}
    run = oracle(parts, **options)
    for kind, expected in ((Perceptron, run.last()), (Averaged, run.average())):
        learner = learned(kind, parts, **options)
        assert tuple(array.tolist() for array in learner.model.weights) == expected
        w, b = (array.tolist() for array in learner.weights.view)
        running = run.state[1:] if len(run.state) == 2 else run.state  # w stands for the pair (−w, +w)
        assert list(zip(w[: len(b)], b, strict=True)) == running
        assert_counts(learner, run, parts)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n_parts", [1, 2, 4, 16])
@pytest.mark.parametrize("n_classes", [2, 4])
def test_uniform_mixing_of_whole_numbers_is_exact(rule, n_parts, n_classes):
    for seed in range(4):
        rng = np.random.default_rng([seed, n_parts, n_classes])
        rows = whole_numbers(rng, n_classes, weighted=seed >= 2)
        assert_exact(cut(rng, rows, n_parts, by_class=seed % 2), **RULES[rule])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_exact_epochs_in_sequence_after_mixing(order, n_classes):
    for seed in range(4):
        rng = np.random.default_rng([seed, n_classes])
        parts = cut(rng, whole_numbers(rng, n_classes, weighted=seed >= 2), 4, by_class=seed % 2)
        assert_exact(parts, order=order, random_state=seed, max_iter=1, then_sequence=2)


def outcome(learner):
    """Weights and counts of a learner; equal only if every bit is."""
    arrays = [array.tobytes() for array in (*getattr(learner.model, "weights", ()), *learner.weights.view)]
    reported = {name: getattr(learner.report, name) for name in REPORTED}
    return arrays, learner.visited, reported, learner.report.first_pass_errors


@pytest.mark.parametrize("mix_by", MIX_BY)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_parts_without_visits_have_no_share(mix_by, n_classes):
    """In the given order anywhere; shuffled, at the end, as the number of a part selects its random order."""
    for seed in range(4):
        rng = np.random.default_rng([seed, n_classes])
        parts = cut(rng, whole_numbers(rng, n_classes, weighted=True), 4, by_class=seed % 2)
        X, y, _ = parts[0]
        unvisited = [(X[:0], y[:0], np.zeros(0)), (X[:1], y[:1], np.zeros(1))]
        at = rng.integers(5)
        among = [*parts[:at], *unvisited, *parts[at:]]
        if mix_by == "uniform":
            assert_exact(among)
        for more, order in ((among, "given"), (unvisited + parts, "given"), (parts + unvisited, "shuffled")):
            for kind in (Perceptron, Averaged):
                options = {"order": order, "max_iter": EPOCHS, "mix_by": mix_by}
                assert outcome(learned(kind, more, **options)) == outcome(learned(kind, parts, **options))


@pytest.mark.parametrize("then_sequence", [0, 2])
@pytest.mark.parametrize("mix_by", MIX_BY)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_mixing_of_floats(n_classes, rule, mix_by, then_sequence):
    for seed in range(2):
        rng = np.random.default_rng([seed, n_classes, then_sequence])
        X = rng.normal(size=(40, 4))
        y = (X @ rng.normal(size=(4, n_classes)) + rng.normal(size=(40, n_classes))).argmax(axis=1)
        weights = rng.choice([0.0, 0.3, 1.0, 2.5], 40) if seed else np.ones(40)
        parts = cut(rng, (X, y, weights), 3 + 11 * seed, by_class=seed)
        options = {**RULES[rule], "max_iter": 4, "mix_by": mix_by, "then_sequence": then_sequence}
        run = oracle(parts, **options)
        for kind, expected in ((Perceptron, run.last()), (Averaged, run.average())):
            learner = learned(kind, parts, **options)
            for array, exact in zip(learner.model.weights, expected, strict=True):
                np.testing.assert_allclose(array, np.array(exact, float), rtol=1e-9, atol=1e-12)
            assert_counts(learner, run, parts)


def separable(seed):
    """Generator, rows with a margin, and (R/γ)² of the rows (x, 1) for a known separating vector."""
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(200, 3)), rng.normal(size=4)
    rows = np.c_[X, np.ones(len(X))]
    scores = rows @ u / np.linalg.norm(u)
    kept = np.flatnonzero(np.abs(scores) > 0.1)[:60]
    gamma, radius = np.abs(scores[kept]).min(), np.linalg.norm(rows[kept], axis=1).max()
    return rng, (X[kept], (scores[kept] > 0).astype(int), np.ones(len(kept))), (radius / gamma) ** 2


@pytest.mark.parametrize("mix_by", MIX_BY)
@pytest.mark.parametrize("order", ORDERS)
def test_bound_on_mixed_mistakes(mix_by, order):
    """The theorem of McDonald, Hall and Mann: Σ μ k ≤ (R/γ)² over all epochs and parts."""
    for seed in range(6):
        rng, rows, bound = separable(seed)
        parts = cut(rng, rows, int(rng.integers(2, 8)), by_class=seed % 2)
        learner = learned(Perceptron, parts, mix_by=mix_by, order=order, max_iter=10**5)
        assert (learner.report.reason, learner.report.errors) == ("converged", 0)
        assert 0 < sum(learner.report.mixed_mistakes_per_epoch) <= bound
        assert (learner.model.predict(rows[0]) == rows[1]).all()


def test_epochs_in_sequence_end_when_converged():
    rng, rows, _ = separable(0)
    parts = cut(rng, rows, 5)
    run = oracle(parts, max_iter=1, then_sequence=500)
    learner = learned(Perceptron, parts, max_iter=1, then_sequence=500)
    assert learner.report.reason == run.reason == "converged"
    assert learner.report.mistakes_per_epoch == run.mistakes_per_epoch
    by_mixing = {"parts": parts, "max_iter": 10**5}  # then none is made in sequence
    assert outcome(learned(Perceptron, then_sequence=3, **by_mixing)) == outcome(learned(Perceptron, **by_mixing))


def test_shares_of_empty_parts_would_break_the_bound():
    """Counted as parts, 15 empty parts slow training down to more mistakes than (R/γ)² = 17 · 65/16."""
    X, y = np.array([[0.0, 4.0], [1.0, 4.0]]), np.array([1, -1])
    parts = [(X, y, np.ones(2)), *[(X[:0], y[:0], np.zeros(0))] * 15]
    options = {"fit_intercept": False, "max_iter": 10**4}
    (a, b), (c, d) = y[:, None] * X  # γ is the distance of 0 from the segment between these
    squared_gamma = Fraction(int(a * d - b * c) ** 2, int((a - c) ** 2 + (b - d) ** 2))
    assert int((X * X).sum(axis=1).max()) // squared_gamma == 69
    assert sum(oracle(parts, mix_by="parts", **options).mistakes_per_epoch) == 515
    for mix_by in MIX_BY:
        assert sum(oracle(parts, mix_by=mix_by, **options).mistakes_per_epoch) == 35
        learner = learned(Perceptron, [part[:2] for part in parts], mix_by=mix_by, **options)
        assert (learner.report.n_mistakes, learner.report.reason) == (35, "converged")


WEIGHTS = {
    "none": np.ones_like,
    "some zero": lambda codes: np.random.default_rng(5).choice([0.0, 0.1, 1.0, 3.7], len(codes)),
    "last class zero": lambda codes: np.where(codes == codes.max(), 0.0, 0.7),  # so it is never visited
}


def assert_one_machine(learner, X, y, weights, strategy, parts, **how):
    """Train on the parts, and on one machine: bit for bit the same."""
    twin = type(learner)(**learner.options.by_name()).fit(X, y, sample_weight=weights)
    fit_parts(learner, parts, strategy=strategy, **how)
    assert bits(learner, X) == bits(twin, X)
    assert outcome(learner) == outcome(twin)


@pytest.mark.parametrize("weighted", WEIGHTS)
@pytest.mark.parametrize("rule", [*RULES, "given"])
@pytest.mark.parametrize("n_classes", [2, 4])
def test_one_part_is_one_machine_bit_for_bit(n_classes, rule, weighted):
    for kind, mix_by, epochs in ((Perceptron, "mistakes", 1), (Averaged, "uniform", 6), (Averaged, "mistakes", 6)):
        X, y = examples(n_classes, seed=epochs)
        weights = WEIGHTS[weighted](np.unique(y, return_inverse=True)[1])
        for rows in (X, stored(X, "csr32", np.float64)):
            learner = kind(max_iter=epochs, n_iter_no_change=None, **RULES.get(rule, {"order": "given"}))
            assert_one_machine(learner, rows, y, weights, "mixing", [(rows, y, weights)], mix_by=mix_by)


@pytest.mark.parametrize("weighted", WEIGHTS)
@pytest.mark.parametrize("kind", [Perceptron, Averaged, Voted])
@pytest.mark.parametrize("n_classes", [2, 4])
def test_parts_in_sequence_are_one_machine_bit_for_bit(n_classes, kind, weighted):
    for seed, epochs in ((0, 1), (1, 2), (2, 5), (3, 30)):
        X, y = examples(n_classes, seed=seed)
        if seed % 2:  # classes that come late
            X, y = X[np.argsort(y, kind="stable")[::-1]], np.sort(y)[::-1]
        weights = WEIGHTS[weighted](np.unique(y, return_inverse=True)[1])
        at = np.sort(np.random.default_rng(seed).integers(0, len(y) + 1, 4))  # some parts may be empty
        learner = kind(order="given", max_iter=epochs, n_iter_no_change=None)
        assert_one_machine(learner, X, y, weights, "sequence", split(X, y, weights, at))
