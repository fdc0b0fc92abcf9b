"""State of a learner, as a tree of names, numbers and arrays: enough to continue to the same bits."""

import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.errors import DataError, NotTrained
from rosenblatt.learners.classes import UNNAMED, Classes
from rosenblatt.learners.learned import Learned
from rosenblatt.learners.options import Options
from rosenblatt.learners.pages import Page, mistakes_tree
from rosenblatt.learners.state_checks import BadState, are_counts, check_page, check_weights, ensure, is_count
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Weights
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.models.voted import VotedModel

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

# Names of counts in files, and of the attributes that hold them.
COUNTS = {
    **{name: name for name in ("n_features", "visited", "n_mistakes", "weighed_mistakes")},
    **{"_rows": "n_rows", "_radius": "radius", "_seconds": "seconds"},
}
COUNTS_OF_RULES = {"n_updates": "n_updates", "_zero_rows": "n_zero_rows"}  # left out for the plain perceptron


def state_of(learner: "Learner") -> dict[str, Any]:
    counts = COUNTS if learner.options.is_plain else COUNTS | COUNTS_OF_RULES
    return {
        "algorithm": type(learner).__name__,
        "counts": {name: getattr(learner, attribute) for name, attribute in counts.items()},
        "classes": learner.classes.state(),
        "class_counts": learner.class_counts,
        "vectors": [vectors.state() for vectors in learner.vectors()],
        "more": learner.more_state(),
    }


def set_state(learner: "Learner", state: dict[str, Any]) -> None:
    """Restore a learner of the same kind and options from a state."""
    learned = learned_from(type(learner), learner.options, state)
    learner.reset(learned.rule, learned.classes, learned.weights)
    vars(learner).update(vars(learned))
    counts = {"n_updates": state["counts"]["n_mistakes"], "_zero_rows": 0, **state["counts"]}
    for name, attribute in (COUNTS | COUNTS_OF_RULES).items():
        setattr(learner, attribute, counts[name])
    learner.class_counts = np.asarray(state["class_counts"])


def learned_from(make: type["Learner"], options: Options, state: dict[str, Any]) -> Learned:
    """Learned state of a learner of this kind: enough for its model, without a learner."""
    if state["algorithm"] != make.__name__:
        raise DataError(f"The state must be of the same algorithm, {make.__name__}; it is of {state['algorithm']}.")
    learned = Learned()
    vectors = [WeightRows.from_state(saved) for saved in state["vectors"]]
    vars(learned).update(zip(make.vector_names, vectors, strict=True))
    vars(learned).update(make.more_from_state(state["more"]))
    learned.options, learned.classes = options, Classes.from_state(state["classes"])
    if UNNAMED in learned.classes.rows and not (options.sign_of_zero or options.one_vs_rest):
        raise BadState("a row has no class")
    if options.one_vs_rest and vectors[0].n_classes != learned.classes.n_rows:
        raise BadState("a class has no weights")
    learned.n_features, learned.visited = state["counts"]["n_features"], state["counts"]["visited"]
    learned.rule = options.compiled_rule(learned.n_features)
    return learned


def copy_of(learner: "Learner") -> "Learner":
    """Copy a learner with its state. The copy has no report until it trains."""
    twin = copy.copy(learner)
    twin.report = twin.on_epoch = twin.on_visits = None
    set_state(twin, state_of(learner))
    return twin


# Models that the state of a learner does not determine: the best under early stopping, a checked pocket.


def state_of_model(learner: "Learner") -> dict[str, Any] | None:
    """State of the model; None if the learner makes the same model from its own state."""
    model = learner.ready_model
    if model is None:
        return None
    if isinstance(model, LinearModel):
        rebuilt = learner.model_of(learner)
        same = isinstance(rebuilt, LinearModel) and all(map(np.array_equal, model.weights, rebuilt.weights))
        return None if same else {"w": model.weights.w, "b": model.weights.b}
    if not learner.options.early_stopping:
        return None
    if isinstance(model, KernelModel):
        return {"page": {**_page_of(model), "numbers": model.numbers}, "visited": model.visited}
    return {"page": _page_of(model), "survival": model.survival} if isinstance(model, VotedModel) else None


def _page_of(model: VotedModel | KernelModel) -> dict[str, Any]:
    """Mistakes of a model with their rows, as in the state of a learner."""
    rows, classes, weights = model.support
    plain = {"rows": rows._asdict(), "n_features": model.n_features, "mistakes": mistakes_tree(model.mistakes)}
    return {**plain, "classes": classes, "weights": weights}


def model_from(make: type["Learner"], learned: Learned, state: dict[str, Any] | None) -> Model:
    """Model of the learned state. state: the result of ``state_of_model``."""
    if not learned.classes.n_labels:
        raise NotTrained(f"{make.__name__} must be taught before it has a model: all its rows had the weight 0.")
    model = make.model_of(learned)
    if state is None:
        return model
    if isinstance(model, LinearModel):
        n_classes = max(2, len(model.classes))
        weights = Weights(state["w"], state["b"])
        check_weights({**state, "n_classes": n_classes, "by_feature": False}, learned.n_features)
        return LinearModel(model.classes, model.n_features, model.at_zero, weights)
    if not isinstance(model, VotedModel | KernelModel):
        raise BadState("the model is none")
    check_page(state["page"], learned.n_features, max(2, len(model.classes)), 0, learned.visited)
    page = Page.from_state(state["page"])
    support = Examples(page.block.rows, page.classes, page.weights)
    if isinstance(model, KernelModel):
        visited, numbers = state["visited"], state["page"]["numbers"]
        ensure(is_count(visited) and visited <= learned.visited, "visits are not counted")
        ensure(are_counts(numbers, len(page.classes)), "support rows are not numbered")
        return replace(model, support=support, numbers=numbers, mistakes=page.mistakes, visited=visited)
    survival = state["survival"]
    if survival.shape != (len(page.mistakes.when) + 1,) or not (np.isfinite(survival) & (survival >= 0)).all():
        raise BadState("votes are not counted")
    return replace(model, support=support, mistakes=page.mistakes, survival=survival.astype(np.float64))
