"""Training on files in partitions: the bits of one machine in sequence, and for one partition in mixing."""

import os
from itertools import chain

import numpy as np
import pytest
from helpers.trained_files import bits

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.values import SAMPLE
from rosenblatt.learners.partitioned import OneProcess
from rosenblatt.trained.parted_files import aligned, aligned_counts

SMALL = 0.001  # megabytes of a partition: 1,049 bytes
ORDERS = ("given", "shuffled-once", "shuffled")


def trained(path, strategy, part_mb=SMALL, **options):
    return rosenblatt.train(path, strategy=strategy, part_mb=part_mb, **{"max_iter": 4, **options})


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("algorithm", ["perceptron", "averaged", "voted"])
def test_sequence_has_the_bits_of_one_machine(algorithm, order, paths, small_pages):
    """For every kind of file, and in windows whose pages come from several partitions."""
    options = {"algorithm": algorithm, "order": order, "max_iter": 4}
    for name, path in paths.items():
        expected = rosenblatt.train(path, **options)
        result = trained(path, "sequence", **options)
        assert bits(result) == bits(expected), name
        one = {**expected.report_.to_dict(), "seconds": result.report_.seconds}
        assert result.report_.to_dict() == one


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("algorithm", ["perceptron", "averaged"])
def test_one_partition_has_the_bits_of_one_machine(algorithm, order, paths, small_pages):
    options = {"algorithm": algorithm, "order": order, "max_iter": 4}
    for name in ("a.csv", "a.libsvm"):
        expected = rosenblatt.train(paths[name], **options)
        assert bits(trained(paths[name], "mixing", 64, **options)) == bits(expected)


@pytest.mark.parametrize("fraction", [0.1, 0.4])
@pytest.mark.parametrize("order", ORDERS)
def test_validation_rows_are_those_of_one_machine(order, fraction, paths, small_pages):
    options = {"order": order, "validation": fraction, "max_iter": 3}
    for name in ("a.csv", "a.libsvm"):
        expected, result = rosenblatt.train(paths[name], **options), trained(paths[name], "sequence", **options)
        assert bits(result) == bits(expected)
        assert result.validation.to_dict() == expected.validation.to_dict()
        assert result.training.to_dict() == expected.training.to_dict()


@pytest.mark.parametrize(
    "options",
    [
        {"class_weight": "balanced"},
        {"class_weight": {0: 0.5, 1: 2.0}},
        {"at_zero": "positive"},
        {"multiclass": "one-vs-rest"},
        {"rule": "pa1", "C": 0.1},
        {"scale": "maxabs"},
    ],
    ids=str,
)
def test_options_of_learning_and_reading(options, paths, small_pages):
    path = paths["a.csv"]
    expected = rosenblatt.train(path, max_iter=3, order="shuffled", **options)
    assert bits(trained(path, "sequence", max_iter=3, order="shuffled", **options)) == bits(expected)


def test_scaling_of_features_is_that_of_one_machine(paths, small_pages):
    for scale in ("standard", "maxabs", "unit"):
        expected = rosenblatt.train(paths["a.libsvm"], scale=scale, max_iter=3)
        result = trained(paths["a.libsvm"], "sequence", scale=scale, max_iter=3)
        assert bits(result) == bits(expected)
        assert result.encoding_.key == expected.encoding_.key
    ignored = rosenblatt.train(paths["a.libsvm"], ignore=("2",), max_iter=3)
    assert bits(trained(paths["a.libsvm"], "sequence", ignore=("2",), max_iter=3)) == bits(ignored)


def test_categories_and_labels_come_from_all_partitions(tmp_path, small_pages):
    """Each partition has categories and classes that others have not; the encoding is that of the whole file."""
    draws = np.random.default_rng(0)
    lines = [f"{draws.normal():.3f},{'abcdefgh'[k // 30]},{['x', 'y', 'z'][k // 100]}" for k in range(240)]
    path = tmp_path / "d.csv"
    path.write_text("size,kind,label\n" + "\n".join(lines) + "\n")
    expected, result = rosenblatt.train(path, max_iter=5), trained(path, "sequence", max_iter=5)
    assert result.encoding_.to_dict() == expected.encoding_.to_dict()
    assert (result.feature_names_, result.guessed_) == (expected.feature_names_, expected.guessed_)
    assert bits(result) == bits(expected)


def test_rows_without_labels_are_counted_in_all_partitions(tmp_path, small_pages):
    lines = [f"{k % 7}.5,{k % 3},{'' if k % 10 == 9 else ['no', 'yes'][k % 2]}" for k in range(200)]
    path = tmp_path / "d.csv"
    path.write_text("a,b,label\n" + "\n".join(lines) + "\n")
    options = {"missing_label": "drop", "target": "label", "max_iter": 2}
    expected, result = rosenblatt.train(path, **options), trained(path, "sequence", **options)
    assert result.n_unlabelled == expected.n_unlabelled == 20
    assert bits(result) == bits(expected)


def test_several_files_are_read_one_after_another(paths, small_pages):
    files = sorted(paths["parts"].iterdir())
    expected = bits(rosenblatt.train(paths["parts"], max_iter=3))
    assert bits(rosenblatt.train(files, max_iter=3)) == expected
    assert bits(trained(files, "sequence", max_iter=3)) == expected


def test_mixing_depends_on_the_partitions_and_reports_them(paths, small_pages):
    result = trained(paths["a.csv"], "mixing", order="given")
    assert result.report_.mixed_mistakes_per_epoch is not None
    assert bits(result) != bits(rosenblatt.train(paths["a.csv"], order="given", max_iter=4))
    again = trained(paths["a.csv"], "mixing", order="given")
    assert bits(again) == bits(result)
    then = rosenblatt.train(paths["a.csv"], strategy="mixing", part_mb=SMALL, max_iter=4, then_sequence=2)
    assert then.report_.n_epochs == 6


def test_a_model_of_partitions_is_saved_and_reproduced(paths, small_pages, tmp_path):
    for strategy in ("mixing", "sequence"):
        path = tmp_path / "m.perceptron"
        first = trained(paths["a.csv"], strategy, model=path)
        assert not os.path.exists(f"{path}.checkpoint")
        loaded = rosenblatt.load(path)
        assert loaded.report_.mixed_mistakes_per_epoch == first.report_.mixed_mistakes_per_epoch
        assert rosenblatt.reproduce(path).same
    files = sorted(paths["parts"].iterdir())
    trained(files, "mixing", model=path)
    assert rosenblatt.reproduce(path).same


def test_a_bad_row_is_named_by_its_line_in_the_file(paths):
    lines = paths["a.csv"].read_text().splitlines()
    lines = lines * (SAMPLE // len(lines) + 9)  # more than the rows from which columns are guessed
    place = SAMPLE + 600
    lines[place] = "x" + lines[place][lines[place].index(",") :]
    paths["a.csv"].write_text("\n".join(lines) + "\n")
    with pytest.raises(DataError, match=rf"a\.csv:{place + 1} column 'x1'"):
        trained(paths["a.csv"], "mixing", 0.05)


def test_regression_targets_are_refused(tmp_path):
    draws = np.random.default_rng(0)
    np.savez(tmp_path / "d.npz", X=draws.normal(size=(200, 2)), y=draws.normal(size=200))
    with pytest.raises(DataError, match="that is regression"):
        trained(tmp_path / "d.npz", "mixing")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"algorithm": "pocket"}, "algorithm must be perceptron, averaged for the strategy 'mixing'; got pocket."),
        ({"algorithm": "voted"}, "algorithm must be .* got voted: strategy='sequence' takes it."),
        ({"order": "first-mistake"}, "order must be shuffled or shuffled-once or given"),
        ({"strategy": "both"}, "strategy must be one of 'mixing', 'sequence'; got 'both'."),
        ({"mix_by": "rows"}, "mix_by must be one of 'mistakes', 'uniform'; got 'rows'."),
        ({"then_sequence": -1}, "then_sequence must be a whole number, at least 0; got -1."),
        ({"strategy": "sequence", "then_sequence": 1}, "then_sequence must be 0 for the strategy 'sequence'"),
        ({"part_mb": 0}, "part_mb must be a number of megabytes above 0; got 0."),
        ({"certify": True}, "certify must be left out for rows in partitions; got True."),
        ({"report": "page.html"}, "report must be left out for rows in partitions; got 'page.html'."),
        ({"certify_when_stalled": True}, "certify_when_stalled must be left out for rows in partitions"),
        ({"cache": "folder"}, "cache must be left out for rows in partitions; got 'folder'."),
        ({"checkpoint": "c"}, "checkpoint must be left out for rows in partitions; got 'c'."),
        ({"resume": True}, "resume must be left out for rows in partitions; got True."),
        ({"early_stopping": True}, "early_stopping must be False for rows in partitions; got True."),
    ],
    ids=str,
)
def test_options_that_partitions_do_not_take(given, sentence, paths):
    with pytest.raises(OptionError, match=sentence):
        rosenblatt.train(paths["a.csv"], **{"strategy": "mixing", **given})


def test_a_model_to_go_on_from_is_refused(paths, tmp_path):
    model = rosenblatt.train(paths["a.csv"])
    with pytest.raises(OptionError, match="from_model must be left out on a cluster, where training starts anew"):
        rosenblatt.train(paths["a.csv"], from_model=model, strategy="mixing")


@pytest.mark.parametrize("counts", [[5], [3, 3, 3], [1, 1, 1, 1, 1, 1, 1], [10, 0, 1], [4, 4], [0, 7, 2]])
def test_parts_begin_at_multiples_of_the_unit(counts):
    numbers = iter(range(sum(counts)))
    parts = [[next(numbers) for _ in range(count)] for count in counts]
    moved = aligned(parts, counts, 4, OneProcess(), lambda part, a, b: part[a:b], lambda some: list(chain(*some)))
    assert list(chain(*moved)) == list(range(sum(counts)))
    assert [len(part) for part in moved] == aligned_counts(counts, 4)
    assert all(part[0] % 4 == 0 for part in moved if part)
