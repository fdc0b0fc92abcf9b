"""Common misconceptions about the perceptron, each as a small change of a plain run."""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple

from rosenblatt.grading.problems import Problem, Row, Weights
from rosenblatt.grading.runs import (
    Asked,
    Result,
    agree,
    average,
    is_exact,
    plus,
    result_of,
    scaled,
    score,
    visits,
    wrong_by,
)
from rosenblatt.grading.votes import OF_VOTES, Fold, merged, without_start

MAX_ORDERED_ROWS = 4  # rows of which every order is tried


def answer(problem: Problem, asked: Asked, **changes: Any) -> Result:
    """Result of a run."""
    return result_of(visits(problem, asked, **changes), asked)


def after_the_set(problem: Problem, asked: Asked) -> Result:
    """Update after the whole set (Maryland lecture, note 003): scores by the weights at the start of the epoch."""
    w: Row = (0.0,) * problem.n_features
    b, wrong, rate, history = 0.0, wrong_by(asked.at_zero), asked.rate, []
    for _ in range(problem.epochs):
        old = w, b
        for x, y in zip(problem.X, problem.y, strict=True):
            if wrong(y, score(old[0], x) + old[1]):
                w, b = plus(w, rate * y, x), b + (rate * y if asked.bias else 0)
        history.append((w, b))
    return result_of(history, asked)


def tested_after(problem: Problem, asked: Asked) -> Result:
    """Update if the row would be wrong even after the update."""
    wrong, rate = wrong_by(asked.at_zero), asked.rate
    w: Row = (0.0,) * problem.n_features
    b, history = 0.0, []
    for _ in range(problem.epochs):
        for x, y in zip(problem.X, problem.y, strict=True):
            moved, shifted = plus(w, rate * y, x), b + (rate * y if asked.bias else 0)
            if wrong(y, score(moved, x) + shifted):
                w, b = moved, shifted
            history.append((w, b))
    return result_of(history, asked)


def _sign(a: float, at_zero: int) -> int:
    return (a > 0) - (a < 0) or at_zero


class Variant(NamedTuple):
    misconception: str  # goes on from "your function …"
    answer: Callable[[Problem, Asked], Result]


def _changed(misconception: str, **changes: Any) -> Variant:
    return Variant(misconception, lambda problem, asked: answer(problem, asked, **changes))


def _by_rows(misconception: str, rows: Callable[[int], Sequence[int]], **changes: Any) -> Variant:
    return Variant(misconception, lambda problem, asked: answer(problem, asked, rows=rows(len(problem.y)), **changes))


def _by_epochs(misconception: str, epochs: Callable[[int], int]) -> Variant:
    return Variant(misconception, lambda problem, asked: answer(problem, asked, epochs=epochs(problem.epochs)))


def _averaging(misconception: str, mean: Callable[[list[Weights]], Result]) -> Variant:
    return Variant(misconception, lambda problem, asked: mean(visits(problem, asked)))


def _binary(a: float, at_zero: int) -> int:
    """Prediction 0 or 1."""
    return at_zero if a == 0 else int(a > 0)


def _apart(at_zero: int) -> Callable[[int, float], bool]:
    """Mistake of a function that compares labels −1 and +1 with predictions 0 and 1."""
    return lambda y, a: y != _binary(a, at_zero)


def _voting(misconception: str, fold: Fold) -> Variant:
    """Variant of votes, which are read as those of a student."""
    return Variant(misconception, lambda problem, asked: without_start(merged(fold(visits(problem, asked)))))


_ZERO_ONE = "works with labels 0 and 1, and the labels here are −1 and +1"
_ZERO_FOR_MINUS = "predicts 0 and 1, so it takes every row with y = −1 as a mistake"
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
    *(_changed(_ZERO_ONE, wrong=_apart(zero), move=lambda y, a, z=zero: y - _binary(a, z)) for zero in (0, 1)),
    *(_changed(_ZERO_FOR_MINUS, wrong=_apart(zero)) for zero in (0, 1)),
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
STOPS = _changed("stops after an epoch without a mistake, and all epochs count", ends="right")
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


Answers = list[tuple[Problem, Result]]


def variants_of(asked: Asked) -> tuple[Variant, ...]:
    """Misconceptions that a task can meet."""
    if asked.voted:
        own = (_voting(text, fold) for text, fold in OF_VOTES)
        return (*own, STOPS, *VARIANTS)
    return (*VARIANTS, *((*AVERAGES, STOPS) if asked.averaged else LAST))


def misconceptions(answers: Answers, right: Callable[[Problem], Result], asked: Asked) -> list[str]:
    """Variants that give all of these answers: likely misconceptions of the student.

    The answers are for a learning rate of 1: those of another rate are divided by it.
    """
    if all(agree(right(problem), theirs) for problem, theirs in answers):
        return []
    named = [one.misconception for one in variants_of(asked) if _gives(one, answers, asked)]
    if not named and not asked.voted and _in_some_order(answers, asked):
        named = ["visits the rows in another order than they are given in"]
    return list(dict.fromkeys(named))


def _gives(variant: Variant, answers: Answers, asked: Asked) -> bool:
    """Return True if the variant has these answers, exactly or as its sums are rounded with the student's rate."""
    plain, rounds = asked._replace(rate=1.0), not is_exact(asked.rate)

    def given(problem: Problem, theirs: Result) -> bool:
        if agree(variant.answer(problem, plain), theirs):
            return True
        return rounds and agree(scaled(variant.answer(problem, asked), 1 / asked.rate), theirs)

    return all(given(problem, theirs) for problem, theirs in answers)


def _in_some_order(answers: Answers, asked: Asked) -> bool:
    """Return True if each answer for one epoch of few rows is that of some order of the rows."""
    few = [(p, theirs) for p, theirs in answers if p.epochs == 1 and 2 <= len(p.y) <= MAX_ORDERED_ROWS]
    plain = asked._replace(rate=1.0)

    def ordered(problem: Problem, theirs: Result) -> bool:
        orders = permutations(range(len(problem.y)))
        return any(agree(answer(problem, plain, rows=order), theirs) for order in orders)

    return sum(factorial(len(p.y)) for p, _ in few) > MAX_ORDERED_ROWS and all(ordered(*each) for each in few)
