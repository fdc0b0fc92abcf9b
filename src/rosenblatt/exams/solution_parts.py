"""Solutions as HTML, with every number worked out."""

from fractions import Fraction

from rosenblatt.display import escape
from rosenblatt.exams.averaging import AveragingSolution
from rosenblatt.exams.averaging_parts import averaging_solution
from rosenblatt.exams.bound_parts import bound_solution
from rosenblatt.exams.exact import Quotient
from rosenblatt.exams.figures import arrow, boundary, cross, figure, hull, named_point, points, shaded
from rosenblatt.exams.questions import Line, LineQuestion, Point, Questions, Rows, SeparabilityQuestion
from rosenblatt.exams.solutions import (
    BoundSolution,
    LineSolution,
    RunSolution,
    SeparabilitySolution,
    SetSolution,
    Visit,
)
from rosenblatt.exams.text import (
    beside,
    decimals,
    dot,
    equation,
    factor,
    number,
    paragraph,
    parts,
    quotient,
    signed,
    squares,
    table,
    vector,
)
from rosenblatt.lab_links import lab_link

Solutions = tuple[RunSolution, LineSolution, BoundSolution, AveragingSolution, SeparabilitySolution]
EPOCHS = 100  # of the lab, for a set without a run
SIDES = {1: "positive", -1: "negative"}


def solution_sections(questions: Questions, solutions: Solutions) -> list[str]:
    """Text of each solution, in order."""
    run, line, bound, averaging, separability = solutions
    rows = questions[0].rows
    return [
        _run(rows, run),
        _line(questions[1], line),
        bound_solution(questions[2], bound),
        averaging_solution(questions[3], averaging)
        + lab_line(rows, "The variants in the lab:", len(run.visits), len(run.visits) // len(rows), averaged=True),
        _separability(questions[4], separability),
    ]


def lab_line(rows: Rows, text: str, visit: int = 0, epochs: int = EPOCHS, averaged: bool = False) -> str:
    """Paragraph with a link to the lab."""
    tab = "variants" if averaged else "steps"
    link = escape(lab_link(rows.X, rows.y, epochs=epochs, visit=visit, tab=tab))
    return f'<p class="lab">{escape(text)} <a href="{link}">{link}</a></p>\n'


def _run(rows: Rows, run: RunSolution) -> str:
    before, lines = ((0, 0), 0), []
    for visit in run.visits:
        lines.append(_visit(visit, *before))
        before = visit.w, visit.b
    last = run.line
    end = (
        f"The run has {len(run.visits)} visits and {len(run.mistakes)} mistakes. It ends with w = {vector(last.w)} and "
        f"b = {number(last.b)}, the line {equation(last)}. A score of 0 is a mistake."
    )
    drawn = figure(
        f"Grid with the points and the line {equation(last)}, its positive side shaded.",
        "The last line, with its positive side shaded.",
        boundary(last),
        points(rows),
        under=shaded(last),
    )
    header = ("visit", "x", "y", "a = w·x + b", "y·a", "mistake?", "w", "b")
    worked = table("The run, worked out", header, lines, "run")
    link = lab_line(rows, "The run in the lab:", len(run.visits), len(run.visits) // len(rows))
    return worked + beside(paragraph(end) + link, drawn)


def _visit(visit: Visit, w: tuple[int, int], b: int) -> tuple[str, ...]:
    score = f"{dot(w, visit.x)} + {factor(b)} = {number(visit.score)}"
    wrong = "yes" if visit.mistake else "no"
    product = number(visit.y * visit.score)
    shown = (vector(visit.x), signed(visit.y), score, product, wrong, vector(visit.w), number(visit.b))
    return (str(visit.number), *shown)


def _line(question: LineQuestion, solution: LineSolution) -> str:
    line, x = question.line, question.point
    first, second = line.grid_points[0], line.grid_points[-1]
    root = f"‖w‖ = √({squares(line.w)}) = √{line.square}"
    score = f"{dot(line.w, x)} + {factor(line.b)} = {number(solution.score)}"
    side = SIDES[solution.side]
    distance = _distance(abs(solution.score), line.square, solution.distance)
    of_origin = _distance(abs(line.b), line.square, solution.origin_distance)
    asked = parts(
        escape(
            f"The line passes through {vector(first)} and {vector(second)}. w is perpendicular to it and points "
            "to the positive side."
        ),
        escape(f"a = w·x + b = {score}, so P is on the {side} side."),
        escape(f"{root}, so the distance of P is |a|/‖w‖ = {distance}."),
        escape(f"The origin has the score b = {number(line.b)}, so its distance is |b|/‖w‖ = {of_origin}."),
    )
    drawn = figure(
        f"Grid with the line {equation(line)}, w as an arrow, the positive side shaded, and P.",
        f"{equation(line)}, with its positive side shaded.",
        boundary(line),
        arrow(line, line.arrow_start or first, x),
        named_point(x, "P"),
        under=shaded(line),
    )
    return beside(asked, drawn)


def _distance(size: int, square: int, simplified: Quotient) -> str:
    """Distance as a quotient, simplified, and rounded."""
    short, plain = quotient(simplified), f"{size}/√{square}"
    return f"{plain} {decimals(simplified.square)}" if short == plain else f"{plain} = {short}{_rounded(simplified)}"


def _rounded(value: Quotient) -> str:
    return "" if value.square.denominator == 1 and value.radicand == 1 else f" {decimals(value.square)}"


def _separability(question: SeparabilityQuestion, solution: SeparabilitySolution) -> str:
    text = ""
    for name, rows, answer in zip("AB", question.sets, solution.sets, strict=True):
        proof = _separable(rows, answer.line) if answer.line else _inseparable(rows, answer)
        link = lab_line(rows, f"Set {name} in the lab:")
        verdict = "separable" if answer.separable else "not separable"
        drawn = _drawn_set(name, rows, answer)
        text += f"<h4>{escape(f'Set {name}: {verdict}')}</h4>\n" + beside(proof + link, drawn)
    return text


def _drawn_set(name: str, rows: Rows, answer: SetSolution) -> str:
    if answer.line is not None:
        line = answer.line
        label = f"Set {name} with the line {equation(line)}, its positive side shaded."
        return figure(label, f"{equation(line)}", boundary(line), points(rows), under=shaded(line))
    assert answer.meeting_point is not None
    place = vector(answer.meeting_point)
    hulls = [hull([x for x, _ in _weighted(rows, answer, label)], label) for label in (1, -1)]
    label = f"Set {name} with the two hulls, which meet at {place}."
    return figure(label, f"The hulls meet at {place}.", *hulls, points(rows), cross(answer.meeting_point))


def _separable(rows: Rows, line: Line) -> str:
    text = (
        f"The line {equation(line)}, with w = {vector(line.w)} and b = {number(line.b)}, has every point on its side."
    )
    lines = []
    for i, (x, label) in enumerate(zip(rows.X, rows.y, strict=True)):
        score = line.score(x)
        worked = f"{dot(line.w, x)} + {factor(line.b)} = {number(score)}"
        lines.append((str(i), signed(label), worked, f"{number(label * score)} > 0"))
    return paragraph(text) + table("The scores", ("point", "y", "a = w·x + b", "y·a"), lines)


def _weighted(rows: Rows, answer: SetSolution, label: int) -> list[tuple[Point, Fraction]]:
    """Points of one class that have a share in the meeting point."""
    known = zip(rows.X, rows.y, answer.shares, strict=True)
    return [(x, share) for x, sign, share in known if sign == label and share]


def _inseparable(rows: Rows, answer: SetSolution) -> str:
    assert answer.meeting_point is not None
    place = vector(answer.meeting_point)
    means = []
    for name, label in (("Plus", 1), ("Minus", -1)):
        pairs = _weighted(rows, answer, label)
        terms = " + ".join(f"{number(share)}·{vector(x)}" if share != 1 else vector(x) for x, share in pairs)
        means.append(f"{name} points: {terms}" + (f" = {place}." if len(pairs) > 1 else "."))
    why = (
        f"The weights are not negative, and those of each class add up to 1. So {place} lies in both convex hulls. "
        "If a line had all plus points on its positive side and all minus points on its negative side, this point "
        "would be on both sides. So no line separates the set."
    )
    return "".join(paragraph(text, "worked") for text in means) + paragraph(why)
