"""Which format a file has: by its name, else by how it begins."""

import re

from rosenblatt.errors import OptionError
from rosenblatt.files.sources import Source

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


def format_of(source: Source, beginning: bytes, asked: str | None = None) -> str:
    """The format that is asked for, or that of the name, or that of the first bytes."""
    if asked is not None:
        if asked not in FORMATS:
            raise OptionError(f"format must be one of {', '.join(FORMATS)}; got {asked!r}.")
        return asked
    return BY_SUFFIX.get(source.suffix) or by_content(beginning)


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
