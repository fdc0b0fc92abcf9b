"""Cached rows of the Gram matrix: never more than there is room for, and always the right values."""

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.kernels import whole_rows

from rosenblatt.data.blocks import block_of
from rosenblatt.learners import gram as gram_module
from rosenblatt.learners.gram import MB, Gram
from rosenblatt.learners.lru_places import Places
from rosenblatt.models.kernel_function import KernelFunction, Rows

LINEAR = KernelFunction("linear", coef0=1.0)
CUBIC = KernelFunction("poly", 3, 0.5, 2.0)
RADIAL = KernelFunction("rbf", gamma=0.1)


class LeastRecentlyUsed:
    """Slow cache: owners in the order of their last use. Owners that are asked for together leave in any order."""

    def __init__(self, room):
        self.room, self.time, self.used = room, 0, {}

    def ask(self, owners):
        self.time += 1
        before = set(self.used)
        self.used |= dict.fromkeys(owners, self.time)
        n_over = len(self.used) - self.room
        times = sorted(self.used.values())
        return {o for o in before if n_over > 0 and self.used[o] <= times[n_over - 1]}, before

    def left(self, kept):
        self.used = {owner: when for owner, when in self.used.items() if owner in kept}


@pytest.mark.parametrize("room", [1, 3, 8])
def test_the_least_recently_used_line_leaves(room, monkeypatch):
    monkeypatch.setattr(gram_module, "LEAST_ROWS", 1)
    monkeypatch.setattr(gram_module, "ROWS_AT_ONCE", 2)
    rng = np.random.default_rng(room)
    X = rng.normal(size=(12, 5))
    gram = Gram(RADIAL, Rows(block_of(X)), room * 12 * 8 / MB)
    expected = np.exp(-0.1 * np.square(X[:, None] - X[None]).sum(axis=2))
    model, filled = LeastRecentlyUsed(room), []
    fill = Gram._fill
    monkeypatch.setattr(
        Gram, "_fill", lambda self, lines, some: (filled.extend(lines.tolist()), fill(self, lines, some))
    )
    assert gram.room == room
    assert gram.numbers.shape == (room, 12)
    for _ in range(60):
        asked = rng.permutation(12)[: rng.integers(1, room + 1)]
        asked = rng.choice(asked, size=5)  # with repeats
        may_leave, before = model.ask(asked.tolist())
        filled.clear()
        lines = gram.lines(asked)
        np.testing.assert_allclose(gram.numbers[lines], expected[asked], rtol=1e-12)
        assert len(filled) == len(set(asked.tolist()) - before)  # what is there is not computed again
        kept = set(np.flatnonzero(gram._places.place >= 0).tolist())
        assert len(kept) <= room
        assert set(asked.tolist()) <= kept
        assert before - kept <= may_leave
        model.left(kept)
        assert set(model.used) == kept


def test_places_are_those_not_used_for_longest():
    places = Places(3, 10)
    assert sorted(places.assign(np.array([4])).tolist() + places.assign(np.array([5, 6])).tolist()) == [0, 1, 2]
    places.touch(places.place[[4]])
    places.touch(places.place[[6]])
    assert places.assign(np.array([7])).tolist() == [1]
    assert places.place.tolist() == [-1, -1, -1, -1, 0, -1, 2, 1, -1, -1]
    places.assign(np.array([8, 9]))
    assert sorted(np.flatnonzero(places.place >= 0).tolist()) == [7, 8, 9]
    assert sorted(places.place[[7, 8, 9]].tolist()) == [0, 1, 2]


def test_places_that_were_never_taken_are_used_first():
    places = Places(4, 10)
    places.assign(np.array([0, 1, 2]))
    places.touch(places.place[[0, 1]])
    places.assign(np.array([5, 6]))
    assert np.flatnonzero(places.place >= 0).tolist() == [0, 1, 5, 6]


@pytest.mark.parametrize("kernel", [LINEAR, CUBIC, RADIAL])
@pytest.mark.parametrize("largest", [3, 500, 2000, 20_000, 10**9])
def test_products_of_whole_numbers_are_those_in_the_fixed_order(kernel, largest):
    """By BLAS where sums stay below 2²⁴, as int32 where they fit: the bits of sparse rows, which use neither."""
    X, _ = whole_rows(2, n=23, d=11, seed=largest, largest=largest)
    dense, sparse = (Gram(kernel, Rows(block_of(form(X))), 1.0) for form in (np.asarray, sp.csr_matrix))
    products = X.astype(object) @ X.astype(object).T
    is_power, longest = kernel.name != "rbf", max(np.diagonal(products))
    assert (dense.numbers.dtype == np.int32) == (is_power and longest < 2**31)
    rows = np.arange(23)
    lines = [gram.numbers[gram.lines(rows)] for gram in (dense, sparse)]
    assert np.float64(lines[0]).tobytes() == np.float64(lines[1]).tobytes()
    assert dense.among(rows).tolist() == sparse.among(rows).tolist()
    assert dense.diagonal().tobytes() == sparse.diagonal().tobytes()
    if is_power and longest < 2**53:
        assert np.float64(lines[0]).tolist() == products.astype(np.float64).tolist()
        assert dense.among(rows).tolist() == kernel.of_products(products.astype(np.float64)).tolist()


@pytest.mark.parametrize("kernel", [LINEAR, CUBIC, RADIAL])
def test_values_of_some_rows_are_those_of_the_lines(kernel):
    """Within a block and for all rows, a value has the same bits, by the same operations."""
    X = np.random.default_rng(1).normal(size=(9, 13))
    gram = Gram(kernel, Rows(block_of(X)), 1.0)
    rows = np.array([5, 2, 2, 8])
    values = kernel.of_products(gram.numbers[gram.lines(rows)]) if kernel.is_power else gram.numbers[gram.lines(rows)]
    assert gram.among(rows).tobytes() == np.ascontiguousarray(values[:, rows]).tobytes()


def test_squared_norms_leave_out_the_bias():
    X = np.array([[1.0, 2.0], [0.0, 0.0], [3.0, 0.5]])
    rows = Rows(block_of(X))
    assert Gram(LINEAR, rows, 1.0).diagonal().tolist() == [5.0, 0.0, 9.25]
    assert Gram(CUBIC, rows, 1.0).diagonal().tolist() == [4.5**3, 8.0, 6.625**3]
    assert Gram(RADIAL, rows, 1.0).diagonal().tolist() == [1.0, 1.0, 1.0]
    called = KernelFunction("callable", function=lambda A, B: 2.0 * A @ B.T)
    assert Gram(called, rows, 1.0).diagonal().tolist() == [10.0, 0.0, 18.5]
    assert Gram(KernelFunction("precomputed"), Rows(block_of(np.diag([3.0, 4.0]))), 1.0).diagonal().tolist() == [3, 4]
