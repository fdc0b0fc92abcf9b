"""Parts of the training rows, as an engine hands them out: checked, weighed, and with one numbering of the classes.

Each function here works on one part alone, and returns facts that are small. ``partitioned`` puts the facts together.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data import chunks
from rosenblatt.data.blocks import Block, join_blocks, some_rows
from rosenblatt.errors import RosenblattError
from rosenblatt.files.streaming.windows import Windows
from rosenblatt.learners.inputs import (
    EncodedLabels,
    Inputs,
    encode_labels,
    first_visited,
    validate,
    zero_rows_among,
)
from rosenblatt.learners.options import Options
from rosenblatt.loops.arguments import Examples
from rosenblatt.loops.rng import FIRST_WINDOW, VISITS, shuffle


class Place(NamedTuple):
    """Place of a part among all parts, which decides the order of its visits.

    windows: the windows of a file. None for rows that are shuffled all together.
    first_window: number of windows in the parts before.
    name: file or number, for sentences.
    """

    number: int
    windows: Windows | None = None
    first_window: int = 0
    name: str = ""

    @property
    def text(self) -> str:
        return self.name or f"partition {self.number}"


class CheckedPart(NamedTuple):
    """Rows of a part that can be learned from. inputs is None for a part without rows."""

    place: Place
    inputs: Inputs | None
    labels: EncodedLabels | None


class PartFacts(NamedTuple):
    """Shape and labels of a part."""

    place: Place
    n_rows: int = 0
    n_features: int = 0
    is_sparse: bool = False
    labels: Any = ()  # distinct, sorted
    counts: Any = ()  # visited rows of each label


class Part(NamedTuple):
    """Part that can be visited.

    codes: for each row the number of its class. rows: those that are visited.
    radius, heaviest: largest norm and largest weight of a row, in the end over all parts.
    """

    place: Place
    block: Block
    codes: np.ndarray
    weights: float | np.ndarray
    rows: np.ndarray
    radius: float
    heaviest: float = np.inf

    @property
    def examples(self) -> Examples:
        return Examples(self.block.rows, self.codes, self.weights)

    def visits(self, options: Options, epoch: int) -> np.ndarray:
        """Rows in the order of an epoch: a pure function of seed, epoch and place."""
        if options.order not in ("shuffled", "shuffled-once"):
            return self.rows
        if self.place.windows is not None:
            visits = self.place.windows.row_order(self.block.n_rows, epoch, self.place.first_window, self.place.number)
            if len(self.rows) == self.block.n_rows:
                return visits
            is_visited = np.zeros(self.block.n_rows, np.bool_)
            is_visited[self.rows] = True
            return np.asarray(visits[is_visited[visits]])
        number, visits = self.place.number, self.rows.copy()
        stream = FIRST_WINDOW + number if number else VISITS
        shuffle(visits, options.random_state, 0 if options.order == "shuffled-once" else epoch, stream)
        return visits


class VisitFacts(NamedTuple):
    """Facts about the visits of a part."""

    n_rows: int = 0  # visited
    radius: float = 0.0
    zero_rows: int = 0
    first_visited: Any = ()  # codes of the classes, in the order of their first visit
    counts: Any = ()  # visited rows of each class
    lightest: float = np.inf  # weight of a row
    heaviest: float = -np.inf


@contextmanager
def named(place: Place) -> Iterator[None]:
    """Name the part in the sentences of errors."""
    try:
        yield
    except RosenblattError as error:
        raise type(error)(f"In {place.text}: {error.sentence}") from error


def check_part(place: Place, rows: tuple[Any, ...], options: Options) -> CheckedPart:
    """Check the rows of a part. rows: X and y, and perhaps weights."""
    X, y, sample_weight = (*rows, None)[:3]
    with named(place):
        if (X.n_rows if isinstance(X, Block) else getattr(X, "shape", (1,))[0]) == 0:
            return CheckedPart(place, None, None)
        inputs = validate(X, y, sample_weight, options.folded_one)
        return CheckedPart(place, inputs, encode_labels(inputs))


def part_facts(part: CheckedPart) -> PartFacts:
    place, inputs, labels = part
    if inputs is None or labels is None:
        return PartFacts(place)
    counts = np.bincount(labels.codes[inputs.visited], minlength=len(labels.distinct))
    block = inputs.block
    return PartFacts(place, block.n_rows, block.n_features, block.is_sparse, labels.distinct, counts)


def weigh_part(part: CheckedPart, classes: np.ndarray, factors: np.ndarray | None) -> Part:
    """Number the classes of a part with rows in sorted order, and multiply row weights by class weights."""
    place, inputs, labels = part
    assert inputs is not None
    assert labels is not None
    number_of = {label: number for number, label in enumerate(classes.tolist())}
    codes = renumbered(labels.codes, np.array([number_of[label] for label in labels.distinct.tolist()]))
    weights, rows = inputs.weights, inputs.visited
    if factors is not None:
        weights = weights * factors[codes]
        rows = rows[weights[rows] != 0]
    return Part(place, inputs.block, codes, weights, rows, inputs.radius)


def visit_facts(part: Part, options: Options, n_classes: int) -> VisitFacts:
    """Compute facts about the visits of a part in the first epoch."""
    if not len(part.rows):
        return VisitFacts()
    inputs = Inputs(part.block, part.codes, part.weights, part.rows, part.radius)
    known = EncodedLabels(np.arange(n_classes), part.codes)
    rule = options.compiled_rule(part.block.n_features)
    weights = np.asarray(part.weights) if isinstance(part.weights, float) else part.weights[part.rows]
    return VisitFacts(
        len(part.rows),
        inputs.radius_of(part.rows, options.folded_one),
        zero_rows_among(part.block, rule, part.rows),
        first_visited(known, part.visits(options, 0)),
        np.bincount(part.codes[part.rows], minlength=n_classes),
        float(weights.min()),
        float(weights.max()),
    )


def pages_in(n_rows: int) -> range:
    """Numbers of the pages that this many rows have."""
    return range(-(-n_rows // chunks.PAGE))


def page_of(part: Part, number: int) -> Part:
    """Rows of one page of a part, as a view."""
    first, last = number * chunks.PAGE, min((number + 1) * chunks.PAGE, part.block.n_rows)
    weights = part.weights if isinstance(part.weights, float) else part.weights[first:last]
    rows = part.rows[np.searchsorted(part.rows, first) : np.searchsorted(part.rows, last)] - np.uint32(first)
    block = some_rows(part.block, first, last)
    return part._replace(block=block, codes=part.codes[first:last], weights=weights, rows=rows)


def window_of(pages: list[Part], place: Place) -> Part:
    """Pages of several parts as one part."""
    starts = np.cumsum([0, *(page.block.n_rows for page in pages)])
    weights = pages[0].weights
    if not all(isinstance(page.weights, float) for page in pages):
        weights = np.concatenate([np.broadcast_to(page.weights, page.block.n_rows) for page in pages])
    rows = np.concatenate([page.rows + np.uint32(start) for page, start in zip(pages, starts, strict=False)])
    block, codes = join_blocks([page.block for page in pages]), np.concatenate([page.codes for page in pages])
    return pages[0]._replace(place=place, block=block, codes=codes, weights=weights, rows=rows)


def number_part(part: Part, weight_row_of: np.ndarray, radius: float, heaviest: float) -> Part:
    """Replace the number of each class by its row of the weights, and set the radius and weight of all parts."""
    return part._replace(codes=renumbered(part.codes, weight_row_of), radius=radius, heaviest=heaviest)


def renumbered(codes: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Replace codes by other numbers, in one byte if possible, else in four."""
    small = len(numbers) == 0 or int(numbers.max()) < 256
    return np.asarray(numbers.astype(np.uint8 if small else np.uint32)[codes])
