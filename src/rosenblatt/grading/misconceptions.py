"""Perceptron in plain Python, and common misconceptions, each as a small change of it.

The engine defines the right answer; these variants only suggest a misconception.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple

from rosenblatt.conventions import SIGN_OF_ZERO
from rosenblatt.grading.problems import Problem, Row, Weights

TOLERANCE = 1e-9  # relative to the largest weight, or to 1: a student may add in another order
MAX_ORDERED_ROWS = 4  # rows of which every order is tried
LONGEST = 100  # maximum updates on one row, for "until it is right"

Wrong = Callable[[int, float], bool]
Move = Callable[[int, float], float]


class Asked(NamedTuple):
    """Task: the rule at zero, with or without a bias, the last weights or their average."""

    at_zero: str = "mistake"
    bias: bool = True
    averaged: bool = False


def agree(a: Weights, b: Weights) -> bool:
    """Return True if two weights are equal up to rounding."""
    ours, theirs = (*a[0], a[1]), (*b[0], b[1])
    close = TOLERANCE * max(1.0, *(abs(value) for value in ours))
    return all(abs(x - y) <= close for x, y in zip(ours, theirs, strict=True))


def wrong_by(at_zero: str) -> Wrong:
    sign = SIGN_OF_ZERO[at_zero]
    return lambda y, a: y * a < 0 or (a == 0 and y != sign)


def _sign(a: float, at_zero: int) -> int:
    return (a > 0) - (a < 0) or at_zero


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
    ends: str = "",  # "epoch" or "run": what a mistake ends
    again: bool = False,  # repeat a row until it is right
    anew: bool = False,  # every epoch starts from zeros
) -> list[Weights]:
    """Weights after every visit; the start if there is no visit."""
    wrong, shift = wrong or wrong_by(asked.at_zero), shift or move
    w, b = zeros = (0.0,) * problem.n_features, 0.0
    history: list[Weights] = []
    for _ in range(problem.epochs if epochs is None else epochs):
        if anew:
            w, b = zeros
        for i in range(len(problem.y)) if rows is None else rows:
            x, y = problem.X[i], problem.y[i]
            moved = False
            for _ in range(LONGEST if again else 1):
                a = _score(w, x) + (b if scored else 0.0)
                if not wrong(y, a):
                    break
                w, b = _plus(w, move(y, a), x), b + (shift(y, a) if asked.bias else 0)
                moved = True
            history.append((w, b))
            if moved and ends == "run":
                return history
            if moved and ends == "epoch":
                break
    return history or [zeros]


def _score(w: Row, x: Row) -> float:
    return sum(p * q for p, q in zip(w, x, strict=True))


def _plus(w: Row, factor: float, x: Row) -> Row:
    return tuple(p + factor * q for p, q in zip(w, x, strict=True))


def average(history: Iterable[Weights], over: int | None = None) -> Weights:
    """Mean of weights; by default the start is included, as in Algorithm 7."""
    flat = [(*w, b) for w, b in history]
    *w, b = (sum(column) / (len(flat) + 1 if over is None else over) for column in zip(*flat, strict=True))
    return tuple(w), b


def answer(problem: Problem, asked: Asked, **changes: Any) -> Weights:
    """Result of a run."""
    history = visits(problem, asked, **changes)
    return average(history) if asked.averaged else history[-1]


def after_the_set(problem: Problem, asked: Asked) -> Weights:
    """Update after the whole set (Maryland lecture, note 003): scores by the weights at the start of the epoch."""
    w: Row = (0.0,) * problem.n_features
    b, wrong, history = 0.0, wrong_by(asked.at_zero), []
    for _ in range(problem.epochs):
        old = w, b
        for x, y in zip(problem.X, problem.y, strict=True):
            if wrong(y, _score(old[0], x) + old[1]):
                w, b = _plus(w, y, x), b + (y if asked.bias else 0)
        history.append((w, b))
    return average(history) if asked.averaged else history[-1]


def tested_after(problem: Problem, asked: Asked) -> Weights:
    """Update if the row would be wrong even after the update."""
    wrong = wrong_by(asked.at_zero)
    w: Row = (0.0,) * problem.n_features
    b, history = 0.0, []
    for _ in range(problem.epochs):
        for x, y in zip(problem.X, problem.y, strict=True):
            moved, shifted = _plus(w, y, x), b + (y if asked.bias else 0)
            if wrong(y, _score(moved, x) + shifted):
                w, b = moved, shifted
            history.append((w, b))
    return average(history) if asked.averaged else history[-1]


class Variant(NamedTuple):
    misconception: str  # goes on from "your function …"
    answer: Callable[[Problem, Asked], Weights]


def _changed(misconception: str, **changes: Any) -> Variant:
    return Variant(misconception, lambda problem, asked: answer(problem, asked, **changes))


def _by_rows(misconception: str, rows: Callable[[int], Sequence[int]], **changes: Any) -> Variant:
    return Variant(misconception, lambda problem, asked: answer(problem, asked, rows=rows(len(problem.y)), **changes))


def _by_epochs(misconception: str, epochs: Callable[[int], int]) -> Variant:
    return Variant(misconception, lambda problem, asked: answer(problem, asked, epochs=epochs(problem.epochs)))


def _averaging(misconception: str, mean: Callable[[list[Weights]], Weights]) -> Variant:
    return Variant(misconception, lambda problem, asked: mean(visits(problem, asked)))


_PREDICTED = "updates with its prediction ŷ instead of the label y"

VARIANTS = (
    _changed("does not update when the score is exactly 0", wrong=lambda y, a: y * a < 0),
    _changed("takes a score of exactly 0 as a mistake of either class", wrong=wrong_by("mistake")),
    _changed("takes a score of exactly 0 as the prediction +1", wrong=wrong_by("positive")),
    _changed("takes a score of exactly 0 as the prediction −1", wrong=wrong_by("negative")),
    _changed("does not learn the bias b", shift=lambda y, a: 0),
    _changed("leaves the bias b out of the score", scored=False),
    _changed("adds 1 to the bias b at every mistake, instead of y", shift=lambda y, a: 1),
    _changed("subtracts y from the bias b instead of adding it", shift=lambda y, a: -y),
    Variant("learns a bias, and none is asked for", lambda problem, asked: answer(problem, asked._replace(bias=True))),
    _changed("updates at every visit, also when the row is right", wrong=lambda y, a: True),
    _changed("updates when the row is right, and not when it is wrong", wrong=lambda y, a: y * a >= 0),
    _changed("updates when y times the score is below 1, as a support vector machine", wrong=lambda y, a: y * a < 1),
    _changed("subtracts y·x instead of adding it", move=lambda y, a: -y),
    _changed("adds x instead of y·x", move=lambda y, a: 1),
    _changed("adds x instead of y·x", move=lambda y, a: 1, shift=lambda y, a: y),
    *(_changed(_PREDICTED, move=lambda y, a, zero=zero: _sign(a, zero)) for zero in (-1, 0, 1)),
    *(_changed(_PREDICTED, move=lambda y, a, zero=zero: _sign(a, zero), shift=lambda y, a: y) for zero in (-1, 0, 1)),
    _changed("updates by y − ŷ, which is 2y where the score is not 0", move=lambda y, a: y - _sign(a, 0)),
    Variant("looks at the score after the update, not before it", tested_after),
    _changed("updates on the same row until it is right, instead of once a visit", again=True),
    _changed("stops after the first mistake", ends="run"),
    _changed("goes on to the next epoch after the first mistake", ends="epoch"),
    _by_epochs("goes through the rows only once, whatever epochs says", lambda epochs: 1),
    _by_epochs("makes one epoch too few", lambda epochs: epochs - 1),
    _by_epochs("makes one epoch too many", lambda epochs: epochs + 1),
    _by_rows("never visits the first row", lambda n: range(1, n)),
    _by_rows("never visits the last row", lambda n: range(n - 1)),
    _by_rows("visits the rows from the last to the first", lambda n: range(n - 1, -1, -1)),
    _changed("starts from zeros again in every epoch", anew=True),
    Variant("updates after the whole set, not at each row", after_the_set),
)
LAST = (_averaging("returns an average of the weights, not the last ones", average),)
AVERAGES = (
    _averaging("returns the last weights, not their average", lambda history: history[-1]),
    _averaging("averages only at mistakes, not after every visit", lambda history: average(_changes(history))),
    _averaging("averages only at mistakes, not after every visit", lambda h: average(c := _changes(h), len(c) or 1)),
    _averaging("divides by the visits T; Algorithm 7 counts the start too, T + 1", lambda h: average(h, len(h))),
    _averaging(
        "adds up the weights before each visit, not after it", lambda h: average([*h[:-1]] or _zeros(h), len(h))
    ),
    _averaging("returns the sum of the weights, not divided by T + 1", lambda history: average(history, 1)),
    _averaging("averages w, and returns the last b", lambda history: (average(history)[0], history[-1][1])),
)


def _changes(history: list[Weights]) -> list[Weights]:
    """Weights that were produced by mistakes."""
    before = [_zeros(history)[0], *history]
    return [after for old, after in zip(before, history, strict=False) if old != after] or _zeros(history)


def _zeros(history: list[Weights]) -> list[Weights]:
    return [((0.0,) * len(history[0][0]), 0.0)]


Answers = list[tuple[Problem, Weights]]


def misconceptions(answers: Answers, right: Callable[[Problem], Weights], asked: Asked) -> list[str]:
    """Variants that give all of these answers: likely misconceptions of the student."""
    if _gives(right, answers):
        return []
    tried = (*VARIANTS, *(AVERAGES if asked.averaged else LAST))
    named = [one.misconception for one in tried if _gives(partial(one.answer, asked=asked), answers)]
    factor = _factor(answers, right)
    if factor is not None and not named:
        named = [
            f"has {factor:.6g} times the weights that are asked for: the learning rate must be 1, and the step y·x"
        ]
    if not named and _in_some_order(answers, asked):
        named = ["visits the rows in another order than they are given in"]
    return list(dict.fromkeys(named))


def _gives(variant: Callable[[Problem], Weights], answers: Answers) -> bool:
    return all(agree(variant(problem), theirs) for problem, theirs in answers)


def _factor(answers: Answers, right: Callable[[Problem], Weights]) -> float | None:
    """Common factor by which all weights are too large, if there is one."""
    ratios = ((theirs, (*right(problem)[0], right(problem)[1])) for problem, theirs in answers)
    factor = next((((*t[0], t[1])[i] / ours[i]) for t, ours in ratios for i in range(len(ours)) if ours[i]), None)
    if not factor:
        return None

    def scaled(problem: Problem) -> Weights:
        w, b = right(problem)
        return tuple(factor * value for value in w), factor * b

    return factor if _gives(scaled, answers) else None


def _in_some_order(answers: Answers, asked: Asked) -> bool:
    """Return True if each answer for one epoch of few rows is that of some order of the rows."""
    few = [(p, theirs) for p, theirs in answers if p.epochs == 1 and 2 <= len(p.y) <= MAX_ORDERED_ROWS]

    def ordered(problem: Problem, theirs: Weights) -> bool:
        orders = permutations(range(len(problem.y)))
        return any(agree(answer(problem, asked, rows=order), theirs) for order in orders)

    return sum(factorial(len(p.y)) for p, _ in few) > MAX_ORDERED_ROWS and all(ordered(*each) for each in few)
