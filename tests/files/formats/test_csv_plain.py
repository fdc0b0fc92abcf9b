"""The compiled loop for plain numbers gives what pyarrow and plain Python give, or leaves the block to these."""

import random
import sys

import numpy as np
import pytest
from helpers.tables import arrow, rows, text

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.schema import Columns
from rosenblatt.files.encoding.values import PlainRows
from rosenblatt.files.formats.tables import pages_of


def every_way(content, columns, monkeypatch, **options):
    """What a file is, with the compiled loop and without it: its rows or the sentence, and whether any were plain."""
    found = []
    for plainly in (True, False):
        monkeypatch.setattr("rosenblatt.files.formats.csv.PLAINLY", plainly)
        try:
            table = text(content, columns=columns, **options)
            parts = list(table)
            outcome = table.guessed, table.schema, rows(parts) if parts else []
            plain = [isinstance(part, PlainRows) for part in parts]
        except (DataError, OptionError) as error:
            outcome, plain = f"{type(error).__name__}: {error}", []
        found.append((outcome, any(plain)))
    assert not found[1][1]
    return repr(found[0][0]), repr(found[1][0]), found[0][1]


def random_table(rng):
    """Lines of numbers and labels, most of them plain, with something unusual here and there."""
    delimiter = rng.choice(",,;\t| ")
    width, n_rows, oddity = rng.randrange(1, 5), rng.randrange(8), rng.choice([0, 0, 0.03, 0.2])
    odd = [
        "",
        " ",
        '"1"',
        ' "2"',
        "?",
        "nan",
        "NaN",
        "inf",
        "1e999",
        "x",
        "é",
        '5"',
        "1_0",
        "0x1",
        "1 2",
        "\0",
        "a,b;c",
    ]
    forms = ["{!r}", "{:.6g}", "{:.3e}", "{:.25g}", "{:.0f}", " {!r}", "{:+}  ", "\t{:g}"]

    def number():
        value = rng.choice([rng.uniform(-10, 10), rng.uniform(-1, 1) * 10 ** rng.randrange(-30, 30), 0.0])
        return rng.choice(odd) if rng.random() < oddity else rng.choice(forms).format(value)

    def label():
        return rng.choice(odd) if rng.random() < oddity else rng.choice(["0", "1", "yes", " no ", "10", "déjà vu"])

    lines = [[number() for _ in range(width)] + [label()] for _ in range(n_rows)]
    if rng.random() < 0.4:
        lines.insert(
            0, [rng.choice(["a", "n", "income", "x1", "nan", "é", "b c"]) + str(k) for k in range(width)] + ["y"]
        )
    if lines and rng.random() < oddity:
        rng.choice(lines).append("9")
    ends = rng.choice([["\n"], ["\r\n"], ["\n", "\n\n", "\r\n", " \n"]])
    content = "".join(delimiter.join(line) + rng.choice(ends) for line in lines)
    return rng.choice(["", "", "\ufeff"]) + (content if rng.random() < 0.8 else content.rstrip())


def test_with_and_without_the_compiled_loop_files_are_the_same(monkeypatch, pytestconfig):
    rng = random.Random(0)
    n_plain, count = 0, 5000 if pytestconfig.getoption("--long") else 200
    for _ in range(count):
        content = random_table(rng)
        columns = Columns(
            missing=rng.choice([None, None, "mean", "zero", "drop"]),
            target=rng.choice([None, None, 1]),
            ignore=rng.choice([(), (), (2,)]),
        )
        options = {
            "header": rng.choice([None, None, True, False]),
            "delimiter": rng.choice([None, None, ",", ";", " ", "e", "-"]),
            "quote": rng.choice(['"', '"', None, "'", "1"]),
        }
        plainly, otherwise, is_plain = every_way(content, columns, monkeypatch, **options)
        assert plainly == otherwise, (content, columns, options)
        n_plain += is_plain
    assert n_plain > count / 16


def test_any_bytes_are_the_same_with_and_without_the_compiled_loop(monkeypatch, pytestconfig):
    rng = random.Random(1)
    for _ in range(20_000 if pytestconfig.getoption("--long") else 500):
        content = bytes(rng.choices(b'0123459.-+e,,,,\n\n\n\r "?;\tab\xc3\xa9', k=rng.randrange(40)))
        plainly, otherwise, _ = every_way(content, None, monkeypatch)
        assert plainly == otherwise, content


def test_blocks_that_are_not_plain_stand_among_those_that_are(monkeypatch):
    monkeypatch.setattr("rosenblatt.files.formats.text_lines.unchecked_lines_of.__defaults__", (128,))
    labels = ['"b"' if k % 50 == 0 else "ab"[k % 2] for k in range(120)]
    content = "".join(f"{k},{k / 7!r},{label}\n" for k, label in enumerate(labels))
    plainly, otherwise, _ = every_way(content, None, monkeypatch)
    assert plainly == otherwise
    monkeypatch.setattr("rosenblatt.files.formats.csv.PLAINLY", True)
    kinds = [isinstance(part, PlainRows) for part in text(content)]
    assert 0 < sum(kinds) < len(kinds)
    pages = [arrow(page) for page in pages_of(text(content), 50)]
    assert [page.num_rows for page in pages] == [50, 50, 20]
    assert repr(rows(pages)) == repr(rows(text(content)))


@pytest.mark.parametrize("sizes", [[10], [1] * 10, [3, 7], [4, 4, 2]])
def test_pages_of_plain_rows(sizes):
    whole = next(iter(text("".join(f"{k},{k % 4}\n" for k in range(10)))))
    assert isinstance(whole, PlainRows)
    starts = np.cumsum([0, *sizes])
    parts = [whole.slice(int(start), size) for start, size in zip(starts, sizes, strict=False)]
    pages = list(pages_of(parts, 4))
    assert [page.values.T.tolist() for page in pages] == [[[0, 1, 2, 3]], [[4, 5, 6, 7]], [[8, 9]]]
    assert [row["x2"] for row in rows(pages)] == list("0123012301")
    assert pages[2].distinct_labels()[0] == ["0", "1"]
    assert all(page.numbers(["x1"]).flags.c_contiguous for page in pages)


def test_plain_numbers_are_read_without_pyarrow(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    table = text("age,income,class\n1,2,a\n3,4,b\n")
    assert [batch.values.tolist() for batch in table] == [[[1, 2], [3, 4]]]
    assert [batch.distinct_labels()[0] for batch in text("1,2,a\n3,4,b\n", known=table.schema)] == [["a", "b"]]


def test_columns_in_another_order_are_found_by_name():
    known = text("a,b,y\n1,2,p\n").schema
    [batch] = text("y,b,more,a\np,5,9,4\n", known=known)
    assert batch.numbers(["a", "b"]).tolist() == [[4], [5]]
    assert batch.numbers(["b", "a"]).tolist() == [[5], [4]]
    [batch] = text("b,a\n5,4\n", known=known, labels=False)
    assert (batch.values.tolist(), batch.distinct_labels()) == ([[4, 5]], None)
