"""Machine code on disk that is damaged, of another loop, or not writable: the loop is compiled, and the run goes on."""

import importlib.util
import itertools
import os
import pickle
import shutil
import subprocess
import sys

import pytest

from rosenblatt.loops import jit as module

pytestmark = pytest.mark.compiled


def half(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path):
    path.write_bytes(b"")


def garbage(path):
    path.write_bytes(bytes(range(1, 256)) * 20)


def one_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) * 3 // 4] ^= 16
    path.write_bytes(content)


def removed(path):
    path.unlink()


def a_folder(path):
    path.unlink()
    path.mkdir()


DAMAGES = [half, empty, garbage, one_bit, removed, a_folder]


@pytest.fixture
def twice(tmp_path, monkeypatch):
    """Function that jits a loop as a new process would, calls it, and tells whether its code came from disk."""
    monkeypatch.setattr(module.settings, "CACHE_DIR", str(tmp_path / "cache"))
    source = tmp_path / "some_loop.py"
    source.write_text("def twice(x):\n    return x + x\n")

    def twice(number):
        spec = importlib.util.spec_from_file_location("some_loop", source)
        loop = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "some_loop", loop)
        spec.loader.exec_module(loop)
        jitted = module.jit(loop.twice)
        assert jitted(number) == 2 * number
        return sum(jitted.stats.cache_hits.values()) == 1

    return twice


def files(tmp_path, suffix=""):
    return sorted(path for path in (tmp_path / "cache").rglob(f"*{suffix}") if path.is_file())


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_damaged_file_is_written_anew(suffix, damage, twice, tmp_path):
    assert [twice(3), twice(3)] == [False, True]
    (path,) = files(tmp_path, suffix)
    damage(path)
    assert not twice(3)
    if damage is not a_folder:
        assert twice(3)
    assert not files(tmp_path, ".tmp.*")


def test_an_index_that_names_a_class_that_is_gone(twice, tmp_path):
    """A later version of the library may have renamed it."""
    twice(3)
    (path,) = files(tmp_path, ".nbi")
    content = path.read_bytes()[:-4].replace(b"numba.core.types.scalars", b"numba.core.types.scalarz")
    path.write_bytes(content + module.checksum(content))
    assert [twice(3), twice(3)] == [False, True]


def test_code_of_another_signature_is_not_run(twice, tmp_path):
    """Two processes that write to one index at a time can give two signatures one name."""
    twice(3)
    twice(3.5)
    first, second = files(tmp_path, ".nbc")
    shutil.copy(first, second)
    assert [twice(3.5), twice(3.5), twice(3)] == [False, True, True]


@pytest.mark.parametrize("failing", ["open", "replace"])
def test_a_full_disk(failing, twice, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    twice(3)
    with monkeypatch.context() as patch:
        if failing == "open":
            patch.setattr(module.CheckedFiles, "_open_for_write", full)
        else:
            patch.setattr(os, "replace", full)
        assert not twice(3.5)
        assert twice(3)
    assert [twice(3.5), twice(3.5)] == [False, True]
    assert not files(tmp_path, ".tmp.*")


def test_a_folder_that_is_gone_or_a_file_in_its_place(twice, tmp_path):
    twice(3)
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("")
    assert not twice(3)


def test_files_of_an_index_without_checksum_are_not_read(twice, tmp_path, monkeypatch):
    """Numba alone wrote them: of them nobody knows whether they are whole."""
    twice(3)
    for path in files(tmp_path):
        path.write_bytes(path.read_bytes()[:-4])
    monkeypatch.setattr(pickle, "loads", None)
    assert module.CheckedFiles("", str(files(tmp_path, ".nbi")[0])[:-4], None)._load_index() == {}


def test_training_with_a_damaged_cache(tmp_path):
    """Each file of the cache in turn has another damage; the report is the same."""
    (tmp_path / "some.csv").write_text("a,b,y\n1,2,p\n2,1,q\n0,3,p\n3,0,q\n")
    home = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "rosenblatt", "train", "some.csv"]

    def report():
        done = subprocess.run(command, cwd=tmp_path, env=home, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return [line for line in done.stdout.splitlines() if not line.lstrip().startswith("seconds")]

    expected = report()
    damaged = files(tmp_path)
    assert len(damaged) > 6
    for path, damage in zip(damaged, itertools.cycle(DAMAGES), strict=False):
        damage(path)
    assert report() == expected
