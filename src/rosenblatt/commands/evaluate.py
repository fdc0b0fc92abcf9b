"""Verb ``evaluate``: accuracy of a model on labelled rows."""

import os
from typing import Any, Unpack

from rosenblatt.commands.shared_entries import ERRORS, PARTITIONS, SHARED, WRITTEN_LABELLED
from rosenblatt.docstrings import insert
from rosenblatt.files.read_options import FileOptions
from rosenblatt.trained import evaluation
from rosenblatt.trained.evaluation import Evaluation
from rosenblatt.trained.model_files import predictor_of


@insert(SHARED, PARTITIONS, WRITTEN_LABELLED, ERRORS)
def evaluate(
    model: Any, data: str | os.PathLike[str], *, dask: Any = None, **written: Unpack[FileOptions]
) -> Evaluation:
    """Evaluate a model on the labelled rows of a file.

    Parameters
    ----------
    {model, data, dask, written}

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
    if dask is None:
        return evaluation.evaluate(predictor_of(model), data, **written)
    from rosenblatt.commands.cluster_run import predictions_on

    with predictions_on(dask, predictor_of(model), data, with_labels=True, **written) as predictions:
        return predictions.evaluation()
