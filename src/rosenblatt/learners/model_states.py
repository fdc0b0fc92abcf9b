"""The model of a learner, where its state does not give it again: the best under early stopping, a checked pocket."""

from dataclasses import replace
from typing import Any

import numpy as np

from rosenblatt.learners.learner import Learner
from rosenblatt.learners.state_checks import BadState, check_page, check_weights
from rosenblatt.learners.voted import Page
from rosenblatt.loops.arguments import Examples, Weights
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.models.voted import VotedModel


def state_of_model(learner: Learner) -> dict[str, Any] | None:
    """None where the learner makes the same model from its state."""
    kept = learner._model
    if kept is None:
        return None
    if isinstance(kept, LinearModel):
        made = learner.make_model()
        same = isinstance(made, LinearModel) and all(map(np.array_equal, kept.weights, made.weights))
        return None if same else {"w": kept.weights.w, "b": kept.weights.b}
    if isinstance(kept, VotedModel) and learner.options.early_stopping:
        rows, classes, weights = kept.support
        page = {"rows": rows._asdict(), "classes": classes, "weights": weights, "mistakes": kept.mistakes._asdict()}
        return {"page": {**page, "n_features": kept.n_features}, "survival": kept.survival}
    return None


def model_of(learner: Learner, state: dict[str, Any]) -> Model:
    """The model of a learner that has its state again."""
    made = learner.make_model()
    if isinstance(made, LinearModel):
        n_classes = max(2, len(made.classes))
        weights = Weights(state["w"], state["b"])
        check_weights({**state, "n_classes": n_classes, "by_feature": False}, learner.n_features)
        return LinearModel(made.classes, made.n_features, made.at_zero, weights)
    if not isinstance(made, VotedModel):
        raise BadState("the model is none")
    check_page(state["page"], learner.n_features, max(2, len(made.classes)), 0, learner.visited)
    page, survival = Page.from_state(state["page"]), state["survival"]
    if survival.shape != (len(page.mistakes.when) + 1,) or not (np.isfinite(survival) & (survival >= 0)).all():
        raise BadState("votes are not counted")
    support = Examples(page.block.rows, page.classes, page.weights)
    return replace(made, support=support, mistakes=page.mistakes, survival=survival.astype(np.float64))
