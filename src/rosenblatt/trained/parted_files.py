"""Training on files in parts: each part is read by the machine that trains on it.

The encoding, the classes and the windows are those of one machine, because rows are regrouped into the same pages: a
part gives the rows before its first page to the part before it.
"""

import math
from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate, pairwise
from numbers import Real
from typing import Any

from rosenblatt.conventions import TABLES
from rosenblatt.data import chunks
from rosenblatt.data.largest_values import LargestValues
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.files.encoding.feature_scaling import is_scaled
from rosenblatt.files.encoding.survey import TableSurvey
from rosenblatt.files.feature_rows import FeatureRows
from rosenblatt.files.parts import part_options, parts_of
from rosenblatt.files.readers import Reader
from rosenblatt.files.streaming.validation_split import check_fraction, nothing_held
from rosenblatt.files.streaming.windows import Windows
from rosenblatt.files.table_files import TableFiles
from rosenblatt.learners.base import Learner
from rosenblatt.learners.partitioned import Engine, train_on_parts, unchanged
from rosenblatt.learners.parts import Place
from rosenblatt.learners.strategy import Strategy
from rosenblatt.trained.evaluation import Evaluation, evaluate_chunks
from rosenblatt.trained.file_fit import check_classes
from rosenblatt.trained.part_rows import (
    add_pages,
    cut_chunk,
    cut_rows,
    encode_rows,
    encoded_facts,
    held_in,
    join_chunks,
    join_rows,
    read_part,
    row_facts,
    rows_and_labels,
    some_of,
    summaries,
    watch,
)

MEGABYTE = 2**20
PART_MB = 64.0  # the number of parts depends on the size of the files, never on the number of workers


class PartedFiles:
    """Rows of a reader, encoded, on the machines of an engine.

    handles: encoded rows of each part, which begin at a page. counts: their numbers of rows. held: rows held out.
    """

    def __init__(self, reader: Reader, engine: Engine, part_bytes: int) -> None:
        self.reader, self.engine = reader, engine
        self.n_features = 0
        self.held: list[Any] = []
        parts, options = parts_of(reader, part_bytes), part_options(reader)
        self.names = [part.name if part.count == 1 else str(part) for part in parts]
        schema, settings = reader.rows.head() if isinstance(reader.rows, TableFiles) else (None, {})
        raw = [engine.submit(read_part, part, options, schema) for part in parts]
        facts = engine.gather([engine.submit(row_facts, rows) for rows in raw])
        self.n_unlabelled = sum(one.n_unlabelled for one in facts)
        self.unused = list(dict.fromkeys(name for one in facts for name in one.unused))
        counts = [one.n_rows for one in facts]
        in_pages = aligned(raw, counts, chunks.PAGE, engine, cut_rows, join_rows)
        del raw
        if reader.format in TABLES:
            self._survey_table(in_pages, schema, settings)
        else:
            self.n_features = max(one.n_features for one in facts)
            self._survey_features(in_pages)
        encoding = engine.submit(unchanged, reader.encoding)  # once, and not in every call
        self.handles = [engine.submit(encode_rows, rows, encoding, self.n_features) for rows in in_pages]
        self.counts = aligned_counts(counts, chunks.PAGE)

    def _survey_table(self, handles: list[Any], schema: Any, settings: dict[str, Any]) -> None:
        """Set the encoding of a table: the summaries of its pages are taken in the order of the rows."""
        if settings:
            survey = TableSurvey(schema, **settings)
            for handle in [self.engine.submit(summaries, rows, schema, settings) for rows in handles]:
                for page in self.engine.gather([handle])[0]:
                    survey.take(page)
            self.reader.encoding = survey.encoding()
        self.n_features = self.reader.encoding.n_features

    def _survey_features(self, handles: list[Any]) -> None:
        """Set the scaling of features, if one is wanted: the survey travels from part to part."""
        rows = self.reader.rows
        if not isinstance(rows, FeatureRows) or not rows.needs_survey:
            return
        survey: Any = rows.new_survey()
        for handle in handles:
            survey = self.engine.submit(add_pages, survey, handle)
        rows.end_survey(self.engine.gather([survey])[0])

    def hold_out(self, fraction: float, seed: int) -> None:
        """Hold rows out of training, the same as one machine does."""
        check_fraction(fraction, seed)
        engine, starts = self.engine, accumulate(self.counts, initial=0)
        parts = list(zip(self.handles, starts, self.counts, strict=False))
        n_held = [int(held_in(first, count, fraction, seed).sum()) for _, first, count in parts]
        if not sum(n_held):
            raise DataError(nothing_held(fraction, sum(self.counts)))
        self.held = [engine.submit(some_of, handle, True, first, fraction, seed) for handle, first, _ in parts]
        kept = [engine.submit(some_of, handle, False, first, fraction, seed) for handle, first, _ in parts]
        counts = [count - held for (_, _, count), held in zip(parts, n_held, strict=True)]
        self.handles = aligned(kept, counts, chunks.PAGE, engine, cut_chunk, join_chunks)
        self.counts = aligned_counts(counts, chunks.PAGE)

    def train(self, learner: Learner, strategy: Strategy, keep: float = math.inf) -> None:
        """Train a new learner on all parts. keep: number of rows up to which they are held for an evaluation."""
        engine, options = self.engine, learner.options
        facts = engine.gather([engine.submit(encoded_facts, handle) for handle in self.handles])
        met = [(place, one) for place, one in enumerate(facts) if one is not None]
        name = self.reader.sources[0].name if self.reader.sources else "DATA"
        for _, one in met:
            if not one.has_labels:
                raise DataError(f"{name} must have labels to train on: {option('labels')} names a file of them.")
        if self.reader.format not in TABLES:
            labels = {label for _, one in met for label in one.labels}
            check_classes(len(labels), sum(self.counts), any(not label.is_integer() for label in labels), name)
        windows = Windows(options.order, options.random_state)
        windows.see_numbers(met[0][1].first_page)
        unit = windows.size * chunks.PAGE
        handles, counts = self.handles, self.counts
        is_one_window = sum(counts) <= unit
        if strategy.name == "sequence" or not is_one_window:
            handles = aligned(handles, counts, unit, engine, cut_chunk, join_chunks)
            counts = aligned_counts(counts, unit)
        first_windows = accumulate((-(-count // unit) for count in counts), initial=0)
        places = [
            Place(number, None if is_one_window else windows, first, self.names[number])
            for number, first in zip(range(len(handles)), first_windows, strict=False)
        ]
        rows = (engine.submit(rows_and_labels, handle, self.n_features) for handle in handles)
        parts = list(zip(places, rows, strict=True))
        handles = []
        if sum(counts) > keep:
            self.handles = []
        train_on_parts(learner, parts, engine, strategy, has_windows=True)

    def spread(self) -> Any:
        """Spread of the sizes of features that are not scaled; None if they are."""
        if is_scaled(self.reader.encoding):
            return None
        largest: Any = LargestValues()
        for handle in self.handles:
            largest = self.engine.submit(watch, largest, handle)
        return self.engine.gather([largest])[0].spread()

    def evaluate(self, model: Any, held: bool = False) -> Evaluation:
        """Evaluate a model on the training rows or on those held out, part by part."""
        evaluation, model = Evaluation(model.classes), self.engine.submit(unchanged, model)
        for part in [self.engine.submit(evaluate_part, model, rows) for rows in (self.held if held else self.handles)]:
            evaluation.merge(self.engine.gather([part])[0])
        return evaluation


def bytes_of(part_mb: Any) -> int:
    """Bytes of a partition, or an OptionError."""
    if not isinstance(part_mb, Real) or isinstance(part_mb, bool) or not 0 < float(part_mb) < math.inf:
        raise OptionError(f"{subject('part_mb')} must be a number of megabytes above 0; got {part_mb!r}.")
    return max(1, round(float(part_mb) * MEGABYTE))


def evaluate_part(model: Any, chunk: Any) -> Evaluation:
    return evaluate_chunks(model, [] if chunk is None else [chunk])


def aligned_counts(counts: list[int], unit: int) -> list[int]:
    """Rows of each part after ``aligned``."""
    return [last - first for first, last in pairwise(_bounds(counts, unit))]


def _bounds(counts: list[int], unit: int) -> list[int]:
    """First row of each part, rounded up to a multiple of the unit; and the number of rows."""
    *starts, total = accumulate(counts, initial=0)
    return [*(min(total, -(-start // unit) * unit) for start in starts), total]


def aligned(
    handles: list[Any],
    counts: list[int],
    unit: int,
    engine: Engine,
    cut: Callable[[Any, int, int], Any],
    join: Callable[[list[Any]], Any],
) -> list[Any]:
    """Move rows between neighbours so that each part begins at a multiple of the unit. Parts may become empty."""
    starts = list(accumulate(counts, initial=0))
    result = []
    for number, (first, last) in enumerate(pairwise(_bounds(counts, unit))):
        pieces = []
        for k in range(number, bisect_left(starts, last)):  # a part takes rows of later ones only
            begin, end = starts[k], starts[k + 1]
            a, b = max(first, begin) - begin, min(last, end) - begin
            if a < b:
                pieces.append(handles[k] if (a, b) == (0, end - begin) else engine.submit(cut, handles[k], a, b))
        if not pieces:
            pieces = [engine.submit(cut, handles[number], 0, 0)]
        result.append(pieces[0] if len(pieces) == 1 else engine.submit(join, pieces))
    return result
