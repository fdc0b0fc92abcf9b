"""Draw of an exam from a seed: sets are drawn until one makes a good question.

The raw numbers of PCG64 are a stream that NumPy guarantees, and all choices are made in whole numbers and fractions, so
a seed gives the same exam on every machine and in every version.
"""

from collections.abc import Callable
from fractions import Fraction
from math import gcd

from numpy.random import PCG64

from rosenblatt.exams.averaging import Average, AveragingSolution, average_of, solve_averaging, survivals_of
from rosenblatt.exams.exact import separating_lines, small_lines
from rosenblatt.exams.questions import (
    GRID,
    LARGEST,
    MISTAKES,
    VISITS,
    AveragingQuestion,
    BoundQuestion,
    Line,
    LineQuestion,
    Point,
    Questions,
    Rows,
    RunQuestion,
    SeparabilityQuestion,
)
from rosenblatt.exams.solution_parts import Solutions
from rosenblatt.exams.solutions import (
    RunSolution,
    SetSolution,
    solve_bound,
    solve_line,
    solve_run,
    solve_separability,
    solve_set,
)

MAX_BOUND = 100  # by the given line
MAX_DENOMINATOR = 12  # of a share that is checked by hand


class Draw:
    """Random whole numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._bits = PCG64(seed)

    def below(self, end: int) -> int:
        """Whole number from 0 to end − 1."""
        return (int(self._bits.random_raw()) >> 32) * end >> 32

    def between(self, first: int, last: int) -> int:
        """Whole number from first to last."""
        return first + self.below(last - first + 1)

    def points(self, count: int) -> tuple[Point, ...]:
        """Different points of the grid, in random order."""
        places = list(GRID)
        return tuple(places.pop(self.below(len(places))) for _ in range(count))

    def rows(self, least: int, most: int) -> Rows:
        """Points with random labels."""
        X = self.points(self.between(least, most))
        return Rows(X, tuple(1 if self.below(2) else -1 for _ in X))


def draw_exam(seed: int) -> tuple[Questions, Solutions]:
    """Draw the five questions, and solve them."""
    draw = Draw(seed)
    run_question, run = draw_run(draw)
    line = draw_line(draw)
    bound = draw_bound(run_question.rows, run)
    averaging, averaged = draw_averaging(draw, run_question.rows, run)
    sets = draw_separability(draw)
    solutions = run, solve_line(line), solve_bound(bound, run), averaged, solve_separability(sets)
    return (run_question, line, bound, averaging, sets), solutions


def draw_run(draw: Draw) -> tuple[RunQuestion, RunSolution]:
    """Draw points whose run converges after a few mistakes. Its average and votes must be told apart at a point."""
    while True:
        rows = draw.rows(4, 5)
        if set(rows.y) != {-1, 1} or (0, 0) in rows.X:
            continue
        question = RunQuestion(rows)
        run = solve_run(question)
        is_short = len(run.visits) in VISITS and len(run.mistakes) in MISTAKES
        if run.converged and is_short and _is_telling(rows, run) and _given_line(rows, run):
            return question, run


def _is_telling(rows: Rows, run: RunSolution) -> bool:
    """Return True if the last weights, the average and the votes do not agree at some point of the grid."""
    average, survivals = average_of(rows, run), survivals_of(rows)
    return any(_disagree(solution) for _, solution in _decided(rows, run, average, survivals))


def _decided(
    rows: Rows, run: RunSolution, average: Average, survivals: list[int]
) -> list[tuple[AveragingQuestion, AveragingSolution]]:
    """Points of the grid, besides those of the set, at which no score is 0 and the votes are not tied."""
    asked = [AveragingQuestion(rows, x) for x in GRID if x not in rows.X and x != (0, 0)]
    solved = [(question, solve_averaging(question, run, average, survivals)) for question in asked]
    return [
        (question, one)
        for question, one in solved
        if one.average_score and one.vote_sum and all(vote.score for vote in one.votes)
    ]


def _disagree(solution: AveragingSolution) -> bool:
    return len(set(solution.predictions)) > 1


def draw_averaging(draw: Draw, rows: Rows, run: RunSolution) -> tuple[AveragingQuestion, AveragingSolution]:
    """Draw a point at which the three predictions do not all agree."""
    decided = _decided(rows, run, average_of(rows, run), survivals_of(rows))
    telling = [pair for pair in decided if _disagree(pair[1])]
    return telling[draw.below(len(telling))]


def draw_bound(rows: Rows, run: RunSolution) -> BoundQuestion:
    """Choose a line for the bound. ``draw_run`` has checked that there is one."""
    line = _given_line(rows, run)
    assert line is not None
    return BoundQuestion(rows, line)


def _given_line(rows: Rows, run: RunSolution) -> Line | None:
    """Line with small numbers and a large margin in the space of (x, 1), other than the line of the run."""
    found: tuple[Fraction, Line] | None = None
    radius = max(sum(v * v for v in vector) for vector in rows.signed)
    common = gcd(*run.line.w, run.line.b)
    for least, line in separating_lines(rows, small_lines(3, 3)):
        margin = Fraction(least**2, line.square + line.b**2)
        is_other = (*run.line.w, run.line.b) != tuple(common * v for v in (*line.w, line.b))
        if is_other and radius <= MAX_BOUND * margin and (found is None or margin > found[0]):
            found = margin, line
    return found and found[1]


def draw_line(draw: Draw) -> LineQuestion:
    """Draw a line through two or more points of the grid, and a point beside it that is clear of the arrow w."""
    while True:
        w = draw.between(-LARGEST, LARGEST), draw.between(-LARGEST, LARGEST)
        line, (point,) = Line(w, draw.between(-8, 8)), draw.points(1)
        is_slanted = all(w) and abs(w[0]) != abs(w[1])
        if not (is_slanted and line.b and line.score(point)) or point == (0, 0) or gcd(*w, line.b) > 1:
            continue
        if len(line.grid_points) >= 2 and line.arrow_start is not None and _is_clear(line, line.arrow_start, point):
            return LineQuestion(line, point)


def _is_clear(line: Line, start: Point, point: Point) -> bool:
    """Return True if the point is at least 1 away from the line along the arrow."""
    cross = (point[0] - start[0]) * line.w[1] - (point[1] - start[1]) * line.w[0]
    return cross**2 >= line.square


def draw_separability(draw: Draw) -> SeparabilityQuestion:
    """Draw a separable set and one that is not, in random order."""
    sets = _draw_set(draw, _is_close), _draw_set(draw, _is_checkable)
    return SeparabilityQuestion((sets[1], sets[0]) if draw.below(2) else sets)


def _draw_set(draw: Draw, is_good: Callable[[Rows, SetSolution], bool]) -> Rows:
    while True:
        rows = draw.rows(5, 6)
        if min(rows.y.count(1), rows.y.count(-1)) >= 2 and is_good(rows, solve_set(rows)):
            return rows


def _is_close(rows: Rows, solution: SetSolution) -> bool:
    """Return True if a line separates the set and passes within 1 of a point, so that it is not obvious."""
    line = solution.line
    return line is not None and min(line.score(x) ** 2 for x in rows.X) <= line.square


def _is_checkable(rows: Rows, solution: SetSolution) -> bool:
    """Return True if no line separates the set, and the shares that prove it are simple fractions."""
    return not solution.separable and all(share.denominator <= MAX_DENOMINATOR for share in solution.shares)
