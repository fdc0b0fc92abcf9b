"""Comparison of a student's answers with the engine: form of the result, learning rate, first difference."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rosenblatt.grading.engine import right_answer
from rosenblatt.grading.misconceptions import Answers, misconceptions
from rosenblatt.grading.problems import Problem, Weights
from rosenblatt.grading.results import PAIR, Answer, Fault, forms_of, read
from rosenblatt.grading.runs import (
    Asked,
    Result,
    Votes,
    agree,
    is_exact,
    result_of,
    rounded_runs,
    scaled,
    scaled_weights,
)

LEAST_SHARE = 4  # a rate other than 1 must explain at least one set in four
DIGITS = 12  # of a rate

Raw = list[tuple[Problem, Any]]  # sets, each with the value that the function returned, or its Fault


@dataclass(frozen=True)
class Parting:
    """First visit after which the weights of two runs differ."""

    visit: int
    engine: Result
    yours: Result | None  # None where the list of weights has ended
    note: str = ""
    kind: str = "differs"


class Comparison:
    """Way to read the results of one function, chosen over all sets: their form and their learning rate."""

    def __init__(self, asked: Asked, form: str = PAIR, is_class: bool = False) -> None:
        self.asked, self.form, self.is_class = asked, form, is_class

    @property
    def rate(self) -> float:
        return self.asked.rate

    def right(self, problem: Problem) -> Result:
        """Result of the engine, with the learning rate 1."""
        return right_answer(problem, self.asked._replace(rate=1.0))

    def read(self, problem: Problem, value: Any) -> Answer | Fault:
        """Answer in numbers of the learning rate 1."""
        answer = read(value, problem, self.asked, self.form, self.is_class)
        if isinstance(answer, Fault) or self.rate == 1:
            return answer
        history = answer.history and [scaled_weights(weights, 1 / self.rate) for weights in answer.history]
        return answer._replace(last=scaled(answer.last, 1 / self.rate), history=history)

    def fault(self, problem: Problem, value: Any) -> Fault | Parting | None:
        """Fault of a returned value; None for a correct one."""
        answer = self.read(problem, value)
        if isinstance(answer, Fault):
            return answer
        parting = self._parting(problem, answer)
        return None if parting is None or self._is_rounding(problem, answer) else parting

    def answers(self, raw: Raw) -> Answers:
        """Results of all sets that have one."""
        read_ones = ((problem, self.read(problem, value)) for problem, value in raw)
        return [(problem, answer.last) for problem, answer in read_ones if isinstance(answer, Answer)]

    def failed(self, raw: Raw) -> list[tuple[Problem, Fault | Parting]]:
        faults = ((problem, self.fault(problem, value)) for problem, value in raw)
        return [(problem, fault) for problem, fault in faults if fault is not None]

    def n_rounded(self, raw: Raw) -> int:
        """Number of sets that agree only because scores of exactly 0 may be rounded."""
        if is_exact(self.rate):
            return 0
        return sum(not agree(self.right(problem), last) for problem, last in self.answers(raw))

    def misconceptions(self, raw: Raw) -> list[str]:
        answers = self.answers(raw)
        return misconceptions(answers, self.right, self.asked) if len(answers) == len(raw) else []

    def _parting(self, problem: Problem, answer: Answer) -> Parting | None:
        if answer.history is not None:
            return self._first_parting(problem, answer.history)
        right = self.right(problem)
        if agree(right, answer.last):
            return None
        visit = problem.n_visits
        if isinstance(right, Votes) and isinstance(answer.last, Votes):
            visit = _first_vote(right, answer.last, visit)
        return self._shown(Parting(visit, right, answer.last))

    def _first_parting(self, problem: Problem, history: list[Weights]) -> Parting | None:
        """First difference of weights after every visit. Weights repeated at the end may be left out."""
        right = [self.right(problem.prefix(t)) for t in range(1, problem.n_visits + 1)]
        for visit, (ours, theirs) in enumerate(zip(right, history, strict=False), 1):
            if not agree(ours, theirs):
                aliased = len(history) > 1 and all(w == history[-1][0] for w, _ in history)
                note = "every entry has the same w: put a copy of it into the list" if aliased else ""
                return self._shown(Parting(visit, ours, theirs, note if agree(right[-1], history[-1]) else ""))
        rest = right[len(history) :]
        if any(not agree(ours, history[-1]) for ours in rest):
            return self._shown(Parting(len(history) + 1, rest[0], None, kind="ends early"))
        return None

    def _shown(self, parting: Parting) -> Parting:
        """Parting in the numbers of the student."""
        yours = None if parting.yours is None else scaled(parting.yours, self.rate)
        return Parting(parting.visit, scaled(parting.engine, self.rate), yours, parting.note, parting.kind)

    def _is_rounding(self, problem: Problem, answer: Answer) -> bool:
        """Return True if the answer is that of a run in which scores of exactly 0 were rounded."""
        if is_exact(self.rate):
            return False
        for history in rounded_runs(problem, self.asked):
            if answer.history is None:
                if agree(result_of(history, self.asked), answer.last):
                    return True
            elif len(answer.history) <= len(history):
                padded = [*answer.history, *[answer.history[-1]] * (len(history) - len(answer.history))]
                if all(agree(ours, theirs) for ours, theirs in zip(history, padded, strict=True)):
                    return True
        return False


def _first_vote(ours: Votes, theirs: Votes, n_visits: int) -> int:
    """Visit that made the first vector that is wrong, or that ended the first one with a wrong count."""
    visit = 1
    for place, vote in enumerate(ours.entries):
        visit = n_visits - int(sum(later.c for later in ours.entries[place:])) + 1  # made this vector
        if place >= len(theirs.entries) or not agree(vote[:2], theirs.entries[place][:2]):
            return visit
        if vote.c != theirs.entries[place].c:
            return min(visit + int(vote.c), n_visits)
    return n_visits


def compared(raw: Raw, asked: Asked, is_class: bool) -> Comparison:
    """Form and learning rate in which most answers are right. The form is the same for all sets.

    For one feature, (b, w) and (w, b) look alike: the sets with more features tell them apart.
    """
    best, best_key = Comparison(asked, is_class=is_class), (-1, -1, False)
    for form in forms_of(asked):
        plain = Comparison(asked, form, is_class)
        answers = plain.answers(raw)
        for rate in dict.fromkeys((1.0, _rate(answers, plain))):
            one = Comparison(asked._replace(rate=rate), form, is_class)
            n_right = sum(agree(one.right(problem), scaled(last, 1 / rate)) for problem, last in answers)
            key = (len(answers), n_right, False)
            if key[:2] == best_key[:2] and form not in (PAIR, best.form):  # both ways to read one list
                key = (*key[:2], bool(one.misconceptions(raw)) and not best.misconceptions(raw))
            if key > best_key:
                best, best_key = one, key
    return best


def _rate(answers: Iterable[tuple[Problem, Result]], plain: Comparison) -> float:
    """Positive factor that most results have in common with those of the engine, or 1."""
    factors: Counter[float] = Counter()
    n = 0
    for problem, theirs in answers:
        n += 1
        factor = _factor(plain.right(problem), theirs)
        if factor is not None:
            factors[float(f"{factor:.{DIGITS}g}")] += 1
    common, count = factors.most_common(1)[0] if factors else (1.0, 0)
    return common if count > factors[1.0] and count * LEAST_SHARE >= n else 1.0


def _factor(ours: Result, theirs: Result) -> float | None:
    """Positive number by which one result is the multiple of another; None if there is no such number."""
    mine, yours = _numbers(ours), _numbers(theirs)
    factor = next((q / p for p, q in zip(mine, yours, strict=False) if p), 0.0)
    return factor if 0 < factor < float("inf") and agree(ours, scaled(theirs, 1 / factor)) else None


def _numbers(result: Result) -> list[float]:
    if isinstance(result, Votes):
        return [value for vote in result.entries for value in (*vote.w, vote.b)]
    return [*result[0], result[1]]
