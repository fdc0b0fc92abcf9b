"""Decision boundary of a model: half-spaces, normal vector, margin and closest rows."""

from typing import Any

import numpy as np

from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError, option
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.models.kernel import KernelModel
from rosenblatt.plots.axes import axes_or_new, colour_of, ink_of, mark_of
from rosenblatt.plots.feature_space import Findings, Limits, Space, scores_of
from rosenblatt.plots.regions import clipped, corners, draw_plane, draw_regions, plane_in_box, region_looks
from rosenblatt.plots.shared_entries import PICTURES
from rosenblatt.plots.short_names import LONGEST_NAME, shortened, shown_label

MAX_STRETCH = 5.0  # largest ratio of axis ranges drawn with equal units
WIDEST = 1.5  # largest ratio of the sides of a box with a right angle
ASIDE = 70.0  # degrees from the normal, from where a plane in space is seen
ARROW, CORNER, CLEAR = 0.2, 0.04, 0.06  # the normal, its right angle, the room around: shares of the box's side

SMALLEST_RING = 110.0  # squared points: it is seen on the boundary, however small rows are


@insert(PICTURES)
def boundary(
    model: Any,
    X: Any = None,
    y: Any = None,
    *,
    features: Any = None,
    names: Any = None,
    ax: Any = None,
    normal: bool = True,
    band: bool = True,
    regions: bool = True,
    limits: Any = None,
) -> Any:
    """Draw the boundary of a model, where its prediction changes.

    Parameters
    ----------
    {model}
    X, y : array-like, default=None
        Rows to draw, and their labels. At most about 2,000 rows are drawn. A trace has its own rows.
    {features, names, ax, normal, band, regions, limits}

    Returns
    -------
    {axes}

    See Also
    --------
    margins : Histogram of the distances to the boundary.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, names = rosenblatt.sample("note-004")
    >>> model = rosenblatt.Perceptron().fit(X, y)
    >>> ax = rosenblatt.plots.boundary(model, X, y, names=names)
    >>> rosenblatt.plots.save_picture(ax.figure, "boundary.png")
    """
    space = Space.of(model, X, y, features, names)
    _check_dimensions(space)
    three = len(space.columns) == 3
    plane, findings, reach = space.plane, space.findings, space.limits(limits)
    sides = [high - low for low, high in reach]
    is_even = max(sides) <= MAX_STRETCH * min(sides)
    has_normal = normal and plane is not None and len(space.columns) > 1
    if has_normal and is_even and limits is None and not three:
        reach = _widened(reach)

    ax = _axes(ax, three)
    places, has_boundary = ([], draw_plane(ax, plane, reach)) if three else draw_regions(ax, space, reach, fill=regions)
    if band and plane is not None and findings.distances and not three:
        _draw_band(ax, plane, reach, findings.distances)
    marks = _draw_rows(ax, space, findings, band)
    _frame(ax, space, reach)
    if plane is not None and has_normal and has_boundary and is_even:
        _draw_normal(ax, plane, reach, space.all_points[space.drawn])
    _draw_legend(ax, space, places if regions else [], marks)
    notes = _notes(space, findings, has_boundary, too_uneven=has_normal and not is_even)
    ax.set_title("\n".join(notes), parse_math=False)
    return ax


def _notes(space: Space, findings: Findings, has_boundary: bool, too_uneven: bool) -> list[str]:
    """Lines of the title."""
    notes = [findings.note] if findings.note else []
    if len(space.whole.classes) == 1:
        notes.append(f"one class so far, {shown_label(space.whole.classes[0])}: no boundary yet")
    elif not has_boundary and space.is_linear and not scores_of(space.model)[0].any():
        notes.insert(0, "no weight here: no boundary" if space.is_slice else "w = 0: no boundary yet")
    elif not has_boundary:
        notes.insert(0, "no boundary within these limits")
    if space.is_slice:
        notes.append("other features at their means")
    if space.step > 1:
        notes.append(f"1 in {space.step:,} rows drawn")
    if too_uneven:
        notes.append("scales too different to draw w")
    return notes


# The plane.


def _draw_band(ax: Any, plane: Hyperplane, reach: Limits, distances: list[float]) -> None:
    """Draw lines through the closest rows of each class, and the empty band between them."""
    w, ink = plane.w, ink_of(ax)
    low, high = (plane.b - plane.norm * at for at in (min(0.0, *distances), max(0.0, *distances)))
    polygon = clipped(clipped(corners(reach), w, low), -w, -high)
    if len(polygon) >= 3:
        ax.fill(*polygon.T, color=ink, alpha=0.1, linewidth=0.0, zorder=1.0, gid="band")
    for at in distances:
        ends = Hyperplane(w, plane.b - plane.norm * at).line().across(*reach[0], *reach[1])
        if ends is not None:
            ax.plot(*ends.T, color=ink, linestyle="--", linewidth=1.1, zorder=2.0, gid="margin")


def _draw_normal(ax: Any, plane: Hyperplane, reach: Limits, points: np.ndarray) -> None:
    """Draw w as an arrow from the boundary, near the middle of the points and clear of them, with its right angle."""
    side = min(high - low for low, high in reach)
    foot, length = _foot(plane, np.array(reach), points, side)
    up = plane.normal
    along = np.linalg.svd(up[None])[2][1]  # at right angles to the normal
    tip, ink = foot + length * up, ink_of(ax)
    angle = np.array([foot + CORNER * side * step for step in (along, along + up, up)])
    ax.plot(*angle.T, color=ink, linewidth=1.0, zorder=5.0, gid="right angle")
    look = {"color": ink, "zorder": 5.0}
    if len(up) == 3:
        ax.quiver(*foot, *(length * up), linewidth=2.0, arrow_length_ratio=0.25, **look)
        ax.text(*(tip + 2.5 * CORNER * side * up), "w", fontweight="bold", fontstyle="italic", **look)
        ax.set_box_aspect([high - low for low, high in reach])
        ax.view_init(elev=20.0, azim=np.degrees(np.arctan2(up[1], up[0])) + ASIDE)
        return
    arrow = {"arrowstyle": "-|>", "color": ink, "linewidth": 2.0, "shrinkA": 0.0, "shrinkB": 0.0, "mutation_scale": 14}
    ax.annotate("", tip, foot, arrowprops=arrow, zorder=5.0)
    ax.text(*(tip + CORNER * side * up), "w", ha="center", va="center", fontweight="bold", fontstyle="italic", **look)
    ax.set_aspect("equal", adjustable="box")


def _foot(plane: Hyperplane, reach: np.ndarray, points: np.ndarray, side: float) -> tuple[np.ndarray, float]:
    """Start and length of the arrow: inside the box, and clear of the points if possible."""
    middle = points.mean(axis=0) if len(points) else reach.mean(axis=1)
    if len(plane.w) == 3:
        polygon = plane_in_box(plane, reach.tolist())
        feet = np.vstack([plane.project(middle), polygon.mean(axis=0)])
    else:
        first, last = plane.line().across(*reach.ravel())  # type: ignore[misc]
        feet = np.linspace(first, last, 41)[4:-4]
    low, high = reach.T
    for length in (ARROW * side, ARROW * side / 2):
        letters = feet + (length + 2 * CORNER * side) * plane.normal
        inside = np.all((feet > low) & (feet < high) & (letters > low) & (letters < high), axis=1)
        if inside.any():
            feet = feet[inside]
            break
    arrow = np.linspace(0.0, length + CORNER * side, 8)[:, None] * plane.normal
    gaps = np.linalg.norm((feet[:, None] + arrow)[:, :, None] - points, axis=3).min(axis=(1, 2), initial=side)
    away = np.linalg.norm(feet - plane.project(middle), axis=1)
    is_clear = gaps >= min(CLEAR * side, gaps.max())
    return feet[is_clear][away[is_clear].argmin()], length


# Rows and legend.


def _draw_rows(ax: Any, space: Space, findings: Findings, band: bool) -> dict[int | str, Any]:
    """Draw rows by the colour and mark of their class; ring the closest rows, cross the wrong ones.

    Returns what is drawn, by the place of a class or by its name.
    """
    if space.block is None:
        return {}
    points, ink = space.all_points, ink_of(ax)
    drawn = np.union1d(space.drawn, findings.closest) if band else space.drawn
    size, rim = (42.0, 0.6) if len(drawn) <= 200 else (16.0, 0.0) if len(drawn) <= 1000 else (8.0, 0.0)
    if space.places is None:
        look = {"facecolors": "none", "edgecolors": ink, "linewidths": 0.8, "gid": "rows"}
        return {"rows": ax.scatter(*points[drawn].T, s=size, zorder=3.0, **look)}
    marks: dict[int | str, Any] = {}
    for place in np.unique(space.places[drawn]).tolist():
        rows = drawn[space.places[drawn] == place]
        look = {"marker": mark_of(place), "edgecolors": ax.get_facecolor(), "linewidths": rim}
        marks[place] = ax.scatter(*points[rows].T, s=size, color=colour_of(place), zorder=3.0, **look)
    if band and len(findings.closest):
        look = {"s": max(4 * size, SMALLEST_RING), "facecolors": "none", "edgecolors": ink, "linewidths": 1.3}
        marks["closest"] = ax.scatter(*points[findings.closest].T, zorder=4.0, **look)
    if len(wrong := np.intersect1d(findings.wrong, drawn)):
        look = {"s": 1.8 * size, "marker": "x", "color": ink, "linewidths": 1.1}
        marks["wrong"] = ax.scatter(*points[wrong].T, zorder=4.0, **look)
    for key, mark in marks.items():
        mark.set_gid(key if isinstance(key, str) else f"rows {key}")
    return marks


def _frame(ax: Any, space: Space, reach: Limits) -> None:
    for name, label, limits in zip("xyz", [*space.names, None], reach, strict=False):
        getattr(ax, f"set_{name}lim")(*limits)
        if label is not None:
            getattr(ax, f"set_{name}label")(shortened(label, LONGEST_NAME), parse_math=False)
    if len(space.columns) == 1:
        labels = [] if space.places is None else [shown_label(label) for label in space.whole.classes]
        ax.set_yticks(range(len(labels)), labels, parse_math=False)


def _draw_legend(ax: Any, space: Space, places: list[int], marks: dict[int | str, Any]) -> None:
    """Draw the legend beside the axes: each class with its region and mark, then the rest."""
    from matplotlib.patches import Patch

    shown: dict[int | str, tuple[Any, ...]] = {
        place: tuple(Patch(**look) for look in region_looks(place)) for place in places
    }
    for key, mark in marks.items():
        shown[key] = (*shown.get(key, ()), mark)
    keys = sorted(shown, key=lambda key: (isinstance(key, str), key))
    if keys:
        names = [key if isinstance(key, str) else shown_label(space.whole.classes[key]) for key in keys]
        beside = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
        legend = ax.legend([shown[key] for key in keys], names, ncols=1 + len(keys) // 14, **beside)
        for text in legend.get_texts():
            text.set_parse_math(False)


def _axes(ax: Any, three: bool) -> Any:
    ax = axes_or_new(ax, three=three)
    if hasattr(ax, "zaxis") != three:
        rule = "with a third axis, projection='3d'" if three else "without a third axis"
        raise OptionError(f"ax must be axes {rule}, to draw {'three' if three else 'one or two'} features.")
    return ax


def _check_dimensions(space: Space) -> None:
    if len(space.columns) < 3 or (space.is_linear and len(space.whole.classes) <= 2):
        return
    of = f"is of {len(space.whole.classes)} classes" if space.is_linear else "is voted"
    of = "has a kernel" if isinstance(space.whole, KernelModel) else of
    two = option("features", (0, 1))
    raise DataError(f"Of three features one plane can be drawn; this model {of}: choose two, {two}.")


def _widened(reach: Limits) -> Limits:
    """Widen the shorter side of the box, so that it is not too narrow under equal units."""
    longest = max(high - low for low, high in reach)
    missing = [max(0.0, longest / WIDEST - (high - low)) / 2 for low, high in reach]
    return [(low - more, high + more) for (low, high), more in zip(reach, missing, strict=True)]
