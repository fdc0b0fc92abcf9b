"""Certificates of many classes: a change in any part is refused."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from helpers.imports import modules_after
from helpers.multiclass import LINE, ROUND

from rosenblatt import DataError
from rosenblatt.proofs.check.certificate_format import Bracket, HullPoint


def test_bad_data_is_no_fault_of_the_certificate(line):
    with pytest.raises(DataError, match="Input X contains infinity"):
        line.check([[1.0], [math.inf], [2.0]], LINE[1])
    with pytest.raises(DataError, match="y must have one label for each of 3 rows"):
        line.check(LINE[0], ["a", "b"])


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


CHECK_MODULES = (
    *("certificate", "certificate_fields", "certificate_format", "exact_data"),
    *("multiclass", "multiclass_claim", "multiclass_questions"),
)


def test_the_checker_imports_no_solver():
    loaded = modules_after("import rosenblatt.proofs.check.multiclass")
    assert "numpy" in loaded
    assert {name for name in loaded if name.split(".")[0] in ("numba", "scipy", "sklearn", "flint")} == set()
    ours = {name for name in loaded if name.startswith("rosenblatt.")}
    assert ours <= {
        f"rosenblatt.{name}"
        for name in ("errors", "proofs", "proofs.check", *(f"proofs.check.{module}" for module in CHECK_MODULES))
    }
