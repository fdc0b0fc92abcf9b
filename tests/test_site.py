"""Sources of the documentation site: every public name has a page, every page is in the navigation."""

import re
import tomllib
from importlib import import_module

import pytest
from helpers.paths import DOCS, ROOT

import rosenblatt

MODULES = ("rosenblatt", *(f"rosenblatt.{name}" for name in ("dask", "lab", "learners", "online", "plots", "river")))
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


def public_names(module):
    """The names in __all__; of a module without one, those that it defines."""
    defined = (name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__)
    return getattr(module, "__all__", None) or [name for name in defined if not name.startswith("_")]


def test_the_reference_lists_every_public_name_once():
    names = listed()
    assert len(names) == len(set(names))
    public = {f"{module}.{name}" for module in MODULES for name in public_names(import_module(module))}
    assert rosenblatt.learners.Report is rosenblatt.Report  # listed once
    assert set(names) == public - {"rosenblatt.learners.Report"}


def pages():
    found = (path.relative_to(DOCS) for suffix in ("md", "rst") for path in DOCS.rglob(f"*.{suffix}"))
    return sorted(path for path in found if not path.as_posix().startswith(GENERATED) and path.parts[0] != "_templates")


def test_every_page_is_in_the_navigation():
    shown = {"index"}
    for page in pages():
        for block in re.findall(r"```\{toctree\}\n(.*?)```", (DOCS / page).read_text(), re.S):
            lines = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith(":")]
            entries = [re.sub(r".*<(.+)>", r"\1", line) for line in lines]
            shown |= {(page.parent / entry).as_posix() for entry in entries}
    assert {page.with_suffix("").as_posix() for page in pages()} == shown - {"auto_examples/index"}


def test_the_first_page_has_four_doors():
    text = (DOCS / "index.md").read_text()
    assert re.findall(r"\{grid-item-card\} \[(\w+)\]", text) == ["Learn", "Use", "Trust", "Build"]


def test_every_verb_has_a_line_on_the_page_of_the_command_line():
    from rosenblatt.cli import VERBS

    lines = re.findall(r"^\| \[`(\w+)`\]\((\w+)\.md\)", (DOCS / "use.md").read_text(), re.M)
    assert sorted(lines) == sorted((verb.name, verb.name) for verb in VERBS)


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
    page, shown, file = docs / "page.md", docs / "contributing.md", tmp_path / "CONTRIBUTING.md"
    for link, mended in {
        "../CONTRIBUTING.md#rules": "contributing.md#rules",
        "../examples/plot_xor.py": "auto_examples/plot_xor.rst",
        "train.md": "train.md",
        "https://example.org/x.md": "https://example.org/x.md",
        "#here": "#here",
    }.items():
        assert rewritten(f"[a]({link})", page, page, docs) == f"[a]({mended})"
    assert rewritten("[map](docs/architecture.md)", file, shown, docs) == "[map](architecture.md)"


def test_a_page_that_a_docstring_names_becomes_a_link(own_extensions):
    from outside_links import link_pages

    lines = ["The named rules are in docs/conventions.md.", "``docs/train.md`` is a file."]
    link_pages(None, "class", "name", None, None, lines)
    assert lines == ["The named rules are in :doc:`/conventions`.", "``docs/train.md`` is a file."]


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
