"""Folders that tests read from."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DATA = ROOT.parent / "shared" / "data"  # real data sets, beside the repository; not everybody has them

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the sets of ../shared/data are not there")
