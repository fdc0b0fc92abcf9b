"""Bounds on the rounding error, underflow and overflow of dot products.

Let u = 2⁻⁵³, and η = 2⁻¹⁰⁷⁴ the smallest number above 0. A product is rounded by u times itself or, where it
underflows, by η; a sum does not underflow. So a dot product of n features, added in any order, has

    |fl(w·x) − w·x| ≤ γ |w| |x| + n η        with γ = dot_error(n) = 4 (n + 32) u.

A bound takes lengths |w| and |x| as at least L = SHORTEST. Then the first term covers all that underflows:

    dot products     γ L² > n 2⁻⁹⁵¹ > 2¹²³ n η;
    lengths          the root of a sum of squares is off by √(n η) = √n 2⁻⁸⁷ L;
    updates          fl(fl(λ y) x) is off by η (√n + |x|), where |x| < 2⁵¹² since |x|² is finite: less than 2⁻⁵⁰ u L.

Each is far less than SAFETY and LONG_ENOUGH leave room for. To take lengths as longer makes a bound wider, never wrong.
"""

from rosenblatt.loops.jit import inlined

ROUNDING = 2.0**-53  # unit roundoff of float64
SAFETY = 1.01  # covers products of roundings
SHORTEST = 2.0**-450  # lengths in bounds are at least this, against underflow
SAFE = 1e290  # sums of products that stay below this are far from overflow


@inlined
def dot_error(n_features):
    """Bound on the rounding error of a dot product in any order, over the product of the two norms."""
    return 4.0 * (n_features + 32) * ROUNDING
