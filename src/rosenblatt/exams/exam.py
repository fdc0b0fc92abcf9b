"""Exam about the perceptron, drawn from a seed, with solutions in exact arithmetic."""

import os
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rosenblatt.exams.page import page_of
from rosenblatt.exams.questions import TOTAL, Questions
from rosenblatt.exams.solution_parts import Solutions
from rosenblatt.files.pages import write_page


@dataclass(frozen=True)
class Exam:
    """An exam about the perceptron: five questions and their solutions.

    The arguments below are also the attributes. Numbers are whole or ``fractions.Fraction``; nothing is rounded.

    Parameters
    ----------
    seed : int
        Seed that the exam was drawn from.
    questions : tuple
        The five questions: a run, a line, the mistake bound, averaging and voting, and two sets that may be separable.
    solutions : tuple
        Solution of each question, in the same order.

    See Also
    --------
    exam : Draw an exam from a seed.

    Examples
    --------
    >>> import rosenblatt
    >>> paper = rosenblatt.exam(17)
    >>> [question.marks for question in paper.questions]
    [16, 10, 12, 12, 10]
    >>> paper.save("exam.html").name
    'exam.html'
    """

    seed: int
    questions: Questions
    solutions: Solutions

    def html(self, solutions: bool = True) -> str:
        """Return the exam as an HTML page, which prints on A4.

        Parameters
        ----------
        solutions : bool, default=True
            Whether the solutions follow the questions, on a new page.

        Returns
        -------
        str
            The whole page: one file that needs no other file and no network.
        """
        return page_of(self.seed, self.questions, self.solutions, solutions)

    def to_dict(self, solutions: bool = True) -> dict[str, Any]:
        """Return the exam as a dictionary, ready for JSON.

        Parameters
        ----------
        solutions : bool, default=True
            Whether the key "solutions" is present.

        Returns
        -------
        dict
            Seed, total of marks, questions and solutions. Fractions are strings such as "3/4".
        """
        asked = [{"title": question.title, "marks": question.marks, **asdict(question)} for question in self.questions]
        fields: dict[str, Any] = {"seed": self.seed, "marks": TOTAL, "questions": _plain(asked)}
        return {**fields, "solutions": _plain([asdict(one) for one in self.solutions])} if solutions else fields

    def save(self, path: str | os.PathLike[str], solutions: bool = True) -> Path:
        """Write the page to a file, all of it or nothing.

        Parameters
        ----------
        path : str or path-like
            File to write, in a folder that exists. An existing file is replaced.
        solutions : bool, default=True
            Whether the solutions follow the questions.

        Returns
        -------
        Path
            Path of the file.

        Raises
        ------
        OptionError
            If the folder does not exist, or the path is a folder.
        """
        return write_page(path, self.html(solutions), "exam.html", "output", "path")


def _plain(value: Any) -> Any:
    """Lists, dicts, whole numbers and strings, for JSON."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value
