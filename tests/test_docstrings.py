"""Entries that several docstrings share."""

import inspect
import subprocess
import sys

import pytest

from rosenblatt.docstrings import entries, insert

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


def test_without_docstrings_the_package_works():
    code = "import rosenblatt; print(rosenblatt.Perceptron(max_iter=5).fit([[0.0], [1.0]], [0, 1]).report_.reason)"
    shown = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["converged"]
