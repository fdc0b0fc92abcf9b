"""Orders of epochs are the same with and without a thread, and those of the generator."""

import numpy as np
import pytest

from rosenblatt.learners import visit_order
from rosenblatt.learners.options import Options
from rosenblatt.loops.rng import VISITS, shuffle


def shuffled(rows, seed, epoch):
    order = rows.copy()
    shuffle(order, seed, epoch, VISITS)
    return order.tolist()


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("order", ["given", "shuffled", "shuffled-once"])
def test_each_epoch_has_its_order(order, threads, monkeypatch):
    monkeypatch.setattr(visit_order, "available", lambda: 2)
    monkeypatch.setattr(visit_order, "WORTH_A_THREAD", 1 if threads else 10**9)
    rows = np.arange(3, 40, dtype=np.uint32)
    expected = {
        "given": [rows.tolist()] * 4,
        "shuffled": [shuffled(rows, 7, epoch) for epoch in range(4)],
        "shuffled-once": [shuffled(rows, 7, 0)] * 4,
    }[order]
    some = visit_order.Orders(Options(order=order, random_state=7), rows)
    assert some.of(0).tolist() == expected[0]  # asked for once before training begins
    with some:
        assert [some.of(epoch).tolist() for epoch in range(4)] == expected
    assert rows.tolist() == list(range(3, 40))
