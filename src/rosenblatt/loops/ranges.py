"""Ranges of features in sparse rows."""

import numpy as np

from rosenblatt.loops.jit import jit


@jit
def raise_largest(columns, values, largest):
    """Raise the largest absolute value of each feature to those stored. NaN raises nothing."""
    for e in range(np.uint64(columns.size)):
        j, value = np.uint64(columns[e]), abs(values[e])
        if value > largest[j]:
            largest[j] = value


@jit
def widen_ranges(columns, values, low, high):
    """Widen the range of each feature, from ``low`` to ``high``, by the stored values. NaN widens nothing."""
    for e in range(np.uint64(columns.size)):
        j, value = np.uint64(columns[e]), values[e]
        if value < low[j]:
            low[j] = value
        if value > high[j]:
            high[j] = value
