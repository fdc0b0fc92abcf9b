"""The folders of the lab's JavaScript import in one direction: core ← ui ← panels and cards ← main."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

WEB = Path(str(files("rosenblatt.lab"))) / "web"
IMPORTED = re.compile(r'^import \{[^}]*\} from "([^"]*)";', re.MULTILINE)
# Panels and cards know nothing of each other: main.js gives both the same services.
MAY_IMPORT = {
    "core": {"core"},
    "ui": {"core", "ui"},
    "panels": {"core", "ui", "panels"},
    "cards": {"core", "ui", "cards"},
}
CARD_DATA = "cards/card_data.js"
MAX_LINES = 400
MAX_LINES_OF_A_FUNCTION = 60


def imports_of(path):
    """The modules that a module imports, as paths."""
    return [(path.parent / address).resolve() for address in IMPORTED.findall(path.read_text("utf-8"))]


def all_imports_of(path):
    """The modules that a module needs, those of its imports among them."""
    found = set(imports_of(path))
    return found.union(*(all_imports_of(other) for other in found))


def function_lines(text):
    """The name of each function with its number of lines, those of functions inside it included."""
    lines = text.splitlines()
    for first, line in enumerate(lines):
        if head := re.match(r"( *)(?:export )?(?:async )?function (\w+)", line):
            end = head[1] + "}"
            last = next(k for k in range(first, len(lines)) if lines[k].startswith(end) or lines[first].endswith("}"))
            yield head[2], last - first + 1


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_those_below_it(folder):
    modules = list((WEB / folder).glob("*.js"))
    assert modules
    for path in modules:
        assert {module.parent.name for module in imports_of(path)} <= MAY_IMPORT[folder], path.name


def test_every_module_but_main_is_in_one_of_these_folders():
    assert {path.parent.name for path in WEB.rglob("*.js")} == {*MAY_IMPORT, WEB.name}
    assert [path.name for path in WEB.glob("*.js")] == ["main.js"]


def test_the_data_of_cards_needs_no_view():
    needed = {path.relative_to(WEB.resolve()).as_posix() for path in all_imports_of((WEB / CARD_DATA).resolve())}
    assert needed == {
        "cards/card_points.js",
        "cards/digits.js",
        "cards/embedded.js",
        "cards/poll.js",
        "core/bound.js",
        "core/engine.js",
        "core/generator.js",
        "core/state.js",
        "core/variants_math.js",
        "core/verdict.js",
        "core/view.js",
    }


def test_files_and_functions_are_short_enough_to_be_read():
    for path in [*WEB.rglob("*.js"), *WEB.rglob("*.css"), *WEB.rglob("*.html")]:
        text = path.read_text("utf-8")
        assert len(text.splitlines()) <= MAX_LINES, path.name
        if path.suffix == ".js":
            for name, count in function_lines(text):
                assert count <= MAX_LINES_OF_A_FUNCTION, (path.name, name)
