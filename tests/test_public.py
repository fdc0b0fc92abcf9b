"""The public face: names, laziness, and that documents and code agree."""

import ast
import re
import subprocess
import sys

import pytest
from helpers.paths import ROOT

import rosenblatt
from rosenblatt import cli


def test_importing_the_package_imports_the_standard_library_only():
    code = (
        "import sys; import rosenblatt; "
        "print([name for name in sys.modules if name.split('.')[0] not in sys.stdlib_module_names "
        "and not name.startswith(('rosenblatt', '_', 'sitecustomize'))])"
    )
    shown = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == "[]"


def test_learners_do_not_import_scikit_learn():
    code = "import sys, rosenblatt.learners; print('sklearn' in sys.modules, 'scipy.sparse' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["False", "False"]


def test_every_public_name_is_there():
    for name in rosenblatt.__all__:
        assert getattr(rosenblatt, name).__doc__
        assert name in dir(rosenblatt)
    with pytest.raises(AttributeError, match="module 'rosenblatt' has no attribute 'Perceptrons'"):
        _ = rosenblatt.Perceptrons


def test_no_module_has_the_name_of_a_public_function():
    """An imported module of the package itself would take the place of the function of its name."""
    modules = {path.stem for path in (ROOT / "src" / "rosenblatt").iterdir()}
    assert not modules & {name for name in rosenblatt.__all__ if name[0].islower()}


def test_verbs_are_functions_and_have_pages():
    for verb in cli.cli.commands:
        function = getattr(rosenblatt, verb)
        assert callable(getattr(function, "show", function))  # of the lab, which is a room
        page = (ROOT / "docs" / f"{verb}.md").read_text()
        for option in cli.cli.commands[verb].params:
            assert max(option.opts, key=len) in page or option.name.upper() in page


def test_files_stay_small():
    sizes = sorted(len(path.read_text().splitlines()) for path in (ROOT / "src").rglob("*.py"))
    assert sizes[-1] <= 400
    assert sizes[len(sizes) // 2] <= 150


def test_the_map_of_rooms_is_true():
    """docs/architecture.md names every module, and none that is not there."""
    text = (ROOT / "docs" / "architecture.md").read_text().split("## Beside the source")[0]
    source = ROOT / "src" / "rosenblatt"
    modules = {str(p.relative_to(source)) for p in source.rglob("*.py") if not p.name.startswith("__")}
    assert set(re.findall(r"`([a-z_/]+\.py)`", text)) == modules


def test_the_readmes_first_block_has_two_commands():
    block = re.search(r"```(?:sh|shell|bash)\n(.*?)```", (ROOT / "README.md").read_text(), re.S).group(1)
    assert len(block.strip().splitlines()) == 2


WITH_PYTHON = (
    "train",
    "files",
    "from-river",
    "certify",
    "error-bracket",
    "predict",
    "evaluate",
    "inspect",
    "export",
    "grade",
    "lab",
    "plot",
)
PAGES = ("README.md", *(f"docs/{name}.md" for name in (*WITH_PYTHON, "reproduce", "compare", "convert", "generate")))


@pytest.mark.parametrize("page", PAGES)
def test_the_python_on_a_page_runs_and_says_what_it_says(page, capsys):
    """A comment after an expression begins with its value, or with what it prints."""
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


def test_conventions_are_documented():
    from rosenblatt import conventions

    text = (ROOT / "docs" / "conventions.md").read_text()
    for name in [*conventions.AT_ZERO, *conventions.ORDERS]:
        assert f'`"{name}"`' in text
    for reason in conventions.REASONS:
        assert f"`{reason}`" in text
