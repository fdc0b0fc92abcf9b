"""Table of a trace: one line per visit, as in the lectures."""

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.display import counted, notebook, table
from rosenblatt.errors import OptionError

if TYPE_CHECKING:
    from rosenblatt.models.trace import Step, Trace

MAX_COLUMNS = 8  # of x and of w; with more columns, a table shows lengths
MAX_LINES = 40  # of a table; with more lines, the middle is left out


class TraceTable:
    """Trace as a text table."""

    def __init__(self, trace: "Trace") -> None:
        self.trace = trace
        self.shows_weights = len(trace.classes) == 2 and trace.start.w.shape[1] <= MAX_COLUMNS
        self.shows_step = trace.rule.margin is not None
        self.has_kernel = hasattr(trace, "kernel")  # then the weights are α, one per row, and there is no bias
        has_bias = not self.has_kernel and bool(trace.rule.bias_rate or trace.start.b.any())
        self.shows_bias = self.shows_weights and has_bias

    def text(self, most: int | None, mistakes_only: bool) -> str:
        if most is not None and (not isinstance(most, Integral) or most < 1):
            raise OptionError(f"most must be a whole number, at least 1, or None for all lines; got {most!r}.")
        lines = [self.header(), *self.lines(most, mistakes_only)]
        widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
        shown = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
        return "\n".join([shown[0], "─" * len(shown[0]), *shown[1:], "", self.summary()])

    def html(self) -> str:
        header, lines = self.header(), self.lines(MAX_LINES, mistakes_only=False)
        return notebook(table(self.summary(), header, lines, sides=">" * len(header)))

    def summary(self) -> str:
        trace, reason = self.trace, self.trace.report.reason
        updates = f" and {counted(len(trace.mistakes.row), 'update')}" if self.shows_step else ""
        mistakes = counted(int(trace.wrong.sum()), "mistake")
        if trace.is_one_vs_rest:
            mistakes = f"{counted(trace.report.n_mistakes, 'mistake')} of single classes"
        counts = f"{mistakes}{updates} in {counted(len(trace), 'visit')}"
        return f"{counts}. {reason}: {trace.report.explanation}."

    def header(self) -> list[str]:
        width = self.trace.block.n_features
        xs = self.trace.features if width <= MAX_COLUMNS else ["‖x‖"]
        letter, first = ("α", 0) if self.has_kernel else ("w", 1)
        ws = [f"‖{letter}‖"]
        if self.shows_weights:
            ws = [f"{letter}{j + first}" for j in range(self.trace.start.w.shape[1])]
        answer = ["mistake", "loss", "τ"] if self.shows_step else ["mistake"]
        return ["step", "epoch", "row", *xs, "score", "ŷ", "y", *answer, *ws, *(["b"] if self.shows_bias else [])]

    def lines(self, most: int | None, mistakes_only: bool) -> list[list[str]]:
        trace = self.trace
        answered = trace.wrong | (trace.taus > 0)
        numbers = (np.flatnonzero(answered) if mistakes_only else np.arange(len(trace))).tolist()
        if most is None or len(numbers) <= most:
            return [self.cells(trace[t]) for t in numbers]
        last = most // 4
        lines = [self.cells(trace[t]) for t in [*numbers[: most - last], *numbers[len(numbers) - last :]]]
        return [*lines[: most - last], ["…"] * len(lines[0]), *lines[most - last :]]

    def cells(self, step: "Step") -> list[str]:
        """Cells of one line. With many classes, the score shown is that of the true class."""
        xs = [*step.x] if len(step.x) <= MAX_COLUMNS else [np.linalg.norm(step.x)]
        ws = [*step.weights] if self.shows_weights else [np.linalg.norm(step.weights)]
        own = step.score if np.ndim(step.score) == 0 else step.score[self.trace.classes.tolist().index(step.y)]
        return [
            *(str(number) for number in (step.number, step.epoch, step.index)),
            *(f"{number:g}" for number in [*xs, own]),
            *(_label(label) for label in (step.prediction, step.y)),
            "yes" if step.mistake else "no",
            *(f"{number:g}" for number in ([step.loss, step.step] if self.shows_step else [])),
            *(f"{number:g}" for number in [*ws, *([step.bias] if self.shows_bias else [])]),
        ]


def _label(label: Any) -> str:
    """Write a label as the lectures do: −1 and +1 with their signs."""
    return f"{label:+d}" if type(label) is int and label in (-1, 1) else str(label)
