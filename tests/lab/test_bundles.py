"""The lab as one file."""

import json
import re
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from rosenblatt.lab.bundles import bundled

MOST_BYTES = 300_000


@pytest.fixture(scope="module")
def page():
    return bundled()


def test_it_is_one_file_of_at_most_300_kilobytes(page):
    assert len(page.encode()) <= MOST_BYTES


def test_nothing_in_it_is_fetched_from_elsewhere(page):
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert [address for address in addresses if not address.startswith(("#", "data:"))] == []
    assert "default-src 'none'" in page
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|eval|importScripts)\b", page)


def test_no_import_or_export_is_left(page):
    assert not re.search(r"^\s*(import|export)\b", page, re.MULTILINE)


def test_its_one_module_is_javascript_without_a_name_twice(page, tmp_path):
    module = tmp_path / "lab.mjs"
    module.write_text(re.search(r'<script type="module">\n(.*)</script>', page, re.DOTALL)[1], "utf-8")
    checked = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr


def test_every_module_that_another_needs_comes_before_it(page):
    assert page.index("function makeCamera") < page.index("function mountPlane") < page.index("function startLab")


def test_every_module_of_the_folder_is_in_it(page):
    modules = list(Path(str(files("rosenblatt.lab"))).joinpath("web").rglob("*.js"))
    for path in modules:
        first = re.search(r"^export (?:function|const) (\w+)", path.read_text("utf-8"), re.MULTILINE)
        assert path.name == "main.js" or f" {first[1]}" in page, path.name


def test_data_to_start_with_cannot_end_its_element():
    data = {"points": [{"x": 0.1, "y": -2.0, "label": 1}], "card": "</script><script>alert(1)</script>"}
    page = bundled(data)
    start = re.search(r'<script type="application/json" id="start">(.*?)</script>', page)[1]
    assert json.loads(start) == data
    assert "<script>alert" not in page


def test_data_that_json_has_no_word_for_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        bundled({"t": float("nan")})
