"""Training on rows that are visited once, as they come (``partial_fit``); also the windows of a file."""

import copy
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.data.labels import plain_labels
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners.class_weights import count_and_balance, given_factors
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.inputs import (
    Inputs,
    encode_visited_labels,
    first_visited,
    validate,
    weight_rows_of,
)
from rosenblatt.learners.interrupts import ctrl_c_noted
from rosenblatt.learners.report import report_of
from rosenblatt.learners.rollback import Rollback
from rosenblatt.learners.visits import Counts, can_overflow, visit
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner


def partial_fit(learner: "Learner", X: Any, y: Any, named: Any, sample_weight: Any) -> None:
    """Visit these rows once, in the order given. Ctrl-C is handled after the call.

    named: classes that will come.
    """
    began = time.perf_counter()
    if learner.options.early_stopping:
        raise OptionError("early_stopping must be False for partial_fit, which has no end; got True.")
    inputs = validate(X, y, sample_weight, learner.options.folded_one)
    if learner.n_features not in (0, inputs.block.n_features):
        raise DataError(f"X must have {learner.n_features} features, as before; got {inputs.block.n_features}.")
    with ctrl_c_noted(patient=True) as pressed:
        continue_training(learner, inputs, named)
        learner.end_fit()
        learner.seconds += time.perf_counter() - began
        learner.report = report_of(learner, "open", [learner.n_mistakes], [learner.n_updates])
    if pressed():
        raise KeyboardInterrupt


def continue_training(learner: "Learner", inputs: Inputs, named: Any = None) -> Counts:
    """Visit rows once, in the order given, or none of them. Return the numbers of mistakes and updates.

    named: classes that will come.
    """
    rule = learner.options.compiled_rule(inputs.block.n_features)
    classes, examples, rows, class_counts = _arriving(learner, inputs, named)
    with Rollback(learner, Exception) as undo:
        is_new = learner.n_features == 0 or learner.visited == 0
        if is_new:
            n_classes = classes.n_rows if rule.sign_of_zero or rule.one_vs_rest else 2
            learner.reset(rule, classes, WeightRows(inputs.block.n_features, n_classes, inputs.block.is_sparse))
        learner.guarded = can_overflow(learner, inputs.radius, examples.weights, len(rows))
        if learner.guarded and not is_new:
            undo.include_arrays()
        for vectors in learner.vectors():
            vectors.reorder(inputs.block.is_sparse)
        learner.classes, learner.class_counts, learner.ready_model = classes, class_counts, None
        counts = visit(learner, examples, rows, learner.scores_for(inputs.block, examples, rows))
    learner.leave_examples()
    learner.n_mistakes += counts.mistakes
    learner.n_updates += counts.updates
    learner.n_rows += len(rows)
    learner.n_zero_rows += learner.zero_rows(inputs.block, rows)
    learner.radius = max(learner.radius, inputs.radius_of(rows, learner.options.folded_one))
    return counts


def _arriving(learner: "Learner", inputs: Inputs, named: Any) -> tuple[Classes, Examples, np.ndarray, np.ndarray]:
    """Classes including those of these rows, the examples, the rows to visit, and the rows of each class so far.

    Does not change the learner.
    """
    options, is_new = learner.options, learner.n_features == 0
    classes = Classes() if is_new else copy.deepcopy(learner.classes)
    if named is not None:
        named = np.unique(plain_labels("classes", named))
        classes.know(named)
        if options.sign_of_zero and not options.one_vs_rest:
            classes.arrive_with_sign(named, named=True)
    block, rows, weights = inputs.block, inputs.visited, inputs.weights
    labels = encode_visited_labels(inputs)
    classes.know(labels.distinct)
    if isinstance(options.class_weight, Mapping) and len(rows):
        weights = weights * given_factors(options.class_weight, labels.distinct)[labels.codes]
        rows = rows[weights[rows] != 0]
    arriving = first_visited(labels, rows)
    if options.one_vs_rest:
        classes.arrive_at_once()
    elif options.sign_of_zero:
        classes.arrive_with_sign(arriving)
    else:
        classes.arrive(arriving)
    codes = weight_rows_of(classes, labels)
    counts = np.zeros(classes.n_rows, np.int64)
    if not is_new:
        counts[: len(learner.class_counts)] = learner.class_counts
    weights = count_and_balance(options, rows, codes, counts, weights)
    return classes, Examples(block.rows, codes, weights), rows, counts
