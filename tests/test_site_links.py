"""The built site: every internal link and anchor resolves, and nothing is asked of another host."""

import re
import zlib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from helpers.paths import ROOT
from helpers.site import SITE

LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("link", "href")}


class Page(HTMLParser):
    """Ids of an HTML page, its links, and the addresses that a browser loads with it."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("id", "name") and tag != "meta":
                self.ids.add(value)
            elif (tag, name) in LOADED:
                self.loaded.append(value)
            elif (tag, name) == ("a", "href") and value:
                self.links.append(value)


@cache
def page(path):
    return Page(path)


def site_pages():
    pages = [path for path in sorted(SITE.rglob("*.html")) if "_static" not in path.relative_to(SITE).parts]
    assert len(pages) > 60
    return pages


def broken(path, address):
    """Whether an internal address leads nowhere."""
    parts = urlsplit(address)
    target = path if not parts.path else Path(path.parent, unquote(parts.path)).resolve()
    if not target.is_file():
        return True
    by_script = target.parent.name == "lab"  # what follows # is a state of the lab
    return bool(parts.fragment and target.suffix == ".html" and not by_script) and (
        unquote(parts.fragment) not in page(target).ids
    )


def test_every_internal_link_and_anchor_resolves():
    lost = [
        f"{path.relative_to(SITE)}: {address}"
        for path in site_pages()
        for address in (*page(path).links, *page(path).loaded)
        if not urlsplit(address).scheme and not address.startswith("//") and broken(path, address)
    ]
    assert lost == []


def test_no_page_loads_anything_from_another_host():
    foreign = [
        f"{path.relative_to(SITE)}: {address}"
        for path in site_pages()
        for address in page(path).loaded
        if urlsplit(address).scheme not in ("", "data") or address.startswith("//")
    ]
    assert foreign == []
    for sheet in SITE.rglob("*.css"):
        addresses = re.findall(r"url\(\s*['\"]?(?:https?:)?//[^)]*", sheet.read_text("utf-8"))
        assert (sheet.name, addresses) == (sheet.name, [])


def test_the_inventory_has_our_names():
    header, body = (SITE / "objects.inv").read_bytes().split(b"zlib.\n", 1)
    assert header.startswith(b"# Sphinx inventory version 2")
    names = {line.split(" ")[0] for line in zlib.decompress(body).decode().splitlines()}
    ours = ("Perceptron", "Perceptron.fit", "certify", "online.Perceptron", "river.Perceptron", "learners.Perceptron")
    assert {f"rosenblatt.{name}" for name in ours} <= names


def test_every_example_has_a_page_with_its_picture():
    for example in (ROOT / "examples").glob("plot_*.py"):
        text = (SITE / "auto_examples" / f"{example.stem}.html").read_text("utf-8")
        assert f"sphx_glr_{example.stem}_001.png" in text
