"""The models that are compared, each told to run exactly so many epochs."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sklearn.linear_model

from rosenblatt import AveragedPerceptron, Perceptron

WARM_ROWS = 200

EXACTLY = {"tol": None, "stop_when_converged": False}


def ours(epochs: int, **options: Any) -> Perceptron:
    return Perceptron(max_iter=epochs, **EXACTLY, **options)


def ours_given(epochs: int) -> Perceptron:
    return ours(epochs, order="given")


def averaged(epochs: int) -> AveragedPerceptron:
    return AveragedPerceptron(max_iter=epochs, **EXACTLY)


def scikit_learn(epochs: int) -> Any:
    return sklearn.linear_model.Perceptron(max_iter=epochs, tol=None)


def scikit_learn_averaged(epochs: int) -> Any:
    return sklearn.linear_model.SGDClassifier(
        loss="perceptron", learning_rate="constant", eta0=1, penalty=None, average=True, max_iter=epochs, tol=None
    )


def fits(X: Any, y: Any, **makers: Callable[[int], Any]) -> dict[str, Callable[[int], object]]:
    """Functions that train for so many epochs; each has been called once, so that its loops are compiled."""
    for make in makers.values():
        make(1).fit(X[:WARM_ROWS], y[:WARM_ROWS])
    return {name: partial(_fit, make, X, y) for name, make in makers.items()}


def _fit(make: Callable[[int], Any], X: Any, y: Any, epochs: int) -> object:
    return make(epochs).fit(X, y)
