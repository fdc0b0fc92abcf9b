"""Defaults in docstrings are those of the signatures."""

import inspect

import pytest
from numpydoc.docscrape import NumpyDocString
from test_api_reference import DOCUMENTED, found

CALLABLE = [name for name in DOCUMENTED if callable(found(name))]


@pytest.mark.parametrize("name", CALLABLE)
def test_defaults_are_true(name):
    entries = NumpyDocString(inspect.getdoc(found(name)))["Parameters"]
    told = {parameter: entry.type for entry in entries for parameter in entry.name.split(", ")}
    for parameter in inspect.signature(found(name)).parameters.values():
        text = told.get(parameter.name, "")
        if parameter.default is parameter.empty:
            assert (parameter.name, "default=" in text) == (parameter.name, False)
        elif text != "None" and repr(parameter.default) != "<factory>":  # which leaves nothing to choose; a new list
            assert (parameter.name, text.partition("default=")[2]) == (parameter.name, repr(parameter.default))
