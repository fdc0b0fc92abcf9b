"""Certificates of many classes: the verdict is an exact oracle's, and a change in any part is refused."""

import json
import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction as F
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from proofs.test_search import zero_is_in_the_hull

from rosenblatt import DataError, OptionError, certify, learners, sample
from rosenblatt.cli import main
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.certificate_format import Bracket, HullPoint
from rosenblatt.proofs.check.multiclass import MulticlassCertificate, Questions, load_certificate
from rosenblatt.proofs.search import multiclass
from rosenblatt.proofs.search.multiclass import certify_many

LINE = [[-1.0], [0.0], [1.0]], ["a", "b", "c"]
# Each two classes are separable, all three are not.
ROUND = np.array([[10, 0], [-22, 38], [-5, 9], [-22, -38], [-5, -9], [44, 0]]), list("AABBCC")
TWINS = [[1.0, 2.0], [0.0, 5.0], [1.0, 2.0], [3.0, 3.0]], [1, 2, 3, 3]


@pytest.fixture(scope="module")
def line():
    return certify_many(*LINE)


@pytest.fixture(scope="module")
def round_set():
    return certify_many(*ROUND)


# --- An exact oracle. ---


def expanded(X, y, with_bias):
    """For each row and rival: (x, 1) in the place of its class, −(x, 1) in the rival's, in Fractions."""
    labels = sorted(set(y))
    return [
        [
            sign * F(v)
            for label in labels
            for sign in [(label == own) - (label == rival)]
            for v in [*x, *[1] * with_bias]
        ]
        for x, own in zip(X, y, strict=True)
        for rival in labels
        if rival != own
    ]


def argmax_separable(X, y, with_bias):
    return not zero_is_in_the_hull(expanded(X, y, with_bias))


def right_on_all(certificate, X, y):
    """Whether every row's class has the highest score, in Fractions."""
    planes = [[*map(F, w), F(b)] for w, b in zip(certificate.weights.tolist(), certificate.bias.tolist(), strict=True)]
    for x, own in zip(X, y, strict=True):
        scores = [sum(v * w for v, w in zip([*map(F, x), 1], plane, strict=True)) for plane in planes]
        best = scores.pop(certificate.classes.index(own))
        if best <= max(scores):
            return False
    return True


def random_set(rng):
    """Whole numbers, with ties and duplicates; labels at random or by three or four scores."""
    n, d, n_classes = int(rng.integers(4, 8)), int(rng.integers(1, 4)), int(rng.integers(3, 5))
    X = rng.integers(-3, 4, (n, d))
    if rng.random() < 0.3:
        X = X[rng.integers(0, n // 2, n)]
    scores = X @ rng.integers(-2, 3, (d, n_classes)) + rng.integers(-2, 3, n_classes)
    y = scores.argmax(axis=1) if rng.random() < 0.7 else rng.integers(0, n_classes, n)
    y[: 3 if n_classes == 3 else 4] = np.arange(n_classes) if rng.random() < 0.5 else y[:n_classes]
    return X.tolist(), y.tolist()


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


def test_bad_data_is_no_fault_of_the_certificate(line):
    with pytest.raises(DataError, match="Input X contains infinity"):
        line.check([[1.0], [math.inf], [2.0]], LINE[1])
    with pytest.raises(DataError, match="y must have one label for each of 3 rows"):
        line.check(LINE[0], ["a", "b"])


# --- Time. ---


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


# --- Tampering. ---


def with_part(certificate, table, key, **values):
    """The same with other values in one certificate of a table."""
    parts = dict(getattr(certificate, table))
    parts[key] = replace(parts[key], **values)
    return replace(certificate, **{table: parts})


def changed_argmax(c):
    """Without intercept both halves of the inner certificate are the same, so both are changed."""

    def both(**values):
        twice = values if c.separable is False else values | {f"augmented_{name}": v for name, v in values.items()}
        return replace(c, argmax=replace(c.argmax, **twice))

    hull = c.argmax.hull
    for k, numerator in enumerate(hull.numerators):
        for other in (numerator + 1, numerator - 1, -numerator, 0):
            yield both(hull=replace(hull, numerators=(*hull.numerators[:k], other, *hull.numerators[k + 1 :])))
        for row in (-1, 0, hull.rows[k] + 1, c.argmax.n_rows):
            if row != hull.rows[k]:
                yield both(hull=replace(hull, rows=(*hull.rows[:k], row, *hull.rows[k + 1 :])))
    yield both(hull=replace(hull, denominator=hull.denominator + 1))
    yield both(radius=math.nextafter(c.argmax.radius, 0))
    yield both(radius=c.argmax.radius * (1 + 2**-39))
    if c.separable:
        weights, (lower, upper) = c.argmax.weights, c.argmax.margin
        for j in range(len(weights)):
            for step in (-1.0, 1.0, math.nan):
                yield both(weights=weights + step * (np.arange(len(weights)) == j))
        yield both(weights=-weights)
        yield both(weights=weights[1:])
        yield both(margin=Bracket(upper, upper))
        yield both(margin=Bracket(lower / 2, lower / 2))
        yield replace(c, argmax=replace(c.argmax, mistake_bound=c.mistake_bound - 1))
    for verdict in {True, False, None} - {c.separable}:
        yield replace(c, argmax=replace(c.argmax, separable=verdict))


def changed_tables(c):
    for table in ("one_against_rest", "pairwise"):
        parts = getattr(c, table)
        for key, part in parts.items():
            yield with_part(c, table, key, radius=part.radius * (1 + 2**-39))
            yield with_part(c, table, key, n_rows=part.n_rows + 1)
            yield with_part(c, table, key, fit_intercept=not part.fit_intercept)
            yield with_part(c, table, key, classes=part.classes[::-1])
            hull = part.hull
            for k, numerator in enumerate(hull.numerators):
                other = (*hull.numerators[:k], numerator + 1, *hull.numerators[k + 1 :])
                yield with_part(c, table, key, hull=replace(hull, numerators=other))
            if part.separable:
                yield with_part(c, table, key, weights=-part.weights)
            yield replace(c, **{table: {k: v for k, v in parts.items() if k != key}})
            yield replace(c, **{table: {**parts, key: "x"}})
        for one, other in combinations(parts, 2):
            if parts[one] != parts[other]:
                yield replace(c, **{table: {**parts, one: parts[other], other: parts[one]}})
        yield replace(c, **{table: dict(reversed(parts.items()))})
        yield replace(c, **{table: {**parts, "more": parts[key]}})


def changed_fields(c):
    yield replace(c, fit_intercept=not c.fit_intercept)
    for labels in (
        c.classes[::-1],
        c.classes[1:],
        (*c.classes, "z"),
        (*c.classes[:-1], "z"),
        c.classes[:1] * 3,
        (),
        None,
    ):
        yield replace(c, classes=labels)
    for k, rival in enumerate(c.rivals):
        for other in {*c.classes, "z", 1} - {rival}:
            yield replace(c, rivals=(*c.rivals[:k], other, *c.rivals[k + 1 :]))
    for rivals in (c.rivals[1:], (*c.rivals, "a"), list(c.rivals), None, (np.zeros(2), *c.rivals[1:])):
        yield replace(c, rivals=rivals)
    for name in ("fit_intercept", "argmax", "one_against_rest", "pairwise"):
        for rubbish in (None, "x", 3, [], {}, (1,), np.zeros(2), object()):
            yield replace(c, **{name: rubbish})


@pytest.mark.parametrize("name", ["line", "round_set"])
def test_a_change_anywhere_is_refused(name, request):
    certificate = request.getfixturevalue(name)
    X, y = LINE if name == "line" else ROUND
    assert certificate.check(X, y)
    tampered = [*changed_argmax(certificate), *changed_tables(certificate), *changed_fields(certificate)]
    assert len(tampered) > 100
    for other in tampered:
        faults = other.faults(X, y)
        assert faults
        assert all(fault.endswith(".") for fault in faults)
        assert str(other)


def test_a_proof_of_other_data_is_refused(round_set):
    X, y = ROUND
    for i in range(len(X)):
        moved = X.copy()
        moved[i, 0] += 1
        assert not round_set.check(moved, y)
        assert not round_set.check(
            X, [("B" if label == "A" else "A") if k == i else label for k, label in enumerate(y)]
        )


def test_faults_name_the_part_and_the_place(line):
    def faults(c):
        return " ".join(c.faults(*LINE))

    assert line.faults([[1.0, 2.0]] * 2, ["a", "b"]) == [
        "X must have 3 rows, as the certificate; it has 2.",
        "X must have 1 features, as the certificate; it has 2.",
        "classes must be the labels of y, 'a', 'b', in order; they are others.",
    ]
    weights = np.array([-1.0, 0.0, 0.0, 0.0, 1.0, 0.0])
    other = replace(line, argmax=replace(line.argmax, weights=weights, augmented_weights=weights))
    assert faults(other) == (
        "argmax, whose row 2·i + j is row i against rival j: "
        "row 2 must be on its side of the plane of weights; y·(w·x + b) is 0."
    )
    assert faults(replace(line, rivals=("b", "a", "c", "a"))) == (
        "rivals must be the labels that the rows of argmax are about; they are others."
    )
    assert faults(replace(line, rivals=("b",))) == "rivals must be one for each row of argmax, 4; there are 1."
    assert faults(with_part(line, "one_against_rest", "b", hull=HullPoint((0, 1, 2), (1, 2, 2), 4))).startswith(
        "one_against_rest['b']: multipliers must sum to 1; they sum to 1.25."
    )
    assert faults(with_part(line, "pairwise", ("a", "c"), bias=5.0)) == (
        "pairwise['a', 'c'], by number among their rows: "
        "row 0 must be on its side of the plane of weights; y·(w·x + b) is -4."
    )
    assert faults(with_part(line, "pairwise", ("a", "c"), radius="x")) == (
        "pairwise['a', 'c']: radius must be a finite float64, not below 0; it is of type str."
    )
    assert faults(replace(line, classes=("a",))) == (
        "classes must be a tuple of two labels or more, numbers or strings; it is of type tuple."
    )
    assert faults(replace(line, pairwise={})) == (
        "pairwise must be a dict of 3 parts, by the classes in their order; it is another."
    )


# --- As text. ---


def test_it_reads_well(line, round_set):
    assert repr(line) == str(line)
    assert str(line) == (
        "Separable by argmax: 3 rows, 1 features, 3 labels ('a', 'b', 'c'), with intercept\n"
        "  radius 1, augmented radius 1.41421356\n"
        "  augmented margin 0.33968311 to 0.33968311, which 4 rows against rivals "
        "(0 against 'b', 1 against 'a', 1 against 'c', 2 against 'b') prove\n"
        "  mistake bound 34\n"
        "  one against the rest: 2 separable ('a', 'c'), 1 not separable ('b')\n"
        "  pairwise: 3 separable ('a' and 'b', 'a' and 'c', 'b' and 'c')"
    )
    assert str(round_set).splitlines()[2] == (
        "  no weights are right on 6 rows against rivals (0 against 'C', 1 against 'B', 2 against 'A', 3 against 'C', "
        "4 against 'B', 5 against 'A')"
    )
    undecided = str(certify_many(*LINE, fit_intercept=False, budget=0)).splitlines()
    assert undecided[0] == "Undecided: 3 rows, 1 features, 3 labels ('a', 'b', 'c'), without intercept"
    assert undecided[-2:] == [
        "  one against the rest: 3 undecided ('a', 'b', 'c')",
        "  pairwise: 3 undecided ('a' and 'b', 'a' and 'c', 'b' and 'c')",
    ]
    assert str(replace(line, rivals=None)) == "No certificate: rivals must be a tuple of labels; it is None."


@pytest.mark.parametrize("name", ["line", "round_set"])
def test_what_is_written_is_read(name, request, tmp_path):
    certificate = request.getfixturevalue(name)
    again = MulticlassCertificate.from_json(certificate.to_json())
    assert again == certificate
    assert again.to_json() == certificate.to_json()
    assert again.check(*(LINE if name == "line" else ROUND))
    certificate.save(tmp_path / "many.json")
    assert MulticlassCertificate.load(tmp_path / "many.json") == certificate
    assert load_certificate(str(tmp_path / "many.json")) == certificate
    sorted_keys = json.dumps(json.loads(certificate.to_json()), sort_keys=True, indent=2)
    (tmp_path / "many.json").write_text(sorted_keys)
    assert load_certificate(tmp_path / "many.json") == certificate


def test_a_part_alone_is_a_certificate(line, tmp_path):
    part = json.loads(line.to_json())["one_against_rest"][1]
    (tmp_path / "part.json").write_text(json.dumps(part))
    certificate = load_certificate(tmp_path / "part.json")
    assert isinstance(certificate, Certificate)
    assert certificate.check(LINE[0], [False, True, False])


def text_with(line, path, value):
    written = json.loads(line.to_json())
    place = written
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(written)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            ["format"],
            "rosenblatt certificate",
            "text must say that its format is 'rosenblatt certificate of many class",
        ),
        (["version"], 2, "and its version 1; it does not."),
        (["more"], 1, "text must have the fields of a certificate; 'more' is none of them."),
        (["classes"], "abc", "text must be a certificate; its classes must be a list."),
        (["classes"], ["a"], "text must be a certificate: classes must be two labels or more, numbers or strings."),
        (["classes"], [["a"], "b", "c"], "classes must be two labels or more, numbers or strings."),
        (["classes"], ["a", "a", "c"], "one_against_rest must be a dict of 3 parts, by the classes in their order"),
        (["classes"], ["a", "b", "d"], r"pairwise\['a', 'd'\].classes must be 'a' and 'd'; they are others."),
        (["classes"], ["a", "b"], "text must have 2 parts of one_against_rest, by its classes; it has 3."),
        (["rivals"], None, "text must be a certificate; its rivals must be a list."),
        (["rivals"], ["a"], "text must be a certificate: rivals must be one for each row of argmax, 4; there are 1."),
        (["rivals", 0], {}, "text must be a certificate: rivals must be a tuple of labels"),
        (["fit_intercept"], 1, "fit_intercept must be True or False; it is 1."),
        (["fit_intercept"], False, r"one_against_rest\['a'\].fit_intercept must be False; it is True."),
        (["argmax"], 3, "argmax in text must be a certificate; it does not say that its format is"),
        (["argmax", "radius"], "3", "argmax in text must be a certificate; its radius cannot be read"),
        (["argmax", "n_features"], 5, "argmax must have 6 features, by its classes and one_against_rest"),
        (["pairwise"], {}, "text must be a certificate; its pairwise must be a list."),
        (["pairwise"], [], "text must have 3 parts of pairwise, by its classes; it has 0."),
        (["pairwise", 1], None, r"pairwise\['a', 'c'\] in text must be a certificate; it does not say"),
        (["one_against_rest", 0, "version"], 7, r"one_against_rest\['a'\] in text must be a certificate of version 1"),
        (["one_against_rest", 2, "classes"], [0, 5], r"one_against_rest\['c'\].classes must be False and True"),
    ],
)
def test_what_is_no_certificate_is_refused(line, path, value, message):
    with pytest.raises(DataError, match=message):
        MulticlassCertificate.from_json(text_with(line, path, value))


def test_what_is_no_json_is_refused(line):
    for text in ("", "{", "[" * 100_000, "[1]", "null"):
        with pytest.raises(DataError, match="text must "):
            MulticlassCertificate.from_json(text)
    twice = line.to_json().replace('"rows":', '"rows": [], "rows":', 1)
    with pytest.raises(DataError, match="text must be a certificate in JSON: 'rows' is there twice"):
        MulticlassCertificate.from_json(twice)
    with pytest.raises(DataError, match="'argmax' is missing"):
        MulticlassCertificate.from_json(
            json.dumps({key: value for key, value in json.loads(line.to_json()).items() if key != "argmax"})
        )


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(DataError, match="nowhere.json must be a certificate in JSON: .*No such file"):
        load_certificate(tmp_path / "nowhere.json")
    (tmp_path / "picture").write_bytes(b"\x89PNG")
    with pytest.raises(DataError, match="picture must be a certificate in JSON: 'utf-8' codec"):
        MulticlassCertificate.load(tmp_path / "picture")
    (tmp_path / "half.json").write_text("{")
    with pytest.raises(DataError, match="half.json must be a certificate in JSON"):
        load_certificate(tmp_path / "half.json")


def test_what_is_not_whole_is_not_written(line):
    with pytest.raises(DataError, match="A certificate must be whole to be written: rivals must be a tuple of labels"):
        replace(line, rivals=None).to_json()
    with pytest.raises(DataError, match="classes must be numbers or strings to be written; they are bytes"):
        certify_many(LINE[0], np.array([b"a", b"b", b"c"])).to_json()


# --- In the shell. ---


def run(capsys, monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["rosenblatt", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    captured = capsys.readouterr()
    return ended.value.code or 0, captured.out, captured.err


def test_the_shell_prints_saves_and_checks_it(capsys, monkeypatch, tmp_path):
    path = tmp_path / "proof.json"
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:petals", "--save", path)
    assert code == 0
    assert out in (Path(__file__).parents[2] / "docs" / "certify.md").read_text()
    code, out, _ = run(capsys, monkeypatch, "certify", "--check", path, "sample:petals")
    assert code == 0
    assert out.startswith(f"The proof in {path} holds for sample:petals. Not separable by argmax: 150 rows")
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004")
    assert code == 1
    assert err.splitlines()[0] == "rosenblatt: X must have 150 rows, as the certificate; it has 4."
    path.write_text(path.read_text().replace('"virginica"', '"a"'))
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:petals")
    assert code == 1
    labels = "'setosa', 'versicolor', 'virginica'"
    assert err == f"rosenblatt: classes must be the labels of y, {labels}, in order; they are others.\n"
    path.write_text(path.read_text()[:-9])
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:petals")
    assert code == 1
    assert err.startswith(f"rosenblatt: {path} must be a certificate in JSON: ")


def test_the_shell_writes_json_and_says_what_is_undecided(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:petals", "--no-bias", "--json")
    assert code == 0
    assert MulticlassCertificate.from_json(out).separable is False
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:petals", "--budget", 0)
    assert code == 1
    assert out.startswith("Undecided: 150 rows, 2 features, 3 labels")


# --- What is not imported. ---


def test_the_checker_imports_no_solver():
    code = "import sys, rosenblatt.proofs.check.multiclass; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert {name for name in loaded if name.split(".")[0] in ("numba", "scipy", "sklearn", "flint")} == set()
    ours = {name for name in loaded if name.startswith("rosenblatt.")}
    assert ours <= {
        f"rosenblatt.{name}"
        for name in ("errors", "proofs", *(f"proofs.{n}" for n in ("certificates", "claims", "examples", "many")))
    }
