"""Hulls that meet: corners against scipy, the common point against Fractions, rows by their multipliers."""

from fractions import Fraction as F

import numpy as np
import pytest
import scipy.sparse as sp
from matplotlib.colors import to_hex
from matplotlib.text import Text
from scipy.spatial import ConvexHull

from rosenblatt import Perceptron, certify, sample
from rosenblatt.errors import DataError, OptionError
from rosenblatt.plots import contradictions
from rosenblatt.plots.axes import colour_of
from rosenblatt.plots.contradictions import hulls, outline

XOR, XOR_LABELS = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), [-1, -1, 1, 1]


def clouds(n_features, n_rows=30, seed=5):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, n_features)) + np.repeat([[0.0], [1.0]], n_rows // 2, axis=0)
    return X, np.repeat(["no", "yes"], n_rows // 2)


def lines_of(ax, width):
    """The corners of closed lines of a width, by colour."""
    return {to_hex(line.get_color()): line.get_xydata() for line in ax.lines if line.get_linewidth() == width}


def common_of(ax):
    (line,) = (line for line in ax.lines if line.get_marker() == "X")
    return line.get_xydata()


def rings_of(ax):
    return next(dots for dots in ax.collections if dots.get_label().startswith("rows of the proof")).get_offsets()


def names_of(ax):
    return {text.get_text(): text.xy for text in ax.texts}


def same_corners(found, expected):
    return {tuple(corner) for corner in np.asarray(found)} == {tuple(corner) for corner in np.asarray(expected)}


def exact_means(certificate, X, y):
    """The weighted mean of each class's rows, in Fractions."""
    rows, multipliers, means = certificate.rows, certificate.multipliers, []
    for label in certificate.classes:
        own = [(X[row], m) for row, m in zip(rows, multipliers, strict=True) if y[row] == label]
        total = sum(m for _, m in own)
        means.append([sum(m * F(float(x[j])) for x, m in own) / total for j in range(X.shape[1])])
    return means


# --- With a bias: two hulls. ---


def test_of_xor_the_two_diagonals_cross_in_the_middle():
    ax = hulls(certify(XOR, XOR_LABELS), XOR, XOR_LABELS)
    crossing = lines_of(ax, 2.2)
    assert same_corners(crossing[colour_of(0)], [(0, 0), (1, 1)])
    assert same_corners(crossing[colour_of(1)], [(0, 1), (1, 0)])
    assert common_of(ax).tolist() == [[0.5, 0.5]]
    assert same_corners(rings_of(ax), XOR)
    assert {name: tuple(at) for name, at in names_of(ax).items()} == {
        f"row {row}: 1/4": tuple(x) for row, x in enumerate(XOR)
    }
    assert ax.get_title() == "Not separable: the hulls meet at (0.5, 0.5)"
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend == ["-1", "1", "rows of the proof: 4", "common point"]


def test_hulls_are_scipys_and_the_common_point_is_that_of_fractions():
    X, y = clouds(2)
    certificate = certify(X, y)
    ax = hulls(certificate, X, y)
    drawn = lines_of(ax, 1.0)
    for place, label in enumerate(["no", "yes"]):
        own = X[y == label]
        assert same_corners(drawn[colour_of(place)], own[ConvexHull(own).vertices])
    negative, positive = exact_means(certificate, X, y)
    assert negative == positive
    assert common_of(ax).tolist() == [[float(value) for value in negative]]
    assert np.array_equal(rings_of(ax), X[certificate.rows])
    scattered = {dots.get_label(): dots.get_offsets() for dots in ax.collections}
    assert np.array_equal(scattered["no"], X[:15])
    assert np.array_equal(scattered["yes"], X[15:])


def test_sparse_rows_draw_the_same():
    certificate = certify(XOR, XOR_LABELS)
    ax = hulls(certificate, sp.csr_matrix(XOR), XOR_LABELS)
    assert common_of(ax).tolist() == [[0.5, 0.5]]
    assert same_corners(rings_of(ax), XOR)


def test_two_features_of_more_are_a_projection_in_which_the_hulls_meet_too():
    X, y = clouds(4)
    certificate = certify(X, y)
    names = ["a", "b", "$c_1$", "d"]
    ax = hulls(certificate, X, y, features=("$c_1$", 0), names=names)
    mean, _ = exact_means(certificate, X, y)
    assert common_of(ax).tolist() == [[float(mean[2]), float(mean[0])]]
    assert np.array_equal(rings_of(ax), X[certificate.rows][:, [2, 0]])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("$c_1$", "a")
    assert not ax.xaxis.label.get_parse_math()
    assert ax.get_title() == "Not separable, 4 features seen in 2: the hulls meet here too"


def test_of_one_feature_the_classes_are_two_lines_with_the_same_place_on_both():
    X, y = np.array([[0.0], [1.0], [3.0], [2.5], [4.0]]), [0, 0, 0, 1, 1]
    ax = hulls(certify(X, y), X, y)
    assert common_of(ax).tolist() == [[2.5, 0.0], [2.5, 1.0]]
    drawn = lines_of(ax, 1.0)
    assert same_corners(drawn[colour_of(0)], [(0, 0), (3, 0)])
    assert same_corners(drawn[colour_of(1)], [(2.5, 1), (4, 1)])
    assert [text.get_text() for text in ax.get_yticklabels()] == ["0", "1"]
    assert ax.get_title() == "Not separable: the hulls meet at 2.5"


def test_rows_that_are_the_same_under_both_labels_are_one_point():
    X, y = np.array([[0.0, 0.0], [2.0, 1.0], [5.0, 5.0], [2.0, 1.0]]), ["no", "no", "yes", "yes"]
    ax = hulls(certify(X, y), X, y)
    assert common_of(ax).tolist() == [[2.0, 1.0]]
    assert {name: tuple(at) for name, at in names_of(ax).items()} == {"row 1: 1/2\nrow 3: 1/2": (2.0, 1.0)}
    assert ax.get_title() == "Not separable: rows 1 and 3 are identical but have both labels"


def test_names_of_rows_do_not_lie_on_one_another():
    X, y = clouds(4)
    certificate = certify(X, y)
    ax = hulls(certificate, X, y, features=(0, 1))
    ax.figure.canvas.draw()
    boxes = [Text.get_window_extent(text) for text in ax.texts]  # without the line that leads to it
    assert len(boxes) == len(certificate.rows)
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in boxes[:i])


def test_long_multipliers_are_rounded_and_many_rows_are_not_named(monkeypatch):
    X, y = clouds(2)
    certificate = certify(X, y)
    said = [str(m) if m.denominator < 1000 else f"≈ {float(m):.3g}" for m in certificate.multipliers]
    assert "1/2" in said
    assert sum(text.startswith("≈") for text in said) == 3
    expected = {f"row {row}: {text}" for row, text in zip(certificate.rows, said, strict=True)}
    assert set(names_of(hulls(certificate, X, y))) == expected
    monkeypatch.setattr(contradictions, "MAX_NAMED_ROWS", 2)
    ax = hulls(certificate, X, y)
    assert not ax.texts
    assert len(rings_of(ax)) == len(certificate.rows)


def test_of_many_rows_some_are_drawn_and_that_is_said(monkeypatch):
    X, y = clouds(2)
    monkeypatch.setattr(contradictions, "MAX_POINTS", 10)
    ax = hulls(certify(X, y), X, y)
    scattered = {dots.get_label(): dots.get_offsets() for dots in ax.collections}
    assert len(scattered["no: 10 of 15 rows"]) == 10
    own = X[:15]
    assert same_corners(lines_of(ax, 1.0)[colour_of(0)], own[ConvexHull(own).vertices])


# --- Without a bias: one hull of y·x around 0. ---


def test_without_a_bias_zero_is_in_the_hull_of_the_rows_times_their_sign():
    X, y = np.array([[1.0, 2.0], [1.0, 1.0], [2.0, -1.0], [3.0, 3.0]]), [1, -1, 1, 1]
    certificate = certify(X, y, fit_intercept=False)
    ax = hulls(certificate, X, y)
    signed = X * np.array(y)[:, np.newaxis]
    assert common_of(ax).tolist() == [[0.0, 0.0]]
    assert np.array_equal(rings_of(ax), signed[certificate.rows])
    (hull,) = lines_of(ax, 1.0).values()
    assert same_corners(hull, signed[ConvexHull(signed).vertices])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("y · x1", "y · x2")
    assert ax.get_title() == "Not separable without a bias: 0 is in the hull of the rows y·x"


def test_without_a_bias_a_row_of_zeros_is_the_proof():
    certificate = certify(XOR, XOR_LABELS, fit_intercept=False)
    ax = hulls(certificate, XOR, XOR_LABELS)
    assert set(names_of(ax)) == {"row 0: 1"}
    assert rings_of(ax).tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize("label", [0, 1, "a"])
def test_without_a_bias_one_class_can_be_a_contradiction(label):
    X, y = np.array([[1.0], [-2.0]]), [label, label]
    ax = hulls(certify(X, y, fit_intercept=False), X, y)
    assert common_of(ax).tolist() == [[0.0, 1.0]]
    sign = -1.0 if label == 0 else 1.0
    assert same_corners(rings_of(ax), [(sign, 1.0), (-2 * sign, 1.0)])
    assert ax.get_legend().get_texts()[0].get_text() == str(label)
    assert ax.get_yticks().tolist() == []


# --- Hulls of any points. ---


@pytest.mark.parametrize(
    ("points", "corners"),
    [
        ([(1, 2)], [(1, 2)]),
        ([(1, 2), (1, 2)], [(1, 2)]),
        ([(1, 2), (3, 0), (1, 2)], [(1, 2), (3, 0)]),
        ([(0, 0), (1, 1), (3, 3), (2, 2)], [(0, 0), (3, 3)]),
        ([(4, 9), (4, 1), (4, 5)], [(4, 1), (4, 9)]),
        ([(0, 0), (1, 0), (0, 1), (0.2, 0.2)], [(0, 0), (1, 0), (0, 1)]),
        ([(0, 0), (1, 0), (0, 1e-30), (1, 1e-30), (0.5, 5e-31)], [(0, 0), (1, 0), (0, 1e-30), (1, 1e-30)]),
    ],
)
def test_an_outline_is_of_points_segments_and_flat_hulls_too(points, corners):
    assert same_corners(outline(np.array(points, dtype=float)), corners)


# --- Wrong use. ---


def said_of(*given, **options):
    with pytest.raises((DataError, OptionError)) as error:
        hulls(*given, **options)
    return str(error.value)


def test_other_certificates_are_one_sentence_with_the_next_step():
    X, y, _ = sample("note-004")
    assert said_of(certify(X, y), X, y) == (
        "certificate must be of a set that is not separable; this one is, and its hulls do not meet: "
        "plots.boundary(certificate, X, y) draws the plane between them."
    )
    undecided = certify(XOR, XOR_LABELS, budget=1e-9)
    assert undecided.separable is None
    assert said_of(undecided, XOR, XOR_LABELS) == (
        "certificate must say that no plane separates; this one is undecided: certify with more budget."
    )
    many = certify([[0.0], [1.0], [0.0]], ["a", "b", "c"])
    assert said_of(many, XOR, XOR_LABELS) == (
        "certificate must be of two classes, for two hulls; this one is of many: "
        "give one of certificate.pairwise, with the rows of its two labels."
    )
    assert said_of(Perceptron(), XOR, XOR_LABELS) == "certificate must be what certify gives; got Perceptron."


def test_one_class_has_nothing_to_be_separated_from():
    X = np.array([[1.0, 2.0], [2.0, 1.0]])
    assert said_of(certify(X, ["only", "only"]), X, ["only", "only"]) == (
        "certificate must be of two classes, for two hulls; this one is of one, 'only': certify rows of two."
    )


def test_long_names_of_features_are_cut():
    ax = hulls(certify(XOR, XOR_LABELS), XOR, XOR_LABELS, names=["a" * 80, "b"])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("a" * 27 + "…", "b")


def test_a_proof_of_other_rows_is_not_drawn():
    certificate = certify(XOR, XOR_LABELS)
    assert said_of(certificate, XOR[:3], XOR_LABELS[:3]).startswith("The certificate must hold for this data; it does")
    assert "multiplier·y·(x, 1) must be 0" in said_of(certificate, XOR[[0, 2, 1, 3]], XOR_LABELS)


def test_features_are_chosen_of_more_than_two():
    X, y = clouds(4)
    X[:, 0] = 1.0
    certificate = certify(X, y)
    assert said_of(certificate, X, y) == (
        "features must be chosen, one or two of the 4: "
        "features=(1, 2) has columns in which the rows of the proof differ."
    )
    assert said_of(certificate, X, y, features=(0, 1, 2)) == (
        "features must be one or two, for hulls in a plane; got (0, 1, 2)."
    )
    assert said_of(certificate, X, y, features=(0, 9)).startswith("features must be numbers from 0 to 3 or names")


def test_axes_in_axes_out():
    from matplotlib import pyplot

    ax = pyplot.figure().add_subplot()
    assert hulls(certify(XOR, XOR_LABELS), XOR, XOR_LABELS, ax=ax) is ax
