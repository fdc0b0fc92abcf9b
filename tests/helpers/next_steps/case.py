"""What a case is: a command that names a step, and the step."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """places: of the sentence. says: the step, in what the command prints. then: commands with the step typed."""

    places: tuple[str, ...]
    command: str
    says: str
    then: tuple[str, ...]
    files: dict[str, Any] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    code: int = 1
    patch: Callable[[Any], None] = lambda monkeypatch: None


def case(places, command, says, *then, files=None, before=(), code=1, patch=lambda monkeypatch: None):
    several = (places,) if isinstance(places, str) else tuple(places)
    return Case(several, command, says, then, files or {}, tuple(before), code, patch)
