"""Options as they are typed, from the options of the verbs: --epochs is max_iter, --no-bias is fit_intercept=False."""

import re
import shlex
from collections.abc import Callable
from typing import Any

import click

from rosenblatt.errors import Meant, Sentence


def flags_of(*verbs: click.Command) -> Callable[[Meant], str]:
    """A function that writes options as these verbs take them, and others as Python has them.

    The first verb is the one that runs. A step that only another can take begins with that other's name.
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
    """Text, or text in lists and dicts, with options as the verb that runs has them."""
    if isinstance(value, Sentence):
        return value.typed(flags_of(*_verbs()))
    if isinstance(value, dict):
        return {name: typed(inner) for name, inner in value.items()}
    return [typed(inner) for inner in value] if isinstance(value, list | tuple) else value


def _verbs() -> list[click.Command]:
    """The verb that runs, and all others."""
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
    """A value in one word; several as the metavar of the option has them: A,B or HEIGHTxWIDTH."""
    if not isinstance(value, list):
        return "none" if value is None else str(value)
    between = re.sub("[A-Z]", "", option.metavar or "") or ","
    return between.join(map(str, value))
