"""The table of ratios: on the terminal and as Markdown."""

from collections.abc import Sequence

from comparison import Row
from records import Record, provenance
from rich.table import Table

SCALES = {"s": ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")), "bytes": ((1e6, "MB"), (1e3, "kB"))}
HEADINGS = ("work", "ours", "peer", "ratio", "at least", "")


def quantity(value: float | None, unit: str) -> str:
    """A number with its unit, three digits."""
    if value is None:
        return "–"
    if unit == "wrong":
        return f"{value:.2%}"
    scale, name = next((each for each in SCALES[unit] if value >= each[0]), SCALES[unit][-1])
    return f"{three_digits(value / scale)} {name}"


def three_digits(value: float) -> str:
    return f"{value:,.{2 if value < 10 else 1 if value < 100 else 0}f}"


def times(ratio: float | None) -> str:
    return "–" if ratio is None else f"{three_digits(ratio)}×"


def cells(row: Row) -> tuple[str, ...]:
    peer = "–" if row.peer is None else quantity(row.peer, row.unit)
    verdict = "" if row.ratio is None or (row.at_least is None and not row.lost) else "✗" if row.lost else "✓"
    return (
        row.work,
        quantity(row.ours, row.unit),
        f"{peer} {row.against}".strip(),
        times(row.ratio),
        "" if row.at_least is None else times(row.at_least),
        f"{verdict} {row.remark}".strip(),
    )


def rich_table(records: Sequence[Record]) -> Table:
    table = Table(*HEADINGS, title="ours against peers: a ratio above 1 is in our favour", caption=provenance(records))
    for column in table.columns[1:5]:
        column.justify = "right"
    for record in records:
        for row in record.rows:
            table.add_row(*cells(row), style="red" if row.lost else "dim" if row.ratio is None else "")
        table.add_section()
    return table


def markdown(records: Sequence[Record]) -> str:
    lines = [cells(row) for record in records for row in record.rows]
    shown = [HEADINGS, ("---", "---:", "---:", "---:", "---:", "---"), *lines]
    table = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in shown)
    return f"{table}\n\n{provenance(records)}\n"
