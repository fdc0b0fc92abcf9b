"""Compiled parser of LIBSVM text into CSR rows: ``label [qid:N] index:value … [# comment]``.

The loop reads only plain lines. It stops at the start of a line that it cannot finish, wrong or merely unusual; the
caller decides in plain Python what that line means. Numbers whose nearest double is uncertain are listed for the caller
to convert.

The text must end with a line end. No function reads past a line end, so positions need not be compared with the end of
the text.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from rosenblatt.files.parsing.decimals import LINE_END, PLAIN, WRONG, number_at, past_digits
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.rows import U0, U1, U2, U3, U4

IS_BLANK, ENDS_WORD = (np.isin(np.arange(256), list(codes)) for codes in (b" \t\v\f\r", b" \t\v\f\r\n#"))
COMMENT, COLON = 35, 58
LETTER_D, LETTER_I, LETTER_Q = (ord(letter) for letter in "diq")

MAX_INDEX_DIGITS = uint64(10)


class Lines(NamedTuple):
    """Output of the parser. The first three arrays form a CSR matrix; ``counts`` counts rows and hard numbers."""

    values: Any
    columns: Any
    starts: Any
    labels: Any
    hard: Any  # for each: its entry, its first byte, the byte after its last
    counts: Any


@inlined
def past_blanks(text, at):
    while IS_BLANK[text[at]]:
        at += U1
    return at


@inlined
def past_line(text, at):
    while text[at] != LINE_END:
        at += U1
    return at + U1


@inlined
def word_at(text, at):
    """Parse a word as a number: its double, its end, and PLAIN, HARD or WRONG."""
    double, at, kind = number_at(text, at)
    return double, at, kind if ENDS_WORD[text[at]] else WRONG


@inlined
def past_qid(text, at):
    """Skip a query ID, which is not used."""
    if text[at] != LETTER_Q or text[at + U1] != LETTER_I or text[at + U2] != LETTER_D or text[at + U3] != COLON:
        return at
    _, end = past_digits(text, at + U4, U0)
    return past_blanks(text, end) if end > at + U4 and ENDS_WORD[text[end]] else at


@inlined
def read_entries(text, at, lowest, highest, lines):
    """Read the entries of the next row, up to the line end or comment. Return whether all is plain, and
    the position."""
    entry, hard = uint64(lines.starts[uint64(lines.counts[0])]), uint64(lines.counts[1])
    least = lowest
    while text[at] != LINE_END and text[at] != COMMENT:
        index, colon = past_digits(text, at, U0)
        written = U0 < colon - at <= MAX_INDEX_DIGITS and text[colon] == COLON
        if not written or index < least or index > highest:
            return False, at
        value, end, kind = word_at(text, colon + U1)
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
    """Append the rows of the text from position ``at`` on. Return the position of the first line that is not plain, or
    the end.

    Indices must rise from ``lowest`` to ``highest``; the lowest is column 0.
    """
    at, lowest, highest = uint64(at), uint64(lowest), uint64(highest)
    while at < uint64(text.size):
        word = past_blanks(text, at)
        if text[word] != LINE_END and text[word] != COMMENT:
            label, word, kind = word_at(text, word)
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
