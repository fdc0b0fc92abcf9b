"""Verdict on one student: the sentence, and the facts behind it."""

from typing import Any

import numpy as np

from rosenblatt.errors import option
from rosenblatt.grading.comparison import Parting
from rosenblatt.grading.examination import ZERO_ONE, Examination, labelled
from rosenblatt.grading.lab_link import lab_link
from rosenblatt.grading.problems import Problem, Weights, number, vector
from rosenblatt.grading.results import FORMS, PAIR, Fault
from rosenblatt.grading.runs import Result, Votes
from rosenblatt.grading.worked import worked

KEEPS = "something is kept from one call to the next, in a global name or in the default of an argument"
MAX_LISTED = 4  # votes that are written out
AT_ZERO_TEXT = {
    "mistake": "takes a score of exactly 0 as a mistake of either class",
    "positive": "takes a score of exactly 0 as the prediction +1",
    "negative": "takes a score of exactly 0 as the prediction −1",
}

Facts = dict[str, Any]


class Verdict:
    """Sentence and facts of a finished examination."""

    def __init__(self, examination: Examination) -> None:
        self.examination, self.student, self.asked = examination, examination.student, examination.asked
        self.noun = "class" if self.student.is_class else "function"
        self.n_failed = 0

    def facts(self) -> Facts:
        """Facts of the grade, with its sentence."""
        failed = self.examination.ask_all()
        self.noun = "class" if self.student.is_class else "function"
        self.n_failed = len(failed)
        if not failed:
            return self._right()
        problem, fault = failed[0]
        if isinstance(fault, Fault) and fault.is_final:
            return self._failed(problem, fault)
        if self.examination.keeps_state(failed):
            return self._any(problem, fault, f"asked first of all it is right: {KEEPS}")
        named, hint = self._convention()
        problem, fault = self.examination.smallest(problem, fault)
        if isinstance(fault, Fault):
            thought = f"your {self.noun} {named[0]}" if named else ""
            return self._failed(problem, fault, ": ".join(filter(None, (thought, hint)))) | {"misconceptions": named}
        return self._parted(problem, fault, named or self._named(problem, fault), hint=hint)

    # Functions that are right, or right by another convention.

    def _right(self) -> Facts:
        comparison, raw = self.examination.comparison, self.examination.raw
        agreed = f"All {len(raw)} sets agree"
        if self._form:
            return self._graded(f"{agreed}, but your {self.noun} {self._form}.", kind="form")
        rate = number(comparison.rate)
        sentence = f"{agreed}, {self.examination.n_visits:,} visits"
        if comparison.rate != 1:
            sentence += (
                f", with the learning rate {rate}: each step is {rate}·y·x, so your weights are {rate} times ours"
            )
            if n_rounded := comparison.n_rounded(raw):
                sentence += f"; on {n_rounded} of the sets, rounding of {rate} moves a score of exactly 0"
        if any(getattr(read, "has_start", False) for read in (comparison.read(*one) for one in raw)):
            sentence += "; your list has the zero start too, which never votes"
        return self._graded(f"{sentence}.", passed=True)

    @property
    def _form(self) -> str:
        """Fault of the form of the result, or an empty string. A class may keep its weights in one list."""
        form = self.examination.comparison.form
        return "" if form == PAIR or self.student.is_class else f"{FORMS[form]}: return w, b"

    def _convention(self) -> tuple[list[str], str]:
        """Convention by which the function is right, and how to grade by it."""
        if rule := self.examination.right_rule():
            return [AT_ZERO_TEXT[rule]], f"with {option('at_zero', rule)} all sets agree"
        if (found := self.examination.right_labels()) is None:
            return [], ""
        labels, rule = found
        text = "0 and 1" if labels == ZERO_ONE else "−1 and +1"
        named = [
            f"works with labels {text}, and the labels here are {'−1 and +1' if labels == ZERO_ONE else '0 and 1'}"
        ]
        options = option("labels", list(labels))
        if rule != self.asked.at_zero:
            named.append(AT_ZERO_TEXT[rule])
            options += f" {option('at_zero', rule)}"
        return named, f"with {options} all sets agree"

    def _named(self, problem: Problem, parting: Parting) -> list[str]:
        """Misconceptions that explain all answers."""
        if parting.yours is None:
            return []
        if named := self.examination.comparison.misconceptions(self.examination.raw):
            return named
        start = self.examination.start(problem)
        return [f"does not start from zeros: with 0 epochs it has {start}"] if start else []

    # Functions that fail.

    def _any(self, problem: Problem, fault: Fault | Parting, note: str) -> Facts:
        if isinstance(fault, Parting):
            return self._parted(problem, fault, [], note)
        return self._failed(problem, fault, note)

    def _failed(self, problem: Problem, fault: Fault, note: str = "") -> Facts:
        line = "" if fault.line is None else f", in line {fault.line}"
        facts: Facts = {"kind": fault.kind, "line": fault.line}
        if fault.kind == "load":
            self.examination.raw.clear()
            self.n_failed = 0
            return self._graded(f"{self.student.name} {fault.text}{line}.", **facts)
        shown = labelled(problem, self.examination.labels)
        parts = (f"{shown}: your {self.noun} {fault.text}{line}", note, self._hint(problem, fault))
        if fault.kind == "NotImplementedError":
            facts |= self._at(problem, 1)
        return self._graded(": ".join(filter(None, parts)) + ".", problem=shown, **facts)

    def _parted(self, problem: Problem, parting: Parting, named: list[str], note: str = "", hint: str = "") -> Facts:
        separator = ", and " if hint else ", or "
        thought = f"your {self.noun} {separator.join(named)}" if named else ""
        shown = labelled(problem, self.examination.labels)
        if self._form:
            thought = f"{thought}, and it {self._form}" if thought else f"your {self.noun} {self._form}"
        parts = (f"{shown}: {self._compared(parting)}", parting.note, note, thought, hint)
        facts: Facts = {"visit": parting.visit, "engine": parting.engine, "yours": parting.yours}
        facts |= {"kind": parting.kind, "problem": shown, "misconceptions": named, **self._at(problem, parting.visit)}
        return self._graded(": ".join(filter(None, parts)) + ".", **facts)

    def _at(self, problem: Problem, visit: int) -> Facts:
        """Visit worked out, and its place in the lab."""
        asked = self.examination.comparison.asked
        text = worked(problem, visit, asked)
        if self.examination.labels == ZERO_ONE:
            text = f"With y = −1 for the label 0: {text[0].lower()}{text[1:]}"
        return {"worked": text, "lab_link": lab_link(problem, visit, asked)}

    def _graded(self, sentence: str, passed: bool = False, **facts: Any) -> Facts:
        comparison, n = self.examination.comparison, len(self.examination.raw)
        counts = {"n_sets": n, "n_visits": self.examination.n_visits, "n_agree": n - self.n_failed}
        return {"sentence": sentence, "passed": passed, **facts, **counts, "rate": comparison.rate}

    def _compared(self, parting: Parting) -> str:
        visit, ours = parting.visit, self._text(parting.engine)
        rate = self.examination.comparison.rate
        engine = "the engine" if rate == 1 else f"the engine, with your learning rate {number(rate)},"
        if parting.yours is None:
            return f"your list ends after visit {visit - 1}; after visit {visit} {engine} has {ours}"
        theirs = self._text(parting.yours)
        if ours == theirs:
            ours, theirs = self._text(parting.engine, 17), self._text(parting.yours, 17)
        after = "at the end" if isinstance(parting.engine, Votes) else f"after visit {visit}"
        return f"{after} {engine} has {ours}; yours has {theirs}"

    def _text(self, result: Result, digits: int = 6) -> str:
        if not isinstance(result, Votes):
            return self._weights(result, digits)
        entries = [f"({self._weights(vote[:2], digits)}, c = {number(vote.c)})" for vote in result.entries]
        more = f" and {len(entries) - MAX_LISTED} more" if len(entries) > MAX_LISTED else ""
        return (", ".join(entries[:MAX_LISTED]) or "no vote") + more

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
        return "replace that line with your code" if fault.kind == "NotImplementedError" else ""

    def _inseparable(self, problem: Problem) -> bool:
        from rosenblatt.proofs.search.certify import certify

        X, y = np.array(problem.X, dtype=np.float64), np.array(problem.y)
        return len(set(problem.y)) > 1 and certify(X, y, fit_intercept=self.asked.bias).separable is False
