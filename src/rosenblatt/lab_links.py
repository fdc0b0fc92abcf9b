"""Links that open the lab at a visit of a small data set: for feedback on code, and solutions of exams.

The format is that of the lab: version, fields that are not as usual, checksum (lab/web/core/link.js).
"""

from collections.abc import Sequence
from decimal import Decimal

Row = Sequence[float]

PAGE = "lab.html"
VERSION = "1"
USUAL = {"p": "-1_3n-1_-1n3_-1p0_1.5p", "z": "mistake", "b": "1", "eta": "1", "e": "100", "t": "0", "tab": "steps"}
MAX_FEATURES = 2  # the lab draws a plane


def lab_link(
    X: Sequence[Row],
    y: Sequence[int],
    *,
    epochs: int,
    visit: int = 0,
    at_zero: str = "mistake",
    bias: bool = True,
    rate: float = 1.0,
    tab: str = "steps",
) -> str:
    """Link to the lab after this visit; empty if the rows have too many features to draw.

    Rows with one feature get a second one, which is 0: the run is the same.
    """
    if len(X[0]) > MAX_FEATURES:
        return ""
    fields = {
        "p": "".join(_point(x, label) for x, label in zip(X, y, strict=True)),
        "z": at_zero,
        "b": str(int(bias)),
        "eta": javascript_number(rate),
        "e": str(epochs),
        "t": str(visit),
        "tab": tab,
    }
    body = "~".join([VERSION, *(f"{key}={text}" for key, text in fields.items() if text != USUAL[key])])
    return f"{PAGE}#{body}~{checksum(body)}"


def _point(x: Row, y: int) -> str:
    first, second = (*x, 0)[:2]
    return f"{javascript_number(first)}_{javascript_number(second)}{'p' if y > 0 else 'n'}"


def javascript_number(value: float) -> str:
    """Text of a number as JavaScript's String(value) writes it."""
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    text = repr(float(value))
    digits, _, exponent = text.partition("e")
    if not exponent:
        return text
    power = int(exponent)
    if -7 < power < 21:
        return f"{Decimal(text):f}"
    return f"{digits.removesuffix('.0')}e{power:+d}"


def checksum(text: str) -> str:
    """FNV-1a hash of 32 bits, in base 36."""
    value = 0x811C9DC5
    for character in text:
        value = (value ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
