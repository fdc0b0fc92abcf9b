"""Parameters that several docstrings share are written once, in numpydoc's form, and inserted where they are named.

>>> shared = entries('''
... max_iter : int or None, default=None
...     Largest number of epochs.
... ''')
>>> @insert(shared)
... class Learner:
...     '''A learner.
...
...     Parameters
...     ----------
...     {max_iter}
...     '''

A line of names in braces, ``{max_iter}`` or ``{order, eta0}``, stands for their entries. Other lines stay as they are.
"""

import re
from collections.abc import Callable, Mapping
from textwrap import dedent, indent
from typing import Any, TypeVar

Documented = TypeVar("Documented")
_NAMES = re.compile(r"^( *)\{(\**[A-Za-z_]\w*(?:, \**[A-Za-z_]\w*)*)\}$", re.MULTILINE)
_ENTRY = re.compile(r"^(\**\w+)\b.*\n(?:(?:[ ].*)?\n)*", re.MULTILINE)


def entries(text: str) -> dict[str, str]:
    """Split numpydoc entries into a table by name. An entry begins at a line that is not indented."""
    return {found[1]: found[0].rstrip() for found in _ENTRY.finditer(dedent(text).strip() + "\n")}


def insert(*tables: Mapping[str, str]) -> Callable[[Documented], Documented]:
    """Return a decorator that puts the entries of the tables into a docstring. Later tables win."""
    table = {name: entry for part in tables for name, entry in part.items()}

    def decorate(documented: Documented) -> Documented:
        target: Any = documented
        if target.__doc__:  # python -OO has none
            target.__doc__ = _NAMES.sub(entries_of, target.__doc__)
        return documented

    def entries_of(line: re.Match[str]) -> str:
        return indent("\n".join(table[name] for name in line[2].split(", ")), line[1])

    return decorate


def keywords(name: str, summary: str, table: Mapping[str, str], *, defaults: bool = True) -> dict[str, str]:
    """Return the entry of ``**name``: the summary, and the entries of a table as a list below it.

    defaults: False leaves the defaults of the entries out, for a function that takes them from elsewhere.
    """
    listed = "\n".join(table.values())
    if not defaults:
        listed = re.sub(r"^(\w+ : .*), default=.*$", r"\1", listed, flags=re.MULTILINE)
    described = indent(dedent(summary).strip() + "\n\n" + listed, "    ")
    return {name: f"**{name}\n{described}"}
