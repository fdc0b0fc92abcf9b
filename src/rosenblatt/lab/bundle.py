"""Bundle of the lab: one HTML file with its style sheets and modules inside."""

import json
import re
from collections.abc import Callable
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Any

FIRST_MODULE = "main.js"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]*)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
OTHER_FORM = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
TOP_LEVEL = re.compile(
    r"^(export )?(?:async )?(?:function\*?|class|const|let|var) (?:(\w+)|[\[{]([^\]}]*)[\]}])", re.MULTILINE
)
COMMENT = re.compile(r"^ *(?://.*|/\*[^\n]*\*/|/\*\*\n(?: *\*.*\n)*? *\*/)\n", re.MULTILINE)  # of whole lines only
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STYLES = re.compile(r'(?:<link rel="stylesheet" href="[^"]*">\n)+')
SCRIPT = f'<script type="module" src="{FIRST_MODULE}"></script>'
OWN_FILES = "'self' "  # in the page's security policy: the bundle has no other files

Read = Callable[[str], str]


class BundleError(Exception):
    """Modules that cannot be joined."""


def bundled(data: Any = None) -> str:
    """Whole page as text. It makes no network request.

    data: the initial state, a mapping as in the lab's state.js (points, options, …); None for the default.
    """
    page = _read("lab.html").replace(OWN_FILES, "")
    page = STYLES.sub(lambda links: f"<style>\n{_as_one_style(links[0])}</style>\n", page)
    start = "" if data is None else f'<script type="application/json" id="start">{_as_json(data)}</script>\n'
    return page.replace(SCRIPT, f'{start}<script type="module">\n{as_one_module(FIRST_MODULE)}</script>')


def _as_one_style(links: str) -> str:
    """Join the style sheets of some link elements in order, as later rules override earlier ones."""
    sheets = [_read(name) for name in re.findall(r'href="([^"]*)"', links)]
    return re.sub(r"^\s+", "", STYLE_COMMENT.sub("", "\n".join(sheets)), flags=re.MULTILINE)


def as_one_module(first: str, read: Read | None = None) -> str:
    """Join a module and all its imports into one module, each once and before its importers.

    Imports, exports, comments and indentation are removed. All names then share one scope, so no two modules may
    declare the same one. read: returns the text of a module by its path from the folder of the page; by default the
    lab's own.
    """
    read = read or _read
    texts: dict[str, str] = {}
    exported: dict[str, set[str]] = {}
    owners: dict[str, str] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise BundleError(f"Modules must not import each other in a circle: {' → '.join((*above, name))}.")
        if name in texts:
            return
        source = read(name)
        for names, address in IMPORT.findall(source):
            needed = _resolved(address, name)
            try:
                add(needed, (*above, name))
            except FileNotFoundError as error:
                raise BundleError(f'{name} imports "{address}", but there is no {needed}.') from error
            for wanted in filter(None, (part.strip() for part in names.split(","))):
                if wanted not in exported[needed]:
                    raise BundleError(f"{name} imports {wanted} from {needed}, which exports no such name.")
        exported[name] = _declare(source, name, owners)
        text = EXPORT.sub("", COMMENT.sub("", IMPORT.sub("", source)))
        if left := OTHER_FORM.search(text):
            form = 'import { names } from "./path.js"; in one statement, or export before a declaration'
            raise BundleError(f"{name} must write {form}; got: {left[0]}")
        texts[name] = _packed(text)

    add(first, ())
    return "\n".join(texts.values())


def _packed(text: str) -> str:
    """Leave out indentation, blank lines and comments at the ends of lines, but not inside a template literal."""
    lines, is_open = [], False
    for line in text.splitlines(keepends=True):
        before, mark, _ = line.partition(" // ")
        is_comment = mark and all(before.count(quote) % 2 == 0 for quote in "\"'`")  # else it is inside a string
        short = f"{before.strip()}\n" if is_comment else line.lstrip()
        lines.append(line if is_open else short)
        is_open ^= line.count("`") % 2 == 1
    return "".join(lines)


def _resolved(address: str, importer: str) -> str:
    """Path of an imported module from the folder of the page."""
    path = normpath(join(dirname(importer), address))
    if not address.startswith(("./", "../")) or path.startswith("../"):
        raise BundleError(f'{importer} must import by a relative path inside the lab; got "{address}".')
    return path


def _declare(source: str, module: str, owners: dict[str, str]) -> set[str]:
    """Names that a module exports. All its top-level names are added to `owners` and must be new."""
    exported = set()
    for export, one, several in TOP_LEVEL.findall(source):
        for name in [one] if one else re.findall(r"\w+(?=\s*(?:[,=]|$))", several):
            if name in owners:
                raise BundleError(f"{owners[name]} and {module} both declare {name}: in one scope a name is free once.")
            owners[name] = module
            if export:
                exported.add(name)
    return exported


def _as_json(data: Any) -> str:
    """JSON that cannot end the HTML element around it."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def _read(name: str) -> str:
    return files("rosenblatt.lab").joinpath("web", *name.split("/")).read_text("utf-8")
