"""The state of a learner, as a tree of names, numbers and arrays: enough to go on to the same bits."""

import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.state_checks import BadState, check_page, check_weights
from rosenblatt.learners.voted import Page, mistakes_tree
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Weights
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.models.voted import VotedModel

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

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


# The model of a learner, where its state does not give it again: the best under early stopping, a checked pocket.


def state_of_model(learner: "Learner") -> dict[str, Any] | None:
    """None where the learner makes the same model from its state."""
    model = learner._model
    if model is None:
        return None
    if isinstance(model, LinearModel):
        rebuilt = learner.make_model()
        same = isinstance(rebuilt, LinearModel) and all(map(np.array_equal, model.weights, rebuilt.weights))
        return None if same else {"w": model.weights.w, "b": model.weights.b}
    if isinstance(model, VotedModel) and learner.options.early_stopping:
        rows, classes, weights = model.support
        page = {
            "rows": rows._asdict(),
            "classes": classes,
            "weights": weights,
            "mistakes": mistakes_tree(model.mistakes),
        }
        return {"page": {**page, "n_features": model.n_features}, "survival": model.survival}
    return None


def model_of(learner: "Learner", state: dict[str, Any]) -> Model:
    """The model of a learner that has its state again."""
    model = learner.make_model()
    if isinstance(model, LinearModel):
        n_classes = max(2, len(model.classes))
        weights = Weights(state["w"], state["b"])
        check_weights({**state, "n_classes": n_classes, "by_feature": False}, learner.n_features)
        return LinearModel(model.classes, model.n_features, model.at_zero, weights)
    if not isinstance(model, VotedModel):
        raise BadState("the model is none")
    check_page(state["page"], learner.n_features, max(2, len(model.classes)), 0, learner.visited)
    page, survival = Page.from_state(state["page"]), state["survival"]
    if survival.shape != (len(page.mistakes.when) + 1,) or not (np.isfinite(survival) & (survival >= 0)).all():
        raise BadState("votes are not counted")
    support = Examples(page.block.rows, page.classes, page.weights)
    return replace(model, support=support, mistakes=page.mistakes, survival=survival.astype(np.float64))
