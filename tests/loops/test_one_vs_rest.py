"""The loop of one perceptron per class: entries in order, scores of before the visit, overflow."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.learners.visits import no_mistakes
from rosenblatt.loops import one_vs_rest
from rosenblatt.loops.arguments import Examples, Rule, Weights, part_of, scratch_for
from rosenblatt.loops.replay import replay
from rosenblatt.loops.rows import CSR, Dense

RULE = Rule(1.0, 1.0, 0, one_vs_rest=True)
VISITS = np.array([0, 1, 0, 2, 1, 2, 0], np.uint32)  # an odd number, and no row twice in a pair, as in all epochs


def stored(X, is_sparse):
    if not is_sparse:
        return Dense(X)
    matrix = sp.csr_array(X)
    return CSR(matrix.data, matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32))


def zeros(is_sparse):
    return Weights(np.zeros((3, 4), order="F" if is_sparse else "C"), np.zeros(3))


@pytest.mark.parametrize("is_sparse", [False, True])
def test_each_class_answers_its_own_mistakes(is_sparse):
    X = np.array([[1.0, 2, 0, -1], [0, 1, 3, 0], [2, -1, 0, 1]])
    examples, weights = Examples(stored(X, is_sparse), np.array([2, 0, 1], np.uint8), 1.0), zeros(is_sparse)
    sums, entries, w, b = zeros(is_sparse), [], np.zeros((3, 4)), np.zeros(3)
    for t, i in enumerate(VISITS.tolist(), 11):
        scores = w @ X[i] + b
        for k in range(3):
            y = 1 if examples.classes[i] == k else -1
            if y * scores[k] <= 0:
                entries.append((i, k, t))
                w[k], b[k] = w[k] + y * X[i], b[k] + y
    mistakes = no_mistakes(3 * len(VISITS), RULE)
    count = one_vs_rest.learn(examples, VISITS, 10, RULE, weights, sums, scratch_for(weights), mistakes)
    listed = part_of(mistakes, slice(count))
    assert [*zip(listed.row, listed.wrong_class, listed.when, strict=True)] == entries
    assert (weights.w.tolist(), weights.b.tolist()) == (w.tolist(), b.tolist())
    again, again_sums = zeros(is_sparse), zeros(is_sparse)
    replay(examples, listed, RULE, again, again_sums)
    assert again.w.tobytes() == weights.w.tobytes()
    assert again_sums.w.tobytes() == sums.w.tobytes()
    assert again_sums.b.tobytes() == sums.b.tobytes()


def test_an_overflow_is_told_by_its_visit():
    X = np.array([[1.0, 0, 0, 0], [1e200, 0, 0, 0]])
    examples, weights = Examples(Dense(X), np.array([0, 1], np.uint8), 1.0), zeros(is_sparse=False)
    visits, mistakes = np.array([0, 1, 0, 1], np.uint32), no_mistakes(12, RULE)
    assert one_vs_rest.learn(examples, visits, 0, RULE, weights, None, scratch_for(weights), mistakes) == -1 - 3
