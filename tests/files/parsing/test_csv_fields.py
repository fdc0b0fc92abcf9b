"""The compiled reader of delimited text: plain lines as rows, a stop at all others, and nothing past the end."""

import random
import re
import struct

import numpy as np
import pytest

from rosenblatt.files.parsing.csv_fields import (
    FIELD,
    HARD_NUMBERS,
    IGNORED,
    LABEL,
    LABELS,
    ROWS,
    Fields,
    Form,
    read_fields,
)
from rosenblatt.loops.jit import COMPILING

NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
NO_QUOTE = ord("\n")


def room(n_lines, width, most_hard=100):
    return Fields(
        np.full(n_lines * width, np.nan),
        np.zeros((most_hard, 3), dtype=np.int64),
        np.full(n_lines, -1, dtype=np.int32),
        np.zeros((n_lines, 2), dtype=np.int64),
        np.zeros(2 ** (2 * n_lines).bit_length(), dtype=np.int32),
        np.zeros(4, dtype=np.int64),
    )


def read(text, places, delimiter=",", quote='"', most_hard=100):
    """Where the loop stops, the rows before, their labels, and what it noted."""
    codes = text if isinstance(text, np.ndarray) else np.frombuffer(text, dtype=np.uint8)
    places = np.array(places)
    width = int((places >= 0).sum())
    fields = room(int((codes == 10).sum()), width, most_hard)
    stopped = read_fields(codes, width, Form(ord(delimiter), ord(quote) if quote else NO_QUOTE, places), fields)
    n_rows, n_hard, n_labels = fields.counts[[ROWS, HARD_NUMBERS, LABELS]].tolist()
    numbers = fields.numbers[: n_rows * width]
    for place, first, last in fields.hard[:n_hard].tolist():
        if place < len(numbers):  # of a row that was begun, and is not plain, numbers may be listed too
            numbers[place] = float(codes[first:last].tobytes())
    labels = [codes[first:last].tobytes() for first, last in fields.labels[:n_labels].tolist()]
    has_labels = bool((places == LABEL).any())
    return (
        stopped,
        numbers.reshape(n_rows, width).tolist(),
        [labels[code] for code in fields.codes[:n_rows].tolist()] if has_labels else None,
        fields,
    )


def in_python(text, places, delimiter, quote):
    """The same, written to be understood."""
    blanks = bytes(set(b" \t") - set(delimiter.encode()))
    at, rows, labels = 0, [], []
    for line in text.split(b"\n")[:-1]:
        cells = [cell.strip(blanks) for cell in line.split(delimiter.encode())]
        if line:
            others = b"".join(cell for cell, place in zip(cells, places, strict=False) if place < 0)
            numbers = {place: cell for cell, place in zip(cells, places, strict=False) if place >= 0}
            label = next((cell for cell, place in zip(cells, places, strict=False) if place == LABEL), b"-")
            plain = len(cells) == len(places) and not (quote and quote.encode() in others) and label
            if not plain or not all(NUMBER.fullmatch(cell) for cell in numbers.values()):
                break
            rows.append([float(numbers[place]) for place in range(len(numbers))])
            labels.append(label)
        at += len(line) + 1
    return at, rows, labels if LABEL in places else None


def test_plain_lines_are_rows_of_numbers_and_labels():
    text = b"1,a,skipped, 2.5 \n\n-3e2, b ,,\t.5\n+0,a,x y,-0\n"
    stopped, rows, labels, fields = read(text, [1, LABEL, IGNORED, 0])
    assert stopped == len(text)
    assert rows == [[2.5, 1.0], [0.5, -300.0], [-0.0, 0.0]]
    assert struct.pack("d", rows[2][0]) == struct.pack("d", -0.0)
    assert labels == [b"a", b"b", b"a"]
    assert fields.counts.tolist() == [3, 0, 2, 0]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
def test_every_delimiter(delimiter):
    text = "1,x,-2\n3,y,4\n".replace(",", delimiter).encode()
    assert read(text, [0, LABEL, 1], delimiter)[:3] == (len(text), [[1, -2], [3, 4]], [b"x", b"y"])


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (b"1,2", 1), (b"1,2,a,", 2), (b"1,2,a,b", 2), (b"1", 0), (b",2,a", 0), (b"1, ,a", 1), (b"1,2,", 2),
        (b"1,2, \t", 2), (b'"1",2,a', 0), (b'1,2,"a"', 2), (b'1,2,a"', 2), (b"x,2,a", 0), (b"1,?,a", 1),
        (b"1,nan,a", 1), (b"1,2 3,a", 1), (b"1,1_0,a", 1), (b"1,0x1,a", 1), (b"1,2e,a", 1),
        (b" ", 0), (b"1,\xc2\xa02,a", 1), (b"1,2\r,a", 1),
    ],
)  # fmt: skip
def test_any_other_line_stops_the_loop_at_its_field(line, field):
    before = b"7,8,a\n"
    stopped, rows, labels, fields = read(before + line + b"\n1,2,b\n", [0, 1, LABEL])
    assert (stopped, rows, labels) == (len(before), [[7, 8]], [b"a"])
    assert fields.counts[FIELD] == field


def test_quotes_may_be_ordinary_characters():
    assert read(b'1,"a"\n', [0, LABEL], quote=None)[2] == [b'"a"']


def test_labels_of_any_number_and_length():
    labels = [b"%d" % (k * k % 1009) + b"x" * (k % 50) for k in range(3000 if COMPILING else 300)]
    text = b"".join(b"1,%s\n" % label for label in labels)
    _, _, found, fields = read(text, [0, LABEL])
    assert found == labels
    assert fields.counts[LABELS] == len(set(labels))


def test_numbers_that_are_not_sure_are_listed_until_there_is_no_room():
    line = b"9007199254740993,1e999\n"
    stopped, rows, _, fields = read(3 * line, [0, 1], most_hard=5)
    assert stopped == 2 * len(line)
    assert rows == [[float(2**53), float("inf")]] * 2
    assert fields.hard[3].tolist() == [3, len(line) + 17, len(line) + 22]


def test_numbers_of_every_length_have_the_nearest_double():
    rng = random.Random(0)
    words = []
    for _ in range(3000 if COMPILING else 300):
        whole, part = (str(rng.randrange(10**size)).zfill(size) if size else "" for size in rng.choices(range(13), k=2))
        words.append(f"{rng.choice(['', '-', '+'])}{whole or '0'}{rng.choice(['.', '.', ''])}{part}")
    text = "".join(f"{word}\n" for word in words).encode()
    stopped, rows, _, _ = read(text, [0], most_hard=len(words))
    assert stopped == len(text)
    assert [struct.pack("d", number) for [number] in rows] == [struct.pack("d", float(word)) for word in words]


def test_nothing_past_the_end_is_read():
    """The text is the start of a longer one, whose digits would change the last number."""
    longer = np.frombuffer(b"1,2.5\n3456789,1234567890123\n", dtype=np.uint8)
    for end in (6, 28):
        assert read(longer[:end], [0, 1])[:2] == read(longer[:end].tobytes(), [0, 1])[:2]
    assert read(longer[:6], [0, 1])[1] == [[1, 2.5]]


def test_any_bytes_are_read_as_plain_python_reads_them(pytestconfig):
    rng = random.Random(1)
    alphabets = [b"0123456789.-,\n", b'07.-+eE, \t;"\nab', b"1,\n", b'15.,;| \t"\n\xc3\xa9\0xyz']
    layouts = [[0], [0, 1], [1, LABEL, 0], [LABEL, IGNORED, 0], [IGNORED, 0]]
    read_whole = 0
    for _ in range(200_000 if pytestconfig.getoption("--long") else 10_000 if COMPILING else 2000):
        text = bytes(rng.choices(rng.choice(alphabets), k=rng.randrange(30))) + b"\n"
        if rng.random() < 0.7:  # mostly plain, with something else here and there
            cells = rng.choices([b"1", b"-2.5", b" .75e1", b"a", b"12345678.123456789 "], k=rng.randrange(2, 12))
            text = b"".join(cell + rng.choice([b",", b",", b"\n", b";"]) for cell in cells) + text[-3:]
        places, delimiter = rng.choice(layouts), rng.choice(",,,; \t")
        quote = rng.choice(['"', None])
        stopped, rows, labels, _ = read(text, places, delimiter, quote)
        assert (stopped, rows, labels) == in_python(text, places, delimiter, quote), (text, places, delimiter, quote)
        read_whole += bool(rows)
    assert read_whole > 50
