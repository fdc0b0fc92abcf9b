"""Tracing: a ``fit`` that records every visit."""

from functools import partial
from typing import Any

import numpy as np

from rosenblatt.data.blocks import all_rows, block_of, take_rows
from rosenblatt.data.labels import labels_of, smallest
from rosenblatt.errors import DataError
from rosenblatt.learners.base import Learner
from rosenblatt.learners.kernel import Kernel
from rosenblatt.learners.visits import no_mistakes
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, copied, joined, updates_among
from rosenblatt.models.kernel_trace import KernelTrace
from rosenblatt.models.trace import Trace


def traced(
    learner: Learner,
    X: Any,
    y: Any,
    features: list[str] | None = None,
    *,
    sample_weight: Any = None,
    coef_init: Any = None,
    intercept_init: Any = None,
) -> Trace:
    """Fit a learner and return the trace of its run. features: column names; other arguments as for ``fit``."""
    block = block_of(X)
    if features is None:
        features = list(getattr(X, "columns", [f"x{column}" for column in range(1, block.n_features + 1)]))
    names = [str(name) for name in features]
    if len(names) != block.n_features:
        raise DataError(f"features must name every column, {block.n_features}; got {len(names)} names.")
    block = take_rows(block, all_rows(block))  # a copy, because steps are computed when they are asked for
    rule = learner.options.compiled_rule(block.n_features)
    book = Book(Examples(block.rows, np.zeros(block.n_rows, np.uint8), 1.0), rule)
    learner.on_visits, learner.on_epoch = book.note_visits, book.note_end
    learner.takes_one_class = True  # a trace may show one class
    try:
        labels = labels_of(y, block.n_rows).copy()
        learner.fit(block, labels, sample_weight=sample_weight, coef_init=coef_init, intercept_init=intercept_init)
    finally:
        learner.on_visits = learner.on_epoch = None
    classes, places, updates = learner.classes, learner.classes.places(), book.updates()
    kernel = learner.function if isinstance(learner, Kernel) else None
    start = WeightRows(block.n_features if kernel is None else block.n_rows, len(classes.labels))
    start.set(coef_init, intercept_init)
    make = Trace if kernel is None else partial(KernelTrace, kernel=kernel)
    return make(
        block=block,
        examples=book.copied_examples(places),
        classes=classes.labels,
        features=names,
        visits=np.concatenate(book.visits),
        epochs=book.epochs(),
        wrong=np.concatenate(book.wrong),
        taus=np.concatenate(book.taus),
        mistakes=updates._replace(wrong_class=places[updates.wrong_class].astype(np.int32)),
        arrivals=np.zeros(len(classes.labels)) if classes.given else book.arrivals(places, len(classes.labels)),
        start=start.view,
        rule=learner.rule,
        at_zero=learner.options.at_zero,
        report=learner.report,
        model=learner.model,
    )


class Book:
    """Record of the visits of a run."""

    def __init__(self, examples: Examples, rule: Rule) -> None:
        self.examples = examples  # until a visit shows those that are learned from
        self.visits = [np.zeros(0, np.uint32)]
        self.wrong = [np.zeros(0, bool)]  # whether each was a mistake
        self.taus = [np.zeros(0)]  # step of each, 0 for none
        self._updates: list[Mistakes] = [no_mistakes(0, rule)]
        self._ends: list[int] = []  # how many visits there were when each epoch ended

    def note_visits(self, examples: Examples, visits: np.ndarray, mistakes: Mistakes) -> None:
        self.examples = examples
        self.visits.append(visits.copy())
        # No row is visited twice in one epoch, so a row has one visit here.
        wrong, taus = np.zeros(len(examples.classes), bool), np.zeros(len(examples.classes))
        # One against the rest, it has up to one entry per class, and the longest step is noted.
        wrong[mistakes.row if mistakes.wrong is True else mistakes.row[mistakes.wrong]] = True
        np.maximum.at(taus, mistakes.row, mistakes.step)
        self.wrong.append(wrong[visits])
        self.taus.append(taus[visits])
        self._updates.append(copied(updates_among(mistakes)))

    def note_end(self, epoch: int, mistakes: int) -> None:
        self._ends.append(sum(map(len, self.visits)))

    def updates(self) -> Mistakes:
        return joined(self._updates)

    def epochs(self) -> np.ndarray:
        """Epoch of each visit."""
        return np.searchsorted(self._ends, np.arange(sum(map(len, self.visits))), side="right") + 1

    def copied_examples(self, places: np.ndarray) -> Examples:
        """Examples with the places of their classes, and private copies of the weights."""
        rows, classes, weights = self.examples
        weights = weights.copy() if isinstance(weights, np.ndarray) else weights
        return Examples(rows, smallest(places[classes]), weights)

    def arrivals(self, places: np.ndarray, n_classes: int) -> np.ndarray:
        """For each class by its place, the visit with which it came. The first two exist from the start."""
        rows, first = np.unique(self.examples.classes[np.concatenate(self.visits)], return_index=True)
        arrivals = np.full(n_classes, np.inf)  # infinity for a class without visits
        arrivals[places[rows]] = first + 1
        arrivals[places[:2]] = 0
        return arrivals
