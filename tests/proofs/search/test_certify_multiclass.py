"""The search over many classes: its verdict is an exact oracle's, and its certificates hold."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.multiclass import LINE, ROUND, TWINS, argmax_separable, expanded, random_set, right_on_all

from rosenblatt import DataError, OptionError, certify, learners, sample
from rosenblatt.proofs.check.multiclass import MulticlassCertificate, Questions
from rosenblatt.proofs.search import certify as multiclass
from rosenblatt.proofs.search.certify import certify_many


def test_the_verdict_is_the_oracles(request):
    """2,000 sets with --long."""
    rng = np.random.default_rng(5)
    verdicts = {True: 0, False: 0}
    for _ in range(2000 if request.config.getoption("--long") else 16):
        X, y = random_set(rng)
        with_bias = bool(rng.random() < 0.7)
        if len(set(y)) == 1:
            continue
        certificate = certify_many(X, y, fit_intercept=with_bias)
        assert certificate.separable is argmax_separable(X, y, with_bias), (X, y, with_bias)
        assert certificate.faults(X, y) == []
        verdicts[certificate.separable] += 1
        if certificate.separable:
            assert right_on_all(certificate, X, y)
            assert certificate.mistake_bound == bound(certificate, X)
        for label, part in certificate.one_against_rest.items():
            assert part.separable is argmax_separable(X, [v == label for v in y], with_bias)
        for pair, part in certificate.pairwise.items():
            rows = [i for i, label in enumerate(y) if label in pair]
            assert part.separable is argmax_separable([X[i] for i in rows], [y[i] for i in rows], with_bias)
    assert min(verdicts.values()) > 3


def bound(certificate, X):
    """The whole part of 2R²/γ², with the 1 in R where there is a bias."""
    square = max(sum(F(v) ** 2 for v in x) for x in X) + certificate.fit_intercept
    return 2 * square // F(certificate.augmented_margin.lower) ** 2


@pytest.mark.parametrize("with_bias", [True, False])
def test_the_expanded_rows_are_the_oracles(with_bias):
    for form in (np.asarray, sp.csr_matrix):
        Z, signs = Questions(form(ROUND[0]), ROUND[1]).argmax(with_bias)
        assert (Z.toarray() * signs[:, None]).tolist() == expanded(*ROUND, with_bias)
        assert Z.has_sorted_indices


# --- Facts by hand. ---


def test_three_classes_on_a_line_are_separable_but_the_middle_one_is_not_from_the_rest(line):
    assert line.separable is True
    assert right_on_all(line, *LINE)
    assert {label: part.separable for label, part in line.one_against_rest.items()} == {
        "a": True,
        "b": False,
        "c": True,
    }
    assert [part.separable for part in line.pairwise.values()] == [True] * 3
    assert line.check(*LINE)
    assert (line.n_rows, line.n_features, line.classes) == (3, 1, ("a", "b", "c"))
    assert (line.radius, line.augmented_radius) == (1.0, math.sqrt(2))
    assert line.weights.shape == (3, 1)
    assert line.bias.shape == (3,)
    assert line.weights.base is not None  # a view


def test_the_margin_of_three_classes_on_a_line_is_known(line):
    """w = (−1, 0, 1) and b = (−t, 2t, −t): rows are right by 1 − 3t and by 3t, so t = 1/6, γ² = (1/2)² / (2 + 6/36)."""
    lower, upper = line.augmented_margin
    assert F(lower) ** 2 <= F(1, 4) / F(13, 6) <= F(upper) ** 2
    assert upper - lower < 1e-3 * upper
    assert line.mistake_bound == math.floor(4 * F(26, 3) / 1) == 34


def test_each_two_classes_can_be_separable_where_all_three_are_not(round_set):
    assert round_set.separable is False
    assert [part.separable for part in round_set.pairwise.values()] == [True] * 3
    assert round_set.weights is round_set.bias is round_set.augmented_margin is round_set.mistake_bound is None
    assert round_set.check(*ROUND)


def test_the_pairs_of_an_obstruction_cancel_out_exactly(round_set):
    labels = round_set.classes
    total = np.full((3, 3), F(0))
    for (row, rival), multiplier in zip(round_set.rows, round_set.multipliers, strict=True):
        x = [*(F(int(v)) for v in ROUND[0][row]), F(1)]
        for label, sign in ((ROUND[1][row], 1), (rival, -1)):
            total[labels.index(label)] += sign * multiplier * np.array(x)
    assert (total == 0).all()
    assert sum(round_set.multipliers) == 1
    assert min(round_set.multipliers) > 0


def test_the_same_row_under_two_labels_is_found_first():
    certificate = certify_many(*TWINS)
    assert (certificate.separable, certificate.rows) == (False, [(0, 3), (2, 1)])
    assert certificate.multipliers == [F(1, 2)] * 2
    assert certificate.pairwise[1, 3].rows == [0, 1]  # among the rows of these two


def test_of_two_classes_the_verdict_and_the_bound_are_those_of_certify():
    table = sample("note-004")
    many, two = certify_many(table.X, table.y, gap=1e-9), certify(table.X, table.y, gap=1e-9)
    assert many.separable is two.separable is True
    assert many.mistake_bound == two.mistake_bound == 55
    assert many.augmented_margin.lower == pytest.approx(math.sqrt(2) * two.augmented_margin.lower)


def test_iris_is_not_separable_by_argmax():
    table = sample("iris")
    certificate = certify(table.X, table.y)
    assert certificate.separable is False
    assert {own for own, part in certificate.one_against_rest.items() if part.separable} == {"setosa"}
    assert [pair for pair, part in certificate.pairwise.items() if not part.separable] == [("versicolor", "virginica")]
    assert {table.y[row] for row, _ in certificate.rows} == {"versicolor", "virginica"}
    assert certificate.check(table.X, table.y)
    assert not certificate.check(table.X, table.y[::-1])


@pytest.mark.compiled
def test_digits_are_separable_by_argmax(request):
    """All of them with --long, where 8 and 9 are not separable from the rest; else some rows of the first four."""
    X, y, _ = sample("digits")
    is_long = request.config.getoption("--long")
    X, y = (X, y) if is_long else (X[:300][y[:300] < 4], y[:300][y[:300] < 4])
    certificate = certify_many(X, y)
    assert certificate.separable is True
    assert {part.separable for part in certificate.pairwise.values()} == {True}
    assert [label for label, part in certificate.one_against_rest.items() if not part.separable] == [8, 9] * is_long
    scores = X @ certificate.weights.T + certificate.bias
    assert (scores.argmax(axis=1) == y).all()
    assert certificate.check(sp.csr_matrix(X), y)


@pytest.mark.parametrize("order", ["given", "shuffled", "first-mistake"])
@pytest.mark.parametrize("with_bias", [True, False])
def test_a_perceptron_makes_no_more_mistakes_than_the_bound(order, with_bias):
    rng = np.random.default_rng(3)
    X = rng.integers(-4, 5, (40, 2)).astype(float)
    scores = X @ [[3, -1, -2], [0, 2, -3]] + np.array([0.0, 0.5, 1.0]) * with_bias
    first, second = np.sort(scores, axis=1)[:, -1], np.sort(scores, axis=1)[:, -2]
    X, y = X[first > second + 1], scores.argmax(axis=1)[first > second + 1]
    certificate = certify_many(X, y, fit_intercept=with_bias)
    assert certificate.separable is True
    learner = learners.Perceptron(order=order, fit_intercept=with_bias, max_iter=10_000).fit(X, y)
    assert learner.report.reason == "converged"
    assert 3 <= learner.report.n_mistakes <= certificate.mistake_bound


# --- What comes in. ---


def test_every_kind_of_matrix_and_of_labels_is_the_same_data(line):
    X, y = np.array(LINE[0]), np.array(LINE[1])
    for form in (X, X.astype(np.float32), X.astype(np.int8), X.astype(np.float16), X.astype(object), sp.csr_array(X)):
        assert line.faults(form, y.astype(object)) == []
        assert line.faults(form, y[:, None]) == []
        assert certify_many(form, y, budget=0).check(form, y)
    assert line.check(sp.csc_matrix(X), LINE[1])
    roomy = sp.csr_matrix(X)
    roomy.data, roomy.indices = np.append(roomy.data, 7.0), np.append(roomy.indices, 0)  # beyond the last row
    assert line.check(roomy, LINE[1])
    for labels in ([3, 5, 4], [0.5, -1.5, 2.0], np.array([b"x", b"y", b"z"]), [2**63, 1, 2]):
        certificate = certify_many(X, labels)
        assert certificate.classes == tuple(sorted(np.asarray(labels).tolist()))
        assert certificate.check(X, labels)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: certify_many([[1.0], [2.0]], ["a", "a"]), DataError, "y must have at least two labels; got 1."),
        (lambda: certify_many([[1.0], [2.0]], [1, 2, 3]), DataError, "X and y must have as many rows; got 2 and 3."),
        (lambda: certify_many([[1.0], [math.nan], [2.0]], [1, 2, 3]), DataError, "Input X contains NaN"),
        (lambda: certify_many(*LINE, fit_intercept=1), OptionError, "fit_intercept must be True or False; got 1."),
        (lambda: certify_many(*LINE, gap=2), OptionError, "gap must be a number between 0 and 1; got 2."),
        (lambda: certify_many(*LINE, budget="1"), OptionError, "budget must be a number of seconds, at least 0"),
        (lambda: certify([[1e200], [1], [2]], [0, 1, 2]), DataError, "Rows must be shorter than 1e.150 to be searched"),
    ],
)
def test_bad_input_gets_one_sentence(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_a_budget_of_zero_leaves_everything_undecided():
    certificate = certify_many(*ROUND, budget=0)
    assert {part.separable for _, _, part in certificate.parts()} == {None}
    assert certificate.rows is certificate.multipliers is certificate.weights is certificate.bias is None
    assert certificate.check(*ROUND)
    assert MulticlassCertificate.from_json(certificate.to_json()) == certificate


def test_the_budget_is_shared_with_the_argmax_question_first(monkeypatch):
    """Each search takes 4 of 10 seconds: the fourth and all after it have none."""
    now, budgets = [100.0], []
    real = multiclass.certify_two

    def slow(X, y, budget, **options):
        budgets.append((X.shape, budget))
        now[0] += 4.0
        return real(X, y, budget=0, **options)

    monkeypatch.setattr(multiclass, "certify_two", slow)
    monkeypatch.setattr(multiclass.time, "monotonic", lambda: now[0])
    certify_many(*LINE, budget=10)
    assert budgets == [((6, 6), 10), ((3, 1), 6.0), ((3, 1), 2.0), ((3, 1), 0.0), *[((2, 1), 0.0)] * 3]


def test_ctrl_c_gets_through(monkeypatch):
    def interrupted(*_, fit_intercept, **__):
        if fit_intercept:  # in the tables
            raise KeyboardInterrupt
        return real(*_, fit_intercept=fit_intercept, **__)

    real = multiclass.certify_two
    monkeypatch.setattr(multiclass, "certify_two", interrupted)
    with pytest.raises(KeyboardInterrupt):
        certify_many(*LINE)
