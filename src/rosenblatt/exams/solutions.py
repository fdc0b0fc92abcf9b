"""Solutions of an exam, in whole numbers and fractions. Runs are those of the engine."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rosenblatt.exams.exact import Nearest, Quotient, nearest_point, separating_lines, small_lines, whole
from rosenblatt.exams.questions import BoundQuestion, Line, LineQuestion, Point, Rows, RunQuestion, SeparabilityQuestion
from rosenblatt.learners import Perceptron
from rosenblatt.learners.recorder import traced
from rosenblatt.models.trace import Trace

MAX_EPOCHS = 4
LARGEST_WEIGHT, LARGEST_BIAS = 4, 9  # of a line that separates a set of the last question


@dataclass(frozen=True)
class Visit:
    """One visit of the run: the point, its score, and the weights after it."""

    number: int  # from 1
    index: int  # of the point, from 0
    x: Point
    y: int
    score: int
    mistake: bool
    w: Point
    b: int


@dataclass(frozen=True)
class RunSolution:
    """Every visit of the run."""

    visits: tuple[Visit, ...]
    converged: bool

    @property
    def mistakes(self) -> tuple[Visit, ...]:
        """Visits that were mistakes."""
        return tuple(visit for visit in self.visits if visit.mistake)

    @property
    def line(self) -> Line:
        """Line of the last weights."""
        return Line(self.visits[-1].w, self.visits[-1].b)


@dataclass(frozen=True)
class LineSolution:
    """Score and side of the point, and the two distances."""

    score: int
    side: int  # +1 or −1
    distance: Quotient
    origin_distance: Quotient


@dataclass(frozen=True)
class BoundSolution:
    """Mistake bound by the given line, and the best one, by the largest margin."""

    squares: tuple[int, ...]  # squared length of each (x, 1)
    products: tuple[int, ...]  # y·(w*·x + b*) of each point
    radius_square: int
    line_square: int  # squared length of (w*, b*)
    margin_square: Fraction
    bound: Fraction
    mistakes: int
    best: Nearest
    best_bound: Fraction


@dataclass(frozen=True)
class SetSolution:
    """Answer for one set: a separating line, or a point that lies in the hulls of both classes."""

    separable: bool
    line: Line | None
    shares: tuple[Fraction, ...]  # of each point within its class; empty if a line separates the set
    meeting_point: tuple[Fraction, Fraction] | None


@dataclass(frozen=True)
class SeparabilitySolution:
    """Answers for the two sets."""

    sets: tuple[SetSolution, SetSolution]


def arrays_of(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Points and labels as the engine takes them."""
    return np.array(rows.X, dtype=np.float64), np.array(rows.y)


def trace_of(rows: Rows) -> Trace:
    """Run of the engine in the given order, from w = 0 and b = 0."""
    return traced(Perceptron(order="given", at_zero="mistake", max_iter=MAX_EPOCHS), *arrays_of(rows))


def solve_run(question: RunQuestion) -> RunSolution:
    """Trace the run."""
    trace = trace_of(question.rows)
    visits = tuple(
        Visit(
            number=step.number,
            index=step.index,
            x=question.rows.X[step.index],
            y=question.rows.y[step.index],
            score=whole(step.score),
            mistake=step.mistake,
            w=(whole(step.weights[0]), whole(step.weights[1])),
            b=whole(step.bias),
        )
        for step in trace
    )
    return RunSolution(visits, trace.report.reason == "converged")


def solve_line(question: LineQuestion) -> LineSolution:
    """Measure the distances of the point and of the origin from the line."""
    line = question.line
    score = line.score(question.point)
    distances = (Quotient.of(abs(value), line.square) for value in (score, line.b))
    return LineSolution(score, sign(score), *distances)


def sign(value: int | Fraction) -> int:
    """Sign of a number other than 0."""
    return 1 if value > 0 else -1


def solve_bound(question: BoundQuestion, run: RunSolution) -> BoundSolution:
    """Compute R², γ² and their quotient for the given line, and for the largest margin."""
    rows, line = question.rows, question.line
    squares = tuple(sum(v * v for v in vector) for vector in rows.signed)
    products = tuple(label * line.score(x) for x, label in zip(rows.X, rows.y, strict=True))
    line_square = line.square + line.b**2
    margin_square = Fraction(min(products) ** 2, line_square)
    best = nearest_point(rows)
    return BoundSolution(
        squares=squares,
        products=products,
        radius_square=max(squares),
        line_square=line_square,
        margin_square=margin_square,
        bound=max(squares) / margin_square,
        mistakes=len(run.mistakes),
        best=best,
        best_bound=max(squares) / best.square,
    )


def solve_separability(question: SeparabilityQuestion) -> SeparabilitySolution:
    """Decide both sets."""
    first, second = question.sets
    return SeparabilitySolution((solve_set(first), solve_set(second)))


def solve_set(rows: Rows) -> SetSolution:
    """Decide one set. Half of all shares belong to each class, since Σ λ·y = 0 in a proof that no line separates it."""
    nearest = nearest_point(rows)
    if nearest.square:
        return SetSolution(True, widest_line(rows), (), None)
    shares = tuple(2 * share for share in nearest.shares)
    first, second = (
        sum((share * x[j] for x, label, share in zip(rows.X, rows.y, shares, strict=True) if label > 0), Fraction())
        for j in (0, 1)
    )
    return SetSolution(False, None, shares, (first, second))


def widest_line(rows: Rows) -> Line | None:
    """Separating line with small whole numbers and the largest margin; None if no such line separates the set."""
    best: tuple[Fraction, Line] | None = None
    for least, line in separating_lines(rows, small_lines(LARGEST_WEIGHT, LARGEST_BIAS)):
        distance = Fraction(least**2, line.square)
        if best is None or distance > best[0]:
            best = distance, line
    return best and best[1]
