"""Axes of lines: labels, ticks, points."""

import numpy as np
import pytest
from matplotlib import pyplot

from rosenblatt.plots.lines import MAX_POINTS, apart, spread, whole_ticks


def test_ticks_are_whole_and_fewer_where_there_is_less_room():
    _, (wide, narrow) = pyplot.subplots(1, 2, width_ratios=[6, 1], figsize=(10, 4))
    for ax in (wide, narrow):
        whole_ticks(ax, 0, 1250)
    assert wide.get_xticks().tolist() == [0, 250, 500, 750, 1000, 1250]
    assert narrow.get_xticks().tolist() == [0, 800]


def test_apart_moves_no_more_than_it_must():
    np.testing.assert_array_equal(apart(np.array([10.0, 90.0, 50.0]), 12, 100), [10, 90, 50])
    np.testing.assert_array_equal(apart(np.array([52.0, 48.0]), 12, 100), [56, 44])
    np.testing.assert_array_equal(apart(np.array([50.2, 50.4]), 10, 100), [55.3, 45.3])  # the first stays above
    np.testing.assert_array_equal(apart(np.array([0.0, 0.0, 100.0]), 10, 100), [15, 5, 95])


@pytest.mark.parametrize("count", [1, 5, 2000, 2001, 12345])
def test_spread_has_both_ends(count):
    chosen = spread(count)
    assert (chosen[0], chosen[-1], len(chosen)) == (0, count - 1, min(count, MAX_POINTS))
    assert (np.diff(chosen) > 0).all()
