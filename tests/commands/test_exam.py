"""The function exam: seeds and what they give."""

import numpy as np
import pytest

import rosenblatt
from rosenblatt import OptionError


def test_the_seed_is_zero_unless_given():
    assert rosenblatt.exam() == rosenblatt.exam(0)
    assert rosenblatt.exam(seed=1) != rosenblatt.exam(0)


def test_seeds_of_numpy_are_seeds():
    paper = rosenblatt.exam(np.int64(3))
    assert paper == rosenblatt.exam(3)
    assert type(paper.seed) is int


def test_the_largest_seed():
    assert rosenblatt.exam(2**32 - 1).seed == 2**32 - 1


@pytest.mark.parametrize("seed", [-1, 2**32, 1.0, "17", None, True])
def test_bad_seeds(seed):
    with pytest.raises(OptionError) as error:
        rosenblatt.exam(seed)
    assert str(error.value) == f"seed must be a whole number from 0 to 2**32 - 1; got {seed!r}."
