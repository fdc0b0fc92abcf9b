"""How far sums can be rounded away, and how large they may get: what must be sure before anything is decided."""

from rosenblatt.loops.jit import inlined

ROUNDING = 2.0**-53  # of float64
SAFETY = 1.01  # covers products of roundings
SAFE = 1e290  # sums of products that stay below this are far from overflow


@inlined
def dot_error(n_features):
    """Of a sum of so many products, added in any order, over the lengths of its two vectors."""
    return 4.0 * (n_features + 32) * ROUNDING
