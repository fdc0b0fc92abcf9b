"""Pages and windows of few rows."""

import pytest

from rosenblatt.data import chunks
from rosenblatt.files.streaming import windows


@pytest.fixture
def small_pages(monkeypatch):
    """Files of hundreds of rows are larger than a window."""
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 3)
