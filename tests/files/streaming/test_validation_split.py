"""Rows held out of a file: each row on one side, whatever the format and the size of reads; training on the rest."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from sklearn.datasets import dump_svmlight_file

import rosenblatt
from rosenblatt import learners
from rosenblatt.data.blocks import block_of
from rosenblatt.data.chunks import Chunk, joined
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.streaming.validation_split import HeldOut
from rosenblatt.trained.evaluation import evaluate_chunks
from rosenblatt.trained.file_fit import RunOptions, train_on

N = 130


class Rows:
    """What gives rows in chunks of a size: their only feature is their number, from 1."""

    def __init__(self, n_rows, size):
        self.n_rows, self.size = n_rows, size

    def chunks(self):
        for first in range(0, self.n_rows, self.size):
            numbers = np.arange(first, min(first + self.size, self.n_rows)) + 1.0
            yield Chunk(block_of(numbers[:, None]), numbers)


def examples():
    """The first column is the number of the row and a quarter: a row can be found by it, and it is no counter."""
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(N, 4)), 3) * (rng.random((N, 4)) < 0.7)
    X[:, 0] = np.arange(N) + 1.25
    return X, np.where(X @ [0.01, -2.0, 0.5, 0.0] + rng.normal(size=N) > 0.6, 1, 0)


def write(folder, rows):
    """These rows as files of several formats."""
    X, y = (part[rows] for part in examples())
    folder.mkdir()
    names = ("number", "a", "b", "c", "class")
    pa.parquet.write_table(pa.table(dict(zip(names, [*X.T, y], strict=True))), folder / "a.parquet")
    lines = [",".join(map(repr, [*x, label])) for x, label in zip(X.tolist(), y.tolist(), strict=True)]
    (folder / "a.csv").write_text("\n".join([",".join(names), *lines]) + "\n")
    dump_svmlight_file(X, y, str(folder / "a.libsvm"), zero_based=False)
    return {name: folder / name for name in ("a.csv", "a.parquet", "a.libsvm")}


def numbers(rows):
    """Which rows they are, from 1, in their order."""
    values = [chunk.block.rows.values for chunk in rows if not chunk.block.is_sparse]
    if values:
        return np.concatenate(values)[:, 0].astype(int).tolist()
    whole = joined(list(rows)).block.rows
    return whole.values[whole.starts[:-1]].astype(int).tolist()


def chosen(reader, fraction=0.3, seed=0):
    held_out = HeldOut(reader, fraction, seed)
    return numbers(list(held_out.training())), numbers(list(held_out.validation()))


@pytest.mark.parametrize("fraction", [0.01, 0.2, 0.5])
@pytest.mark.parametrize("n_rows", [50, 100, 121])
def test_every_row_is_on_one_side_in_the_order_of_the_file(n_rows, fraction, small_pages):
    training, validation = chosen(Rows(n_rows, 7), fraction)
    assert training == sorted(training)
    assert validation == sorted(validation)
    assert sorted(training + validation) == list(range(1, n_rows + 1))
    assert abs(len(validation) - fraction * n_rows) <= 0.5


def test_each_page_holds_out_its_share(small_pages):
    _, validation = chosen(Rows(100, 100), 0.3)
    assert np.bincount((np.array(validation) - 1) // 20).tolist() == [6] * 5


def test_a_small_fraction_is_not_rounded_to_none_on_every_page(small_pages):
    _, validation = chosen(Rows(200, 50), 0.02)
    assert len(validation) == 4


@pytest.mark.compiled
def test_the_size_of_chunks_changes_nothing():
    whole = chosen(Rows(5000, 5000))
    assert [len(rows) for rows in whole] == [3500, 1500]
    for size in (1, 7, 4096):
        assert chosen(Rows(5000, size)) == whole


def test_the_choice_is_the_same_on_every_machine_and_in_every_version(small_pages):
    assert chosen(Rows(30, 30), 0.2)[1] == [3, 12, 16, 20, 28, 30]
    assert chosen(Rows(30, 30), 0.2, seed=1)[1] != [3, 12, 16, 20, 28, 30]


def test_the_format_changes_nothing(tmp_path, small_pages):
    expected = chosen(Rows(N, N))
    for path in write(tmp_path / "all", slice(None)).values():
        assert chosen(rosenblatt.read(path)) == expected


def test_labels_go_with_their_rows(tmp_path, small_pages):
    X, y = examples()
    held_out = HeldOut(rosenblatt.read(write(tmp_path / "all", slice(None))["a.csv"]), 0.3)
    for rows in (held_out.training, held_out.validation):
        whole = joined(list(rows()))
        at = whole.block.rows.values[:, 0].astype(int) - 1
        assert whole.labels.tolist() == y[at].tolist()
        assert whole.block.rows.values.tolist() == X[at].tolist()


def bits(learner):
    weights, report = learner.model.weights, learner.report
    return weights.w.tobytes(), weights.b.tobytes(), report.reason, report.mistakes_per_epoch, report.n_rows


@pytest.mark.parametrize("pages", ["a window", "many windows"])
@pytest.mark.parametrize(
    ("algorithm", "order"),
    [("Perceptron", "given"), ("Averaged", "given"), ("Pocket", "given"), ("Perceptron", "shuffled")],
)
def test_training_is_that_on_a_file_of_the_other_rows(algorithm, order, pages, tmp_path, request):
    if pages == "many windows":
        request.getfixturevalue("small_pages")
    training, _ = chosen(Rows(N, N))
    files, rest = write(tmp_path / "all", slice(None)), write(tmp_path / "rest", np.array(training) - 1)
    for name, path in files.items():

        def learner():
            return getattr(learners, algorithm)(order=order, max_iter=4)

        expected = train_on(learner(), rosenblatt.read(rest[name]))
        found = train_on(learner(), HeldOut(rosenblatt.read(path), 0.3))
        assert bits(found) == bits(expected)


def test_features_that_only_held_out_rows_have_are_features(tmp_path, small_pages):
    """So that the width is the file's, however it is read, and rows held out are never wider than the model."""
    _, validation = chosen(Rows(40, 40), 0.2)
    wide = validation[-1]
    lines = [f"{k % 2} 1:{k}" + " 9:1" * (k == wide) for k in range(1, 41)]
    (tmp_path / "a.libsvm").write_text("\n".join(lines) + "\n")
    held_out = HeldOut(rosenblatt.read(tmp_path / "a.libsvm"), 0.2)
    learner = train_on(learners.Perceptron(max_iter=1), held_out)
    assert learner.n_features == 9
    assert evaluate_chunks(learner.model, held_out.validation()).n_rows == 8


def test_features_with_names_are_those_of_the_reader(tmp_path, small_pages):
    (tmp_path / "a.vw").write_text("".join(f"{1 if k % 2 else -1} | n:{k} w{k}\n" for k in range(1, 41)))
    held_out = HeldOut(rosenblatt.read(tmp_path / "a.vw"), 0.2)
    learner = train_on(learners.Perceptron(max_iter=1), held_out)
    assert len(held_out.names) == learner.n_features == 41
    assert evaluate_chunks(learner.model, held_out.validation()).n_rows == 8


def test_kept_pages_are_of_one_choice(tmp_path, small_pages):
    path = write(tmp_path / "all", slice(None))["a.csv"]
    choices = [(0.3, 0), (0.3, 1), (0.4, 0)]

    def trained(fraction, seed, **how):
        held_out = HeldOut(rosenblatt.read(path), fraction, seed)
        return bits(train_on(learners.Perceptron(max_iter=3), held_out, RunOptions(**how)))

    for _ in range(2):  # pages are written, then found
        for choice in choices:
            assert trained(*choice, cache=tmp_path / "cache") == trained(*choice)
    assert len(list((tmp_path / "cache").iterdir())) == 3
    keys = {HeldOut(rosenblatt.read(path), *choice).key for choice in choices} | {rosenblatt.read(path).key}
    assert len(keys) == 4


@pytest.mark.parametrize("fraction", [0, 1, 1.5, -0.1, float("nan"), "0.2", None, True])
def test_a_fraction_is_between_0_and_1(fraction):
    with pytest.raises(OptionError, match="^The validation fraction must be a number between 0 and 1; got .*.$"):
        HeldOut(Rows(9, 9), fraction)


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5, True])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(OptionError, match=r"^seed must be a whole number from 0 to 2\*\*32 − 1; got .*.$"):
        HeldOut(Rows(9, 9), 0.5, seed)


@pytest.mark.parametrize("side", ["training", "validation"])
def test_both_sides_must_have_rows(side):
    for n_rows, fraction, said in ((20, 0.01, "0.01 of 20"), (1, 0.9, "0.9 of 1")):
        message = (
            f"^The validation fraction must leave rows on both sides; {said} is none: take a larger one, or a file"
        )
        with pytest.raises(DataError, match=message):
            list(getattr(HeldOut(Rows(n_rows, 9), fraction), side)())


def test_one_row_of_a_page_at_least_is_trained_on(small_pages):
    training, validation = chosen(Rows(100, 1), 0.99)
    assert [(number - 1) // 20 for number in training] == [0, 1, 2, 3, 4]
    assert len(validation) == 95


def test_rows_without_labels_cannot_be_trained_on(tmp_path):
    np.save(tmp_path / "a.npy", np.ones((10, 2)))
    held_out = HeldOut(rosenblatt.read(tmp_path / "a.npy"), 0.5)
    assert [chunk.labels for chunk in held_out.validation()] == [None]
    with pytest.raises(DataError, match=r"a\.npy must have labels to train on: labels= names a file of them.$"):
        train_on(learners.Perceptron(), held_out)
