"""Figures of the page: grids as SVG, with points, a line, its half-plane, or two hulls that meet."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from rosenblatt.display import escape
from rosenblatt.exams.questions import EDGE, Line, Point, Rows

UNIT = 22  # pixels
MARGIN = 20  # pixels around the grid, for numbers and names of the axes
MIDDLE = EDGE * UNIT + MARGIN
SIZE = 2 * MIDDLE
PLUS, MINUS, INK, SHADE = "#1d4f91", "#a33c00", "#111", "#dbe7f5"  # plus points are filled, minus points are not
HALO = 'font-size="11" font-weight="bold" stroke="#fff" stroke-width="3" paint-order="stroke"'
HEAD = 0.45  # length of the head of an arrow

Place = tuple[Fraction, Fraction] | Point | tuple[float, float]


def figure(label: str, caption: str, *marks: str, under: str = "") -> str:
    """Return a grid with marks on it. label: description for screen readers. under: what the grid is drawn on."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    opening = f'<svg viewBox="0 0 {SIZE} {SIZE}" role="img" aria-label="{escape(label)}">'
    return f"<figure>{opening}\n{under}{_grid()}{''.join(marks)}</svg>{below}</figure>\n"


def _at(place: Place) -> tuple[str, str]:
    """Pixels of a place, as text."""
    return f"{float(MIDDLE + UNIT * place[0]):g}", f"{float(MIDDLE - UNIT * place[1]):g}"


def _segment(first: Place, second: Place, style: str) -> str:
    (x1, y1), (x2, y2) = _at(first), _at(second)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>\n'


def _text(place: Place, text: str, dx: int, dy: int, style: str = "") -> str:
    x, y = _at(place)
    return f'<text x="{float(x) + dx:g}" y="{float(y) + dy:g}" {style}>{escape(text)}</text>\n'


def _grid() -> str:
    """Lines of the grid, the axes, and numbers beside the grid, where no point or line hides them."""
    parts = []
    for value in range(-EDGE, EDGE + 1):
        style = f'stroke="{INK}" stroke-width="1.2"' if value == 0 else 'stroke="#c4c4c4" stroke-width="0.6"'
        parts += [_segment((value, -EDGE), (value, EDGE), style), _segment((-EDGE, value), (EDGE, value), style)]
    small = 'font-size="9" fill="#333"'
    for value in range(-4, 5, 2):
        name = str(value).replace("-", "−")
        parts.append(_text((value, -EDGE), name, 0, 11, f'{small} text-anchor="middle"'))
        parts.append(_text((-EDGE, value), name, -4, 3, f'{small} text-anchor="end"'))
    named = 'font-size="11" font-style="italic"'
    parts.append(_text((EDGE, 0), "x₁", 4, 3, named))
    parts.append(_text((0, EDGE), "x₂", 0, -5, f'{named} text-anchor="middle"'))
    return "".join(parts)


def points(rows: Rows) -> str:
    """Points with their numbers: plus points are filled squares, minus points are circles."""
    return "".join(_marker(i, x, label) for i, (x, label) in enumerate(zip(rows.X, rows.y, strict=True)))


def _marker(index: int, place: Point, label: int) -> str:
    x, y = (float(value) for value in _at(place))
    shape = f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="#fff" stroke="{MINUS}" stroke-width="2"/>\n'
    if label > 0:
        shape = f'<rect x="{x - 4.5:g}" y="{y - 4.5:g}" width="9" height="9" fill="{PLUS}"/>\n'
    return shape + _text(place, str(index), 7, -6, HALO)


def boundary(line: Line) -> str:
    """Line across the grid."""
    ends = [place for place in half_plane(line) if _score(line, place) == 0]
    if len(ends) < 2:  # the line passes a corner, or misses the grid
        return ""
    return _segment(ends[0], ends[1], f'stroke="{INK}" stroke-width="2"')


def shaded(line: Line) -> str:
    """Positive side of a line."""
    corners = " ".join(",".join(_at(place)) for place in half_plane(line))
    return f'<polygon points="{corners}" fill="{SHADE}"/>\n'


def half_plane(line: Line) -> list[tuple[Fraction, Fraction]]:
    """Corners of the part of the grid on which w·x + b ≥ 0 (Sutherland and Hodgman's clipping)."""
    square = [(-EDGE, -EDGE), (EDGE, -EDGE), (EDGE, EDGE), (-EDGE, EDGE), (-EDGE, -EDGE)]
    corners = [(Fraction(p), Fraction(q)) for p, q in square]
    kept: list[tuple[Fraction, Fraction]] = []
    for first, second in pairwise(corners):
        a, b = _score(line, first), _score(line, second)
        if a >= 0:
            kept.append(first)
        if a * b < 0:
            share = a / (a - b)
            kept.append((first[0] + share * (second[0] - first[0]), first[1] + share * (second[1] - first[1])))
    return kept


def _score(line: Line, place: tuple[Fraction, Fraction]) -> Fraction:
    return line.w[0] * place[0] + line.w[1] * place[1] + line.b


def arrow(line: Line, start: Point, other: Point) -> str:
    """Weights w as an arrow from a point of the line. The name stands on the side away from another point."""
    tip = start[0] + line.w[0], start[1] + line.w[1]
    length = math.sqrt(line.square)
    ux, uy = line.w[0] / length, line.w[1] / length
    style = f'stroke="{PLUS}" stroke-width="2.4"'
    text = _segment(start, tip, style)
    for side in (-HEAD / 2, HEAD / 2):  # the two strokes of the head
        text += _segment(tip, (tip[0] - HEAD * ux - side * uy, tip[1] - HEAD * uy + side * ux), style)
    side = 1 if ux * (other[1] - start[1]) - uy * (other[0] - start[0]) < 0 else -1
    dx, dy = round(-10 * uy * side), round(-10 * ux * side) + 4
    middle = start[0] + line.w[0] / 2, start[1] + line.w[1] / 2
    return text + _text(middle, "w", dx, dy, f'{HALO} text-anchor="middle"')


def named_point(place: Point, name: str) -> str:
    """Unlabelled point with a name."""
    x, y = _at(place)
    return f'<circle cx="{x}" cy="{y}" r="3.5" fill="{INK}"/>\n' + _text(place, name, 6, -5, HALO)


def hull(places: Sequence[Point], label: int) -> str:
    """Segment or triangle between points of one class; nothing for a single point."""
    dashes = "" if label > 0 else ' stroke-dasharray="5 3"'
    style = f'stroke="{PLUS if label > 0 else MINUS}" stroke-width="1.8"{dashes}'
    closed = [*places, places[0]] if len(places) > 2 else list(places)
    return "".join(_segment(first, second, style) for first, second in pairwise(closed))


def cross(place: tuple[Fraction, Fraction]) -> str:
    """Cross at the point where two hulls meet, with a white rim: it may lie on a marker."""
    x, y = (float(value) for value in _at(place))
    strokes = f"M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10"
    rim = f'<path d="{strokes}" stroke="#fff" stroke-width="5"/>\n'
    return rim + f'<path d="{strokes}" stroke="{INK}" stroke-width="2"/>\n'
