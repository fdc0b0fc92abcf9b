"""Exams of many seeds, drawn once."""

import pytest

import rosenblatt

from .printed import Page

SEEDS = range(200)


@pytest.fixture(scope="session")
def papers():
    """The exams of the first 200 seeds."""
    return [rosenblatt.exam(seed) for seed in SEEDS]


@pytest.fixture(scope="session")
def printed(papers):
    """Each exam with its page, read back."""
    return [(paper, Page(paper.html())) for paper in papers]
