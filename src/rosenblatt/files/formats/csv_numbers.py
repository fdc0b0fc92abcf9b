"""Numbers in delimited text: decimal point, decimal comma, thousands separators, or truth values.

A column has decimal commas if all its values agree: each is a number with at most one comma and no point. If every
comma could also separate thousands (1,234), the column is ambiguous, and an option must decide.
"""

import re
from typing import Any, Literal

from rosenblatt.errors import DataError, option
from rosenblatt.files.encoding.canonical import are_truths
from rosenblatt.files.encoding.values import GAPS, MISSING_SAYS, number_of

Style = Literal["points", "commas", "thousands", "truths", "ambiguous"]

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
PERHAPS_NUMBER = re.compile(r"[+-]?(\d|\.|nan|inf)", re.ASCII | re.IGNORECASE)  # how one begins, to pyarrow
PERHAPS_STYLED = re.compile(r" *([+-]?[\d.,]|[+-]?(nan|inf)|true|false)", re.ASCII | re.IGNORECASE)
WITH_COMMA = r"[+-]?(([0-9]+,?[0-9]*|,[0-9]+)([eE][+-]?[0-9]+)?|(?i:nan|inf|infinity))"
WITH_THOUSANDS = r"[+-]?([0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})+)(\.[0-9]*)?"
ONE_THOUSAND = r"[+-]?[1-9][0-9]{0,2},[0-9]{3}"  # 1,234: one number or another
PATTERNS: dict[str, str] = {"commas": WITH_COMMA, "thousands": WITH_THOUSANDS}
BOTH_SAID = f"{option('decimal', ',')} reads a decimal comma, {option('decimal', '.')} commas between thousands"


def style_of(strings: Any, decimal: str | None) -> Style | None:
    """Style of the numbers of a column; None if it is not numeric. decimal: the option, if given."""
    from pyarrow import compute

    first = next((text for text in strings.slice(0, 10).to_pylist() if text is not None and text not in GAPS), "0")
    if not PERHAPS_STYLED.match(first):  # most columns of words are told by their first
        return None
    if decimal != "," and are_numbers(strings):
        return "points"
    if are_truths(strings, GAPS):
        return "truths"
    there = _there(strings)
    commas = there.filter(compute.match_substring(there, ","))
    if not len(there) or (decimal != "," and not len(commas)):
        return None
    if decimal == ".":
        return "thousands" if _all_match(there, WITH_THOUSANDS) else None
    if not _all_match(there, WITH_COMMA):
        return None
    return "ambiguous" if decimal is None and _all_match(commas, ONE_THOUSAND) else "commas"


def cell_is_number(cell: str, decimal: str | None) -> bool:
    if decimal != "." and has_decimal_comma(cell):
        return True
    if not PERHAPS_NUMBER.match(cell) or NUMBER.fullmatch(cell):
        return bool(NUMBER.fullmatch(cell))
    import pyarrow as pa

    return style_of(pa.array([cell]), decimal) is not None


def has_decimal_comma(cell: str) -> bool:
    """Return True if a cell is a number with a decimal comma."""
    return "," in cell and re.fullmatch(WITH_COMMA, cell) is not None


def are_numbers(strings: Any) -> bool:
    """Mask of cells that are written as numbers, including nan, inf and 1e999, which are refused later."""
    import pyarrow as pa

    there = _there(strings)
    try:
        there.cast(pa.float64())
    except pa.ArrowInvalid:
        return False
    return len(there) > 0


def odd_one(strings: Any) -> str | None:
    """First value that is not a number, if most distinct values are."""
    from pyarrow import compute

    distinct = _there(strings.unique())
    words = distinct.filter(compute.invert(compute.match_substring_regex(distinct, f"^({NUMBER.pattern})$")))
    return words[0].as_py() if 0 < 2 * len(words) < len(distinct) else None


def styled_numbers(strings: Any, style: str, gaps: tuple[str, ...]) -> Any:
    """Parse strings of this style as float64, null for gaps; None if one is not a number of this style."""
    import pyarrow as pa
    from pyarrow import compute

    strings = compute.if_else(compute.is_in(strings, pa.array(gaps, pa.string())), None, strings)
    return pointed(strings, style).cast(pa.float64()) if _all_match(strings, PATTERNS[style]) else None


def pointed(strings: Any, style: str) -> Any:
    """Rewrite numbers of this style with a decimal point; leave other strings."""
    from pyarrow import compute

    is_number = compute.match_substring_regex(strings, f"^({PATTERNS[style]})$")
    return compute.if_else(
        is_number, compute.replace_substring(strings, ",", "." if style == "commas" else ""), strings
    )


def styled_number(cell: str, style: str, column: str, place: str) -> float:
    """Parse one cell, or raise a DataError."""
    if re.fullmatch(PATTERNS[style], cell):
        return number_of(cell.replace(",", "." if style == "commas" else ""), column, place)
    written = "a decimal comma" if style == "commas" else "commas between thousands only"
    is_gap = cell == "?" or cell in GAPS
    hint = MISSING_SAYS if is_gap else f"{option('categorical', column)} makes it a category"
    raise DataError(
        f"{place} column {column!r} must be a number with {written}, as in the first rows; got {cell!r}: {hint}."
    )


def check_no_comma(cell: str, column: str, place: str) -> None:
    """Raise a DataError if a numeric cell has a comma that only an option can explain."""
    if "," in cell and (re.fullmatch(WITH_COMMA, cell) or re.fullmatch(WITH_THOUSANDS, cell)):
        raise DataError(f"{place} column {column!r} must be a number, as in the first rows; got {cell!r}: {BOTH_SAID}.")


def _there(strings: Any) -> Any:
    """Values that are not missing."""
    import pyarrow as pa
    from pyarrow import compute

    return strings.filter(compute.invert(compute.is_in(strings, pa.array([None, *GAPS], pa.string()))))


def _all_match(strings: Any, pattern: str) -> bool:
    from pyarrow import compute

    return bool(compute.all(compute.match_substring_regex(strings, f"^({pattern})$"), min_count=0).as_py())
