"""Names are listed once: functions take exactly what the command line offers, and the command line what they take."""

import inspect
import re
import subprocess
import sys
from dataclasses import fields

import click
import numpy as np
import pytest
from helpers.cli import run

import rosenblatt
from rosenblatt import conventions, estimators, learners, online
from rosenblatt.cli import cli
from rosenblatt.cli.options import HOW_TYPED, LEARNING, READING
from rosenblatt.commands import compare, comparison, export, plot
from rosenblatt.errors import OptionError
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.learners.options import Options
from rosenblatt.reports import page

NO_FLAG_TO_READ = {"n_features"}  # how wide sparse rows are comes from the model
NO_FLAG_TO_LEARN = {  # class_weight and validation are options of train alone
    *("eta0", "n_iter_no_change", "tol", "stop_when_converged", "early_stopping", "validation_fraction"),
    "class_weight",
}
DATA = "sample:note-004"
CSV = "a,b,y\n1,2,p\n2,1,q\n"

# The option, the list of its names, and a function that refuses any other.
LISTS = [
    ("algorithm", conventions.ALGORITHMS, lambda path, name: rosenblatt.train(DATA, algorithm=name)),
    ("metric", conventions.METRICS, lambda path, name: rosenblatt.Evaluation(["a"]).metric(name)),
    ("metric", conventions.METRICS, lambda path, name: rosenblatt.compare(DATA, metric=name)),
    ("format", conventions.FORMATS, lambda path, name: rosenblatt.read(path, format=name)),
    ("scale", conventions.SCALES, lambda path, name: rosenblatt.read(path, scale=name)),
    ("missing", conventions.MISSING, lambda path, name: rosenblatt.read(path, missing=name)),
    ("text_features", conventions.TEXT_FEATURES, lambda path, name: rosenblatt.read(path, text_features=name)),
    ("what", conventions.PICTURES, lambda path, name: rosenblatt.plot(DATA, name)),
]


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "d.csv"
    path.write_text(CSV)
    return path


@pytest.mark.parametrize(("name", "names", "use"), LISTS)
def test_an_unknown_name_is_refused_with_the_list(table, name, names, use):
    with pytest.raises(OptionError) as refused:
        use(table, "unheard-of")
    assert str(refused.value) == f"{name} must be one of {', '.join(names)}; got 'unheard-of'."


@pytest.mark.parametrize(("name", "names"), [(name, names) for name, names, _ in LISTS])
def test_verbs_offer_the_list_and_nothing_else(name, names):
    offered = [
        (verb, list(parameter.type.choices))
        for verb, command in cli.commands.items()
        for parameter in command.params
        if parameter.name == name and isinstance(parameter, click.Option)
    ]
    assert offered
    assert offered == [(verb, list(names)) for verb, _ in offered]


def test_every_name_of_a_list_is_known_to_the_functions(table):
    for name in conventions.METRICS:
        assert np.isfinite(rosenblatt.Evaluation(["a"]).metric(name))
    for option, names in (("scale", conventions.SCALES), ("missing", conventions.MISSING)):
        for name in names:
            assert rosenblatt.read(table, **{option: name}).table().X.shape == (2, 2)
    assert set(comparison.SCALED) == set(conventions.SCALES) == {*page.SCALES, "none"}
    assert set(plot._DRAWERS) == set(conventions.PICTURES)
    assert set(conventions.TABLES) < set(conventions.FORMATS)
    assert set(export.MISSING) < set(conventions.MISSING)
    assert list(next(p for p in cli.commands["export"].params if p.name == "format").type.choices) == list(
        conventions.EXPORTS
    )


def test_algorithms_are_classes_that_are_there():
    for name, algorithm in conventions.ALGORITHMS.items():
        assert type(rosenblatt.train(DATA, algorithm=name, max_iter=1).learner_).__name__ == algorithm.learner
        assert hasattr(estimators, algorithm.estimator)
        assert hasattr(online, algorithm.estimator) == algorithm.is_online
    known = {algorithm.learner for algorithm in conventions.ALGORITHMS.values()}
    classes = {
        name for name, one in vars(learners).items() if inspect.isclass(one) and issubclass(one, learners.Learner)
    }
    assert classes - {"Learner"} == known == set(page.NAMES)
    assert set(conventions.ALGORITHMS) - {"kernel"} < set(compare.KINDS)  # which compares linear models


def test_rules_are_known_everywhere():
    for name, rule in conventions.RULES.items():
        assert rosenblatt.train(DATA, rule=name, max_iter=1).learner_.options.rule == name
        assert all(hasattr(estimators, own) for own in rule.estimators)
        assert all(hasattr(online, own) for own in rule.online)
    assert list(next(p for p in cli.commands["train"].params if p.name == "rule").type.choices) == [*conventions.RULES]
    assert {*conventions.RULES} < {*compare.KINDS}


def test_rules_for_many_classes_are_known(capsys, monkeypatch):
    for name in conventions.MULTICLASS:
        assert rosenblatt.train("sample:iris", multiclass=name, max_iter=1).learner_.options.multiclass == name
    option = next(p for p in cli.commands["train"].params if p.name == "multiclass")
    assert list(option.type.choices) == [*conventions.MULTICLASS]
    for verb in ("train", "trace"):
        code, out, _ = run(capsys, monkeypatch, verb, "sample:iris", "--multiclass", "one-vs-rest", "--epochs", "2")
        assert code == 0
        assert ("one perceptron per class" in out) == (verb == "train")
        assert "counted per class" in out or "mistakes of single classes" in out


def test_options_of_reading_and_learning_have_flags_or_are_listed():
    to_read, to_learn = ({field.name for field in fields(options)} for options in (ReadOptions, Options))
    assert set(HOW_TYPED) == to_read - NO_FLAG_TO_READ
    assert set(LEARNING) == to_learn - NO_FLAG_TO_LEARN
    for verb in ("train", "trace", "certify", "plot", "lab", "compare", "convert"):
        assert set(READING) <= {parameter.name for parameter in cli.commands[verb].params}
    for option in cli.commands["trace"].params:
        default = {**vars(ReadOptions()), **vars(Options())}.get(option.name)
        if default not in (None, ()):
            assert (option.name, option.default) == (option.name, default)


def test_help_loads_nothing_heavy():
    code = "import sys, rosenblatt.cli; print({'numpy', 'numba', 'pyarrow', 'rich'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "set()"


def test_a_name_has_one_flag_in_all_verbs():
    flags = {}
    for command in cli.commands.values():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                flags.setdefault(parameter.name, set()).add((*parameter.opts, *parameter.secondary_opts))
    assert [name for name, written in flags.items() if len(written) > 1] == []
    for written in flags.values():
        assert all(re.fullmatch("-[a-z]|--[a-z0-9-]+|--C", flag) for one in written for flag in one)
