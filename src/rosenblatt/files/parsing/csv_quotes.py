"""Search for the last complete row of delimited text whose quoted cells may contain line ends.

A quote opens only at the start of a cell, with or without spaces before it; two quotes within a quoted cell are one
character of it. The text must end with a line end. Nothing outside quotes reads past one.
"""

from numpy import int64, uint64

from rosenblatt.files.parsing.decimals import LINE_END
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.rows import U0, U1

SPACE, TAB = 32, 9
END, COUNT, QUOTE, IS_STRAY = range(4)  # what is found


@inlined
def past_quoted(text, at, quote, inner, found):
    """Position after the quote that closes a cell, given the position after the opening quote; or the
    end of the text."""
    size = uint64(text.size)
    while at < size:
        if text[at] == LINE_END:
            inner[uint64(found[COUNT])] = at
            found[COUNT] += 1
        elif text[at] == quote:
            if text[at + U1] != quote:
                return at + U1
            at += U1
        at += U1
    return size


@inlined
def past_cell(text, at, delimiter):
    while text[at] != delimiter and text[at] != LINE_END:
        at += U1
    return at


@inlined
def is_ended(text, at, delimiter):
    """Return True if only blanks are left of a cell."""
    while text[at] in (SPACE, TAB) and text[at] != delimiter:
        at += U1
    return text[at] == delimiter or text[at] == LINE_END


@jit
def find_rows(text, delimiter, quote, inner, found):
    """Find the end of the last complete row, and the line ends within quotes before it.

    inner: room for as many places as there are lines. found: four numbers, of zeros. END: of the last whole row. COUNT:
    of the places. QUOTE: the place of a quote that is not closed, or -1. IS_STRAY: whether a quote that comes after
    line ends is followed by other characters than the next delimiter, and so closes no cell.
    """
    at, count = U0, int64(0)
    while at < uint64(text.size):
        while text[at] == SPACE and delimiter != SPACE and quote != SPACE:
            at += U1
        if text[at] == quote:
            found[QUOTE] = at
            at = past_quoted(text, at + U1, quote, inner, found)
            if at == uint64(text.size):
                break
            if found[COUNT] > count and not is_ended(text, at, delimiter):
                found[IS_STRAY] = 1
                break
        at = past_cell(text, at, delimiter)
        if text[at] == LINE_END:
            found[END], count = at + U1, found[COUNT]
        at += U1
        found[QUOTE] = -1
    found[COUNT] = count
