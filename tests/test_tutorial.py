"""docs/tutorial.md and the README run as they are written: their commands, what they print and how they end."""

import pytest
from helpers.paths import DOCS, ROOT
from helpers.transcripts import BLOCK, run_transcript

PAGE = DOCS / "tutorial.md"


@pytest.mark.compiled
def test_the_tutorial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    commands = 0
    for kind, block in BLOCK.findall(PAGE.read_text()):
        if kind == "python":
            exec(compile(block, str(PAGE), "exec"), names)
        else:
            commands += run_transcript(block)
    assert commands >= 20


@pytest.mark.compiled
def test_the_readme(tmp_path, monkeypatch):
    """The first minute of a newcomer: a run that converges, its picture, and rows that no line separates."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "README.md").read_text()
    assert sum(run_transcript(block) for kind, block in BLOCK.findall(page) if kind == "console") == 3
    assert (tmp_path / "setosa.png").stat().st_size > 10_000
