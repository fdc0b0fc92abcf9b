"""The exam as an object: its page, its file, and its dictionary."""

import json

import pytest

import rosenblatt
from rosenblatt import OptionError


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    first, second = rosenblatt.exam(17), rosenblatt.exam(17)
    assert first == second
    assert first.save(tmp_path / "a.html").read_bytes() == second.html().encode()
    assert second.save(tmp_path / "b.html", solutions=False).read_bytes() == first.html(solutions=False).encode()


def test_the_dictionary_is_ready_for_json():
    paper = rosenblatt.exam(5)
    fields = paper.to_dict()
    assert json.loads(json.dumps(fields)) == fields
    assert (fields["seed"], fields["marks"]) == (5, 60)
    assert sum(question["marks"] for question in fields["questions"]) == 60
    assert len(fields["questions"]) == len(fields["solutions"]) == 5
    assert fields.keys() - paper.to_dict(solutions=False).keys() == {"solutions"}


def test_a_file_that_exists_is_replaced(tmp_path):
    path = tmp_path / "exam.html"
    path.write_text("old")
    assert rosenblatt.exam().save(str(path)) == path
    assert path.read_text("utf-8") == rosenblatt.exam(0).html()


def test_places_that_cannot_be_written(tmp_path):
    paper = rosenblatt.exam()
    with pytest.raises(OptionError) as error:
        paper.save(tmp_path / "no" / "exam.html")
    place = tmp_path / "no"
    said = f"path must be in a folder that is there; {place / 'exam.html'} is not: make the folder {place} first."
    assert str(error.value) == said
    with pytest.raises(OptionError) as error:
        paper.save(tmp_path)
    said = f"path must be a file; {tmp_path} is a folder: name a file in it, such as {tmp_path / 'exam.html'}."
    assert str(error.value) == said
