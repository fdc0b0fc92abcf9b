"""Certificates made by hand and by an exact oracle hold."""

import math
import random
from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
from helpers.exact_certificates import (
    DUPLICATES,
    NOTE_004,
    ONE_CLASS,
    SETS,
    XOR,
    bracket,
    certified,
    described,
    root_above,
    undecided,
)
from helpers.imports import modules_after

from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate import Bracket, Certificate, HullPoint


@pytest.mark.parametrize("name", SETS)
def test_certificates_of_known_sets_hold(name):
    X, y, fit_intercept = SETS[name]
    assert certified(X, y, fit_intercept).faults(X, y) == []


# --- Facts by hand. ---


def test_note_004s_example_has_its_numbers():
    X, y = NOTE_004
    certificate = certified(X, y)
    assert certificate.separable is True
    assert certificate.mistake_bound == 55
    assert certificate.augmented_radius == root_above(F(11))
    assert certificate.augmented_margin == bracket(F(1, 5))
    assert certificate.radius == root_above(F(10))


def test_note_004s_example_by_hand():
    """V = (2, 0, 1): rows 1, 2 and 4 are at z·V = 1 and ‖V‖² = 5. Between the hulls, row 4 and the edge x₁ = −1."""
    X, y = NOTE_004
    certificate = Certificate(
        separable=True,
        weights=np.array([2.0, 0.0]),
        bias=1.0,
        margin=Bracket(0.5, 0.5),
        hull=HullPoint.of([0, 1, 3], [F(5, 8), F(3, 8), 1]),
        augmented_weights=np.array([2.0, 0.0]),
        augmented_bias=1.0,
        augmented_margin=bracket(F(1, 5)),
        augmented_hull=HullPoint.of([0, 1, 3], [F(13, 40), F(3, 40), F(3, 5)]),
        mistake_bound=55,
        **described(X, y, True),
    )
    assert certificate.faults(X, y) == []
    assert certificate.rows == certificate.augmented_rows == [0, 1, 3]
    assert certificate.multipliers == [F(5, 8), F(3, 8), 1]
    assert certificate.augmented_multipliers == [F(13, 40), F(3, 40), F(3, 5)]
    assert certificate == certified(X, y)


def test_xor_is_not_separable_by_all_four_rows():
    X, y = XOR
    certificate = certified(X, y)
    assert certificate.separable is False
    assert (certificate.rows, certificate.multipliers) == ([0, 1, 2, 3], [F(1, 4)] * 4)
    assert certificate.meeting_point(X, y) == [F(1, 2), F(1, 2)]
    assert certificate.margin is certificate.augmented_margin is certificate.mistake_bound is None


def test_conflicting_duplicates_are_two_rows():
    X, y = DUPLICATES
    certificate = certified(X, y)
    assert (certificate.rows, certificate.multipliers) == ([0, 2], [F(1, 2)] * 2)
    assert certificate.meeting_point(X, y) == [2, 5]


def test_one_class_has_an_augmented_margin_only():
    X, y = ONE_CLASS
    certificate = certified(X, y)
    assert certificate.margin is certificate.hull is certificate.rows is certificate.multipliers is None
    assert certificate.augmented_margin.lower > 0


def test_two_points_on_a_line():
    """− at 2 and + at 4: the plane at 3, 1 away from both."""
    certificate = certified([[2], [4]], [-1, 1])
    assert (certificate.weights / certificate.weights[0]).tolist() == [1]
    assert certificate.bias / certificate.weights[0] == -3
    assert certificate.margin == (1, 1)
    assert certificate.mistake_bound > 16  # the plain (R/γ)², which is no bound


def test_the_hulls_of_separable_classes_meet_nowhere():
    X, y = NOTE_004
    assert certified(X, y).meeting_point(X, y) is None
    with pytest.raises(DataError, match="must hold for this data; it does not: X must have 4 rows"):
        certified(X, y).meeting_point(X[:3], y[:3])


def test_without_intercept_there_is_no_meeting_point():
    X, y = [[1], [-2]], [1, 1]
    certificate = certified(X, y, fit_intercept=False)
    assert (certificate.separable, certificate.rows, certificate.multipliers) == (False, [0, 1], [F(2, 3), F(1, 3)])
    assert certificate.meeting_point(X, y) is None


def test_an_undecided_certificate_proves_upper_bounds():
    X, y = NOTE_004
    certificate = undecided(X, y, [1, 2], [1, 1])
    assert certificate.check(X, y)
    assert replace(certificate, margin=Bracket(0.0, 2.0)).check(
        X, y
    )  # half of the distance between (−1, −1) and (3, −1)
    assert not replace(certificate, margin=Bracket(0.0, math.nextafter(2.0, 0))).check(X, y)
    assert not replace(certificate, margin=Bracket(5e-324, 100.0)).check(X, y)
    nothing = dict.fromkeys(["margin", "hull", "augmented_margin", "augmented_hull"])
    assert replace(certificate, **nothing).check(X, y)
    assert not replace(certificate, hull=None).check(X, y)
    assert not replace(certificate, margin=None).check(X, y)


# --- Random sets. ---


def random_set(seed):
    rng = random.Random(seed)
    n, d = rng.randint(1, 5), rng.randint(1, 2)
    return [[rng.randint(-3, 3) for _ in range(d)] for _ in range(n)], [rng.choice([-1, 1]) for _ in range(n)]


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_exact_solutions_of_random_sets_hold(fit_intercept):
    verdicts = set()
    for seed in range(60):
        X, y = random_set(seed)
        certificate = certified(X, y, fit_intercept)
        verdicts.add(certificate.separable)
        assert certificate.faults(X, y) == [], (X, y)
        turned = certificate.check(X, [-label for label in y])  # hulls that meet still do
        assert turned == (certificate.separable is False and len(set(y)) == 2)
    assert verdicts == {True, False}


def test_multipliers_of_nothing_are_left_out_and_rows_sorted():
    hull = HullPoint.of(np.array([5, 2, 3]), [0.25, F(3, 4), 0])
    assert hull == HullPoint((2, 5), (3, 1), 4)
    assert hull.multipliers == (F(3, 4), F(1, 4))


def test_the_checker_imports_no_solver():
    loaded = modules_after("import rosenblatt.proofs.check.certificate")
    assert "numpy" in loaded
    assert {name for name in loaded if name.split(".")[0] in ("numba", "scipy", "sklearn", "flint")} == set()
    ours = {name for name in loaded if name.startswith("rosenblatt.")}
    assert ours <= {
        "rosenblatt.errors",
        "rosenblatt.proofs",
        "rosenblatt.proofs.check",
        "rosenblatt.proofs.check.certificate",
        "rosenblatt.proofs.check.certificate_fields",
        "rosenblatt.proofs.check.certificate_format",
        "rosenblatt.proofs.check.exact_data",
    }
