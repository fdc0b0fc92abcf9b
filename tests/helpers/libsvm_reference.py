"""LIBSVM text in plain Python, line by line."""

import math
import re
import struct

LARGEST = 2**31 - 1


class Wrong(Exception):
    """What the reference finds wrong: the line, and words that the message must have."""


def reference(data, zero_based=False, n_features=None, with_labels=True):
    """The same rows, read slowly: one word after another."""
    lowest = 0 if zero_based else 1
    highest = LARGEST if n_features is None else n_features - 1 + lowest
    rows = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").decode("latin-1").split("\n"), 1):
        words = [word for word in re.split("[ \t\r\v\f]", line.split("#")[0]) if word]
        if words and not with_labels:
            words = ["0", *words] if ":" in words[0] else ["0", *words[1:]]
        if words:
            try:
                rows.append(reference_row(words, lowest, highest))
            except Wrong as wrong:
                raise Wrong(number, *wrong.args) from None
    if not rows:
        raise Wrong(None, "must have at least one row")
    return rows


def reference_row(words, lowest, highest):
    """Label, columns and values of one line."""
    if ":" in words[0]:
        raise Wrong("must begin with a label;")
    if "," in words[0]:
        raise Wrong("must begin with one label")
    label = reference_number(words[0], "must begin with a label that is a finite number")
    entries = words[1:]
    if entries and entries[0][:4] == "qid:":
        if not is_whole(entries[0][4:]):
            raise Wrong("whole number after qid:")
        entries = entries[1:]
    last = lowest - 1
    columns, values = [], []
    for entry in entries:
        if ":" not in entry:
            raise Wrong("with a colon")
        index, value = entry.split(":", 1)
        if not is_whole(index):
            raise Wrong(f"a whole number from {lowest} on")
        if int(index) < lowest:
            raise Wrong("counted from 1")
        if int(index) > highest:
            raise Wrong(f"indices up to {highest}")
        if int(index) <= last:
            raise Wrong("rising indices, each once")
        if not value:
            raise Wrong("a value after each colon")
        last = int(index)
        columns.append(last - lowest)
        values.append(reference_number(value, "finite numbers as values"))
    return label, columns, struct.pack(f"{len(values)}d", *values)


def is_whole(word):
    """Whether the word has digits only."""
    return word != "" and set(word) <= set("0123456789")


def reference_number(word, rule):
    """The number that a word stands for."""
    try:
        number = float(word) if set(word) <= set("0123456789+-.eE") else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Wrong(rule)
    if is_whole(word.lstrip("+-")) and int(word) != number:
        raise Wrong("whole numbers that float64 holds")
    return number
