"""scikit-learn's own tests, read from the installed wheel, with another class in place of one of its own."""

import importlib.util
import itertools
import sys
import warnings
from types import ModuleType, SimpleNamespace
from unittest.mock import patch

import pytest
from sklearn import linear_model
from sklearn.linear_model import tests

FIXED = ("average", "epsilon", "learning_rate", "loss", "power_t")  # options of SGDClassifier that Perceptron has not
STAND_INS = ("SGDClassifier", "SparseSGDClassifier")  # functions of test_sgd.py that make the class under test


class Case:
    """One test with one choice of its parameters."""

    def __init__(self, module: ModuleType, name: str, arguments: dict) -> None:
        self.function = getattr(module, name)
        self.arguments = {key: value for key, (value, _) in arguments.items()}
        labels = "-".join(label for _, label in arguments.values())
        self.id = f"{name}[{labels}]" if labels else name

    def run(self, **fixtures) -> None:
        """Run it. Warnings are recorded and dropped: scikit-learn's tests were written for its own filters."""
        code = self.function.__code__
        wanted = set(code.co_varnames[: code.co_argcount]) - set(self.arguments)
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            self.function(**self.arguments, **{name: fixtures[name] for name in wanted})


def perceptron_cases(perceptron: type) -> dict[str, Case]:
    """The tests of test_perceptron.py, of this class."""
    return _cases(_loaded("test_perceptron", "Perceptron", perceptron))


def sgd_cases(perceptron: type) -> dict[str, Case]:
    """The tests of test_sgd.py that use SGDClassifier, with this class in its place."""
    module = _loaded("test_sgd", "SGDClassifier", perceptron)
    update_kwargs = module._update_kwargs

    def without_fixed(kwargs):
        update_kwargs(kwargs)
        for name in FIXED:
            kwargs.pop(name, None)

    module._update_kwargs = without_fixed
    made_by = {perceptron, *(getattr(module, name) for name in STAND_INS)}

    def concerned(case):
        if any(callable(value) for value in case.arguments.values()):
            return any(callable(value) and value in made_by for value in case.arguments.values())
        return not set(STAND_INS).isdisjoint(case.function.__code__.co_names)

    return {name: case for name, case in _cases(module).items() if concerned(case)}


def _loaded(stem: str, replaced: str, by: type) -> ModuleType:
    """A test module of scikit-learn's linear models, under a name of its own, with one class replaced."""
    name = f"scikit_learn_{stem}_of_{by.__module__.partition('.')[0]}"
    spec = importlib.util.spec_from_file_location(name, f"{tests.__path__[0]}/{stem}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)  # pickle looks for its classes there
    marks = pytest.MarkGenerator(_ispytest=True)  # ours is strict, and knows no marks of scikit-learn
    with patch.object(linear_model, replaced, by), patch.object(pytest, "mark", marks):
        spec.loader.exec_module(module)
        if hasattr(module, "linear_model"):
            module.linear_model = SimpleNamespace(**vars(linear_model))
    return module


def _cases(module: ModuleType) -> dict[str, Case]:
    names = [name for name in vars(module) if name.startswith("test_")]
    cases = (Case(module, name, arguments) for name in names for arguments in _choices(getattr(module, name)))
    return {case.id: case for case in cases}


def _choices(function) -> list[dict]:
    """Every choice of the parameters of a test: name → value and label."""
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    choices = [list(_values(*mark.args)) for mark in marks]
    return [{key: value for part in parts for key, value in part.items()} for parts in itertools.product(*choices)]


def _values(names, values):
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    for number, value in enumerate(values):
        row = getattr(value, "values", value) if len(names) > 1 else [value]
        yield {name: (part, _label(name, part, number)) for name, part in zip(names, row, strict=True)}


def _label(name, value, number):
    if value is None or isinstance(value, str | int | float):
        return str(value)
    return getattr(value, "__name__", f"{name}{number}")
