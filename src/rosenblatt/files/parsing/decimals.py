"""Conversion of decimal numbers in text to the nearest double.

A number is converted at once if its nearest double is certain. Other valid numbers are left to float() in the caller.

The text must end with a line end. No function reads past a line end, so positions need not be compared with the end of
the text.
"""

import numpy as np
from numpy import float64, int64, uint64

from rosenblatt.loops.jit import inlined
from rosenblatt.loops.rows import U0, U1

LINE_END, PLUS, MINUS, POINT, NOUGHT, NINE, SMALL_BIT, LETTER_E = 10, 43, 45, 46, 48, 57, 32, 101
U7, U8, U10, U16, U32, U56, U63, U100, U10000 = (uint64(k) for k in (7, 8, 10, 16, 32, 56, 63, 100, 10_000))
LOW_HALF = uint64(2**32 - 1)
NOUGHTS, ABOVE_NINE, HIGH_BITS, LOW_BITS = (uint64(code * 0x0101010101010101) for code in (0x30, 0x76, 0x80, 0x01))
EVERY_SECOND_BYTE, EVERY_SECOND_PAIR = uint64(0x00FF00FF00FF00FF), uint64(0x0000FFFF0000FFFF)
TENS = 10 ** np.arange(9, dtype=np.uint64)

MAX_DIGITS = 19  # of which every number fits into 64 bits
EXACT_WHOLE = uint64(2**53)  # doubles hold every whole number up to here …
EXACT_POWER = 22  # … and every power of ten up to this one
FARTHEST_POWER = 280  # up to here, 64 bits times a power of ten are neither too large nor too small for a double
FARTHEST = int64(10**17)  # larger exponents are cut: no text has enough digits to compensate

PLAIN, HARD, WRONG = 0, 1, 2  # a number: read; well written, but its nearest double is not sure; not a number


def _leading_bits(power: int) -> tuple[int, int]:
    """First 64 bits of ``10**power`` (the rest truncated), and the binary exponent of the last of them."""
    whole = 10 ** abs(power)
    length = whole.bit_length()
    if power < 0:
        return (1 << (length + 63)) // whole, -length - 63
    return (whole << 64 >> length), length - 64


_TENS = [_leading_bits(power) for power in range(-FARTHEST_POWER, FARTHEST_POWER + 1)]
TEN_BITS = np.array([bits for bits, _ in _TENS], dtype=np.uint64)
TEN_SCALES = np.array([2.0 ** (exponent + 64) for _, exponent in _TENS])  # powers of two: to multiply by them is exact
EXACT_TENS = 10.0 ** np.arange(EXACT_POWER + 1)


@inlined
def is_digit(code):
    return NOUGHT <= code <= NINE


@inlined
def eight_at(text, at):
    """Read eight characters as one integer, the first in its lowest byte; compiled to one load."""
    eight = uint64(text[at])
    for k in range(1, 8):
        eight |= uint64(text[at + uint64(k)]) << uint64(8 * k)
    return eight


@inlined
def leading_digits(eight):
    """Number of leading digits among eight characters, and their value.

    All at once, without a branch: a mispredicted end of the digits costs more than the whole computation.
    """
    digits = eight ^ NOUGHTS  # 0 to 9 where it is a digit
    others = ((digits + ABOVE_NINE) | digits) & HIGH_BITS
    first = others >> U7
    first &= U0 - first
    count = ((first - U1) & LOW_BITS) * LOW_BITS >> U56
    digits = digits << (U8 * (U7 - count) & U63) << U8 if count < U8 else digits
    digits = (digits * U10 + (digits >> U8)) & EVERY_SECOND_BYTE
    digits = (digits * U100 + (digits >> U16)) & EVERY_SECOND_PAIR
    return count, (digits * U10000 + (digits >> U32)) & LOW_HALF


@inlined
def past_digits(text, at, number):
    """Append digits to a number (modulo 2**64) and return it with their end. For few digits, or a constant number."""
    while is_digit(text[at]):
        number = number * U10 + uint64(text[at] - NOUGHT)
        at += U1
    return number, at


@inlined
def past_many_digits(text, at, number):
    """Append digits eight at a time, for numbers of unpredictable length."""
    while at + U8 <= uint64(text.size):
        count, digits = leading_digits(eight_at(text, at))
        number = number * TENS[count] + digits
        at += count
        if count < U8:
            return number, at
    return past_digits(text, at, number)


@inlined
def upper_half(a, b):
    """Upper 64 bits of the product of two 64-bit numbers."""
    a1, a0, b1, b0 = a >> U32, a & LOW_HALF, b >> U32, b & LOW_HALF
    middle = a1 * b0 + (a0 * b0 >> U32)
    return a1 * b1 + (middle >> U32) + ((a0 * b1 + (middle & LOW_HALF)) >> U32)


@inlined
def nearest(number, power):
    """Double nearest to number × 10**power, and whether it is certain.

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
    double = float64(int64(rounded)) * float64(U1 << extra) / float64(U1 << shift) * TEN_SCALES[place]
    return double, rest != half and rest + U1 != half


@inlined
def power_of(text, at):
    """Parse the exponent after an e: its value, its end, and whether there is one."""
    negative = text[at] == MINUS
    if negative or text[at] == PLUS:
        at += U1
    first, power = at, int64(0)
    while is_digit(text[at]):
        power = power * 10 + int64(text[at] - NOUGHT) if power < FARTHEST else power
        at += U1
    return -power if negative else power, at, at > first


@inlined
def digits_after_noughts(text, at, digits):
    """Number of significant digits, leading zeros not counted."""
    while digits > 0 and (text[at] == NOUGHT or text[at] == POINT):
        if text[at] == NOUGHT:
            digits -= 1
        at += U1
    return digits


@inlined
def double_of(number, power, digits):
    """Double nearest to number × 10**power, with PLAIN or HARD."""
    if digits > MAX_DIGITS:
        return 0.0, HARD
    if number == U0:
        return 0.0, PLAIN
    if number <= EXACT_WHOLE and -EXACT_POWER <= power <= EXACT_POWER:  # two exact doubles: rounded once
        whole = float64(int64(number))
        return (whole / EXACT_TENS[uint64(-power)] if power < 0 else whole * EXACT_TENS[uint64(power)]), PLAIN
    if -FARTHEST_POWER <= power <= FARTHEST_POWER:
        double, certain = nearest(number, power)
        is_rounded = power == 0 and uint64(double) != number  # a whole number: refused above
        return double, PLAIN if certain and not is_rounded else HARD
    return 0.0, HARD


@inlined
def number_at(text, at):
    """Parse a decimal number: its double, its end, and PLAIN, HARD or WRONG. The character after it is not checked."""
    negative = text[at] == MINUS
    at += uint64(negative) | uint64(text[at] == PLUS)  # no branch: signs are unpredictable
    first = at
    number, at = past_digits(text, at, U0)
    digits, power = int64(at - first), int64(0)
    if text[at] == POINT:
        point = at
        number, at = past_many_digits(text, at + U1, number)
        power = int64(point + U1) - int64(at)
        digits -= power
    written = digits > 0
    if text[at] | SMALL_BIT == LETTER_E:
        exponent, at, given = power_of(text, at + U1)
        power += exponent
        written = written and given
    if digits > MAX_DIGITS:
        digits = digits_after_noughts(text, first, digits)
    double, kind = double_of(number, power, digits)
    return -double if negative else double, at, kind if written else WRONG
