"""Boundaries in one, three and more features, and with many rows."""

import numpy as np
import scipy.sparse as sp
from helpers.boundaries import FOUR, UPRIGHT, boundary_ends, legend_of, linear, rows_under, space_set
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from rosenblatt.models.geometry import Hyperplane
from rosenblatt.plots import feature_space
from rosenblatt.plots.boundaries import boundary


def test_a_slice_in_another_order_exchanges_the_axes():
    plane = Hyperplane([1.0, 3.0], -4.0)
    (ends,) = boundary_ends(boundary(plane, FOUR, features=(1, 0)))
    np.testing.assert_allclose(ends @ [3.0, 1.0], 4.0)


def test_a_slice_has_the_others_at_their_means():
    w, b = np.array([1.0, -2.0, 3.0, 0.5]), -1.0
    X = np.arange(20.0).reshape(5, 4) % 7
    ax = boundary(Hyperplane(w, b), X, features=(3, 1))
    (ends,) = boundary_ends(ax)
    means = X.mean(axis=0)
    np.testing.assert_allclose(ends @ w[[3, 1]] + b + w[[0, 2]] @ means[[0, 2]], 0.0, atol=1e-12)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == ("x4", "x2", "other features at their means")


def test_sparse_rows_give_the_same_picture():
    X = np.array([[0.0, 1.0, 0.0, 2.0], [3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 5.0, 1.0]])
    plane = Hyperplane([1.0, -2.0, 3.0, 0.5], -1.0)
    pictures = [boundary(plane, rows, [0, 1, 1], features=(3, 0)) for rows in (X, sp.csr_matrix(X))]
    np.testing.assert_array_equal(*map(boundary_ends, pictures))
    for place in (0, 1):
        assert rows_under(pictures[0], place)[0].tolist() == rows_under(pictures[1], place)[0].tolist()
    assert pictures[0].get_title() == pictures[1].get_title()


def test_of_many_rows_some_are_drawn_and_the_closest_always(monkeypatch):
    monkeypatch.setattr(feature_space, "MAX_POINTS", 10)
    X = np.column_stack([np.r_[np.full(25, -5.0), np.full(26, 5.0)], np.arange(51.0)])
    X[7, 0], X[30, 0] = -1.0, 2.0
    ax = boundary(Hyperplane([1.0, 0.0]), X, X[:, 0] > 0)
    assert ax.get_title() == "all 51 rows right, margin 1\n1 in 6 rows drawn"
    shown = np.vstack([rows_under(ax, 0)[0], rows_under(ax, 1)[0]])
    assert sorted(shown[:, 1].tolist()) == sorted([*range(0, 51, 6), 7])
    assert rows_under(ax, "closest")[0].tolist() == [[-1.0, 7.0], [2.0, 30.0]]


def test_errors_are_counted_over_all_rows(monkeypatch):
    monkeypatch.setattr(feature_space, "MAX_POINTS", 5)
    X = np.column_stack([np.linspace(-10, 10, 20), np.arange(20.0)])
    ax = boundary(Hyperplane([1.0, 0.0]), X, np.where(np.arange(20) < 13, -1, 1))
    assert ax.get_title() == "3 of 20 rows wrong\n1 in 4 rows drawn"
    assert rows_under(ax, "wrong")[0][:, 1].tolist() == [12.0]


def test_notes_have_a_line_each_and_are_inside_of_the_picture(monkeypatch):
    monkeypatch.setattr(feature_space, "MAX_POINTS", 5)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 3)) * [1.0, 1000.0, 1.0]
    ax = boundary(Hyperplane([1.0, 0.001, 1.0], 0.3), X, np.where(X[:, 0] > 0, 1, -1), features=(0, 1))
    assert ax.get_title().split("\n")[1:] == [
        *("other features at their means", "1 in 4 rows drawn", "scales too different to draw w")
    ]
    ax.figure.canvas.draw()
    title, page = ax.title.get_window_extent(), ax.figure.bbox
    assert page.x0 <= title.x0 < title.x1 <= page.x1
    assert title.y1 <= page.y1


def test_rings_of_the_closest_are_seen_on_the_boundary_of_many_rows():
    X = np.random.default_rng(0).uniform(-1, 1, (1200, 2))
    ax = boundary(Hyperplane([1.0, 0.0]), X, X[:, 0] > 0)
    _, ring = rows_under(ax, "closest")
    (line,) = (one for one in ax.collections if one.get_gid() == "boundary")
    assert ring.get_zorder() > line.get_zorder()
    across = np.sqrt(ring.get_sizes()[0])  # in points
    assert across > 5 * line.get_linewidths()[0]


def test_long_names_of_features_are_cut():
    ax = boundary(UPRIGHT, FOUR, names=["a" * 80, "b\n" * 40])
    assert ax.get_xlabel() == "a" * 27 + "…"
    assert len(ax.get_ylabel()) == 28


# One feature, and three.


def test_one_feature_is_a_threshold_with_the_classes_above_each_other():
    X, y = np.array([[1.0], [2.0], [6.0], [9.0]]), ["low", "low", "high", "high"]
    ax = boundary(linear([[-2.0]], [7.0], ["high", "low"]), X, y, names=["size"])
    (ends,) = boundary_ends(ax)
    assert ends[:, 0].tolist() == [3.5, 3.5]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["high", "low"]
    assert rows_under(ax, 1)[0].tolist() == [[1.0, 1.0], [2.0, 1.0]]
    assert rows_under(ax, "closest")[0].tolist() == [[2.0, 1.0], [6.0, 0.0]]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("size", "")
    assert ax.get_title() == "all 4 rows right, margin 1.5"
    assert not ax.texts


def test_three_features_have_a_plane_in_space():
    X, y = space_set()
    plane = Hyperplane([1.0, 1.0, 1.0], -3.0)
    ax = boundary(plane, X, y)
    (outline,) = (line for line in ax.lines if line.get_gid() == "boundary")
    corners = np.array(outline.get_data_3d()).T
    assert sum(isinstance(one, Poly3DCollection) for one in ax.collections) == 1
    np.testing.assert_allclose(plane.distance(corners), 0.0, atol=1e-12)
    for limits, column in zip((ax.get_xlim(), ax.get_ylim(), ax.get_zlim()), corners.T, strict=True):
        assert limits[0] - 1e-9 <= column.min() < column.max() <= limits[1] + 1e-9
    assert ax.get_zlabel() == "x3"
    assert ax.get_title() == f"all 6 rows right, margin {2 / np.sqrt(3):.3g}"
    assert legend_of(ax) == ["-1", "1", "closest"]
    assert [text.get_text() for text in ax.texts] == ["w"]


def test_three_features_without_weights_have_no_plane():
    X, y = space_set()
    ax = boundary(linear([[0.0] * 3], [0.0], [0, 1]), X, y)
    assert not any(isinstance(one, Poly3DCollection) for one in ax.collections)
    assert ax.get_title() == "w = 0: no boundary yet\n3 of 6 rows wrong"


def test_three_chosen_features_of_four_have_a_plane_too():
    X, y = space_set()
    four = np.column_stack([X, np.full(6, 2.0)])
    ax = boundary(linear([[1.0, 1.0, 1.0, 1.0]], [-5.0], [0, 1]), four, y, features=(0, 1, 2))
    (outline,) = (line for line in ax.lines if line.get_gid() == "boundary")
    np.testing.assert_allclose(np.sum(outline.get_data_3d(), axis=0), 3.0)
    assert ax.get_title() == "all 6 rows right\nother features at their means"
