"""The compiled parser: numbers to the nearest double, plain lines as rows, a stop at all others."""

import random
import struct

import numpy as np
import pytest

from rosenblatt.files.parsing.libsvm_text import Lines, count_lines, read_lines
from rosenblatt.loops.jit import COMPILING

HIGHEST = 2**31 - 1


def read(text, at=0, lowest=1, highest=HIGHEST, most_hard=1000):
    """What the loop makes of the text: the place where it stops, and what it has read."""
    size = len(text)
    lines = Lines(
        np.full(size, np.nan),
        np.full(size, -1, dtype=np.int32),
        np.zeros(size + 1, dtype=np.int32),
        np.full(size, np.nan),
        np.zeros((most_hard, 3), dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )
    return read_lines(np.frombuffer(text, dtype=np.uint8), at, lowest, highest, lines), lines


def doubles(words):
    """Each number as the loop reads it; None where it leaves that to float()."""
    text = b"0 " + b" ".join(b"%d:%s" % pair for pair in enumerate(words, 1)) + b"\n"
    stopped, lines = read(text, most_hard=len(words))
    assert stopped == len(text)
    assert lines.starts[1] == len(words)
    found = lines.values[: len(words)].tolist()
    for entry, first, last in lines.hard[: lines.counts[1]].tolist():
        assert text[first:last] == words[entry]
        found[entry] = None
    return found


def assert_nearest(words):
    """The share of the numbers that were read at once; every one of these must be what float() says, to the bit."""
    found = doubles(words)
    for word, number in zip(words, found, strict=True):
        assert number is None or struct.pack("d", number) == struct.pack("d", float(word)), (word, number)
    return sum(number is not None for number in found) / len(words)


def spellings(rng, count):
    """Numbers in every form: few and many digits, with and without points, signs, exponents and leading noughts."""
    for _ in range(count):
        digits = str(rng.randrange(10 ** rng.choice([1, 3, 6, 9, 15, 16, 17, 18, 19, 20, 25])))
        point = rng.choice([0, 0, 1, rng.randrange(len(digits) + 1), len(digits)])
        word = rng.choice(["", "", "0", "000"]) + digits[:point] + rng.choice(["", "."]) + digits[point:]
        exponent = rng.choice([0, 0, 5, 20, 30, 300, 330, 5000])
        if exponent:
            word += f"{rng.choice('eE')}{rng.choice(['', '+', '-'])}{rng.randrange(exponent)}"
        yield (rng.choice(["", "", "-", "+"]) + word).encode()


def near_halfway(rng):
    """A number next to the middle of two neighbouring doubles, in 17 to 19 digits."""
    low = rng.randrange(2**52, 2**53) * 2 ** rng.randrange(11)
    step = 2 ** max(0, low.bit_length() - 53)
    digits = str(low + step // 2 + rng.choice([-1, 0, 0, 1]))
    point = rng.randrange(len(digits))
    return (
        f"{digits[:point]}.{digits[point:]}e{rng.choice([0, len(digits) - point, rng.randrange(-250, 250)])}".encode()
    )


PLAIN = """
0 -0 +5 .5 5. 0.1e1 1E5 1e+5 1e-5 -.5e-1 00012 0.000123457 123457 000.000 0e999 0e-5000 1e22 9007199254740991
9007199254740992 123456789e22 0.00000000000000000000000012345 0.30000000000000004 1.7976931348623157e270
1152921504606846976 123456789012345678e1
"""


@pytest.mark.parametrize("word", PLAIN.split())
def test_a_plain_number_is_read_at_once(word):
    [number] = doubles([word.encode()])
    assert struct.pack("d", number) == struct.pack("d", float(word))


HARD = """
1e999 1e-320 4.9e-324 5e-324 2.2250738585072011e-308 1.7976931348623157e308 1e-400 1e99999999999999999999999999
9007199254740993 18446744073709551616 1234567890123456789
"""


@pytest.mark.parametrize("word", [*HARD.split(), "3" * 20, "0." + "7" * 400, "1" + "0" * 400])
def test_other_numbers_are_left_to_float(word):
    assert doubles([word.encode()]) == [None]


@pytest.mark.parametrize("exponent", [2001, 20010, 1999, -2001])
def test_many_noughts_and_a_large_exponent(exponent):
    word = b"0.%s12e%d" % (b"0" * 2000, exponent)
    assert doubles([word])[0] in (float(word), None)


def test_random_spellings_have_the_nearest_double(pytestconfig):
    count = 1_000_000 if pytestconfig.getoption("--long") else 5000 if COMPILING else 500
    assert_nearest(list(spellings(random.Random(0), count)))


def test_numbers_near_halfway_have_the_nearest_double(pytestconfig):
    rng = random.Random(1)
    count = 1_000_000 if pytestconfig.getoption("--long") else 5000 if COMPILING else 500
    assert_nearest([near_halfway(rng) for _ in range(count)])


def test_nearly_all_numbers_of_full_precision_are_read_at_once():
    rng = random.Random(2)
    count = 5000 if COMPILING else 1000
    assert assert_nearest([repr(rng.uniform(-1, 1) * 10 ** rng.randrange(-5, 5)).encode() for _ in range(count)]) > 0.99


WRONG = """
. + - e5 1e 1e+ --1 +-1 1.2.3 1..2 1e5.0 1e5e5 .e1 0x10 1_0 nan inf 1,5 1:2 1f ٣
"""


@pytest.mark.parametrize("word", [*WRONG.split(), "", "1 e5", "1\0", "\0", "1\x80"])
def test_what_is_no_number_stops_the_loop_at_its_line(word):
    before = b"1 1:2\n"
    assert read(before + b"-1 3:%s\n" % word.encode())[0] == len(before)
    assert read(before + b"%s 3:1\n" % word.encode())[0] == len(before)


def test_plain_lines_are_rows():
    text = b" +1 1:0.5\t7:-2 \r\n\n# nothing\n  \n-1\n3 qid:12 2147483647:1e3 # c 5:1\n0.5 2:1#9\n"
    stopped, lines = read(text)
    assert stopped == len(text)
    assert lines.counts.tolist() == [4, 0]
    assert lines.labels[:4].tolist() == [1, -1, 3, 0.5]
    assert lines.starts[:5].tolist() == [0, 2, 2, 3, 4]
    assert lines.columns[:4].tolist() == [0, 6, 2147483646, 1]
    assert lines.values[:4].tolist() == [0.5, -2, 1000, 1]


WRONG_LINES = """
1 0:1|1 2:1 2:1|1 2:1 1:1|1 2147483648:1|1 18446744073709551617:1|1 00000000001:1|1 -1:1|1 +1:1|1 :1|1 1|1 1:|1:1|1 1 :1
1 1: 1|1,2 1:1|1 qid:|1 qid:x|1 qid|1 qi|1 q|1 qid:1:1|1 1:1 qid:1|\0|\xff
"""


@pytest.mark.parametrize("line", WRONG_LINES.strip().replace("\n", "|").encode().split(b"|"))
def test_any_other_line_stops_the_loop_and_is_not_counted(line):
    before = b"1 1:0.1 2:9007199254740993\n"
    stopped, lines = read(before + line + b"\n1 1:1\n")
    assert stopped == len(before)
    assert lines.counts.tolist() == [1, 1]
    assert lines.starts[1] == 2


def test_it_goes_on_from_a_place():
    text = b"wrong\n2 5:6\n"
    stopped, lines = read(text, at=6, lowest=0, highest=5)
    assert stopped == len(text)
    assert (lines.labels[0], lines.columns[0], lines.values[0]) == (2, 5, 6)
    assert read(text, at=6, lowest=0, highest=4)[0] == 6


def test_it_stops_where_the_list_of_hard_numbers_is_full():
    hard = b"1 1:9007199254740993 2:9007199254740993\n"
    stopped, lines = read(3 * hard, most_hard=5)
    assert stopped == 2 * len(hard)
    assert lines.counts.tolist() == [2, 4]


def test_nothing_past_the_end_is_read():
    """The text is the start of a longer one, whose digits would change the last number."""
    longer = np.frombuffer(b"1 1:2\n3456 7:8\n", dtype=np.uint8)
    _, lines = read(b"1 1:2\n")
    assert read_lines(longer[:6], 0, 1, HIGHEST, lines._replace(counts=np.zeros(2, dtype=np.int64))) == 6
    assert lines.values[0] == 2


def test_lines_are_counted():
    assert count_lines(np.frombuffer(b"\na\r\nb\n\nc", dtype=np.uint8)) == 4
