"""Verb ``predict``: predictions of a model for the rows of a raw file."""

import os
from typing import Any, Unpack

from rosenblatt.files.read_options import FileOptions
from rosenblatt.trained.model_files import predictor_of
from rosenblatt.trained.predictions import Predictions


def predict(model: Any, data: str | os.PathLike[str], **written: Unpack[FileOptions]) -> Predictions:
    """What a model says of the rows of a raw file, some at a time; labels that the file has are not looked at.

    model: a model, or the path of its file. data: a file as ``train`` takes it, of the same kind as that of training.
    written: how the file is written, where it is not written as in training: format, header, delimiter, quote,
        decimal, charset, zero_based.
    """
    return predictor_of(model).predictions(data, **written)
