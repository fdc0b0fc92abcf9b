"""Certificates: the verdict is the exact oracle's, a true proof is accepted, and a false one never is."""

import json
import math
from typing import Any, NamedTuple

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings, strategies as st

import rosenblatt
from contract import oracle
from contract.shell import run
from rosenblatt import DataError, OptionError, Perceptron, RosenblattError, certify

FORMS = {"dense": np.asarray, "csr": sp.csr_matrix, "csc": sp.csc_array, "float32": np.float32}
LABELS = [(-1, 1), (0, 1), ("no", "yes"), (False, True), (2.0, 7.0)]
ORDERS = ("given", "shuffled", "shuffled-once", "first-mistake", "random-mistake")


class Case(NamedTuple):
    X: np.ndarray
    y: list[Any]
    fit_intercept: bool = True
    form: str = "dense"
    kind: str = "whole numbers"

    @property
    def rows(self):
        return FORMS[self.form](self.X)

    def certified(self, **options):
        return certify(self.rows, self.y, fit_intercept=self.fit_intercept, **options)


def close_to_a_plane(rng, n, d):
    rest, offsets = rng.integers(-3, 4, (n, d - 1)), rng.choice([-1, 0, 1, 1], n) * 2.0 ** -rng.integers(10, 40)
    return np.column_stack([offsets - rest @ rng.integers(-2, 3, d - 1), rest])


ROWS = {
    "whole numbers": lambda rng, n, d: rng.integers(-3, 4, (n, d)),
    "on one line": lambda rng, n, d: np.outer(rng.integers(-3, 4, n), rng.integers(-2, 3, d)) + rng.integers(-2, 3, d),
    "repeated": lambda rng, n, d: rng.integers(-3, 4, (n, d))[rng.integers(0, max(1, n // 2), n)],
    "of many sizes": lambda rng, n, d: rng.integers(-3, 4, (n, d)) * np.ldexp(1.0, rng.integers(-30, 30, d)),
    "close to a plane": close_to_a_plane,
    "far from zero": lambda rng, n, d: rng.integers(-3, 4, (n, d)) * 0.1 + 1000.0,
    "wild": lambda rng, n, d: rng.normal(size=(n, d)) * 10.0 ** rng.integers(-148, 148, (n, d)),
}
WHOLE, VAGUE = tuple(ROWS)[:3], tuple(ROWS)[-2:]  # rows that float64 weights separate well, or perhaps not at all


def drawn(seed, n_classes=2, kinds=tuple(ROWS)[:-2]):
    """A few rows, labelled at random or by planes."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(*((1, 10) if n_classes == 2 else (4, 8)))), int(rng.integers(1, 4))
    kind, form = str(rng.choice(kinds)), str(rng.choice(["dense", "csr", "csc"]))
    X = np.asarray(ROWS[kind](rng, n, d), dtype=float)
    planes, biases = rng.integers(-2, 3, (d, n_classes)), rng.integers(-2, 3, n_classes)
    numbers = (X @ planes + biases).argmax(axis=1) if rng.random() < 0.6 else rng.integers(0, n_classes, n)
    labels = LABELS[rng.integers(len(LABELS))] if n_classes == 2 else ["ash", "elm", "oak", "yew"]
    return Case(X, [labels[k] for k in numbers], bool(rng.random() < 0.7), form, kind)


fewer = settings(max_examples=settings().max_examples // 4)
SEEDS = st.integers(0, 2**32)
CASES = SEEDS.map(drawn)
MANY = SEEDS.map(lambda seed: drawn(seed, n_classes=3 + seed % 2))
ALL = CASES | MANY | CASES | SEEDS.map(lambda seed: drawn(seed, kinds=VAGUE))
NOTE_004 = rosenblatt.sample("note-004")[:2]
XOR = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), ["no", "no", "yes", "yes"]
FIXED = {
    "note-004": Case(*NOTE_004),
    "without intercept": Case(*NOTE_004, fit_intercept=False),
    "xor": Case(*XOR),
    "conflict": Case(np.array([[2.0, 5.0], [3.0, 1.0], [2.0, 5.0]]), [0, 1, 1], form="csr"),
    "one class": Case(np.array([[3.0, 4.0], [-2.0, 1.0]]), ["spam", "spam"]),
    "three classes": Case(np.array([[-1.0], [0.0], [1.0]]), ["cold", "mild", "warm"]),
    "around": Case(np.array([[10.0, 0], [-22, 38], [-5, 9], [-22, -38], [-5, -9], [44, 0]]), list("AABBCC")),
}
every_fixed = pytest.mark.parametrize("case", FIXED.values(), ids=FIXED)


def assert_true(certificate, X, y):
    assert (certificate.faults(X, y), certificate.check(X, y)) == ([], True)
    assert oracle.holds(certificate, X, y)


def margins(certificate):
    return [getattr(certificate, name) for name in ("margin", "augmented_margin") if getattr(certificate, name, None)]


@settings(max_examples=4 * settings().max_examples)
@given(ALL, st.sampled_from([1e-3, 1e-14]))
def test_the_verdict_is_the_oracles(case, gap):
    certificate = case.certified(gap=gap)
    verdict = oracle.is_separable(case.X, case.y, case.fit_intercept)
    assert certificate.separable is verdict or (case.kind in VAGUE and certificate.separable is None)
    assert_true(certificate, case.rows, case.y)
    if case.kind in WHOLE:  # else no float64 weights may come close enough
        assert all(0 < (1 - gap) * upper <= lower for lower, upper in margins(certificate))
    if len(certificate.classes) <= 2:
        assert certificate.conflicts == oracle.conflicts(case.X, case.y)
    if len(certificate.classes) <= 2 and not verdict:
        rows, signs = certificate.rows, oracle.signs_of(case.y)
        assert certificate.features(case.rows) == np.flatnonzero(np.ptp(case.X[rows], axis=0)).tolist()
        shares = [m * (1 + signs[k]) for k, m in zip(rows, certificate.multipliers, strict=True)]
        point = oracle.combined(shares, oracle.exact_rows(case.X[rows])) if case.fit_intercept else None
        assert certificate.meeting_point(case.rows, case.y) == point


@fewer
@given(CASES | MANY, SEEDS)
def test_storage_and_order_change_no_verdict_and_no_margin(case, seed):
    first, order = case.certified(), np.random.default_rng(seed).permutation(len(case.y))
    moved = case._replace(X=case.X[order], y=[case.y[k] for k in order])
    forms = [form for form in FORMS if case.kind in WHOLE or form != "float32"]
    for other in (*(case._replace(form=form) for form in forms), moved):
        second = other.certified()
        assert second.separable is first.separable
        assert second.check(other.X, other.y)
        assert first.check(other.rows, other.y) or other is moved
        for one, two in zip(margins(first), margins(second), strict=True):
            assert max(one.lower, two.lower) <= min(one.upper, two.upper)


@pytest.mark.parametrize(("wrong", "separable"), [(0, True), (5, False)])
def test_many_rows_close_to_a_plane(wrong, separable):
    """Whole numbers at most 3 / |v| from a plane; the first ones are on its wrong side."""
    rng = np.random.default_rng(0)
    v, X, y = rng.integers(-(10**7), 10**7, 20), rng.integers(0, 256, (200, 20)), rng.choice([-1, 1], 200)
    X[:, 0] = y * rng.integers(1, 4, 200) * np.where(np.arange(200) < wrong, -1, 1) - X[:, 1:] @ v[1:]
    for rows in (X, sp.csr_matrix(X)):
        certificate = certify(rows, y)
        assert certificate.separable is separable
        assert_true(certificate, rows, y)


def test_known_facts():
    proof, line = certify(*NOTE_004, gap=1e-9), FIXED["three classes"].certified()
    assert (proof.mistake_bound, proof.rows, proof.augmented_rows) == (55, [0, 1, 3], [0, 1, 3])
    assert [proof.radius**2, proof.augmented_radius**2] == pytest.approx([10, 11])
    assert [*proof.margin, *proof.augmented_margin] == pytest.approx([0.5, 0.5, 0.2**0.5, 0.2**0.5])
    assert [str(m) for m in certify(*XOR).multipliers] == ["1/4"] * 4
    assert [certify(f"sample:{name}").separable for name in ("setosa", "note-000", "petals", "xor")] == [1, 1, 0, 0]
    assert (line.separable, line.mistake_bound, line.weights.shape, line.bias.shape) == (True, 34, (3, 1), (3,))


def other_values(value):
    """Near and far values, other types and other shapes."""
    match value:
        case bool() | None:
            return [True, False, None, 0, 1, "true", [value]]
        case int() | float():
            near = [math.nextafter(value, math.inf), math.nextafter(value, -math.inf), value + 1e-9, value - 1e-9]
            rounded = [float(np.float32(value)), *(float(f"{value:.{digits}g}") for digits in (12, 6, 3))]
            far = [value + 1, value - 1, -value, 2 * value, value / 2, 0, 10**400, 1e308, math.inf, math.nan]
            return [*near, *rounded, *far, str(value), [value], None, True]
        case str():
            steps = [hex(int(value, 16) + step) for step in (1, -1, 2**70)] if value.startswith("0x") else []
            return [*steps, f"-{value}", value + "0", value.upper(), "", "0x0", 1, [value], None]
        case list():
            sizes = [value[1:], value[:-1], [*value, *value[-1:]], [*value, 0], [], None]
            shapes = [value[::-1], value[1:] + value[:1], [value], [[each] for each in value], dict(enumerate(value))]
            return [*sizes, *shapes, "".join(map(str, value))]
        case dict():
            less = [{key: value[key] for key in value if key != left_out} for left_out in value]
            return [*less, {**value, "extra": 1}, list(value.values()), [value], {}, None, json.dumps(value)]


def changed(value):
    """Copies of a JSON value with one part changed: alone, with its twin, and with the mistake bound that follows."""
    yield from other_values(value)
    if isinstance(value, list):
        yield from ([*value[:k], new, *value[k + 1 :]] for k, each in enumerate(value) for new in changed(each))
    if isinstance(value, dict):
        for key, each in value.items():
            for new in changed(each):
                twin = f"augmented_{key}"
                for fields in [{**value, key: new}, {**value, key: new, twin: new}][: 1 + (twin in value)]:
                    yield fields
                    if "mistake_bound" in value:
                        yield bounded(fields)


def bounded(fields):
    """The fields with the mistake bound that their radius and margin give."""
    try:
        ratio = oracle.F(fields["augmented_radius"]) / oracle.F(fields["augmented_margin"][0])
        return {**fields, "mistake_bound": math.floor(ratio**2)}
    except (TypeError, ValueError, ArithmeticError, LookupError):
        return fields


def false_claims(note):
    """Note 004 with a plane through its last row, and without a plane by a negative multiplier."""
    on_a_row = {**note, "weights": [1.0, 0.0], "bias": 0.0, "margin": [0.0, note["margin"][1]]}
    not_separable = json.loads(FIXED["xor"].certified().to_json())
    about = {key: note[key] for key in ("classes", "radius", "augmented_radius")}
    hull = {"rows": [0, 1, 2, 3], "numerators": ["0x5", "0x1", "-0x2", "0x8"], "denominator": "0xc"}
    return [on_a_row, {**not_separable, **about, "hull": hull}]


def assert_forgeries_fail(case, start=0, step=1, forge=changed):
    """A text that is changed cannot be read, or its certificate is refused, or it is true."""
    certificate = case.certified(gap=1e-9)
    texts = dict.fromkeys(map(json.dumps, forge(json.loads(certificate.to_json()))))
    for text in list(texts)[start::step]:
        try:
            forged = type(certificate).from_json(text)
        except RosenblattError:
            continue
        assert forged.check(case.rows, case.y) is not bool(forged.faults(case.rows, case.y))
        assert not forged.check(case.rows, case.y) or oracle.holds(forged, case.X, case.y), text
        assert str(forged)


@every_fixed
def test_no_change_in_a_proof_makes_it_say_something_false(case):
    assert_forgeries_fail(case, step=1 if len(set(case.y)) < 3 else 29)
    assert_forgeries_fail(FIXED["note-004"], forge=false_claims)


@fewer
@given(CASES | MANY, SEEDS)
def test_forged_proofs_of_drawn_sets_are_refused(case, seed):
    assert_forgeries_fail(case, seed % 151, 151)


@fewer
@given(CASES | MANY, SEEDS)
def test_a_proof_of_other_data_is_refused_or_true(case, seed):
    certificate, X, y = case.certified(), case.X, np.array(case.y)
    is_k, order = np.arange(len(y)) == seed % len(y), np.random.default_rng(seed).permutation(len(y))
    near, far = X + np.outer(is_k, 2.0**-40 + 0 * X[0]), X - np.outer(is_k, 1 + 0 * X[0])
    for other_X in (X[order], X[:, ::-1], near, far, -X, np.hstack([X, 0 * X]), X[1:], np.vstack([X, X[:1]])):
        for other_y in (y, y[1:], np.append(y, y[0]), np.roll(y, 1), y != y[0], y.astype(str), np.where(is_k, y[0], y)):
            if 0 < len(other_X) == len(other_y):
                passes = certificate.check(other_X, other_y.tolist())
                assert not passes or oracle.holds(certificate, other_X, other_y.tolist())


def test_bad_input_is_refused(tmp_path):
    for X, y, name in (([[1], [2]], [0], "2 and 1"), ([[math.nan]], [0], "NaN"), ([[1e200]], [1], "1e.200")):
        with pytest.raises(DataError, match=name):
            certify(X, y)
    for options in ({"gap": 0}, {"fit_intercept": 1}):
        with pytest.raises(OptionError, match=next(iter(options))):
            certify(*XOR, **options)
    for option, value, name in (("--gap", 2, "gap"), ("--output", "nowhere/proof.json", "nowhere")):
        ended = run("certify", option, value)
        assert (ended.code, name in ended.error) == (2, True)
    for text in ("", "{", "[" * 100_000, "9" * 5000, "[1]", "{}", '{"format": 1, "format": 2}'):
        (tmp_path / "proof.json").write_text(text)
        with pytest.raises(DataError, match=r"proof\.json"):
            rosenblatt.load_certificate(tmp_path / "proof.json")


@every_fixed
def test_files_and_the_shell_give_and_check_the_same_certificate(case, tmp_path):
    data, proof, other = tmp_path / "data.csv", tmp_path / "proof.json", tmp_path / "other.csv"
    lines = [",".join([*map(repr, x), f"is {label}"]) for x, label in zip(case.X.tolist(), case.y, strict=True)]
    data.write_text("\n".join(lines))
    other.write_text("\n".join([lines[0].replace("0,", "5,", 1), *lines[1:]]))
    options = [] if case.fit_intercept else ["--no-fit-intercept"]
    certificate = certify(case.X, [f"is {label}" for label in case.y], fit_intercept=case.fit_intercept)
    ended = run("certify", data, *options, "--output", proof, "--json")
    assert (ended.code, ended.out.strip()) == (0, certificate.to_json().strip())
    again = rosenblatt.load_certificate(proof)
    assert (again, again.to_json(), str(again)) == (certificate, certificate.to_json(), str(certificate))
    for checked, more, code in ((data, [], 0), (other, [], 1), (data, ["--no-fit-intercept"], int(case.fit_intercept))):
        assert run("certify", "--check", proof, checked, *options, *more).code == code
    assert run("certify", data, *options, "--time-limit", 0, "--output", proof, "--json").code == 1
    assert rosenblatt.load_certificate(proof).separable is None
    assert run("certify", "--check", proof, data, *options).code == 1  # true, but it answers nothing


@given(CASES | MANY, st.sampled_from(ORDERS), st.sampled_from(["mistake", "positive", "negative"]))
def test_mistakes_are_within_the_bound_and_a_stall_ends_with_a_proof(case, order, at_zero):
    certificate, options = case.certified(), {"fit_intercept": case.fit_intercept, "n_iter_no_change": None}
    if len(set(case.y)) > 1:
        model = Perceptron(order=order, at_zero=at_zero, max_iter=100, random_state=0, **options)
        report = model.fit(case.rows, case.y).report_
        theorem = report.theorem(certificate)
        assert (theorem.mistakes, theorem.bound) == (report.n_mistakes, certificate.mistake_bound)
        assert bool(theorem.voided_by) is not certificate.separable
        assert theorem.bound is None or theorem.mistakes <= theorem.bound
    if len(set(case.y)) > 1 and case.kind in WHOLE:
        options = {**options, "certify_when_stalled": True, "n_iter_no_change": 2, "max_iter": 3000}
        model = Perceptron(**options).fit(case.rows, case.y)
        assert model.report_.reason == ("converged" if certificate.separable else "not_separable")
        assert certificate.separable or model.certificate_.check(case.rows, case.y)


def test_train_reports_the_bound():
    for order, bound in (("given", 55), ("all-mistakes", None)):
        found = run("train", "sample:note-004", "--order", order, "--certify", "--json").json["certificate"]
        assert (found["separable"], found["mistake_bound"], bool(found["voided_by"])) == (True, bound, bound is None)
    assert run("train", "sample:xor", "--certify-when-stalled", "--json").json["reason"] == "not_separable"
