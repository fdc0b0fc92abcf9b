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


def imports_of(path):
    """The modules that a module imports, as paths."""
    return [(path.parent / address).resolve() for address in IMPORTED.findall(path.read_text("utf-8"))]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_those_below_it(folder):
    modules = list((WEB / folder).glob("*.js"))
    assert modules
    for path in modules:
        assert {module.parent.name for module in imports_of(path)} <= MAY_IMPORT[folder], path.name


def test_every_module_but_main_is_in_one_of_these_folders():
    assert {path.parent.name for path in WEB.rglob("*.js")} == {*MAY_IMPORT, WEB.name}
    assert [path.name for path in WEB.glob("*.js")] == ["main.js"]
