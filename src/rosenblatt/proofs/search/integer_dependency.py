"""Exact dependencies: integers that make rows cancel out, from rows that do so up to rounding.

By python-flint: modulo a large prime it is seen which equations are independent, then they are solved over the
rationals. Rows of floats are whole numbers over a power of two.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

PRIME = 2**61 - 1


def dependency(rows: np.ndarray) -> list[int] | None:
    """Integers, most of them positive, with Σ numberᵢ·rowᵢ = 0; None unless their ratio is unique."""
    import flint

    matrix = whole_numbers(rows)
    n_rows, n_columns = rows.shape
    by_row = flint.nmod_mat(n_rows, n_columns, [v % PRIME for row in matrix for v in row], PRIME)
    reduced, rank = by_row.rref()
    if rank != n_rows - 1:
        return None
    independent = _pivots(reduced, rank)
    square: Any = flint.fmpz_mat(rank, rank, [matrix[i][j] for j in independent for i in range(rank)])
    right = flint.fmpz_mat(rank, 1, [-matrix[rank][j] for j in independent])
    try:
        solved, denominator = square.solve(right).numer_denom() if rank else (right, 1)
    except ZeroDivisionError:  # the first rows alone are dependent: the last one takes no part
        return None
    numbers = [int(solved[i, 0]) for i in range(rank)] + [int(denominator)]
    if sum(number > 0 for number in numbers) < sum(number < 0 for number in numbers):
        numbers = [-number for number in numbers]
    return numbers if _cancel(matrix, numbers) else None


def whole_numbers(rows: np.ndarray) -> list[list[int]]:
    """Rows of floats, all multiplied by the same power of two."""
    mantissas, exponents = np.frexp(rows)
    whole = np.ldexp(mantissas, 53).astype(np.int64)
    even = np.log2(np.maximum(whole & -whole, 1)).astype(np.int64)  # how often each can be halved
    places = exponents + even
    least = int(places[rows != 0].min(initial=int(places.max())))
    return [
        [v >> halved << shift if v else 0 for v, halved, shift in zip(row, evens, shifts, strict=True)]
        for row, evens, shifts in zip(whole.tolist(), even.tolist(), (places - least).tolist(), strict=True)
    ]


def _pivots(reduced: Any, rank: int) -> list[int]:
    """Columns in which the rows of a reduced matrix begin."""
    pivots: list[int] = []
    column = 0
    while len(pivots) < rank:
        if int(reduced[len(pivots), column]):
            pivots.append(column)
        column += 1
    return pivots


def _cancel(matrix: Sequence[Sequence[int]], numbers: list[int]) -> bool:
    """Return True if the rows cancel in every column, including those that were not solved for modulo the prime."""
    return all(
        sum(number * row[column] for number, row in zip(numbers, matrix, strict=True) if row[column]) == 0
        for column in range(len(matrix[0]))
    )
