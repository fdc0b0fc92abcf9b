"""Examination of one student: every data set is asked, and a failed one is made smaller."""

from typing import Any

from rosenblatt.conventions import AT_ZERO
from rosenblatt.grading.comparison import Comparison, Parting, Raw, compared
from rosenblatt.grading.engine import right_answer
from rosenblatt.grading.problems import Problem, number, problems, shrunk, vector
from rosenblatt.grading.results import Answer, Fault
from rosenblatt.grading.runs import Asked, Votes, agree, scaled, scaled_weights
from rosenblatt.grading.student import FileStudent, Student

ONE_CALL = 1.0  # seconds for a call while a set is made smaller
FRESH = 4  # sets asked in a new process, to see whether calls leave state behind
FEW = 30  # sets asked with the other labels first
SIGNS, ZERO_ONE = (-1, 1), (0, 1)  # labels of the two classes

Failed = list[tuple[Problem, Fault | Parting]]


class Examination:
    """One student, asked one data set after the other."""

    def __init__(self, student: Student, asked: Asked, labels: tuple[int, int], seed: int) -> None:
        self.student, self.asked, self.labels = student, asked, labels
        self.problems = problems(seed)
        self.raw: Raw = []
        self.comparison = Comparison(asked)
        for problem in self.problems:  # before the student's time begins
            right_answer(problem, asked)

    @property
    def n_visits(self) -> int:
        return sum(problem.n_visits for problem, _ in self.raw)

    def ask_all(self) -> Failed:
        """Ask every set until the process is gone; return the sets that fail."""
        for problem in self.problems:
            value = self.ask(problem)
            self.raw.append((problem, value))
            if isinstance(value, Fault) and value.is_final:
                break
        self.comparison = compared(self.raw, self.asked, self.student.is_class)
        return self.comparison.failed(self.raw)

    def ask(self, problem: Problem, limit: float | None = None, labels: tuple[int, int] | None = None) -> Any:
        return self.student.ask(labelled(problem, labels or self.labels), limit)

    def fault(self, problem: Problem, limit: float | None = None) -> Fault | Parting | None:
        return self.comparison.fault(problem, self.ask(problem, limit))

    def keeps_state(self, failed: Failed) -> bool:
        """Return True if the failed sets are answered correctly when each is the first question of a new process."""
        if not isinstance(self.student, FileStudent):
            return False
        for problem, _ in [failed[0], *failed[:0:-1][: FRESH - 1]]:
            self.student.restart()
            if self.fault(problem, ONE_CALL) is not None:
                return False
        return len(failed) > 1

    # Other conventions by which the function is right.

    def right_rule(self) -> str:
        """Rule at zero by which every set agrees, if there is another one; else an empty string."""
        return _right_rule(self.raw, self.asked, self.student.is_class, self.asked.at_zero)

    def right_labels(self) -> tuple[tuple[int, int], str] | None:
        """Other labels for which every set agrees, and the rule at zero; None if there are none."""
        labels = SIGNS if self.labels == ZERO_ONE else ZERO_ONE
        raw: Raw = []
        rule = ""
        for part in (self.problems[:FEW], self.problems[FEW:]):
            for problem in part:
                if self.student.seconds_left <= 0:
                    return None
                raw.append((problem, self.ask(problem, ONE_CALL, labels)))
                if isinstance(raw[-1][1], Fault):
                    return None
            rule = _right_rule(raw, self.asked, self.student.is_class)
            if not rule:
                return None
        return labels, rule

    def start(self, problem: Problem) -> str:
        """Weights that the function has before the first visit, if they are not zeros; else an empty string."""
        answer = self.comparison.read(problem, self.ask(problem._replace(epochs=0), ONE_CALL))
        if isinstance(answer, Fault) or isinstance(answer.last, Votes):
            return ""
        w, b = scaled_weights(answer.last, self.comparison.rate)
        bias = f", b = {number(b)}" if self.asked.bias else ""
        return f"w = {vector(w)}{bias}" if any(w) or b else ""

    # Search for a small set and the first difference.

    def smallest(self, problem: Problem, fault: Fault | Parting) -> tuple[Problem, Fault | Parting]:
        """Find a data set as small as possible with the same fault, and its fault."""
        faults = {problem: fault}

        def still(smaller: Problem) -> bool:
            if self.student.seconds_left <= 0:
                return False
            result = self.fault(smaller, ONE_CALL)
            if result is None or result.kind != fault.kind:
                return False
            faults[smaller] = result
            return True

        problem = shrunk(problem, still)
        fault = faults[problem]
        last_only = isinstance(fault, Parting) and fault.visit == problem.n_visits and problem.epochs > 1
        if last_only and not self.asked.voted:
            assert isinstance(fault, Parting)
            fault = self._looked_into(problem, fault)
        return problem, fault

    def _looked_into(self, problem: Problem, last: Parting) -> Parting:
        """Find the first visit of the last epoch after which the weights differ, if only the last weights are known.

        The function is called with the visits so far as the rows of one epoch. Earlier epochs agree, since fewer epochs
        were tried before.
        """
        n, rate = len(problem.y), self.comparison.rate
        for visit in range(problem.n_visits - n + 1, problem.n_visits + 1):
            if self.student.seconds_left <= 0:
                return last
            so_far = problem.prefix(visit)
            answer = self.comparison.read(so_far, self.ask(so_far, ONE_CALL))
            if not isinstance(answer, Answer):
                return last
            right = self.comparison.right(so_far)
            if not agree(right, answer.last):
                note = "" if visit == problem.n_visits else f"asked with these {visit} visits as rows of one epoch"
                return Parting(visit, scaled(right, rate), scaled(answer.last, rate), note)
        note = (
            f"with the same {problem.n_visits} visits as rows of one epoch it is right, so look at what comes between"
        )
        return Parting(last.visit, last.engine, last.yours, f"{note} epochs")


def labelled(problem: Problem, labels: tuple[int, int]) -> Problem:
    """Set with these labels for the classes −1 and +1."""
    return problem if labels == SIGNS else problem._replace(y=tuple(labels[label > 0] for label in problem.y))


def _right_rule(raw: Raw, asked: Asked, is_class: bool, left_out: str = "") -> str:
    """First rule at zero by which no set fails, the asked one before others; else an empty string."""
    for rule in sorted(AT_ZERO, key=lambda rule: rule != asked.at_zero):
        by_rule = asked._replace(at_zero=rule)
        if rule != left_out and not compared(raw, by_rule, is_class).failed(raw):
            return rule
    return ""
