"""Training on rows in memory (``fit``)."""

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.conventions import SEARCHING_ORDERS
from rosenblatt.data.blocks import Block
from rosenblatt.data.hold_out import by_class
from rosenblatt.errors import DataError, subject
from rosenblatt.learners.class_weights import factors_of, total_weight
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.epochs import Outcome, Part, run_epochs
from rosenblatt.learners.inputs import (
    EncodedLabels,
    Inputs,
    encode_labels,
    first_visited,
    weight_rows_of,
    with_other_class,
)
from rosenblatt.learners.kernel_gamma import pages_of
from rosenblatt.learners.kernel_scores import VISITS_AT_ONCE, KernelScores
from rosenblatt.learners.mistake_bound import terms_of
from rosenblatt.learners.report import report_of
from rosenblatt.learners.score_cache import ScoreCache, can_pay
from rosenblatt.learners.stopping import OnStall, Stopping, Validation
from rosenblatt.learners.visit_order import Orders
from rosenblatt.learners.visits import Counts, answer, can_overflow, search, visit
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, joined, part_of
from rosenblatt.loops.rng import pick
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

WORK_BETWEEN_LOOKS = 5e7  # multiply-adds, well under 0.1 s, between checks for Ctrl-C
MAX_VISITS_BETWEEN_CHECKS = 65536  # so that the list of their mistakes stays small


def fit(learner: "Learner", inputs: Inputs, coef_init: Any, intercept_init: Any, on_stall: OnStall | None) -> None:
    """Train from scratch on these rows, epoch after epoch."""
    began = time.perf_counter()
    labels, weights, rows = _weighed(learner, inputs)
    held = None
    if learner.options.early_stopping:
        options = learner.options
        rows, held = by_class(rows, labels.codes, options.validation_fraction, options.random_state)
    orders = Orders(learner.options, rows)
    learner.prepare(lambda: pages_of(inputs.block, rows), inputs.block.n_features)
    from_zero = _begin(learner, inputs.block, labels, orders, coef_init, intercept_init)
    examples = Examples(inputs.block.rows, weight_rows_of(learner.classes, labels), weights)
    learner.class_counts = np.bincount(examples.classes[rows], minlength=learner.classes.n_rows)
    n_visits = len(rows) * learner.options.iterations(learner.default_epochs)
    learner.guarded = can_overflow(learner, inputs.radius, weights, n_visits)

    in_memory = RowsInMemory(learner, inputs.block, examples, labels.codes, orders)
    validation = None if held is None else Validation(inputs.block, labels.codes, held)
    stopping = Stopping(learner, validation, None if on_stall is None else partial(on_stall, rows), from_zero)
    with orders:
        outcome = run_epochs(learner, in_memory, stopping)
    in_memory.cache = in_memory.scores = None  # its memory is free for the model
    learner.leave_examples()
    learner.end_fit()
    if validation is not None and validation.best is not None:
        learner.ready_model = validation.best
    learner.n_mistakes, learner.n_updates = sum(outcome.mistakes_per_epoch), sum(outcome.updates_per_epoch)
    learner.n_rows, learner.n_zero_rows = len(rows), in_memory.zero_rows
    learner.radius = inputs.radius_of(rows, learner.options.folded_one)
    learner.seconds = time.perf_counter() - began
    _report(learner, in_memory, stopping, outcome)
    assert learner.report is not None
    predicts_first = learner.options.order not in SEARCHING_ORDERS and not learner.one_vs_rest
    if from_zero and outcome.progress.epoch and predicts_first:
        learner.report.first_pass_errors = outcome.mistakes_per_epoch[0]
    learner.report.terms = terms_of(learner, weights if isinstance(weights, float) else weights[rows], from_zero)


def _report(learner: "Learner", rows: "RowsInMemory", stopping: Stopping, outcome: Outcome) -> None:
    """Set the report of a run, with its errors, validation and certificate."""
    report = learner.report = report_of(learner, outcome.reason, outcome.mistakes_per_epoch, outcome.updates_per_epoch)
    validation, model = stopping.validation, learner.model
    if validation is not None:
        report.validation_errors_per_epoch, report.validation_rows = validation.errors, len(validation.codes)
    if stopping.certificate is not None:
        report.certificate, report.certified_rows = stopping.certificate, rows.rows
    report.count_errors = lambda: len(rows.wrong_rows(model))
    is_best = validation is not None and validation.best is not None
    if report.last_epoch_was_right and not is_best and learner.last_weights_predict:
        report.count_errors = lambda: 0  # each row was visited under these weights, and was right
    if not learner.counts_errors_late:
        report.errors  # noqa: B018 (counted now, so that the rows need not be held)


def _weighed(learner: "Learner", inputs: Inputs) -> tuple[EncodedLabels, float | np.ndarray, np.ndarray]:
    """Labels, row weights times class weights, and the rows of nonzero weight."""
    rows, weights, options = inputs.visited, inputs.weights, learner.options
    options.compiled_rule(inputs.block.n_features)  # checks the rates first
    if not len(rows):
        raise DataError("sample_weight must be positive for at least one row; all are zero.")
    labels = encode_labels(inputs)
    if len(labels.distinct) < 2 and learner.takes_one_class:
        labels = with_other_class(labels)
    elif len(labels.distinct) < 2:
        raise DataError(f"y must have at least two classes; got one class, {labels.distinct.tolist()[0]!r}.")
    if options.class_weight is not None:
        counts = np.bincount(labels.codes[rows], minlength=len(labels.distinct))
        weights = weights * factors_of(options.class_weight, labels.distinct, counts)[labels.codes]
        rows = rows[weights[rows] != 0]
        if not len(rows):
            raise DataError(f"{subject('class_weight')} must be positive for at least one class; all are zero.")
    return labels, weights, rows


def _begin(
    learner: "Learner", block: Block, labels: EncodedLabels, orders: Orders, coef_init: Any, intercept_init: Any
) -> bool:
    """Set the start weights and the classes. Return True if the start is zero."""
    rule = learner.options.compiled_rule(block.n_features)
    has_start = not (coef_init is None and intercept_init is None)
    given = bool(rule.sign_of_zero or rule.one_vs_rest) or learner.options.order in SEARCHING_ORDERS or has_start
    classes = Classes(labels.distinct, given=given)
    if not given:
        classes.arrive(first_visited(labels, orders.of(0)))
    start = WeightRows(block.n_features, len(labels.distinct) if given else 2, block.is_sparse)
    start.set(coef_init, intercept_init)
    from_zero = start.is_zero()
    learner.reset(rule, classes, start)
    return from_zero


class RowsInMemory:
    """Rows in memory, for the epoch loop. Parts take less than 0.1 s."""

    def __init__(self, learner: "Learner", block: Block, examples: Examples, codes: np.ndarray, orders: Orders) -> None:
        self.learner, self.options = learner, learner.options
        self.block, self.examples, self.codes, self.rows = block, examples, codes, orders.rows
        self.orders, self.n_rows = orders, len(orders.rows)
        self.zero_rows = learner.zero_rows(block, orders.rows)
        self._stored = examples.rows.values.size / block.n_rows  # numbers per row
        self.scores: KernelScores | None = learner.scores_for(block, examples, self.rows)
        self.cache: ScoreCache | None = None
        is_safe = not learner.guarded or learner.rule.step is not None  # PA is always guarded; loops see an overflow
        may_cache = self.scores is None and is_safe and not learner.one_vs_rest
        if may_cache and can_pay(block, learner.classes.n_rows):
            self.cache = ScoreCache(block, examples, self.rows, learner.rule)

    def parts(self, epoch: int, first: int) -> Iterator[Part]:
        """Yield the parts of one epoch, in the requested order."""
        if self.options.order in SEARCHING_ORDERS:
            yield from self._searching_parts(epoch)
            return
        if self.cache is not None:
            self.cache.begin_epoch(self.learner.weights.view)
        for visits in self.slices(self.orders.of(epoch)):
            yield partial(visit, self.learner, self.examples, visits, self.scores or self.cache)

    def _searching_parts(self, epoch: int) -> Iterator[Part]:
        """Yield parts that search for mistakes. The last one also answers them."""
        found: list[Mistakes] = []
        room = 1 if self.options.order == "first-mistake" else self.n_rows
        n_left = self.n_rows

        def search_slice(rows: np.ndarray) -> Counts:
            nonlocal room, n_left
            found.append(search(self.learner, self.examples, rows, room, self.scores))
            room, n_left = room - len(found[-1].row), n_left - len(rows)
            return Counts(0, 0) if room and n_left else self._answer(joined(found), epoch)

        for rows in self.slices(self.rows):
            yield partial(search_slice, rows)
            if room == 0:
                break

    def _answer(self, mistakes: Mistakes, epoch: int) -> Counts:
        """Answer all mistakes at the end of the epoch, in row order; or one of them, which alone is a visit.

        all-mistakes: Manchester, Maryland. first-mistake: Cornwell. random-mistake: Manchester.
        """
        count = len(mistakes.row)
        if self.options.order == "all-mistakes":
            return answer(self.learner, self.examples, mistakes, self.rows, self.scores)
        if count == 0:
            return Counts(0, 0)
        which = 0 if self.options.order == "first-mistake" else int(pick(count, self.options.random_state, epoch))
        chosen = part_of(mistakes, slice(which, which + 1))
        return answer(self.learner, self.examples, chosen, chosen.row, self.scores)

    def slices(self, visits: np.ndarray) -> Iterator[np.ndarray]:
        """Split visits into slices of less than 0.1 s."""
        if self.scores is not None:
            return (visits[first : first + VISITS_AT_ONCE] for first in range(0, len(visits), VISITS_AT_ONCE))
        n_classes = self.learner.classes.n_rows
        work = max(1.0, self._stored * (1 if n_classes == 2 else n_classes))
        size = int(min(MAX_VISITS_BETWEEN_CHECKS, max(1.0, WORK_BETWEEN_LOOKS // work)))
        return (visits[first : first + size] for first in range(0, len(visits), size))

    def end_epoch(self, epoch: int) -> None:
        """Do nothing: rows in memory were checked before."""

    def wrong(self, model: Model) -> float:
        """Weighted number of training rows that a model predicts wrong."""
        return total_weight(self.examples.weights, self.wrong_rows(model))

    def wrong_rows(self, model: Model) -> np.ndarray:
        """Training rows that a model predicts wrong."""
        return np.asarray(self.rows[(model.winners(self.block) != self.codes)[self.rows]])
