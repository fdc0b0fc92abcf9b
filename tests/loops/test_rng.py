"""Random orders: golden permutations, since models and the lab rely on them for ever."""

import numpy as np
import pytest
import reference
from hypothesis import given, strategies as st

from rosenblatt.loops.rng import VISITS, pick, shuffle

GOLDEN = {
    (10, 0, 0): [9, 6, 4, 0, 1, 8, 3, 7, 5, 2],
    (10, 0, 1): [9, 8, 1, 4, 6, 3, 0, 5, 7, 2],
    (10, 1, 0): [1, 8, 9, 2, 7, 0, 6, 5, 3, 4],
    (16, 4294967295, 7): [10, 1, 15, 8, 13, 3, 9, 12, 7, 6, 5, 11, 2, 4, 0, 14],
}


def permutation(n, seed, epoch, stream=VISITS):
    items = np.arange(n, dtype=np.uint32)
    shuffle(items, seed, epoch, stream)
    return items.tolist()


@pytest.mark.parametrize("key", GOLDEN)
def test_golden_permutations(key):
    assert permutation(*key) == GOLDEN[key]


@given(st.integers(1, 60), st.integers(0, 2**32 - 1), st.integers(0, 10**5), st.integers(0, 2))
def test_orders_equal_the_reference(n, seed, epoch, stream):
    assert permutation(n, seed, epoch, stream) == reference.shuffled(range(n), seed, epoch, stream)


@given(st.integers(1, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 10**5))
def test_picks_equal_the_reference(count, seed, iteration):
    assert pick(count, seed, iteration) == reference.Sfc32(iteration, seed, 2).below(count)


@pytest.mark.parametrize("seed", range(8))
def test_numbers_that_would_be_unfair_are_drawn_again(seed):
    """Below 2³¹ + 1 every second number is refused."""
    assert pick(2**31 + 1, seed, 0) == reference.Sfc32(0, seed, 2).below(2**31 + 1)


def test_every_order_is_as_likely():
    """All 24 orders of four items, over many epochs: each within five standard deviations of its share."""
    rounds = 2400
    counts = np.zeros(256, dtype=int)
    for epoch in range(rounds):
        a, b, c, d = permutation(4, 0, epoch)
        counts[a + 4 * b + 16 * c + 64 * d] += 1
    seen = counts[counts > 0]
    assert len(seen) == 24
    assert abs(seen - 100).max() < 50
