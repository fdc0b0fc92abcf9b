"""Rules for files: the bits of rows in memory, checkpoints, continued training, and the command line."""

import json
from functools import partial

import numpy as np
import pytest
from helpers.cli import run
from helpers.interruptions import Killer
from helpers.trained_files import bits, rows

import rosenblatt
from rosenblatt.conventions import ALGORITHMS, RULES
from rosenblatt.errors import OptionError
from rosenblatt.trained import checkpoint

OTHERS = [rule for rule in RULES if rule != "perceptron"]


def all_bits(trained):
    report = trained.report_
    return bits(trained), report.updates_per_epoch, report.zero_rows


@pytest.mark.parametrize("rule", OTHERS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_how_a_file_is_stored_changes_nothing(algorithm, rule, paths, small_pages):
    options = {"algorithm": algorithm, "rule": rule, "max_iter": 3, "scale": "none"}
    dense = all_bits(rosenblatt.train(paths["a.npz"], **options))
    for name in ("a.csv", "parts", "a.libsvm"):
        assert all_bits(rosenblatt.train(paths[name], **options)) == dense


@pytest.mark.parametrize("rule", OTHERS)
def test_a_small_file_is_learned_as_rows_in_memory(rule, paths):
    X, y = rows()
    expected = rosenblatt.AveragedPerceptron(rule=rule, max_iter=5).fit(X, y)
    trained = rosenblatt.train(paths["a.csv"], algorithm="averaged", rule=rule, max_iter=5, scale="none")
    assert trained.report_.updates_per_epoch == expected.report_.updates_per_epoch
    assert trained.learner_.model.weights.w.tobytes() == expected.learner_.model.weights.w.tobytes()


@pytest.mark.parametrize("rule", OTHERS)
def test_killed_and_resumed_is_never_killed(rule, paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    options = {"algorithm": "voted", "rule": rule, "max_iter": 3, "scale": "none"}
    expected = all_bits(rosenblatt.train(paths["a.libsvm"], **options))
    windows_left, trained = iter([2, 3, 1, 100]), None
    while trained is None:
        try:
            again = {"checkpoint": tmp_path / "run", "resume": True, "on_window": Killer(next(windows_left))}
            trained = rosenblatt.train(paths["a.libsvm"], **again, **options)
        except MemoryError:
            pass
    assert all_bits(trained) == expected


@pytest.mark.parametrize("rule", OTHERS)
def test_training_goes_on_by_the_rule_of_the_model(rule, paths, tmp_path):
    model = tmp_path / "m.perceptron"
    options = {"algorithm": "perceptron", "rule": rule, "order": "given", "scale": "none"}
    rosenblatt.train(paths["a.npz"], model=model, max_iter=1, **options)
    more = rosenblatt.train(paths["a.npz"], from_model=model, max_iter=1)
    X, y = rows()
    expected = rosenblatt.Perceptron(rule=rule).partial_fit(X, y).partial_fit(X, y)
    assert more.learner_.model.weights.w.tobytes() == expected.learner_.model.weights.w.tobytes()
    assert more.learner_.n_updates == expected.learner_.n_updates
    with pytest.raises(OptionError, match="rule must be left out where training goes on from a model"):
        rosenblatt.train(paths["a.npz"], from_model=model, rule="pa")


def test_a_saved_model_has_its_rule_and_is_reproduced(paths, tmp_path, monkeypatch):
    model = tmp_path / "m.perceptron"
    rosenblatt.train(paths["a.csv"], model=model, algorithm="averaged", rule="pa2", C=0.125, max_iter=3)
    loaded = rosenblatt.load(model)
    assert (loaded.learner_.options.rule, loaded.learner_.options.C) == ("pa2", 0.125)
    assert ("rule", "pa2, C = 0.125: updates where y·a < 1, by ℓ/(‖x‖² + 1/(2C))") in rosenblatt.inspect(model).lines()
    assert rosenblatt.reproduce(model).same


def test_files_of_the_plain_perceptron_have_no_word_of_rules(paths, tmp_path):
    """So earlier versions read them."""
    for name, model in {
        "learner": rosenblatt.learners.Perceptron().fit(*rows()),
        "estimator": rosenblatt.AveragedPerceptron().fit(*rows()),
        "online": rosenblatt.online.Perceptron(),
        "trained": rosenblatt.train(paths["a.csv"]),
    }.items():
        rosenblatt.save(tmp_path / name, model)
        content = (tmp_path / name).read_bytes()
        assert b'"rule"' not in content
        assert b"updates" not in content


@pytest.fixture
def typed(capsys, monkeypatch):
    """Exit code, output and errors of a typed command."""
    return partial(run, capsys, monkeypatch)


def test_train_and_trace_take_the_rules(typed):
    _, shown, _ = typed("train", "sample:setosa", "--rule", "pa1", "--C", "0.1", "--algorithm", "averaged", "--json")
    fields = json.loads(shown)
    assert fields["updates"] > fields["n_mistakes"] > 0
    assert (
        "pa1, C = 0.1: updates where y·a < 1, by min(C, ℓ/‖x‖²)"
        in typed("train", "sample:setosa", "--rule", "pa1", "--C", "0.1")[1]
    )
    of_margin = ["--rule", "margin", "--margin", "2", "--order", "given"]
    _, table, _ = typed("trace", "sample:note-004", *of_margin, "--mistakes")
    report = rosenblatt.trace("sample:note-004", rule="margin", margin=2.0, order="given").report
    header, _, *lines = table.splitlines()
    assert header.split()[6:11] == ["ŷ", "y", "mistake", "loss", "τ"]
    assert f"{report.n_mistakes} mistakes and {report.updates} updates in {report.n_examples} visits." in table
    assert sum(" no " in line for line in lines) == report.updates - report.n_mistakes > 0
    steps = [json.loads(line) for line in typed("trace", "sample:note-004", "--rule", "pa", "--json")[1].splitlines()]
    assert all(step["step"] > 0 and step["loss"] >= 1 for step in steps if step["mistake"])


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--margin", "2"], "--margin must be left out under the rule 'perceptron'; got 2.0: --rule margin has it."),
        (["--rule", "pa", "--C", "2"], "--C must be left out under the rule 'pa'; got 2.0: --rule pa1 and --rule pa2"),
        (["--rule", "pa1", "--C", "0"], "--C must be a finite number above 0; got 0.0."),
        (["--rule", "margin", "--margin", "-1"], "--margin must be a finite number, at least 0; got -1.0."),
        (["--rule", "winnow"], "'winnow' is not one of 'perceptron', 'margin', 'normalized', 'pa', 'pa1', 'pa2'"),
    ],
)
def test_bad_options_get_one_sentence(options, text, typed):
    code, _, errors = typed("train", "sample:setosa", *options)
    assert code == 2
    assert text in errors


def test_compare_lists_the_rules():
    comparison = rosenblatt.compare("sample:petals", folds=2, models=[*OTHERS, "tree"])
    assert {row.model for row in comparison.rows} == {*OTHERS, "tree"}
    best = next(row.model for row in comparison.rows if row.model in OTHERS)
    if comparison.enough:
        assert comparison.next_command.endswith(f"--algorithm perceptron --rule {best}")


def test_zero_rows_are_counted_in_a_file(tmp_path):
    X, y = rows()
    X = np.where(X == 0, 1.0, X)
    X[[3, 40]] = 0.0
    np.savez(tmp_path / "a.npz", X=X, y=y)
    for rule in RULES:
        report = rosenblatt.train(tmp_path / "a.npz", rule=rule, max_iter=2, scale="none").report_
        assert report.zero_rows == (0 if rule in ("perceptron", "margin") else 2)
        assert ("2: they have no direction" in str(report)) == (report.zero_rows == 2)
