"""Predictions as lines of text: labels, with their scores and what names the rows."""

import json
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.errors import OptionError
from rosenblatt.trained import Predicted


class Form(NamedTuple):
    """What a line has.

    scores: the score too: of two classes that of the greater, else that of the label.
    top: so many labels, those with the highest scores, each with its score.
    threshold: of two classes the greater where its score is above this, else the lesser.
    as_json: all of it by name.
    """

    scores: bool = False
    top: int | None = None
    threshold: float | None = None
    as_json: bool = False

    def check(self) -> None:
        """An OptionError where one option leaves another without a meaning."""
        if self.threshold is not None and (self.top is not None or math.isnan(self.threshold)):
            raise OptionError("--threshold must be a number, and is not for --top, which ranks labels.")

    def lines(self, page: Predicted) -> Iterator[str]:
        """A line a row."""
        classes = page.model.classes.tolist()
        labels = self._labels(page, classes)
        ids = list(zip(*page.ids.values(), strict=True)) if page.ids else [()] * len(labels)
        best = self._best(page, classes) if self.top is not None else None
        scores = self._scores(page, labels, classes) if self.scores else None
        for row, label in enumerate(labels):
            found: dict[str, Any] = dict(zip(page.ids, ids[row], strict=True)) if self.as_json else {}
            cells = ["" if cell is None else str(cell) for cell in ids[row]]
            if best is not None:
                found["top"] = [[label, score] for label, score in best[row]]
                cells += [str(cell) for pair in best[row] for cell in pair]
            else:
                found["label"] = label
                cells.append(str(label))
            if scores is not None:
                found["score"] = scores[row]
                cells.append(repr(scores[row]))
            yield json.dumps(found, default=str) if self.as_json else "\t".join(map(_one_cell, cells))

    def _labels(self, page: Predicted, classes: list[Any]) -> list[Any]:
        if self.threshold is None:
            return list(page.labels.tolist())
        if len(classes) != 2:
            raise OptionError(f"--threshold is for two classes; the model has {len(classes)}.")
        return [classes[int(above)] for above in (page.scores > self.threshold).tolist()]

    def _scores(self, page: Predicted, labels: list[Any], classes: list[Any]) -> list[float]:
        if page.scores.ndim == 1:
            return list(page.scores.tolist())
        places = {label: place for place, label in enumerate(classes)}
        return page.scores[np.arange(len(labels)), [places[label] for label in labels]].tolist()  # type: ignore[no-any-return]

    def _best(self, page: Predicted, classes: list[Any]) -> list[list[tuple[Any, float]]]:
        scores = page.scores
        if scores.ndim == 1:
            scores = np.column_stack([0.0 - scores, scores])[:, -len(classes) :]
        order = np.argsort(-scores, axis=1, kind="stable")[:, : self.top]
        best = np.take_along_axis(scores, order, axis=1).tolist()
        named = [[classes[place] for place in places] for places in order.tolist()]
        return [list(zip(*row, strict=True)) for row in zip(named, best, strict=True)]


def _one_cell(text: str) -> str:
    """What would end a cell or a line is written out."""
    return text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
