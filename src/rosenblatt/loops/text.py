"""Lines of LIBSVM text as CSR rows: ``label [qid:N] index:value … [# comment]``.

The loop reads what is written plainly, and only that. It stops at the start of a line that it cannot finish, be it
wrong or only unusual: what such a line means is decided above, in plain Python. Numbers whose nearest double it is not
sure of are listed, to be converted there too.

The text must end with a line end. Nothing here reads past one, so no place needs to be compared with the text's end.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy import float64, int64, uint64

from rosenblatt.loops.jit import jit, part
from rosenblatt.loops.rows import U0, U1, U2, U3, U4

LINE_END, COMMENT = 10, 35
IS_BLANK, ENDS_WORD = (np.isin(np.arange(256), list(codes)) for codes in (b" \t\v\f\r", b" \t\v\f\r\n#"))
PLUS, MINUS, POINT, NOUGHT, NINE, COLON, SMALL_BIT = 43, 45, 46, 48, 57, 58, 32
LETTER_D, LETTER_E, LETTER_I, LETTER_Q = (ord(letter) for letter in "deiq")
U10, U32, U63 = (uint64(k) for k in (10, 32, 63))
LOW_HALF = uint64(2**32 - 1)

MOST_INDEX_DIGITS = uint64(10)
MOST_DIGITS = 19  # of which every number fits into 64 bits
EXACT_WHOLE = uint64(2**53)  # doubles hold every whole number up to here …
EXACT_POWER = 22  # … and every power of ten up to this one
FARTHEST_POWER = 280  # up to here, 64 bits times a power of ten are neither too large nor too small for a double
FARTHEST = int64(10**17)  # an exponent is read no further: no text has digits enough to make up for it

PLAIN, HARD, WRONG = 0, 1, 2  # a number: read; well written, but its nearest double is not sure; not a number


class Lines(NamedTuple):
    """What has been read. The first three are a CSR's; rows and hard numbers are counted in ``counts``."""

    values: Any
    columns: Any
    starts: Any
    labels: Any
    hard: Any  # for each: its entry, its first byte, the byte after its last
    counts: Any


def _leading_bits(power: int) -> tuple[int, int]:
    """``10**power`` as its first 64 bits (the rest cut off) and the binary exponent of the last of them."""
    whole = 10 ** abs(power)
    length = whole.bit_length()
    if power < 0:
        return (1 << (length + 63)) // whole, -length - 63
    return (whole << 64 >> length), length - 64


_TENS = [_leading_bits(power) for power in range(-FARTHEST_POWER, FARTHEST_POWER + 1)]
TEN_BITS = np.array([bits for bits, _ in _TENS], dtype=np.uint64)
TEN_SCALES = np.array([2.0 ** (exponent + 64) for _, exponent in _TENS])  # powers of two: to multiply by them is exact
EXACT_TENS = 10.0 ** np.arange(EXACT_POWER + 1)


@part
def is_digit(code):
    return NOUGHT <= code <= NINE


@part
def past_blanks(text, at):
    while IS_BLANK[text[at]]:
        at += U1
    return at


@part
def past_digits(text, at, number):
    """Digits, appended to a number (modulo 2**64); also where they end."""
    while is_digit(text[at]):
        number = number * U10 + uint64(text[at] - NOUGHT)
        at += U1
    return number, at


@part
def past_line(text, at):
    while text[at] != LINE_END:
        at += U1
    return at + U1


@part
def upper_half(a, b):
    """The upper 64 bits of the product of two numbers of 64."""
    a1, a0, b1, b0 = a >> U32, a & LOW_HALF, b >> U32, b & LOW_HALF
    middle = a1 * b0 + (a0 * b0 >> U32)
    return a1 * b1 + (middle >> U32) + ((a0 * b1 + (middle & LOW_HALF)) >> U32)


@part
def nearest(number, power):
    """The double nearest to number × 10**power, and whether it is certain.

    The first 64 bits of both are multiplied. What was cut off from the power makes the product too small by less than
    a unit of its upper half, and the lower half is left out: so the true one is in [upper, upper + 2). The double is
    certain where no number halfway between two doubles is in there.
    """
    shift = U0
    for step in (32, 16, 8, 4, 2, 1):
        if number >> uint64(64 - step) == U0:
            number <<= uint64(step)
            shift += uint64(step)
    place = uint64(power + FARTHEST_POWER)
    upper = upper_half(number, TEN_BITS[place])
    extra = U10 + (upper >> U63)  # bits more than the 53 of a double
    rest, half = upper & ((U1 << extra) - U1), U1 << (extra - U1)
    rounded = (upper >> extra) + (U1 if rest > half else U0)
    found = float64(int64(rounded)) * float64(U1 << extra) / float64(U1 << shift) * TEN_SCALES[place]
    return found, rest != half and rest + U1 != half


@part
def power_of(text, at):
    """The whole number after an e, where it ends, and whether there is one."""
    negative = text[at] == MINUS
    if negative or text[at] == PLUS:
        at += U1
    first, power = at, int64(0)
    while is_digit(text[at]):
        power = power * 10 + int64(text[at] - NOUGHT) if power < FARTHEST else power
        at += U1
    return -power if negative else power, at, at > first


@part
def digits_after_noughts(text, at, digits):
    """How many of the digits are left when the noughts before all others are not counted."""
    while digits > 0 and (text[at] == NOUGHT or text[at] == POINT):
        if text[at] == NOUGHT:
            digits -= 1
        at += U1
    return digits


@part
def double_of(number, power, digits):
    """The double nearest to number × 10**power, with PLAIN or HARD."""
    if digits > MOST_DIGITS:
        return 0.0, HARD
    if number == U0:
        return 0.0, PLAIN
    if number <= EXACT_WHOLE and -EXACT_POWER <= power <= EXACT_POWER:  # two exact doubles: rounded once
        whole = float64(int64(number))
        return (whole / EXACT_TENS[uint64(-power)] if power < 0 else whole * EXACT_TENS[uint64(power)]), PLAIN
    if -FARTHEST_POWER <= power <= FARTHEST_POWER:
        found, certain = nearest(number, power)
        return found, PLAIN if certain else HARD
    return 0.0, HARD


@part
def number_at(text, at):
    """A decimal number: its double, where it ends, and PLAIN, HARD or WRONG."""
    negative = text[at] == MINUS
    if negative or text[at] == PLUS:
        at += U1
    first = at
    number, at = past_digits(text, at, U0)
    digits, power = int64(at - first), int64(0)
    if text[at] == POINT:
        point = at
        number, at = past_digits(text, at + U1, number)
        power = int64(point + U1) - int64(at)
        digits -= power
    written = digits > 0
    if text[at] | SMALL_BIT == LETTER_E:
        exponent, at, given = power_of(text, at + U1)
        power += exponent
        written = written and given
    if digits > MOST_DIGITS:
        digits = digits_after_noughts(text, first, digits)
    found, kind = double_of(number, power, digits)
    return -found if negative else found, at, kind if written and ENDS_WORD[text[at]] else WRONG


@part
def past_qid(text, at):
    """Past a query's number, which is not used; anything else is left where it is."""
    if text[at] != LETTER_Q or text[at + U1] != LETTER_I or text[at + U2] != LETTER_D or text[at + U3] != COLON:
        return at
    _, end = past_digits(text, at + U4, U0)
    return past_blanks(text, end) if end > at + U4 and ENDS_WORD[text[end]] else at


@part
def read_entries(text, at, lowest, highest, lines):
    """The entries of the next row, to the end of its line or its comment; whether all is plain, and where that is."""
    entry, hard = uint64(lines.starts[uint64(lines.counts[0])]), uint64(lines.counts[1])
    least = lowest
    while text[at] != LINE_END and text[at] != COMMENT:
        index, colon = past_digits(text, at, U0)
        written = U0 < colon - at <= MOST_INDEX_DIGITS and text[colon] == COLON
        if not written or index < least or index > highest:
            return False, at
        value, end, kind = number_at(text, colon + U1)
        if kind != PLAIN:
            if kind == WRONG or hard == uint64(lines.hard.shape[0]):
                return False, at
            lines.hard[hard, 0], lines.hard[hard, 1], lines.hard[hard, 2] = entry, colon + U1, end
            hard += U1
        lines.values[entry] = value
        lines.columns[entry] = index - lowest
        entry += U1
        least = index + U1
        at = past_blanks(text, end)
    lines.starts[uint64(lines.counts[0]) + U1] = entry
    lines.counts[1] = hard
    return True, at


@jit
def count_lines(text):
    count = 0
    for code in text:
        count += code == LINE_END
    return count


@jit
def read_lines(text, at, lowest, highest, lines):
    """Append the rows of the text from place ``at`` on; the place of the line that is not plain, or the text's end.

    Indices must rise from ``lowest`` to ``highest``; the lowest is column 0.
    """
    at, lowest, highest = uint64(at), uint64(lowest), uint64(highest)
    while at < uint64(text.size):
        word = past_blanks(text, at)
        if text[word] != LINE_END and text[word] != COMMENT:
            label, word, kind = number_at(text, word)
            if kind != PLAIN:
                break
            word = past_qid(text, past_blanks(text, word))
            plain, word = read_entries(text, word, lowest, highest, lines)
            if not plain:
                break
            lines.labels[uint64(lines.counts[0])] = label
            lines.counts[0] += 1
        at = past_line(text, word)
    return int64(at)
