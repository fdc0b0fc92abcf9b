"""Files of strangers: model files, checkpoints and data that ask for time or memory that no file of their size may."""

import gc
import json
import math
import os
import pty
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers.cli import run
from helpers.interruptions import Killer
from helpers.mutations import archive_of, changed, parts_of

import rosenblatt
from rosenblatt import learners, online
from rosenblatt.cli import fail
from rosenblatt.errors import DataError
from rosenblatt.files import feature_files, readers
from rosenblatt.files.archives import read_archive, write_archive
from rosenblatt.files.formats import libsvm
from rosenblatt.trained import checkpoint
from rosenblatt.trained.model_files import load, save

TESTS = Path(__file__).parent.parent


def attacked(kind, count, folder):
    """The counts of an attack in a process of its own: used, refused and bytes of memory above those of the start."""
    command = [sys.executable, "-m", "helpers.attack", kind, str(count), str(folder)]
    ended = subprocess.run(
        command, cwd=TESTS, env={**os.environ, "MALLOC_ARENA_MAX": "2"}, capture_output=True, text=True
    )
    assert ended.returncode == 0, f"{folder / 'last'}: {ended.stderr[-4000:]}"
    return json.loads(ended.stdout)


@pytest.mark.compiled
@pytest.mark.parametrize(("kind", "few", "many"), [("models", 5_000, 100_000), ("checkpoints", 400, 20_000)])
def test_changed_files_give_a_sentence_or_can_be_used(kind, few, many, tmp_path, request):
    count = many if request.config.getoption("--long") else few
    ended = attacked(kind, count, tmp_path)
    assert ended["used"] + ended["refused"] == count
    assert min(ended["used"], ended["refused"]) > 0
    assert ended["bytes"] <= 2**30


def model_file(folder, learner):
    save(folder / "m", learner)
    return (folder / "m").read_bytes()


def refused(folder, whole, fault):
    (folder / "m").write_bytes(whole)
    with pytest.raises(DataError, match=fault) as caught:
        load(folder / "m")
    assert "\n" not in str(caught.value)


def test_a_shape_of_many_dimensions_is_refused_before_it_is_multiplied(tmp_path):
    X = np.eye(3)
    whole = model_file(tmp_path, learners.Perceptron(max_iter=2).fit(X, [0, 1, 0]))
    for shape in ([2**31 - 1] * 300_000, [1] * 100, [2**62, 4], [2**70, 2**70, 2**70]):

        def widen(tree, shape=shape):
            tree["state"]["vectors"][0]["w"]["array"][2] = shape

        refused(tmp_path, changed(whole, widen), "an array is (of no known type or shape|not all there)")


def test_many_classes_take_no_squared_time(tmp_path):
    """100,000 classes in four megabytes: the places of all are found in one pass."""
    n_classes = 100_000
    learner = learners.Perceptron(max_iter=2).fit(np.eye(3), [0, 1, 2])
    magic, tree, _ = parts_of(model_file(tmp_path, learner))
    w, b = np.zeros((n_classes, 1)), np.zeros(n_classes)
    labels, counts = np.arange(n_classes, dtype="<i4"), np.ones(n_classes, np.int64)
    state, start = tree["state"], 0
    state["counts"]["n_features"] = 1
    state["classes"]["rows"], state["vectors"][0]["n_classes"] = list(range(n_classes)), n_classes
    for holder, name, array in (
        (state["classes"], "labels", labels),
        (state, "class_counts", counts),
        *((state["vectors"][0], name, array) for name, array in (("w", w), ("b", b))),
    ):
        holder[name] = {"array": [start, array.dtype.str, list(array.shape)]}
        start += array.nbytes
    tree["report"] = tree["model"] = None
    (tmp_path / "m").write_bytes(archive_of(magic, tree, b"".join(a.tobytes() for a in (labels, counts, w, b))))
    loaded = load(tmp_path / "m")
    assert len(loaded.classes.labels) == n_classes
    assert loaded.classes.places().tolist() == list(range(n_classes))


def test_classes_of_kept_rows_have_one_dimension(tmp_path):
    whole = model_file(tmp_path, learners.Voted(max_iter=2).fit(np.eye(4), [0, 1, 0, 1]))

    def fold(tree):
        array = tree["state"]["more"]["pages"][0]["classes"]["array"]
        array[2] = [*array[2], 1]

    refused(tmp_path, changed(whole, fold), "classes of rows are none")


def test_a_format_is_one_that_there_is(table, tmp_path):
    rosenblatt.train(table, model=tmp_path / "m")
    whole = changed((tmp_path / "m").read_bytes(), lambda tree: tree["reading"].update(format="\x1b" * 9))
    refused(tmp_path, whole, "there is no format")


def test_a_sentence_quotes_no_more_than_some_of_a_file(table, tmp_path):
    rosenblatt.train(table, model=tmp_path / "m")
    whole = (tmp_path / "m").read_bytes()
    for algorithm in ("a\nb", "x" * 10**6):
        (tmp_path / "m").write_bytes(changed(whole, lambda tree, name=algorithm: tree.update(algorithm=[name] * 30)))
        with pytest.raises(DataError, match="there is no algorithm") as caught:
            load(tmp_path / "m")
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("given", ["é", ",,", "", "\n", "\ud800"])
@pytest.mark.parametrize("name", ["delimiter", "quote"])
def test_a_delimiter_is_one_ascii_character(name, given, table, tmp_path):
    rosenblatt.train(table, model=tmp_path / "m")
    whole = (tmp_path / "m").read_bytes()
    wrong = changed(whole, lambda tree: tree["reading"]["options"].update({name: given}))
    refused(tmp_path, wrong, f"{name} is no option to read by")


def test_options_of_a_file_are_of_their_lists(table, tmp_path):
    rosenblatt.train(table, model=tmp_path / "m")
    whole = (tmp_path / "m").read_bytes()
    for options in ({"scale": "x"}, {"decimal": "x"}, {"charset": "x"}, {"text_features": "x"}, {"missing": "x"}):
        refused(tmp_path, changed(whole, lambda tree, o=options: tree["reading"]["options"].update(o)), "must be")


def test_labels_can_be_written(table, tmp_path):
    """Half a surrogate pair is no text: it is neither saved nor loaded."""
    X, half = np.eye(3), np.array(["a", "\ud800", "a"])
    with pytest.raises(DataError, match="^labels must be text of whole characters to be saved"):
        save(tmp_path / "m", learners.Perceptron(max_iter=2).fit(X, half))
    stream = online.Perceptron(classes=["a", "\ud800"])
    with pytest.raises(DataError, match="^labels must be text of whole characters to be saved"):
        save(tmp_path / "m", stream)
    magic, tree, arrays = parts_of(model_file(tmp_path, learners.Perceptron(max_iter=2).fit(X, ["a", "b", "a"])))
    letter, half_letter = "b".encode("utf-32-le"), struct.pack("<I", 0xD800)
    assert arrays.count(letter) == 1
    refused(tmp_path, archive_of(magic, tree, arrays.replace(letter, half_letter)), "a class is no text")
    rosenblatt.train(table, model=tmp_path / "m")
    whole = changed(
        (tmp_path / "m").read_bytes(), lambda tree: tree["reading"]["encoding"].update(labels=["no", "\ud800"])
    )
    refused(tmp_path, whole, "surrogates not allowed")


def later(**progress):
    return lambda tree: tree["progress"].update(progress)


@pytest.mark.parametrize("rows", [[None, 0], [None, 0, 1]])
def test_a_row_of_weights_has_a_class(rows, tmp_path):
    """A class that came later found no place."""
    X, y = (np.eye(3), [0, 1, 2]) if len(rows) == 3 else (np.eye(2), [0, 1])
    whole = model_file(tmp_path, learners.Perceptron(max_iter=2).fit(X, y))
    refused(tmp_path, changed(whole, lambda tree: tree["state"]["classes"].update(rows=rows)), "a row has no class")


def test_a_refused_checkpoint_leaves_no_reading_behind(paths, small_pages, monkeypatch, tmp_path):
    """One that the garbage collector ended while a thread was starting waited for a lock of that thread forever."""
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    options = {"max_iter": 4, "scale": "none", "checkpoint": tmp_path / "run"}
    with pytest.raises(MemoryError):
        rosenblatt.train(paths["a.libsvm"], on_window=Killer(0), **options)
    tree = read_archive(tmp_path / "run", checkpoint.MAGIC)
    later(window=0)(tree)
    write_archive(tmp_path / "run", checkpoint.MAGIC, tree)
    ended = []
    chunks_of = libsvm.on_all_cores
    monkeypatch.setattr(libsvm, "on_all_cores", lambda *given: watched(chunks_of(*given), ended))
    gc.disable()
    try:
        with pytest.raises(DataError, match="mistakes are counted that no window has") as caught:
            rosenblatt.train(paths["a.libsvm"], resume=True, **options)
        assert caught.value.__traceback__ is not None  # and what it holds is not freed
        assert ended == [True]
    finally:
        gc.enable()


def watched(items, ended):
    try:
        yield from items
    finally:
        ended.append(True)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (later(epoch=4, mistakes_per_epoch=[]), "mistakes are not those of the epochs"),
        (later(epoch=10**6, mistakes_per_epoch=[0] * 10**6), "there are more epochs than the run has"),
        (later(n_rows=0), "rows are counted at the end of the first epoch"),
        (later(epoch=0, mistakes_per_epoch=[]), "rows are counted at the end of the first epoch"),
        (later(low=[5.0, -(10**12)]), "a count is none"),
        (later(low=[5.0, 7]), "the best epoch is none"),
        (later(low=[math.nan, 0]), "the best epoch is none"),
        (later(low=[math.inf, 0]), "the best epoch is none"),
        (later(window=2**70), "a count is none"),
        (later(window=0), "mistakes are counted that no window has"),
        (later(mistakes=2**40), "there are more mistakes than visits"),
        (later(weighed=math.nan), "a number is none"),
        (later(weighed_per_epoch=[]), "mistakes are not those of the epochs"),
        (later(weighed_per_epoch=[math.inf]), "a number is none"),
        (later(weighed_per_epoch=5.0), "mistakes are not listed"),
        (later(before=[2**40, 0, 0.0]), "there are more mistakes than visits"),
        (later(before=[0, 0, math.inf]), "a number is none"),
    ],
)
def test_a_checkpoint_of_no_run_is_refused(change, fault, paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    options = {"algorithm": "perceptron", "max_iter": 5, "scale": "none", "checkpoint": tmp_path / "run"}
    with pytest.raises(MemoryError):
        rosenblatt.train(paths["a.npz"], on_window=Killer(4), **options)
    tree = read_archive(tmp_path / "run", checkpoint.MAGIC)
    assert tree["progress"]["epoch"] == 1
    assert tree["progress"]["mistakes"] > 0
    change(tree)
    write_archive(tmp_path / "run", checkpoint.MAGIC, tree)
    with pytest.raises(DataError, match=rf"run must hold a run; it does not: {fault}: remove it, or leave out resume"):
        rosenblatt.train(paths["a.npz"], resume=True, **options)


def test_an_index_that_asks_for_gigabytes_gives_a_sentence(monkeypatch, tmp_path):
    path = tmp_path / "d.libsvm"
    path.write_text("1 1000000000:2\n-1 1:1\n")
    rule = r"d\.libsvm must have at most 268,435,456 features, unless it is said how many there are"
    for use in (rosenblatt.train, rosenblatt.certify, lambda path: rosenblatt.read(path).table()):
        with pytest.raises(DataError, match=rule + r"; it has 1,000,000,000: number them without gaps\.$"):
            use(path)
    monkeypatch.setattr(feature_files, "memory", lambda: 8e9)
    with pytest.raises(DataError, match=r"fit into memory; it has 1,000,000,000: they take 16\.0 GB, of 8\.0 GB\.$"):
        rosenblatt.train(path, n_features=1_000_000_000)
    monkeypatch.setattr(readers, "MAX_NAMED", 100)
    path.write_text("1 200:2\n-1 1:1\n")
    with pytest.raises(DataError, match="must have at most 100 features to be in memory as a table; it has 200"):
        rosenblatt.certify(path)
    assert rosenblatt.train(path).learner_.n_features == 200


def npy(descr, shape, fortran=False):
    header = f"{{'descr': {descr!r}, 'fortran_order': {fortran}, 'shape': {shape}, }}".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header) + 1) + header + b"\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.npy", npy("<f8", (10**18, 0))),
        ("a.npy", npy("<f8", (10**18, 0), fortran=True)),
        ("a.npy", npy("<f8", (3, 10**12))),
        ("a.npy", npy("<f8", (3, 10**12), fortran=True)),
        ("a.npy", npy("<U0", (3, 5))),
        ("a.npy", npy("<f8", (3, -5))),
        ("a-idx2-ubyte", b"\0\0\x08\x02" + struct.pack(">II", 3, 2**32 - 1)),
        ("a-idx255-ubyte", b"\0\0\x08\xff" + struct.pack(">I", 3) + struct.pack(">I", 2**32 - 1) * 254),
    ],
)
def test_a_header_that_declares_a_huge_array_gives_a_sentence(name, data, tmp_path):
    (tmp_path / name).write_bytes(data)
    (tmp_path / "l.txt").write_text("1\n0\n1\n")
    format = "npy" if name.endswith(".npy") else "idx"
    with pytest.raises(DataError) as caught:
        rosenblatt.train(tmp_path / name, labels=str(tmp_path / "l.txt"), format=format)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("shape", [(3, 2**62), (3, 10**9), (2**62, 2)])
def test_a_sparse_matrix_that_declares_a_huge_shape_gives_a_sentence(shape, tmp_path):
    matrix = {"data": np.ones(3), "indices": np.arange(3), "indptr": np.arange(4), "shape": np.array(shape)}
    np.savez(tmp_path / "a.npz", y=np.array([0, 1, 0]), **matrix)
    with pytest.raises(DataError):
        rosenblatt.train(tmp_path / "a.npz")


ESCAPES = "\x1b[2Jred\x07\x9b"


@pytest.fixture
def steering(tmp_path):
    """A model whose labels and ids have characters that steer a terminal."""
    lines = [f"{ESCAPES if k % 2 else 'blue'},id{ESCAPES},{k % 2}" for k in range(8)]
    (tmp_path / "d.csv").write_text("label,name,x\n" + "\n".join(lines) + "\n")
    rosenblatt.train(tmp_path / "d.csv", target="label", id="name", model=tmp_path / "m")
    return tmp_path


def test_predict_writes_no_control_characters_to_a_terminal(steering):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rosenblatt", "predict", "m", "d.csv"]
    with subprocess.Popen(command, cwd=steering, stdout=theirs, stderr=subprocess.DEVNULL):
        os.close(theirs)
        printed = b""
        try:
            while part := os.read(ours, 4096):
                printed += part
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    lines = printed.decode().replace("\r\n", "\n").splitlines()
    assert len(lines) == 8
    written = ESCAPES.encode("unicode_escape").decode()
    assert lines[1] == f"id{written}\t{written}"


def test_predict_writes_labels_as_they_are_to_files_and_pipes(steering, capsys, monkeypatch):
    monkeypatch.chdir(steering)
    assert run(capsys, monkeypatch, "predict", "m", "d.csv")[1].split("\n")[1] == f"id{ESCAPES}\t{ESCAPES}"
    run(capsys, monkeypatch, "predict", "m", "d.csv", "-o", "p.txt")
    assert (steering / "p.txt").read_text().split("\n")[1] == f"id{ESCAPES}\t{ESCAPES}"


def test_notes_and_errors_have_no_control_characters(steering, capsys, monkeypatch):
    monkeypatch.chdir(steering)
    (steering / "e.csv").write_text(f"label,name,x,{ESCAPES}\na,b,1,2\n")
    assert "\x1b" not in run(capsys, monkeypatch, "predict", "m", "e.csv")[2]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(SystemExit):
        fail(f"d.csv must have a column {ESCAPES}.", 1)
    assert (
        capsys.readouterr().err
        == f"rosenblatt: d.csv must have a column {ESCAPES.encode('unicode_escape').decode()}.\n"
    )
