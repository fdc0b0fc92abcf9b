"""How often files are opened: never by a reader that is only made, and once by ``train``, evaluation included."""

import io
from collections import Counter

import numpy as np
import pytest
from helpers.pages import small_pages  # noqa: F401

import rosenblatt
from rosenblatt.data import samples
from rosenblatt.files import feature_files, readers, table_files
from rosenblatt.files.sources import Source, sources_of
from rosenblatt.files.streaming import file_rows
from rosenblatt.trained.continue_training import continue_training

CSV = "size,colour,class\n" + "1,red,yes\n3,blue,no\n2,red,no\n9,blue,no\n4,red,yes\n" * 20
LIBSVM = "1 1:2 3:1\n0 2:1\n1 1:1 2:3\n0 3:2\n" * 25


@pytest.fixture
def opened(monkeypatch):
    """How often each file was opened, by its name."""
    counts = Counter()

    def counting(data):
        def counted(source):
            def opening():
                counts[source.name] += 1
                return source.open()

            return source._replace(open=opening)

        return [counted(source) for source in sources_of(data)]

    for module in (readers, feature_files):
        monkeypatch.setattr(module, "sources_of", counting)
    return counts


@pytest.fixture
def unopened(monkeypatch):
    """Readers of a stand-in for a file that fails where it is opened."""

    def opening():
        raise AssertionError("it was opened")

    monkeypatch.setattr(readers, "sources_of", lambda data: [Source("stand-in", opening, "", (1, 1))])


def test_a_reader_that_is_made_has_opened_nothing(unopened):
    reader = readers.read("stand-in")
    assert reader.size == 1
    assert reader.names == {}
    for ask in (lambda: reader.format, lambda: reader.encoding, lambda: reader.features, reader.table):
        with pytest.raises(AssertionError, match="it was opened"):
            ask()


def test_no_file_is_opened_before_something_is_asked_for(opened, tmp_path, monkeypatch):
    (tmp_path / "d.csv").write_text(CSV)
    np.save(tmp_path / "x.npy", np.eye(2))
    np.save(tmp_path / "y.npy", np.arange(2))
    reader = rosenblatt.read(tmp_path / "d.csv")
    arrays = rosenblatt.read(tmp_path / "x.npy", labels=str(tmp_path / "y.npy"))
    assert not opened
    assert reader.features == ["size", "colour=blue", "colour=red"]
    assert reader.guessed["header"] is True
    assert reader.table().X.shape == (100, 3)
    assert opened == {str(tmp_path / "d.csv"): 1}  # the survey has kept the table
    assert arrays.table().y.tolist() == [0, 1]
    assert opened[str(tmp_path / "y.npy")] == 1
    monkeypatch.setitem(samples.SAMPLES, "iris", None)
    assert rosenblatt.read("sample:iris").options.format is None


def test_standard_input_is_spooled_when_it_is_asked_for(monkeypatch):
    class Input:
        buffer = io.BufferedReader(io.BytesIO(LIBSVM.encode()))

    monkeypatch.setattr("sys.stdin", Input)
    reader = rosenblatt.read("-")
    assert Input.buffer.tell() == 0
    assert reader.table().X.shape == (100, 3)
    assert reader.table().X.shape == (100, 3)


@pytest.mark.parametrize("pages", ["a window", "many windows"])
@pytest.mark.parametrize(("name", "text"), [("d.csv", CSV), ("d.libsvm", LIBSVM)])
@pytest.mark.parametrize("max_iter", [1, 3])
def test_train_opens_a_file_once(name, text, max_iter, pages, opened, tmp_path, request):
    if pages == "many windows":
        request.getfixturevalue("small_pages")
    (tmp_path / name).write_text(text)
    more = {"model": tmp_path / "m", "max_iter": max_iter, "certify": True}
    trained = rosenblatt.train(tmp_path / name, validation=0.2, **more)
    assert opened == {str(tmp_path / name): 1}
    assert (trained.training.n_rows, trained.validation.n_rows) == (80, 20)
    assert trained.certificate_ is not None
    opened.clear()
    rosenblatt.train(tmp_path / name, report=tmp_path / "r.html", max_iter=max_iter)
    assert opened == {str(tmp_path / name): 1}
    opened.clear()
    rosenblatt.train(tmp_path / name, from_model=tmp_path / "m", max_iter=max_iter)
    assert opened == {str(tmp_path / name): 1}
    opened.clear()
    continue_training(trained, tmp_path / name)
    rosenblatt.load(tmp_path / "m").predict_file(tmp_path / name)
    assert opened == {str(tmp_path / name): 2}


@pytest.mark.parametrize("validation", [None, 0.2])
def test_rows_that_memory_does_not_hold_are_read_once(validation, opened, tmp_path, small_pages, monkeypatch):  # noqa: F811
    """They are kept on disk; the evaluation is the same."""
    (tmp_path / "d.libsvm").write_text(LIBSVM)
    options = {"max_iter": 1, "validation": validation, "report": tmp_path / "r.html"}
    expected = rosenblatt.train(tmp_path / "d.libsvm", **options)
    monkeypatch.setattr(file_rows, "MAX_BYTES_IN_MEMORY", 100)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    opened.clear()
    for _ in range(2):
        trained = rosenblatt.train(tmp_path / "d.libsvm", **options)
        assert opened == {str(tmp_path / "d.libsvm"): 1}
        assert trained.training.to_dict() == expected.training.to_dict()
        assert validation is None or trained.validation.to_dict() == expected.validation.to_dict()
        assert trained.report_.errors is None  # as one epoch over so many rows has it
        assert list((tmp_path / "home" / "rosenblatt").iterdir()) == []
        options.pop("report", None)
        opened.clear()


def test_pages_of_a_named_cache_leave_one_pass_for_validation(opened, tmp_path, small_pages):  # noqa: F811
    (tmp_path / "d.libsvm").write_text(LIBSVM)
    options = {"validation": 0.2, "cache": tmp_path / "cache", "max_iter": 2}
    first, second = (rosenblatt.train(tmp_path / "d.libsvm", **options) for _ in range(2))
    assert opened == {str(tmp_path / "d.libsvm"): 2}
    assert first.validation.to_dict() == second.validation.to_dict()
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_a_table_that_is_too_large_to_keep_is_read_twice(opened, tmp_path, monkeypatch):
    (tmp_path / "d.csv").write_text(CSV)
    monkeypatch.setattr(table_files, "MAX_CACHED_BYTES", 0)
    trained = rosenblatt.train(tmp_path / "d.csv", validation=0.2)
    assert trained.validation.n_rows == 20
    assert opened == {str(tmp_path / "d.csv"): 2}
