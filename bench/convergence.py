"""To convergence: MNIST's ones against eights until an epoch has no mistake, against the plain loop over epochs."""

import time
from collections.abc import Iterator

import numpy as np
from comparison import Effort, Row, parts
from datasets import mnist_pair
from models import WARM_ROWS

from rosenblatt import Perceptron
from rosenblatt.data.blocks import all_rows, block_of
from rosenblatt.learners.visits import no_mistakes
from rosenblatt.loops.arguments import Examples, Rule, Weights
from rosenblatt.loops.binary import learn
from rosenblatt.loops.rng import VISITS, shuffle

MAX_EPOCHS = 20_000
SEED = 0


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, ones_and_eights)


def ones_and_eights(effort: Effort, pair: tuple[int, int] = (1, 8)) -> Iterator[Row]:
    """MNIST 1 against 8, until it converges."""
    work = f"MNIST {pair[0]} against {pair[1]}, until it converges"
    if effort.quick:
        yield Row(work, against="the plain loop", at_least=8, remark="skipped with --quick: it takes minutes")
        return
    X, y = mnist_pair(*pair)
    model = Perceptron(n_iter_no_change=None, max_iter=MAX_EPOCHS, random_state=SEED)
    model.fit(X[:WARM_ROWS], y[:WARM_ROWS])
    plain_loop(X[:WARM_ROWS], y[:WARM_ROWS])

    # One round: each side takes so long that noise is small beside it.
    began = time.perf_counter()
    model.fit(X, y)
    ours = time.perf_counter() - began
    began = time.perf_counter()
    plain = plain_loop(X, y)
    peer = time.perf_counter() - began

    counts = {"ours": model.report_.mistakes_per_epoch, "plain": plain}
    same = counts["ours"] == counts["plain"] and model.report_.reason == "converged"
    told = {name: f"{sum(each):,} mistakes in {len(each):,} epochs" for name, each in counts.items()}
    remark = f"the same run: {told['ours']}" if same else f"NOT THE SAME RUN: {told['ours']}; plain: {told['plain']}"
    times = {"ours": ours, "plain": peer}
    yield Row(work, ours if same else None, peer, "the plain loop", at_least=8, remark=remark, times=times)


def plain_loop(X: np.ndarray, y: np.ndarray) -> list[int]:
    """The perceptron as it is written down: visit every row in every epoch. Returns the mistakes of each epoch."""
    block = block_of(X)
    classes = (y == y.max()).astype(np.uint8)
    examples, rule = Examples(block.rows, classes, 1.0), Rule(1.0, 1.0, 0)
    weights, buffer = Weights(np.zeros((1, X.shape[1])), np.zeros(1)), no_mistakes(len(y), rule)
    made: list[int] = []
    while len(made) < MAX_EPOCHS and (not made or made[-1]):
        visits = all_rows(block)
        shuffle(visits, SEED, len(made), VISITS)
        made.append(learn(examples, visits, len(made) * len(y), rule, weights, None, buffer))
    return made
