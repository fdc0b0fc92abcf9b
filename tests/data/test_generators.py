"""Generated sets: what they say of themselves is true exactly, and they are the same everywhere."""

import math
from fractions import Fraction as F

import numpy as np
import pytest

from rosenblatt.data import generators
from rosenblatt.data.exact_norms import root_below
from rosenblatt.data.generators import generate
from rosenblatt.errors import OptionError
from rosenblatt.learners import Perceptron


def exact_dot(a, b):
    return sum(F(p) * F(q) for p, q in zip(a, b, strict=True))


def squared_distances(made):
    """Of every row to the plane that labelled it; every label before noise is the sign of the score there."""
    squares = []
    for x, w, label in zip(made.X.tolist(), made.row_w.tolist(), made.clean.tolist(), strict=True):
        score = exact_dot(w, x) + F(made.b)
        assert label == (1 if score > 0 else -1)
        squares.append(score**2 / exact_dot(w, w))
    return squares


def check_exactly(made, margin, radius):
    distance, length = min(squared_distances(made)), max(exact_dot(x, x) for x in made.X.tolist())
    assert F(margin) ** 2 <= distance
    assert length <= F(radius) ** 2
    assert F(made.margin) ** 2 <= distance < F(math.nextafter(made.margin, math.inf)) ** 2
    assert F(math.nextafter(made.radius, 0)) ** 2 < length <= F(made.radius) ** 2


CASES = [
    {},
    {"margin": 0.25},
    {"margin": 0.9, "noise": 0.3},
    {"margin": 0.3, "radius": 7.0, "b": -5.5},
    {"margin": 1e-300, "drift": 45.0},
    {"margin": 2.0, "radius": 2.5, "drift": -400.0, "noise": 0.99},
    {"margin": 1 - 1e-9},  # all rows are nearly as near and as far as each other
    {"margin": 1 - 1e-13, "b": 0.0},
    {"margin": 0.5e-100, "radius": 1e-100},
    {"margin": 0.5e99, "radius": 9.9e99},
]


@pytest.mark.parametrize("n_features", [1, 2, 9])
@pytest.mark.parametrize("case", CASES)
def test_margin_radius_and_labels_are_exact(case, n_features):
    options = case | ({"drift": 0.0} if n_features == 1 else {})
    for seed in range(5):
        made = generate(25, n_features, seed=seed, **options)
        check_exactly(made, options.get("margin", 0.0), options.get("radius", 1.0))


@pytest.mark.parametrize("scale", [1e-99, 0.3, 1.0, 1e98])
def test_a_given_separator_is_the_one_that_labels(scale):
    w = np.array([3.0, -4.0, 0.0]) * scale
    made = generate(60, 3, w=w, b=2.5 * scale, margin=0.125)
    assert made.w.tolist() == w.tolist()
    assert made.b == 2.5 * scale
    check_exactly(made, 0.125, 1.0)
    assert set(made.y.tolist()) == {-1, 1}
    made.w[0] = 0.0
    assert w[0] == made.row_w[0, 0] != 0.0  # three arrays, not one


def test_whole_numbers_are_taken_as_a_separator():
    made = generate(40, 2, w=[1, 2], b=-4, radius=5, margin=1)
    check_exactly(made, 1, 5)
    assert (made.w.tolist(), made.b) == ([1.0, 2.0], -4.0)
    X, y = made[:2]
    assert ((X @ [1.0, 2.0] - 4 > 0) == (y > 0)).all()


def test_the_bits_of_a_seed_are_these_for_ever():
    made = generate(3, 2, margin=0.25, radius=2.0, noise=0.4, drift=30.0, seed=7)
    assert [value.hex() for value in made.X.ravel().tolist()] == [
        "-0x1.59592d0ea0b09p-1",
        "-0x1.7782152c698d8p-1",
        "-0x1.d430cca263d2fp-2",
        "-0x1.0202034ae8e31p-2",
        "0x1.779f7682f637ap+0",
        "-0x1.2e015ef9cb266p-1",
    ]
    assert [value.hex() for value in made.w.tolist()] == ["-0x1.5a6cd4c278c52p-2", "0x1.e1cf8063b2b46p-1"]
    assert [value.hex() for value in made.w_end.tolist()] == ["0x1.6b985ea69d53cp-3", "0x1.f7ddd0405f5dcp-1"]
    assert made.b.hex() == "-0x1.23861dda22948p-2"
    assert (made.margin.hex(), made.radius.hex()) == ("0x1.fdac8216a0a47p-2", "0x1.94d6b510102fcp+0")
    assert (made.y.tolist(), made.flipped.tolist()) == ([-1, 1, -1], [1])


def test_another_seed_gives_other_rows_and_more_rows_begin_with_the_same(monkeypatch):
    made = generate(50, 3, margin=0.1, seed=1)
    assert (made.X != generate(50, 3, margin=0.1, seed=2).X).all()
    longer = generate(80, 3, margin=0.1, seed=1)
    assert longer.X[:50].tolist() == made.X.tolist()
    assert longer.y[:50].tolist() == made.y.tolist()
    monkeypatch.setattr(generators, "CHUNK", 100)  # six rows at a time
    assert generate(80, 3, margin=0.1, seed=1).X.tolist() == longer.X.tolist()


@pytest.mark.parametrize("n_features", [1, 2, 10, 100])
def test_neither_class_is_rare(n_features):
    for seed in range(10):
        share = (generate(1000, n_features, seed=seed).y > 0).mean()
        assert 0.25 < share < 0.75


def test_points_fill_the_ball_evenly():
    """A square root of a share of the area is a length; an eighth of the directions is an octant."""
    X = generate(20_000, 2, b=0.0).X
    lengths = np.hypot(*X.T)
    for share in (0.1, 0.5, 0.9):
        assert (lengths <= math.sqrt(share)).mean() == pytest.approx(share, abs=0.01)
    octants = np.histogram(np.arctan2(X[:, 1], X[:, 0]), bins=8, range=(-math.pi, math.pi))[0] / len(X)
    assert np.abs(octants - 0.125).max() < 0.01


@pytest.mark.parametrize(("noise", "count"), [(0.0, 0), (0.1, 5), (0.97, 48), (0.035, 2)])
def test_noise_turns_exactly_that_many_labels(noise, count):
    clean, noisy = generate(50, 2, seed=3), generate(50, 2, seed=3, noise=noise)
    assert len(noisy.flipped) == count
    assert np.flatnonzero(noisy.y != clean.y).tolist() == noisy.flipped.tolist()
    assert noisy.clean.tolist() == clean.y.tolist()
    assert noisy.X.tolist() == clean.X.tolist()
    assert (noisy.margin, noisy.radius) == (clean.margin, clean.radius)


def test_which_labels_are_turned_is_random():
    turned = np.concatenate([generate(40, 1, noise=0.25, seed=seed).flipped for seed in range(50)])
    counts = np.bincount(turned, minlength=40)
    assert counts.sum() == 500
    assert counts.min() >= 3
    assert counts.max() <= 25


@pytest.mark.parametrize("drift", [10.0, -90.0, 179.0])
def test_the_separator_turns_evenly(drift):
    made = generate(11, 4, w=[2.0, 0.0, -1.0, 0.5], drift=drift)
    assert made.row_w[0].tolist() == made.w.tolist() == [2.0, 0.0, -1.0, 0.5]
    assert made.w_end.tolist() == made.row_w[-1].tolist()
    lengths = np.linalg.norm(made.row_w, axis=1)
    assert lengths == pytest.approx(np.full(11, lengths[0]), rel=1e-14)
    turned = np.degrees(np.arccos(np.clip(made.row_w @ made.w / lengths[0] ** 2, -1, 1)))
    assert turned == pytest.approx(np.abs(drift) * np.arange(11) / 10, abs=1e-5)
    steps = np.diff(made.row_w, axis=0)
    assert np.linalg.matrix_rank(steps, tol=1e-12) == 2  # all in one plane


def test_a_turn_towards_nearly_the_same_direction_keeps_its_length():
    w, aside = np.array([[0.3, 0.7, 0.1]]), np.array([[0.3, 0.7 + 1e-9, 0.1]])
    turned = generators._turned(w, aside, 90.0, 3)
    assert np.linalg.norm(turned, axis=1) == pytest.approx(np.linalg.norm(w) * np.ones(3), rel=1e-15)
    assert abs(turned[2] @ w[0]) < 1e-15


def test_a_whole_turn_ends_where_it_began():
    made = generate(9, 2, drift=360.0)
    assert made.w_end.tolist() == made.w.tolist()
    assert made.row_w[4] == pytest.approx(-made.w, rel=1e-14)
    assert np.linalg.norm(made.row_w, axis=1) == pytest.approx(np.ones(9), rel=1e-14)
    assert generate(1, 2, drift=90.0).w_end.tolist() == made.w.tolist()


def test_without_drift_all_rows_have_one_separator():
    made = generate(5, 2)
    assert made.row_w.tolist() == [made.w.tolist()] * 5
    assert made.w_end.tolist() == made.w.tolist()


def test_the_nearest_row_is_found_where_floats_cannot_tell_which_it_is():
    """Rows near the plane that differ in their last bits: computed distances and lengths are in another order."""
    rng = np.random.default_rng(0)
    surprises = 0
    for _ in range(20):
        w, x = rng.normal(size=(2, 40))
        X = x + np.spacing(x) * rng.integers(-1, 2, size=(12, 40))
        b = 0.001 - float(w @ x)
        slack = generators.Room(40, 0.0, float(np.linalg.norm(x))).slack
        distances = [abs(exact_dot(w, row) + F(b)) for row in X.tolist()]
        computed = np.abs(np.cumsum(X * w, axis=1)[:, -1] + b)
        surprises += computed.argmin() != distances.index(min(distances))
        least = generators._least_distance(X, np.tile(w, (12, 1)), b, slack)
        most = generators._largest_length(X, slack)
        assert F(least) ** 2 <= min(distances) ** 2 / exact_dot(w, w) < F(math.nextafter(least, math.inf)) ** 2
        assert F(math.nextafter(most, 0)) ** 2 < max(exact_dot(row, row) for row in X.tolist()) <= F(most) ** 2
    assert surprises > 5


def test_a_root_below_is_the_largest_float_that_is_one():
    for mantissa in (1.0, 1.5, math.nextafter(2.0, 0.0), math.pi, math.nextafter(1.0, 2.0)):
        for shift in (-(2**-60), -(2**-107), F(0), 2**-108, 2**-54, 2**-52):
            square = F(mantissa) ** 2 * (1 + F(shift))
            root = root_below(square)
            assert F(root) ** 2 <= square < F(math.nextafter(root, math.inf)) ** 2


def test_exact_arithmetic_is_for_few_rows(monkeypatch):
    calls = []
    exact = generators.exact_dot
    monkeypatch.setattr(generators, "exact_dot", lambda a, b: calls.append(1) or exact(a, b))
    generate(20_000, 10, margin=0.1)
    assert 3 <= len(calls) <= 12  # a row is two sums for its distance, one for its length


@pytest.mark.parametrize("margin", [0.05, 0.3])
def test_a_perceptron_converges_within_the_bound_of_the_known_separator(margin):
    """With the folded 1: R² = radius² + 1, and the margin of (w, b) there is margin·‖w‖/‖(w, b)‖."""
    for seed in range(5):
        made = generate(60, 3, margin=margin, seed=seed)
        report = Perceptron().fit(made.X, made.y).report
        assert (report.reason, report.errors) == ("converged", 0)
        square = exact_dot(made.w, made.w)
        bound = (F(made.radius) ** 2 + 1) * (square + F(made.b) ** 2) / (F(made.margin) ** 2 * square)
        assert 0 < report.n_mistakes <= bound


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_rows": 0}, "n_rows must be a whole number, at least 1; got 0."),
        ({"n_features": 2.0}, "n_features must be a whole number, at least 1; got 2.0."),
        ({"seed": -1}, "seed must be a whole number, at least 0; got -1."),
        ({"seed": True}, "seed must be a whole number, at least 0; got True."),
        ({"radius": 0}, "radius must be a number from 1e-100 to below 1e+100; got 0."),
        ({"radius": math.inf}, "radius must be a number from 1e-100 to below 1e+100; got inf."),
        ({"margin": 3}, "margin must be a number, at least 0 and below radius (1.0); got 3."),
        ({"margin": math.nan}, "margin must be a number, at least 0 and below radius (1.0); got nan."),
        ({"margin": "wide"}, "margin must be a number, at least 0 and below radius (1.0); got 'wide'."),
        ({"noise": 1}, "noise must be a number, at least 0 and below 1; got 1."),
        ({"noise": -0.1}, "noise must be a number, at least 0 and below 1; got -0.1."),
        ({"drift": -math.inf}, "drift must be a finite number of degrees; got -inf."),
        ({"drift": 10**400}, "drift must be a finite number of degrees; got 1000"),
        (
            {"n_features": 1, "drift": 5.0},
            "drift must be 0 where there is one feature and nothing to turn to; got 5.0.",
        ),
        ({"b": math.nan}, "b must be a finite number; got nan."),
        ({"w": [1.0]}, "w must be 2 numbers, one per feature; got float64 of shape (1,)."),
        ({"w": [[1.0], [2.0, 3.0]]}, "w must be 2 numbers, one per feature: setting an array element"),
        ({"w": ["1", "2"]}, "w must be 2 numbers, one per feature; got <U1 of shape (2,)."),
        ({"w": [0, 0]}, "w must be finite and not all 0, its largest from 1e-100 to below 1e+100; got [0, 0]."),
        (
            {"w": [1, math.nan]},
            "w must be finite and not all 0, its largest from 1e-100 to below 1e+100; got [1, nan].",
        ),
        (
            {"w": [3, 4], "b": 4.0, "margin": 0.25},
            "margin must leave room on both sides of the plane, margin + |b|/‖w‖ below radius by more than roundings; "
            "got 0.25 + 0.8, radius 1.0: take a smaller margin or a larger radius.",
        ),
        ({"w": [3, 4], "b": -1e308}, "margin must leave room on both sides of the plane"),
        ({"w": [1e-99, 0], "b": 1e300}, "got 0.0 + inf, radius 1.0"),
        ({"margin": math.nextafter(1.0, 0.0)}, "below radius by more than roundings"),
    ],
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises(OptionError) as caught:
        generate(**({"n_rows": 10, "n_features": 2} | options))
    assert message in str(caught.value)
