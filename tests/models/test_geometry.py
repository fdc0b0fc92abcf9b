"""Geometry: against Fractions, on the notes' own planes, and at the edges of float64.

Scores of small integers and of eighths are exact; a distance then has the roundings of ‖w‖ and of one division.
Everything rounded is held to 4 ulp, which is 4 × 2⁻⁵² relative.
"""

import dataclasses
import math
from fractions import Fraction as F

import numpy as np
import pytest
import reference
import scipy.sparse as sp
from hypothesis import assume, given
from hypothesis import strategies as st

from rosenblatt import Perceptron as PerceptronEstimator
from rosenblatt import PocketPerceptron, VotedPerceptron, online, sample
from rosenblatt.errors import DataError, OptionError
from rosenblatt.geometry import Hyperplane, Line, fold, perceptron_gradient, perceptron_loss
from rosenblatt.learners import Perceptron, Voted

FOUR_ULP = F(4, 2**52)
RULES = ("mistake", "positive", "negative")


def plane_and_set(seed):
    """A plane and a labelled set, in 1 to 10 dimensions: fewer and more than the lanes of a sum.

    Of small integers, so that some points are on the plane, or of eighths.
    """
    rng = np.random.default_rng(seed)
    d, n = rng.integers(1, 11), rng.integers(1, 6)
    size, unit = rng.choice([(2, 1), (20, 1), (24, 0.125)])
    w, b, X = (rng.integers(-size, size + 1, shape) * unit for shape in (d, None, (n, d)))
    w[rng.integers(d)] = unit  # so that it is not zero
    return w.tolist(), float(b), X.tolist(), rng.choice([-1, 1], n).tolist()


CASES = st.integers(0, 2**32).map(plane_and_set)


def exact(values):
    return [F(value) for value in values]


def exact_score(w, b, x):
    return reference.exact_dot(exact(w), exact(x)) + F(b)


def assert_root(found, square, sign):
    """``found`` is sign × √square to 4 ulp: the square is rational, so that this is decided exactly."""
    assert np.sign(found) == sign
    assert (1 - FOUR_ULP) ** 2 * square <= F(float(found)) ** 2 <= (1 + FOUR_ULP) ** 2 * square


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


def test_vertical_and_horizontal_lines():
    vertical, horizontal = Hyperplane([2.0, 0.0], -3.0).line(), Hyperplane([0.0, 2.0], -3.0).line()
    assert (vertical.slope, vertical.intercept) == (None, None)
    assert (horizontal.slope, horizontal.intercept) == (0.0, 1.5)
    assert math.copysign(1, horizontal.slope) == 1
    assert vertical.across(0, 4, -1, 1).tolist() == [[1.5, -1], [1.5, 1]]
    assert horizontal.across(0, 4, -1, 2).tolist() == [[0, 1.5], [4, 1.5]]
    assert horizontal.across(0, 4, -1, 1.5).tolist() == [[0, 1.5], [4, 1.5]]  # along an edge of the box
    assert vertical.across(2, 4, -1, 1) is None
    assert horizontal.across(0, 4, -1, 1) is None


def test_a_line_is_cut_where_it_leaves_the_box():
    line = Line(1.0, 2.0, -4.0)
    assert line.across(0, 4, 0, 4).tolist() == [[0, 2], [4, 0]]
    assert line.across(0, 9, 1, 9).tolist() == [[0, 2], [2, 1]]
    assert line.across(4, 5, 0, 9).tolist() == [[4, 0], [4, 0]]  # touches a corner
    assert line.across(5, 6, 0, 9) is None
    assert Line(2.0, -1.0, 1.0).across(-5, 5, 0, 3).tolist() == [[-0.5, 0], [1, 3]]


def test_rounding_does_not_leave_the_box():
    ends = Line(0.1, 0.2, 0.1).across(-9, 9, 0, 1)  # without care, up to a height of 1 + 2⁻⁵²
    assert ends[:, 1].tolist() == [1, 0]
    assert not np.signbit(ends[:, 1]).any()
    np.testing.assert_allclose(ends[:, 0], [-3, -1], rtol=1e-15)
    np.testing.assert_array_equal(Line(0.1, 0.2, 0.1).across(*np.float32([-9, 9, 0, 1])), ends)


@given(*[st.integers(-9, 9)] * 5, *[st.integers(1, 9)] * 2)
def test_a_line_misses_the_box_only_if_all_corners_are_on_one_side(w1, w2, b, x, y, width, height):
    assume(w1 or w2)
    box = (x, x + width, y, y + height)
    corners = [w1 * u + w2 * v + b for u in box[:2] for v in box[2:]]
    ends = Hyperplane([w1, w2], b).line().across(*box)
    assert (ends is None) == (min(corners) > 0 or max(corners) < 0)
    if ends is not None:
        np.testing.assert_allclose(ends @ [w1, w2] + b, 0, atol=1e-13)
        for u, v in ends:
            assert box[0] <= u <= box[1]
            assert box[2] <= v <= box[3]
            assert min(abs(u - box[0]), abs(u - box[1]), abs(v - box[2]), abs(v - box[3])) < 1e-13


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


@pytest.mark.parametrize(("axis", "box"), [("x", (1, 1, 0, 1)), ("y", (0, 1, 2, 1)), ("y", (0, 1, 0, math.inf))])
def test_bad_boxes_are_refused(axis, box):
    for line in (Line(1.0, 2.0, 3.0), Line(2.0, 1.0, 3.0)):
        with pytest.raises(OptionError, match=f"{axis}_min must be below {axis}_max, both finite; got"):
            line.across(*box)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_folded_one_is_the_first_feature_or_the_last(dtype):
    X = np.array([[2, 0], [0, 3], [0, 0]], dtype=dtype)
    for where, expected in (("first", [[1, 2, 0], [1, 0, 3], [1, 0, 0]]), ("last", [[2, 0, 1], [0, 3, 1], [0, 0, 1]])):
        assert fold(X, where).tolist() == expected
        assert fold(X, where).dtype == dtype
        assert fold(X[0], where).tolist() == expected[0]
        for kind in (sp.csr_matrix, sp.csr_array, sp.csc_array):
            folded = fold(kind(X), where)
            assert folded.format == "csr"
            assert folded.dtype == dtype
            assert isinstance(folded, sp.spmatrix) == (kind is sp.csr_matrix)
            np.testing.assert_array_equal(folded.toarray(), expected)
    assert fold([[1, 2]]).dtype == fold(sp.csr_array([[1, 2]])).dtype == np.float64
    with pytest.raises(OptionError, match="where must be 'first' or 'last'; got 'front'."):
        fold(X, "front")
    with pytest.raises(DataError, match="X must have at least one row and one feature"):
        fold(np.zeros((0, 2)))


@pytest.mark.parametrize(("where", "weights"), [("first", [1, 4, -0.5]), ("last", [4, -0.5, 1])])
def test_the_folded_one_learns_the_bias(where, weights):
    """Note 004 with its 1 appended, and as note 000 has it: (4, −0.5) and the bias 1, from both."""
    table = sample("note-004")
    for X in (table.X, sp.csr_array(table.X)):
        model = Perceptron(order="given", fit_intercept=False).fit(fold(X, where), table.y).model
        assert model.weights.w.tolist() == [weights]


@given(CASES)
def test_the_loss_and_its_gradient_are_those_of_fractions(case):
    w, b, X, y = case
    scores = [exact_score(w, b, x) for x in X]
    assert perceptron_loss(X, y, w, b) == sum(max(0, -label * a) for label, a in zip(y, scores, strict=True))
    for at_zero in RULES:
        wrong = [i for i in range(len(X)) if reference.is_mistake(scores[i], y[i], at_zero)]
        by_w, by_b = perceptron_gradient(X, y, w, b, at_zero)
        assert by_w.tolist() == [-sum(y[i] * F(X[i][j]) for i in wrong) for j in range(len(w))]
        assert by_b == -sum(y[i] for i in wrong)


def test_the_gradient_is_the_slope_of_the_loss():
    """Between kinks the loss is linear: a small step changes it by gradient × step, here exactly."""
    X, y, w, b = [[1.0, 2.0], [3.0, -1.0], [-2.0, 5.0], [9.0, 0.0]], [1, -1, 1, 1], [1.0, -2.0], 0.5
    by_w, by_b = perceptron_gradient(X, y, w, b)
    assert (by_w.tolist(), by_b) == ([4, -8], -1)
    loss, step = perceptron_loss(X, y, w, b), 2.0**-10
    assert loss == 2.5 + 5.5 + 11.5
    assert perceptron_loss(X, y, [1.0 + step, -2.0], b) - loss == 4 * step
    assert perceptron_loss(X, y, [1.0, -2.0 + step], b) - loss == -8 * step
    assert perceptron_loss(X, y, w, b + step) - loss == -step


def test_the_loss_is_zero_at_zero_whatever_the_rule():
    X, y = [[1.0, 2.0], [3.0, 4.0]], ["a", "b"]
    assert perceptron_loss(X, y, [0, 0]) == 0
    gradients = {at_zero: perceptron_gradient(X, y, [0, 0], at_zero=at_zero) for at_zero in RULES}
    assert {name: (by_w.tolist(), by_b) for name, (by_w, by_b) in gradients.items()} == {
        "mistake": ([-2, -2], 0),
        "positive": ([1, 2], 1),
        "negative": ([-3, -4], -1),
    }


@pytest.mark.parametrize("at_zero", RULES)
@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_a_step_against_the_gradient_is_an_iteration_on_all_mistakes(at_zero, kind):
    rng = np.random.default_rng(1)
    options = {"order": "all-mistakes", "max_iter": 1, "at_zero": at_zero, "stop_when_converged": False}

    def stepped(X, y, w, b):
        by_w, by_b = perceptron_gradient(X, y, w, b, at_zero)
        return (w - by_w).tolist(), b - by_b

    # From zero the bits are the same on any numbers; the scores are all zero, so the rule decides.
    X, y = kind(rng.normal(size=(30, 9))), rng.choice([-1, 1], 30)
    weights = Perceptron(**options).fit(X, y).model.weights
    assert stepped(X, y, np.zeros(9), 0.0) == (weights.w[0].tolist(), weights.b[0])
    # From elsewhere the rows are added to other numbers first: the same where nothing is rounded.
    X, y = kind(rng.integers(-2, 3, size=(30, 3)).astype(float)), rng.choice([-1, 1], 30)
    w = np.array([1.0, -1.0, 2.0])
    for b in (0.0, 0.5):
        weights = Perceptron(**options).fit(X, y, coef_init=[w], intercept_init=[b]).model.weights
        assert stepped(X, y, w, b) == (weights.w[0].tolist(), weights.b[0])


def test_bad_arguments_of_the_loss_are_refused():
    X, y = [[1.0, 2.0], [3.0, 4.0]], [0, 1]
    for function in (perceptron_loss, perceptron_gradient):
        with pytest.raises(DataError, match="X must have 1 features, as many as w; got 2."):
            function(X, y, [1.0])
        with pytest.raises(DataError, match="w must be finite; got nan."):
            function(X, y, [1.0, np.nan])
        with pytest.raises(DataError, match="b must be finite; got inf."):
            function(X, y, [1.0, 2.0], math.inf)
        with pytest.raises(DataError, match="X and y must have as many rows; got 2 and 3"):
            function(X, [0, 1, 1], [1.0, 2.0])
    with pytest.raises(OptionError, match="at_zero must be one of 'mistake', 'positive', 'negative'; got 'zero'."):
        perceptron_gradient(X, y, [1.0, 2.0], at_zero="zero")


def test_labels_are_those_of_the_generative_process():
    """Note 002: +1 if z > 0, else −1; so −1 on the plane."""
    plane = Hyperplane([1, 2], -4)
    assert plane.label([[4, 1], [0, 2], [0, 0]]).tolist() == [1, -1, -1]
    assert plane.label([4, 1]) == 1
