"""Verb ``evaluate``: accuracy of a model on labelled rows."""

import os
from typing import Any, Unpack

from rosenblatt.files.read_options import FileOptions
from rosenblatt.trained import evaluation
from rosenblatt.trained.evaluation import Evaluation
from rosenblatt.trained.model_files import predictor_of


def evaluate(model: Any, data: str | os.PathLike[str], **written: Unpack[FileOptions]) -> Evaluation:
    """How right a model is on the rows of a labelled file: accuracy, precision, recall, F1, confusions.

    model: a model, or the path of its file. data, written: as for ``predict``; labels, a file of them for arrays;
        and missing_label, "drop" to leave out rows without a label.
    """
    return evaluation.evaluate(predictor_of(model), data, **written)
