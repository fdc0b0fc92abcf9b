"""Predictions and evaluation of files in parts: the same as on one machine."""

import numpy as np
import pytest

import rosenblatt
from rosenblatt.errors import DataError
from rosenblatt.learners.partitioned import OneProcess
from rosenblatt.trained.model_files import predictor_of
from rosenblatt.trained.parted_predictions import PartedPredictions
from rosenblatt.trained.predictions import ReadingNotes


@pytest.fixture
def files(tmp_path):
    """A training table, and other rows with an ID, an unknown column and categories that training has not seen."""
    draws = np.random.default_rng(0)

    def line(k, kinds):
        return f"{k},{draws.normal():.3f},{kinds[k % len(kinds)]},{['no', 'yes'][k % 2]}"

    (tmp_path / "train.csv").write_text("id,size,kind,label\n" + "\n".join(line(k, "abc") for k in range(90)) + "\n")
    others = "\n".join(f"{line(k, 'abcde')},{k}" for k in range(200))
    (tmp_path / "other.csv").write_text("id,size,kind,label,extra\n" + others + "\n")
    return tmp_path / "train.csv", tmp_path / "other.csv"


def parted(model, data, **options):
    return PartedPredictions(predictor_of(model), data, OneProcess(), 500, **options)


def test_predictions_in_parts_are_those_of_one_machine(files):
    model = rosenblatt.train(files[0], id=("id",), target="label")
    whole, parts = rosenblatt.predict(model, files[1]), parted(model, files[1])
    pages = [list(whole), list(parts)]
    assert len(pages[1]) > 5
    for name in ("labels", "scores"):
        one, other = (np.concatenate([getattr(page, name) for page in some]) for some in pages)
        assert one.tobytes() == other.tobytes()
    one, other = ([value for page in some for value in page.ids["id"]] for some in pages)
    assert one == other == [str(k) for k in range(200)]
    assert parts.lines() == whole.lines()
    assert len(parts.lines()) == 2  # the column and the categories


def test_evaluation_in_parts_is_that_of_one_machine(files):
    for algorithm in ("averaged", "voted"):
        model = rosenblatt.train(files[0], id=("id",), target="label", algorithm=algorithm)
        one, other = rosenblatt.evaluate(model, files[1]), parted(model, files[1], with_labels=True).evaluation()
        assert one.to_dict() == other.to_dict()
        assert str(one) == str(other)


def test_a_bad_row_is_named_by_its_line_in_the_file(files):
    model = rosenblatt.train(files[0], id=("id",), target="label")
    lines = files[1].read_text().splitlines()
    lines[120] = lines[120].replace(lines[120].split(",")[1], "many", 1)
    files[1].write_text("\n".join(lines) + "\n")
    for read in (lambda: list(parted(model, files[1])), parted(model, files[1], with_labels=True).evaluation):
        with pytest.raises(DataError, match=r"other\.csv:121 "):
            read()


def test_notes_of_parts_are_added():
    first = ReadingNotes(1, ("a",), 2, (("kind", 3, "x"),))
    second = ReadingNotes(2, ("a", "b"), 3, (("age", 1, "old"), ("kind", 4, "z")))
    assert first.plus(second) == ReadingNotes(3, ("a", "b"), 5, (("age", 1, "old"), ("kind", 7, "x")))
    assert ReadingNotes().plus(first) == first
