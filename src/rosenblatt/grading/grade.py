"""Grading of a student's training function: the smallest data set and the first visit where it differs."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.conventions import AT_ZERO
from rosenblatt.data.labels import is_whole
from rosenblatt.display import counted
from rosenblatt.docstrings import entries, insert
from rosenblatt.errors import OptionError, Sentence, check_choice, option
from rosenblatt.grading.misconceptions import Asked, agree, misconceptions
from rosenblatt.grading.problems import Problem, Weights, number, problems, shrunk, vector
from rosenblatt.grading.student import Answer, Fault, FileStudent, FunctionAtHand, Student
from rosenblatt.learners import Averaged, Perceptron

ONE_CALL = 1.0  # seconds for a call while a set is made smaller
FRESH = 4  # sets asked in a new process, to see whether calls leave state behind
KEEPS = "something is kept from one call to the next, in a global name or in the default of an argument"


@dataclass(frozen=True)
class Grade:
    """Result of grading one training function.

    The arguments below are also the attributes. Printing a grade shows its sentence.

    Parameters
    ----------
    student : str
        Name of the file or of the function.
    function : str
        Name of the graded function.
    passed : bool
        Whether the function agrees with the engine on all sets.
    sentence : str
        Verdict in one sentence. If the function fails, it names the smallest set found, the first visit with
        other weights, and a likely misconception.
    n_sets : int
        Number of sets the function was run on.
    n_visits : int
        Number of visits on these sets.
    kind : str, default=''
        Kind of failure: "differs", "hangs", "dies", "slow", "load", "nonsense", …, or the name of an exception.
        Empty if the function passed.
    problem : Problem, default=None
        Smallest set found on which the function fails, with ``X``, ``y`` and ``epochs``.
    visit : int, default=None
        First visit after which the weights differ, from 1.
    engine : tuple, default=None
        Weights and bias of the engine after that visit.
    yours : tuple, default=None
        Weights and bias of the function after that visit.
    misconceptions : list of str, default=[]
        Known misconceptions that explain every answer of the function.
    line : int, default=None
        Line of the student's file where an exception was raised.

    See Also
    --------
    rosenblatt.grade : Grade a training function.

    Examples
    --------
    >>> import rosenblatt
    >>> def perceptron(X, y, epochs):
    ...     return [0.0] * len(X[0]), 0.0
    >>> grade = rosenblatt.grade(perceptron)
    >>> grade.passed, grade.kind, grade.visit
    (False, 'differs', 1)
    >>> grade.misconceptions[0]
    'does not update when the score is exactly 0'
    """

    student: str
    function: str
    passed: bool
    sentence: str
    n_sets: int
    n_visits: int
    kind: str = ""
    problem: Problem | None = None
    visit: int | None = None
    engine: Weights | None = None
    yours: Weights | None = None
    misconceptions: list[str] = field(default_factory=list)
    line: int | None = None

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as a dictionary, ready for JSON.

        Returns
        -------
        dict
            Fields by name. The key "set" has the problem; "engine" and "yours" have the keys "w" and "b".
        """
        fields = {**vars(self), "set": self.problem and self.problem._asdict()}
        del fields["problem"]
        for name in ("engine", "yours"):
            fields[name] = fields[name] and {"w": list(fields[name][0]), "b": fields[name][1]}
        return fields


_PARAMETERS = entries("""
student : str, path-like or callable
    Python file, whose function runs in a separate process, or a function, which runs in this process.
function : str, default=None
    Name of the function, if the file has several.
at_zero : {'mistake', 'positive', 'negative'}, default='mistake'
    Meaning of a score of exactly 0.
fit_intercept : bool, default=True
    Whether the function must learn a bias. If False, it returns only ``w``.
averaged : bool, default=False
    Whether the average of the weights is asked for (Algorithm 7) in place of the last weights.
numpy : bool, default=False
    Whether to pass X and y as NumPy arrays.
timeout : float, default=10.0
    Seconds for all calls of a function in a file. A function of this process has no time limit.
seed : int, default=0
    Seed for the random data sets.
""")


@insert(_PARAMETERS)
def grade(
    student: str | os.PathLike[str] | Callable[..., Any],
    *,
    function: str | None = None,
    at_zero: str = "mistake",
    fit_intercept: bool = True,
    averaged: bool = False,
    numpy: bool = False,
    timeout: float = 10.0,
    seed: int = 0,
) -> Grade:
    """Grade a student's training function against the engine.

    The function is run on small data sets. It is called as ``perceptron(X, y, epochs)`` with a list of rows, a list
    of labels −1 and +1, and a number of epochs. It starts from zeros, visits the rows in their order, ``epochs``
    times, and returns ``w, b``. It may also return a list of such pairs, one per visit, or yield them.

    Parameters
    ----------
    {student, function, at_zero, fit_intercept, averaged, numpy, timeout, seed}

    Returns
    -------
    Grade
        Verdict; if the function fails, with the smallest set found and the first visit that differs.

    Raises
    ------
    OptionError
        If ``student`` is neither a file nor a function of three arguments, or another argument is out of range.

    See Also
    --------
    rosenblatt.trace : Every visit of the engine on a data set.

    Examples
    --------
    >>> import rosenblatt
    >>> def perceptron(X, y, epochs):
    ...     w, b = [0.0] * len(X[0]), 0.0
    ...     for _ in range(epochs):
    ...         for x, label in zip(X, y):
    ...             if label * (sum(u * v for u, v in zip(w, x)) + b) <= 0:
    ...                 w, b = [u + label * v for u, v in zip(w, x)], b + label
    ...     return w, b
    >>> rosenblatt.grade(perceptron).passed
    True
    """
    _check(at_zero, timeout, seed)
    asked = Asked(at_zero, fit_intercept, averaged)
    if callable(student):
        return _Grading(FunctionAtHand(student, fit_intercept, numpy), asked, seed).grade()
    if not isinstance(student, str | os.PathLike) or not Path(student).is_file():
        raise OptionError(f"student must be a Python file that is there, or a function; got {student!r}.")
    options: dict[str, Any] = {"bias": fit_intercept, "averaged": averaged, "arrays": numpy, "timeout": float(timeout)}
    with FileStudent(student, function, **options) as opened:
        return _Grading(opened, asked, seed).grade()


def _check(at_zero: Any, timeout: Any, seed: Any) -> None:
    check_choice("at_zero", at_zero, AT_ZERO, quoted=True)
    if not isinstance(timeout, Real) or not 0 < float(timeout) < np.inf:
        raise OptionError(f"timeout must be a positive number of seconds; got {timeout!r}.")
    if not is_whole(str(seed)):
        raise OptionError(f"seed must be a whole number; got {seed!r}.")


@lru_cache(maxsize=4096)
def right_answer(problem: Problem, asked: Asked) -> Weights:
    """Weights of the engine after all visits. A row that comes once more belongs to the next epoch."""
    learner = (Averaged if asked.averaged else Perceptron)(at_zero=asked.at_zero, fit_intercept=asked.bias)
    X, y = np.array(problem.X, dtype=np.float64), np.array(problem.y)
    learner.partial_fit(np.tile(X, (problem.epochs, 1)), np.tile(y, problem.epochs), classes=[-1, 1])
    w, b = learner.model.weights  # type: ignore[attr-defined]
    return tuple(w[0].tolist()), float(b[0])


@dataclass(frozen=True)
class _Parting:
    """First visit after which the weights of two runs differ."""

    visit: int
    engine: Weights
    yours: Weights | None  # None where the list of weights has ended
    note: str = ""
    kind: str = "differs"


class _Grading:
    """One student, asked one data set after the other."""

    def __init__(self, student: Student, asked: Asked, seed: int) -> None:
        self.student, self.asked, self.n_sets, self.n_visits = student, asked, 0, 0
        self.problems = problems(int(seed))
        for problem in self.problems:  # before the student's time begins
            self._right(problem)

    def _right(self, problem: Problem) -> Weights:
        return right_answer(problem, self.asked)

    def grade(self) -> Grade:
        failed: list[tuple[Problem, Fault | _Parting]] = []
        answers: list[tuple[Problem, Weights]] = []
        for problem in self.problems:
            answer = self.student.answer(problem)
            self.n_sets, self.n_visits = self.n_sets + 1, self.n_visits + problem.n_visits
            if isinstance(answer, Answer):
                answers.append((problem, answer.last))
            if (fault := self._fault(problem, answer)) is not None:
                failed.append((problem, fault))
                if isinstance(fault, Fault) and fault.is_final:
                    break
        if not failed:
            return self._graded(f"All {self.n_sets} sets agree, {self.n_visits:,} visits.", passed=True)
        problem, fault = failed[0]
        if isinstance(fault, Fault) and fault.is_final:
            return self._failed(problem, fault)
        if self._keeps(failed):
            return self._failed(problem, fault, f"asked first of all it is right: {KEEPS}")
        problem, fault = self._smallest(problem, fault)
        if isinstance(fault, Fault):
            return self._failed(problem, fault)
        explained = fault.yours is not None and len(answers) == len(self.problems)
        named = misconceptions(answers, self._right, self.asked) if explained else []
        return self._parted(problem, fault, named)

    # Search for the first difference.

    def _fault(self, problem: Problem, answer: Answer | Fault) -> Fault | _Parting | None:
        """Fault of an answer; None for a correct one."""
        if isinstance(answer, Fault):
            return answer
        if answer.history is not None:
            return self._first_parting(problem, answer.history)
        right = self._right(problem)
        return None if agree(right, answer.last) else _Parting(problem.n_visits, right, answer.last)

    def _first_parting(self, problem: Problem, history: list[Weights]) -> _Parting | None:
        """First difference of weights after every visit. Weights repeated at the end may be left out."""
        right = [self._right(problem.prefix(t)) for t in range(1, problem.n_visits + 1)]
        for visit, (ours, theirs) in enumerate(zip(right, history, strict=False), 1):
            if not agree(ours, theirs):
                aliased = len(history) > 1 and all(w == history[-1][0] for w, _ in history)
                note = "every entry has the same w: put a copy of it into the list" if aliased else ""
                return _Parting(visit, ours, theirs, note if agree(right[-1], history[-1]) else "")
        rest = right[len(history) :]
        if any(not agree(ours, history[-1]) for ours in rest):
            return _Parting(len(history) + 1, rest[0], None, kind="ends early")
        return None

    def _keeps(self, failed: list[tuple[Problem, Fault | _Parting]]) -> bool:
        """Return True if the failed sets are answered correctly when each is the first question of a new process."""
        if not isinstance(self.student, FileStudent):
            return False
        for problem, _ in [failed[0], *failed[:0:-1][: FRESH - 1]]:
            self.student.restart()
            if self._fault(problem, self.student.answer(problem, ONE_CALL)) is not None:
                return False
        return len(failed) > 1

    def _smallest(self, problem: Problem, fault: Fault | _Parting) -> tuple[Problem, Fault | _Parting]:
        """Find a data set as small as possible with the same fault, and its fault."""
        faults = {problem: fault}

        def still(smaller: Problem) -> bool:
            if self.student.seconds_left <= 0:
                return False
            result = self._fault(smaller, self.student.answer(smaller, ONE_CALL))
            if result is None or result.kind != fault.kind:
                return False
            faults[smaller] = result
            return True

        problem = shrunk(problem, still)
        fault = faults[problem]
        if isinstance(fault, _Parting) and fault.visit == problem.n_visits and problem.epochs > 1:
            fault = self._looked_into(problem, fault)
        return problem, fault

    def _looked_into(self, problem: Problem, last: _Parting) -> _Parting:
        """Find the first visit of the last epoch after which the weights differ, if only the last weights are known.

        The function is called with the visits so far as the rows of one epoch. Earlier epochs agree, since fewer epochs
        were tried before.
        """
        n = len(problem.y)
        for visit in range(problem.n_visits - n + 1, problem.n_visits + 1):
            if self.student.seconds_left <= 0:
                return last
            so_far = problem.prefix(visit)
            answer = self.student.answer(so_far, ONE_CALL)
            if isinstance(answer, Fault):
                return last
            right = self._right(so_far)
            if not agree(right, answer.last):
                note = "" if visit == problem.n_visits else f"asked with these {visit} visits as rows of one epoch"
                return _Parting(visit, right, answer.last, note)
        note = (
            f"with the same {problem.n_visits} visits as rows of one epoch it is right, so look at what comes between"
        )
        return _Parting(last.visit, last.engine, last.yours, f"{note} epochs")

    # Sentences.

    def _failed(self, problem: Problem, fault: Fault | _Parting, note: str = "") -> Grade:
        if isinstance(fault, _Parting):
            return self._parted(problem, fault, [], note)
        line = "" if fault.line is None else f", in line {fault.line}"
        facts: dict[str, Any] = {"kind": fault.kind, "line": fault.line}
        if fault.kind == "load":
            self.n_sets = self.n_visits = 0
            return self._graded(f"{self.student.name} {fault.text}{line}.", **facts)
        parts = (f"{problem}: your function {fault.text}{line}", note, self._hint(problem, fault))
        return self._graded(": ".join(filter(None, parts)) + ".", problem=problem, **facts)

    def _parted(self, problem: Problem, parting: _Parting, named: list[str], note: str = "") -> Grade:
        thought = f"your function {', or '.join(named)}" if named else ""
        parts = (f"{problem}: {self._compared(parting)}", parting.note, note, thought)
        facts: dict[str, Any] = {"visit": parting.visit, "engine": parting.engine, "yours": parting.yours}
        facts |= {"kind": parting.kind, "problem": problem, "misconceptions": named}
        return self._graded(": ".join(filter(None, parts)) + ".", **facts)

    def _graded(self, sentence: str, passed: bool = False, **facts: Any) -> Grade:
        facts |= {"n_sets": self.n_sets, "n_visits": self.n_visits}
        return Grade(self.student.name, self.student.function, passed, Sentence(sentence), **facts)

    def _compared(self, parting: _Parting) -> str:
        visit, ours = parting.visit, self._weights(parting.engine)
        if parting.yours is None:
            return f"your list ends after visit {visit - 1}; after visit {visit} the engine has {ours}"
        theirs = self._weights(parting.yours)
        if ours == theirs:
            ours, theirs = self._weights(parting.engine, 17), self._weights(parting.yours, 17)
        return f"after visit {visit} the engine has {ours}; yours has {theirs}"

    def _weights(self, weights: Weights, digits: int = 6) -> str:
        w, b = weights
        bias = f", b = {number(b, digits)}" if self.asked.bias or b else ""
        return f"w = {vector(w, digits)}{bias}"

    def _hint(self, problem: Problem, fault: Fault) -> str:
        """Hint at a common misconception behind a fault."""
        if fault.kind == "hangs" and self._inseparable(problem):
            return "no plane separates these rows, so there is always a mistake; stop when the epochs are over"
        if fault.kind == "AttributeError" and "'list' object" in fault.text:
            return f"X and y are lists; {option('numpy', True)} gives arrays"
        return ""

    def _inseparable(self, problem: Problem) -> bool:
        from rosenblatt.proofs.search.certify import certify

        X, y = np.array(problem.X, dtype=np.float64), np.array(problem.y)
        return len(set(problem.y)) > 1 and certify(X, y, fit_intercept=self.asked.bias).separable is False


def counted_grades(grades: list[Grade]) -> str:
    """Summary of the grades of a class."""
    return f"{sum(grade.passed for grade in grades)} of {counted(len(grades), 'file')} agree with the engine."
