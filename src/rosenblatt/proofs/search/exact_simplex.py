"""Exact decision for small sets whether 0 is in the hull of rows, by the simplex method in fractions.

λ ≥ 0 with Σ λz = 0 and Σ λ = 1 either exists, and is found; or there is a v with z·v > 0 for all rows, which the prices
of the last step are. Bland's rule, so that it ends.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np


class Answer(NamedTuple):
    rows: list[int]  # rows that cancel out, …
    shares: list[Fraction]  # … and their shares; empty if there is a separator
    separator: list[Fraction]


def zero_in_hull(rows: np.ndarray, over: Callable[[], bool]) -> Answer | None:
    """Rows around 0, or a separator of all rows from 0; None if the time is over before."""
    n, width = rows.shape
    scales = [Fraction(2) ** int(-exponent) for exponent in np.frexp(np.abs(rows).max(axis=0))[1]]
    table = [[Fraction(v) * scale for v in column] for column, scale in zip(rows.T.tolist(), scales, strict=True)]
    table = [[*column, Fraction(0)] for column in table] + [[Fraction(1)] * (n + 1)]
    size = width + 1
    for r, row in enumerate(table):  # artificial variables, to be driven out, stand before the right side
        row[n:n] = [Fraction(int(r == k)) for k in range(size)]
    basis = [n + r for r in range(size)]
    costs = [-sum(column, Fraction(0)) for column in zip(*table, strict=True)]
    costs[n : n + size] = [Fraction(0)] * size
    while not over():
        entering = next((j for j in range(n) if costs[j] < 0), None)
        if entering is None:
            return _answer(table, basis, costs, n, scales)
        _, _, leaving = min((row[-1] / row[entering], basis[r], r) for r, row in enumerate(table) if row[entering] > 0)
        pivot = [value / table[leaving][entering] for value in table[leaving]]
        for r, row in enumerate([*table, costs]):
            if r != leaving and row[entering]:
                factor = row[entering]
                row[:] = [a - factor * b if b else a for a, b in zip(row, pivot, strict=True)]
        table[leaving], basis[leaving] = pivot, entering
    return None


def _answer(
    table: list[list[Fraction]], basis: list[int], costs: list[Fraction], n: int, scales: list[Fraction]
) -> Answer:
    if costs[-1] == 0:  # nothing artificial is left
        used = [(row, table[r][-1]) for r, row in enumerate(basis) if row < n and table[r][-1]]
        rows, shares = zip(*used, strict=True)
        return Answer(list(rows), list(shares), [])
    prices = [1 - cost for cost in costs[n:-1]]  # of the equations: their sum over a row is not above 0
    return Answer([], [], [-price * scale for price, scale in zip(prices, scales, strict=False)])
