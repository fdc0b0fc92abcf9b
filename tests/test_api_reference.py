"""The docstrings of all public names: complete by numpydoc's rules, with examples that run."""

import doctest
import functools
import importlib
import inspect
import re

import pandas
import pytest
from matplotlib import pyplot
from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

import rosenblatt

ROOMS = ("dask", "lab", "learners", "online", "plots", "river")
MODULES = ("rosenblatt", *(f"rosenblatt.{room}" for room in ROOMS))
NOT_ASKED = {"ES01", "GL01", "GL02", "GL03"}
METHODS = (property, functools.cached_property, classmethod, staticmethod)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def public_names():
    return [f"{module}.{name}" for module in MODULES for name in importlib.import_module(module).__all__]


def public_methods():
    """Methods and properties that public classes have from this package, each once.

    An override without a docstring is shown with that of the method it overrides.
    """
    seen = set()
    for name in public_names():
        for base in getattr(found(name), "__mro__", ()):
            for method, value in vars(base).items() if base.__module__.startswith("rosenblatt") else ():
                is_method = inspect.isfunction(value) or isinstance(value, METHODS)
                is_shown = inspect.getattr_static(found(name), method) is value and not method.startswith("_")
                inherits = value.__doc__ is None and inspect.getdoc(getattr(found(name), method))
                if is_method and is_shown and not inherits and id(value) not in seen:
                    seen.add(id(value))
                    yield f"{name}.{method}"


def found(name):
    module = next(module for module in reversed(MODULES) if name.startswith(f"{module}."))
    return functools.reduce(getattr, name.removeprefix(f"{module}.").split("."), importlib.import_module(module))


NAMES = public_names()
DOCUMENTED = [*NAMES, *public_methods()]


@pytest.mark.parametrize("name", NAMES)
def test_docstrings_are_complete(name):
    assert [error for error in validate(name)["errors"] if error[0] not in NOT_ASKED] == []


@pytest.mark.parametrize("name", [*MODULES, *DOCUMENTED])
def test_examples_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (importlib.import_module(name) if name in MODULES else found(name)).__doc__ or ""
    shown = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, None, None), out=shown.append)
    pyplot.close("all")
    assert not runner.summarize(verbose=False).failed, "".join(shown)


def attributes_of(documented):
    return {attribute.name for attribute in NumpyDocString(inspect.getdoc(documented))["Attributes"]}


X, Y = [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["ham", "spam", "spam"]
OF_FILES = {"trained_", "encoding_"}


@pytest.mark.parametrize("name", ["Perceptron", "AveragedPerceptron", "VotedPerceptron", "PocketPerceptron"])
def test_fitted_attributes_of_estimators_are_documented(name):
    estimator = getattr(rosenblatt, name)().fit(pandas.DataFrame(X, columns=["free", "meeting"]), Y)
    fitted = {name for name in dir(estimator) if re.fullmatch(r"[a-z]\w*_", name) and hasattr(estimator, name)}
    assert attributes_of(type(estimator)) == fitted | OF_FILES
