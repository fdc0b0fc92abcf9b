"""The public face: names, laziness, and that documents and code agree."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.paths import ROOT

import rosenblatt
from rosenblatt import cli

SOURCE = ROOT / "src" / "rosenblatt"


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


# Verbs whose function has a room of its own; all others have a file in commands/.
ROOMS_OF_VERBS = {"generate": "data/generators.py", "grade": "grading/grade.py", "lab": "lab/page.py"}
SHARED_BY_VERBS = {"cluster_run", "training_run", "cross_validation", "comparison", "export_onnx", "shared_entries"}


def test_verbs_are_functions_and_have_pages_and_files():
    for verb in cli.cli.commands:
        function = getattr(rosenblatt, verb)
        function = getattr(function, "show", function)  # of the lab, which is a room
        file = Path(inspect.getsourcefile(function)).relative_to(Path(rosenblatt.__file__).parent)
        assert str(file) == ROOMS_OF_VERBS.get(verb, f"commands/{verb}.py")
        page = (ROOT / "docs" / f"{verb}.md").read_text()
        for option in cli.cli.commands[verb].params:
            assert max(option.opts, key=len) in page or option.name.upper() in page
    files = {path.stem for path in (SOURCE / "commands").glob("*.py")} - {"__init__"}
    assert files - SHARED_BY_VERBS == set(cli.cli.commands) - set(ROOMS_OF_VERBS)


def test_type_checkers_see_the_public_names():
    """The imports for type checkers are those of the table of homes."""
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If)).body
    imports = [(line.module.removeprefix("rosenblatt."), name) for line in block for name in line.names]
    assert {name.name: home for home, name in imports} == rosenblatt._HOMES
    assert all(name.asname == name.name for _, name in imports)


def test_benchmarks_import_what_is_there():
    """They are not run by the tests: a name that has moved would be seen months later."""
    for path in sorted((ROOT / "bench").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rosenblatt"):
                module = importlib.import_module(node.module)
                assert [path.name, *(name.name for name in node.names if not hasattr(module, name.name))] == [path.name]


def test_the_readmes_first_block_has_two_commands():
    block = re.search(r"```(?:sh|shell|bash)\n(.*?)```", (ROOT / "README.md").read_text(), re.S).group(1)
    assert len(block.strip().splitlines()) == 2


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


def test_conventions_are_documented():
    from rosenblatt import conventions

    text = (ROOT / "docs" / "conventions.md").read_text()
    for name in [*conventions.AT_ZERO, *conventions.ORDERS, *conventions.RULES]:
        assert f'`"{name}"`' in text
    for reason in conventions.REASONS:
        assert f"`{reason}`" in text


def test_rules_are_documented_as_they_are_named():
    from rosenblatt import conventions

    text = (ROOT / "docs" / "rules.md").read_text()
    for name, rule in conventions.RULES.items():
        line = next(line for line in text.splitlines() if line.startswith(f'| `"{name}"`'))
        assert all(part in line for part in (rule.when, rule.step, *rule.bound.split(", on")[0].split(", ")))
        assert all(word in line for word in re.findall(r"\w+ \d{4}", rule.source))
        assert rule.title
