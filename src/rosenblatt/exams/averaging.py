"""Solution of the question about averages and votes."""

from dataclasses import dataclass
from fractions import Fraction

from rosenblatt.exams.exact import whole
from rosenblatt.exams.questions import AveragingQuestion, Line, Point, Rows
from rosenblatt.exams.solutions import MAX_EPOCHS, RunSolution, arrays_of, sign
from rosenblatt.learners import Averaged, Voted
from rosenblatt.models.voted import VotedModel


@dataclass(frozen=True)
class SumStep:
    """Sums u and β of Algorithm 7 after a mistake."""

    c: int  # counter at the mistake: the number of the visit
    x: Point
    y: int
    u: Point
    beta: int


@dataclass(frozen=True)
class Vote:
    """Weights that a mistake made, their survival, and their score at the given point."""

    w: Point
    b: int
    survival: int
    score: int
    label: int  # class that the weights vote for, +1 or −1


@dataclass(frozen=True)
class Average:
    """Sums and result of Algorithm 7."""

    steps: tuple[SumStep, ...]
    c: int  # counter at the end: one more than the visits
    last: Line
    w: tuple[Fraction, Fraction]
    b: Fraction


@dataclass(frozen=True)
class AveragingSolution:
    """Average, votes, and three predictions at the given point."""

    average: Average
    votes: tuple[Vote, ...]
    last_score: int
    average_score: Fraction
    vote_sum: int
    predictions: tuple[int, int, int]  # of the last weights, of the average and of the votes


def average_of(rows: Rows, run: RunSolution) -> Average:
    """Average of the run. u and β at the end are those of the engine, which divides in floats: here in fractions."""
    learner = Averaged(order="given", at_zero="mistake", max_iter=MAX_EPOCHS)
    learner.fit(*arrays_of(rows))
    assert learner.averaging_sum is not None  # an averaged learner has it
    sums, betas = learner.classes.in_order(learner.averaging_sum.view)
    u, beta, c = (whole(sums[0][0]), whole(sums[0][1])), whole(betas[0]), learner.visited + 1
    steps = sum_steps(run)
    if (steps[-1].u, steps[-1].beta, c) != (u, beta, len(run.visits) + 1):
        raise ArithmeticError("Algorithm 7 must end with the sums of the engine.")
    last = run.line
    w = Fraction(c * last.w[0] - u[0], c), Fraction(c * last.w[1] - u[1], c)
    return Average(steps, c, last, w, Fraction(c * last.b - beta, c))


def sum_steps(run: RunSolution) -> tuple[SumStep, ...]:
    """Sums after each mistake. The counter starts at 1 and grows by 1 per visit."""
    u, beta, steps = (0, 0), 0, []
    for visit in run.mistakes:
        factor = visit.number * visit.y
        u, beta = (u[0] + factor * visit.x[0], u[1] + factor * visit.x[1]), beta + factor
        steps.append(SumStep(visit.number, visit.x, visit.y, u, beta))
    return tuple(steps)


def survivals_of(rows: Rows) -> list[int]:
    """Survival of the weights after each mistake, counted by the engine."""
    learner = Voted(order="given", at_zero="mistake", max_iter=MAX_EPOCHS)
    learner.fit(*arrays_of(rows))
    model = learner.model
    assert isinstance(model, VotedModel)
    return [whole(count) for count in model.survival[1:]]


def solve_averaging(
    question: AveragingQuestion, run: RunSolution, average: Average, survivals: list[int]
) -> AveragingSolution:
    """Score the point by all weights of the run and by their average. The draw leaves out points with a score of 0."""
    x = question.point
    votes = tuple(
        _vote(Line(visit.w, visit.b), survival, x) for visit, survival in zip(run.mistakes, survivals, strict=True)
    )
    last = average.last.score(x)
    mean = average.w[0] * x[0] + average.w[1] * x[1] + average.b
    vote_sum = sum(vote.survival * vote.label for vote in votes)
    return AveragingSolution(average, votes, last, mean, vote_sum, (sign(last), sign(mean), sign(vote_sum)))


def _vote(line: Line, survival: int, x: Point) -> Vote:
    score = line.score(x)
    return Vote(line.w, line.b, survival, score, sign(score))
