"""Copies of the examples for sphinx-gallery, whose first line is a heading."""

import re
from pathlib import Path

HEADER = """\
Examples
========

One idea each, in at most 60 lines. Each page has the code, the picture that it draws and the numbers that it prints.
"""


def with_heading(source: str) -> str:
    """Make the first sentence of the docstring a heading of reStructuredText, if it is not one already."""
    first, rest = re.match(r'"""(.*?)\n(.*)\Z', source, re.S).groups()
    if re.match(r"[=\-~^]{3,}\n", rest):
        return source
    more, rest = rest.split("\n\n", 1) if not rest.startswith("\n") else ("", rest[1:])
    title = " ".join(f"{first} {more}".split()).removesuffix(".")
    return f'"""\n{title}\n{"=" * len(title)}\n\n{rest}'


def copy_examples(app, config):
    """Write the copies, and leave those alone that have not changed: sphinx-gallery runs what is new."""
    source, target = (
        Path(app.confdir).parent / "examples",
        Path(app.srcdir) / config.sphinx_gallery_conf["examples_dirs"],
    )
    target.mkdir(parents=True, exist_ok=True)
    texts = {path.name: with_heading(path.read_text("utf-8")) for path in source.glob("plot_*.py")}
    texts["GALLERY_HEADER.rst"] = HEADER
    for old in set(target.iterdir()) - {target / name for name in texts}:
        if old.suffix == ".py":
            old.unlink()
    for name, text in texts.items():
        path = target / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def setup(app):
    app.connect("config-inited", copy_examples, priority=10)  # before sphinx-gallery looks for them
    return {"parallel_read_safe": True}
