"""Vowpal Wabbit files: names to columns, values and scales, and what is said of wrong lines."""

import io
import random
import re

import numpy as np
import pytest

from rosenblatt.data.chunks import joined
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.formats.vowpal import hashed_column, vowpal_chunks


def read(data, columns=None, **options):
    """The rows of a file as (label, {name: value}), and the columns that its names got."""
    columns = {} if columns is None else columns
    chunk = joined(list(vowpal_chunks(io.BytesIO(data), "f", columns=columns, **options)))
    values, places, starts = chunk.block.rows
    assert values.dtype == np.float64
    assert places.dtype == starts.dtype == np.int32
    names = list(columns)
    rows = []
    for label, a, b in zip(chunk.labels.tolist(), starts[:-1], starts[1:], strict=True):
        assert (np.diff(places[a:b]) > 0).all()
        rows.append((label, {names[place]: value for place, value in zip(places[a:b], values[a:b], strict=True)}))
    return rows


@pytest.mark.parametrize(
    ("line", "label", "features"),
    [
        (b"1 |f a b:2", 1, {"f^a": 1, "f^b": 2}),
        (b"-1 |f a:0.5 |g a:3", -1, {"f^a": 0.5, "g^a": 3}),
        (b"3 |f:0.5 a b:4", 3, {"f^a": 0.5, "f^b": 2}),
        (b"1 | a:2", 1, {"^a": 2}),
        (b"1 |f a:1 b a:2 |f a", 1, {"f^a": 4, "f^b": 1}),
        (b"1 1 |f a", 1, {"f^a": 1}),
        (b"1 1.0 0 'name|f a", 1, {"f^a": 1}),
        (b"1 'name |f a", 1, {"f^a": 1}),
        (b"1 name|f a", 1, {"f^a": 1}),
        (b"\t1\t|f\ta:1e2\t\r", 1, {"f^a": 100}),
        (b"0.5 |f a:0", 0.5, {"f^a": 0}),
        (b"1 |f", 1, {}),
        (b"1 |", 1, {}),
        (b"1 ||f a", 1, {"f^a": 1}),
        ("1 |ü é:2 日本".encode(), 1, {"ü^é": 2, "ü^日本": 1}),
        (b"\xef\xbb\xbf1 |f a", 1, {"f^a": 1}),
    ],
)
def test_what_a_line_means(line, label, features):
    assert read(line) == [(label, features)]
    assert read(line + b"\n\n") == [(label, features)]


def test_columns_come_in_the_order_of_first_appearance():
    columns = {"f^known": 0}
    read(b"1 |f b a\n-1 |f c known b |g b\n", columns)
    assert columns == {"f^known": 0, "f^b": 1, "f^a": 2, "f^c": 3, "g^b": 4}


def test_names_without_a_column_are_left_out_when_none_are_added():
    columns = {"f^a": 0, "f^b": 1}
    assert read(b"1 |f c a:2\n1 |g a\n", columns, grow=False) == [(1, {"f^a": 2}), (1, {})]
    assert len(columns) == 2


def test_names_without_a_column_are_told():
    told = []
    read(b"1 |f c a:2\n1 |g a |f c\n", {"f^a": 0}, grow=False, unknown=told.append)
    assert told == ["f^c", "g^a", "f^c"]


def test_lines_that_need_no_label():
    data = b"| a\n1 | a:2\n'tag| a:3\n1| a:4\nspam 1 2 3 4 | a:5\n"
    [chunk] = vowpal_chunks(io.BytesIO(data), "f", columns={}, with_labels=False)
    assert chunk.labels is None
    assert chunk.block.rows.values.tolist() == [1, 2, 3, 4, 5]


def test_chunks_have_the_features_seen_so_far():
    stream = io.BytesIO(b"1 |\n1 |f a b\n1 |f c\n")
    widths = [chunk.block.n_features for chunk in vowpal_chunks(stream, "f", columns={}, size=4)]
    assert (widths[0], widths[-1]) == (1, 3)


def test_hashed_columns_are_the_same_for_ever():
    assert [hashed_column(name, 18) for name in ("f^a", "f^b", "^é")] == [80546, 213313, 51634]


def test_hashed_columns_are_spread_evenly():
    counts = np.bincount([hashed_column(f"f^{i}", 4) for i in range(16_000)], minlength=16)
    assert abs(counts - 1000).max() < 160


def test_names_with_the_same_hash_add_up():
    names = [f"f^{i}" for i in range(20)]
    columns = {}
    [chunk] = vowpal_chunks(io.BytesIO(b"1 |f 0 1 2 3 4 5 6 7 8 9\n"), "f", columns=columns, hash_bits=2)
    expected = np.bincount([hashed_column(name, 2) for name in names[:10]], minlength=4)
    assert chunk.block.n_features == 4
    assert np.bincount(chunk.block.rows.columns, chunk.block.rows.values, minlength=4).tolist() == expected.tolist()
    assert columns == {}


@pytest.mark.parametrize("size", [1, 7, 50, 10**6])
def test_every_size_of_a_piece_gives_the_same_rows(size):
    rng = random.Random(0)
    lines = [f"{rng.choice([1, -1, 0.5])} |f " + " ".join(f"{rng.randrange(30)}:{rng.random()}" for _ in range(5))]
    lines += [f"1 |g x{rng.randrange(9)} |h {rng.randrange(9)}:{rng.random()}" for _ in range(20)]
    data = "\n".join(lines).encode()
    assert read(data, size=size) == read(data)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"hello world", "must have a | between its label and its features; got 'hello world'."),
        (b"|f a", "must begin with a label; got none before the |."),
        (b"1|f a", "must begin with a label and a blank; got '1', a tag, before the |."),
        (b"'tag |f a", 'must begin with a label and a blank; got "\'tag", a tag, before the |.'),
        (b"spam |f a", "must have finite numbers before the |; got 'spam'."),
        (b"nan |f a", "must have finite numbers before the |; got 'nan'."),
        (b"1:0.5 2:1 |f a", "must have finite numbers before the |; got '1:0.5'."),
        (b"1 2 |f a", "must have importance 1; got '2': leave it out, or repeat the line."),
        (b"1 1 0.5 |f a", "must have no initial prediction other than 0; got '0.5': leave it out."),
        (b"1 1 0 0 |f a", "must have at most a label, an importance and an initial prediction; got more."),
        (b"1 |f a:nan", "must have a finite number after each colon; got 'a:nan'."),
        (b"1 |f a:inf", "must have a finite number after each colon; got 'a:inf'."),
        (b"1 |f a:1e999", "must have a finite number after each colon; got 'a:1e999'."),
        (b"1 |f a:", "must have a finite number after each colon; got 'a:'."),
        (b"1 |f a:1:2", "must have a finite number after each colon; got 'a:1:2'."),
        (b"1 |f:x a", "must have a finite number after each colon; got 'f:x'."),
        (b"1 |f :1", "must have a name before each colon; got ':1'."),
        (b"1 |f:1e200 a:1e200", "must have values that add up to a finite number; got 'a:1e200'."),
        (b"1 |f a:1e308 a:1e308", "must have values that add up to a finite number; got 'a:1e308'."),
        (b"1 |f \xff", "must have names in UTF-8; got b'f^\\xff': charset='latin-1' reads Latin-1 text, for example."),
        (b"1 |f a\0", "must be text, without NUL bytes; got 'f^a\\x00'."),
        (b"x" * 100, f"must have a | between its label and its features; got '{'x' * 37}…'."),
    ],
)
def test_a_wrong_line_is_named(line, message):
    with pytest.raises(DataError, match=f"^{re.escape('f:3 ' + message)}$"):
        read(b"1 |f a\n\n" + line + b"\n1 |f a:nan\n")


@pytest.mark.parametrize("data", [b"", b"\n \r\n"])
def test_a_file_without_rows(data):
    with pytest.raises(DataError, match="^f must have at least one row; it has none: is it the right file?"):
        read(data)


@pytest.mark.parametrize("hash_bits", [0, 32])
def test_a_hash_that_cannot_be(hash_bits):
    with pytest.raises(OptionError, match=f"^hash_bits must be from 1 to 31; got {hash_bits}.$"):
        read(b"1 |f a\n", hash_bits=hash_bits)


def test_random_bytes_give_rows_or_a_data_error(pytestconfig):
    rng = random.Random(3)
    words = [*b"1 | |f : a b:2 ' nan 1e999 \xff \xc3\xa9 \0".split(), b"-1 ", b" ", b"\n"]
    outcomes = set()
    for _ in range(200_000 if pytestconfig.getoption("--long") else 2000):
        data = rng.choice([b"", b"1 |f a b:2\n"]) + b"".join(rng.choices(words, k=rng.randrange(8)))
        try:
            read(data, size=rng.choice([1, 4, 100]))
            outcomes.add("rows")
        except DataError as error:
            outcomes.add(re.sub("^f:[1-9] must .*|^f must have at least one row.*", "a sentence", str(error)))
    assert outcomes == {"rows", "a sentence"}
