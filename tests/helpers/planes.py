"""Random planes with small sets, and their scores in Fractions.

Scores of small integers and of eighths are exact; a distance then has the roundings of ‖w‖ and of one division.
Everything rounded is held to 4 ulp, which is 4 × 2⁻⁵² relative.
"""

from fractions import Fraction as F

import numpy as np
import reference
from hypothesis import strategies as st

FOUR_ULP = F(4, 2**52)
RULES = ("mistake", "positive", "negative")


def plane_and_set(seed):
    """A plane and a labelled set, in 1 to 10 dimensions: fewer and more than the lanes of a sum.

    Of small integers, so that some points are on the plane, or of eighths.
    """
    rng = np.random.default_rng(seed)
    d, n = rng.integers(1, 11), rng.integers(1, 6)
    size, unit = rng.choice([(2, 1), (20, 1), (24, 0.125)])
    w, b, X = (rng.integers(-size, size + 1, shape) * unit for shape in (d, None, (n, d)))
    w[rng.integers(d)] = unit  # so that it is not zero
    return w.tolist(), float(b), X.tolist(), rng.choice([-1, 1], n).tolist()


CASES = st.integers(0, 2**32).map(plane_and_set)


def exact(values):
    """The values as Fractions."""
    return [F(value) for value in values]


def exact_score(w, b, x):
    """w·x + b in Fractions."""
    return reference.exact_dot(exact(w), exact(x)) + F(b)


def assert_root(found, square, sign):
    """``found`` is sign × √square to 4 ulp: the square is rational, so that this is decided exactly."""
    assert np.sign(found) == sign
    assert (1 - FOUR_ULP) ** 2 * square <= F(float(found)) ** 2 <= (1 + FOUR_ULP) ** 2 * square
