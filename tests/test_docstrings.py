"""Entries that several docstrings share."""

import inspect
import subprocess
import sys
from dataclasses import fields

import pytest

from rosenblatt.docstrings import entries, insert, keywords
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.files.shared_entries import READING

SHARED = entries("""
    order : {'given', 'shuffled'}, default='shuffled'
        Order of the visits.

        - "given": as they come.
    eta0 : float, default=1.0
        Learning rate.
    **options
        Further options.
""")


def test_an_entry_begins_at_a_line_that_is_not_indented():
    assert list(SHARED) == ["order", "eta0", "**options"]
    assert SHARED["order"].endswith('visits.\n\n    - "given": as they come.')
    assert SHARED["**options"] == "**options\n    Further options."


def test_names_in_braces_stand_for_their_entries():
    @insert(SHARED, {"eta0": "eta0 : float\n    Rate."})
    def train():
        """Train.

        Parameters
        ----------
        {order, eta0}
        {**options}

        Examples
        --------
        >>> {"free": 2}
        {'free': 2}
        """

    lines = inspect.getdoc(train).splitlines()
    assert lines[2:5] == ["Parameters", "----------", "order : {'given', 'shuffled'}, default='shuffled'"]
    assert lines[8:12] == ["eta0 : float", "    Rate.", "**options", "    Further options."]
    assert lines[-1] == "{'free': 2}"


def test_a_name_that_no_table_has_is_an_error():
    with pytest.raises(KeyError, match="rate"):

        @insert(SHARED)
        class Learner:
            """A learner.

            {rate}
            """


def test_options_are_listed_below_the_name_of_the_keywords():
    entry = keywords("options", "Options:", {"eta0": SHARED["eta0"]})["options"]
    assert entry == "**options\n    Options:\n\n    eta0 : float, default=1.0\n        Learning rate."
    without = keywords("options", "Options:", {"eta0": SHARED["eta0"]}, defaults=False)["options"]
    assert "    eta0 : float\n        Learning rate." in without


def test_every_option_of_reading_is_described_with_its_default():
    assert list(READING) == [field.name for field in fields(ReadOptions)]
    for field in fields(ReadOptions):
        name, default = READING[field.name].split("\n")[0].split(", default=")
        assert (name.split(" : ")[0], default) == (field.name, repr(field.default))


def test_without_docstrings_the_package_works():
    code = "import rosenblatt; print(rosenblatt.Perceptron(max_iter=5).fit([[0.0], [1.0]], [0, 1]).report_.reason)"
    shown = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["converged"]
