"""Certificates of small sets of three classes, and short searches for error brackets."""

import pytest
from helpers.multiclass import LINE, ROUND

from rosenblatt.proofs.search import contradictions, error_bracket
from rosenblatt.proofs.search.certify import certify_many


@pytest.fixture(scope="module")
def line():
    """The certificate of three classes on a line."""
    return certify_many(*LINE)


@pytest.fixture(scope="module")
def round_set():
    """The certificate of a set whose classes are separable by twos only."""
    return certify_many(*ROUND)


@pytest.fixture
def short_searches(monkeypatch):
    """Searches for error brackets that end early."""
    monkeypatch.setattr(error_bracket, "LINES", 150)
    monkeypatch.setattr(error_bracket, "PATIENCE", 40)
    monkeypatch.setattr(contradictions, "PATIENCE", 15)
