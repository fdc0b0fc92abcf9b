"""Bounds on the rounding error and overflow of dot products."""

from rosenblatt.loops.jit import inlined

ROUNDING = 2.0**-53  # of float64
SAFETY = 1.01  # covers products of roundings
SAFE = 1e290  # sums of products that stay below this are far from overflow


@inlined
def dot_error(n_features):
    """Bound on the rounding error of a dot product in any order, over the product of the two norms."""
    return 4.0 * (n_features + 32) * ROUNDING
