"""Verb ``predict``: predictions of a model for the rows of a raw file."""

import os
from typing import Any, Unpack

from rosenblatt.commands.shared_entries import ERRORS, SHARED, WRITTEN
from rosenblatt.docstrings import insert
from rosenblatt.files.read_options import FileOptions
from rosenblatt.trained.model_files import predictor_of
from rosenblatt.trained.predictions import Predictions


@insert(SHARED, WRITTEN, ERRORS)
def predict(model: Any, data: str | os.PathLike[str], **written: Unpack[FileOptions]) -> Predictions:
    r"""Predict the labels of the rows of a file.

    Rows are read and predicted page by page, so the file may be larger than memory. Labels in the file are ignored.

    Parameters
    ----------
    {model, data, written}

    Returns
    -------
    Predictions
        Iterable of pages, each with ``labels``, ``scores`` and ``ids`` of some rows. After the last page, ``lines()``
        tells which columns and values of the file the model does not know.

    Raises
    ------
    {OptionError, DataError}

    See Also
    --------
    rosenblatt.evaluate : Compare predictions with labels.
    rosenblatt.train : Train a model on a file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name) / "fruit.csv"
    >>> _ = path.write_text("weight,colour,fruit\n150,green,apple\n170,red,apple\n110,yellow,banana\n")
    >>> trained = rosenblatt.train(path)
    >>> new = pathlib.Path(folder.name) / "new.csv"
    >>> _ = new.write_text("colour,weight\nyellow,120\nred,160\n")
    >>> [page.labels.tolist() for page in rosenblatt.predict(trained, new)]
    [['banana', 'apple']]
    >>> folder.cleanup()
    """
    return predictor_of(model).predictions(data, **written)
