"""Regions: the colour at a point is that of the class which is predicted there."""

import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba

from rosenblatt import AveragedPerceptron, Perceptron, VotedPerceptron, sample
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.linear import LinearModel
from rosenblatt.plots import regions
from rosenblatt.plots.axes import axes_or_new, colour_of, style, svg_of
from rosenblatt.plots.boundaries import boundary
from rosenblatt.plots.feature_space import Space, plane_of
from rosenblatt.plots.regions import (
    AROUND,
    TINT,
    clipped,
    draw_regions,
    hatch_of,
    pixels,
    plane_in_box,
    polygons,
    segments,
)

RULES = ("mistake", "positive", "negative")
BOX = [(-2.0, 3.0), (-1.0, 2.5)]


def linear(w, b, at_zero="mistake", classes=None):
    w, b = np.array(w, dtype=np.float64), np.array(b, dtype=np.float64)
    labels = np.arange(2 if len(w) == 1 else len(w)) if classes is None else np.array(classes)
    return LinearModel(labels, w.shape[1], at_zero, Weights(w, b))


def space_of(model, X=None, y=None, features=None):
    return Space.of(model, X, y, features, None)


def colour_places(ax, points):
    """The place of the class in whose colour each point is; there must be exactly one."""
    owners = [[] for _ in points]
    for patch in ax.patches:
        place = int(patch.get_gid().removeprefix("region "))
        assert patch.get_facecolor() == to_rgba(colour_of(place), TINT)
        for owner, inside in zip(owners, patch.get_path().contains_points(points), strict=True):
            owner += [place] if inside else []
    assert all(len(owner) == 1 for owner in owners)
    return np.array(owners)[:, 0]


def random_points(limits, seed, count=300):
    rng = np.random.default_rng(seed)
    low, high = np.array(limits).T
    return low + rng.random((count, 2)) * (high - low)


def away_from_ties(model, points, share=1e-6):
    """Points whose best two scores differ by more than rounding."""
    scores = model.decision_function(points)
    scores = np.column_stack([0.0 * scores, scores]) if scores.ndim == 1 else scores
    first, second = np.sort(scores, axis=1)[:, ::-1][:, :2].T
    return points[first - second > share * np.abs(scores).max()]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("n_classes", [2, 3, 10])
def test_colours_of_random_weights_are_predictions(n_classes, seed):
    rng = np.random.default_rng(seed)
    rows = 1 if n_classes == 2 else n_classes
    scale = 10.0 ** rng.integers(-100, 100)
    model = linear(rng.normal(size=(rows, 2)) * scale, rng.normal(size=rows) * scale, RULES[seed % 3])
    ax = axes_or_new()
    draw_regions(ax, space_of(model), BOX)
    points = away_from_ties(model, random_points(BOX, seed))
    assert len(points) > 250
    assert colour_places(ax, points).tolist() == model.predict(points).tolist()


@pytest.mark.parametrize("w", [[1, 0], [-1, 0], [0, 1], [0, -2], [1, -3], [1e-9, 1], [1, 1e-9]])
@pytest.mark.parametrize("b", [0.0, -0.5, 0.9, 100.0])
def test_upright_level_and_missing_boundaries_part_the_right_colours(w, b):
    model = linear([w], [b])
    ax = axes_or_new()
    places, has_edges = draw_regions(ax, space_of(model), BOX)
    points = away_from_ties(model, random_points(BOX, 0))
    assert colour_places(ax, points).tolist() == model.predict(points).tolist()
    assert has_edges == (len(places) == 2) == (b != 100.0)


@pytest.mark.parametrize("scale", [1e-100, 1e-9, 1e9, 1e100])
def test_boxes_of_any_size_have_their_regions(scale):
    model = linear([[1.0, -2.0]], [0.3 * scale])
    limits = [(low * scale, high * scale) for low, high in BOX]
    found = polygons(space_of(model), limits)
    expected = polygons(space_of(linear([[1.0, -2.0]], [0.3])), BOX)
    assert list(found) == [0, 1]
    for place in (0, 1):
        np.testing.assert_allclose(found[place] / scale, expected[place], rtol=1e-12)


@pytest.mark.parametrize("at_zero", RULES)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_without_weights_all_is_the_colour_of_the_prediction(at_zero, n_classes):
    rows = 1 if n_classes == 2 else n_classes
    model = linear(np.zeros((rows, 2)), np.zeros(rows), at_zero)
    (place,) = polygons(space_of(model), BOX)
    assert place == model.predict([[0.5, 0.5]])[0]
    assert segments(space_of(model), BOX) == []


@pytest.mark.parametrize("at_zero", RULES)
def test_classes_of_equal_weights_share_no_region(at_zero):
    model = linear([[1, 0], [1, 0], [-1, 0]], [0, 0, 0], at_zero)
    found = polygons(space_of(model), BOX)
    assert sorted(found) == ([1, 2] if at_zero == "positive" else [0, 2])
    assert set(model.predict([[1.0, 0.0], [-1.0, 0.0]])) == set(found)
    assert np.unique(np.vstack(segments(space_of(model), BOX))[:, 0]).tolist() == [0.0]


def test_a_bias_alone_colours_the_whole_box():
    assert list(polygons(space_of(linear([[0, 0]], [2])), BOX)) == [1]
    assert list(polygons(space_of(linear([[0, 0]], [-2])), BOX)) == [0]


def test_one_class_has_the_whole_box():
    model = Perceptron().partial_fit([[1.0, 2.0]], ["a"]).learner_.model
    ((place, polygon),) = polygons(space_of(model), BOX).items()
    assert (place, polygon.tolist()) == (0, [[-2, -1], [3, -1], [3, 2.5], [-2, 2.5]])


def test_one_voted_class_has_the_whole_box():
    model = VotedPerceptron().partial_fit([[1.0, 2.0]], ["a"])
    assert draw_regions(axes_or_new(), space_of(model), BOX) == ([0], False)


def test_regions_fill_the_box_without_overlap():
    rng = np.random.default_rng(5)
    found = polygons(space_of(linear(rng.normal(size=(10, 2)), rng.normal(size=10))), BOX)
    areas = [abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2 for x, y in (p.T for p in found.values())]
    assert sum(areas) == pytest.approx(5.0 * 3.5, rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_lines_are_where_the_best_two_classes_tie(seed):
    rng = np.random.default_rng(seed)
    model = linear(rng.normal(size=(6, 2)), rng.normal(size=6))
    found = segments(space_of(model), BOX)
    assert found
    for first, last in found:
        scores = np.sort(model.decision_function(np.linspace(first, last, 7)), axis=1)
        np.testing.assert_allclose(scores[:, -1], scores[:, -2], atol=1e-12)
        assert (first != last).any()


def test_the_line_of_two_classes_is_drawn_from_edge_to_edge():
    ax = axes_or_new()
    draw_regions(ax, space_of(linear([[1, 2]], [-1])), BOX)
    (lines,) = (one for one in ax.collections if isinstance(one, LineCollection))
    np.testing.assert_allclose(lines.get_segments(), [[[-2, 1.5], [3, -1]]])


def test_without_filling_only_lines_are_drawn():
    ax = axes_or_new()
    places, has_edges = draw_regions(ax, space_of(linear([[1, 2]], [-1])), BOX, fill=False)
    assert (places, has_edges, len(ax.patches)) == ([0, 1], True, 0)


def test_hatching_tells_classes_apart_beside_colour():
    assert len({hatch_of(place) for place in range(10)}) == 10
    assert len({(hatch_of(place), colour_of(place)) for place in range(40)}) == 40
    ax = axes_or_new()
    draw_regions(ax, space_of(linear([[1, 2]], [-1])), BOX)
    assert [patch.get_hatch() for patch in ax.patches] == [None, None]
    (hatched,) = (one for one in ax.collections if one.get_hatch())
    assert hatched.get_hatch() == hatch_of(1)
    assert hatched.get_facecolor().size == 0  # a file of lines would give tint and hatching one strength
    assert hatched.get_gid() == "hatching 1"


def test_hatching_stands_out_from_its_tint_in_a_drawing_of_lines():
    with style("light"):
        svg = svg_of(boundary(linear([[1, 2]], [-1])).figure)
    uses = re.findall(r'style="fill: url\(#\w+\)([^"]*)"', svg)
    assert len(uses) == 2  # the region, and its place in the legend
    assert not any("opacity" in style for style in uses)
    patterns = re.findall(r"<pattern.*?</pattern>", svg, re.DOTALL)
    assert patterns
    for pattern in patterns:
        paper, lines = re.findall(r"<rect[^>]*>", pattern)[0], re.findall(r"<path[^>]*style=\"([^\"]*)\"", pattern)[0]
        assert 'fill="none"' in paper
        assert f"stroke: {colour_of(1)}" in lines


# Slices.


@pytest.mark.parametrize("features", [(0, 1), (3, 1), (2, 0)])
@pytest.mark.parametrize("estimator", [Perceptron(max_iter=10), AveragedPerceptron(max_iter=2)])
def test_colours_of_a_slice_are_predictions_at_the_means(estimator, features):
    iris = sample("iris")
    fitted = estimator.fit(iris.X, iris.y)
    space = space_of(fitted, iris.X, iris.y, features)
    limits = space.limits(None)
    points = random_points(limits, 1)
    ax = axes_or_new()
    draw_regions(ax, space, limits)
    rows = np.tile(iris.X.mean(axis=0), (len(points), 1))
    rows[:, list(features)] = points
    scores = np.sort(fitted.decision_function(rows), axis=1)
    sure = scores[:, -1] - scores[:, -2] > 1e-9
    drawn = fitted.classes_[colour_places(ax, points[sure])]
    assert sure.sum() > 290
    assert drawn.tolist() == fitted.predict(rows[sure]).tolist()


# Votes.


@pytest.fixture
def few_pixels(monkeypatch):
    monkeypatch.setattr(regions, "PIXELS", 12)


def pixel_places(ax):
    (image,) = ax.images
    x_min, x_max, y_min, y_max = image.get_extent()
    places = np.asarray(image.get_array())
    n = len(places)
    xs, ys = (low + (np.arange(n) + 0.5) / n * (high - low) for low, high in ((x_min, x_max), (y_min, y_max)))
    points = np.column_stack([np.tile(xs, n), np.repeat(ys, n)])
    assert image.origin == "lower"
    for place in np.unique(places):
        assert image.to_rgba(np.array([[place]]), norm=True)[0, 0].tolist() == pytest.approx(
            to_rgba(colour_of(place), TINT)
        )
    return points, places.ravel()


@pytest.mark.usefixtures("few_pixels")
@pytest.mark.parametrize(("name", "every"), [("note-004", 1), ("petals", 5)])
@pytest.mark.parametrize("features", [(0, 1), (1, 0)])
def test_voted_pixels_have_the_colour_of_their_prediction(name, every, features):
    table = sample(name)
    fitted = VotedPerceptron(max_iter=4).fit(table.X[::every], table.y[::every])
    space = space_of(fitted, table.X, table.y, features)
    ax = axes_or_new()
    places, has_edges = draw_regions(ax, space, space.limits(None))
    points, drawn = pixel_places(ax)
    assert fitted.classes_[drawn].tolist() == fitted.predict(points[:, np.argsort(features)]).tolist()
    assert sorted(set(drawn.tolist())) == places
    assert has_edges


@pytest.mark.usefixtures("few_pixels")
@pytest.mark.parametrize("eta0", [1.0, np.array([1.0, 0.5, 2.0, 0.25])], ids=["one rate", "rates"])
@pytest.mark.parametrize("features", [(2, 3), (3, 0), 1], ids=str)
def test_a_voted_slice_has_the_colours_of_predictions_at_the_means(features, eta0):
    iris = sample("iris")
    fitted = VotedPerceptron(max_iter=2, eta0=eta0).fit(iris.X[::4], iris.y[::4])
    space = space_of(fitted, iris.X, iris.y, features)
    ax = axes_or_new()
    draw_regions(ax, space, space.limits(None))
    points, drawn = pixel_places(ax)
    rows = np.tile(iris.X.mean(axis=0), (len(points), 1))
    rows[:, list(np.atleast_1d(features))] = points[:, : np.size(features)]
    assert fitted.classes_[drawn].tolist() == fitted.predict(rows).tolist()


@pytest.mark.usefixtures("few_pixels")
def test_voted_lines_are_between_pixels_of_other_classes():
    table = sample("note-004")
    fitted = VotedPerceptron(max_iter=2, order="given").fit(table.X, table.y)
    space, ax = space_of(fitted), axes_or_new()
    limits = [(-2.0, 4.0), (-2.0, 4.0)]
    draw_regions(ax, space, limits, fill=False)
    xs, _, places = pixels(space, limits)
    (contour,) = ax.collections
    for path in contour.get_paths():
        for x, y in path.vertices:
            near = [fitted.predict([[x + a, y + b]])[0] for a in (-0.5, 0, 0.5) for b in (-0.5, 0, 0.5)]
            assert len(set(near)) == 2
    assert not ax.images
    assert set(places.ravel().tolist()) == {0, 1}
    assert len(xs) == 12 + 2 * AROUND  # lines go on beyond the box


def test_a_voted_line_is_as_straight_as_its_boundary(monkeypatch):
    """One vector with all the votes: its line must not go in steps along the pixels."""
    monkeypatch.setattr(regions, "PIXELS", 60)
    X, y = np.array([[1.0, 2.6]]), [1]
    model = VotedPerceptron(max_iter=1, order="given").partial_fit(X, y, classes=[-1, 1]).learner_.model
    model = replace(model, survival=np.array([0, 1]))
    ax = axes_or_new()
    draw_regions(ax, space_of(model), BOX, fill=False)
    (contour,) = ax.collections
    (line,) = contour.get_paths()
    x, y = line.vertices[np.all((line.vertices > [-2, -1]) & (line.vertices < [3, 2.5]), axis=1)].T
    assert (x.min() < -1.9, y.min() < -0.9) == (True, True)
    pixel = 5.0 / 60
    assert np.abs(x + 2.6 * y + 1.0).max() / np.hypot(1.0, 2.6) < 0.15 * pixel


def test_a_part_of_one_pixel_is_parted_off(monkeypatch):
    monkeypatch.setattr(regions, "PIXELS", 10)
    model = VotedPerceptron(max_iter=1).fit([[1.0, 0.0], [-1.0, 0.0]], [1, -1])
    space = space_of(model)
    for rest in (0, 1):
        monkeypatch.setattr(
            type(space), "winners", lambda _, points, rest=rest: abs(rest - (points == 0.5).all(axis=1))
        )
        ax = axes_or_new()
        assert draw_regions(ax, space, [(-5.0, 5.0), (-5.0, 5.0)]) == ([0, 1], True)
        lines = np.vstack([path.vertices for one in ax.collections for path in one.get_paths() if not one.get_hatch()])
        assert np.abs(lines[~(np.abs(lines) > 5).any(axis=1)] - 0.5).max() <= 1.0


# The parts.


def test_a_polygon_is_clipped_to_a_half_plane():
    square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], dtype=float)
    assert clipped(square, np.array([1.0, 0.0]), -1.0).tolist() == [[1, 0], [2, 0], [2, 2], [1, 2]]
    assert clipped(square, np.array([1.0, 1.0]), -1.0).tolist() == [[1, 0], [2, 0], [2, 2], [0, 2], [0, 1]]
    assert clipped(square, np.array([1.0, 0.0]), -3.0).shape == (0, 2)
    assert clipped(square, np.array([0.0, 0.0]), 0.0).tolist() == square.tolist()
    assert clipped(np.empty((0, 2)), np.array([1.0, 0.0]), 1.0).shape == (0, 2)


@pytest.mark.parametrize("w", [[1, 1, 1], [0, 0, 1], [0, -2, 0], [5, 0, 0.5], [-1, 2, 1]])
def test_a_plane_in_its_box_has_corners_on_both(w):
    limits = [(-1.0, 1.0), (-2.0, 2.0), (0.0, 3.0)]
    plane = plane_of(np.array(w, dtype=float), -1.0)
    polygon = plane_in_box(plane, limits)
    assert len(polygon) >= 3
    np.testing.assert_allclose(plane.distance(polygon), 0.0, atol=1e-12)
    low, high = np.array(limits).T
    assert ((polygon >= low - 1e-12) & (polygon <= high + 1e-12)).all()
    on_faces = np.isclose(polygon, low) | np.isclose(polygon, high)
    assert (on_faces.sum(axis=1) >= 2).all()  # an edge of a box is where two faces meet


def test_a_plane_that_misses_its_box_has_no_corners():
    assert len(plane_in_box(plane_of(np.array([1.0, 0.0, 0.0]), -9.0), [(-1.0, 1.0)] * 3)) == 0
