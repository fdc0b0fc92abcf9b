"""The votes of a run in many parts."""

import numpy as np
import pytest

from rosenblatt import learners
from rosenblatt.learners import pages


def test_row_numbers_of_pages_do_not_wrap_at_32_bits():
    rows = [np.array([0, 2**32 - 2], np.uint32), np.array([5, 1], np.uint32), np.array([7], np.uint32)]
    among_all = pages._rows_among_all(rows, [2**32 - 1, 2**32 - 1, 8])
    assert among_all.tolist() == [0, 2**32 - 2, 2**32 + 4, 2**32, 2**33 + 5]
    assert pages._rows_among_all(rows[1:], [6, 8]).dtype == np.uint32


@pytest.mark.parametrize("n_classes", [2, 3])
def test_row_numbers_of_64_bits_give_the_same_votes(monkeypatch, n_classes):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 4)), rng.integers(0, n_classes, size=60)
    learner = learners.Voted()
    for first in range(0, 60, 20):
        learner.partial_fit(X[first : first + 20], y[first : first + 20])
    narrow = learner.model
    monkeypatch.setattr(pages, "MAX_ROWS", 5)
    learner.ready_model = None
    wide = learner.model
    assert (narrow.mistakes.row.dtype, wide.mistakes.row.dtype) == (np.uint32, np.uint64)
    assert wide.decision_function(X).tobytes() == narrow.decision_function(X).tobytes()
    assert wide.predict(X).tolist() == narrow.predict(X).tolist()
