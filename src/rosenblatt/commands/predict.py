"""Verb ``predict``: predictions of a model for the rows of a raw file."""

import os
from collections.abc import Iterator
from typing import Any, Unpack

from rosenblatt.commands.shared_entries import ERRORS, PARTITIONS, SHARED, WRITTEN
from rosenblatt.docstrings import insert
from rosenblatt.files.read_options import FileOptions
from rosenblatt.trained.model_files import predictor_of
from rosenblatt.trained.predictions import Predicted, Predictions


@insert(SHARED, PARTITIONS, WRITTEN, ERRORS)
def predict(
    model: Any, data: str | os.PathLike[str], *, dask: Any = None, **written: Unpack[FileOptions]
) -> "Predictions | PredictionsOnCluster":
    r"""Predict the labels of the rows of a file.

    Rows are read and predicted page by page, so the file may be larger than memory. Labels in the file are ignored.

    Parameters
    ----------
    {model, data, dask, written}

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
    if dask is None:
        return predictor_of(model).predictions(data, **written)
    return PredictionsOnCluster(predictor_of(model), data, dask, written)


class PredictionsOnCluster:
    """Predictions for the rows of files on a Dask cluster, part by part.

    It is used like ``Predictions``: ``for page in predictions`` starts at the first row each time. A cluster of this
    machine runs until the last page.
    """

    def __init__(self, model: Any, data: str | os.PathLike[str], dask: Any, written: Any) -> None:
        self._asked, self._written = (dask, model, data), written
        self._lines: list[tuple[str, str]] = []

    def __iter__(self) -> Iterator[Predicted]:
        from rosenblatt.commands.cluster_run import predictions_on

        with predictions_on(*self._asked, **self._written) as predictions:
            yield from predictions
            self._lines = predictions.lines()

    def lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about columns and values of the files that the model does not know."""
        return self._lines
