"""Where a model comes from: the files it was trained on, by their SHA-256, and the options of the run."""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import Source, reading

AT_ONCE = 2**22  # bytes


def origin_of(reader: Reader, call: dict[str, Any], command: list[str] | None) -> dict[str, Any]:
    """What a model file tells of a run: its inputs, what was asked for, and how it was typed."""
    return {"inputs": inputs_of(reader), "call": {**call, "class_weight": pairs(call.get("class_weight"))},
            "command": command}  # fmt: skip


def inputs_of(reader: Reader) -> list[dict[str, Any]]:
    """The files of a reader, with their sizes and SHA-256; a bundled set has none."""
    return [{"name": source.name, **_digest(source)} for source in reader.sources]


def call_of(origin: dict[str, Any]) -> dict[str, Any]:
    """The arguments of ``train`` that the run had."""
    call = dict(origin["call"])
    weights = call.pop("class_weight", None)
    weights = dict(weights["pairs"]) if isinstance(weights, dict) else weights
    call = {name: tuple(value) if isinstance(value, list) else value for name, value in call.items()}
    return call if weights is None else {**call, "class_weight": weights}


def pairs(value: Any) -> Any:
    """A mapping as pairs: the names of JSON are strings, and labels need not be."""
    return {"pairs": [[key, inner] for key, inner in value.items()]} if isinstance(value, Mapping) else value


def file_digest(path: str | os.PathLike[str]) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digest(source: Source) -> dict[str, Any]:
    """Of the file as it lies on a disk; of what comes from elsewhere, as it is read."""
    if os.path.isfile(source.name):
        return {"bytes": os.path.getsize(source.name), "sha256": file_digest(source.name)}
    digest, size = hashlib.sha256(), 0
    with reading(source) as stream:
        while part := stream.read(AT_ONCE):
            digest.update(part)
            size += len(part)
    return {"bytes": size, "sha256": digest.hexdigest()}
