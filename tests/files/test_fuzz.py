"""Damaged files of every format: read, or refused with one sentence; never a traceback, never a hang."""

import bz2
import gzip
import lzma

import numpy as np
import pyarrow as pa
import pytest
from helpers.formats import written

from rosenblatt.errors import RosenblattError
from rosenblatt.files.readers import read

SCRAPS = (
    b"",
    b"\0",
    b"\n",
    b",",
    b'"',
    b":",
    b"|",
    b"nan",
    b"1e999",
    b"-",
    b"\xff\xfe",
    b"9" * 30,
    b"{",
    b"#",
    b"\r\n",
)


def mutated(text, rng):
    for _ in range(int(rng.integers(1, 4))):
        place, end = sorted(rng.integers(0, len(text) + 1, 2).tolist())
        match rng.integers(4):
            case 0:  # cut off
                text = text[:end]
            case 1:  # a bit flipped
                if text:
                    place = min(place, len(text) - 1)
                    text = text[:place] + bytes([text[place] ^ (1 << int(rng.integers(8)))]) + text[place + 1 :]
            case 2:  # something put in
                text = text[:place] + SCRAPS[rng.integers(len(SCRAPS))] + text[place:]
            case 3:  # a part doubled, or taken out
                text = text[:place] + (text[place:end] * 2 if rng.random() < 0.5 else b"") + text[end:]
    return text


def how_it_ends(path, options):
    try:
        table = read(path, **options).table()
    except RosenblattError as error:
        message = str(error)
    else:
        assert len(table.y) == table.X.shape[0]
        return "read"
    assert "\n" not in message
    return "refused"


FORMATS = ["a.csv", "b.tsv", "d.parquet", "e.feather", "f.arrow", "g.jsonl", "h.libsvm", "j.npz", "n", "d.vw", "k.npy"]


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files_are_read_or_refused(name, tmp_path, request):
    """20,000 of each format with --long; those of text are also fuzzed where they are parsed."""
    options = dict(written(tmp_path)).get(name, {})
    (tmp_path / "d.vw").write_text("1 |a x:2 y\n-1 'tag |b:2 y z:1e-3\n" * 3)
    whole = (tmp_path / name).read_bytes()
    rng = np.random.default_rng(FORMATS.index(name))
    ended = {"read": 0, "refused": 0}
    for _ in range(20_000 if request.config.getoption("--long") else 120):
        (tmp_path / name).write_bytes(mutated(whole, rng))
        ended[how_it_ends(tmp_path / name, options)] += 1
    assert min(ended.values()) > 0


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [
        (".gz", gzip.compress),
        (".bz2", bz2.compress),
        (".xz", lzma.compress),
        (".zst", lambda text: pa.compress(text, "zstd", asbytes=True)),
    ],
)
def test_damaged_compressed_files_are_read_or_refused(suffix, pack, tmp_path):
    path = tmp_path / f"rows.libsvm{suffix}"
    whole = pack(b"1 1:2.5 7:1\n-1 3:1\n" * 50)
    rng = np.random.default_rng(3)
    for _ in range(100):
        path.write_bytes(mutated(whole, rng))
        how_it_ends(path, {})
