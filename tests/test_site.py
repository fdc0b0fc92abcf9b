"""Sources of the documentation site: every public name has a page, every page is in the navigation."""

import re
import tomllib
from importlib import import_module

import pytest
from helpers.paths import DOCS, ROOT

import rosenblatt

MODULES = ("rosenblatt", "rosenblatt.lab", "rosenblatt.learners", "rosenblatt.online", "rosenblatt.plots")
GENERATED = ("_build", "auto_examples", "api/generated", "api/backreferences")


def listed():
    """Names in docs/api/index.rst, with their modules."""
    module, names = None, []
    for line in (DOCS / "api" / "index.rst").read_text().splitlines():
        if found := re.fullmatch(r"\.\. currentmodule:: (\S+)", line):
            module = found[1]
        elif found := re.fullmatch(r"   ([A-Za-z]\w*)", line):
            names.append(f"{module}.{found[1]}")
    return names


def public_classes(module):
    """Names that a module without __all__ defines."""
    return [
        name
        for name, value in vars(module).items()
        if name[0] != "_" and getattr(value, "__module__", "") == module.__name__
    ]


def test_the_reference_lists_every_public_name_once():
    names = listed()
    assert len(names) == len(set(names))
    modules = {name: import_module(name) for name in (*MODULES, "rosenblatt.river")}
    public = {
        f"{name}.{each}"
        for name, module in modules.items()
        for each in getattr(module, "__all__", public_classes(module))
    }
    again = {f"rosenblatt.learners.{name}" for name in rosenblatt.learners.__all__ if name in ("Report",)}
    assert set(names) == public - again
    assert rosenblatt.learners.Report is rosenblatt.Report


def pages():
    found = (path.relative_to(DOCS) for suffix in ("md", "rst") for path in DOCS.rglob(f"*.{suffix}"))
    return sorted(path for path in found if not path.as_posix().startswith(GENERATED) and path.parts[0] != "_templates")


def test_every_page_is_in_the_navigation():
    shown = {"index"}
    for page in pages():
        for block in re.findall(r"```\{toctree\}\n(.*?)```", (DOCS / page).read_text(), re.S):
            entries = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith(":")]
            shown |= {(page.parent / entry).as_posix() for entry in entries}
    assert {page.with_suffix("").as_posix() for page in pages()} == shown - {"auto_examples/index"}


def test_the_first_page_has_four_doors():
    text = (DOCS / "index.md").read_text()
    assert re.findall(r"\{grid-item-card\} (\w+)", text) == ["Learn", "Use", "Trust", "Build"]


def test_every_verb_has_a_line_on_the_page_of_the_command_line():
    from rosenblatt.cli import VERBS

    text = (DOCS / "use.md").read_text()
    assert re.findall(r"^\| \[`(\w+)`\]\((\w+)\.md\)", text, re.M) == [
        (verb, verb) for verb in re.findall(r"\[`(\w+)`\]", text)
    ]
    assert set(re.findall(r"\[`(\w+)`\]", text)) == set(VERBS)


@pytest.mark.parametrize("name", ["CHANGELOG", "CONTRIBUTING", "SECURITY"])
def test_files_beside_the_docs_have_a_page_that_links_to_them_on_a_code_host(name):
    assert f"]({f'../{name}.md'})" in (DOCS / f"{name.lower()}.md").read_text()


def test_the_extra_installs_every_extension():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    needed = {re.split(r"[>=\[]", line)[0].replace("-", "_") for line in extras["docs"]}
    text = (DOCS / "conf.py").read_text()
    own = {path.stem for path in (DOCS / "_extensions").glob("*.py")}
    used = {name.split(".")[0] for name in re.findall(r'"([a-z_.]+)"', text.split("extensions = [")[1].split("]")[0])}
    assert used - own <= needed
    assert "pydata_sphinx_theme" in needed


@pytest.fixture
def own_extensions(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "_extensions"))


def test_links_that_leave_the_docs_are_mended(own_extensions, tmp_path):
    from outside_links import rewritten

    docs = tmp_path / "docs"
    text = "[a](../CONTRIBUTING.md#rules) [b](../examples/plot_xor.py) [c](train.md) [d](https://example.org/x.md) [e](#here)"
    page = docs / "page.md"
    assert rewritten(text, page, page, docs) == (
        "[a](contributing.md#rules) [b](auto_examples/plot_xor.rst) [c](train.md) [d](https://example.org/x.md) [e](#here)"
    )
    shown = docs / "contributing.md"
    assert (
        rewritten("[map](docs/architecture.md)", tmp_path / "CONTRIBUTING.md", shown, docs) == "[map](architecture.md)"
    )


def test_a_first_sentence_becomes_a_heading(own_extensions):
    from example_sources import with_heading

    plain = '"""An idea (a lecture).\n\nMore about it.\n"""\n\nimport sys\n'
    made = '"""\nAn idea (a lecture)\n===================\n\nMore about it.\n"""\n\nimport sys\n'
    assert with_heading(plain) == made
    assert with_heading('"""An idea (a\nlecture).\n\nMore about it.\n"""\n\nimport sys\n') == made
    headed = made.replace('"""\nAn', '"""An')
    assert with_heading(headed) == headed


def test_a_comment_and_its_picture_become_the_lab(own_extensions):
    from live_lab import show_lab

    content = ["Before.\n\n<!-- lab: card=xor -->\n![A picture](lab/steps.png)\n\nAfter.\n"]
    show_lab(None, "notes/one", content)
    assert '<iframe src="../lab/live.html#card=xor"' in content[0]
    assert "picture" not in content[0]
    assert content[0].endswith("\n\nAfter.\n")
