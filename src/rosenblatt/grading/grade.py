"""Grading of a student's training function: the smallest data set and the first visit where it differs."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.conventions import AT_ZERO
from rosenblatt.data.labels import is_whole
from rosenblatt.display import counted
from rosenblatt.docstrings import entries, insert
from rosenblatt.errors import OptionError, Sentence, check_choice, subject
from rosenblatt.grading.engine import right_answer as right_answer
from rosenblatt.grading.examination import SIGNS, ZERO_ONE, Examination
from rosenblatt.grading.problems import Problem
from rosenblatt.grading.runs import Asked, Result, Votes
from rosenblatt.grading.student import FileStudent, FunctionAtHand, Student
from rosenblatt.grading.verdict import Verdict


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
        Kind of failure: "differs", "form", "hangs", "dies", "slow", "load", "nonsense", …, or the name of an
        exception. Empty if the function passed.
    problem : Problem, default=None
        Smallest set found on which the function fails, with ``X``, ``y`` and ``epochs``.
    visit : int, default=None
        First visit after which the weights differ, from 1.
    engine : tuple, default=None
        Weights and bias of the engine after that visit, or its votes ``(w, b, c)``.
    yours : tuple, default=None
        Weights and bias of the function after that visit, or its votes.
    misconceptions : list of str, default=[]
        Known misconceptions that explain every answer of the function.
    line : int, default=None
        Line of the student's file where an exception was raised.
    n_agree : int, default=0
        Number of sets on which the function agrees with the engine.
    worked : str, default=''
        The visit worked out: the score, the test and the update of the engine.
    lab_link : str, default=''
        Link that opens the lab after that visit, relative to the page ``lab.html``. Empty if the set has more than
        two features.
    rate : float, default=1.0
        Learning rate of the function. Its weights are those of the rate 1, multiplied by it.

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
    engine: Result | None = None
    yours: Result | None = None
    misconceptions: list[str] = field(default_factory=list)
    line: int | None = None
    n_agree: int = 0
    worked: str = ""
    lab_link: str = ""
    rate: float = 1.0

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as a dictionary, ready for JSON.

        Returns
        -------
        dict
            Fields by name. The key "set" has the problem; "engine" and "yours" have the keys "w" and "b", or are lists
            of votes with the keys "w", "b" and "c".
        """
        fields = {**vars(self), "set": self.problem and self.problem._asdict()}
        del fields["problem"]
        for name in ("engine", "yours"):
            fields[name] = None if fields[name] is None else _told(fields[name])
        return fields


def _told(result: Result) -> Any:
    """Result by the names of its parts."""
    if isinstance(result, Votes):
        return [{"w": list(vote.w), "b": vote.b, "c": vote.c} for vote in result.entries]
    return {"w": list(result[0]), "b": result[1]}


_PARAMETERS = entries("""
student : str, path-like or callable
    Python file, whose function or class runs in a separate process; or a function or class, which runs in this
    process.
function : str, default=None
    Name of the function or class, if the file has several.
at_zero : {'mistake', 'positive', 'negative'}, default='mistake'
    Meaning of a score of exactly 0.
fit_intercept : bool, default=True
    Whether the function must learn a bias. If False, it returns only ``w``.
averaged : bool, default=False
    Whether the average of the weights is asked for (Algorithm 7) in place of the last weights.
voted : bool, default=False
    Whether a list of votes ``(w, b, c)`` is asked for: every weight vector that a mistake produced, with its survival.
labels : sequence of two ints, default=(-1, 1)
    Labels of the two classes that the function is given: ``(-1, 1)`` or ``(0, 1)``.
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
    voted: bool = False,
    labels: Sequence[int] = (-1, 1),
    numpy: bool = False,
    timeout: float = 10.0,
    seed: int = 0,
) -> Grade:
    """Grade a student's training function against the engine.

    The function is run on small data sets. It is called as ``perceptron(X, y, epochs)`` with a list of rows, a list
    of labels −1 and +1, and a number of epochs. It starts from zeros, visits the rows in their order, ``epochs``
    times, and returns ``w, b``. It may also return a list of such pairs, one per visit, or yield them. A class takes
    ``epochs`` in its constructor or in ``fit``, and keeps ``w_`` and ``b_``. Any constant learning rate is right.

    Parameters
    ----------
    {student, function, at_zero, fit_intercept, averaged, voted, labels, numpy, timeout, seed}

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
    _check(at_zero, timeout, seed, averaged and voted)
    pair, asked = _check_labels(labels), Asked(at_zero, fit_intercept, averaged, voted)
    if callable(student):
        return _graded(FunctionAtHand(student, numpy, voted), asked, pair, int(seed))
    if not isinstance(student, str | os.PathLike) or not Path(student).is_file():
        raise OptionError(f"student must be a Python file that is there, or a function; got {student!r}.")
    options: dict[str, Any] = {"averaged": averaged, "voted": voted, "arrays": numpy, "timeout": float(timeout)}
    with FileStudent(student, function, **options) as opened:
        return _graded(opened, asked, pair, int(seed))


def _check(at_zero: Any, timeout: Any, seed: Any, both_results: bool) -> None:
    if both_results:
        raise OptionError(f"{subject('averaged')} and {subject('voted')} exclude each other: choose one of them.")
    check_choice("at_zero", at_zero, AT_ZERO, quoted=True)
    if not isinstance(timeout, Real) or not 0 < float(timeout) < np.inf:
        raise OptionError(f"timeout must be a positive number of seconds; got {timeout!r}.")
    if not is_whole(str(seed)):
        raise OptionError(f"seed must be a whole number; got {seed!r}.")


def _check_labels(labels: Any) -> tuple[int, int]:
    try:
        found = next(pair for pair in (SIGNS, ZERO_ONE) if tuple(labels) == pair)
    except (StopIteration, TypeError):
        raise OptionError(f"{subject('labels')} must be −1 and 1, or 0 and 1; got {labels!r}.") from None
    return found


def _graded(student: Student, asked: Asked, labels: tuple[int, int], seed: int) -> Grade:
    facts = Verdict(Examination(student, asked, labels, seed)).facts()
    sentence = Sentence(facts.pop("sentence"))
    return Grade(student.name, student.function, facts.pop("passed"), sentence, **facts)


def counted_grades(grades: list[Grade]) -> str:
    """Summary of the grades of a class."""
    return f"{sum(grade.passed for grade in grades)} of {counted(len(grades), 'file')} agree with the engine."
