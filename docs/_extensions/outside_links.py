"""Links between pages, docstrings and files beside docs/, as they are written for a code host and for help()."""

import os
import re
from pathlib import Path

# Files at the top of the repository, and the pages that show them. On a code host these pages only link to the files.
PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
LINK = re.compile(r"\]\((?![a-z]+:|#|/)([^)#\s]+)")


def rewritten(text: str, origin: Path, page: Path, docs: Path) -> str:
    """Return the text of file origin with links that work from page, which is in docs."""
    targets = {docs.parent / file: docs / shown for file, shown in PAGES.items()}
    targets[docs.parent / "README.md"] = docs / "index.md"

    def link(match):
        path = Path(os.path.normpath(origin.parent / match[1]))
        if path.parent == docs.parent / "examples" and path.match("plot_*.py"):
            path = docs / "auto_examples" / path.with_suffix(".rst").name
        path = targets.get(path, path)
        return f"]({Path(os.path.relpath(path, page.parent)).as_posix()}"

    return LINK.sub(link, text)


def read_page(app, docname, content):
    """Take the text of a page from the file that it shows, and mend the links that leave docs/."""
    page = Path(app.env.doc2path(docname))
    if page.suffix != ".md":
        return
    docs = Path(app.srcdir)
    shown = {docs / name: docs.parent / file for file, name in PAGES.items()}
    origin = shown.get(page, page)
    if origin != page:
        app.env.note_dependency(str(origin))
        content[0] = origin.read_text("utf-8")
    content[0] = rewritten(content[0], origin, page, docs)


def link_pages(app, what, name, obj, options, lines):
    """Make a link of a page that a docstring names, as docs/train.md."""
    lines[:] = [re.sub(r"(?<![\w/`])docs/([\w-]+)\.md(?![\w`])", r":doc:`/\1`", line) for line in lines]


def setup(app):
    app.connect("autodoc-process-docstring", link_pages)
    app.connect("source-read", read_page, priority=400)  # before other changes of the text
    return {"parallel_read_safe": True}
