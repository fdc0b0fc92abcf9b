"""Questions as HTML, with room to answer."""

from rosenblatt.display import counted, escape
from rosenblatt.exams.figures import figure, points
from rosenblatt.exams.questions import (
    MISTAKES,
    VISITS,
    AveragingQuestion,
    BoundQuestion,
    LineQuestion,
    Questions,
    Rows,
    RunQuestion,
    SeparabilityQuestion,
)
from rosenblatt.exams.text import beside, columns, equation, number, paragraph, parts, room, signed, table, vector

MARKERS = "Plus points (y = +1) are squares, minus points (y = −1) are circles."
VISIT_HEADER = ("visit", "x", "y", "a", "mistake?", "w", "b")


def point_table(rows: Rows, caption: str) -> str:
    """Table of points and labels."""
    lines = [(str(i), vector(x), signed(label)) for i, (x, label) in enumerate(zip(rows.X, rows.y, strict=True))]
    return table(caption, ("point", "x", "y"), lines)


def wide_point_table(rows: Rows, caption: str) -> str:
    """Table of points and labels, one column per point."""
    header = ("point", *map(str, range(len(rows))))
    return table(caption, header, [("x", *map(vector, rows.X)), ("y", *map(signed, rows.y))])


def point_list(rows: Rows) -> str:
    """Description of the points of a figure, for screen readers."""
    pairs = zip(rows.X, rows.y, strict=True)
    return ", ".join(f"point {i} at {vector(x)} with y = {signed(label)}" for i, (x, label) in enumerate(pairs))


def question_sections(questions: Questions) -> list[str]:
    """Text of each question, in order. Blank tables have as many rows as the longest run: they give nothing away."""
    first, second, third, fourth, fifth = questions
    return [_run(first), _line(second), _bound(third), _averaging(fourth), _separability(fifth)]


def _run(question: RunQuestion) -> str:
    rows = question.rows
    text = (
        "Run the perceptron on these points. Start with w = (0, 0) and b = 0, visit the points in the order 0, 1, 2, … "
        "and begin again at point 0 after the last one. Stop after an epoch without a mistake. Fill in one row per "
        "visit: the score a before the update, and w and b after it. The last rows may stay empty."
    )
    drawn = figure(f"Grid with {point_list(rows)}.", "", points(rows))
    return beside(paragraph(f"{text} {MARKERS}") + wide_point_table(rows, "The points"), drawn) + table(
        "The run", VISIT_HEADER, [("start", "", "", "", "", "(0, 0)", "0"), *_blank(VISITS[-1], 7)], "blank run"
    )


def _line(question: LineQuestion) -> str:
    line = question.line
    given = f"The line w·x + b = 0 has w = {vector(line.w)} and b = {number(line.b)}: {equation(line)}."
    p = vector(question.point)
    asked = parts(
        "Draw the line on the grid. Draw w as an arrow that starts on the line. Shade the positive side.",
        escape(f"On which side of the line is the point P = {p}? Give its score.") + room(3),
        escape("Give the exact distance of P from the line, as a fraction over a square root.") + room(3),
        escape("Give the exact distance of the origin from the line.") + room(3),
    )
    return paragraph(given) + f'<div class="large">{figure("Empty grid from −5 to 5.", "")}</div>\n' + asked


def _bound(question: BoundQuestion) -> str:
    line = question.line
    given = (
        "Append 1 to each point of question 1: the vectors (x, 1) have three entries, and (w, b) is a weight vector "
        f"without a bias. The vector (w*, b*) with w* = {vector(line.w)} and b* = {number(line.b)} separates the "
        "points. If all vectors (x, 1) have length at most R, and all have y·(w*·x + b*) ≥ γ·‖(w*, b*)‖ with γ > 0, "
        "the perceptron makes at most (R/γ)² mistakes (Novikoff, 1962)."
    )
    rows = [(str(i), vector((*x, 1)), "", "") for i, x in enumerate(question.rows.X)]
    blank = table("The vectors", ("point", "(x, 1)", "‖(x, 1)‖²", "y·(w*·x + b*)"), rows, "blank")
    asked = parts(
        "Fill in the table. Give R², the largest squared length." + blank + room(2),
        "Give γ² for the largest γ that (w*, b*) allows, as a fraction." + room(4),
        "Give the bound (R/γ)². How many mistakes does it allow at most?" + room(4),
        "How many mistakes did the run of question 1 make? Compare." + room(2),
    )
    return paragraph(given) + asked


def _averaging(question: AveragingQuestion) -> str:
    given = (
        "Continue with the run of question 1. The averaged perceptron (Maryland CMSC 422, Lecture 6, Algorithm 7) also "
        "starts with u = (0, 0), β = 0 and a counter c = 1. At a mistake it adds c·y·x to u and c·y to β. After every "
        "visit, mistake or not, it adds 1 to c. At the end the averaged weights are w − u/c, and the bias is b − β/c."
    )
    blank = table(
        "Algorithm 7: one row per mistake", ("mistake", "c", "y", "x", "u", "β"), _blank(MISTAKES[-1], 6), "blank"
    )
    votes = table(
        "The votes: one row per mistake", ("k", "w⁽ᵏ⁾", "b⁽ᵏ⁾", "c⁽ᵏ⁾", "class at x"), _blank(MISTAKES[-1], 5), "blank"
    )
    x = f"x = {vector(question.point)}"
    survival = (
        "The k-th mistake makes the weights w⁽ᵏ⁾, b⁽ᵏ⁾. Their survival c⁽ᵏ⁾ is the number of visits after which they "
        "were the current weights, including the visit that made them. Fill in the table for the point "
        f"{x}: each w⁽ᵏ⁾, b⁽ᵏ⁾ gives c⁽ᵏ⁾ votes to the class that it predicts."
    )
    asked = parts(
        escape("Fill in u and β after each mistake. The last rows may stay empty.") + blank,
        escape("Give c at the end, and the averaged weights and bias, as fractions.") + room(2),
        escape(survival) + votes,
        escape(f"Which class do the last weights, the averaged weights and the votes predict at {x}?") + room(3),
    )
    return paragraph(given) + asked


def _blank(rows: int, columns: int) -> list[tuple[str, ...]]:
    return [(str(row + 1), *[""] * (columns - 1)) for row in range(rows)]


def _separability(question: SeparabilityQuestion) -> str:
    text = (
        "For each set: does a line separate the plus points from the minus points? If so, draw one, and give w and b "
        "in whole numbers. If not, draw the convex hulls, and give a point that lies in both, as a weighted mean of "
        "plus points and as a weighted mean of minus points."
    )
    sets = [
        point_table(rows, f"Set {name}") + figure(f"Set {name}: {point_list(rows)}.", "", points(rows)) + room(7)
        for name, rows in zip("AB", question.sets, strict=True)
    ]
    return paragraph(f"{text} {MARKERS}") + columns(*sets)


def heading(place: int, title: str, marks: int) -> str:
    """Heading of a question."""
    return f'{escape(f"{place}. {title}")} <span class="marks">{counted(marks, "mark")}</span>'
