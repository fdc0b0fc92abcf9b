"""Nearest point to 0 of the plane through some vectors, to any number of bits.

It is p = Bs with Bᵀp = c·1, where the columns of B are the vectors, each led by the same number. Floats solve this by a
QR decomposition. What their solution leaves over is computed without rounding, and solved for again: iterative
refinement, for both equations at once as Björck has it (1967). Each round adds the digits that floats have beyond the
condition of B.
"""

from typing import Any

import numpy as np
from scipy.linalg import qr, solve_triangular

from rosenblatt.proofs.search.whole_products import Units, WholeMatrix, leading_floats, whole

FREE_ROUNDS = 3  # before corrections have to get smaller


def unsure(bits: int) -> int:
    """Number of bits of a share that may be wrong."""
    return bits // 3


def nearest_shares(vectors: np.ndarray, units: Units, lead: int, bits: int) -> np.ndarray | None:
    """Integers in the ratio of the shares, their sum about 2**bits.

    None if a vector is in the plane of the others.
    vectors: one per row.
    units: units of all numbers in them.
    lead: the power of two that leads them, not below their length.
    """
    height = lead - units.least
    try:
        refined = _refined(vectors, units, lead, bits)
    except (np.linalg.LinAlgError, ValueError):  # what SciPy raises where floats see no decomposition
        refined = None
    return shares_by_fractions(vectors, units, height, bits) if refined is None else refined


def _refined(vectors: np.ndarray, units: Units, lead: int, bits: int) -> np.ndarray | None:
    """Shares by floats and iterative refinement; None if that gains no digits."""
    led = np.column_stack([np.full(len(vectors), np.ldexp(1.0, lead)), vectors]).T
    matrix, height = WholeMatrix(led, units), lead - units.least
    Q, R = qr(np.ldexp(led, -lead), mode="economic", check_finite=False)
    shares, point = (np.zeros(n, dtype=object) for n in led.shape[::-1])
    left = np.full(len(vectors), 1 << (2 * height + bits), dtype=object)  # of the second equation
    sizes: list[int] = []  # of the corrections; the second may be no smaller than the first
    while True:
        missing = matrix.times(shares) - point
        (f, f_power), (g, g_power) = leading_floats(missing), leading_floats(left)
        power = max(f_power, g_power - height)
        f, g = np.ldexp(f, f_power - power), np.ldexp(g, g_power - height - power)
        along, inside = solve_triangular(R, g, trans="T", check_finite=False), Q.T @ f
        more = whole(finite(solve_triangular(R, along - inside, check_finite=False)), power - height)
        shares, point = shares + more, point + whole(Q @ (along - inside) + f, power)
        sizes.append(int(max(abs(more))).bit_length())
        if sizes[-1] <= unsure(bits):
            return np.asarray(shares)
        if len(sizes) > FREE_ROUNDS and sizes[-1] >= sizes[-2]:
            return None
        left = (1 << (2 * height + bits)) - matrix.transposed_times(point)


def shares_by_fractions(vectors: np.ndarray, units: Units, height: int, bits: int) -> np.ndarray | None:
    """Shares by fractions: slow, for vectors that floats cannot tell from dependent ones."""
    import flint

    matrix: Any = flint.fmpz_mat([whole(row, -units.least).tolist() for row in vectors])
    n = len(vectors)
    products = matrix * matrix.transpose() + flint.fmpz_mat(n, n, [1 << 2 * height] * n**2)
    try:
        solved, denominator = products.solve(flint.fmpz_mat(n, 1, [1 << 2 * height] * n)).numer_denom()
    except ZeroDivisionError:
        return None
    numbers = [int(solved[k, 0]) << bits for k in range(n)]
    return np.array([number // int(denominator) for number in numbers], dtype=object)


def finite(numbers: np.ndarray) -> np.ndarray:
    if not np.isfinite(numbers).all():
        raise np.linalg.LinAlgError("The numbers must be finite; they are not.")
    return numbers
