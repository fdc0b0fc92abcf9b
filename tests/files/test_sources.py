"""Sources: files, folders, patterns, compressed or not; and which format each has."""

import bz2
import gzip
import io
import lzma
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pyarrow
import pytest

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.formats.detect import by_content, format_of
from rosenblatt.files.readers import read
from rosenblatt.files.sources import reading, sources_of

TEXT = b"1 1:2.5\n-1 3:1\n" * 50


def test_compressed_files_are_read_as_what_they_hold(tmp_path):
    for suffix, pack in {
        "": bytes,
        ".gz": gzip.compress,
        ".bz2": bz2.compress,
        ".xz": lzma.compress,
        ".zst": lambda text: pyarrow.compress(text, "zstd", asbytes=True),
    }.items():
        path = tmp_path / f"rows.libsvm{suffix}"
        path.write_bytes(pack(TEXT))
        (source,) = sources_of(path)
        with reading(source) as stream:
            assert stream.read() == TEXT
        assert (source.suffix, source.is_lasting) == (".libsvm", True)
        assert (source.path is None) is bool(suffix)


@pytest.mark.parametrize(
    "pack",
    [gzip.compress, bz2.compress, lzma.compress, lambda text: pyarrow.compress(text, "zstd", asbytes=True)],
)
def test_compressed_files_are_known_by_how_they_begin(pack, tmp_path, monkeypatch):
    def content(data):
        (source,) = sources_of(data)
        with reading(source) as stream:
            return source.path, stream.read(2**20)

    for name in ("rows", "rows.libsvm", "empty"):
        (tmp_path / name).write_bytes(pack(b"" if name == "empty" else TEXT))
        assert content(tmp_path / name) == (None, b"" if name == "empty" else TEXT)
    assert content((tmp_path / "rows").as_uri())[1] == TEXT
    assert format_of(sources_of(tmp_path / "rows")) == "libsvm"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(pack(TEXT)))))
    assert read("-").table().X.shape == (100, 3)
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as other:
        other.submit((tmp_path / "pipe").write_bytes, pack(TEXT))
        assert read(tmp_path / "pipe").table().X.shape == (100, 3)


@pytest.mark.parametrize("text", [b"BZh1,2\n", b"BZ", b"", b"(a,b\n"])
def test_text_that_begins_as_compressed_files_do_is_text(text, tmp_path):
    (tmp_path / "rows.csv").write_bytes(text)
    (source,) = sources_of(tmp_path / "rows.csv")
    with reading(source) as stream:
        assert stream.read() == text
    assert source.path == tmp_path / "rows.csv"


def test_damaged_standard_input_gets_a_sentence(monkeypatch):
    damaged = gzip.compress(os.urandom(1000))[:-100]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(damaged))))
    with pytest.raises(DataError, match=r"^standard input must be whole compressed data; it is damaged or cut off: "):
        read("-").table()
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DataError, match=r"^DATA must be a file where standard input is closed; got '-'\.$"):
        read("-")


@pytest.mark.parametrize("uri", ["s3://bucket/rows.csv", "gs://bucket/part.csv"])
def test_remote_paths_are_for_pyarrow_and_fail_in_a_sentence(uri, monkeypatch):
    """Without a network: what pyarrow says, its first line."""

    class System:
        @staticmethod
        def from_uri(asked):
            assert asked == uri
            raise OSError("no such host\nretried 3 times")

    monkeypatch.setattr("pyarrow.fs.FileSystem", System)
    with pytest.raises(DataError) as caught:
        sources_of(uri)
    assert str(caught.value) == f"DATA must be a path that can be reached; {uri!r} cannot: no such host."


def test_folders_and_patterns_are_their_files_in_order(tmp_path):
    for name in ("b.csv", "a.csv", ".hidden", "_SUCCESS", "c.txt"):
        (tmp_path / name).write_text("1,2\n")
    (tmp_path / "folder").mkdir()
    assert [os.path.basename(source.name) for source in sources_of(tmp_path)] == ["a.csv", "b.csv", "c.txt"]
    assert [os.path.basename(source.name) for source in sources_of(str(tmp_path / "*.csv"))] == ["a.csv", "b.csv"]


def test_what_is_no_file_gets_a_sentence(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    for data, text in {
        str(tmp_path / "none.csv"): "DATA must be a file, a folder or sample:NAME; .*none.csv.*: No such file",
        str(empty): "is a folder without any",
        str(tmp_path / "*.parquet"): "none is like",
        "file:///none/of/these": "there is none at",
    }.items():
        with pytest.raises(DataError, match=text):
            sources_of(data)
    with pytest.raises(DataError, match="DATA must be the path of a file; got 3"):
        sources_of(3)


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_a_compressed_file_that_is_cut_off_is_an_error(tmp_path, suffix, pack):
    path = tmp_path / f"rows{suffix}"
    path.write_bytes(pack(os.urandom(100_000))[:-100])
    (source,) = sources_of(path)
    with pytest.raises(DataError, match=r"must be whole compressed data|cannot be read"), reading(source) as stream:
        stream.read()


@pytest.mark.parametrize(
    ("beginning", "name"),
    [
        (b"PAR1....", "parquet"),
        (b"ARROW1\0\0", "arrow"),
        (b"\x93NUMPY\1\0", "npy"),
        (b"PK\x03\x04", "npz"),
        (b"\0\0\x08\x03\0\0\xea\x60", "idx"),
        (b'{"a": 1}\n', "jsonl"),
        (b"# comment\n\n-1 3:0.5 7:1\n", "libsvm"),
        (b"+1\n-1 qid:3 1:2 # why\n", "libsvm"),
        (b"1 |a x:1 y |b z\n", "vw"),
        (b"a|t|y\n1|10:30|p\n", "csv"),
        (b"ham\thello, you\nspam\tfree: now\n", "csv"),
        (b"ham\thello\n", "tsv"),
        (b"1,2,3\n", "csv"),
        (b"\xef\xbb\xbfa,b\n", "csv"),
        (b"", "csv"),
    ],
)
def test_a_format_is_known_by_how_the_file_begins(beginning, name):
    assert by_content(beginning) == name


def test_the_name_goes_first_and_the_option_before_it(tmp_path):
    path = tmp_path / "rows.csv.gz"
    path.write_bytes(gzip.compress(b"1 1:2\n"))
    assert format_of(sources_of(path)) == "csv"
    assert format_of(sources_of(path), "libsvm") == "libsvm"
    with pytest.raises(OptionError, match="format must be one of csv, tsv, .*; got 'excel'"):
        format_of(sources_of(path), "excel")
