"""Verb ``trace``: train and record every visit."""

from typing import TYPE_CHECKING, Any

from rosenblatt.files.readers import examples_of

if TYPE_CHECKING:
    from rosenblatt.models.trace import Trace


def trace(
    X: Any,
    y: Any = None,
    *,
    algorithm: str = "perceptron",
    features: list[str] | None = None,
    sample_weight: Any = None,
    coef_init: Any = None,
    intercept_init: Any = None,
    reading: dict[str, Any] | None = None,
    **options: Any,
) -> "Trace":
    """Train with every visit written down: the returned trace has the steps, and prints as the table of the notes.

    X, y: examples and labels; or, without y, a file or ``sample:NAME`` as ``train`` takes them. All rows may be of one
        class: the other is then −y, or ``(not y)`` of a string.
    algorithm: "perceptron", "averaged", "voted" or "pocket": which weights predict in the end.
    features: names of the columns.
    options: those of the learner (order, at_zero, fit_intercept, max_iter, eta0, random_state, …). A set of the lecture
        notes (``sample:note-000``) has the options of its note where they are left out.
    sample_weight, coef_init, intercept_init: as ``fit`` takes them.
    reading: options of ``read``, for a file.
    """
    from rosenblatt.commands.training_run import learner_class, new_learner, note_options
    from rosenblatt.learners.recorder import traced

    learner = new_learner(learner_class(algorithm), "trace", {**note_options(X), **options})
    X, y, names = examples_of(X, y, reading)
    features = names if features is None else features
    return traced(
        learner, X, y, features, sample_weight=sample_weight, coef_init=coef_init, intercept_init=intercept_init
    )
