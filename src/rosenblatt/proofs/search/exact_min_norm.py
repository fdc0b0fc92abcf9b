"""Exact point of a hull nearest to 0, in fractions: for small sets on which floats are too coarse.

Wolfe's algorithm as in ``min_norm_point``, on the products of the vertices: without rounding it ends at the
nearest point itself.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

MAX_VERTICES = 60  # vertices


def exact_nearest(vectors: list[list[int]], over: Callable[[], bool]) -> dict[int, Fraction] | None:
    """Nonzero shares of the vertices in the nearest point; None if the time is over before."""
    products = products_of(vectors)
    first = min(range(len(vectors)), key=lambda k: products[k][k])
    shares = {first: Fraction(1)}
    while not over():
        along = [sum((share * row[k] for k, share in shares.items()), Fraction()) for row in products]
        square = sum((share * along[k] for k, share in shares.items()), Fraction())
        lowest = min(range(len(along)), key=along.__getitem__)
        if along[lowest] >= square:
            return shares
        shares[lowest] = Fraction()
        while True:
            wanted = nearest_of_plane(products, list(shares))
            if wanted is None:
                return None
            if min(wanted.values()) > 0:
                shares = wanted
                break
            back = [k for k, share in wanted.items() if share <= 0]
            step = min(shares[k] / (shares[k] - wanted[k]) for k in back)
            moved = {k: share + step * (wanted[k] - share) for k, share in shares.items()}
            shares = {k: share for k, share in moved.items() if share > 0}
    return None


def products_of(vectors: list[list[int]]) -> list[list[int]]:
    """Products of all vertices with each other."""
    import flint

    matrix = flint.fmpz_mat(vectors)
    return [[int(value) for value in row] for row in (matrix * matrix.transpose()).tolist()]


def nearest_of_plane(products: list[list[int]], part: list[int]) -> dict[int, Fraction] | None:
    """Shares of these vertices in the point nearest to 0 of the plane through them."""
    import flint

    table = [[*(products[i][j] for j in part), 1] for i in part] + [[1] * len(part) + [0]]
    right: Any = flint.fmpz_mat([[0]] * len(part) + [[1]])
    try:
        solved = flint.fmpz_mat(table).solve(right)
    except ZeroDivisionError:  # one is in the plane of the others
        return None
    return {k: Fraction(int(solved[i, 0].p), int(solved[i, 0].q)) for i, k in enumerate(part)}
