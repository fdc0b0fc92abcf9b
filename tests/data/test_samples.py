"""The bundled sets."""

import numpy as np
import pytest

from rosenblatt.data.samples import SAMPLES, sample
from rosenblatt.errors import DataError

SHAPES = {
    "iris": (150, 4, 3),
    "setosa": (150, 4, 2),
    "digits": (1797, 64, 10),
    "note-000": (6, 2, 2),
    "note-004": (4, 2, 2),
}


def test_every_sample_has_its_shape():
    assert list(SAMPLES) == list(SHAPES)
    for name, (rows, features, classes) in SHAPES.items():
        table = sample(name)
        assert table.X.shape == (rows, features)
        assert len(np.unique(table.y)) == classes
        assert len(table.features) == features
        assert len(table.y) == rows


def test_setosa_against_the_rest():
    assert (sample("setosa").y == "setosa").sum() == 50


def test_unknown_sample():
    with pytest.raises(DataError, match="sample must be one of iris, .*; got 'wine'"):
        sample("wine")
