"""Verb ``evaluate``: accuracy of a model on labelled rows."""

import os
from typing import Any, Unpack

from rosenblatt.commands.shared_entries import ERRORS, SHARED, WRITTEN_LABELLED
from rosenblatt.docstrings import insert
from rosenblatt.files.read_options import FileOptions
from rosenblatt.trained import evaluation
from rosenblatt.trained.evaluation import Evaluation
from rosenblatt.trained.model_files import predictor_of


@insert(SHARED, WRITTEN_LABELLED, ERRORS)
def evaluate(model: Any, data: str | os.PathLike[str], **written: Unpack[FileOptions]) -> Evaluation:
    """Evaluate a model on the labelled rows of a file.

    Parameters
    ----------
    {model, data, written}

    Returns
    -------
    Evaluation
        Accuracy, precision, recall, F1 and confusion matrix.

    Raises
    ------
    {OptionError, DataError}

    See Also
    --------
    rosenblatt.predict : Predict without comparing with labels.
    rosenblatt.compare : Cross-validate several kinds of models.

    Examples
    --------
    >>> import rosenblatt
    >>> trained = rosenblatt.train("sample:setosa")
    >>> evaluation = rosenblatt.evaluate(trained, "sample:setosa")
    >>> evaluation.accuracy, evaluation.n_rows
    (1.0, 150)
    """
    return evaluation.evaluate(predictor_of(model), data, **written)
