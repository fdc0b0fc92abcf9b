"""A model of irises."""

import pytest

import rosenblatt


@pytest.fixture(scope="module")
def iris():
    return rosenblatt.train()
