"""One pass over the training rows for a report page: evaluation, distances and points to draw.

Memory does not grow with the rows: counts are kept for all of them, distances for at most some millions, and for two
features the points of a picture. If not all are kept, every k-th is, so that a file sorted by class gives all classes.
"""

from collections.abc import Iterable
from math import ceil
from typing import NamedTuple

import numpy as np

from rosenblatt.data.blocks import dense_slice, take_rows, widened
from rosenblatt.data.chunks import Chunk, joined
from rosenblatt.errors import DataError
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import Model
from rosenblatt.models.voted import VotedModel
from rosenblatt.trained.evaluation import Evaluation, Majority
from rosenblatt.trained.predictions import like_classes, pages_of

MAX_POINTS = 2_000  # of a picture
MAX_DISTANCES = 2_000_000
MAX_DISTANCES_OF_MANY = 50_000  # limit if measuring distances is slow
MANY, TOO_MANY = 10**8, 10**9  # work: classes² × features
MAX_VOTES = 2**26  # of a voted model: rows × mistakes
NUMBERS_AT_ONCE = 4_000_000  # stored ones, of rows whose distances are taken together


class Seen(NamedTuple):
    """Summary of the training rows.

    evaluation: evaluation of every ``every``-th row.
    majority: majority of all rows.
    distances: as in ``plots.distances.signed_distances``; empty for too many classes and features.
    points, labels: rows to draw if there are two features; else None.
    """

    evaluation: Evaluation
    majority: Majority
    n_rows: int
    every: int
    distances: np.ndarray
    points: np.ndarray | None
    labels: np.ndarray | None

    def judged_rows(self) -> str:
        """Describe the rows that were evaluated."""
        if self.every == 1:
            return f"all {self.n_rows:,} rows"
        ending = {1: "st", 2: "nd", 3: "rd"}.get(self.every % 10 if self.every % 100 not in (11, 12, 13) else 0, "th")
        return f"every {self.every:,}{ending} row, {self.evaluation.n_rows:,} of {self.n_rows:,}"


def look_at(model: Model, chunks: Iterable[Chunk], n_rows: int) -> Seen:
    """Pass over the training rows once. n_rows: their number, as far as known."""
    from rosenblatt.plots.distances import signed_distances

    votes = len(model.mistakes.row) if isinstance(model, VotedModel | KernelModel) else 0
    every = max(1, ceil(n_rows * votes / MAX_VOTES))
    work = len(model.classes) ** 2 * model.n_features
    far = _Thinned(ceil(n_rows / every / (MAX_DISTANCES if work <= MANY else MAX_DISTANCES_OF_MANY)))
    near = _Thinned(ceil(n_rows / every / MAX_POINTS))
    evaluation, truth, seen = Evaluation(model.classes), Evaluation(model.classes), 0
    distances, points, labels = [np.empty(0)], [np.empty((0, 2))], [model.classes[:0]]
    waiting = _Waiting()

    def measure() -> None:
        if rows := waiting.taken():
            distances.append(signed_distances(model, rows.block, rows.labels))

    judged = _Thinned(every)
    for chunk in chunks:
        seen += chunk.n_rows
        checked = _checked(chunk, model)
        if every > 1:
            truth.add(checked.labels, checked.labels)
        part = judged.of(checked)
        if part is None:
            continue
        for page in pages_of(model, [part]):
            evaluation.add(page.truth, page.labels)
        if work <= TOO_MANY and (measured := far.of(part)) is not None and waiting.add(measured):
            measure()
        if model.n_features == 2 and (drawn := near.of(part)) is not None:
            points.append(dense_slice(drawn.block, 0, drawn.n_rows))
            labels.append(np.asarray(drawn.labels))
    measure()
    drawn_rows = (np.concatenate(points), np.concatenate(labels)) if model.n_features == 2 else (None, None)
    majority = (truth if every > 1 else evaluation).majority
    return Seen(evaluation, majority, seen, every, np.concatenate(distances), *drawn_rows)


class _Thinned:
    """Every k-th row of rows that come in chunks, including the first."""

    def __init__(self, every: int) -> None:
        self._every, self._passed = max(1, every), 0

    def of(self, chunk: Chunk) -> Chunk | None:
        first, self._passed = -self._passed % self._every, self._passed + chunk.n_rows
        if self._every == 1:
            return chunk
        rows = np.arange(first, chunk.n_rows, self._every)
        labels = None if chunk.labels is None else chunk.labels[rows]
        return Chunk(take_rows(chunk.block, rows), labels) if len(rows) else None


class _Waiting:
    """Rows collected until they are worth a call."""

    def __init__(self) -> None:
        self._chunks: list[Chunk] = []

    def add(self, chunk: Chunk) -> bool:
        """Add rows; return True if there are enough."""
        self._chunks.append(chunk)
        return sum(waiting.block.stored_numbers for waiting in self._chunks) >= NUMBERS_AT_ONCE

    def taken(self) -> Chunk | None:
        chunks, self._chunks = self._chunks, []
        return joined(chunks) if chunks else None


def _checked(chunk: Chunk, model: Model) -> Chunk:
    """Rows widened to the model, with labels of the type of its classes."""
    if chunk.labels is None:
        raise DataError("Rows must have labels to tell of them in a report; these have none.")
    return Chunk(widened(chunk.block, model.n_features), like_classes(chunk.labels, model.classes, "DATA"))
