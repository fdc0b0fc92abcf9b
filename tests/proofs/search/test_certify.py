"""The search: its verdict is an exact oracle's, whatever the set, and its certificates hold."""

import copy
from fractions import Fraction as F

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.separable import XOR, is_separable, random_set

import rosenblatt
from rosenblatt import Certificate, Perceptron, certify, generate, learners, sample
from rosenblatt.errors import DataError, OptionError
from rosenblatt.proofs.search import hull_vertices
from rosenblatt.proofs.search.integer_dependency import dependency, whole_numbers
from rosenblatt.proofs.search.min_norm_point import exchanged


def test_the_verdict_is_the_oracles(request):
    """20,000 sets with --long."""
    rng = np.random.default_rng(0)
    verdicts = {True: 0, False: 0}
    for number in range(20_000 if request.config.getoption("--long") else 700):
        X, y = random_set(rng)
        with_bias = bool(rng.random() < 0.7)
        certificate = certify(X, y, fit_intercept=with_bias)
        assert certificate.separable is is_separable(X, y, with_bias), (number, X.tolist(), y.tolist(), with_bias)
        assert certificate.check(X, y), certificate.faults(X, y)
        verdicts[certificate.separable] += 1
    assert min(verdicts.values()) > 100


def test_where_rounded_decimals_decide_the_verdict_is_never_wrong():
    """Rows that nearly cancel out far from 0: floats may not be able to tell, and then say so."""
    rng = np.random.default_rng(0)
    undecided = 0
    for _ in range(300):
        X, y = random_set(rng)
        X = np.round(X) * 0.1 + 1000.0
        certificate = certify(X, y, fit_intercept=False)
        assert certificate.separable in (None, is_separable(X, y, with_bias=False))
        assert certificate.check(X, y)
        undecided += certificate.separable is None
    assert undecided <= 2


def test_the_example_of_note_004():
    table = sample("note-004")
    certificate = certify(table.X, table.y, gap=1e-9)
    assert certificate.separable is True
    assert certificate.mistake_bound == 55
    lower, upper = certificate.augmented_margin
    assert lower <= 5**-0.5 <= upper
    assert upper - lower < 1e-9 * upper
    assert certificate.margin.lower == pytest.approx(0.5, rel=1e-9)
    assert certificate.augmented_radius**2 == pytest.approx(11)
    assert Perceptron(order="first-mistake").fit(table.X, table.y).report_.n_mistakes <= certificate.mistake_bound


def test_exclusive_or_is_not_separable():
    certificate = certify(*XOR)
    assert (certificate.separable, certificate.rows) == (False, [0, 1, 2, 3])
    assert certificate.multipliers == [F(1, 4)] * 4
    assert certificate.meeting_point(*XOR) == [F(1, 2), F(1, 2)]
    assert certificate.margin is certificate.weights is certificate.mistake_bound is None


def test_the_same_row_under_both_labels_is_found_first():
    X = np.random.default_rng(0).normal(size=(300, 20))
    X[250] = X[17]
    y = np.where(X[:, 0] > 0, 1, -1)
    y[250] = -y[17]
    for form in (X, X.astype(np.float32), sp.csr_matrix(X)):
        certificate = certify(form, y)
        assert (certificate.separable, certificate.rows, certificate.multipliers) == (False, [17, 250], [F(1, 2)] * 2)
        assert certificate.check(form, y)
    twins = sp.csr_matrix(np.array([[0.0, 1.0], [-0.0, 1.0]]))
    twins.data[0] = 1.0
    assert certify(np.array([[0.0, 1.0], [-0.0, 1.0]]), [0, 1]).rows == [0, 1]
    assert certify(twins, [0, 1]).rows == [0, 1]


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix, lambda X: X.astype(np.float32)])
def test_margins_of_generated_sets_are_not_below_what_is_known(form):
    made = generate(300, 5, margin=0.05, seed=4)
    X = form(made.X)
    certificate = certify(X, made.y)
    assert certificate.separable is True
    assert certificate.check(X, made.y)
    assert certificate.margin.upper >= 0.0499
    assert certificate.margin.lower >= (1 - 1e-3) * certificate.margin.upper
    assert certificate.augmented_margin.lower >= (1 - 1e-3) * certificate.augmented_margin.upper
    assert Perceptron().fit(X, made.y).report_.n_mistakes <= certificate.mistake_bound


def test_a_noisy_set_has_few_rows_that_cancel_out():
    made = generate(500, 6, noise=0.1, seed=2)
    certificate = certify(made.X, made.y)
    assert certificate.separable is False
    assert len(certificate.rows) <= 8
    assert sum(certificate.multipliers) == 1
    assert certificate.check(made.X, made.y)


@pytest.mark.parametrize(
    ("X", "y", "with_bias", "separable"),
    [
        ([[1e-200], [-1e-200]], [0, 1], True, True),
        ([[1e-200], [-1e-200]], [0, 1], False, True),
        ([[1e-200], [1e-200]], [0, 1], False, False),
        ([[5e-324, 1.0], [1e-300, 1.0]], [0, 1], True, True),
        ([[0.0], [1.0]], [0, 1], False, False),
        ([[0.0]], [1], False, False),
        ([[0.0]], [1], True, True),
        ([[1e140, 1], [1e140, 2], [-1e140, 3]], [0, 1, 1], True, True),
    ],
)
def test_very_small_and_very_large_numbers_are_decided_or_left_open(X, y, with_bias, separable):
    certificate = certify(X, y, fit_intercept=with_bias)
    assert certificate.separable in (separable, None)
    assert certificate.check(X, y)


def test_one_class_is_separable_and_has_no_plain_margin():
    for label in (1, -1, 0, "a"):
        certificate = certify([[1.0, 2.0], [3.0, 4.0]], [label, label])
        assert (certificate.separable, certificate.margin, certificate.classes) == (True, None, (label,))
        assert certificate.check([[1.0, 2.0], [3.0, 4.0]], [label, label])


def test_a_budget_of_zero_is_undecided():
    certificate = certify(*XOR, budget=0)
    assert (certificate.separable, certificate.margin) == (None, None)
    assert certificate.check(*XOR)


def test_a_budget_that_ends_leaves_what_is_proven():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4000, 60))
    y = np.where(X @ rng.normal(size=60) > 0, 1, -1)
    certificate = certify(X, y, budget=1e-3)
    assert certificate.check(X, y)
    if certificate.separable is None and certificate.augmented_margin is not None:
        assert certificate.augmented_margin.lower == 0.0 < certificate.augmented_margin.upper


def test_ctrl_c_in_its_perceptron_ends_the_search(monkeypatch):
    made = generate(50, 2, noise=0.2, seed=1)
    fit = learners.Perceptron.fit

    def interrupted(learner, *arguments):
        fit(learner, *arguments).report.reason = "interrupted"
        return learner

    monkeypatch.setattr(learners.Perceptron, "fit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        certify(made.X, made.y)


def test_a_certificate_is_for_its_data_only():
    certificate = certify(*XOR)
    X, y = copy.deepcopy(XOR)
    X[2, 0] = 0.25
    assert not certificate.check(X, y)
    assert not certificate.check(X, -y)
    loaded = Certificate.from_json(certificate.to_json())
    assert loaded == certificate
    assert loaded.check(*XOR)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_looking_at_likely_rows_only_changes_no_verdict(monkeypatch, form, noise):
    made = generate(300, 5, margin=0.05, noise=noise, seed=4)
    X = form(made.X)
    expected = certify(X, made.y)
    monkeypatch.setattr(hull_vertices, "LIKELY", 6)
    certificate = certify(X, made.y)
    assert certificate.separable is expected.separable is (noise == 0.0)
    assert certificate.check(X, made.y)
    if certificate.separable:
        assert certificate.margin.lower == pytest.approx(expected.margin.lower, rel=2e-3)


def test_a_row_on_the_wrong_side_of_zero_is_exchanged():
    """0 is not between the first three points; with the fourth in the place of the first it is."""
    X = np.array([[1.0, 0.0], [0.5, 1.0], [0.5, -1.0], [-1.0, 0.0]])
    rows = hull_vertices.SignedRows(X, np.ones(4), folded=False)
    assert dependency(X[:3]) == [-1, 1, 1]
    assert exchanged(rows, [0, 1, 2], X[:3], 0) == [3, 1, 2]
    assert dependency(X[[3, 1, 2]]) == [1, 1, 1]
    assert exchanged(hull_vertices.SignedRows(X[:3], np.ones(3), folded=False), [0, 1, 2], X[:3], 0) == [0, 1, 2]
    assert exchanged(rows, [0, 1, 2], X[:3] * np.nan, 0) == [0, 1, 2]  # what floats cannot tell stays


def test_dependencies_are_exact():
    rows = np.array([[0.1, 0.2], [0.3, -0.1], [-0.7, -0.1]])
    numbers = dependency(rows)
    assert min(numbers) > 0
    assert all(sum(n * F(v) for n, v in zip(numbers, column, strict=True)) == 0 for column in rows.T.tolist())
    assert dependency(np.eye(3)) is None
    assert dependency(np.array([[1.0], [2.0]])) in ([-2, 1], [2, -1])
    assert dependency(np.array([[0.0, 0.0]])) == [1]


def test_whole_numbers_are_the_floats_times_a_power_of_two():
    rows = np.array([[0.75, -3.0, 0.0], [1e-3, 5e-324, 255.0]])
    found = whole_numbers(rows)
    scale = F(found[0][0]) / F(0.75)
    assert all(
        F(v) * scale == whole
        for row, wholes in zip(rows.tolist(), found, strict=True)
        for v, whole in zip(row, wholes, strict=True)
    )
    assert scale.denominator == 1
    assert whole_numbers(np.array([[2.0, 6.0]])) == [[1, 3]]
    assert whole_numbers(np.zeros((1, 2))) == [[0, 0]]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: certify([[1.0], [2.0], [3.0]], [0, 1]), DataError, "X and y must have as many rows; got 3 and 2"),
        (lambda: certify([[np.nan]], [0]), DataError, "Input X contains NaN"),
        (lambda: certify([[1.0]], [0, 1]), DataError, "X and y must have as many rows"),
        (
            lambda: certify([[1e200]], [0]),
            DataError,
            "Rows must be shorter than 1e.150 to be searched; got 1e.200: scale",
        ),
        (lambda: certify([[1.0]], [0], gap=0), OptionError, "gap must be a number between 0 and 1; got 0."),
        (lambda: certify([[1.0]], [0], budget=-1), OptionError, "budget must be a number of seconds, at least 0"),
        (lambda: certify([[1.0]], [0], fit_intercept=1), OptionError, "fit_intercept must be True or False; got 1."),
        (lambda: certify([[1.0]]), DataError, "y must be given with X"),
    ],
)
def test_bad_input_gets_one_sentence(call, error, text):
    with pytest.raises(error, match=text):
        call()
    assert rosenblatt.certify is certify
