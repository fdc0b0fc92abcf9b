"""Pages and windows of few rows."""

import pytest

from rosenblatt.data import chunks
from rosenblatt.files import windows


@pytest.fixture
def small_pages(monkeypatch):
    """Files of hundreds of rows are larger than a window."""
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MOST_PAGES", 3)
