"""The bundle: the page of the lab as one file, with its style and its modules inside."""

import json
import re
from importlib.resources import files
from typing import Any

IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*[^\n]*\*/|/\*\*\n(?: *\*.*\n)*? *\*/)\n", re.MULTILINE)  # of whole lines only
STYLE = '<link rel="stylesheet" href="lab.css">'
SCRIPT = '<script type="module" src="main.js"></script>'


def bundled(data: Any = None) -> str:
    """The whole page as text; it makes no request.

    data: the state it starts with, a mapping as the lab's state.js has it (points, options, …); None for its own.
    """
    page = _read("lab.html")
    page = page.replace(STYLE, f"<style>\n{_read('lab.css')}</style>")
    start = "" if data is None else f'<script type="application/json" id="start">{_as_json(data)}</script>\n'
    return page.replace(SCRIPT, f'{start}<script type="module">\n{_as_one_module("main")}</script>')


def _as_one_module(first: str) -> str:
    """A module and all that it imports, each once and before those that need it.

    Their imports and exports are taken out, and the comments, which are for those who read the sources: phones load it.
    """
    texts: dict[str, str] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in texts:
            return
        text = _read(f"{name}.js")
        for needed in IMPORT.findall(text):
            if needed not in above:  # functions may need each other; what runs at once is in main
                add(needed, (*above, name))
        texts[name] = EXPORT.sub("", COMMENT.sub("", IMPORT.sub("", text)))

    add(first, ())
    return "\n".join(texts.values())


def _as_json(data: Any) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def _read(name: str) -> str:
    return files("rosenblatt.lab").joinpath("web", name).read_text("utf-8")
