"""The lab as one file."""

import json
import re
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from helpers.browsers import node_path

from rosenblatt.lab.bundle import BundleError, as_one_module, bundled

MAX_BYTES = 400_000


@pytest.fixture(scope="module")
def page():
    return bundled()


def test_it_is_one_file_of_at_most_400_kilobytes(page):
    assert len(page.encode()) <= MAX_BYTES


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
    checked = subprocess.run([node_path(), "--check", str(module)], capture_output=True, text=True, timeout=60)
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


def test_every_style_sheet_is_in_it_in_the_order_of_the_page(page):
    web = Path(str(files("rosenblatt.lab"))) / "web"
    names = re.findall(r'<link rel="stylesheet" href="([^"]*)">', (web / "lab.html").read_text("utf-8"))
    assert {web / name for name in names} == set(web.rglob("*.css"))
    sheets = [(web / name).read_text("utf-8") for name in names]
    rules = [re.findall(r"^ *([^{}@\n]+\{[^{}\n]*\})$", sheet, re.MULTILINE) for sheet in sheets]
    assert [rule for sheet in rules for rule in sheet if rule not in page] == []
    places = [page.index(max(sheet, key=len)) for sheet in rules]
    assert places == sorted(places)


# --- Modules that cannot be one. ---


def joined(**modules):
    """The bundle of modules by name; a__b is a/b.js."""

    def read(path):
        try:
            return modules[path.removesuffix(".js").replace("/", "__")]
        except KeyError:
            raise FileNotFoundError(path) from None

    return as_one_module("main.js", read)


def test_modules_are_found_by_relative_paths_and_stand_once_before_those_that_import_them():
    text = joined(
        main='import { draw } from "./panels/plane.js";\nimport { half } from "./core/numbers.js";\ndraw(half);\n',
        panels__plane='import { half } from "../core/numbers.js";\nexport function draw() { return half; }\n',
        core__numbers="// Numbers.\n\nexport const half = 0.5;\n",
    )
    assert " ".join(text.split()) == "const half = 0.5; function draw() { return half; } draw(half);"


def test_indentation_and_late_comments_go_except_inside_a_text():
    text = joined(
        main='function f() {\n\n  if (a) { // why\n    b("a // b");\n  }\n  return `for:\n    x // y\n  `;\n}\n'
    )
    assert text == 'function f() {\nif (a) {\nb("a // b");\n}\nreturn `for:\n    x // y\n  `;\n}\n'


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        (
            {"main": 'import { a } from "./core/none.js";\n'},
            r'main.js imports "./core/none.js", but there is no core/none',
        ),
        ({"main": 'import { a } from "../../a.js";\n'}, "main.js must import by a relative path inside the lab"),
        ({"main": 'import { a } from "d3";\n'}, 'relative path inside the lab; got "d3"'),
        (
            {"main": 'import { a, b } from "./one.js";\n', "one": "export const a = 1;\nconst b = 2;\n"},
            "main.js imports b from one.js, which exports no such name",
        ),
        ({"main": 'import * as one from "./one.js";\n', "one": ""}, "main.js must write import { names }"),
        ({"main": "const a = 1;\nexport { a };\n"}, "main.js must write import { names }"),
        (
            {
                "main": 'import { a } from "./one.js";\nimport { b } from "./two.js";\n',
                "one": "export const a = 1;\nfunction shared() {}\n",
                "two": "export const b = 1;\nconst [shared, other] = [1, 2];\n",
            },
            "one.js and two.js both declare shared",
        ),
        (
            {
                "main": 'import { a } from "./one.js";\n',
                "one": 'import { b } from "./two.js";\nexport const a = 1;\n',
                "two": 'import { a } from "./one.js";\nexport const b = 1;\n',
            },
            "in a circle: main.js → one.js → two.js → one.js",
        ),
    ],
)
def test_modules_that_cannot_be_joined_are_named(modules, message):
    with pytest.raises(BundleError, match=message):
        joined(**modules)
