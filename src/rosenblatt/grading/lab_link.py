"""Link that opens the lab at the visit of a problem."""

from rosenblatt import lab_links
from rosenblatt.grading.problems import Problem
from rosenblatt.grading.runs import Asked


def lab_link(problem: Problem, visit: int, asked: Asked) -> str:
    """Link to the lab after this visit of a task; empty if the rows have too many features to draw."""
    return lab_links.lab_link(
        problem.X,
        problem.y,
        epochs=problem.epochs,
        visit=visit,
        at_zero=asked.at_zero,
        bias=asked.bias,
        rate=asked.rate,
        tab="variants" if asked.averaged or asked.voted else "steps",
    )
