"""Provenance of a model: SHA-256 of its training files, and the options of the run."""

import hashlib
import os
import shlex
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from rosenblatt.errors import DataError, Meant
from rosenblatt.files.read_options import FLAGS, ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import FileList, Source, reading, sources_of
from rosenblatt.learners.kernel_options import KernelOptions

AT_ONCE = 2**22  # bytes
# Arguments of a run that are recorded: none that writes files.
ARGUMENTS = {field.name for field in (*fields(KernelOptions), *fields(ReadOptions))} | {
    *("data", "algorithm", "ratchet", "validation", "certify_when_stalled", "from_model", "from_sha256"),
    *("strategy", "mix_by", "then_sequence", "part_mb"),  # of rows in partitions
}


def origin_of(reader: Reader, call: dict[str, Any], command: list[str] | None) -> dict[str, Any]:
    """Provenance of a run for a model file: its inputs, its arguments, and the command."""
    arguments = {**call, "class_weight": pairs(call["class_weight"])} if "class_weight" in call else call
    return {"inputs": inputs_of(reader), "call": arguments, "command": command}


def inputs_of(reader: Reader) -> list[dict[str, Any]]:
    """Files of a reader, with sizes and SHA-256; empty for a bundled set."""
    labels = reader.options.labels
    sources = [*reader.sources, *([] if labels is None else sources_of(labels))]
    return [{"name": source.name, **_digest(source)} for source in sources]


def call_of(origin: dict[str, Any]) -> dict[str, Any]:
    """Arguments of the run, or a DataError if they are invalid, since model files may be hostile."""
    call = dict(origin["call"])
    for name in call:
        if name not in ARGUMENTS:
            raise DataError(f"The model must tell of arguments of train; it tells of {name!r}, which is none.")
    weights = mapping(call.pop("class_weight", None))
    call = {name: tuple(value) if isinstance(value, list) else value for name, value in call.items()}
    return call if weights is None else {**call, "class_weight": weights}


def settled(path: str | os.PathLike[str]) -> Any:
    """Absolute name of a file, or those of several files; other values are unchanged."""
    if isinstance(path, FileList):
        return [settled(one) for one in path.paths]
    return os.path.abspath(path) if os.path.exists(path) else os.fspath(path)


def pairs(value: Any) -> Any:
    """Convert a mapping to pairs, since JSON keys are strings and labels need not be."""
    return {"pairs": [[key, inner] for key, inner in value.items()]} if isinstance(value, Mapping) else value


def mapping(value: Any) -> Any:
    """Convert pairs back to a mapping."""
    return dict(value["pairs"]) if isinstance(value, dict) else value


def file_digest(path: str | os.PathLike[str]) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digest(source: Source) -> dict[str, Any]:
    """SHA-256 of a file on disk, or of other data as it is read."""
    if os.path.isfile(source.name):
        return {"bytes": os.path.getsize(source.name), "sha256": file_digest(source.name)}
    digest, size = hashlib.sha256(), 0
    with reading(source) as stream:
        while part := stream.read(AT_ONCE):
            digest.update(part)
            size += len(part)
    return {"bytes": size, "sha256": digest.hexdigest()}


def typed_command(verb: str, data: str, reading: dict[str, Any], **options: Any) -> str:
    """Shell command as a user would type it. The only place outside the command line that writes flags.

    reading: options of ``read``; options that are None or have their default are left out.
    """
    defaults = {**asdict(ReadOptions()), "scale": "standard"}
    given = {name: value for name, value in reading.items() if value != defaults[name] and name != "n_features"}
    words = ["rosenblatt", verb, data]
    for name, value in (given | {name: value for name, value in options.items() if value is not None}).items():
        if isinstance(value, bool):
            words.append(_flag(name if value else f"no_{name}"))
        else:
            several = value if isinstance(value, list | tuple) else [value]
            words.extend(word for one in several for word in (_flag(name), "none" if one is None else str(one)))
    return shlex.join(words)


def typed_option(meant: Meant) -> str:
    """Option of a sentence, as it is typed."""
    return _flag(meant.name) if meant.form == "flag" else f"{_flag(meant.name)} {shlex.quote(str(meant.value))}"


def _flag(name: str) -> str:
    return f"--{FLAGS.get(name, name).replace('_', '-')}"
