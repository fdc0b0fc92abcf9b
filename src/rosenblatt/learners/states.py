"""The state of a learner, as a tree of names, numbers and arrays: enough to go on to the same bits."""

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.weights import WeightRows

if TYPE_CHECKING:
    from rosenblatt.learners.learner import Learner

COUNTS = ("n_features", "visited", "n_mistakes", "weighed_mistakes", "_rows", "_radius", "_seconds")


def state_of(learner: "Learner") -> dict[str, Any]:
    return {
        "algorithm": type(learner).__name__,
        "counts": {name: getattr(learner, name) for name in COUNTS},
        "classes": learner.classes.state(),
        "class_counts": learner._class_counts,
        "vectors": [vectors.state() for vectors in learner.vectors()],
        "more": learner.more_state(),
    }


def set_state(learner: "Learner", state: dict[str, Any]) -> None:
    """Have the learner, of the same kind and options, go on from a state."""
    name = type(learner).__name__
    if state["algorithm"] != name:
        raise DataError(f"The state must be of the same algorithm, {name}; it is of {state['algorithm']}.")
    first = WeightRows.from_state(state["vectors"][0])
    learner._begin(learner.options.rule(first.n_features), Classes.from_state(state["classes"]), first)
    for vectors, saved in zip(learner.vectors(), state["vectors"], strict=True):
        vectors.copy_from(WeightRows.from_state(saved))
    for count in COUNTS:
        setattr(learner, count, state["counts"][count])
    learner._class_counts = np.asarray(state["class_counts"])
    learner.set_more_state(state["more"])


def copy_of(learner: "Learner") -> "Learner":
    """Another learner that goes on from the same state; without a report, as long as it has not."""
    twin = copy.copy(learner)
    twin.report = twin.on_epoch = twin.on_visits = None
    set_state(twin, state_of(learner))
    return twin
