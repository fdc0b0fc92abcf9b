"""The verb train with --certify: the verdict and the mistake bound beside the report."""

import json

import numpy as np
import pytest
from helpers.cli import run
from helpers.sets import XOR
from helpers.voided_bounds import AT_ONCE

from rosenblatt import (
    train,
)
from rosenblatt.proofs.search import certify
from rosenblatt.proofs.search.certify import certify as searched


def run_words(capsys, monkeypatch, *arguments):
    """Exit code and standard output, with single spaces."""
    code, out, _ = run(capsys, monkeypatch, *arguments)
    return code, " ".join(out.split())


def test_train_can_show_its_theorem(capsys, monkeypatch):
    code, out = run_words(capsys, monkeypatch, "train", "sample:note-004", "--order", "given", "--certify")
    assert code == 0
    for said in (
        "verdict separable, proven",
        "augmented margin 0.447214 to 0.447214",
        "mistake bound 9 mistakes, at most 55 possible (proven)",
    ):
        assert said in out
    _, out = run_words(capsys, monkeypatch, "train", "sample:note-004", "--order", "all-mistakes", "--certify")
    assert f"mistake bound no bound: {AT_ONCE}" in out
    _, out = run_words(capsys, monkeypatch, "train", "sample:note-004", "--no-bias", "--certify", "--epochs", "5")
    assert " margin " in out
    assert "augmented" not in out
    _, out = run_words(capsys, monkeypatch, "train", "sample:note-004")
    assert "verdict" not in out


def test_json_has_a_summary(capsys, monkeypatch):
    _, out = run_words(capsys, monkeypatch, "train", "sample:note-004", "--order", "given", "--certify", "--json")
    summary = json.loads(out)["certificate"]
    assert summary.pop("margin") == pytest.approx([0.2**0.5, 0.2**0.5])
    assert summary == {"separable": True, "mistake_bound": 55, "mistakes": 9, "voided_by": []}
    _, out = run_words(capsys, monkeypatch, "train", "sample:note-004", "--json")
    assert "certificate" not in json.loads(out)


def test_the_next_step_knows_the_verdict(capsys, monkeypatch, tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("0,0,0\n0,1,1\n1,0,1\n1,1,0\n")
    none = "No plane separates the rows. Next: rosenblatt"
    for algorithm, following in (
        ("perceptron", f"train {path} --algorithm averaged"),
        ("averaged", f"train {path} --algorithm averaged --epochs 100"),
        ("pocket", f"train {path} --algorithm averaged"),
    ):
        code, out = run_words(capsys, monkeypatch, "train", str(path), "--algorithm", algorithm, "--certify")
        assert (code, out.endswith(f"{none} {following}")) == (0, True)
    _, out = run_words(capsys, monkeypatch, "train", str(path), "--certify-when-stalled")
    assert "not_separable: it is proven that no plane separates the rows" in out
    _, out = run_words(capsys, monkeypatch, "train", "sample:note-004", "--epochs", "1", "--certify")
    assert out.endswith(
        "more epochs find it. Next: rosenblatt train sample:note-004 --algorithm perceptron --epochs 10"
    )


def test_a_certificate_of_the_stall_is_not_searched_again(monkeypatch, tmp_path):
    np.savez(tmp_path / "xor.npz", X=XOR[0], y=XOR[1])
    calls = []
    monkeypatch.setattr(certify, "certify", lambda *data, **options: calls.append(options) or searched(*data))
    model = train(tmp_path / "xor.npz", certify=True, certify_when_stalled=True)
    assert (model.report_.reason, len(calls)) == ("not_separable", 1)
    assert train(tmp_path / "xor.npz", certify=True, max_iter=2).certificate_.separable is False
    assert [options["fit_intercept"] for options in calls] == [True, True]


def test_ctrl_c_in_the_search_leaves_the_report(capsys, monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(certify, "certify", press)
    code, out = run_words(capsys, monkeypatch, "train", "sample:note-004", "--certify")
    assert code == 130
    assert "converged: an epoch passed without a mistake" in out
    assert "verdict" not in out
    assert train("sample:note-004", certify=True).certificate_ is None
