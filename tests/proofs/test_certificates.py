"""Certificates: made by hand and by an exact oracle, they hold; changed in any field, they do not.

The oracle finds the point of a hull that is nearest to 0, with Fractions: it tries every few vertices. The nearest
point is the best separator itself, so both bounds of a margin are tight: one float64 inwards, and the proof fails.
"""

import math
import random
import subprocess
import sys
from dataclasses import fields, replace
from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.errors import DataError
from rosenblatt.proofs.check import exact_data
from rosenblatt.proofs.check.certificate import Bracket, Certificate, HullPoint

# --- An exact oracle for tiny sets of integers and halves. ---


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def combined(multipliers, points):
    return [dot(multipliers, coordinates) for coordinates in zip(*points, strict=True)]


def solved(rows):
    """The solution of a linear system [A | b] in Fractions; None where it has not exactly one."""
    rows = [[F(v) for v in row] for row in rows]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [v - rows[i][k] * p for v, p in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def nearest(points):
    """Multipliers of the vertices whose point of the hull is nearest to 0."""
    found = []
    for size in range(1, len(points[0]) + 2):
        for chosen in combinations(range(len(points)), size):
            part = [points[i] for i in chosen]
            stationary = [[*(dot(p, q) for q in part), 1, 0] for p in part] + [[1] * size + [0, 1]]
            multipliers = (solved(stationary) or [-1])[:size]
            if min(multipliers) >= 0:
                point = combined(multipliers, part)
                found.append((dot(point, point), dict(zip(chosen, multipliers, strict=True))))
    return min(found, key=lambda pair: pair[0])[1]


def whole(fractions):
    """The same direction in whole numbers, which float64 holds."""
    scale = math.lcm(*(v.denominator for v in fractions))
    return [float(v * scale) for v in fractions]


def root_below(square):
    """The largest float64 that is not above the root."""
    try:
        root = float(F(math.isqrt((square.numerator << 4400) // square.denominator), 1 << 2200))
    except OverflowError:
        root = sys.float_info.max
    while F(root) ** 2 > square:
        root = math.nextafter(root, 0)
    return root


def root_above(square):
    root = root_below(square)
    return root if F(root) ** 2 == square else math.nextafter(root, math.inf)


def signs_of(y):
    """Of two labels the greater is positive; −1 and 0 are negative alone."""
    labels = sorted(set(y))
    return [1 if label == labels[-1] and (len(labels) > 1 or label not in (-1, 0)) else -1 for label in y]


def described(X, y, fit_intercept):
    """The fields that every certificate has."""
    square = max(dot(x, x) for x in [[F(v) for v in x] for x in X])
    radius, augmented_radius = root_above(square), root_above(square + fit_intercept)
    return {
        "fit_intercept": fit_intercept,
        "classes": tuple(sorted(set(y))),
        "n_rows": len(X),
        "n_features": len(X[0]),
        "radius": radius,
        "augmented_radius": augmented_radius,
    }


def bracket(square):
    return Bracket(root_below(square), root_above(square))


def augmented_part(X, y, fit_intercept):
    """V, its margin, and the hull point; the squared margin."""
    Z = [[sign * F(v) for v in (*x, *[1] * fit_intercept)] for x, sign in zip(X, signs_of(y), strict=True)]
    shares = nearest(Z)
    point = combined(shares.values(), [Z[i] for i in shares])
    V = whole(point)
    weights, bias = (V[:-1], V[-1]) if fit_intercept else (V, 0.0)
    hull = HullPoint.of(shares.keys(), shares.values())
    return np.array(weights), bias, hull, dot(point, point)


def plain_part(X, y):
    """The same, between the hulls of two classes."""
    X, signs = [[F(v) for v in x] for x in X], signs_of(y)
    pairs = [(i, j) for i, s in enumerate(signs) for j, t in enumerate(signs) if s > t]
    shares = nearest([[a - b for a, b in zip(X[i], X[j], strict=True)] for i, j in pairs])
    multipliers = dict.fromkeys(range(len(X)), F(0))
    for place, share in shares.items():
        for i in pairs[place]:
            multipliers[i] += share
    ends = [
        combined([m if s == sign else 0 for s, m in zip(signs, multipliers.values(), strict=True)], X)
        for sign in (1, -1)
    ]
    w = [a - b for a, b in zip(*ends, strict=True)]
    *weights, bias = whole([*w, -dot(w, [(a + b) / 2 for a, b in zip(*ends, strict=True)])])
    return np.array(weights), bias, HullPoint.of(multipliers.keys(), multipliers.values()), dot(w, w) / 4


def certified(X, y, fit_intercept=True):
    """The certificate of a tiny set, exact and with tight bounds."""
    about = described(X, y, fit_intercept)
    weights, bias, hull, square = augmented_part(X, y, fit_intercept)
    if square == 0:
        return Certificate(separable=False, hull=hull, **about)
    augmented = {
        "augmented_weights": weights,
        "augmented_bias": bias,
        "augmented_hull": hull,
        "augmented_margin": bracket(square),
    }
    plain = {name.removeprefix("augmented_"): value for name, value in augmented.items()}
    if fit_intercept and len(set(y)) == 1:
        plain = {"weights": np.zeros(len(X[0])), "bias": float(signs_of(y)[0])}
    elif fit_intercept:
        weights, bias, hull, square = plain_part(X, y)
        plain = {"weights": weights, "bias": bias, "hull": hull, "margin": bracket(square)}
    norm = max(dot(x, x) for x in [[F(v) for v in x] for x in X]) + fit_intercept
    bound = int(norm // F(augmented["augmented_margin"].lower) ** 2)
    return Certificate(separable=True, mistake_bound=bound, **plain, **augmented, **about)


def undecided(X, y, rows, multipliers):
    """Upper bounds from the two given rows."""
    exact = certified(X, y)
    half = [F(m, 2) for m in multipliers]
    return Certificate(
        separable=None,
        margin=Bracket(0.0, 100.0),
        hull=HullPoint.of(rows, multipliers),
        augmented_margin=Bracket(0.0, 100.0),
        augmented_hull=HullPoint.of(rows, half),
        **{name: getattr(exact, name) for name in described(X, y, True)},
    )


NOTE_004 = ([[-1, 3], [-1, -1], [3, -1], [0, 1.5]], [-1, -1, 1, 1])
XOR = ([[0, 0], [1, 1], [0, 1], [1, 0]], [-1, -1, 1, 1])
DUPLICATES = ([[2, 5], [3, 1], [2, 5]], [0, 1, 1])
ONE_CLASS = ([[3, 4], [-2, 1]], ["spam", "spam"])
LINE = ([[2], [4], [7]], [-1, 1, 1])
SETS = {
    "note 004": (*NOTE_004, True),
    "note 004 without intercept": (*NOTE_004, False),
    "xor": (*XOR, True),
    "xor without intercept": (*XOR, False),
    "duplicates": (*DUPLICATES, True),
    "one class": (*ONE_CLASS, True),
    "one class without intercept": (*ONE_CLASS, False),
    "one negative class": ([[3, 4], [-2, 1]], [0, 0], True),
    "line": (*LINE, True),
    "line without intercept": ([[2], [-4], [7]], [1, -1, 1], False),
}


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


# --- Tampering. ---


def nudged(value):
    """The next float64 on each side."""
    return [math.nextafter(value, math.inf), math.nextafter(value, -math.inf)]


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


# --- The data. ---


@pytest.mark.parametrize("name", ["note 004", "xor", "line without intercept"])
def test_every_kind_of_matrix_is_the_same_data(name):
    X, y, fit_intercept = SETS[name]
    certificate = certified(X, y, fit_intercept)
    wrong = replace(certificate, radius=9.0, augmented_radius=9.0)
    unsorted = sp.csr_matrix(np.array(X)[:, ::-1])
    unsorted.indices = (len(X[0]) - 1 - unsorted.indices).astype(np.int32)
    before = unsorted.indices.copy()
    kinds = [
        np.array(X), np.array(X, np.float32), np.asfortranarray(X, float), np.array(X, object), np.array(X, ">f8"),
        np.array(X, np.float16), np.array(X, np.longdouble), sp.csr_matrix(X), sp.csr_array(X), sp.coo_array(X),
        sp.csc_matrix(X, dtype=np.float32), unsorted, sp.csr_matrix(np.array(X) + 1) - sp.csr_matrix(np.ones_like(X)),
    ]  # fmt: skip
    if name != "note 004":
        kinds += [np.array(X, np.int8), np.array(X, np.int64), sp.csr_matrix(X, dtype=np.int64)]
    for kind in kinds:
        assert certificate.faults(kind, np.array(y)) == []
        assert wrong.faults(kind, np.array(y)[:, None]) == wrong.faults(X, y) != []
    np.testing.assert_array_equal(unsorted.indices, before)


def test_a_column_of_zeros_and_an_empty_sparse_row_are_data():
    X, y = sp.csr_matrix([[0.0, 0.0], [0.0, 2.0]]), ["no", "yes"]
    certificate = certified(X.toarray().tolist(), y)
    assert certificate.check(X, y)
    assert certificate.check(X.toarray(), np.array(y, object))
    assert certificate.margin == (1, 1)


def test_entries_of_csr_that_stand_for_one_number_are_added():
    X = sp.csr_matrix(([2.0, 1.0, 3.0], [0, 0, 0], [0, 1, 3]), shape=(2, 1))
    assert certified([[2], [4]], [-1, 1]).check(X, [-1, 1])


def test_numbers_beyond_float64_are_not_rounded():
    """2⁵³ and 2⁵³ + 2 are floats, 2⁵³ + 1 is none. Without intercept, multipliers weigh one against the other."""
    X, y = [[2**53], [2**53 + 2]], [-1, 1]
    certificate = certified(X, y, fit_intercept=False)
    assert certificate.multipliers == [F(2**52 + 1, 2**53 + 1), F(2**52, 2**53 + 1)]
    assert certificate.check(X, y)
    assert certificate.check(np.array(X, np.uint64), y)
    with pytest.raises(DataError, match="numbers that float64 holds exactly; got 9007199254740993"):
        certificate.check([[2**53 + 1], [2**53 + 2]], y)
    with pytest.raises(DataError, match="numbers that float64 holds exactly; got Fraction"):
        certificate.check([[F(1, 3)], [F(1, 2)]], y)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1.0], [math.nan]], [0, 1], "Input X contains NaN: every value must be a finite number; row 1 has another"),
        (sp.csr_matrix([[0.0], [math.inf]]), [0, 1], "Input X contains infinity: .* row 1 has another"),
        ([1.0, 2.0], [0, 1], r"X must have two dimensions, at least one row and one feature; got shape \(2,\)"),
        (np.zeros((0, 2)), [], r"got shape \(0, 2\)"),
        (sp.csr_matrix((2, 0)), [0, 1], r"got shape \(2, 0\)"),
        ([[1.0], [2.0, 3.0]], [0, 1], "X must be a matrix of numbers"),
        ([["a"], ["b"]], [0, 1], "X must be real numbers; got <U1"),
        ([[object()], [1]], [0, 1], "X must be a matrix of numbers"),
        ([[1j], [2]], [0, 1], "X must be real numbers; got complex128"),
        (np.ma.masked_array([[1.0], [2.0]], [[True], [False]]), [0, 1], "X must have a value everywhere"),
        ([[1.0], [2.0]], [0, 1, 1], r"y must have one label for each of 2 rows; got shape \(3,\)"),
        ([[1.0], [2.0]], [0, math.nan], "y must be all finite numbers or all strings; got float64"),
        ([[1.0], [2.0]], np.array(["a", 1], object), "y must be all finite numbers or all strings; got object"),
        ([[1.0], [2.0]], [[0], [1, 2]], "y must have one label a row"),
    ],
)  # fmt: skip
def test_data_that_is_none_is_the_users_mistake(X, y, message):
    with pytest.raises(DataError, match=message):
        certified([[2], [4]], [-1, 1]).check(X, y)


def test_broken_csr_is_the_users_mistake():
    certificate = certified([[2], [4]], [-1, 1])
    outside, falling = (sp.csr_matrix([[2.0], [4.0]]) for _ in range(2))
    outside.indices[1] = 7
    falling.indptr[1] = 3
    with pytest.raises(DataError, match="X must have column indices from 0 to 0; it has others"):
        certificate.check(outside, [-1, 1])
    with pytest.raises(DataError, match="X must be CSR whose indptr rises"):
        certificate.check(falling, [-1, 1])


# --- Size, and what is not imported. ---


def test_long_multipliers_are_checked_with_whole_numbers():
    """Conflicting twins, so that any multipliers prove it; as in a large set, each has thousands of digits."""
    rng = random.Random(0)
    half, d = 60, 120
    X = np.tile(np.random.default_rng(0).normal(size=(half, d)), (2, 1))
    y = np.repeat([-1, 1], half)
    numerators = [rng.getrandbits(10_000) for _ in range(half)] * 2
    hull = HullPoint(tuple(range(2 * half)), tuple(numerators), sum(numerators))
    certificate = Certificate(separable=False, hull=hull, **described(X.tolist(), y.tolist(), True))
    assert certificate.check(X, y)
    assert certificate.check(sp.csr_matrix(X), y)
    numerators[7] += 1
    numerators[8] -= 1
    assert not replace(certificate, hull=replace(hull, numerators=tuple(numerators))).check(X, y)


def one_class_without_intercept(X, w, lower):
    """A certificate whose lower bound is decided by the least w·x."""
    y = ["yes"] * len(X)
    exact = [[F(v) for v in x] for x in X]
    half = {"weights": np.array(w), "bias": 0.0, "hull": HullPoint.of([0], [1])}
    half["margin"] = Bracket(lower, max(lower, root_above(dot(exact[0], exact[0]))))
    return Certificate(
        separable=True,
        mistake_bound=F(described(X, y, False)["radius"]) ** 2 // F(lower) ** 2 if lower else None,
        **half,
        **{f"augmented_{name}": value for name, value in half.items()},
        **described(X, y, False),
    )


def wild(rng):
    """A number from the smallest to the largest of float64, now and then 0."""
    exponent = rng.choice([-1073, -600, -500, -40, 0, 0, 3, 500, 900, 1022])  # a row's length must be finite
    return rng.choice([0.0, math.ldexp(rng.uniform(-1, 1), exponent)])


def test_bounds_are_exact_from_the_smallest_to_the_largest_floats():
    rng = random.Random(4)
    tried = 0
    for _ in range(100):
        w, rows = [wild(rng) for _ in range(3)], [[wild(rng) for _ in range(3)] for _ in range(4)]
        scores = [dot(map(F, x), map(F, w)) for x in rows]
        X = [[(1 if score > 0 else -1) * v for v in x] for x, score in zip(rows, scores, strict=True) if score]
        if X:
            lower = root_below(min(abs(s) for s in scores if s) ** 2 / dot(map(F, w), map(F, w)))
            assert one_class_without_intercept(X, w, lower).faults(X, ["yes"] * len(X)) == []
            if lower < sys.float_info.max:
                (fault,) = one_class_without_intercept(X, w, nudged(lower)[0]).faults(X, ["yes"] * len(X))
                assert "margin.lower must not be above the distance of row" in fault
                tried += 1
    assert tried > 50


@pytest.mark.parametrize(
    ("X", "w", "least"),
    [
        # Row 0 has 3, but 2⁵³ + 3 is rounded up; row 1 has 3.5.
        ([[2.0**53, 3.0, -(2.0**53)], [0.0, 3.5, 0.0]], [1.0, 1.0, 1.0], 3),
        # Row 0 has 1.02·2⁻¹⁰⁷⁴ in two products that are rounded up to 2⁻¹⁰⁷⁴; row 1 has 1.4, rounded down to 1.
        ([[0.51 * 2.0**-537] * 2, [1.4 * 2.0**-537, 0.0]], [2.0**-537] * 2, 2 * F(0.51) / 2**1074),
        # The products of row 0 overflow, and then nothing is known of their sum, which is 1.
        ([[2.0**600, -(2.0**600), 1.0], [0.0, 0.0, 2.0]], [2.0**600, 2.0**600, 1.0], 1),
    ],
)
def test_a_row_is_not_overlooked_where_rounding_hides_it(X, w, least):
    y, square = ["yes", "yes"], least**2 / dot(map(F, w), map(F, w))
    with np.errstate(all="ignore"):
        assert np.nanargmin([sum(a * b for a, b in zip(x, w, strict=True)) for x in X]) == 1
    for kind in (X, sp.csr_matrix(X)):
        assert one_class_without_intercept(X, w, root_below(square)).faults(kind, y) == []
        assert not one_class_without_intercept(X, w, nudged(root_below(square))[0]).check(kind, y)


def test_wide_data_is_scored_in_slices(monkeypatch):
    monkeypatch.setattr(exact_data, "SLICE", 100)
    rng = np.random.default_rng(1)
    X, w = np.abs(rng.normal(size=(60, 40))) + 1, np.abs(rng.normal(size=40)) + 1
    least = min(dot(map(F, x), map(F, w.tolist())) for x in X.tolist())
    lower = root_below(least**2 / sum(F(v) ** 2 for v in w.tolist()))
    for kind in (X, sp.csr_matrix(X)):
        assert one_class_without_intercept(X.tolist(), w, lower).faults(kind, ["yes"] * 60) == []
        assert not one_class_without_intercept(X.tolist(), w, nudged(lower)[0]).check(kind, ["yes"] * 60)


def test_the_checker_imports_no_solver():
    code = "import sys, rosenblatt.proofs.check.certificate; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert {name for name in loaded if name.split(".")[0] in ("numba", "scipy", "sklearn", "flint")} == set()
    ours = {name for name in loaded if name.startswith("rosenblatt.")}
    assert ours <= {
        "rosenblatt.errors",
        "rosenblatt.proofs",
        "rosenblatt.proofs.check.certificate",
        "rosenblatt.proofs.check.certificate_format",
        "rosenblatt.proofs.check.exact_data",
    }


def test_multipliers_of_nothing_are_left_out_and_rows_sorted():
    hull = HullPoint.of(np.array([5, 2, 3]), [0.25, F(3, 4), 0])
    assert hull == HullPoint((2, 5), (3, 1), 4)
    assert hull.multipliers == (F(3, 4), F(1, 4))
