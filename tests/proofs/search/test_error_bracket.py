"""Error brackets: the fewest errors of tiny sets are between the two ends."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.separable import XOR, zero_is_in_the_hull

from rosenblatt import learners
from rosenblatt.data.generators import generate
from rosenblatt.errors import DataError, OptionError
from rosenblatt.proofs.check.certificate_format import HullPoint
from rosenblatt.proofs.search import contradictions, error_bracket as fewest_errors
from rosenblatt.proofs.search.error_bracket import error_bracket

pytestmark = pytest.mark.usefixtures("short_searches")


# --- An exact oracle, on every few rows less. ---


def fewest(X, y, with_bias):
    """How many rows must be left out until a plane has the others right."""
    points = [
        [int(s) * F(v) for v in ([*x, 1.0] if with_bias else x)] for x, s in zip(X.tolist(), signs_of(y), strict=True)
    ]
    for left_out in range(len(X) + 1):
        for kept in combinations(points, len(X) - left_out):
            if not kept or not zero_is_in_the_hull(kept):
                return left_out
    raise AssertionError


def signs_of(y):
    return np.where(y == max(y), 1, -1) if len(set(y.tolist())) == 2 else np.where(y > 0, 1, -1)


def random_set(rng):
    """Ties, duplicates, points on one line, one class, floats."""
    n, d = int(rng.integers(1, 9)), int(rng.integers(1, 3))
    X = rng.integers(-2, 3, (n, d)).astype(np.float64)
    kind = rng.integers(4)
    if kind == 0:
        X = np.outer(rng.integers(-2, 3, n), rng.integers(-2, 3, d)).astype(np.float64)
    elif kind == 1:
        X = rng.normal(size=(n, d))
    elif kind == 2:
        X = X[rng.integers(0, n, n)] * 0.1 + 3.0
    return X, rng.choice([-1, 1], n)


def test_the_fewest_errors_of_tiny_sets_are_between_the_ends():
    """Groups are not always as many as the fewest errors; the plane is nearly always the best."""
    rng = np.random.default_rng(0)
    best_planes = closed = 0
    for number in range(80):
        X, y = random_set(rng)
        with_bias = bool(rng.random() < 0.7)
        bracket = error_bracket(X, y, fit_intercept=with_bias)
        optimum = fewest(X, y, with_bias)
        assert bracket.lower <= optimum <= bracket.upper, (number, X.tolist(), y.tolist(), with_bias)
        assert bracket.faults(X, y) == []
        best_planes += bracket.upper == optimum
        closed += bracket.lower == bracket.upper
    assert best_planes >= 78
    assert closed >= 70


def exact_errors(bracket, X, y):
    return tuple(
        i
        for i, (x, sign) in enumerate(zip(X.tolist(), signs_of(y).tolist(), strict=True))
        if sign * (sum(F(a) * F(b) for a, b in zip(bracket.weights.tolist(), x, strict=True)) + F(bracket.bias)) <= 0
    )


def test_errors_and_groups_of_a_noisy_set_are_true_in_fractions():
    made = generate(120, 3, noise=0.15, seed=3)
    bracket = error_bracket(made.X, made.y)
    assert 6 <= bracket.lower <= bracket.upper <= 18
    assert bracket.errors == exact_errors(bracket, made.X, made.y)
    used = [row for group in bracket.groups for row in group.rows]
    assert len(used) == len(set(used))
    signs = signs_of(made.y).tolist()
    for group in bracket.groups:
        assert sum(group.multipliers) == 1
        assert min(group.multipliers) > 0
        for column in range(4):
            values = [
                F(float(v)) for v in (made.X[list(group.rows), column] if column < 3 else np.ones(len(group.rows)))
            ]
            triples = zip(group.multipliers, group.rows, values, strict=True)
            assert sum(m * signs[row] * v for m, row, v in triples) == 0
    sizes = [len(group.rows) for group in bracket.groups]
    assert sizes == sorted(sizes)
    assert max(sizes) <= 5


# --- Known sets. ---


def test_exclusive_or_costs_every_plane_one_row():
    bracket = error_bracket(*XOR)
    assert (bracket.lower, bracket.upper) == (1, 1)
    assert bracket.groups == (HullPoint((0, 1, 2, 3), (1, 1, 1, 1), 4),)
    assert bracket.weights.dtype == np.float64
    assert str(bracket) == ("The fewest errors of any plane: exactly 1 of 4 rows\n  at least one of rows 0, 1, 2, 3")


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_separable_sets_have_none(form):
    made = generate(60, 4, margin=0.05, seed=1)
    bracket = error_bracket(form(made.X), made.y)
    assert (bracket.lower, bracket.upper, bracket.errors, bracket.groups) == (0, 0, (), ())
    assert bracket.check(form(made.X), made.y)


def test_the_same_rows_under_both_labels_are_pairs():
    X = np.array([[2.0, 5.0]] * 5 + [[3.0, 1.0], [-0.0, 1.0], [0.0, 1.0]])
    y = np.array([0, 1, 1, 0, 1, 1, 0, 1])
    bracket = error_bracket(X, y)
    assert [group.rows for group in bracket.groups] == [(0, 1), (2, 3), (6, 7)]
    assert (bracket.lower, bracket.upper) == (3, 3)
    assert bracket.check(X, y)


def test_a_row_of_zeros_is_wrong_under_every_plane_through_zero():
    X, y = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]]), [1, 1, 1]
    bracket = error_bracket(X, y, fit_intercept=False)
    assert (bracket.errors, bracket.bias) == ((0,), 0.0)
    assert bracket.groups == (HullPoint((0,), (1,), 1),)
    assert str(bracket).startswith("The fewest errors of any plane through 0: exactly 1 of 3 rows")
    assert error_bracket(X, y).upper == 0


@pytest.mark.parametrize("label", [1, -1, 0, "a"])
def test_one_class_has_no_errors(label):
    X, y = np.array([[1.0, 2.0], [3.0, 4.0]]), [label, label]
    bracket = error_bracket(X, y)
    assert (bracket.lower, bracket.upper) == (0, 0)
    assert bracket.check(X, y)


def test_dense_and_sparse_give_the_same_bracket():
    made = generate(50, 3, noise=0.2, seed=5)
    X = np.where(np.abs(made.X) < 0.2, 0.0, made.X)
    one, other = error_bracket(X, made.y), error_bracket(sp.csr_matrix(X), made.y)
    assert (one.groups, one.errors, one.bias) == (other.groups, other.errors, other.bias)
    assert one.weights.tolist() == other.weights.tolist()
    assert one.lower > 2
    assert one.check(sp.csr_matrix(X), made.y)
    assert other.check(X, made.y)
    assert one.check(np.asfortranarray(X), made.y)


def test_float32_rows_are_taken_as_they_are():
    made = generate(40, 2, noise=0.2, seed=5)
    X = made.X.astype(np.float32)
    bracket = error_bracket(X, made.y)
    assert bracket.lower > 2
    assert bracket.check(X, made.y)
    assert not bracket.check(made.X, made.y)


def test_far_and_ill_scaled_rows_are_searched_too():
    made = generate(60, 3, noise=0.15, seed=2)
    X = made.X * np.array([1e-6, 1.0, 1e6]) + np.array([1.0, 1e3, 0.0])
    bracket = error_bracket(X, made.y)
    assert bracket.check(X, made.y)
    assert 3 <= bracket.lower <= bracket.upper <= 9


# --- Options. ---


def test_the_same_random_state_gives_the_same_bracket():
    made = generate(50, 3, noise=0.2, seed=6)
    one, again, other = (error_bracket(made.X, made.y, random_state=seed) for seed in (3, 3, 4))
    assert (one.groups, one.weights.tolist(), one.bias) == (again.groups, again.weights.tolist(), again.bias)
    assert one.groups != other.groups


def test_no_budget_gives_a_constant_plane():
    X, y = np.array([[1.0], [2.0], [3.0]]), [0, 1, 0]
    bracket = error_bracket(X, y, budget=0)
    assert (bracket.lower, bracket.upper, bracket.weights.tolist(), bracket.bias) == (0, 1, [0.0], -1.0)
    assert bracket.check(X, y)


def test_no_budget_and_no_intercept_gives_a_plane_that_has_some_rows_right():
    X, y = np.array([[1.0], [2.0], [-3.0], [0.5]]), [0, 0, 1, 1]
    bracket = error_bracket(X, y, budget=0, fit_intercept=False)
    assert (bracket.lower, bracket.errors, bracket.weights.tolist(), bracket.bias) == (0, (3,), [-5.5], 0.0)
    assert bracket.check(X, y)


def test_a_budget_that_ends_leaves_a_bracket_that_holds():
    made = generate(80, 3, noise=0.2, seed=1)
    bracket = error_bracket(made.X, made.y, budget=1e-9)
    assert bracket.check(made.X, made.y)
    assert bracket.upper <= 40


def test_of_large_data_pairs_and_a_pocket_are_what_there_is(monkeypatch):
    made = generate(60, 3, margin=0.1, seed=1)
    X, y = np.vstack([made.X, made.X[:2]]), np.append(made.y, -made.y[:2])
    monkeypatch.setattr(fewest_errors, "MAX_WORK", 0)
    for form in (np.asarray, sp.csr_matrix):
        bracket = error_bracket(form(X), y)
        assert [group.rows for group in bracket.groups] == [(0, 60), (1, 61)]
        assert bracket.upper < 20
        assert bracket.check(X, y)


def test_ctrl_c_gets_through(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(contradictions, "nnls", interrupted)
        with pytest.raises(KeyboardInterrupt):
            error_bracket(*XOR)
    fit = learners.Pocket.fit

    def fit_interrupted(learner, *arguments):
        fit(learner, *arguments).report.reason = "interrupted"

    monkeypatch.setattr(learners.Pocket, "fit", fit_interrupted)
    monkeypatch.setattr(fewest_errors, "MAX_WORK", 0)
    with pytest.raises(KeyboardInterrupt):
        error_bracket(*XOR)


def test_a_search_that_goes_in_circles_proves_nothing(monkeypatch):
    def lost(*_):
        raise RuntimeError("Maximum number of iterations reached.")

    monkeypatch.setattr(contradictions, "nnls", lost)
    bracket = error_bracket(*XOR)
    assert (bracket.lower, bracket.upper) == (0, 1)
    assert bracket.check(*XOR)


def test_groups_that_whole_numbers_refuse_are_not_taken(monkeypatch):
    monkeypatch.setattr(contradictions, "dependency", lambda rows: None)
    assert error_bracket(*XOR).lower == 0


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"y": [0, 1, 2]}, DataError, "y must have two labels; got 3: y == label is one against the rest."),
        ({"X": [[np.nan]] * 3}, DataError, "Input X contains NaN"),
        ({"y": [0, 1]}, DataError, "X and y must have as many rows"),
        ({"X": [[1e200]] * 3}, DataError, "Rows must be shorter than 1e.150 to be searched; got 1e.200: scale"),
        ({"budget": -1}, OptionError, "budget must be a number of seconds, at least 0, or None; got -1."),
        ({"budget": "long"}, OptionError, "budget must be a number of seconds, at least 0, or None; got 'long'."),
        ({"fit_intercept": 1}, OptionError, "fit_intercept must be True or False; got 1."),
        ({"random_state": None}, OptionError, "random_state must be a whole number, at least 0; got None."),
        ({"random_state": -1}, OptionError, "random_state must be a whole number, at least 0; got -1."),
    ],
)
def test_bad_input_gets_one_sentence(options, error, text):
    with pytest.raises(error, match=text):
        error_bracket(**{"X": [[1.0], [2.0], [3.0]], "y": [0, 1, 0], **options})
