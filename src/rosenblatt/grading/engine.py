"""Right answers, computed by the engine."""

from functools import lru_cache

import numpy as np

from rosenblatt.grading.problems import Problem, Weights
from rosenblatt.grading.runs import Asked, Result, Vote, Votes
from rosenblatt.grading.votes import merged, without_start
from rosenblatt.learners import Averaged, Perceptron, Voted


@lru_cache(maxsize=16384)
def right_answer(problem: Problem, asked: Asked) -> Result:
    """Result of the engine after all visits. A row that comes once more belongs to the next epoch."""
    return _votes(problem, asked) if asked.voted else _weights(problem, asked)


def _weights(problem: Problem, asked: Asked) -> Weights:
    learner = _trained(Averaged if asked.averaged else Perceptron, problem, asked)
    w, b = learner.model.weights
    return tuple(w[0].tolist()), float(b[0])


def _votes(problem: Problem, asked: Asked) -> Votes:
    """Weights after each mistake, with their survival. The zero start never votes."""
    model = _trained(Voted, problem, asked).model
    last = asked._replace(voted=False)
    weights = [_weights(problem.prefix(int(visit)), last) for visit in model.mistakes.when]
    pairs = zip(weights, model.survival[1:].tolist(), strict=True)
    return without_start(merged(Votes(tuple(Vote(w, b, c) for (w, b), c in pairs))))


def _trained(kind: type[Averaged] | type[Perceptron] | type[Voted], problem: Problem, asked: Asked):  # type: ignore[no-untyped-def]
    learner = kind(at_zero=asked.at_zero, fit_intercept=asked.bias)
    X, y = np.array(problem.X, dtype=np.float64), np.array(problem.y)
    learner.partial_fit(np.tile(X, (problem.epochs, 1)), np.tile(y, problem.epochs), classes=[-1, 1])
    return learner
