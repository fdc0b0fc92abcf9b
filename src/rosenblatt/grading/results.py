"""Results of a student's function: numbers and nested lists, read as weights in one of several forms."""

import math
from typing import Any, NamedTuple

from rosenblatt.display import counted
from rosenblatt.grading.problems import Problem, Weights
from rosenblatt.grading.runs import Asked, Result, Vote, Votes
from rosenblatt.grading.votes import is_zero, merged, without_start

MAX_TEXT = 300  # characters of a fault
PAIR = "w, b"
# Forms of a result, and what a function does that has it. The first one is asked for.
FORMS = {
    PAIR: "returns w, b",
    "b, w": "returns b, w",
    "[b, w]": "returns one list with the bias first, [b, w₁, …]",
    "[w, b]": "returns one list with the bias last, [w₁, …, b]",
}


class Fault(NamedTuple):
    """Misbehaviour of a function instead of an answer; the text continues "your function …"."""

    text: str
    kind: str
    line: int | None = None

    @property
    def is_final(self) -> bool:
        """Return True if the process is gone or never started, so nothing more can be asked."""
        return self.kind in ("hangs", "slow", "dies", "load", "pipe")


class Answer(NamedTuple):
    """Result of a run, and the weights after each visit if the function returns them."""

    last: Result
    history: list[Weights] | None = None
    has_start: bool = False  # votes with an entry for the zero start


def forms_of(asked: Asked) -> tuple[str, ...]:
    return tuple(FORMS) if asked.bias and not asked.voted else (PAIR,)


def read(value: Any, problem: Problem, asked: Asked, form: str = PAIR, is_class: bool = False) -> Answer | Fault:
    """Answer from the numbers that a function returned, or its fault."""
    try:
        return value if isinstance(value, Fault) else _read(value, problem, asked, form, is_class)
    except RecursionError:
        return Fault("returns lists in lists in lists without end", "nonsense")


def _read(value: Any, problem: Problem, asked: Asked, form: str, is_class: bool) -> Answer | Fault:
    d = problem.n_features
    if asked.voted:
        votes = _votes(value, d, asked.bias)
        return Fault(_must(asked, d, value, is_class), "nonsense") if votes is None else _finite_votes(votes)
    last = _weights(value, d, asked.bias, form)
    if last is not None:
        return _finite(Answer(last))
    history = [_weights(entry, d, asked.bias, form) for entry in value] if isinstance(value, list) else []
    if not history or None in history:
        return Fault(_must(asked, d, value, is_class), "nonsense")
    return _history([entry for entry in history if entry is not None], problem)


def _must(asked: Asked, d: int, value: Any, is_class: bool) -> str:
    """Sentence about a result of the wrong shape."""
    numbers = f"a list of {counted(d, 'number')}"
    if asked.voted:
        return (
            f"must return a list of entries (w{', b' * asked.bias}, c), where w is {numbers}; it returns {_text(value)}"
        )
    if is_class:
        names = "w_ and b_, or w and b" if asked.bias else "w_ or w"
        return f"must keep its weights as attributes {names}, here {numbers}; it has {_text(value)}"
    bias = asked.bias
    return f"must return w{', b' * bias}, here {numbers}{' and a number' * bias}; it returns {_text(value)}"


def _history(history: list[Weights], problem: Problem) -> Answer | Fault:
    """Weights after each visit. The start may come first, and repeated weights at the end may be left out."""
    if len(history) == problem.n_visits + 1:
        start, *history = history
        if not history:  # no epochs
            return _finite(Answer(start))
    if len(history) > problem.n_visits:
        text = f"returns a list of {len(history)} weights for {counted(problem.n_visits, 'visit')}"
        return Fault(text, "too many visits")
    return _finite(Answer(history[-1], history))


def _finite(answer: Answer) -> Answer | Fault:
    numbers = [(*w, b) for w, b in answer.history or ()]
    if not numbers and not isinstance(answer.last, Votes):
        numbers = [(*answer.last[0], answer.last[1])]
    for values in numbers:
        if (fault := _infinite(values)) is not None:
            return fault
    return answer


def _infinite(values: tuple[float, ...]) -> Fault | None:
    wrong = next((value for value in values if not math.isfinite(value)), None)
    return None if wrong is None else Fault(f"returns {wrong}, where a number must be", "nonsense")


def _finite_votes(votes: Votes) -> Answer | Fault:
    for vote in votes.entries:
        if (fault := _infinite((*vote.w, vote.b, vote.c))) is not None:
            return fault
    has_start = bool(votes.entries) and is_zero(votes.entries[0])
    return Answer(without_start(merged(votes)), has_start=has_start)


def _weights(value: Any, d: int, bias: bool, form: str = PAIR) -> Weights | None:
    """Weights w and b. Column and row vectors and single numbers are accepted."""
    if form.startswith("["):
        return _from_one_list(value, d, form)
    whole = _flat(value)
    if not bias and whole is not None and len(whole) == d:
        return tuple(whole), 0.0
    if not isinstance(value, list) or len(value) != 2 or (not bias and isinstance(value[1], list)):
        return None
    w, b = map(_flat, value if form == PAIR else value[::-1])
    return (tuple(w), b[0]) if w is not None and b is not None and (len(w), len(b)) == (d, 1) else None


def _from_one_list(value: Any, d: int, form: str) -> Weights | None:
    """Weights from one list of d + 1 numbers, or from a row or a column of them."""
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if not isinstance(value, list) or len(value) != d + 1:
        return None
    parts = [_flat(part) for part in value]
    if any(part is None or len(part) != 1 for part in parts):
        return None
    numbers = [part[0] for part in parts if part]
    return (tuple(numbers[1:]), numbers[0]) if form == "[b, w]" else (tuple(numbers[:-1]), numbers[-1])


def _votes(value: Any, d: int, bias: bool) -> Votes | None:
    """Entries (w, b, c), or ((w, b), c)."""
    if not isinstance(value, list):
        return None
    entries = [_vote(entry, d, bias) for entry in value]
    return None if None in entries else Votes(tuple(entry for entry in entries if entry is not None))


def _vote(entry: Any, d: int, bias: bool) -> Vote | None:
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        return None
    *pair, last = entry
    weights = _weights(pair[0] if len(pair) == 1 else pair, d, bias)
    count = _flat(last)
    return Vote(*weights, count[0]) if weights is not None and count is not None and len(count) == 1 else None


def _flat(value: Any) -> list[float] | None:
    """All numbers of nested lists; None if there is anything else."""
    if isinstance(value, dict):
        return None
    if not isinstance(value, list):
        try:
            return [float(value)]
        except OverflowError:
            return [math.inf]
    parts = [_flat(part) for part in value]
    return None if None in parts else [number for part in parts for number in part or []]


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "nothing, None" if value["type"] == "None" else f"a {value['type']}"
    if not isinstance(value, list):
        return "a number"
    parts = (_text(part) if isinstance(part, dict | list) else f"{(_flat(part) or [0.0])[0]:g}" for part in value[:6])
    return "[" + ", ".join(parts) + "]"
