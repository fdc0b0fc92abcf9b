"""docs/first-model.md works as it is written: its tables, its commands and its Python."""

import ast
import re
import shlex

import pytest
from helpers.cli import run
from helpers.paths import DOCS

BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.S)


@pytest.fixture
def blocks(tmp_path, monkeypatch):
    """The blocks of the page, in a folder with its two tables."""
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((DOCS / "first-model.md").read_text())
    tables = [text for kind, text in blocks if kind == "text"]
    for name, text in zip(("fruit.csv", "new.csv"), tables, strict=True):
        (tmp_path / name).write_text(text)
    return blocks


def test_the_commands_print_what_the_page_shows(blocks, capsys, monkeypatch):
    for command, *expected in (text.splitlines() for kind, text in blocks if kind == "console"):
        code, printed, _ = run(capsys, monkeypatch, *shlex.split(command.removeprefix("$ rosenblatt ")))
        assert code == 0
        printed = [line.strip() for line in printed.splitlines()]
        assert [line for line in expected if line != "…" and line.strip() not in printed] == []


@pytest.mark.compiled  # plain loops take long
def test_the_python_gives_what_the_page_shows(blocks):
    shown = 0
    for block in (text for kind, text in blocks if kind == "python"):
        names = {}
        for statement in ast.parse(block).body:
            code, _, comment = block.splitlines()[statement.end_lineno - 1].partition("  # ")
            if comment and isinstance(statement, ast.Expr):
                assert repr(eval(code, names)) == comment
                shown += 1
            else:
                exec(ast.unparse(statement), names)
    assert shown == 3
