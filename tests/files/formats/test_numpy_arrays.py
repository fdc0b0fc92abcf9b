"""Arrays in files: what an .npz file must hold, with and without labels."""

import io

import numpy as np
import pytest

from rosenblatt.errors import DataError
from rosenblatt.files.formats.numpy_arrays import npz_chunks


def chunks_of(labels=None, with_labels=True, **arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    stream.seek(0)
    return list(npz_chunks(stream, "f", labels, with_labels=with_labels))


def test_labels_are_those_that_are_named_else_those_of_the_archive():
    rows, own, other = np.eye(2), np.array([1, 0]), np.array(["p", "q"])
    [chunk] = chunks_of(X=rows, y=own)
    assert chunk.labels.tolist() == [1, 0]
    [chunk] = chunks_of(other, X=rows, y=own)
    assert chunk.labels.tolist() == ["p", "q"]


def test_an_archive_that_needs_no_labels():
    for arrays in ({}, {"y": np.array([1, 0])}, {"y": np.arange(7)}):
        [chunk] = chunks_of(with_labels=False, X=np.eye(2), **arrays)
        assert chunk.labels is None
        assert chunk.n_rows == 2
    with pytest.raises(DataError, match="^f must hold an array X; it holds y.$"):
        chunks_of(with_labels=False, y=np.arange(2))
    with pytest.raises(DataError, match="^f must hold arrays X and y .*; it holds X.$"):
        chunks_of(X=np.eye(2))
