"""Figures: half-planes are cut exactly, and marks stay on the grid."""

import re
from fractions import Fraction

from rosenblatt.exams.figures import SIZE, arrow, boundary, figure, half_plane, points
from rosenblatt.exams.questions import EDGE, Line, Rows


def area(corners):
    """Twice the area of a polygon."""
    turned = [*corners[1:], corners[0]]
    return abs(sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(corners, turned, strict=True)))


def test_half_planes_of_both_signs_fill_the_grid(papers):
    for line in {paper.questions[1].line for paper in papers}:
        other = Line((-line.w[0], -line.w[1]), -line.b)
        both = [half_plane(line), half_plane(other)]
        assert sum(area(corners) for corners in both) == 2 * (2 * EDGE) ** 2
        assert all(line.w[0] * p + line.w[1] * q + line.b >= 0 for p, q in both[0])


def test_a_line_beside_the_grid_is_not_drawn():
    assert boundary(Line((1, 0), 20)) == ""
    assert half_plane(Line((1, 0), -20)) == []


def test_a_boundary_ends_at_the_edge():
    shown = boundary(Line((1, 1), -1))
    assert shown.count("<line") == 1
    assert half_plane(Line((0, 1), -1))[0] == (Fraction(EDGE), Fraction(1))


def test_everything_is_drawn_within_its_frame(papers):
    for paper in papers:
        page = paper.html()
        assert f'viewBox="0 0 {SIZE} {SIZE}"' in page
        places = re.findall(r'\b(?:x1|x2|y1|y2|cx|cy|x|y)="([-\d.e]+)"', page)
        assert all(0 <= float(place) <= SIZE for place in places)


def test_the_name_of_the_arrow_is_away_from_the_point():
    line, start = Line((2, 1), 0), (0, 0)
    left, right = arrow(line, start, (1, 3)), arrow(line, start, (3, 0))
    where = [float(re.search(r'<text x="([\d.]+)"', one)[1]) for one in (left, right)]
    assert where[0] > where[1]


def test_a_figure_describes_itself():
    rows = Rows(((1, 2), (0, -1)), (1, -1))
    text = figure("Two <points>.", "", points(rows))
    assert 'role="img" aria-label="Two &lt;points&gt;."' in text
    assert (text.count("<rect"), text.count("<circle")) == (1, 1)
    assert "figcaption" not in text
