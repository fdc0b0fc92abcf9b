"""Labels: sorted, numbered, refused."""

import numpy as np
import pytest

from rosenblatt.data.labels import labels_of, numbered
from rosenblatt.errors import DataError


@pytest.mark.parametrize(
    "labels",
    [
        np.array([1, -1, 1]),
        np.array([True, False, True]),
        np.array([0.5, 0.5]),
        np.array([3, 3, 3]),
        np.array([2.5, -1.0, 7.0, 2.5]),
        np.array([100, -100, 0, 100], dtype=np.int8),
        np.array([2**63, 5, 9], dtype=np.uint64),
        np.array([10**12, 5, 10**12 + 3]),
        np.array(["b", "a", "c", "a"]),
        np.array(["b", "a", "c"], dtype=object),
        np.arange(300) % 290,
    ],
)
def test_numbered_is_numpy_unique(labels):
    distinct, numbers = numbered(labels)
    expected, inverse = np.unique(labels, return_inverse=True)
    np.testing.assert_array_equal(distinct, expected)
    np.testing.assert_array_equal(numbers, inverse)
    assert distinct.dtype == labels.dtype
    assert numbers.dtype == (np.uint8 if len(expected) <= 256 else np.uint32)


def test_a_column_of_labels_is_flat():
    assert labels_of(np.array([[1], [2]]), 2).tolist() == [1, 2]


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([[1, 2], [3, 4]], r"y must have one label a row; got shape \(2, 2\)"),
        ([1, 2, 3], "X and y must have as many rows; got 2 and 3"),
        ([1.0, np.nan], "Input y contains NaN or infinity: got nan in row 1"),
    ],
)
def test_what_is_refused(y, message):
    with pytest.raises(DataError, match=message):
        labels_of(y, 2)


def test_labels_must_be_sortable():
    with pytest.raises(DataError, match="labels that can be sorted"):
        numbered(np.array([1, "a", None], dtype=object))
