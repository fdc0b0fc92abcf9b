"""The public face: names, laziness, and that documents and code agree."""

import ast
import importlib
import re

import pytest
from helpers.paths import ROOT


def test_benchmarks_import_what_is_there():
    """They are not run by the tests: a name that has moved would be seen months later."""
    for path in sorted((ROOT / "bench").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rosenblatt"):
                module = importlib.import_module(node.module)
                assert [path.name, *(name.name for name in node.names if not hasattr(module, name.name))] == [path.name]


WITH_PYTHON = (
    "train",
    "files",
    "distributed",
    "from-river",
    "certify",
    "error-bracket",
    "kernels",
    "predict",
    "evaluate",
    "exam",
    "inspect",
    "export",
    "grade",
    "lab",
    "plot",
    "conventions",
    "from-scikit-learn",
    "rules",
    "why",
)
PAGES = (
    *(f"docs/{name}.md" for name in (*WITH_PYTHON, "reproduce", "convert", "generate")),
    pytest.param("README.md", marks=pytest.mark.compiled),  # trains on digits, which takes plain loops long
    pytest.param("docs/compare.md", marks=pytest.mark.compiled),  # trains fourteen models
)


@pytest.mark.parametrize("page", PAGES)
def test_the_python_on_a_page_runs_and_says_what_it_says(page, capsys, monkeypatch, tmp_path):
    """A comment after an expression begins with its value, or with what it prints."""
    monkeypatch.chdir(tmp_path)  # pages write files
    for block in python_of(page):
        names = {}
        for statement in ast.parse(block).body:
            code, _, comment = block.splitlines()[statement.end_lineno - 1].partition("  # ")
            if comment and isinstance(statement, ast.Expr):
                value = eval(code, names)
                said = capsys.readouterr().out.strip() if value is None else repr(value)
                assert said
                assert comment.startswith(said)
            else:
                exec(ast.unparse(statement), names)


@pytest.mark.parametrize("page", ["docs/trace.md"])
def test_the_python_on_a_page_runs(page):
    for block in python_of(page):
        exec(block, {})


def python_of(page):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)
    assert blocks
    return blocks
