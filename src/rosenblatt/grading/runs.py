"""Perceptron in plain Python: its weights after every visit, and the results that a task asks for.

The engine defines the right answer. Runs of this module are changed into misconceptions.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rosenblatt.conventions import SIGN_OF_ZERO
from rosenblatt.grading.problems import Problem, Row, Weights

TOLERANCE = 1e-9  # relative to the largest weight, or to 1: a student may add in another order
LONGEST = 100  # maximum updates on one row, for "until it is right"
MAX_BRANCHES = 64  # runs that differ by the rounding of scores of 0
EXACT_BITS = 30  # sums of multiples of a rate with so few bits are exact on the sets

Wrong = Callable[[int, float], bool]
Move = Callable[[int, float], float]


class Asked(NamedTuple):
    """Task: the rule at zero, with or without a bias, the last weights, their average or their votes.

    rate is the learning rate of the student's function; the engine has 1.
    """

    at_zero: str = "mistake"
    bias: bool = True
    averaged: bool = False
    voted: bool = False
    rate: float = 1.0


class Vote(NamedTuple):
    """Weight vector and its survival: the number of visits after which it was the current one."""

    w: Row
    b: float
    c: float


class Votes(NamedTuple):
    """Result of a voted perceptron: every weight vector that a mistake produced, in order."""

    entries: tuple[Vote, ...]


Result = Weights | Votes


def agree(a: Result, b: Result) -> bool:
    """Return True if two results are equal up to rounding."""
    if isinstance(a, Votes) or isinstance(b, Votes):
        ours, theirs = (votes.entries if isinstance(votes, Votes) else () for votes in (a, b))
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(p.c == q.c and agree(p[:2], q[:2]) for p, q in pairs)
    mine, yours = (*a[0], a[1]), (*b[0], b[1])
    close = TOLERANCE * max(1.0, *(abs(value) for value in mine))
    return all(abs(x - y) <= close for x, y in zip(mine, yours, strict=True))


def scaled(result: Result, factor: float) -> Result:
    """Result of a run whose learning rate is this factor times as large."""
    if isinstance(result, Votes):
        return Votes(tuple(Vote(*scaled_weights((vote.w, vote.b), factor), vote.c) for vote in result.entries))
    return scaled_weights(result, factor)


def scaled_weights(weights: Weights, factor: float) -> Weights:
    return tuple(factor * value for value in weights[0]), factor * weights[1]


def is_exact(rate: float) -> bool:
    """Return True if sums of multiples of the rate are not rounded: 1, 2 and 0.5 are exact, 0.1 is not."""
    return Fraction(rate).numerator.bit_length() <= EXACT_BITS


def wrong_by(at_zero: str) -> Wrong:
    sign = SIGN_OF_ZERO[at_zero]
    return lambda y, a: y * a < 0 or (a == 0 and y != sign)


def visits(
    problem: Problem,
    asked: Asked,
    *,
    wrong: Wrong | None = None,  # decides from y and the score whether to update
    move: Move = lambda y, a: y,  # factor of x in the update
    shift: Move | None = None,  # update of the bias
    scored: bool = True,  # whether the bias is in the score
    rows: Sequence[int] | None = None,  # those of an epoch, in their order
    epochs: int | None = None,
    ends: str = "",  # "epoch" or "run": what a mistake ends; "right": an epoch without a mistake ends the run
    again: bool = False,  # repeat a row until it is right
    anew: bool = False,  # every epoch starts from zeros
) -> list[Weights]:
    """Weights after every visit; the start if there is no visit."""
    wrong, shift, rate = wrong or wrong_by(asked.at_zero), shift or move, asked.rate
    w, b = zeros = (0.0,) * problem.n_features, 0.0
    history: list[Weights] = []
    for _ in range(problem.epochs if epochs is None else epochs):
        if anew:
            w, b = zeros
        any_moved = False
        for i in range(len(problem.y)) if rows is None else rows:
            x, y = problem.X[i], problem.y[i]
            moved = False
            for _ in range(LONGEST if again else 1):
                a = score(w, x) + (b if scored else 0.0)
                if not wrong(y, a):
                    break
                w, b = plus(w, rate * move(y, a), x), b + (rate * shift(y, a) if asked.bias else 0)
                moved = any_moved = True
            history.append((w, b))
            if moved and ends == "run":
                return history
            if moved and ends == "epoch":
                break
        if ends == "right" and not any_moved:
            break
    return history or [zeros]


def score(w: Row, x: Row) -> float:
    return sum(p * q for p, q in zip(w, x, strict=True))


def plus(w: Row, factor: float, x: Row) -> Row:
    return tuple(p + factor * q for p, q in zip(w, x, strict=True))


def average(history: Iterable[Weights], over: int | None = None) -> Weights:
    """Mean of weights; by default the start is included, as in Algorithm 7."""
    flat = [(*w, b) for w, b in history]
    *w, b = (sum(column) / (len(flat) + 1 if over is None else over) for column in zip(*flat, strict=True))
    return tuple(w), b


def votes_of(history: Iterable[Weights]) -> Votes:
    """Weight vectors that differ from their predecessor, each with the visits after which it was current."""
    entries: list[Vote] = []
    for w, b in history:
        if entries and (entries[-1].w, entries[-1].b) == (w, b):
            entries[-1] = entries[-1]._replace(c=entries[-1].c + 1)
        elif entries or any(w) or b:  # the zero start never votes
            entries.append(Vote(w, b, 1))
    return Votes(tuple(entries))


def result_of(history: list[Weights], asked: Asked) -> Result:
    """Result that a task asks for, from the weights after every visit."""
    if asked.voted:
        return votes_of(history)
    return average(history) if asked.averaged else history[-1]


def rounded_runs(problem: Problem, asked: Asked) -> list[list[Weights]]:
    """Histories in which scores of exactly 0 may be rounded to either side, once there was an update.

    A learning rate such as 0.1 has no exact sums: 0.1 + 0.1 + 0.1 − 0.3 is not 0.
    """
    wrong = wrong_by(asked.at_zero)
    runs: list[list[Weights]] = [[((0.0,) * problem.n_features, 0.0)]]
    for t in range(problem.n_visits):
        x, y = problem.X[t % len(problem.y)], problem.y[t % len(problem.y)]
        longer = []
        for run in runs:
            w, b = run[-1]
            a = score(w, x) + b
            was_updated = any(any(v) or c for v, c in run)
            for is_wrong in (True, False) if a == 0 and was_updated else (wrong(y, a),):
                moved = (plus(w, y, x), b + (y if asked.bias else 0)) if is_wrong else (w, b)
                longer.append([*run, moved])
        runs = longer[:MAX_BRANCHES]
    return [run[1:] for run in runs]
