"""Archives: what is written is read, and anything else is refused with a sentence."""

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from rosenblatt.errors import DataError
from rosenblatt.files import archives
from rosenblatt.files.archives import read_archive, write_archive

MAGIC = b"rosenblatt test 1\n"
TREE = {
    "name": "ant",
    "none": None,
    "numbers": [1, 2.5, True, float("inf")],
    "inner": {"w": np.arange(6.0).reshape(2, 3), "labels": np.array(["a", "bee"])},
    "list": [np.array([1, 2], np.int32), {"empty": np.zeros((0, 4), np.float32)}],
    "number of numpy": np.float64(0.1),
}


def same(one, other):
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, dict):
        return set(one) == set(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "a"
    write_archive(path, MAGIC, TREE)
    assert same(read_archive(path, MAGIC), TREE)
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    write_archive(path, MAGIC, {"x": 1})
    assert read_archive(path, MAGIC) == {"x": 1}


def test_a_file_that_is_another_or_damaged_is_refused(tmp_path):
    path = tmp_path / "a"
    write_archive(path, MAGIC, TREE)
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    for _ in range(300):
        kind = rng.integers(3)
        if kind == 0:
            mutant = whole[: rng.integers(len(whole))]
        elif kind == 1:
            place = int(rng.integers(len(whole)))
            mutant = whole[:place] + bytes([whole[place] ^ (1 << int(rng.integers(8)))]) + whole[place + 1 :]
        else:
            mutant = whole + b"x"
        path.write_bytes(mutant)
        with pytest.raises(DataError, match="must (be whole|begin with)"):
            read_archive(path, MAGIC)
    with pytest.raises(DataError, match="cannot be read: No such file"):
        read_archive(tmp_path / "none", MAGIC)


def test_a_header_that_lies_is_refused(tmp_path):
    """Even with a right checksum: arrays that are not there, of no shape, or of Python objects."""
    path = tmp_path / "a"
    for place in (
        [0, "<f8", [10**12]],
        [0, "<f8", [0, 10**30]],
        [-8, "<f8", [1]],
        [0, "|O", [1]],
        [0, "<f8", [1.5]],
        [0, "x", [1]],
        [1],
        3,
    ):
        header = json.dumps({"w": {"array": place}}).encode()
        body = MAGIC + len(header).to_bytes(8, "little") + header + bytes(8)
        path.write_bytes(body + hashlib.sha256(body).digest())
        with pytest.raises(DataError, match="must hold a header that says what follows"):
            read_archive(path, MAGIC)
    body = MAGIC + (2).to_bytes(8, "little") + b"[]"
    path.write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(DataError, match="must hold named values"):
        read_archive(path, MAGIC)


def test_a_header_longer_than_the_file_is_refused(tmp_path):
    body = MAGIC + (10**6).to_bytes(8, "little") + b"{}"
    (tmp_path / "a").write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(DataError, match="it does not: the header would be longer than the file"):
        read_archive(tmp_path / "a", MAGIC)


def test_what_is_no_archive_is_not_read_to_its_end(tmp_path):
    with (tmp_path / "large").open("wb") as file:
        file.truncate(2**36)  # takes no room, but reading it would
    with pytest.raises(DataError, match="large must begin with 'rosenblatt test 1'; it does not"):
        read_archive(tmp_path / "large", MAGIC)
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", tmp_path, tmp_path / "pipe"):
        with pytest.raises(DataError, match="must be a file; it is a folder, a device or a pipe"):
            read_archive(path, MAGIC)


def test_an_archive_larger_than_the_memory_is_refused(tmp_path, monkeypatch):
    def too_large(read):
        raise MemoryError

    write_archive(tmp_path / "a", MAGIC, TREE)
    monkeypatch.setattr(archives, "memoryview", too_large, raising=False)
    with pytest.raises(DataError, match="a must fit into memory; it does not"):
        read_archive(tmp_path / "a", MAGIC)


def test_arrays_of_the_other_byte_order_are_read_as_the_same_numbers(tmp_path):
    tree = {"x": np.array([1.5, 2.5], ">f8"), "labels": np.array(["a", "bee"], ">U3")}
    write_archive(tmp_path / "a", MAGIC, tree)
    again = read_archive(tmp_path / "a", MAGIC)
    assert [again[name].dtype.str for name in tree] == ["<f8", "<U3"]
    assert all(again[name].tolist() == tree[name].tolist() for name in tree)


@pytest.mark.parametrize("name", ["array", "'array", "''array", "arrays"])
def test_a_dict_that_looks_like_an_array_is_read_as_it_was(name, tmp_path):
    tree = {"names": {name: 0}, "w": {name: np.arange(3.0)}, "more": [{name: {name: [0, "<f8", [1]]}}]}
    write_archive(tmp_path / "a", MAGIC, tree)
    assert same(read_archive(tmp_path / "a", MAGIC), tree)


def test_python_objects_are_not_written(tmp_path):
    with pytest.raises(DataError, match="Arrays must be of numbers or strings to be written; one is of object"):
        write_archive(tmp_path / "a", MAGIC, {"x": np.array([object()])})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("nameless", [True, False])
def test_a_new_file_is_there_when_it_is_whole(tmp_path, monkeypatch, nameless):
    if not nameless:
        monkeypatch.setattr(archives, "_nameless", lambda folder: None)
    target = tmp_path / "a [1].txt"
    for text in (b"one", b"two"):
        with archives.new_file(target) as file:
            file.write(text)
            assert not target.exists() or target.read_bytes() == b"one"
        assert target.read_bytes() == text
    with pytest.raises(ZeroDivisionError), archives.new_file(target) as file:
        file.write(b"three" + bytes([1 // 0]))
    assert target.read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["a [1].txt"]
    assert target.stat().st_mode & 0o777 == 0o666 & ~umask()


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_process_that_is_killed_leaves_no_part(tmp_path):
    code = (
        "import os, signal, sys\n"
        "from rosenblatt.files.archives import new_file\n"
        "with new_file(sys.argv[1]) as file:\n"
        "    file.write(b'part' * 100000); file.flush()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "m")], check=False)
    assert done.returncode == -9
    assert list(tmp_path.iterdir()) == []


def test_permissions_and_links_stay(tmp_path):
    target, link = tmp_path / "m", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o600)
    link.symlink_to(target)
    with archives.new_file(link) as file:
        file.write(b"new")
    assert (target.read_bytes(), link.is_symlink(), target.stat().st_mode & 0o777) == (b"new", True, 0o600)


def test_a_pipe_is_written_to(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as other:
        reading = other.submit((tmp_path / "pipe").read_bytes)
        with archives.new_file(tmp_path / "pipe") as file:
            file.write(b"text")
        assert reading.result() == b"text"
    assert (tmp_path / "pipe").is_fifo()
