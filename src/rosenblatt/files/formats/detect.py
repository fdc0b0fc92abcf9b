"""Detection of the file format by name, else by content. Files read together must have one format."""

import re

from rosenblatt.conventions import FORMATS
from rosenblatt.errors import DataError, check_choice, option
from rosenblatt.files.charsets import recoded_beginning
from rosenblatt.files.sources import Source, reading

BY_SUFFIX = {suffix: format for format, suffixes in FORMATS.items() for suffix in suffixes}
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


def format_of(sources: list[Source], asked: str | None = None, charset: str | None = None) -> str:
    """Return the format given, or that of the names, or of the first bytes: one for all files.

    charset: the encoding of text.
    """
    if asked is not None:
        check_choice("format", asked, FORMATS)
        return asked
    first, *others = sources
    format = BY_SUFFIX.get(first.suffix) or by_content(_beginning(first, charset))
    for other in others:
        if (theirs := _other_format(other, format, charset)) != format:
            raise DataError(
                f"DATA must be files of one format; {first.name} is {format}, and {other.name} is {theirs}: "
                f"a pattern in quotes names some of them, {option('format')} says what all are."
            )
    return format


def _other_format(source: Source, first: str, charset: str | None) -> str:
    """Format of a later file. An empty file, or one of plain cells, may have the format of the first."""
    if known := BY_SUFFIX.get(source.suffix):
        return known
    beginning = _beginning(source, charset)
    format = by_content(beginning)
    return first if not beginning or {first, format} <= {"csv", "tsv"} else format


def _beginning(source: Source, charset: str | None) -> bytes:
    with reading(source) as stream:
        beginning = bytes(stream.read(LOOKED_AT))
    return beginning if beginning.startswith(tuple(MAGIC)) else recoded_beginning(beginning, charset)


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
