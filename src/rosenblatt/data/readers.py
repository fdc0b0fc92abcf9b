"""Files in: a numeric CSV whose last column is the class, or an .npz with X and y."""

import csv
import os
import zipfile
from pathlib import Path

import numpy as np

from rosenblatt.data.samples import sample
from rosenblatt.data.tables import Table
from rosenblatt.errors import DataError


def read(data: str | os.PathLike[str]) -> Table:
    """``sample:NAME``, or a file, as a table."""
    if not isinstance(data, str | os.PathLike):
        raise DataError(f"DATA must be the path of a file or sample:NAME; got {data!r}.")
    data = os.fspath(data)
    if data.startswith("sample:"):
        return sample(data.removeprefix("sample:"))
    path = Path(data)
    if not path.is_file():
        raise DataError(f"DATA must be a file or sample:NAME; {data!r} is no file: is the path right?")
    return _read_npz(path) if path.suffix == ".npz" else _read_csv(path)


def _read_csv(path: Path) -> Table:
    with path.open(newline="", encoding="utf-8-sig") as file:
        try:
            lines = [(number, cells) for number, cells in enumerate(csv.reader(file), 1) if cells]
        except (UnicodeDecodeError, csv.Error) as error:
            raise DataError(f"{path} must be CSV text: {error}.") from error
    if not lines:
        raise DataError(f"{path} must have at least one row; it is empty.")
    width = len(lines[0][1])
    names = [f"x{column}" for column in range(1, width)]
    if all(_number(cell) is None for cell in lines[0][1][:-1]):  # a header, or no numbers at all
        names = lines[0][1][:-1]
        lines = lines[1:]
    if width < 2 or not lines:
        raise DataError(f"{path} must have rows of numbers with the class last; got {width} column(s).")
    rows, labels = [], []
    for number, cells in lines:
        if len(cells) != width:
            raise DataError(f"{path}:{number} must have {width} columns, as the first line; got {len(cells)}.")
        values = [_number(cell) for cell in cells[:-1]]
        if None in values:
            column = values.index(None)
            raise DataError(f"{path}:{number} column {column + 1} must be a number; got {cells[column]!r}.")
        rows.append(values)
        if not cells[-1].strip():
            raise DataError(f"{path}:{number} must have a class in its last column; it is empty.")
        labels.append(cells[-1].strip())
    return Table(np.array(rows, dtype=np.float64), _labels(labels), names)


def _read_npz(path: Path) -> Table:
    try:
        loaded = np.load(path, allow_pickle=False)
        if not isinstance(loaded, np.lib.npyio.NpzFile):
            raise DataError(f"{path} must be an .npz file with arrays X and y; it holds one array.")
        with loaded as arrays:
            if "X" not in arrays or "y" not in arrays:
                raise DataError(f"{path} must hold arrays X and y; it holds {', '.join(arrays) or 'none'}.")
            X, y = arrays["X"], arrays["y"]
    except (OSError, EOFError, ValueError, zipfile.BadZipFile) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path} must be an .npz file of plain arrays: {error}.") from error
    width = X.shape[1] if X.ndim == 2 else 0
    return Table(X, y, [f"x{column}" for column in range(1, width + 1)])


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _labels(labels: list[str]) -> np.ndarray:
    """Labels as whole numbers where all are written as such, else as they are written (01 is not 1)."""
    try:
        numbers = [int(label) for label in labels]
    except ValueError:
        return np.array(labels)
    as_written = all(
        str(number) == label and abs(number) < 2**63 for number, label in zip(numbers, labels, strict=True)
    )
    return np.array(numbers if as_written else labels)
