"""Which format a file has: by its name, else by how it begins. Files that are read together must have one."""

import re

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.sources import Source, reading

BY_SUFFIX = {
    ".csv": "csv",
    ".data": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".ipc": "arrow",
    ".feather": "arrow",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".libsvm": "libsvm",
    ".svm": "libsvm",
    ".svmlight": "libsvm",
    ".vw": "vw",
    ".npy": "npy",
    ".npz": "npz",
    ".idx": "idx",
}
FORMATS = tuple(dict.fromkeys(BY_SUFFIX.values()))
TABLES = ("csv", "tsv", "parquet", "arrow", "jsonl")
MAGIC = {
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\x93NUMPY": "npy",
    b"PK\x03\x04": "npz",
    b"\xff\xff\xff\xff": "arrow",
}
LOOKED_AT = 65536  # bytes
SPARSE = re.compile(rb"[-+.\w]+(?:\s+qid:\d+)?(?:\s+\d+:[-+.\w]+)+\s*(?:#.*)?")
VOWPAL = re.compile(rb"[-+]?[0-9.]+(\s[^|]*)?\|")


def check_format(asked: str | None) -> None:
    """An OptionError where the format that is asked for is none."""
    if asked is not None and asked not in FORMATS:
        raise OptionError(f"format must be one of {', '.join(FORMATS)}; got {asked!r}.")


def format_of(sources: list[Source], asked: str | None = None) -> str:
    """The format that is asked for, or that of the names, or that of the first bytes: one for all files."""
    check_format(asked)
    if asked is not None:
        return asked
    first, *others = sources
    format = BY_SUFFIX.get(first.suffix) or by_content(_beginning(first))
    for other in others:
        if (theirs := _other_format(other, format)) != format:
            raise DataError(
                f"DATA must be files of one format; {first.name} is {format}, and {other.name} is {theirs}: "
                "a pattern in quotes names some of them, --format says what all are."
            )
    return format


def _other_format(source: Source, first: str) -> str:
    """Of a file after the first. What is empty, or cells and nothing else, may be what the first is."""
    if known := BY_SUFFIX.get(source.suffix):
        return known
    beginning = _beginning(source)
    format = by_content(beginning)
    return first if not beginning or {first, format} <= {"csv", "tsv"} else format


def _beginning(source: Source) -> bytes:
    with reading(source) as stream:
        return bytes(stream.read(LOOKED_AT))


def by_content(beginning: bytes) -> str:
    for magic, name in MAGIC.items():
        if beginning.startswith(magic):
            return name
    if re.match(rb"\x00\x00[\x08\x09\x0b-\x0e][\x01-\x04]", beginning):
        return "idx"
    lines = [line.strip() for line in beginning.removeprefix(b"\xef\xbb\xbf").splitlines()]
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    if first.startswith(b"{"):
        return "jsonl"
    if any(SPARSE.fullmatch(line) for line in lines[:20]):
        return "libsvm"
    if VOWPAL.match(first):
        return "vw"
    return "tsv" if b"\t" in first and b"," not in first else "csv"
