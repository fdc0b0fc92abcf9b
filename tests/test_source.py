"""The shape of the source: small files, functions and classes, a tree that is easy to see."""

import ast
import re
import tomllib

from helpers.paths import ROOT

import rosenblatt

SOURCE = ROOT / "src" / "rosenblatt"
PROGRAMS = (".py", ".js", ".mjs", ".css")


def lines_of(path):
    return len(path.read_text().splitlines())


def test_files_stay_small():
    python = sorted(lines_of(path) for path in SOURCE.rglob("*.py"))
    assert python[-1] <= 400
    assert python[len(python) // 2] <= 150
    others = [path for folder in (SOURCE, ROOT / "tests") for path in folder.rglob("*") if path.suffix in PROGRAMS]
    assert [path.name for path in others if lines_of(path) > 400] == []


def test_functions_stay_small():
    """Functions of JavaScript are measured in tests/lab/test_layers.py."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                assert (path.name, node.name, node.end_lineno - node.lineno < 60) == (path.name, node.name, True)


def test_the_tree_is_easy_to_see():
    """At most 12 modules beside the folders, at most 12 layers, and a sentence for each folder."""
    assert len(list(SOURCE.glob("*.py"))) <= 12
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    assert len(contract["layers"]) <= 12
    for room in {path.parent for path in SOURCE.rglob("*.py")}:
        assert ast.get_docstring(ast.parse((room / "__init__.py").read_text()))


def test_the_map_is_one_screen_and_true():
    """docs/architecture.md names every folder and every module beside them, and none that is not there."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    assert len(text.splitlines()) <= 70
    table = text.split("## The folders")[1].split("Inside the larger folders")[0]
    layers = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = {name for layer in layers for name in re.findall(r"`([a-z_/]+/|[a-z_]+\.py)`", layer)}
    modules = {path.name for path in SOURCE.glob("*.py") if not path.name.startswith("__")}
    folders = {f"{path.parent.relative_to(SOURCE)}/" for path in SOURCE.glob("*/__init__.py")} - {"proofs/"}
    assert named == modules | folders | {"proofs/check/", "proofs/search/"}
    for name in re.findall(r"`((?:files|loops|lab|proofs)/[a-z_/]+)`", text):
        assert (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").is_file()


def private_docstrings(node, public):
    """Yield name and docstring of everything inside a module but the public names, which numpydoc checks."""
    for item in ast.iter_child_nodes(node):
        if isinstance(item, ast.FunctionDef | ast.ClassDef) and item.name not in public:
            yield item.name, ast.get_docstring(item)
            yield from private_docstrings(item, ())


def test_docstrings_begin_with_what_the_thing_is_or_does():
    """The first word is a noun of the field or a verb, not one that opens a clause."""
    clause = re.compile(r"(What|How|Where|Which|Whether|Of)\b")
    for path in SOURCE.rglob("*.py"):
        tree, place = ast.parse(path.read_text()), path.relative_to(SOURCE)
        named = [("module", ast.get_docstring(tree)), *private_docstrings(tree, rosenblatt.__all__)]
        if place.parts[0] not in ("estimators", "online"):
            assert [(str(place), name) for name, text in named if text and clause.match(text)] == []


def methods_of(node):
    return [item for item in node.body if isinstance(item, ast.FunctionDef)]


def test_classes_stay_small():
    """The estimators have the methods that scikit-learn asks for."""
    for path in SOURCE.rglob("*.py"):
        if path.parent.name == "estimators":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                assert (path.name, node.name, len(methods_of(node)) <= 20) == (path.name, node.name, True)


def test_the_base_of_learners_is_short():
    path = SOURCE / "learners" / "base.py"
    (learner,) = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef))
    assert lines_of(path) <= 200
    assert len(methods_of(learner)) <= 15


def test_modules_of_learners_keep_to_themselves():
    """No module uses a private name that it does not define: of a learner, or of another module."""
    for path in (SOURCE / "learners").glob("*.py"):
        tree = ast.parse(path.read_text())
        own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        own |= {node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id == "self"}
        used = {node.attr for node in attributes}
        used |= {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names}
        of_named_tuples = {"_replace", "_asdict", "_fields"}
        foreign = {name for name in used if re.match(r"_[a-z]", name)} - own - of_named_tuples
        assert (path.name, foreign) == (path.name, set())
