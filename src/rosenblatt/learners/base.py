"""The base of all learners: visit examples, list the mistakes, update what is kept of them.

A subclass says what it keeps of the list of mistakes, and which model comes of it:

    Perceptron   nothing but the last weights
    Averaged     Algorithm 7's sum, which the loops add to while the row is at hand
    Pocket       the weights that survived longest
    Voted        the list itself
"""

import copy
import itertools
import math
import time
from collections.abc import Callable, Mapping
from typing import Any, Self

import numpy as np

from rosenblatt.conventions import SEARCHING_ORDERS
from rosenblatt.data.labels import plain_labels
from rosenblatt.errors import DataError, NotTrained, OptionError, TrainingOverflow
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.in_memory import OnStall, Training, ctrl_c_noted, first_of, hold_out, no_mistakes
from rosenblatt.learners.inputs import (
    Inputs,
    class_factors,
    encode_labels,
    first_visited,
    given_factors,
    total_weight,
    validate,
    weight_rows_of,
)
from rosenblatt.learners.mistake_bound import Terms, voids
from rosenblatt.learners.options import Options
from rosenblatt.learners.report import Report
from rosenblatt.learners.score_cache import ScoreCache
from rosenblatt.learners.visit_order import Orders
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Weights, scratch_for
from rosenblatt.loops.class_balance import running_balance
from rosenblatt.loops.error_bounds import SAFE
from rosenblatt.loops.replay import replay
from rosenblatt.loops.visit import learn
from rosenblatt.models.linear import LinearModel, Model


class Learner:
    """What every learner does. The options are those of :class:`Options`."""

    default_epochs = 1000
    counts_errors_late = False
    last_weights_predict = False
    patience_factor = 0  # epochs to wait for a new best, for each epoch up to the last one

    n_features: int  # 0 until something is learned
    rule: Rule
    classes: Classes
    weights: WeightRows  # the running weights
    averaging_sum: WeightRows | None = None  # Algorithm 7's
    visited: int
    n_mistakes: int
    weighed_mistakes: float  # each counted by how far it moved the weights
    report: Report | None
    on_epoch: Callable[[int, int], None] | None  # called with each epoch and its mistakes
    on_visits: Callable[[Examples, np.ndarray, Mistakes], None] | None  # … with visits and the mistakes among them
    _model: Model | None
    _class_counts: np.ndarray  # rows of each class so far
    guarded: bool  # whether weights could overflow, and are looked at
    _rows: int
    _radius: float
    _seconds: float

    def __init__(self, **options: Any) -> None:
        self.options = Options(**options)
        self.report = self.on_epoch = self.on_visits = None
        self.n_features = 0

    # What users call.

    def fit(
        self,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        coef_init: Any = None,
        intercept_init: Any = None,
        on_stall: OnStall | None = None,
    ) -> Self:
        """Forget everything and learn from these examples, epoch after epoch.

        on_stall: asked for a certificate of the rows that are trained on before the run ends as stalled. Proven not
            separable, the run ends as such; proven separable, it goes on; undecided or None, it has stalled.
        """
        before = self.__dict__.copy()
        try:
            self._fit(validate(X, y, sample_weight, self._folded_one), coef_init, intercept_init, on_stall)
        except BaseException:
            self.__dict__ = before
            raise
        return self

    def partial_fit(self, X: Any, y: Any, *, classes: Any = None, sample_weight: Any = None) -> Self:
        """Go on with these examples: each is visited once, in the order given.

        A call that fails leaves the learner exactly as it was. Ctrl-C is heard when the call is done.
        """
        began = time.perf_counter()
        if self.options.early_stopping:
            raise OptionError("early_stopping must be False for partial_fit, which has no end; got True.")
        inputs = validate(X, y, sample_weight, self._folded_one)
        if self.n_features not in (0, inputs.block.n_features):
            raise DataError(f"X must have {self.n_features} features, as before; got {inputs.block.n_features}.")
        with ctrl_c_noted(patient=True) as pressed:
            self.continue_training(inputs, classes)
            self.end_fit()
            self._seconds += time.perf_counter() - began
            self.report = self._report("open", [self.n_mistakes])
        if pressed():
            raise KeyboardInterrupt
        return self

    def continue_training(self, inputs: Inputs, named: Any = None) -> int:
        """Visit rows of a stream, each once, in the order given, or none of them; returns the mistakes made.

        named: classes that will come.
        """
        rule = self.options.rule(inputs.block.n_features)
        entered, examples, rows, counts = self._streamed(inputs, named)
        before = self.__dict__.copy()
        if self.n_features == 0 or self.visited == 0:
            n_classes = entered.n_rows if rule.sign_of_zero else 2
            start = WeightRows(inputs.block.n_features, n_classes, inputs.block.is_sparse)
            self._begin(rule, entered, start)
        self.guarded = self._can_overflow(inputs.radius, examples.weights, len(rows))
        if self.guarded and self.visited:
            before = copy.deepcopy(before)
        for vectors in self.vectors():
            vectors.reorder(inputs.block.is_sparse)
        self.classes, self._class_counts, self._model = entered, counts, None
        try:
            n_mistakes = self.visit(examples, rows)
        except TrainingOverflow:
            self.__dict__ = before
            raise
        self.leave_examples()
        self.n_mistakes += n_mistakes
        self._rows += len(rows)
        self._radius = max(self._radius, inputs.radius_of(rows, self._folded_one))
        return n_mistakes

    @property
    def model(self) -> Model:
        """The frozen model of what has been learned so far."""
        if self.n_features == 0 or not len(self.classes.labels):
            raise NotTrained(f"{type(self).__name__} must be taught before it has a model: call fit.")
        if self._model is None:
            self._model = self.make_model()
        return self._model

    # What subclasses say.

    def begin(self) -> None:
        """The start weights are set: prepare what is kept beside them."""

    def vectors(self) -> list[WeightRows]:
        """All weights that must make room when a class comes."""
        return [self.weights, self.averaging_sum] if self.averaging_sum else [self.weights]

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        """Mistakes were made and answered: keep what must be kept of them."""

    def end_epoch(self, wrong: Callable[[Model], float]) -> None:
        """An epoch of ``fit`` has ended; ``wrong`` counts a model's training errors, each by its weight."""

    def leave_examples(self) -> None:
        """The examples at hand go away: take along what is still needed of them."""

    def end_fit(self) -> None:
        """No epoch over these examples comes any more."""

    def more_state(self) -> dict[str, Any]:
        """What is kept beside the weights, as arrays and plain values."""
        return {}

    def set_more_state(self, state: dict[str, Any]) -> None:
        """The same again."""

    def make_model(self) -> Model:
        return self.linear_model(self.weights.view)

    # What training calls.

    def visit(self, examples: Examples, visits: np.ndarray, cache: ScoreCache | None = None) -> int:
        """Visit rows one after another, making room where a class comes; returns the mistakes made.

        With cached scores, if they are given: the mistakes are the same.
        """
        cuts = [0, len(visits)]
        if len(visits) and self.weights.n_classes < len(self.classes.rows):
            # Rows of weights are numbered in the order of first visit: a class comes where the highest rises.
            highest = np.maximum.accumulate(examples.classes[visits])
            arrivals = np.arange(self.weights.n_classes, int(highest[-1]) + 1)
            cuts = [0, *np.searchsorted(highest, arrivals).tolist(), len(visits)]
        n_mistakes = 0
        for number, (first, last) in enumerate(itertools.pairwise(cuts)):
            if number:
                for vectors in self.vectors():
                    vectors.add_class(len(self.classes.rows))
            part = visits[first:last]
            buffer = no_mistakes(len(part))
            weights = self.weights.view
            state = (weights, self._averaging_view(), scratch_for(weights))
            if cache is None:
                count = learn(examples, part, self.visited, self.rule, *state, buffer)
            else:
                count = cache.learn(part, self.visited, state, buffer)
            self.check_overflow(count, part)
            self._take_note(examples, first_of(buffer, count), part)
            n_mistakes += count
        return n_mistakes

    def answer(self, examples: Examples, mistakes: Mistakes, visits: np.ndarray) -> None:
        """Mistakes found by looking: answer them together, at the last of the visits."""
        mistakes.when[:] = self.visited + len(visits)
        replay(examples, mistakes, self.rule, self.weights.view, self._averaging_view())
        self._take_note(examples, mistakes, visits)

    def catch_up(self, visited: int, mistakes: int, largest: float) -> None:
        """Rows were visited one at a time: the counts after them, and the largest squared norm among them."""
        self.visited = self._rows = visited
        self.n_mistakes, self._model = mistakes, None
        self._radius = max(self._radius, math.sqrt(largest + self._folded_one))
        self.report = self._report("open", [mistakes])

    def set_features(self, n_features: int) -> None:
        """Make room for features that came, or take it back from those that did not stay."""
        self.n_features, self._model = n_features, None
        for vectors in self.vectors():
            vectors.set_features(n_features)

    def move_features(self, moves: np.ndarray, n_features: int) -> None:
        """Have each feature in the column that ``moves`` names; the others are new, and weigh nothing."""
        self.n_features, self._model = n_features, None
        for vectors in self.vectors():
            vectors.move_features(moves, n_features)

    def check_overflow(self, count: int, visits: np.ndarray) -> None:
        if count < 0:
            row = int(visits[-1 - count])
            raise TrainingOverflow(
                f"Training overflowed: scores must stay finite, and that of row {row} did not: scale the features."
            )

    def _averaging_view(self) -> Weights | None:
        return self.averaging_sum.view if self.averaging_sum else None

    def linear_model(self, weights: Weights) -> LinearModel:
        labels = self.classes.labels
        return LinearModel(labels, self.n_features, self.options.at_zero, self.classes.in_order(weights))

    # How it is done.

    def _fit(self, inputs: Inputs, coef_init: Any, intercept_init: Any, on_stall: OnStall | None) -> None:
        began = time.perf_counter()
        block, rows, weights = inputs.block, inputs.visited, inputs.weights
        rule = self.options.rule(block.n_features)
        if not len(rows):
            raise DataError("sample_weight must be positive for at least one row; all are zero.")
        labels = encode_labels(inputs)
        n_classes = len(labels.distinct)
        if n_classes < 2:
            raise DataError(f"y must have at least two classes; got one class, {labels.distinct.tolist()[0]!r}.")
        if self.options.class_weight is not None:
            counts = np.bincount(labels.codes[rows], minlength=n_classes)
            weights = weights * class_factors(self.options.class_weight, labels.distinct, counts)[labels.codes]
            rows = rows[weights[rows] != 0]
            if not len(rows):
                raise DataError("class_weight must be positive for at least one class; all are zero.")
        held = None
        if self.options.early_stopping:
            rows, held = hold_out(self.options, rows, labels.codes)

        orders = Orders(self.options, rows)
        starts = not (coef_init is None and intercept_init is None)
        given = bool(rule.sign_of_zero) or self.options.order in SEARCHING_ORDERS or starts
        classes = Classes(labels.distinct, given=given)
        if not given:
            classes.arrive(first_visited(labels, orders.of(0)))
        start = WeightRows(block.n_features, n_classes if given else 2, block.is_sparse)
        start.set(coef_init, intercept_init)
        from_zero = start.is_zero()
        self._begin(rule, classes, start)
        examples = Examples(block.rows, weight_rows_of(classes, labels), weights)
        self._class_counts = np.bincount(examples.classes[rows], minlength=classes.n_rows)
        visits = len(rows) * self.options.iterations(self.default_epochs)
        self.guarded = self._can_overflow(inputs.radius, weights, visits)

        training = Training(self, block, examples, labels.codes, orders)
        outcome = training.run(held, n_classes, on_stall)
        self.leave_examples()
        self.end_fit()
        if outcome.best is not None:
            self._model = outcome.best
        model = self.model
        self.n_mistakes, self._rows = sum(outcome.mistakes_per_epoch), len(rows)
        self._radius = inputs.radius_of(rows, self._folded_one)
        self._seconds = time.perf_counter() - began
        self.report = self._report(outcome.reason, outcome.mistakes_per_epoch)
        self.report.validation_errors_per_epoch = outcome.validation_errors_per_epoch
        self.report.validation_rows = None if held is None else len(held)
        self.report.terms = self._terms(weights if isinstance(weights, float) else weights[rows], from_zero)
        if outcome.certificate is not None:
            self.report.certificate, self.report.certified_rows = outcome.certificate, rows
        self.report.count_errors = lambda: len(training.wrong_rows(model))
        if outcome.reason == "converged" and outcome.best is None and self.last_weights_predict:
            self.report.count_errors = lambda: 0  # each row was visited under these weights, and was right
        if not self.counts_errors_late:
            self.report.errors  # noqa: B018 (counted now, so that the rows need not be held)

    def _terms(self, weights: float | np.ndarray, from_zero: bool) -> Terms:
        """What the mistake theorem must know of a ``fit``."""
        rates = np.append(self.rule.rate, [self.rule.bias_rate] if self.options.fit_intercept else [])
        met = tuple(label for label, n in zip(self.classes.rows, self._class_counts, strict=False) if n)
        voided_by = voids(self.options.order, rates, weights, from_zero, len(met) == len(self.classes.rows))
        return Terms(bool(self.options.fit_intercept), self.n_features, met, voided_by)

    def _begin(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        """These start weights; nothing seen, nothing kept."""
        self.n_features, self.rule, self.classes, self.weights = start.n_features, rule, classes, start
        self.visited, self.weighed_mistakes = 0, 0.0
        self._model = None
        self.n_mistakes, self._rows, self._radius, self._seconds = 0, 0, 0.0, 0.0
        self.guarded = False
        self.begin()

    def _streamed(self, inputs: Inputs, named: Any) -> tuple[Classes, Examples, np.ndarray, np.ndarray]:
        """Rows of a stream: the classes after them, the examples, which to visit, rows of each class so far.

        Changes nothing. Balanced class weights go by the counts up to and including each row.
        """
        untaught = self.n_features == 0
        classes = Classes() if untaught else copy.deepcopy(self.classes)
        if named is not None:
            named = np.unique(plain_labels("classes", named))
            classes.know(named)
            if self.options.sign_of_zero:
                classes.arrive_with_sign(named, named=True)
        block, rows, weights = inputs.block, inputs.visited, inputs.weights
        labels = encode_labels(inputs)
        classes.know(labels.distinct)
        if isinstance(self.options.class_weight, Mapping) and len(rows):
            weights = weights * given_factors(self.options.class_weight, labels.distinct)[labels.codes]
            rows = rows[weights[rows] != 0]
        arriving = first_visited(labels, rows)
        if self.options.sign_of_zero:
            classes.arrive_with_sign(arriving)
        else:
            classes.arrive(arriving)
        codes = weight_rows_of(classes, labels)
        counts = np.zeros(classes.n_rows, np.int64)
        if not untaught:
            counts[: len(self._class_counts)] = self._class_counts
        if self.options.balanced:
            factors = np.zeros(block.n_rows)
            running_balance(codes, rows, counts, factors)
            weights = weights * factors
        else:
            counts += np.bincount(codes[rows], minlength=len(counts))
        return classes, Examples(block.rows, codes, weights), rows, counts

    def _take_note(self, examples: Examples, mistakes: Mistakes, visits: np.ndarray) -> None:
        self.visited += len(visits)
        if self.on_visits:
            self.on_visits(examples, visits, mistakes)
        self.weighed_mistakes += total_weight(examples.weights, mistakes.row)
        self._model = None
        if len(mistakes.row):
            self.absorb_mistakes(examples, mistakes)
        if self.guarded and not all(vectors.is_finite() for vectors in self.vectors()):
            raise TrainingOverflow("Training overflowed: weights must stay finite, and did not: scale the features.")

    def _can_overflow(self, radius: float, weights: float | np.ndarray, n_visits: int) -> bool:
        """Whether weights or scores could leave the range of float64 within so many visits."""
        step = float(np.max(weights)) * max(float(np.max(self.rule.rate)), self.rule.bias_rate)
        reach = max(1.0, radius)
        growth = step * reach * n_visits * (self.visited + n_visits + 1.0)
        largest = max(vectors.largest() for vectors in self.vectors()) + growth
        return not largest * reach * (self.n_features + 1.0) < SAFE

    @property
    def _folded_one(self) -> float:
        return 1.0 if self.options.fit_intercept else 0.0

    def _report(self, reason: str, mistakes: list[int]) -> Report:
        return Report(reason, len(mistakes), mistakes, self._radius, self.visited, self._rows, self._seconds)
