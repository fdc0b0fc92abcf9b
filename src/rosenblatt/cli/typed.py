"""Translation of Python arguments to command-line options: max_iter is --epochs, fit_intercept=False is --no-bias."""

import re
import shlex
from collections.abc import Callable
from typing import Any

import click

from rosenblatt.errors import Meant, Sentence


def flags_of(*verbs: click.Command) -> Callable[[Meant], str]:
    """Return a function that writes an option as these verbs take it, or as Python does if no verb has it.

    The first verb is the running one. An option that only another verb has is written after the name of that verb.
    """
    options = [{one.name: one for one in verb.params if isinstance(one, click.Option)} for verb in verbs]

    def write(meant: Meant) -> str:
        for place, verb in enumerate(verbs):
            if meant.name in options[place]:
                is_step = place > 0 and meant.form in ("value", "metavar")
                return f"{verb.name} " * is_step + _written(options[place][meant.name], meant)
        return meant.python

    return write


def typed(value: Any) -> Any:
    """Rewrite options in text, or in texts of lists and dicts, as the running verb takes them."""
    if isinstance(value, Sentence):
        return value.typed(flags_of(*_verbs()))
    if isinstance(value, dict):
        return {name: typed(inner) for name, inner in value.items()}
    return [typed(inner) for inner in value] if isinstance(value, list | tuple) else value


def _verbs() -> list[click.Command]:
    """Return the running verb, then all verbs."""
    context = click.get_current_context()
    return [context.command, *getattr(context.find_root().command, "commands", {}).values()]


def _written(option: click.Option, meant: Meant) -> str:
    flag, value = max(option.opts, key=len), meant.value
    if meant.form == "flag":
        return flag
    if meant.form == "given":
        return _text(option, value)
    if meant.form == "metavar":
        return f"{flag} {value if isinstance(value, str) else _text(option, [word.upper() for word in value])}"
    if isinstance(value, bool):
        return option.secondary_opts[0] if option.secondary_opts and not value else flag
    several = value if option.multiple and isinstance(value, list) else [value]
    return " ".join(f"{flag} {shlex.quote(_text(option, one))}" for one in several)


def _text(option: click.Option, value: Any) -> str:
    """Write a value as one word. Lists follow the metavar of the option: A,B or HEIGHTxWIDTH."""
    if not isinstance(value, list):
        return "none" if value is None else str(value)
    between = re.sub("[A-Z]", "", option.metavar or "") or ","
    return between.join(map(str, value))
