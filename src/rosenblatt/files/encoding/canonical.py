"""Canonical form of values: one text for the same value in every table format.

    truth values   true and false, in any case: as a number 1 and 0, as a category "true" and "false"
    whole numbers  their digits: 1, 1.0, "1.00", "+1" and "1e0" are "1"; -0 is "0". Whole numbers, decimals and text
                   keep all their digits, however many. "007" is a code, not a number, and stays
    numbers        the shortest text of the nearest float64, as Python prints it: "1.50" is "1.5"
    dates          "2024-01-31"; with a time of day "2024-01-31 12:00:00", with as much of a fraction as there is; with
                   a zone the time in UTC, "2024-01-31 11:00:00Z"
    other text     as it is, without blanks around

Categories and text are compared in this form. A column of nothing but truth values is a column of numbers. Labels stay
as they are written; those of another file are matched in this form. Columns that name rows stay as they are.
"""

import re
from datetime import datetime, timedelta
from typing import Any

from rosenblatt.files.formats.text_lines import BLANKS

TRUTHS = {"false": 0.0, "true": 1.0}  # in lower case
NUMBER = re.compile(r"[+-]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)  # without zeros before it
MOMENT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)([T ](\d\d):(\d\d)(:(\d\d)([.,](\d+))?)?(Z|z|[+-]\d\d(:?\d\d)?)?)?", re.ASCII
)
NOT_CANONICAL = r"^[ \t]|[ \t]$|^[+-]?\.?[0-9]|^(?i:true|false)$"  # perhaps


def canonical_text(text: str) -> str:
    """The canonical form of a value that is written as text."""
    text = text.strip(BLANKS)
    if (lower := text.lower()) in TRUTHS:
        return lower
    if NUMBER.fullmatch(text):
        return _number(text)
    moment = MOMENT.fullmatch(text)
    return text if moment is None else _moment(moment) or text


def canonical(values: Any) -> Any:
    """Convert a column of an Arrow table to canonical texts; each distinct value is converted once."""
    import pyarrow as pa
    from pyarrow import compute, types

    if types.is_boolean(values.type) or types.is_integer(values.type):
        return values.cast(pa.string())  # is canonical
    if types.is_timestamp(values.type) and values.type.tz is not None:
        values = values.cast(pa.int64()).cast(pa.timestamp(values.type.unit, "UTC"))
    if types.is_nested(values.type):
        return values.cast(pa.string())  # is refused
    if types.is_string(values.type) and not _are_doubtful(values.unique()).true_count:
        return values
    if types.is_floating(values.type):
        values = values.cast(pa.float64())  # whose digits other formats have
    encoded = values.dictionary_encode()
    distinct = encoded.dictionary.cast(pa.string())
    doubtful = _are_doubtful(distinct)
    texts = [canonical_text(text) for text in distinct.filter(doubtful).to_pylist()]
    return compute.replace_with_mask(distinct, doubtful, pa.array(texts, pa.string())).take(encoded.indices)


def _are_doubtful(texts: Any) -> Any:
    """Mask of texts that may not be canonical."""
    from pyarrow import compute

    return compute.fill_null(compute.match_substring_regex(texts, NOT_CANONICAL), False)


def are_truths(values: Any, gaps: tuple[str, ...] = ()) -> bool:
    """Return True if a column of strings holds only truth values and gaps."""
    for some in (values.slice(0, 10), values):  # the first values settle most columns of words
        texts = {text.strip(BLANKS) for text in some.unique().drop_null().to_pylist()}.difference(gaps)
        if any(text.lower() not in TRUTHS for text in texts):
            return False
    return bool(texts)


def truths_as_digits(strings: Any) -> Any:
    """Replace truth values in strings by 1 and 0."""
    import pyarrow as pa
    from pyarrow import compute

    lower = compute.utf8_lower(compute.ascii_trim(strings, BLANKS))
    codes = compute.index_in(lower, pa.array(list(TRUTHS)))  # false, true
    return compute.coalesce(codes.cast(pa.string()), strings)


def canonical_label(label: Any) -> str:
    """The canonical form of a label: a string, a number or a truth value."""
    return canonical_text(str(label))


def _number(text: str) -> str:
    nearest = float(text)
    if nearest in (float("inf"), float("-inf")):
        return text
    whole, _, fraction = text.partition(".")
    if not fraction.strip("0") and whole.lstrip("+-").isdecimal():  # more digits than float64 may hold
        return whole.removeprefix("+") if nearest else "0"
    return str(int(nearest)) if nearest.is_integer() else repr(nearest)


def _moment(match: re.Match[str]) -> str | None:
    """Parse a date, or a date with a time; None if the text is neither."""
    year, month, day, time, hour, minute, _, second, _, fraction, zone, _ = match.groups()
    try:
        moment = datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0))
        if zone is not None and zone not in "Zz":
            offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:].removeprefix(":") or 0))
            moment = moment - offset if zone[0] == "+" else moment + offset
    except (ValueError, OverflowError):
        return None
    fraction = (fraction or "").rstrip("0")
    if zone is None and not fraction and (time is None or moment == datetime(moment.year, moment.month, moment.day)):
        return moment.date().isoformat()
    return f"{moment.isoformat(' ')}{'.' if fraction else ''}{fraction}{'' if zone is None else 'Z'}"
