"""Pages on disk: read as they were written, and nothing left of them that nobody wants."""

import errno
import resource
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from unittest.mock import Mock

import numpy as np
import pytest

from rosenblatt.data.blocks import block_of
from rosenblatt.data.chunks import Chunk
from rosenblatt.errors import DataError
from rosenblatt.files import archives
from rosenblatt.files.streaming.page_store import DiskStore, every_page

KEY = "0123456789abcdef" * 2


def page(seed=0, n_rows=5):
    rng = np.random.default_rng(seed)
    return Chunk(block_of(rng.normal(size=(n_rows, 3))), rng.integers(0, 2, n_rows))


def values(store):
    return [(page.block.rows.values.tolist(), page.labels.tolist()) for page in every_page(store)]


def kept_values(home):
    """Those of the pages that were kept; None where there are none."""
    store = DiskStore.kept_at(home)
    if store is None:
        return None
    with closing(store):
        return values(store)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_pages_that_are_not_to_be_kept_never_have_a_name(tmp_path):
    store = DiskStore(tmp_path / "cache")
    store.append(page())
    assert values(store) == [(page().block.rows.values.tolist(), page().labels.tolist())]
    assert names_in(tmp_path / "cache") == []
    store.close()


def test_kept_pages_are_found_with_the_names_of_features(tmp_path):
    home = tmp_path / f"{KEY}.pages"
    assert DiskStore.kept_at(home) is None
    store = DiskStore(tmp_path, home)
    for seed in range(3):
        store.append(page(seed))
    store.keep({"good": 0, "bäd": 1})
    found = DiskStore.kept_at(home)
    assert values(found) == values(store)
    assert found.names == {"good": 0, "bäd": 1}
    store.close()
    found.close()
    assert names_in(tmp_path) == [home.name]


def test_a_kept_file_that_is_cut_off_or_another_is_not_taken_for_pages(tmp_path):
    home = tmp_path / f"{KEY}.pages"
    store = DiskStore(tmp_path, home)
    store.append(page())
    store.keep({})
    store.close()
    whole = home.read_bytes()
    for damaged in (*(whole[:length] for length in range(len(whole))), whole + b"x", whole[1:], whole[:-1] + b"x"):
        home.write_bytes(damaged)
        assert kept_values(home) is None
    home.write_bytes(whole)
    assert len(kept_values(home)) == 1


def test_partial_files_of_dead_processes_are_swept_and_no_others(tmp_path):
    living = DiskStore(tmp_path, tmp_path / f"{KEY}.pages")
    living.append(page())
    (writing,) = names_in(tmp_path)
    others = ["notes.partial", f"notes.pages.{KEY}.partial", f"{KEY}.pages", f"{KEY}.pages.partial"]
    for name in (*others, f"{KEY}.pages.{'f' * 32}.partial", f"{KEY[::-1]}.pages.{KEY}.partial"):
        (tmp_path / name).write_bytes(b"some")
    second = DiskStore(tmp_path, tmp_path / f"{KEY}.pages")
    second.close()
    assert names_in(tmp_path) == sorted([*others, writing])
    living.keep({})
    assert kept_values(tmp_path / f"{KEY}.pages") == values(living)
    living.close()


def test_a_partial_file_swept_before_it_was_locked_is_made_again(tmp_path, monkeypatch):
    lock, times = archives.fcntl.flock, iter([True, False])

    def swept_first(file, how):
        if next(times):
            (path,) = tmp_path.iterdir()
            path.unlink()
        lock(file, how)

    monkeypatch.setattr(archives.fcntl, "flock", swept_first)
    with archives.new_partial(tmp_path / "a") as file:
        assert names_in(tmp_path) == [file.name.rpartition("/")[2]]


def test_many_that_start_at_once_sweep_nothing_of_each_other(tmp_path):
    home = tmp_path / f"{KEY}.pages"

    def write_and_keep(seed):
        for _ in range(20):
            store = DiskStore(tmp_path, home)
            store.append(page())
            store.keep({})
            assert values(store) == kept_values(home)
            store.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write_and_keep, range(8)))
    assert names_in(tmp_path) == [home.name]


@pytest.mark.parametrize("home", [None, f"{KEY}.pages"])
def test_pages_that_cannot_be_written_are_refused_and_removed(home, tmp_path):
    store = DiskStore(tmp_path, home and tmp_path / home)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(DataError, match=rf"Pages of the data could not be kept in {tmp_path}: File too large\.$"):
            store.append(page(n_rows=100))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert names_in(tmp_path) == []


def test_a_full_disk_is_refused_with_what_to_do(tmp_path, monkeypatch):
    store = DiskStore(tmp_path)
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(store, "_file", Mock(wraps=store._file, write=Mock(side_effect=full)))
    with pytest.raises(DataError, match="the disk is full: cache= names a folder with more room"):
        store.append(page())
