"""The lab's verdicts on whether a line separates the points are exact, and those of certificates."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import rosenblatt
from rosenblatt.proofs.search.exact_min_norm import exact_nearest

from .as_package import arrays
from .random_questions import is_one_class

pytestmark = pytest.mark.compiled  # nothing here is covered by loops in plain Python, which are slow

CLOSE = 4e-15  # of a margin, over the exact one


def signed_rows(points, bias):
    """y·(x, 1), or y·x, as whole numbers over one power of two, which is also returned."""
    scale = max((Fraction(p[axis]).denominator for p in points for axis in "xy"), default=1)
    rows = [[int(Fraction(p[axis]) * scale) for axis in "xy"] + [scale] * bias for p in points]
    return [[p["label"] * value for value in row] for p, row in zip(points, rows, strict=True)], scale


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def nearest_to_zero(rows):
    shares = exact_nearest(rows, lambda: False)
    return [sum(share * rows[k][j] for k, share in shares.items()) for j in range(len(rows[0]))]


def way_to_segment(p, a, b):
    """From p to the segment from a to b, the shortest way: a vector over a whole number."""
    d, to_a = [b[0] - a[0], b[1] - a[1]], [a[0] - p[0], a[1] - p[1]]
    length = dot(d, d)
    share = min(length, max(0, -dot(to_a, d)))  # of the way from a to b, times length
    return ([to_a[0] * length + share * d[0], to_a[1] * length + share * d[1]], length) if length else (to_a, 1)


def shortest_between(points, scale):
    """From the hull of the minus points to that of the plus points, by trying all corners with all edges."""
    sides = {s: [[int(Fraction(p[axis]) * scale) for axis in "xy"] for p in points if p["label"] == s] for s in (1, -1)}
    least = None
    for sign in (1, -1):
        edges = [*itertools.combinations(sides[sign], 2), (sides[sign][0], sides[sign][0])]
        for p, (a, b) in itertools.product(sides[-sign], edges):
            way, over = way_to_segment(p, a, b)
            square = dot(way, way)
            if least is None or square * least[1] ** 2 < least[0] * over**2:
                least = square, over, [sign * value for value in way]
    return [Fraction(value, least[1]) for value in least[2]]


def lowest_rows(rows, direction, among):
    products = {k: dot(rows[k], direction) for k in among}
    return [k for k in among if products[k] == min(products.values())]


def is_close(number, square):
    """Whether a float is the root of a fraction, up to rounding."""
    return abs(Fraction(number) ** 2 / square - 1) <= 2 * CLOSE


def check_direction(plane, exact, scale):
    """The weights of a verdict are the exact vector, of length 1."""
    length = Fraction(math.sqrt(dot(exact, exact) / Fraction(scale) ** 2)) * scale
    given = [plane["w1"], plane["w2"], plane["b"]][: len(exact)]
    assert given == pytest.approx([float(value / length) for value in exact], rel=1e-13, abs=1e-300)


def check_separable(points, bias, verdict, rows, scale, exact):
    everyone = range(len(rows))
    augmented = verdict["augmented"]
    assert verdict["witness"] is None
    assert verdict["point"] is None
    assert is_close(augmented["margin"], dot(exact, exact) / Fraction(scale) ** 2)
    assert augmented["support"] == lowest_rows(rows, exact, everyone)
    largest = Fraction(max(dot(row, row) for row in rows), scale**2)
    assert is_close(augmented["radius"], largest)
    bound = largest * scale**2 / dot(exact, exact)
    assert float(augmented["bound"]) == float(math.floor(bound + Fraction(1, 10**9)))  # what 2.1 is short of counts
    check_direction(augmented, exact, scale)
    plain = ["w1", "w2", "b", "margin", "support"]
    if not bias:
        assert [verdict[name] for name in plain] == [augmented[name] for name in plain]
        assert verdict["b"] == 0
    elif verdict["oneClass"]:
        assert [verdict[name] for name in plain] == [None, None, None, None, []]
    else:
        check_line(points, verdict, scale)


def check_line(points, verdict, scale):
    way = shortest_between(points, scale)
    square = dot(way, way)
    assert is_close(2 * verdict["margin"], square / Fraction(scale) ** 2)
    flat = [[int(Fraction(p[axis]) * scale) * p["label"] for axis in "xy"] for p in points]
    sides = [[k for k, p in enumerate(points) if p["label"] == sign] for sign in (1, -1)]
    near = [lowest_rows(flat, way, side) for side in sides]
    assert verdict["support"] == sorted(near[0] + near[1])
    check_direction(verdict, way, scale)
    plus, minus = (dot(flat[rows[0]], way) for rows in near)
    assert verdict["b"] == pytest.approx(float((minus - plus) / 2 / scale / Fraction(math.sqrt(square))), rel=1e-13)


def check_witness(points, bias, verdict, rows):
    witness = verdict["witness"]
    assert verdict["augmented"] is None
    assert verdict["margin"] is None
    assert 1 <= len(witness) <= 3 + bias
    chosen = [rows[part["row"]] for part in witness]
    assert not any(nearest_to_zero(chosen)), "the hulls of the witness must meet"
    shares = [part["share"] for part in witness]
    assert min(shares) > 0
    by_class = {s: [part for part in witness if points[part["row"]]["label"] == s] for s in (1, -1)}
    for parts in by_class.values() if bias else [witness]:
        assert math.fsum(part["share"] for part in parts) == pytest.approx(1, rel=1e-15)
    for axis in "xy":
        size = max(abs(points[part["row"]][axis]) for part in witness)
        sums = [math.fsum(part["share"] * points[part["row"]][axis] for part in by_class[s]) for s in (1, -1)]
        assert sums[0] == pytest.approx(sums[1], abs=1e-15 * size * 4)
        if bias:
            assert verdict["point"][axis] == pytest.approx(sums[0], abs=1e-15 * size * 4)
    places = {s: {(p["x"], p["y"]) for p in points if p["label"] == s} for s in (1, -1)}
    if bias and places[1] & places[-1]:
        assert len(witness) == 2


def check_verdict(points, bias, verdict):
    rows, scale = signed_rows(points, bias)
    exact = nearest_to_zero(rows)
    assert verdict["separable"] == any(exact)
    assert verdict["oneClass"] == is_one_class(points)
    if verdict["separable"]:
        check_separable(points, bias, verdict, rows, scale, exact)
    else:
        check_witness(points, bias, verdict, rows)


def check_certificate(points, bias, verdict):
    """The certificate says the same. Where no plane of floats separates it may be undecided."""
    certificate = rosenblatt.certify(*arrays(points), fit_intercept=bias)
    slack = 1 + 4 * CLOSE
    if certificate.separable is None:
        assert verdict["separable"]
        assert verdict["augmented"]["margin"] <= certificate.augmented_margin.upper * slack
        assert certificate.augmented_margin.upper < 1e-15 * certificate.augmented_radius
        return
    assert certificate.separable == verdict["separable"]
    if certificate.separable:
        bracket, augmented = certificate.augmented_margin, verdict["augmented"]
        assert bracket.lower / slack <= augmented["margin"] <= bracket.upper * slack
        assert augmented["bound"] <= certificate.mistake_bound
        assert augmented["radius"] == pytest.approx(certificate.augmented_radius, rel=CLOSE)
        if certificate.margin is not None:
            assert certificate.margin.lower / slack <= verdict["margin"] <= certificate.margin.upper * slack


@pytest.fixture(scope="module")
def judged(questions, ask_node):
    """Points, whether with a bias, and the verdict."""
    asked = [{"kind": "verdict", "points": q["points"], "bias": q["options"]["bias"]} for q in questions]
    verdicts = ask_node("engine_cases.mjs", asked)
    return [(q["points"], q["bias"], verdict) for q, verdict in zip(asked, verdicts, strict=True)]


def test_verdicts_are_exact(judged):
    for points, bias, verdict in judged:
        check_verdict(points, bias, verdict)
    separable = [verdict["separable"] for _, _, verdict in judged]
    assert 0.2 < np.mean(separable) < 0.8


def test_verdicts_are_those_of_certificates(judged):
    for points, bias, verdict in judged[::10]:
        check_certificate(points, bias, verdict)


def points_of(*rows):
    return [{"x": x, "y": y, "label": label} for x, y, label in rows]


HARD = {
    "one point": points_of((2, 1, 1)),
    "one point at 0": points_of((0, 0, -1)),
    "one class": points_of((2, 1, -1), (3, 5, -1), (2, -4, -1)),
    "one class around 0": points_of((2, 1, 1), (-3, 5, 1), (0, -4, 1)),
    "twins": points_of((5, 5, 1), (1, 2, 1), (1, 2, 1), (1, 2, -1), (-1, 0, -1)),
    "twins at 0": points_of((0, 0, 1), (1, 2, 1), (0, -0.0, -1)),
    "the same twice": points_of((1, 2, 1), (1, 2, 1), (-1, 3, -1), (-1, 3, -1)),
    "XOR": points_of((0, 0, -1), (1, 1, -1), (0, 1, 1), (1, 0, 1)),
    "a line, apart": points_of((0.1, 0.1, 1), (0.2, 0.2, 1), (0.3, 0.3, -1), (0.7, 0.7, -1)),
    "a line, mixed": points_of((0, 0, 1), (1, 1, -1), (2, 2, 1)),
    "a line, touching": points_of((0, 1, 1), (0, 2, 1), (0, 2, -1), (0, 3, -1)),
    "a corner on an edge": points_of((0, 0, 1), (2, 0, 1), (1, 0, -1), (1, -1, -1)),
    "nearly on an edge": points_of((0, 0, 1), (3, 1, 1), (1, math.nextafter(1 / 3, 0), -1), (1, -1, -1)),
    "across an edge by the last bit": points_of((0, 0, 1), (3, 1, 1), (1, math.nextafter(1 / 3, 1), -1), (1, -1, -1)),
    "large and near": points_of((1e6, 1e6, 1), (1e6, math.nextafter(1e6, 0), -1), (-1e6, 1e6, -1)),
    "large and small": points_of((1e6, 1e-6, 1), (-1e6, 1e-6, 1), (1e-6, -1e-6, -1), (0, 2e-6, 1)),
    "small": points_of((1e-6, 0, 1), (3e-6, 1e-6, 1), (-1e-6, 2e-6, -1)),
    "very small": points_of((1e-100, 1, 1), (0, 1, -1), (-1e6, 3, -1)),
    "note 004": points_of((-1, 3, -1), (-1, -1, -1), (3, -1, 1), (0, 1.5, 1)),
}


def test_verdicts_on_hard_sets_are_exact(ask_node):
    asked = [{"kind": "verdict", "points": points, "bias": bias} for points in HARD.values() for bias in (True, False)]
    for question, verdict in zip(asked, ask_node("engine_cases.mjs", asked), strict=True):
        check_verdict(question["points"], question["bias"], verdict)
        check_certificate(question["points"], question["bias"], verdict)


def test_note_004s_bound_is_55(ask_node):
    question = {"kind": "verdict", "points": HARD["note 004"], "bias": True}
    (verdict,) = ask_node("engine_cases.mjs", [question])
    assert (verdict["augmented"]["bound"], verdict["margin"], verdict["support"]) == (55, 0.5, [0, 1, 3])
