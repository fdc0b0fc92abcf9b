"""Geometry: against Fractions, on the notes' own planes, and at the edges of float64."""

import dataclasses
import math
from fractions import Fraction as F

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.planes import CASES, FOUR_ULP, assert_root, exact, exact_score, plane_and_set
from hypothesis import given

from rosenblatt import Perceptron as PerceptronEstimator, PocketPerceptron, VotedPerceptron, online, sample
from rosenblatt.errors import DataError
from rosenblatt.learners import Perceptron, Voted
from rosenblatt.models.criterion import perceptron_gradient, perceptron_loss
from rosenblatt.models.geometry import Hyperplane


@given(CASES)
def test_distances_offsets_and_sides_are_those_of_fractions(case):
    w, b, X, _ = case
    plane, squared = Hyperplane(w, b), sum(v * v for v in exact(w))
    scores = [exact_score(w, b, x) for x in X]
    signs = [(a > 0) - (a < 0) for a in scores]
    assert plane.score(X).tolist() == scores
    assert plane.side(X).tolist() == signs
    for distance, a, sign in zip(plane.distance(X), scores, signs, strict=True):
        assert_root(distance, a * a / squared, sign)
    assert_root(plane.offset, F(b) ** 2 / squared, np.sign(b))
    for component, v in zip(plane.normal, w, strict=True):
        assert_root(component, F(v) ** 2 / squared, np.sign(v))


@given(CASES)
def test_projections_are_those_of_fractions(case):
    """Each coordinate to 4 ulp of what it is the difference of."""
    w, b, X, _ = case
    squared = sum(v * v for v in exact(w))
    for found, x in zip(Hyperplane(w, b).project(X).tolist(), X, strict=True):
        step = exact_score(w, b, x) / squared
        for got, xj, wj in zip(exact(found), exact(x), exact(w), strict=True):
            assert abs(got - (xj - step * wj)) <= FOUR_ULP * (abs(xj) + abs(step * wj))


@given(CASES)
def test_margins_are_those_of_fractions(case):
    w, b, X, y = case
    plane, squared = Hyperplane(w, b), sum(v * v for v in exact(w))
    margins = [label * exact_score(w, b, x) for label, x in zip(y, X, strict=True)]
    least = min(margins)
    assert plane.closest(X, y) == margins.index(least)
    assert_root(plane.margin(X, y), least * least / squared, (least > 0) - (least < 0))


@pytest.mark.parametrize("seed", range(12))
def test_dense_and_sparse_agree_bit_for_bit(seed):
    w, b, X, y = plane_and_set(seed)
    plane = Hyperplane(w, b)
    for sparse in (sp.csr_matrix(X), sp.coo_array(X)):
        for method in (plane.score, plane.side, plane.distance, plane.project):
            np.testing.assert_array_equal(method(X), method(sparse))
        assert plane.margin(X, y) == plane.margin(sparse, y)
        assert plane.closest(X, y) == plane.closest(sparse, y)
        assert perceptron_loss(X, y, w, b) == perceptron_loss(sparse, y, w, b)
        for dense_part, sparse_part in zip(
            perceptron_gradient(X, y, w, b), perceptron_gradient(sparse, y, w, b), strict=True
        ):
            np.testing.assert_array_equal(dense_part, sparse_part)


def test_one_point_gives_one_number():
    plane = Hyperplane([3.0, 4.0], -5.0)
    for point in ([3.0, 4.0], (3, 4), np.array([3, 4], dtype=np.float32)):
        assert plane.score(point) == 20.0
        assert plane.side(point) == 1
        assert plane.distance(point) == 4.0
        assert np.ndim(plane.distance(point)) == np.ndim(plane.side(point)) == 0
        np.testing.assert_allclose(plane.project(point), [0.6, 0.8], rtol=1e-15)
    assert plane.distance([[3.0, 4.0]]).shape == (1,)
    assert plane.project([[3.0, 4.0]]).shape == (1, 2)


def test_the_half_space_of_note_000():
    """w = (1, 2), b = −4: the line from (4, 0) to (0, 2); w points to the positive side."""
    plane = Hyperplane([1, 2], -4)
    assert plane.side([[4, 0], [0, 2], [0, 0], [3, 3]]).tolist() == [0, 0, -1, 1]
    assert (plane.line().slope, plane.line().intercept) == (-0.5, 2.0)
    on_the_plane = plane.project([0, 0])
    assert plane.side(on_the_plane + plane.normal) == 1
    assert plane.distance(on_the_plane + plane.normal) == pytest.approx(1, rel=1e-15)


def test_the_hyperplane_of_note_004():
    """x + y + 1 = 0: |b| is 1, yet the origin is 1/√2 away from it."""
    plane = Hyperplane([1, 1], 1)
    assert plane.offset == plane.distance([0, 0]) == pytest.approx(math.sqrt(0.5), rel=1e-15)
    assert (plane.line().slope, plane.line().intercept) == (-1, -1)
    assert plane.side([[0, 0], [-1, 0], [-1, -1]]).tolist() == [1, 0, -1]
    assert Hyperplane([0.6, 0.8], -2.5).offset == -2.5  # where ‖w‖ = 1, it is b


def test_the_result_of_note_004_separates_its_points():
    """w = (4, −0.5), b = 1: scores −4.5, −2.5, 13.5 and 0.25, so the last point is the closest."""
    table = sample("note-004")
    plane = Hyperplane.of(PerceptronEstimator(order="given").fit(table.X, table.y))
    assert (plane.w.tolist(), plane.b) == ([4, -0.5], 1)
    assert plane.score(table.X).tolist() == [-4.5, -2.5, 13.5, 0.25]
    assert plane.closest(table.X, table.y) == 3
    assert_root(plane.margin(table.X, table.y), F(1, 16) / F(65, 4), 1)
    assert (plane.line().slope, plane.line().intercept) == (8, 2)
    assert plane.margin(table.X, -table.y) == -plane.distance(table.X[2])


@pytest.mark.parametrize(
    "y",
    [[-1, 1, 1], [0, 1, 1], [False, True, True], ["no", "yes", "yes"], [3.5, 7.0, 7.0], [-1, 0, 0], [[0], [1], [1]]],
)
def test_the_greater_of_two_labels_is_positive(y):
    plane, X = Hyperplane([1.0]), [[-2.0], [1.0], [3.0]]
    assert (plane.margin(X, y), plane.closest(X, y)) == (1.0, 1)


@pytest.mark.parametrize(
    ("label", "sign"), [(1, 1), (True, 1), ("a", 1), (5, 1), (-1, -1), (0, -1), (0.0, -1), (False, -1)]
)
def test_a_lone_label_has_its_sign(label, sign):
    assert Hyperplane([1.0]).margin([[2.0], [3.0]], [label, label]) == (2.0 if sign == 1 else -3.0)


@pytest.mark.parametrize("scale", [2.0**660, 2.0**-660])
def test_huge_and_tiny_weights_have_the_same_geometry(scale):
    """Powers of two round nothing, so that only an overflow or an underflow could make a difference."""
    w, b, X, y = np.array([3.0, -5.0, 0.1]), 0.7, np.array([[1.0, 2.0, 0.3], [-4.0, 0.5, 1 / 3]]), [-1, 1]
    plain, scaled = Hyperplane(w, b), Hyperplane(w * scale, b * scale)
    for method in ("side", "distance", "project"):
        np.testing.assert_array_equal(getattr(scaled, method)(X), getattr(plain, method)(X))
    np.testing.assert_array_equal(scaled.normal, plain.normal)
    assert (scaled.offset, scaled.margin(X, y)) == (plain.offset, plain.margin(X, y))
    assert plain.angle(scaled) == 0
    lines = [Hyperplane(w[:2] * factor, b * factor).line() for factor in (1.0, scale)]
    assert lines[0].slope == lines[1].slope
    np.testing.assert_array_equal(*(line.across(-9, 9, -9, 9) for line in lines))


@pytest.mark.parametrize(
    ("w", "b"), [([1.5e308, 1.5e308], 0.0), ([1e-320, 0.0], 0.0), ([1e-200, 0.0], 1e200)], ids=["long", "short", "far"]
)
def test_planes_beyond_float64_are_refused(w, b):
    with pytest.raises(DataError, match="in the range of float64; got ‖w‖ = .* multiply w and b by the same number"):
        Hyperplane(w, b)


def test_angles_are_right_near_zero_and_near_a_half_turn_too():
    east = Hyperplane([5.0, 0.0], 7.0)
    assert east.angle(Hyperplane([0.0, -0.1])) == 90
    assert east.angle(Hyperplane([2.0, 2.0])) == pytest.approx(45, rel=1e-15)
    assert (east.angle(east), east.angle(Hyperplane([-1.0, 0.0]))) == (0, 180)
    tiny = math.degrees(1e-9)  # its cosine is 1 in float64
    assert east.angle(Hyperplane([1.0, 1e-9])) == pytest.approx(tiny, rel=1e-15)
    assert 180 - east.angle(Hyperplane([-1.0, 1e-9])) == pytest.approx(tiny, abs=3e-14)


def test_a_plane_is_frozen_and_keeps_its_own_copy():
    w = np.array([1.0, 2.0])
    plane = Hyperplane(w)
    w[0] = 9.0
    assert plane.w.tolist() == [1, 2]
    assert not plane.w.flags.writeable
    with pytest.raises(dataclasses.FrozenInstanceError):
        plane.b = 1.0


def test_planes_of_models_have_their_scores():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 11))
    y = X @ rng.normal(size=11) > 0.3
    learner, estimator = Perceptron().fit(X, y), PocketPerceptron().fit(X, y)
    for model in (learner.model, estimator):
        np.testing.assert_array_equal(Hyperplane.of(model).score(X), model.decision_function(X))
    assert Hyperplane.of(Perceptron(fit_intercept=False).fit(X, y).model).b == 0


def test_planes_of_scikit_learns_models_have_their_scores():
    from sklearn.linear_model import RidgeClassifier, SGDClassifier
    from sklearn.svm import LinearSVC

    table = sample("note-004")
    dense = SGDClassifier(random_state=0).fit(table.X, table.y)
    sparse = SGDClassifier(random_state=0).fit(table.X, table.y).sparsify()
    for model in (dense, sparse, RidgeClassifier().fit(table.X, table.y)):
        np.testing.assert_allclose(Hyperplane.of(model).score(table.X), model.decision_function(table.X), rtol=1e-13)
    assert Hyperplane.of(LinearSVC(fit_intercept=False).fit(table.X, table.y)).b == 0


def test_learners_have_the_plane_of_their_model():
    X, y = sample("note-004")[:2]
    learner, one_by_one = Perceptron(order="given").fit(X, y), online.Perceptron()
    one_by_one.learn_many([{"a": a, "b": b} for a, b in X.tolist()] * 6, y.tolist() * 6)
    for model in (learner, one_by_one):
        plane = Hyperplane.of(model)
        assert (plane.w.tolist(), plane.b) == ([4, -0.5], 1)


def test_bad_arguments_of_planes_get_one_sentence():
    with pytest.raises(DataError, match="other must be a Hyperplane; got list."):
        Hyperplane([1, 2]).angle([1, 2])
    with pytest.raises(DataError, match="The loss must stay finite, and overflows: scale the features."):
        perceptron_loss([[1e308], [1e308]], [-1, -1], [1.0])
    with pytest.raises(DataError, match="The gradient must stay finite, and overflows: scale the features."):
        perceptron_gradient([[1e308], [1e308]], [-1, -1], [1.0])


def test_models_without_one_row_of_weights_are_refused():
    X, y = sample("note-004")[:2]
    for model in (PerceptronEstimator().fit(X, [0, 1, 2, 1]), Perceptron().fit(X, [0, 1, 2, 1]).model):
        with pytest.raises(
            DataError, match=r"one row of weights, for two classes; got 3: .* Hyperplane\(w\[i\] - w\[j\]"
        ):
            Hyperplane.of(model)
    voted = (VotedPerceptron().fit(X, y), Voted().fit(X, y).model)
    for model in (*voted, PerceptronEstimator()):
        name = type(model).__name__
        with pytest.raises(DataError, match=f"model must have one row of weights; {name} has none: give a fitted"):
            Hyperplane.of(model)
    with pytest.raises(DataError, match="a model has them until its first mistake"):
        Hyperplane.of(Perceptron(at_zero="positive").partial_fit([[1.0]], [1]).model)


@pytest.mark.parametrize(
    ("w", "b", "message"),
    [
        ([0.0, 0.0], 1.0, "w must have an entry other than zero, a zero w has no plane; got 2 zeros"),
        ([], 0.0, "a zero w has no plane; got 0 zeros"),
        ([1.0, np.nan], 0.0, "w must be finite; got nan."),
        ([1.0, -np.inf], 0.0, "w must be finite; got -inf."),
        ([[1.0, 2.0]], 0.0, r"w must be one row of numbers; got shape \(1, 2\)."),
        (["a"], 0.0, "w must be one row of numbers: could not convert string to float: 'a'."),
        ([1.0], np.inf, "b must be finite; got inf."),
        ([1.0], [1.0], r"b must be one number; got shape \(1,\)."),
        ([1.0], 10**400, "b must be one number: int too large"),
    ],
)
def test_bad_planes_are_refused(w, b, message):
    with pytest.raises(DataError, match=message):
        Hyperplane(w, b)


def test_bad_points_are_refused():
    plane = Hyperplane([1.0, 2.0])
    for method in (plane.score, plane.side, plane.distance, plane.project):
        with pytest.raises(DataError, match="X must have 2 features, as many as w; got 3."):
            method([1.0, 2.0, 3.0])
        with pytest.raises(DataError, match="Input X contains NaN: .* got nan in row 1, column 0"):
            method([[1.0, 2.0], [np.nan, 1.0]])
        with pytest.raises(DataError, match="X must be a matrix of numbers"):
            method([[1.0, 2.0], [1.0]])
    with pytest.raises(DataError, match="Scores must stay finite; that of row 0 overflows: scale the features"):
        Hyperplane([1e200, 0.0]).distance([1e200, 0.0])
    with pytest.raises(DataError, match=r"y must have two labels; got 3: y == label is one against the rest\."):
        plane.margin([[1, 2]] * 3, ["a", "b", "c"])
    with pytest.raises(DataError, match="X and y must have as many rows; got 2 and 1"):
        plane.closest([[1, 2]] * 2, [1])
    with pytest.raises(DataError, match="w must have 2 entries for the boundary to be a line; got 3."):
        Hyperplane([1, 2, 3]).line()
    with pytest.raises(DataError, match="other must have as many features as this plane, 2; got 3."):
        plane.angle(Hyperplane([1, 2, 3]))
