"""Exact products of a float matrix with integers of any size, by BLAS.

Both are cut into slices of a few bits: integers so small that floats add all their products exactly.
"""

from typing import Any

import numpy as np

MANTISSA = 53  # bits of a float


class Units:
    """Power of two that makes numbers integers, and the number of bits they then have."""

    def __init__(self, numbers: np.ndarray) -> None:
        filled = numbers[numbers != 0]
        mantissas, exponents = np.frexp(filled)
        whole = np.ldexp(mantissas, MANTISSA).astype(np.int64)
        halvings = np.log2((whole & -whole).astype(np.float64)).astype(np.int64)
        self.least = int((exponents - MANTISSA + halvings).min(initial=0))
        self.bits = int(exponents.max(initial=0)) - self.least


class WholeMatrix:
    """Matrix of floats, in units."""

    def __init__(self, matrix: np.ndarray, units: Units) -> None:
        self.bits = (MANTISSA - max(matrix.shape).bit_length()) // 2  # of a slice
        self.slices = []
        rest = matrix
        for place in reversed(range(0, max(units.bits, 1), self.bits)):
            part = np.trunc(np.ldexp(rest, -units.least - place))
            rest = rest - np.ldexp(part, units.least + place)
            self.slices.append((place, part))

    def times(self, numbers: np.ndarray) -> np.ndarray:
        """Product of the matrix and a vector of integers."""
        return self._products(numbers, transposed=False)

    def transposed_times(self, numbers: np.ndarray) -> np.ndarray:
        return self._products(numbers, transposed=True)

    def _products(self, numbers: np.ndarray, transposed: bool) -> np.ndarray:
        cut = self._cut(numbers)
        total: Any = 0
        for place, part in self.slices:
            total = total + (_joined((part.T if transposed else part) @ cut, self.bits) << place)
        return np.asarray(total)

    def _cut(self, numbers: np.ndarray) -> np.ndarray:
        """Split integers into slices, one column each, the lowest first."""
        sizes: Any = abs(numbers)
        places = range(0, max(int(sizes.max(initial=0)).bit_length(), 1), self.bits)
        columns = [(sizes >> place & ((1 << self.bits) - 1)).astype(np.float64) for place in places]
        return np.column_stack(columns) * np.where(numbers < 0, -1.0, 1.0)[:, None]


def _joined(columns: np.ndarray, bits: int) -> np.ndarray:
    """Join integers from their slices."""
    slices = columns.astype(np.int64).astype(object)
    total = slices[:, -1]
    for k in reversed(range(slices.shape[1] - 1)):
        total = (total << bits) + slices[:, k]
    return np.asarray(total)


def leading_floats(numbers: np.ndarray) -> tuple[np.ndarray, int]:
    """Floats and a power of two: floats × 2**power are the numbers, to float precision of the largest."""
    power = max(0, max(int(number).bit_length() for number in numbers) - 62)
    return (numbers >> power).astype(np.float64), power


def whole(floats: np.ndarray, power: int) -> np.ndarray:
    """Round floats × 2**power down to integers."""
    mantissas, exponents = np.frexp(floats)
    shifts = (exponents + (power - MANTISSA)).tolist()
    numbers = np.ldexp(mantissas, MANTISSA).astype(np.int64).tolist()
    return np.array([n << s if s >= 0 else n >> -s for n, s in zip(numbers, shifts, strict=True)], dtype=object)
