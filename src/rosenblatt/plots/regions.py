"""Regions of predicted classes: exact polygons for linear models, pixels for voted ones, a plane in
three dimensions."""

from itertools import combinations
from typing import Any

import numpy as np

from rosenblatt.models.geometry import Hyperplane
from rosenblatt.plots.axes import colour_of, ink_of
from rosenblatt.plots.feature_space import Limits, Space, plane_of, scores_of

PIXELS = 300  # pixels per side
AROUND = 3  # pixels to each side, over which a line between pixels is smoothed
TINT, PATTERN = 0.16, 0.3  # opacity of a region's tint, and of its hatching
HATCHES = ("", "///", "...", "\\\\\\", "xx", "--", "||", "++", "oo", "**")


def hatch_of(place: int) -> str:
    """Hatching of a class by its place, so that colour is not the only cue."""
    return HATCHES[(place + place // len(HATCHES)) % len(HATCHES)]


def region_looks(place: int) -> list[dict[str, Any]]:
    """Appearance of a class's region: its tint, and its hatching if any.

    These are two, since in SVG and PDF what is one has one strength, and hatching would be lost on its own colour.
    """
    from matplotlib.colors import to_rgba

    tint, pattern = (to_rgba(colour_of(place), strength) for strength in (TINT, PATTERN))
    looks: list[dict[str, Any]] = [{"facecolor": tint, "linewidth": 0.0}]
    if hatch := hatch_of(place):
        looks.append({"facecolor": "none", "edgecolor": pattern, "hatch": hatch, "linewidth": 0.0})
    return looks


def draw_regions(ax: Any, space: Space, limits: Limits, *, fill: bool = True) -> tuple[list[int], bool]:
    """Draw each class's region of the box in its colour, and the lines between them.

    Returns the places of the classes that have a region, and whether there is a line in the box.
    """
    if space.is_linear or len(space.whole.classes) == 1:
        return _draw_polygons(ax, space, limits, fill)
    return _draw_pixels(ax, space, limits, fill)


def _edge_look(ax: Any) -> dict[str, Any]:
    return {"colors": [ink_of(ax)], "linewidths": 1.8, "zorder": 3.5}  # on rows, which may be many


# Linear weights.


def _draw_polygons(ax: Any, space: Space, limits: Limits, fill: bool) -> tuple[list[int], bool]:
    from matplotlib.collections import LineCollection, PolyCollection

    areas, ends = polygons(space, limits), segments(space, limits)
    for place, polygon in areas.items() if fill else ():
        tint, *hatching = region_looks(place)
        ax.fill(*polygon.T, zorder=0.5, gid=f"region {place}", **tint)
        for look in hatching:
            ax.add_collection(PolyCollection([polygon], zorder=0.6, gid=f"hatching {place}", **look), autolim=False)
    if ends:
        ax.add_collection(LineCollection(ends, gid="boundary", **_edge_look(ax)), autolim=False)
    return list(areas), bool(ends)


def polygons(space: Space, limits: Limits) -> dict[int, np.ndarray]:
    """Convex part of the box in which each class wins, as corners, by the place of the class."""
    if len(space.whole.classes) == 1:
        return {0: corners(limits)}
    w, b = scores_of(space.model)
    areas = {}
    for place in range(len(b)):
        polygon = corners(limits)
        for rival in range(len(b)):
            if rival == place:
                continue
            dw, db = w[place] - w[rival], b[place] - b[rival]
            if not dw.any() and db == 0:  # equal everywhere: the first wins, under "positive" the last
                wins = (place > rival) == (space.whole.at_zero == "positive")
                db = 1.0 if wins else -1.0
            polygon = clipped(polygon, dw, db)
        if _has_area(polygon):
            areas[place] = polygon
    return areas


def segments(space: Space, limits: Limits) -> list[np.ndarray]:
    """Boundary segments between every two classes inside the box, where no third class wins."""
    if len(space.whole.classes) == 1:
        return []
    (x_min, x_max), (y_min, y_max) = limits
    w, b = scores_of(space.model)
    lines = []
    for i, j in combinations(range(len(b)), 2):
        plane = plane_of(w[j] - w[i], b[j] - b[i])
        ends = None if plane is None else plane.line().across(x_min, x_max, y_min, y_max)
        for k in range(len(b)):
            if ends is not None and k not in (i, j):
                ends = _cut(ends, w[i] - w[k], b[i] - b[k])
        if ends is not None:
            lines.append(ends)
    return lines


def corners(limits: Limits) -> np.ndarray:
    """Box as a polygon."""
    (x_min, x_max), (y_min, y_max) = limits
    return np.array([(x_min, y_min), (x_max, y_min), (x_max, y_max), (x_min, y_max)])


def clipped(polygon: np.ndarray, w: np.ndarray, b: float) -> np.ndarray:
    """Part of a convex polygon where w·x + b ≥ 0: its corners in order; empty if there is no such part."""
    heights = polygon @ w + b
    kept = []
    for corner, height, following, next_height in zip(
        polygon, heights, np.roll(polygon, -1, axis=0), np.roll(heights, -1), strict=True
    ):
        if height >= 0:
            kept.append(corner)
        if (height > 0 > next_height) or (height < 0 < next_height):
            kept.append(corner + (following - corner) * (height / (height - next_height)))
    return np.array(kept).reshape(-1, polygon.shape[1])


def _cut(ends: np.ndarray, w: np.ndarray, b: float) -> np.ndarray | None:
    """Part of a segment where w·x + b ≥ 0."""
    part = clipped(ends, w, b)
    if len(part) < 2:
        return None
    first, last = part[0], part[np.abs(part - part[0]).sum(axis=1).argmax()]
    return np.array([first, last]) if (first != last).any() else None


def _has_area(polygon: np.ndarray) -> bool:
    if len(polygon) < 3 or not np.ptp(polygon, axis=0).all():
        return False
    x, y = ((polygon - polygon[0]) / np.ptp(polygon, axis=0)).T  # no product of tiny numbers is lost
    return bool((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0)


# Votes.


def pixels(space: Space, limits: Limits) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Centres of the pixels along both axes, and the place of the class predicted at each.

    Some are outside of the box on either side, so that lines go on to its edge and beyond.
    """
    middles = (np.arange(-AROUND, PIXELS + AROUND) + 0.5) / PIXELS
    xs, ys = (low + middles * (high - low) for low, high in limits)
    points = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    return xs, ys, space.winners(points).reshape(len(ys), len(xs))


def _draw_pixels(ax: Any, space: Space, limits: Limits, fill: bool) -> tuple[list[int], bool]:
    xs, ys, places = pixels(space, limits)
    in_box = places[AROUND:-AROUND, AROUND:-AROUND]
    present = np.unique(in_box).tolist()
    if fill:
        _draw_tints(ax, in_box, len(space.whole.classes), limits)
    for place in present:
        where = _smoothed(places == place)
        if fill and hatch_of(place):
            _draw_hatching(ax, xs, ys, where, place)
        if place != present[0]:  # the first class has the rest
            ax.contour(xs, ys, where, levels=[0.5], **_edge_look(ax))
    return present, len(present) > 1


def _smoothed(inside: np.ndarray) -> np.ndarray:
    """Smooth a mask by averaging neighbouring pixels, so that contours follow straight lines."""
    from scipy.ndimage import uniform_filter

    exact = inside.astype(np.float64)
    shares = uniform_filter(exact, 2 * AROUND + 1)
    return np.asarray(shares if shares.min() < 0.5 < shares.max() else exact)  # a part of few pixels is not lost


def _draw_tints(ax: Any, places: np.ndarray, n_classes: int, limits: Limits) -> None:
    from matplotlib.colors import ListedColormap, to_rgba

    tints = ListedColormap([to_rgba(colour_of(place), TINT) for place in range(n_classes)])
    reach = {"extent": (*limits[0], *limits[1]), "origin": "lower", "aspect": "auto"}
    ax.imshow(places, cmap=tints, vmin=-0.5, vmax=n_classes - 0.5, interpolation="nearest", zorder=0.5, **reach)


def _draw_hatching(ax: Any, xs: np.ndarray, ys: np.ndarray, where: np.ndarray, place: int) -> None:
    from matplotlib.colors import to_rgba

    look = {"levels": [0.5, 1.5], "colors": "none", "hatches": [hatch_of(place)], "zorder": 0.6}
    hatching = ax.contourf(xs, ys, where, **look)
    hatching.set_edgecolor(to_rgba(colour_of(place), PATTERN))
    hatching.set_linewidth(0.0)


# Three features.


def draw_plane(ax: Any, plane: Hyperplane | None, reach: Limits) -> bool:
    """Draw the plane in its box; return False if it is not in the box."""
    for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
        axis.set_pane_color((0.5, 0.5, 0.5, 0.06))  # visible on black, too
    polygon = np.empty((0, 3)) if plane is None else plane_in_box(plane, reach)
    if len(polygon) < 3:
        return False
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    ax.add_collection3d(Poly3DCollection([polygon], facecolor=ink_of(ax), linewidth=0.0, alpha=0.2))
    ax.plot(*np.vstack([polygon, polygon[:1]]).T, color=ink_of(ax), linewidth=1.0, gid="boundary")
    return True


def plane_in_box(plane: Hyperplane, limits: Limits) -> np.ndarray:
    """Corners, in order, of the part of a plane of three features inside the box."""
    reach = np.array([high - low for low, high in limits])
    along = int(np.argmax(np.abs(plane.w) * reach))  # the axis by which the plane is never upright
    others = [axis for axis in range(3) if axis != along]
    polygon = np.zeros((4, 3))
    polygon[:, others] = corners([limits[axis] for axis in others])
    polygon[:, along] = -(polygon @ plane.w + plane.b) / plane.w[along]
    low, high = limits[along]
    return clipped(clipped(polygon, np.eye(3)[along], -low), -np.eye(3)[along], high)
