"""Learners against the oracle: exactly on whole numbers, bit for bit on floats."""

from fractions import Fraction

import numpy as np
import pytest
import reference
from hypothesis import given, strategies as st

from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

AT_ZERO = st.sampled_from(["mistake", "positive", "negative"])


@st.composite
def whole_numbers(draw, n_classes=2):
    """A small set of whole numbers with every class in it."""
    d = draw(st.integers(1, 10))
    n = draw(st.integers(n_classes, 12))
    row = st.lists(st.integers(-4, 4), min_size=d, max_size=d)
    X = draw(st.lists(row, min_size=n, max_size=n))
    y = draw(st.lists(st.integers(0, n_classes - 1), min_size=n - n_classes, max_size=n - n_classes))
    y = draw(st.permutations([*range(n_classes), *y]))
    return X, y


@st.composite
def floats(draw):
    """Floats of any size that cannot overflow, subnormals and signed zeros among them."""
    d = draw(st.integers(1, 19))
    n = draw(st.integers(2, 9))
    value = st.one_of(st.floats(-1e3, 1e3), st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 1e-310, 0.1, 1e100, -1e100]))
    X = draw(st.lists(st.lists(value, min_size=d, max_size=d), min_size=n, max_size=n))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n - 2, max_size=n - 2))
    return X, [-1, *y, 1]


def as_fractions(X):
    return [[Fraction(v) for v in row] for row in X]


def signed(y):
    return [2 * label - 1 for label in y]


def last(history):
    _, _, w, b = history[-1]
    return w, b


@given(whole_numbers(), AT_ZERO, st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_perceptron_in_shuffled_order(data, at_zero, epochs, seed):
    X, y = data
    visits = [i for epoch in range(epochs) for i in reference.shuffled(range(len(y)), seed, epoch)]
    history = reference.perceptron(as_fractions(X), signed(y), visits, at_zero=at_zero)
    options = {"at_zero": at_zero, "max_iter": epochs, "stop_when_converged": False, "random_state": seed}
    learner = Perceptron(**options).fit(X, y)
    w, b = last(history)
    assert learner.model.weights.w[0].tolist() == w
    assert learner.model.weights.b.tolist() == [b]
    assert learner.report.n_mistakes == sum(wrong for _, wrong, _, _ in history)
    per_epoch = [sum(h[1] for h in history[e * len(y) : (e + 1) * len(y)]) for e in range(epochs)]
    assert learner.report.mistakes_per_epoch == per_epoch


@given(floats(), st.sampled_from([1.0, 0.1, 3.7]), st.booleans())
def test_perceptron_on_floats_bit_for_bit(data, rate, bias):
    X, y = data
    weights = [0.1 * (k + 1) for k in range(len(y))]
    sums = [None, None]
    history = reference.perceptron(
        X, y, list(range(len(y))) * 3, rate=rate, bias_rate=rate * bias, weights=weights, dot=reference.lane_dot, u=sums
    )
    options = {"order": "given", "max_iter": 3, "stop_when_converged": False, "eta0": rate, "fit_intercept": bias}
    learner = Averaged(**options).fit(X, y, sample_weight=weights)
    w, b = last(history)
    mean, mean_b = reference.algorithm_7(history, sums)
    np.testing.assert_array_equal(learner.model.weights.w[0], mean)
    np.testing.assert_array_equal(learner.model.weights.b, [mean_b])
    plain = Perceptron(**options).fit(X, y, sample_weight=weights)
    np.testing.assert_array_equal(plain.model.weights.w[0], w)
    np.testing.assert_array_equal(plain.model.weights.b, [b])


@given(whole_numbers(), st.integers(1, 3))
def test_averaged_is_the_mean_over_all_visits(data, epochs):
    X, y = data
    history = reference.perceptron(as_fractions(X), signed(y), list(range(len(y))) * epochs)
    w, b = reference.average(history, len(X[0]))
    learner = Averaged(order="given", max_iter=epochs, stop_when_converged=False).fit(X, y)
    np.testing.assert_allclose(learner.model.weights.w[0], [float(v) for v in w], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(learner.model.weights.b, float(b), rtol=1e-12, atol=1e-12)


@given(whole_numbers(), AT_ZERO, st.integers(1, 3))
def test_voted_counts_the_signs(data, at_zero, epochs):
    X, y = data
    visits = list(range(len(y))) * epochs
    history = reference.perceptron(as_fractions(X), signed(y), visits, at_zero=at_zero)
    learner = Voted(order="given", max_iter=epochs, stop_when_converged=False, at_zero=at_zero).fit(X, y)
    votes = [reference.vote(history, row, at_zero) for row in as_fractions(X)]
    total = learner.model.survival.sum()
    np.testing.assert_allclose(learner.model.decision_function(X) * max(1, total), votes, rtol=1e-12, atol=1e-12)
    positive = [vote >= 0 if at_zero == "positive" else vote > 0 for vote in votes]
    assert learner.model.predict(X).tolist() == [int(p) for p in positive]
    assert learner.report.errors == sum(int(p) != label for p, label in zip(positive, y, strict=True))


@given(whole_numbers(), st.integers(1, 3))
def test_pocket_keeps_the_longest_run(data, epochs):
    X, y = data
    history = reference.perceptron(as_fractions(X), signed(y), list(range(len(y))) * epochs)
    w, b = reference.pocket(history, len(X[0]))
    learner = Pocket(ratchet=False, order="given", max_iter=epochs, stop_when_converged=False).fit(X, y)
    assert learner.model.weights.w[0].tolist() == w
    assert learner.model.weights.b.tolist() == [b]


@given(whole_numbers(), st.integers(0, 99))
def test_orders_that_look_first(data, seed):
    X, y = data
    exact, signs = as_fractions(X), signed(y)
    for order, updates in (
        ("first-mistake", reference.first_mistake(exact, signs, most=40)),
        ("random-mistake", reference.random_mistake(exact, signs, seed, most=40)),
    ):
        learner = Perceptron(order=order, max_iter=40, random_state=seed).fit(X, y)
        _, w, b = updates[-1]
        assert learner.model.weights.w[0].tolist() == w
        assert learner.model.weights.b.tolist() == [b]
        assert learner.report.n_mistakes == len(updates) == learner.report.n_examples
        assert learner.report.reason == ("converged" if len(updates) < 40 else learner.report.reason)
    after = reference.all_mistakes(exact, signs, 6)
    learner = Perceptron(order="all-mistakes", max_iter=6, stop_when_converged=False).fit(X, y)
    assert learner.report.mistakes_per_epoch == [count for count, _, _ in after]
    assert learner.model.weights.w[0].tolist() == after[-1][1]
    assert learner.report.n_examples == 6 * len(y)


@given(whole_numbers(n_classes=4), AT_ZERO, st.integers(1, 3), st.booleans())
def test_many_classes(data, at_zero, epochs, shuffled):
    X, y = data
    order = reference.shuffled(range(len(y)), 0, 0) if shuffled else list(range(len(y)))
    history = reference.argmax_perceptron(as_fractions(X), y, order * epochs, at_zero=at_zero)
    options = {"order": "shuffled-once" if shuffled else "given", "max_iter": epochs, "at_zero": at_zero}
    learner = Perceptron(stop_when_converged=False, **options).fit(X, y)
    rows = history[-1][2]
    assert learner.model.weights.w.tolist() == [rows[label][0] for label in range(4)]
    assert learner.model.weights.b.tolist() == [rows[label][1] for label in range(4)]
    assert learner.report.n_mistakes == sum(rival is not None for _, rival, _ in history)


@given(whole_numbers(n_classes=3), AT_ZERO)
def test_votes_of_many_classes(data, at_zero):
    """A vote is the argmax of each surviving weight matrix, the first class on a tie (last under positive)."""
    X, y = data
    exact = as_fractions(X)
    history = reference.argmax_perceptron(exact, y, range(len(y)), at_zero=at_zero)
    learner = Voted(order="given", max_iter=1, at_zero=at_zero).fit(X, y)
    zero = [Fraction(0)] * len(X[0]), Fraction(0)
    second = list(dict.fromkeys(y))[1]  # the class whose row the unnamed one becomes
    for x, share in zip(exact, learner.model.decision_function(X), strict=True):
        tally, made = [0, 0, 0], False
        for _, rival, rows in history:
            made = made or rival is not None
            if made:
                named = {second if name is reference.OTHER else name: row for name, row in rows.items()}
                scores = [reference.exact_dot(w, x) + b for w, b in (named.get(k, zero) for k in range(3))]
                best = [k for k in range(3) if scores[k] == max(scores)]
                tally[best[-1] if at_zero == "positive" else best[0]] += 1
        np.testing.assert_allclose(share * max(1, sum(tally)), tally, atol=1e-12)


@pytest.mark.parametrize("rates", [[0.5, 2.0], [0.5, 2.0, 3.0]])
def test_a_rate_per_feature(rates):
    """Note 002's λ_j; the bias's is 1, unless it is given as number d + 1."""
    X, y = [[1.0, -2.0], [3.0, 1.0], [-1.0, 2.0]], [1, -1, -1]
    history = reference.perceptron(X, y, [0, 1, 2] * 4, rate=rates[:2], bias_rate=[*rates, 1.0][2])
    learner = Perceptron(order="given", max_iter=4, stop_when_converged=False, eta0=rates).fit(X, y)
    w, b = last(history)
    assert learner.model.weights.w[0].tolist() == w
    assert learner.model.weights.b.tolist() == [b]
