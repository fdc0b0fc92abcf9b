"""A certificate that was changed in any field is refused, with a sentence."""

import math
from dataclasses import fields, replace
from fractions import Fraction as F

import numpy as np
import pytest
from helpers.exact_certificates import (
    NOTE_004,
    SETS,
    XOR,
    certified,
    nudged,
)

from rosenblatt.proofs.check.certificate import Bracket, HullPoint


def changed_hulls(hull, n_rows):
    """Each row and each multiplier changed, one left out, doubled or out of turn; and other denominators."""
    rows, numerators, denominator = hull.rows, hull.numerators, hull.denominator
    for k, (row, numerator) in enumerate(zip(rows, numerators, strict=True)):
        for other in {*range(-1, n_rows + 1), 2**70, -(10**5000)} - {row}:
            yield HullPoint((*rows[:k], other, *rows[k + 1 :]), numerators, denominator)
        for other in (numerator + 1, numerator - 1, -numerator, 0, 2 * numerator, 10**5000):
            yield HullPoint(rows, (*numerators[:k], other, *numerators[k + 1 :]), denominator)
        yield HullPoint(rows[:k] + rows[k + 1 :], numerators[:k] + numerators[k + 1 :], denominator)
        yield HullPoint(rows[:k] + rows[k + 1 :], numerators, denominator)
        yield HullPoint((*rows, row), (*numerators, 0), denominator)
    for other in (denominator + 1, denominator - 1, -denominator, 0):
        yield HullPoint(rows, numerators, other)
    yield HullPoint((), (), 1)
    if len(rows) > 1:
        yield HullPoint(rows[::-1], numerators[::-1], denominator)


def changed(c):
    """(field, value) of what is not true any more."""
    yield from (("separable", verdict) for verdict in (True, False, None) if verdict is not c.separable)
    yield "fit_intercept", not c.fit_intercept
    yield from (("classes", labels) for labels in (c.classes[::-1] * (3 - len(c.classes)), (7,), (7, 8), ("a", "b")))
    for name in ("n_rows", "n_features"):
        yield from ((name, getattr(c, name) + step) for step in (-1, 1, 10**5000))
    for name in ("radius", "augmented_radius"):
        radius = getattr(c, name)
        values = (radius * (1 + 2**-39), nudged(radius)[1], 0.0, math.inf, -1.0, math.nan)
        yield from ((name, value) for value in values)
    if c.mistake_bound is not None:
        yield from (("mistake_bound", c.mistake_bound + step) for step in (-1, 1, 10**5000))
    for half in ("", "augmented_"):
        weights, bias, margin, hull = (getattr(c, half + name) for name in ("weights", "bias", "margin", "hull"))
        if weights is not None and margin is not None:
            for j in range(len(weights)):
                for value in (-weights[j] or 1.0, weights[j] - 2 * abs(weights[j]) - 0.5, 1e300, math.nan, math.inf):
                    if not (value > 0 and len(weights) == 1 and not c.fit_intercept):  # longer, but the same plane
                        yield half + "weights", np.array([*weights[:j], value, *weights[j + 1 :]])
            yield from ((half + "weights", w) for w in (0 * weights, weights[1:], np.append(weights, 0), weights[None]))
            yield from ((half + "bias", value) for value in (bias + 0.5, bias - 0.5, math.nan, math.inf))
        if margin is not None:
            lower, upper = margin
            yield from (
                (half + "margin", Bracket(value, upper)) for value in (nudged(lower)[0], math.inf, math.nan, -1.0)
            )
            yield from ((half + "margin", Bracket(lower, value)) for value in (nudged(upper)[1], -1.0, 0.0, math.nan))
            yield half + "margin", Bracket(2 * upper, upper)
            yield half + "margin", tuple.__new__(Bracket, (lower,))
        if hull is not None:
            yield from ((half + "hull", value) for value in changed_hulls(hull, c.n_rows))


@pytest.mark.parametrize("name", SETS)
def test_a_change_in_any_field_is_refused(name):
    X, y, fit_intercept = SETS[name]
    certificate = certified(X, y, fit_intercept)
    tampered = [(field, value, replace(certificate, **{field: value})) for field, value in changed(certificate)]
    assert {field for field, _, _ in tampered} >= {"separable", "classes", "radius"}
    for field, value, other in tampered:
        if other != certificate:
            assert other.faults(X, y), (field, value)
            assert other.check(X, y) is False
            assert str(other)


def same_halves(certificate, **values):
    """Both halves changed, as they are the same without intercept."""
    return replace(certificate, **values, **{f"augmented_{name}": value for name, value in values.items()})


def test_without_intercept_a_change_in_both_halves_is_refused():
    X, y, _ = SETS["note 004 without intercept"]
    certificate = certified(X, y, fit_intercept=False)
    for field, value in changed(certificate):
        if hasattr(certificate, f"augmented_{field}") and field not in ("rows", "multipliers"):
            other = same_halves(certificate, **{field: value})
            assert other == certificate or other.faults(X, y), (field, value)


def is_same(one, other):
    return type(one) is type(other) and (np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other)


RUBBISH = [
    None, "x", b"", [], {}, object(), -1, 3, math.nan, True, (1,), (None, 1), 10**5000, np.float32(2), np.zeros(2),
    np.zeros((2, 2)), np.array(["a"]), np.ma.masked_array([1.0], [True]), np.bool_(True), F(1, 3), 1j,
    HullPoint(("a",), (1,), 1), HullPoint((0,), (0.5,), 1), HullPoint([0], (1,), 1), HullPoint((0,), (1,), None),
    HullPoint(None, None, None), Bracket("a", None), Bracket(1, 2), (0.5, 0.5), (1, np.zeros(2)),
]  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_rubbish_in_any_field_is_a_fault_and_no_exception(name):
    X, y, fit_intercept = SETS[name]
    certificate = certified(X, y, fit_intercept)
    for field in fields(certificate):
        for value in RUBBISH:
            if not is_same(value, getattr(certificate, field.name)):
                other = replace(certificate, **{field.name: value})
                assert not other.check(X, y), (field.name, value)
                assert str(other)


def test_a_proof_of_other_data_is_refused():
    X, y = NOTE_004
    certificate = certified(X, y)
    for i in range(len(X)):
        for j in range(2):
            moved = [list(x) for x in X]
            moved[i][j] -= 10
            assert not certificate.check(moved, y)
        assert not certificate.check(X, [-label if k == i else label for k, label in enumerate(y)])
    assert not certificate.check(X[:3], y[:3])
    assert not certificate.check([[*x, 0] for x in X], y)
    assert not certificate.check(X, [0, 0, 1, 1])
    assert not certificate.check(X, ["-1", "-1", "1", "1"])
    assert not certificate.check(X, [-1, -1, 1, 2])
    assert certificate.check(X, [-1.0, -1.0, 1.0, 1.0])


def test_too_many_rows_are_no_obstruction():
    """XOR and a fifth row, with a multiplier of 0: the proof is right, but four rows are enough."""
    X, y = [*XOR[0], [5, 5]], [*XOR[1], 1]
    certificate = certified(X, y)
    assert certificate.check(X, y)
    five = HullPoint((0, 1, 2, 3, 4), (1, 1, 1, 1, 0), 4)
    assert replace(certificate, hull=five).faults(X, y) == ["rows must be at most 4; there are 5."]


# --- What the faults say. ---


def test_faults_name_the_place_and_the_value():
    X, y = NOTE_004
    c = certified(X, y)

    def fault(**values):
        return " ".join(replace(c, **values).faults(X, y))

    assert fault(bias=-0.25) == ("row 3 must be on its side of the plane of weights; y·(w·x + b) is -0.25.")
    assert fault(margin=Bracket(0.75, 1.0)) == (
        "margin.lower must not be above the distance of row 0 from the plane of weights, 0.5; it is 0.75."
    )
    assert fault(margin=Bracket(0.25, 0.375)) == (
        "margin.upper must not be below 0.5, which its rows prove; it is 0.375."
    )
    assert fault(margin=Bracket(0.5, 0.25)) == "margin.lower must not be above upper, 0.25; it is 0.5."
    assert fault(radius=4.0) == (
        "radius must not be above the largest norm, 3.16228 of row 0, but for rounding; it is 4.0."
    )
    assert fault(mistake_bound=54) == "mistake_bound must be 55, by radius and margin; it is 54."
    assert fault(mistake_bound=10**5000) == "mistake_bound must be 55, by radius and margin; it is 1.00000E+5000."
    assert fault(weights="x") == "weights must be a vector of finite float64, or None; it is of type str."
    assert fault(n_rows=5) == "X must have 5 rows, as the certificate; it has 4."
    assert fault(hull=None) == "hull must be given in this kind of certificate."
    assert fault(classes=(1, -1)) == "classes must be the labels of y, (-1, 1), the positive one last; they are others."
    assert fault(hull=HullPoint((0, 1, 3), (5, 3, -8), 8)) == (
        "multipliers must not be below 0; the numerator of row 3 is -8."
    )
    assert fault(hull=HullPoint((1, 0, 9), (5, 3, 8), 8)) == (
        "rows must rise; after 1 comes 0. rows must be from 0 to 3; one is 9."
    )
    assert "multipliers of the positive class must sum to 1; they sum to 0.875." in fault(
        hull=HullPoint((0, 1, 3), (5, 3, 7), 8)
    )


def test_faults_of_an_obstruction():
    X, y = XOR
    certificate = certified(X, y)
    assert replace(certificate, hull=HullPoint((0, 1, 2, 3), (2, 1, 1, 1), 4)).faults(X, y) == [
        "multipliers must sum to 1; they sum to 1.25.",
        "The sum of multiplier·y·(x, 1) must be 0; it is -0.25 in column 2, and not 0 in 0 more.",
    ]
