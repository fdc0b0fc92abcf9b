"""Compiled parser of delimited text into numbers and a label per row.

The loop reads only plain lines: the right number of fields, no quotes, and the wanted fields are numbers and a label,
with or without blanks around them. It stops at the first other line, wrong or merely unusual; the caller decides what
that line means. Numbers whose nearest double is uncertain are listed for the caller to convert.

The text must end with a line end. No function reads past a line end, so positions need not be compared with the end of
the text.
"""

from typing import Any, NamedTuple

from numpy import int64, uint64

from rosenblatt.files.parsing.decimals import LINE_END, PLAIN, WRONG, number_at
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.rows import U0, U1

SPACE, TAB = 32, 9
IGNORED, LABEL = -1, -2  # fields that are no number
ROWS, HARD_NUMBERS, LABELS, FIELD = range(4)  # what is counted
FACTOR, HALF = uint64(0x9E3779B97F4A7C15), uint64(32)  # of the hash: 2**64 by the golden ratio


class Form(NamedTuple):
    """Special characters of the dialect, as character codes."""

    delimiter: Any
    quote: Any  # that of the line end where there are no quotes
    places: Any  # for each field of a line: its place among the numbers of a row, or IGNORED, or LABEL


class Fields(NamedTuple):
    """Output of the parser, with room for as many rows as there are lines."""

    numbers: Any  # row after row
    hard: Any  # for each number that is left to float(): its place in numbers, its first byte, the byte after its last
    codes: Any  # the number of each row's label among the distinct ones
    labels: Any  # for each distinct label: its first byte, the byte after its last
    slots: Any  # a hash table, of zeros and a power of two in size: 1 + the number of a distinct label
    counts: Any  # rows, hard numbers, distinct labels; and the field at which the loop stopped


@inlined
def is_blank(code, delimiter):
    return code in (SPACE, TAB) and code != delimiter


@inlined
def past_spaces(text, at, delimiter):
    while is_blank(text[at], delimiter):
        at += U1
    return at


@inlined
def past_field(text, at, form):
    """End of a field of any content, or the position of a quote in it."""
    while text[at] != form.delimiter and text[at] != LINE_END and text[at] != form.quote:
        at += U1
    return at


@inlined
def is_same(text, first, last, begin, end):
    """Return True if two pieces of the text are equal."""
    if last - first != end - begin:
        return False
    while first < last and text[first] == text[begin]:
        first, begin = first + U1, begin + U1
    return first == last


@inlined
def label_code(text, first, last, fields):
    """Code of a label among the distinct labels; a new label is added."""
    mask = uint64(fields.slots.size) - U1
    slot = U0
    for place in range(first, last):
        slot = (slot ^ uint64(text[place])) * FACTOR
    slot = slot >> HALF & mask
    while fields.slots[slot] != 0:
        code = uint64(fields.slots[slot] - 1)
        if is_same(text, first, last, uint64(fields.labels[code, 0]), uint64(fields.labels[code, 1])):
            return int64(code)
        slot = slot + U1 & mask
    new = fields.counts[LABELS]
    fields.labels[uint64(new), 0], fields.labels[uint64(new), 1] = first, last
    fields.slots[slot] = new + 1
    fields.counts[LABELS] += 1
    return new


@inlined
def read_label(text, at, end, row, form, fields):
    """Store the label of a row, stripped of blanks. Return False if there is none."""
    first = past_spaces(text, at, form.delimiter)
    while end > first and is_blank(text[end - U1], form.delimiter):
        end -= U1
    if first < end:
        fields.codes[row] = label_code(text, first, end, fields)
    return first < end


@inlined
def read_number(text, at, place, form, fields):
    """Store a number. Return the end of its field, and whether it is a number."""
    first = past_spaces(text, at, form.delimiter)
    value, end, kind = number_at(text, first)
    if kind != PLAIN:
        hard = uint64(fields.counts[HARD_NUMBERS])
        if kind == WRONG or hard == uint64(fields.hard.shape[0]):
            return end, False
        fields.hard[hard, 0], fields.hard[hard, 1], fields.hard[hard, 2] = place, first, end
        fields.counts[HARD_NUMBERS] += 1
    fields.numbers[place] = value
    return past_spaces(text, end, form.delimiter), True


@inlined
def read_row(text, at, row, start, form, fields):
    """Read the line at this position into a row whose numbers start at ``start``. Return its end and whether it is
    plain.

    Where it is not, the field is noted.
    """
    n_fields = uint64(form.places.size)
    for k in range(n_fields):
        place = form.places[uint64(k)]
        if place >= 0:
            end, good = read_number(text, at, start + uint64(place), form, fields)
        else:
            end = past_field(text, at, form)
            good = place == IGNORED or read_label(text, at, end, row, form, fields)
        is_last = uint64(k) + U1 == n_fields
        if not good or text[end] != (LINE_END if is_last else form.delimiter):
            fields.counts[FIELD] = k
            return end, False
        at = end + U1
    return at, True


@jit
def read_fields(text, width, form, fields):
    """Read rows of ``width`` numbers. Return the position of the first line that is not plain, or the end of the text.

    Empty lines are no rows.
    """
    at, width = U0, uint64(width)
    while at < uint64(text.size):
        if text[at] == LINE_END:
            at += U1
            continue
        row = uint64(fields.counts[ROWS])
        end, plain = read_row(text, at, row, row * width, form, fields)
        if not plain:
            break
        fields.counts[ROWS] += 1
        at = end
    return int64(at)
