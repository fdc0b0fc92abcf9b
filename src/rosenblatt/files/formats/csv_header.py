"""First line of delimited text: column names or values."""

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.canonical import TRUTHS
from rosenblatt.files.encoding.schema import Schema, listed
from rosenblatt.files.encoding.values import GAPS, MARKS
from rosenblatt.files.formats.csv_numbers import cell_is_number


def positions(width: int) -> list[str]:
    return [f"x{k}" for k in range(1, width + 1)]


def names_of(header: list[str] | None, width: int, known: Schema | None) -> list[str]:
    """Names in the first line; else the known names, if the number fits; else x1, x2, …"""
    if header is not None:
        return [cell or default for cell, default in zip(header, positions(width), strict=True)]
    if known is not None:
        features = [name for name in known.names if name != known.target]
        for names in (list(known.names), features):
            if len(names) == width:
                return names
    return positions(width)


def check_values(cells: list[str], known: Schema, place: str, decimal: str | None) -> None:
    """Raise a DataError unless the first line, which holds no known names, can be a line of values."""
    features = [name for name in known.names if name != known.target]
    widths = sorted({len(features), len(known.names)})
    if len(cells) not in widths:
        raise DataError(
            f"{place} must have {' or '.join(map(str, widths))} columns, as in training or the first file, "
            f"or be a header with these names: {listed(features)}; got {len(cells)} columns."
        )
    kinds = {column.name: column.kind for column in known.columns}
    names = known.names if len(cells) == len(known.names) else features
    above_numbers = [cell for cell, name in zip(cells, names, strict=True) if kinds.get(name) == "number"]
    words = {cell for cell in above_numbers if cell.lower() not in TRUTHS} - {"", *MARKS, *GAPS}
    if words and not any(cell_is_number(cell, decimal) for cell in cells):
        raise DataError(
            f"{place} must have the names of the first file or of training, {listed(names)}, or none; got "
            f"{listed(cells)}: rename the columns, or leave this line out."
        )


def has_names(cells: list[str], known: Schema) -> bool:
    names = set(known.names)
    return 2 * sum(cell in names for cell in cells) >= min(len(cells), len(known.features))
