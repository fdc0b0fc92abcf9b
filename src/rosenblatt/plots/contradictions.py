"""Picture of a proof that no plane separates two classes: a common point of their convex hulls."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, block_of
from rosenblatt.data.chunks import matrix_of
from rosenblatt.data.labels import signs_of
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.plots.axes import axes_or_new, colour_of, ink_of, mark_of
from rosenblatt.plots.inputs import columns_of, names_of
from rosenblatt.plots.shared_entries import PICTURES
from rosenblatt.plots.short_names import LONGEST_NAME, shortened, shown_label

MAX_POINTS = 2000  # per class; with more rows, this many are drawn, but all are in the hull
MAX_NAMED_ROWS = 6  # rows of a proof; with more, none is labelled
NAME_SIZE = 9.0  # of the letters of a row's name
GAPS = (8.0, 18.0, 36.0, 58.0)  # between a row and its name
DIRECTIONS = np.array([(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)])
LONGEST_DENOMINATOR = 999  # a multiplier with a longer one is written as a decimal number


@insert(PICTURES)
def hulls(certificate: Any, X: Any, y: Any, *, features: Any = None, names: Any = None, ax: Any = None) -> Any:
    """Draw the proof that no plane separates two classes: a point that the hulls of both classes share.

    The rows of the certificate are ringed, with their multipliers. The certificate is checked before it is drawn.
    Without a bias, the proof is that 0 lies in the hull of the rows y·x, and these rows are drawn.

    Parameters
    ----------
    certificate : Certificate
        Result of :func:`rosenblatt.certify` with ``separable`` False.
    {X, y, features, names, ax}

    Returns
    -------
    {axes}

    See Also
    --------
    rosenblatt.certify : Prove that a plane separates the rows, or that none does.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> ax = rosenblatt.plots.hulls(rosenblatt.certify(X, y), X, y)
    """
    _check_verdict(certificate)
    meeting = certificate.meeting_point(X, y)  # it checks the proof; None where no bias is learned
    block, by_class = block_of(X), certificate.fit_intercept
    signs, named = signs_of(y, block.n_rows), names_of(certificate, X, names, block.n_features)
    columns = _columns(features, named, certificate, X)
    point = np.array([float(meeting[column]) if by_class else 0.0 for column in columns])
    points = _points(block, columns) * (1.0 if by_class else signs[:, np.newaxis])
    points, common = _in_two(points, point, signs if by_class else np.ones_like(signs))

    ax = axes_or_new(ax)
    ax.margins(0.2)  # room for the names of rows
    ink, proof, edges = ink_of(ax), list(certificate.hull.rows), []
    places = np.where(signs > 0, len(certificate.classes) - 1, 0)
    for place, label in enumerate(certificate.classes):
        _draw_points(ax, points, np.flatnonzero(places == place), place, shown_label(label))
        if by_class:
            _draw_outline(ax, points[places == place], colour_of(place), is_proof=False)
            of_proof = [row for row in proof if places[row] == place]
            edges.append(_draw_outline(ax, points[of_proof], colour_of(place), is_proof=True))
    if not by_class:
        _draw_outline(ax, points, ink, is_proof=False)
        edges.append(_draw_outline(ax, points[proof], ink, is_proof=True))
    ringed = {"edgecolors": ink, "facecolors": "none", "linewidths": 1.4}
    ax.scatter(*points[proof].T, s=130, zorder=4, label=f"rows of the proof: {len(proof)}", **ringed)
    ax.plot(*common.T, "X--", color=ink, markersize=9, zorder=5, label="common point" if by_class else "0")
    if len(proof) <= MAX_NAMED_ROWS:
        drawn = np.vstack([points, common, *map(_dotted, edges)])
        _name_rows(ax, points[proof], proof, certificate.hull.multipliers, drawn, common.mean(axis=0))
    _label_axes(ax, [named[column] for column in columns], certificate)
    ax.set_title(_title(certificate, point, block.n_features), parse_math=False)
    return ax


def outline(points: np.ndarray) -> np.ndarray:
    """Corners of the convex hull of points in two dimensions, in order: two for points on a line, one for a point."""
    from scipy.spatial import ConvexHull, QhullError

    points = np.unique(points, axis=0)
    if len(points) <= 2:
        return points
    low, span = points.min(axis=0), np.ptp(points, axis=0)
    scaled = (points - low) / np.where(span > 0, span, 1.0)  # so that no feature is too flat for Qhull
    try:
        return np.asarray(points[ConvexHull(scaled).vertices])
    except QhullError:  # all in a line, and sorted along it
        return points[[0, -1]]


def _check_verdict(certificate: Any) -> None:
    if hasattr(certificate, "pairwise"):
        raise DataError(
            "certificate must be of two classes, for two hulls; this one is of many: "
            "give one of certificate.pairwise, with the rows of its two labels."
        )
    if not hasattr(certificate, "meeting_point"):
        raise DataError(f"certificate must be what certify gives; got {type(certificate).__name__}.")
    if certificate.separable is True and len(certificate.classes) == 1:
        raise DataError(
            "certificate must be of two classes, for two hulls; "
            f"this one is of one, {certificate.classes[0]!r}: certify rows of two."
        )
    if certificate.separable is True:
        raise DataError(
            "certificate must be of a set that is not separable; this one is, and its hulls do not meet: "
            "plots.boundary(certificate, X, y) draws the plane between them."
        )
    if certificate.separable is None:
        raise DataError(
            "certificate must say that no plane separates; this one is undecided: certify with more budget."
        )


def _columns(features: Any, named: list[str], certificate: Any, X: Any) -> list[int]:
    """Column numbers to draw."""
    if features is None and len(named) > 2:
        first, second, *_ = dict.fromkeys([*certificate.features(X), *range(len(named))])
        raise OptionError(
            f"{subject('features')} must be chosen, one or two of the {len(named)}: "
            f"{option('features', (first, second))} has columns in which the rows of the proof differ."
        )
    columns = columns_of(features, named)
    if len(columns) > 2:
        raise OptionError(f"{subject('features')} must be one or two, for hulls in a plane; got {features!r}.")
    return columns


def _points(block: Block, columns: list[int]) -> np.ndarray:
    """Selected columns of all rows."""
    chosen = matrix_of(block)[:, columns]
    return np.asarray(chosen.toarray() if block.is_sparse else chosen, dtype=np.float64)


def _in_two(points: np.ndarray, point: np.ndarray, signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place points on a line at the height of their class, and the common point on each of these lines."""
    if points.shape[1] == 2:
        return points, point[np.newaxis]
    heights = (signs > 0).astype(np.float64)
    levels = np.unique(heights)
    return np.column_stack([points, heights]), np.column_stack([np.repeat(point, len(levels)), levels])


def _draw_points(ax: Any, points: np.ndarray, rows: np.ndarray, place: int, name: str) -> None:
    shown = rows[np.linspace(0, len(rows) - 1, MAX_POINTS).astype(np.int64)] if len(rows) > MAX_POINTS else rows
    label = name if len(shown) == len(rows) else f"{name}: {len(shown):,} of {len(rows):,} rows"
    size = 22 if len(shown) <= MAX_POINTS // 4 else 9
    ax.scatter(*points[shown].T, s=size, c=colour_of(place), marker=mark_of(place), label=label, zorder=3)


def _draw_outline(ax: Any, points: np.ndarray, colour: Any, *, is_proof: bool) -> np.ndarray:
    """Draw a hull; or the segment, triangle or polygon of the proof's rows that holds the common point."""
    corners = outline(points)
    closed = np.vstack([corners, corners[:1]])
    if is_proof:
        ax.plot(*closed.T, color=colour, linewidth=2.2, zorder=2)
    else:
        ax.fill(*corners.T, facecolor=colour, alpha=0.13, zorder=1)
        ax.plot(*closed.T, color=colour, linewidth=1, alpha=0.6, zorder=1)
    return closed


def _label_axes(ax: Any, named: list[str], certificate: Any) -> None:
    sign = "" if certificate.fit_intercept else "y · "
    named = [sign + shortened(name, LONGEST_NAME) for name in named]
    ax.set_xlabel(named[0], parse_math=False)
    if len(named) == 2:
        ax.set_ylabel(named[1], parse_math=False)
    elif certificate.fit_intercept:
        ax.set_yticks([0, 1], list(map(shown_label, certificate.classes)), parse_math=False)
        ax.set_ylabel("class")
    else:
        ax.set_yticks([])
    for text in ax.legend(loc="best", fontsize="small").get_texts():
        text.set_parse_math(False)


def _title(certificate: Any, point: np.ndarray, n_features: int) -> str:
    rows = certificate.hull.rows
    where = "" if len(point) == n_features else f", {n_features} features seen in {len(point)}"
    if any(set(rows) <= set(group) for group in certificate.conflicts):
        return f"Not separable: rows {rows[0]} and {rows[-1]} are identical but have both labels{where}"
    if not certificate.fit_intercept:
        return f"Not separable without a bias: 0 is in the hull of the rows y·x{where}"
    if where:
        return f"Not separable{where}: the hulls meet here too"
    at = f"{point[0]:.4g}" if len(point) == 1 else f"({point[0]:.4g}, {point[1]:.4g})"
    return f"Not separable: the hulls meet at {at}".replace("-", "−")


# --- Names beside rows, where there is room for them. ---


class _Box(NamedTuple):
    """Rectangle on the picture, in points (1/72 inch) from the picture's lower left corner."""

    low: np.ndarray
    high: np.ndarray

    def meets(self, other: "_Box") -> bool:
        return bool((self.low < other.high).all() and (other.low < self.high).all())

    def is_inside(self, other: "_Box") -> bool:
        return bool((self.low >= other.low).all() and (self.high <= other.high).all())

    def count(self, points: np.ndarray) -> int:
        return int(((self.low < points) & (points < self.high)).all(axis=1).sum())


def _name_rows(
    ax: Any, places: np.ndarray, rows: list[int], multipliers: Sequence[Fraction], drawn: np.ndarray, common: np.ndarray
) -> None:
    """Write each row's number and multiplier beside it; rows in one place share a label."""
    from matplotlib.patheffects import withStroke

    places, group = np.unique(places, axis=0, return_inverse=True)
    lines: list[list[str]] = [[] for _ in places]
    for row, multiplier, number in zip(rows, multipliers, group.ravel().tolist(), strict=True):
        lines[number].append(f"row {row}: {_multiplier(multiplier)}")
    paper = ax.get_facecolor()
    halo = [withStroke(linewidth=3, foreground=paper)] if paper[3] else []
    leader = {"arrowstyle": "-", "color": ink_of(ax), "alpha": 0.6, "shrinkB": 6}
    styled = {"textcoords": "offset points", "ha": "center", "va": "center", "arrowprops": leader}
    for place, text, offset in zip(places, lines, _offsets(ax, places, lines, drawn, common), strict=True):
        ax.annotate("\n".join(text), place, offset, fontsize=NAME_SIZE, zorder=6, path_effects=halo, **styled)


def _offsets(
    ax: Any, places: np.ndarray, lines: list[list[str]], drawn: np.ndarray, common: np.ndarray
) -> list[np.ndarray]:
    """Offsets of the centres of labels, in points from their rows.

    Inside of the axes, off other names, off what is drawn, near; and rather on the side away from the common point.
    """
    ax.autoscale_view()
    unit = 72 / ax.figure.dpi
    page = _Box(*(ax.transAxes.transform([(0, 0), (1, 1)]) * unit))
    dots, middle = (ax.transData.transform(at) * unit for at in (drawn, common))
    names: list[_Box] = []
    chosen = []
    for place, text in zip(ax.transData.transform(places) * unit, lines, strict=True):
        half = np.array([0.3 * max(map(len, text)), 0.65 * len(text)]) * NAME_SIZE
        offsets = [direction * (half + gap) for gap in GAPS for direction in DIRECTIONS]
        boxes = [_Box(place + offset - half, place + offset + half) for offset in offsets]
        badness = [
            10_000 * sum(map(box.meets, names))
            + 1_000 * (not box.is_inside(page))
            + 3 * min(box.count(dots), 20)
            + _length(offset) / 12
            + float(offset @ (middle - place)) / _length(offset) / (_length(middle - place) + 1)
            for box, offset in zip(boxes, offsets, strict=True)
        ]
        best = int(np.argmin(badness))
        names.append(boxes[best])
        chosen.append(offsets[best])
    return chosen


def _length(vector: np.ndarray) -> float:
    return float(np.hypot(*vector))


def _dotted(corners: np.ndarray) -> np.ndarray:
    """Points along a closed line."""
    return np.linspace(corners[:-1], corners[1:], 12).reshape(-1, 2)


def _multiplier(multiplier: Fraction) -> str:
    return str(multiplier) if multiplier.denominator <= LONGEST_DENOMINATOR else f"≈ {float(multiplier):.3g}"
