"""LIBSVM files: what each line means, what is said of the wrong ones, and no difference by how a file is read."""

import io
import random
import struct

import numpy as np
import pytest
from helpers.libsvm_reference import Wrong, reference

from rosenblatt.data.chunks import joined
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.formats import libsvm
from rosenblatt.files.formats.libsvm import libsvm_chunks
from rosenblatt.loops.jit import COMPILING


class Drops:
    """A stream that gives a few bytes at a time."""

    def __init__(self, data, rng):
        self.file, self.rng = io.BytesIO(data), rng

    def read(self, size):
        return self.file.read(self.rng.randint(1, min(size, 9)))


def chunks_of(data, **options):
    return list(libsvm_chunks(io.BytesIO(data), "f", **options))


def rows_of(chunks):
    """Labels (0 where there are none), columns and the bits of the values, row by row."""
    (values, columns, starts), _, _ = joined(chunks).block
    assert values.dtype == np.float64
    assert columns.dtype == starts.dtype == np.int32
    labels = np.concatenate([np.zeros(chunk.n_rows) if chunk.labels is None else chunk.labels for chunk in chunks])
    return [
        (label, columns[a:b].tolist(), values[a:b].tobytes())
        for label, a, b in zip(labels.tolist(), starts[:-1].tolist(), starts[1:].tolist(), strict=True)
    ]


def rows_in(data, **options):
    return rows_of(chunks_of(data, **options))


def assert_as_the_reference(data, stream=None, **options):
    sizes = {"size": options.pop("size")} if "size" in options else {}
    try:
        expected = reference(data, **options)
    except Wrong as wrong:
        line, words = wrong.args
        with pytest.raises(DataError) as caught:
            list(libsvm_chunks(stream or io.BytesIO(data), "f", **options, **sizes))
        message = str(caught.value)
        assert message.startswith("f " if line is None else f"f:{line} "), (data, message)
        assert words in message, (data, message)
        assert message.isprintable()
        assert len(message) < 200
    else:
        assert rows_of(list(libsvm_chunks(stream or io.BytesIO(data), "f", **options, **sizes))) == expected, data


# What files hold


def test_rows_of_a_small_file():
    data = b"+1 1:0.5 3:-2 # first\r\n\n# none\n-1 qid:7\t2:1e3\n1\n-1 4:0"
    chunk = joined(chunks_of(data))
    assert chunk.labels.tolist() == [1, -1, 1, -1]
    assert chunk.labels.dtype == np.int64
    assert chunk.block.n_features == 4
    assert chunk.block.rows.starts.tolist() == [0, 2, 3, 3, 4]
    assert chunk.block.rows.columns.tolist() == [0, 2, 1, 3]
    assert chunk.block.rows.values.tolist() == [0.5, -2, 1000, 0]
    assert not chunk.block.rows.values.flags.writeable


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"1 1:2", [(1, [0], 2.0)]),
        (b"\xef\xbb\xbf1 1:2\n", [(1, [0], 2.0)]),
        (b"\t 1 \t 1:2 \t\r\n", [(1, [0], 2.0)]),
        (b"1 1:2#3:4\n", [(1, [0], 2.0)]),
        (b"#1 1:2\n1 # \xff\0\n", [(1, [], None)]),
        (b"1 qid:3 1:2\n", [(1, [0], 2.0)]),
        (b"1 0000000000000000001:2\n", [(1, [0], 2.0)]),
        (b"1 2147483647:2\n", [(1, [2147483646], 2.0)]),
        (b"1 1:0." + b"1" * 400, [(1, [0], 1 / 9)]),
        (b"1 1:1e-320 \n", [(1, [0], 1e-320)]),
        (b"1." + b"0" * 400 + b" 1:5.\n", [(1, [0], 5.0)]),
        (b"-0 1:-0\n", [(0, [0], -0.0)]),
        (b"1\n2", [(1, [], None), (2, [], None)]),
    ],
)
def test_what_is_read(data, expected):
    packed = [(label, columns, b"" if value is None else struct.pack("d", value)) for label, columns, value in expected]
    assert rows_in(data) == packed


def test_columns_from_zero():
    assert rows_in(b"1 0:2 5:3\n", zero_based=True) == [(1, [0, 5], struct.pack("2d", 2, 3))]


def test_features_are_those_seen_so_far_at_least_one():
    data = b"1\n1 3:1\n1 2:1\n1 7:1\n"
    widths = [chunk.block.n_features for chunk in chunks_of(data, size=2)]
    assert (widths[0], widths[-1]) == (1, 7)
    assert {chunk.block.n_features for chunk in chunks_of(data, size=2, n_features=9)} == {9}


@pytest.mark.parametrize(
    ("labels", "dtype"),
    [
        ([b"1", b"-1"], np.int64),
        ([b"1.0", b"2e3"], np.int64),
        ([b"0.5", b"1"], np.float64),
        ([b"9007199254740991"], np.int64),
        ([b"9007199254740992"], np.float64),
        ([b"1e300"], np.float64),
    ],
)
def test_labels_are_whole_where_all_are(labels, dtype):
    [chunk] = chunks_of(b"".join(label + b" 1:1\n" for label in labels))
    assert chunk.labels.dtype == dtype
    assert chunk.labels.tolist() == [float(label) for label in labels]


def test_a_negative_zero_label_is_zero_in_any_chunk():
    [chunk] = chunks_of(b"-0.0\n0.5\n")
    assert np.signbit(chunk.labels).tolist() == [False, False]


def test_more_hard_numbers_than_the_list_holds(monkeypatch):
    monkeypatch.setattr(libsvm, "MAX_HARD_NUMBERS", 3)
    numbers = ["9007199254740993.0", "1e-320", "3" * 25 + ".0", "0.5"]
    data = "".join(f"1 {' '.join(f'{i}:{n}' for i, n in enumerate(numbers[:k], 1))}\n" for k in (1, 2, 4, 3, 0, 4))
    assert_as_the_reference(data.encode())


def test_lines_are_counted_for_errors_only(monkeypatch):
    """Else a file of unusual lines would take the square of its length."""
    monkeypatch.setattr(libsvm.Text, "place", lambda text, at: pytest.fail("counted"))
    assert len(rows_in(b"1.%s 00000000000001:2\n" % (b"0" * 30) * 50)) == 50


@pytest.mark.parametrize("size", [3, 10**6])
def test_lines_that_need_no_label(size):
    data = b"\xef\xbb\xbf1:2\n\n# none\n 2:3 # one\n1 2:3\nqid:4 2:3\nspam 2:3\n? qid:4 2:3\n5\n3:1e-320\r\n1:2"
    chunks = chunks_of(data, size=size, with_labels=False)
    assert {chunk.labels for chunk in chunks} == {None}
    rows = [(columns, np.frombuffer(values).tolist()) for _, columns, values in rows_of(chunks)]
    assert rows == [([0], [2]), *[([1], [3])] * 5, ([], []), ([2], [1e-320]), ([0], [2])]
    with pytest.raises(DataError, match="^f:2 must have finite numbers as values; got '2:1e999'.$"):
        chunks_of(b"1:2\n1:1 2:1e999\n1:nan", size=size, with_labels=False)


# How a file is read makes no difference


def sample_file(rng, n_rows=40):
    lines = []
    for _ in range(n_rows):
        indices = sorted(rng.sample(range(1, 100), rng.randrange(6)))
        values = [rng.choice([f"{rng.random():.6g}", repr(rng.gauss(0, 1)), "1", "1e-320", "-.5"]) for _ in indices]
        entries = "".join(f" {i}:{v}" for i, v in zip(indices, values, strict=True))
        lines.append(rng.choice(["1", "-1", "+2", "0.5"]) + entries + rng.choice(["", "", " # ü", "\r", " \n", "\n#"]))
    return "\n".join(lines).encode()


@pytest.mark.parametrize("size", [1, 2, 3, 10, 100, 1000, 10**6])
def test_every_size_of_a_piece_gives_the_same_rows(size):
    data = sample_file(random.Random(0))
    whole = rows_in(data)
    assert whole == reference(data)
    assert rows_in(data, size=size) == whole
    assert rows_of(list(libsvm_chunks(Drops(data, random.Random(size)), "f", size=size))) == whole


@pytest.mark.parametrize("n_cores", [1, 2, 8, 100])
def test_every_number_of_cores_gives_the_same_rows(n_cores, monkeypatch):
    data = sample_file(random.Random(1))
    monkeypatch.setattr(libsvm, "available", lambda: n_cores)
    assert rows_in(data, size=50) == reference(data)


def test_only_a_few_pieces_are_read_ahead(monkeypatch):
    monkeypatch.setattr(libsvm, "available", lambda: 2)
    stream = io.BytesIO(b"1 1:1\n" * 1000)
    chunks = libsvm_chunks(stream, "f", size=6)
    next(chunks)
    assert stream.tell() == 5 * 6
    chunks.close()
    assert stream.tell() == 5 * 6


def test_an_error_of_the_stream_comes_after_the_rows_before_it():
    class Broken:
        reads = iter([b"1 1:1\n"] * 20)

        def read(self, size):
            try:
                return next(self.reads)
            except StopIteration:
                raise OSError("disk on fire") from None

    chunks = libsvm_chunks(Broken(), "f", size=6)
    next(chunks)
    with pytest.raises(OSError, match="disk on fire"):
        list(chunks)


# What is wrong with a file


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"1 1:nan", "must have finite numbers as values; got '1:nan'."),
        (b"1 1:inf", "must have finite numbers as values; got '1:inf'."),
        (b"1 1:-Infinity", "must have finite numbers as values; got '1:-Infinity'."),
        (b"1 1:1e999", "must have finite numbers as values; got '1:1e999'."),
        (b"1 1:abc", "must have finite numbers as values; got '1:abc'."),
        (b"1 1:0x10", "must have finite numbers as values; got '1:0x10'."),
        (b"1 1:1_0", "must have finite numbers as values; got '1:1_0'."),
        (b"1 1:2:3", "must have finite numbers as values; got '1:2:3'."),
        (b"1 1:2\0", "must have finite numbers as values; got '1:2\\x00'."),
        (b"1 1:\xff", "must have finite numbers as values; got b'1:\\xff'."),
        (b"1 1:", "must have a value after each colon; got '1:'."),
        (b"1 1: 5", "must have a value after each colon; got '1:'."),
        (b"1 5", "must have index:value after its label, with a colon; got '5'."),
        (b"1 0:5", "must have indices that are counted from 1; got '0:5': zero_based=True says otherwise."),
        (b"1 2:1 2:1", "must have rising indices, each once; got '2:1' after index 2."),
        (b"1 2:1 1:1", "must have rising indices, each once; got '1:1' after index 2."),
        (b"1 2147483648:1", "must have indices up to 2147483647; got '2147483648:1'."),
        (b"1 9223372036854775808:1", "must have indices up to 2147483647; got '9223372036854775808:1'."),
        (
            b"1 " + b"9" * 5000 + b":1",
            "must have indices up to 2147483647; got '9999999999999999999999999999999999999…'.",
        ),
        (b"1 -1:1", "must have a whole number from 1 on before each colon; got '-1:1'."),
        (b"1 a:1", "must have a whole number from 1 on before each colon; got 'a:1'."),
        (b"1 :1", "must have a whole number from 1 on before each colon; got ':1'."),
        (b"1 1:1 qid:2", "must have a whole number from 1 on before each colon; got 'qid:2'."),
        (b"1 qid:x", "must have a whole number after qid:; got 'qid:x'."),
        (b" 1:1 2:1", "must begin with a label; got '1:1': write one, such as 0, before it."),
        (b"1,2 1:1", "must begin with one label; got '1,2': several cannot be learned at once."),
        (b"spam 1:1", "must begin with a label that is a finite number; got 'spam'."),
        (b"nan 1:1", "must begin with a label that is a finite number; got 'nan'."),
        (b"1e999 1:1", "must begin with a label that is a finite number; got '1e999'."),
        (b"\0", "must begin with a label that is a finite number; got '\\x00'."),
        (b"\xff\xfe1\0", "must begin with a label that is a finite number; got b'\\xff\\xfe1\\x00'."),
        ("1 é:1".encode(), "must have a whole number from 1 on before each colon; got 'é:1'."),
    ],
)
@pytest.mark.parametrize("size", [3, 10**6])
def test_a_wrong_line_is_named(line, message, size):
    data = b"1 1:0.5\n\n# comment\n1\n" + line + b"\n1 1:nan\n"
    with pytest.raises(DataError) as caught:
        chunks_of(data, size=size)
    assert str(caught.value) == "f:5 " + message


def test_an_infinite_number_among_the_hard_ones_is_found_at_its_line():
    with pytest.raises(DataError, match=r"^f:2 must have finite numbers as values; got '3:-1e999'\.$"):
        chunks_of(b"1 1:1e-320\n1 2:1e-320 3:-1e999\n1 1:nan\n")


def test_an_index_beyond_the_given_number_of_features():
    with pytest.raises(DataError, match="^f:2 must have indices up to 3; got '4:1'.$"):
        chunks_of(b"1 3:1\n1 4:1\n", n_features=3)
    with pytest.raises(DataError, match="^f:2 must have indices up to 2; got '3:1'.$"):
        chunks_of(b"1 2:1\n1 3:1\n", n_features=3, zero_based=True)


@pytest.mark.parametrize("n_features", [0, -1, 2**31])
def test_a_number_of_features_that_cannot_be(n_features):
    with pytest.raises(OptionError, match=f"^n_features must be from 1 to 2147483647; got {n_features}.$"):
        chunks_of(b"1 1:1\n", n_features=n_features)


@pytest.mark.parametrize("data", [b"", b"\n", b"# only\n# comments", b" \r\n\t", b"\xef\xbb\xbf"])
def test_a_file_without_rows(data):
    with pytest.raises(DataError, match="^f must have at least one row; it has none: is it the right file?"):
        chunks_of(data)


@pytest.mark.parametrize("size", [1, 10, 64])
def test_a_line_without_end_does_not_fill_the_memory(size, monkeypatch):
    monkeypatch.setattr(libsvm, "LONGEST_LINE", 100)

    class Endless:
        reads = 0

        def read(self, size):
            self.reads += 1
            return b"1 1:1\n" if self.reads == 1 else b"x" * size

    with pytest.raises(DataError, match="^f:2 must have at most 100 bytes; it has more: is it text?"):
        list(libsvm_chunks(Endless(), "f", size=size))


# Whatever the bytes: as the reference says

WORDS = (
    b"1 -1 : 1: 2:0.5 0:1 5:1 2147483648:1 99999999999999999999 00000000000 qid: qid:3 # nan inf e 1e999 1e-320".split()
)
WORDS += b"9007199254740993 0.333333333333333333333333333333 0x1 -0 _ , + . \0 \xff \xc3\xa9 \xef\xbb\xbf".split()
WORDS += [b"\n", b"\r\n", b"\v", b"\t", b" ", b" "]


def random_input(rng):
    """Random bytes, random words, or a good file with a few changes."""
    kind = rng.random()
    if kind < 0.05:
        return rng.randbytes(rng.randrange(30))
    if kind < 0.2:
        return b"".join(rng.choice(WORDS) for _ in range(rng.randrange(12)))
    data = bytearray(sample_file(rng, n_rows=rng.randrange(1, 5)))
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        first = rng.randrange(len(data) + 1)
        last = min(len(data), first + rng.choice([0, 0, 1, 1, 2, 5]))
        data[first:last] = rng.choice([b"", rng.choice(WORDS), rng.randbytes(1), data[first : first + 4] * 2])
    return bytes(data)


def test_whatever_the_bytes_the_rows_or_the_error_are_the_references(pytestconfig, monkeypatch):
    rng = random.Random(5)
    in_threads = libsvm.on_all_cores
    monkeypatch.setattr(libsvm, "on_all_cores", lambda *work: (in_threads if rng.random() < 0.05 else map)(*work))
    for _ in range(200_000 if pytestconfig.getoption("--long") else 10_000 if COMPILING else 500):
        data = random_input(rng)
        size = rng.choice([1, 2, 5, 20, 1000, 1000, 1000])
        stream = Drops(data, rng) if rng.random() < 0.2 else None
        n_features = rng.choice([None, None, None, 99, 50])
        how = {"zero_based": rng.random() < 0.2, "with_labels": rng.random() < 0.8, "n_features": n_features}
        assert_as_the_reference(data, stream, size=size, **how)
