"""Text in other encodings than UTF-8: charset in Python, --encoding in a shell."""

import io

import numpy as np
import pytest
from helpers.cli import run

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.charsets import Recoded

ROWS = "größe,farbe,sorte\n1.5,grün,süß\n2,blau,herb\n2.5,grün,süß\n1,weiß,herb\n"
TEXTS = {
    "csv": ROWS,
    "tsv": ROWS.replace(",", "\t"),
    "jsonl": '{"größe": 1, "sorte": "süß"}\n{"größe": 2, "sorte": "herb"}\n',
    "vw": "1 |f größe:1.5\n0 |f grün\n",
    "libsvm": "1 1:2 # süß\n0 2:1\n",
}


def table_of(path, **options):
    table = rosenblatt.read(path, **options).table()
    rows = table.X.toarray() if hasattr(table.X, "toarray") else table.X
    return rows.tolist(), table.y.tolist(), table.features


@pytest.mark.parametrize("charset", ["latin-1", "cp1252", "utf-16", "utf-16-le", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("format", TEXTS)
def test_text_in_any_encoding_gives_the_same_rows(tmp_path, format, charset):
    (tmp_path / f"a.{format}").write_text(TEXTS[format], encoding="utf-8")
    (tmp_path / f"b.{format}").write_text(TEXTS[format], encoding=charset)
    (tmp_path / "c").write_text(TEXTS[format], encoding=charset)
    same = table_of(tmp_path / f"a.{format}")
    assert table_of(tmp_path / f"b.{format}", charset=charset) == same
    assert table_of(tmp_path / "c", charset=charset) == same  # a format that is guessed


def test_labels_of_arrays_may_be_in_any_encoding(tmp_path):
    np.save(tmp_path / "x.npy", np.eye(2))
    (tmp_path / "y.txt").write_bytes("süß\nherb\n".encode("latin-1"))
    assert table_of(tmp_path / "x.npy", labels=str(tmp_path / "y.txt"), charset="latin-1")[1] == ["süß", "herb"]
    told = r"y\.txt:1 must be text in UTF-8, one label per line; got the byte 0xfc: charset='latin-1' reads "
    with pytest.raises(DataError, match=told):
        table_of(tmp_path / "x.npy", labels=str(tmp_path / "y.txt"))
    for labels in (None, str(tmp_path / "y.npy")):
        np.save(tmp_path / "y.npy", [0, 1])
        with pytest.raises(OptionError, match="^charset must be left out for npy without a file of labels"):
            rosenblatt.read(tmp_path / "x.npy", labels=labels, charset="latin-1").table()


@pytest.mark.parametrize("charset", ["latin1x", "base64", "", "a\0b"])
def test_an_encoding_that_is_none(tmp_path, charset):
    (tmp_path / "d.csv").write_text(ROWS)
    with pytest.raises(OptionError, match="^charset must be a text encoding that Python knows, such as latin-1"):
        rosenblatt.read(tmp_path / "d.csv", charset=charset)


def test_a_wrong_byte_names_the_line_and_the_step_that_helps(tmp_path, capsys, monkeypatch):
    path = tmp_path / "d.csv"
    for charset in ("latin-1", "utf-16"):
        path.write_text(ROWS, encoding=charset)
        code, _, error = run(capsys, monkeypatch, "train", path)
        assert (code, ":1 must be UTF-8 text; got the byte 0x" in error) == (1, True)
        assert f"--encoding {charset} reads " in error
        assert run(capsys, monkeypatch, "train", path, "--encoding", charset)[0] == 0
    path.write_bytes(b"a,y\r\n1,p\r2,q\n3,\x81\n")
    code, _, error = run(capsys, monkeypatch, "train", path, "--encoding", "cp1252")
    assert code == 1
    assert error.endswith("d.csv:4 must be cp1252 text; got the byte 0x81: --encoding names another encoding.\n")


def test_a_model_reads_files_as_it_was_trained_or_as_is_said(tmp_path, capsys, monkeypatch):
    for charset in ("latin-1", "utf-16"):
        (tmp_path / f"{charset}.csv").write_text(ROWS, encoding=charset)
    latin, wide, model = tmp_path / "latin-1.csv", tmp_path / "utf-16.csv", tmp_path / "m"
    assert run(capsys, monkeypatch, "train", latin, "--encoding", "latin-1", "--model", model)[0] == 0
    code, labels, error = run(capsys, monkeypatch, "predict", model, latin)
    assert (code, labels.split(), error) == (0, ["süß", "herb", "süß", "herb"], "")
    assert run(capsys, monkeypatch, "predict", model, wide, "--encoding", "utf-16")[1] == labels
    assert run(capsys, monkeypatch, "evaluate", model, wide, "--encoding", "utf-16")[0] == 0
    assert run(capsys, monkeypatch, "train", wide, "--from", model, "--encoding", "utf-16")[0] == 0
    rosenblatt.convert(latin, tmp_path / "d.parquet", charset="latin-1")
    assert run(capsys, monkeypatch, "predict", model, tmp_path / "d.parquet")[1] == labels


@pytest.mark.parametrize("size", [1, 2, 3, 64])
def test_how_the_bytes_come_changes_nothing(size):
    stream = Recoded(io.BytesIO(ROWS.encode("utf-16")), "utf-16", "d")
    parts = list(iter(lambda: stream.read(size), b""))
    assert b"".join(parts).decode() == ROWS
    cut = Recoded(io.BytesIO(ROWS.encode("utf-16")[:-1]), "utf-16", "d")
    with pytest.raises(DataError, match=r"^d:5 must be utf-16 text; got the byte 0x0a: charset= names another"):
        list(iter(lambda: cut.read(size), b""))


@pytest.mark.parametrize("format", TEXTS)
def test_utf_16_is_told_in_every_format(tmp_path, capsys, monkeypatch, format):
    path = tmp_path / f"d.{format}"
    path.write_text(TEXTS[format], encoding="utf-16")
    code, _, error = run(capsys, monkeypatch, "train", path)
    told = f"d.{format}:1 must be UTF-8 text; got the byte 0x00: --encoding utf-16 reads UTF-16 text.\n"
    assert (code, error.endswith(told)) == (1, True), error
    assert run(capsys, monkeypatch, "train", path, "--encoding", "utf-16")[0] == 0
