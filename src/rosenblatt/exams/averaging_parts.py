"""Solution about averages and votes, as HTML."""

from rosenblatt.display import escape
from rosenblatt.exams.averaging import AveragingSolution, Vote
from rosenblatt.exams.questions import AveragingQuestion, Point
from rosenblatt.exams.text import dot, factor, number, parts, signed, table, vector


def averaging_solution(question: AveragingQuestion, solution: AveragingSolution) -> str:
    """Sums of Algorithm 7, the average, the votes and the predictions."""
    average, x = solution.average, question.point
    u, beta = average.steps[-1].u, average.steps[-1].beta
    mean = (
        f"After {average.c - 1} visits c = {average.c}. The averaged weights are w − u/c = {vector(average.last.w)} − "
        f"{vector(u)}/{average.c} = {vector(average.w)}, and the averaged bias is b − β/c = {number(average.last.b)} − "
        f"{factor(beta)}/{average.c} = {number(average.b)}."
    )
    return parts(
        _sums(solution),
        escape(mean),
        _votes(solution.votes, x) + escape(_check(solution)),
        _predictions(solution, x),
    )


def _sums(solution: AveragingSolution) -> str:
    lines = []
    for k, step in enumerate(solution.average.steps, 1):
        moved = vector(step.c * step.y * v for v in step.x)
        lines.append((str(k), str(step.c), signed(step.y), vector(step.x), moved, vector(step.u), number(step.beta)))
    header = ("mistake", "c", "y", "x", "c·y·x", "u", "β")
    return table("Algorithm 7, worked out", header, lines, "sums")


def _votes(votes: tuple[Vote, ...], x: Point) -> str:
    lines = []
    for k, vote in enumerate(votes, 1):
        score = f"{dot(vote.w, x)} + {factor(vote.b)} = {number(vote.score)}"
        cells = (vector(vote.w), number(vote.b), str(vote.survival), score, signed(vote.label))
        lines.append((str(k), *cells))
    header = ("k", "w⁽ᵏ⁾", "b⁽ᵏ⁾", "c⁽ᵏ⁾", f"score at x = {vector(x)}", "class at x")
    return table("The votes, worked out", header, lines, "votes")


def _check(solution: AveragingSolution) -> str:
    """Sum of the votes' weights, which is c times the average."""
    votes, c = solution.votes, solution.average.c
    sums = [sum(vote.survival * value for vote, value in zip(votes, column, strict=True)) for column in _columns(votes)]
    return f"Check: Σ c⁽ᵏ⁾·(w⁽ᵏ⁾, b⁽ᵏ⁾) = {vector(sums)}, which is c = {c} times the average."


def _columns(votes: tuple[Vote, ...]) -> list[tuple[int, ...]]:
    return list(zip(*((*vote.w, vote.b) for vote in votes), strict=True))


def _predictions(solution: AveragingSolution, x: Point) -> str:
    average, (last, mean, voted) = solution.average, solution.predictions
    votes_for = [sum(v.survival for v in solution.votes if v.label == label) for label in (1, -1)]
    inner = f"{dot(average.last.w, x)} + {factor(average.last.b)} = {number(solution.last_score)}"
    lines = [
        ("last weights", f"a = {inner}", signed(last)),
        (
            "averaged weights",
            f"a = {dot(average.w, x)} + {factor(average.b)} = {number(solution.average_score)}",
            signed(mean),
        ),
        ("votes", f"{votes_for[0]} votes for +1, {votes_for[1]} votes for −1", signed(voted)),
    ]
    return table(f"The predictions at x = {vector(x)}", ("by", "score or votes", "class"), lines, "predictions")
