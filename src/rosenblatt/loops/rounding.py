"""How far sums can be rounded away: what a faster road must be sure of before it decides anything."""

from rosenblatt.loops.jit import part

ROUNDING = 2.0**-53  # of float64
SAFETY = 1.01  # covers products of roundings


@part
def of_a_sum(n_features):
    """Of a sum of so many products, added in any order, over the lengths of its two vectors."""
    return 4.0 * (n_features + 32) * ROUNDING
