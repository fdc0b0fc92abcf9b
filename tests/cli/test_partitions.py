"""Options for partitions: training, prediction and evaluation of files on a Dask cluster."""

import json
import logging

import distributed
import numpy as np
import pytest
from helpers.cli import run

import rosenblatt
from rosenblatt.cli.partitions import with_address


@pytest.fixture(scope="module")
def address():
    """The address of a scheduler in this process."""
    how = {
        "processes": False,
        "dashboard_address": "127.0.0.1:0",
        "silence_logs": logging.ERROR,
        "set_as_default": False,
    }
    with distributed.Client(n_workers=2, threads_per_worker=1, **how) as client:
        yield client.scheduler.address


@pytest.fixture
def files(tmp_path):
    """Two parts of a table, and a table of new rows."""
    draws = np.random.default_rng(0)
    X = draws.normal(size=(300, 3)).round(3)
    lines = [f"{a},{b},{c},{'yes' if a > b else 'no'}" for a, b, c in X.tolist()]
    for name, some in {"a.csv": lines[:100], "b.csv": lines[100:200], "new.csv": lines[200:]}.items():
        (tmp_path / name).write_text("a,b,c,label\n" + "\n".join(some) + "\n")
    return [tmp_path / name for name in ("a.csv", "b.csv", "new.csv")]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--dask", "a.csv"], ["--dask=local", "a.csv"]),
        (["a.csv", "--dask"], ["a.csv", "--dask=local"]),
        (["--dask", "--json", "a.csv"], ["--dask=local", "--json", "a.csv"]),
        (["--dask", "tcp://10.0.0.1:8786", "a.csv"], ["--dask", "tcp://10.0.0.1:8786", "a.csv"]),
        (["--dask", "scheduler:8786", "a.csv"], ["--dask", "scheduler:8786", "a.csv"]),
        (["--dask", "local", "a.csv"], ["--dask", "local", "a.csv"]),
        (["--dask", "s3://bucket/a.csv"], ["--dask=local", "s3://bucket/a.csv"]),
        (["--dask=tls://x:1", "a.csv"], ["--dask=tls://x:1", "a.csv"]),
    ],
)
def test_an_address_is_told_from_a_file(words, expected):
    assert with_address(words) == expected


def test_files_are_trained_on_by_a_cluster(address, files, small_pages, tmp_path, capsys, monkeypatch):
    """The model file, the predictions and the evaluation are those of one machine."""
    model, alone = tmp_path / "m.perceptron", tmp_path / "alone.perceptron"
    small = ["--part-mb", "0.001", "--order", "given", "--epochs", "3"]
    code, out, err = run(
        capsys, monkeypatch, "train", "--dask", address, *files[:2], *small, "--strategy", "sequence", "--model", model
    )
    assert (code, err.startswith("Dask dashboard: http://")) == (0, True)
    assert "200 rows, 3 features" in out
    rosenblatt.train(files[:2], order="given", max_iter=3, model=alone)
    weights = [rosenblatt.load(path).model_.weights for path in (model, alone)]
    assert weights[0].w.tobytes() == weights[1].w.tobytes()
    assert run(capsys, monkeypatch, "reproduce", model)[0] == 0
    plain = run(capsys, monkeypatch, "predict", model, files[2], "--scores")
    assert run(capsys, monkeypatch, "predict", model, files[2], "--scores", "--dask", address)[:2] == plain[:2]
    plain = run(capsys, monkeypatch, "evaluate", model, files[2])
    assert run(capsys, monkeypatch, "evaluate", model, files[2], "--dask", address)[:2] == plain[:2]


def test_mixing_is_the_same_on_a_cluster_and_in_this_process(address, files, small_pages, capsys, monkeypatch):
    arguments = ["train", *files, "--part-mb", "0.001", "--mix-by", "uniform", "--then-sequence", "1", "--json"]
    reports = []
    for where in (["--dask", address], ["--strategy", "mixing"]):
        code, out, _ = run(capsys, monkeypatch, *arguments, *where)
        assert code == 0
        reports.append(json.loads(out))
    assert {**reports[0], "seconds": 0} == {**reports[1], "seconds": 0}
    assert reports[0]["mixed_mistakes_per_epoch"]


def test_a_wrong_address_is_one_sentence(files, capsys, monkeypatch):
    from rosenblatt.dask import cluster

    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    code, out, err = run(capsys, monkeypatch, "train", "--dask", "tcp://127.0.0.1:9", files[0])
    assert (code, out) == (1, "")
    assert err.startswith("rosenblatt: --dask must be the address of a Dask scheduler, such as tcp://127.0.0.1:8786; ")
    assert "'tcp://127.0.0.1:9' does not answer" in err


def test_without_dask_there_is_a_sentence(files, capsys, monkeypatch):
    from rosenblatt.cli import partitions

    monkeypatch.setattr(partitions, "find_spec", lambda name: None)
    code, _, err = run(capsys, monkeypatch, "train", "--dask", files[0])
    assert (code, err) == (2, 'rosenblatt: --dask needs Dask: pip install "rosenblatt[dask]".\n')


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--mix-by", "uniform"], "--mix-by must be left out for rows without partitions: --strategy mixing or --dask"),
        (["--part-mb", "1"], "--part-mb must be left out for rows without partitions"),
        (["--strategy", "mixing", "--certify"], "--certify must be left out for rows in partitions; got True."),
        (["--strategy", "mixing", "--algorithm", "pocket"], "--algorithm must be perceptron, averaged for the"),
        (["--strategy", "mixing", "--algorithm", "voted"], "got voted: --strategy sequence takes it."),
    ],
)
def test_options_that_do_not_go_together(typed, sentence, files, capsys, monkeypatch):
    code, _, err = run(capsys, monkeypatch, "train", files[0], *typed)
    assert code == 2
    assert sentence in err


def test_standard_input_cannot_be_read_by_a_cluster(capsys, monkeypatch):
    code, _, err = run(capsys, monkeypatch, "train", "-", "--strategy", "mixing")
    assert code == 1
    assert "standard input must be a file that each machine of a cluster can read" in err
