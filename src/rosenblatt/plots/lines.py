"""Axes of line plots: labels at line ends, whole-number ticks, room above."""

from typing import Any

import numpy as np

from rosenblatt.plots.axes import no_glyph_warnings

LEADER = 12  # points from the end of a line to its label
MAX_POINTS = 2000  # per line, which keeps pages small
POINTS_A_TICK = 60  # of width per tick; labels at the ends need room, too
WITH_COMMAS = "{x:,.10g}"  # how numbers are written at an axis


def label_ends(ax: Any, lines: list[Any]) -> None:
    """Write the label of each line beside its end, without overlaps.

    lines: from the upper to the lower, for those that end at the same height.
    """
    from matplotlib import rcParams
    from matplotlib.textpath import TextPath

    to_points, size = 72.0 / ax.figure.dpi, rcParams["font.size"]
    box = ax.get_window_extent()
    plain = [line.get_label().replace("$", r"\$") for line in lines]  # no formulas
    with no_glyph_warnings():
        longest = max(TextPath((0, 0), label, size=size).get_extents().width for label in plain)
    share = min((longest + 2 * LEADER) / (box.width * to_points), 0.5)
    left, right = ax.get_xlim()
    ax.set_xlim(left, left + (right - left) / (1 - share))
    ends = [(line, line.get_xdata()[-1], line.get_ydata()[-1]) for line in lines]
    heights = [float(line.axes.transData.transform((x, y))[1] - box.y0) * to_points for line, x, y in ends]
    places = apart(np.array(heights), 1.25 * size, box.height * to_points)
    for (line, x, y), height, place in zip(ends, heights, places, strict=True):
        line.axes.annotate(
            line.get_label(),
            (x, y),
            (right + LEADER / (box.width * to_points) * (right - left) / (1 - share), place - height),
            textcoords=("data", "offset points"),
            va="center",
            parse_math=False,
            arrowprops={"arrowstyle": "-", "color": line.get_color(), "alpha": 0.5, "shrinkA": 1, "shrinkB": 2},
        )


def apart(heights: np.ndarray, distance: float, room: float) -> np.ndarray:
    """Move heights between 0 and room as little as possible, so that they are a distance apart."""
    order = np.lexsort([-np.arange(len(heights)), heights.round()])  # what is as high as another stays above it
    steps = distance * np.arange(len(heights))
    free = heights[order] - steps
    placed = (np.maximum.accumulate(free) + np.minimum.accumulate(free[::-1])[::-1]) / 2 + steps
    placed = np.maximum(placed, distance / 2 + steps)
    result = np.empty(len(heights))
    result[order] = np.minimum(placed, room - distance / 2 - steps[::-1])
    return result


def spread(count: int, most: int = MAX_POINTS) -> np.ndarray:
    """Choose evenly at most this many of the numbers below count, including the first and the last."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))


def from_zero(ax: Any, highest: float, headroom: float = 0.05, whole: bool = True) -> None:
    """Set a linear scale from 0, of whole numbers or of fractions."""
    from matplotlib.ticker import MaxNLocator

    ax.set_ylim(0, (1 + headroom) * (highest or 1))
    ax.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=whole))
    ax.yaxis.set_major_formatter(WITH_COMMAS)


def whole_ticks(ax: Any, first: int, last: int) -> None:
    """Set ticks at whole numbers from first to last, and none in the room for labels."""
    from matplotlib.ticker import MaxNLocator

    width = ax.get_window_extent().width * 72.0 / ax.figure.dpi
    ticks = MaxNLocator(nbins=int(np.clip(width // POINTS_A_TICK, 2, 6)), integer=True).tick_values(first, last)
    within = [int(tick) for tick in ticks if first <= tick <= last]
    ax.set_xticks(within if len(within) > 1 else sorted({first, last}))
    ax.xaxis.set_major_formatter(WITH_COMMAS)
