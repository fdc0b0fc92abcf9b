"""Solution about the mistake bound, as HTML."""

from fractions import Fraction
from math import floor

from rosenblatt.display import escape
from rosenblatt.exams.questions import BoundQuestion
from rosenblatt.exams.solutions import BoundSolution
from rosenblatt.exams.text import dot, factor, number, paragraph, parts, signed, squares, table, vector


def bound_solution(question: BoundQuestion, solution: BoundSolution) -> str:
    """Bound by the given line, then the best bound."""
    line, least = question.line, min(solution.products)
    limit, m = floor(solution.bound), solution.mistakes
    length = f"‖(w*, b*)‖² = {squares((*line.w, line.b))} = {solution.line_square}"
    square = number(solution.margin_square)
    gamma = f"γ² = {least}²/{solution.line_square} = {square}"
    worked = parts(
        _vectors(question, solution) + escape(f"R² = {solution.radius_square}."),
        escape(f"The least y·(w*·x + b*) is {least}, and {length}, so {gamma}."),
        escape(f"(R/γ)² = {solution.radius_square} / ({square}) = {_mixed(solution.bound)}: at most {limit} mistakes."),
        escape(f"The run of question 1 made {m} mistakes, and {m} ≤ {limit}."),
    )
    return worked + _best(question, solution)


def _mixed(value: Fraction) -> str:
    """Fraction, with its whole part if it is not whole."""
    return number(value) if value.denominator == 1 else f"{number(value)} ≈ {float(value):.2f}"


def _vectors(question: BoundQuestion, solution: BoundSolution) -> str:
    line, lines = question.line, []
    for i, (x, label) in enumerate(zip(question.rows.X, question.rows.y, strict=True)):
        square = f"{squares(x)} + 1² = {solution.squares[i]}"
        inner = f"{dot(line.w, x)} + {factor(line.b)}"
        product = f"({signed(label)})·({inner}) = {number(solution.products[i])}"
        lines.append((str(i), vector((*x, 1)), square, product))
    return table("The vectors, worked out", ("point", "(x, 1)", "‖(x, 1)‖²", "y·(w*·x + b*)"), lines)


def _best(question: BoundQuestion, solution: BoundSolution) -> str:
    """Best bound, with the numbers that prove it."""
    best = solution.best
    known = zip(question.rows.X, question.rows.y, best.shares, strict=True)
    terms = [f"{number(share)}·{'' if label > 0 else '(−1)·'}{vector((*x, 1))}" for x, label, share in known if share]
    w1, w2, b = best.direction
    least = min(w1 * z[0] + w2 * z[1] + b * z[2] for z in question.rows.signed)
    length = w1**2 + w2**2 + b**2
    limit = floor(solution.best_bound)
    if solution.margin_square == best.square:
        return paragraph(
            f"No other vector has a larger margin: γ² = {number(best.square)} is the largest. {_proof(terms)}"
        )
    text = (
        f"The best bound (not asked for): the vector (w, b) = {vector(best.direction)} has the largest margin of all. "
        f"Its least y·(w·x + b) is {number(least)}, and its squared length is {length}, so γ² = {number(best.square)} "
        f"and (R/γ)² = {_mixed(solution.best_bound)}: at most {limit} mistakes. {_proof(terms)}"
    )
    return paragraph(text, "best")


def _proof(terms: list[str]) -> str:
    return (
        f"Proof: the weighted mean {' + '.join(terms)} of the vectors y·(x, 1) has the squared length γ², and no "
        "margin is larger than the length of such a mean."
    )
