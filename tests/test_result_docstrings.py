"""The docstrings of results: classes that users do not make, but get from functions, with their methods."""

import functools
import inspect

import pytest
from numpydoc.validate import validate

from rosenblatt.commands import comparison, convert, inspect as inspect_command, reproduce
from rosenblatt.data import chunks
from rosenblatt.files import readers
from rosenblatt.learners import mistake_bound
from rosenblatt.models import geometry
from rosenblatt.proofs.check import certificate_fields
from rosenblatt.trained import evaluation, label_counts, predictions, trained_model

RESULTS = (
    *(trained_model.FileModel, trained_model.Trained, predictions.Predictions, predictions.Predicted),
    *(readers.Reader, chunks.Table, mistake_bound.Theorem, geometry.Line),
    *(convert.Conversion, inspect_command.Inspection, reproduce.Reproduction),
    *(comparison.Compared, comparison.Difference, evaluation.ClassScores, evaluation.Majority, label_counts.Confused),
    *(certificate_fields.Bracket, certificate_fields.HullPoint),
)
NOT_ASKED = {"ES01", "EX01", "GL01", "GL02", "GL03", "SA01"}
METHODS = (property, functools.cached_property, classmethod)


def documented():
    for result in RESULTS:
        name = f"{result.__module__}.{result.__qualname__}"
        yield name
        for method, value in vars(result).items():
            if not method.startswith("_") and (inspect.isfunction(value) or isinstance(value, METHODS)):
                yield f"{name}.{method}"


@pytest.mark.parametrize("name", list(documented()))
def test_docstrings_are_complete(name):
    assert [error for error in validate(name)["errors"] if error[0] not in NOT_ASKED] == []
