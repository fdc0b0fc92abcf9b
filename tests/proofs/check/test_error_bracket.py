"""An error bracket with a change, or of other data, is refused."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rosenblatt.data.generators import generate
from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate_format import HullPoint
from rosenblatt.proofs.search import contradictions, error_bracket as fewest_errors
from rosenblatt.proofs.search.error_bracket import error_bracket

pytestmark = pytest.mark.usefixtures("short_searches")


MADE = generate(60, 2, noise=0.2, seed=7)


@pytest.fixture(scope="module")
def bracket():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fewest_errors, "LINES", 150)
        patch.setattr(contradictions, "PATIENCE", 15)
        found = error_bracket(MADE.X, MADE.y)
    assert found.check(MADE.X, MADE.y)
    assert found.lower > 3
    return found


def changes(bracket):
    """(what is changed, how, the beginning of what is said)."""
    first, second, *others = bracket.groups
    rows, numerators, denominator = first.rows, first.numerators, first.denominator
    yield "groups", (first, first, *others), "groups must not share rows; groups[0] and groups[1] share row"
    shared = HullPoint((*sorted({*second.rows, rows[0]}),), (*second.numerators, 0), second.denominator)
    yield "groups", (first, shared, *others), "groups must not share rows; groups[0] and groups[1] share row"
    for k, numerator in enumerate(numerators):
        for other in (numerator + 1, 0):
            hull = HullPoint(rows, (*numerators[:k], other, *numerators[k + 1 :]), denominator)
            yield "groups", (hull, second, *others), "groups[0]: multipliers must sum to 1"
        hull = HullPoint(rows, (*numerators[:k], -numerator, *numerators[k + 1 :]), denominator)
        yield "groups", (hull, second, *others), "groups[0]: multipliers must not be below 0"
    turned = HullPoint(rows, (*numerators[1:], numerators[0]), denominator)
    yield "groups", (turned, second, *others), "groups[0]: The sum of multiplier·y·(x, 1) must be 0"
    yield "groups", (HullPoint((), (), 1), second, *others), "groups[0]: multipliers must sum to 1"
    yield "groups", (HullPoint((*rows[:-1], 99), numerators, denominator), second, *others), "groups[0]: rows must be"
    yield "groups", (HullPoint(rows[::-1], numerators, denominator), second, *others), "groups[0]: rows must rise"
    yield "groups", list(bracket.groups), "groups must be a tuple of HullPoints"
    yield "groups", (rows, second), "groups must be a tuple of HullPoints"
    yield "groups", (HullPoint(rows, numerators, 1.0), second), "groups must be a tuple of HullPoints"
    right = next(row for row in range(60) if row not in bracket.errors)
    yield "errors", bracket.errors[1:], f"errors must be the {bracket.upper} rows that the plane gets wrong"
    yield "errors", tuple(sorted((*bracket.errors, right))), "errors must be the"
    yield "errors", bracket.errors[::-1], "errors must be the"
    yield "errors", (*bracket.errors[:-1], right), "errors must be the"
    yield "errors", (*bracket.errors, bracket.errors[-1]), "errors must be the"
    yield "errors", list(bracket.errors), "errors must be a tuple of row numbers"
    yield "weights", -bracket.weights, "errors must be the"
    yield "weights", bracket.weights * np.array([1.0, -1.0]), "errors must be the"
    yield "weights", bracket.weights[:1], "X must have 1 features, as the bracket; it has 2."
    yield "weights", bracket.weights * np.nan, "weights must be a vector of finite float64"
    yield "weights", bracket.weights.tolist(), "weights must be a vector of finite float64"
    yield "bias", bracket.bias + 10.0 * float(np.abs(bracket.weights).sum()), "errors must be the"
    yield "bias", math.inf, "bias must be a finite float64, 0 without intercept; it is inf."
    yield "bias", 0, "bias must be a finite float64"
    yield "fit_intercept", False, "bias must be a finite float64, 0 without intercept"
    yield "fit_intercept", 1, "fit_intercept must be True or False; it is 1."
    yield "n_rows", 61, "X must have 61 rows, as the bracket; it has 60."
    yield "n_rows", 60.0, "n_rows must be a whole number; it is 60.0."


def test_a_bracket_with_a_change_is_refused(bracket):
    count = 0
    for name, value, said in changes(bracket):
        faults = replace(bracket, **{name: value}).faults(MADE.X, MADE.y)
        assert any(fault.startswith(said) for fault in faults), (name, value, faults)
        count += 1
    assert count > 30


def test_a_bracket_is_for_its_data_only(bracket):
    X, y = MADE.X.copy(), MADE.y.copy()
    X[bracket.groups[0].rows[0], 0] += 2.0**-40
    assert bracket.faults(X, y)[0].startswith("groups[0]: The sum of multiplier·y·(x, 1) must be 0")
    y[bracket.errors[0]] *= -1
    assert not bracket.check(MADE.X, y)
    assert bracket.faults(MADE.X, np.arange(60))[0] == "y must have two labels; it has 60."
    with pytest.raises(DataError, match="y must have one label for each of 60 rows"):
        bracket.check(MADE.X, y[:-1])


def test_a_score_of_exactly_zero_is_an_error_whatever_floats_say():
    """0.1·3 − 0.3 is above 0 in float64 arithmetic and in fractions; 0.1·10 − 1 is 0 in floats, above 0 in truth."""
    X, y = np.array([[3.0], [10.0], [4.0]]), [1, 1, 1]
    bracket = replace(error_bracket(X, y), weights=np.array([0.1]), bias=-1.0)
    assert replace(bracket, errors=(0, 2)).check(X, y)
    assert not replace(bracket, errors=(0, 1, 2)).check(X, y)
    exact = replace(bracket, weights=np.array([0.25]), bias=-1.0)
    assert replace(exact, errors=(0, 2)).check(X, y)
    assert not replace(exact, errors=(0,)).check(X, y)


def test_many_groups_are_shown_in_short(bracket):
    text = str(bracket)
    assert text.startswith(f"The fewest errors of any plane: {bracket.lower} to {bracket.upper} of 60 rows\n")
    assert text.endswith(f"and of {bracket.lower - 5} more groups of rows that contradict each other")
    assert repr(bracket) == text
    assert str(replace(bracket, n_rows=None)) == "No error bracket: n_rows must be a whole number; it is None."
