"""Cluster of threads for the tests here: two workers in this process."""

import pytest
from helpers.clusters import cluster_of_threads


@pytest.fixture(scope="module")
def client():
    with cluster_of_threads() as client:
        yield client
