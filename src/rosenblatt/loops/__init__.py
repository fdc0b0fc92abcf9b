"""Compiled loops over arrays of numbers. May import NumPy and Numba, and nothing of this package but this folder."""
