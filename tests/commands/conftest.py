"""A model of irises."""

import pytest

import rosenblatt


@pytest.fixture(scope="module")
def iris():
    """A perceptron that was trained on the bundled set of irises."""
    return rosenblatt.train("sample:iris")
