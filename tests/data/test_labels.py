"""Labels: sorted, numbered, refused."""

import numpy as np
import pytest

from rosenblatt.data.labels import encode, labels_of, plain_labels
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
        np.arange(300) % 290,
    ],
)
def test_numbered_is_numpy_unique(labels):
    distinct, numbers = encode(labels)
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
        ([[1, 2], [3, 4]], r"y must have one label per row; got shape \(2, 2\)"),
        ([1, 2, 3], "X and y must have as many rows; got 2 and 3"),
        ([1.0, np.nan], "Input y contains NaN or infinity: got nan in row 1"),
    ],
)
def test_what_is_refused(y, message):
    with pytest.raises(DataError, match=message):
        labels_of(y, 2)


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (np.array(["b", "a"], dtype=object), "U"),
        (np.array([1, 2.5], dtype=object), "f"),
        (np.array([True, False], dtype=object), "b"),
        (np.array([b"x", b"y"]), "S"),
    ],
)
def test_objects_become_plain_labels(labels, kind):
    assert plain_labels("y", labels).dtype.kind == kind


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (np.array([1, "a"], dtype=object), "y must be all numbers or all strings"),
        (np.array(["a", b"a"], dtype=object), "y must be all numbers or all strings"),
        (np.array(["a", None], dtype=object), "all numbers or all strings, so that labels can be sorted; got None"),
        (np.array([{}], dtype=object), "y must be all numbers or all strings"),
        ([2**70, 1], "all numbers or all strings"),
        ([1j, 2], "y must be numbers or strings; got complex128"),
        (np.array(["NaT"], dtype="datetime64[D]"), "y must be numbers or strings; got datetime64"),
        ([[1], [2, 3]], "y must have one label per row"),
        (np.array([1.0, np.nan], dtype=object), "Input y contains NaN"),
    ],
)
def test_what_cannot_be_a_label(labels, message):
    with pytest.raises(DataError, match=message):
        plain_labels("y", labels)
