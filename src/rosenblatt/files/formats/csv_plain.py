"""Lines of plain numbers and labels, read by the compiled loop."""

import numpy as np

from rosenblatt.files.formats.text_lines import Lines
from rosenblatt.files.parsing import csv_fields

MAX_HARD_NUMBERS = 4096  # numbers of a block that the loop leaves to float()


def read_plainly(lines: Lines, form: csv_fields.Form) -> csv_fields.Fields | int:
    """Read the fields of some lines. If a field is not plain, return its number."""
    width, n_lines = int((form.places >= 0).sum()), lines.n_lines
    fields = csv_fields.Fields(
        numbers=np.empty(n_lines * width),
        hard=np.empty((MAX_HARD_NUMBERS, 3), dtype=np.int64),
        codes=np.empty(n_lines, dtype=np.int32),
        labels=np.empty((n_lines, 2), dtype=np.int64),
        slots=np.zeros(2 ** (2 * n_lines).bit_length(), dtype=np.int32),
        counts=np.zeros(4, dtype=np.int64),
    )
    stopped = csv_fields.read_fields(np.frombuffer(lines.text, dtype=np.uint8), width, form, fields)
    if stopped < len(lines.text):
        return int(fields.counts[csv_fields.FIELD])
    for place, first, last in fields.hard[: fields.counts[csv_fields.HARD_NUMBERS]].tolist():
        fields.numbers[place] = float(lines.text[first:last])
    return fields


def first_rows(fields: csv_fields.Fields, places: np.ndarray, n_rows: int) -> np.ndarray:
    """Numbers of at most ``n_rows`` first rows, one column per field; NaN if a field is not a number."""
    width, n_rows = int((places >= 0).sum()), min(n_rows, int(fields.counts[csv_fields.ROWS]))
    rows = np.full((n_rows, len(places)), np.nan)
    rows[:, places >= 0] = fields.numbers[: n_rows * width].reshape(n_rows, width)
    return rows


def one_column(blocks: list[Lines], form: csv_fields.Form) -> np.ndarray:
    """Numbers of the single requested column, which is plain in all these lines."""
    fields = [read_plainly(lines, form) for lines in blocks]
    return np.concatenate(
        [some.numbers[: some.counts[csv_fields.ROWS]] for some in fields if not isinstance(some, int)]
    )
