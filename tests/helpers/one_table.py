"""One table, written in every format that has columns: as Python would write each value there."""

import json
from datetime import UTC, date, datetime, timedelta

import pyarrow as pa
from pyarrow import feather, parquet

N_ROWS = 48
CATEGORICAL = ("code", "tall", "grade", "mixed", "day", "moment", "is_new")
TEXT = ("note",)
CODES = ("7", "007", "12")
MIXED = (1, "red", True, 2.5, "1.50")
WORDS = ("red", "green", "blue", "Truely")
LABELS = {
    "words": ("no", "yes"),
    "whole": (0, 1),
    "far": (-1, 1),
    "float": (0.5, 2.0),
    "pointed": (1.0, 2.0),
    "truth": (False, True),
}


def records(labels="words", missing=True):
    """The rows, each a dict of Python values; with every seventh value missing."""
    rows = []
    for i in range(N_ROWS):
        row = {
            "size": (i * 37 % 23) / 8,
            "count": i * 31 % 17,
            "ok": (i * 5 % 7) < 3,
            "colour": WORDS[i * 11 % 4],
            "code": CODES[i * 5 % 3],
            "tall": 2**63 + i * 13 % 3,
            "grade": (1.0, 1.5, 2.0, 1e20)[i * 7 % 4],
            "mixed": MIXED[i * 3 % 5],
            "is_new": (i * 3 % 11) < 6,
            "day": date(2024, 1, 28) + timedelta(days=i * 3 % 5),
            "moment": datetime(2024, 1, 31, 23, 30, tzinfo=UTC) + timedelta(minutes=30 * (i % 3), milliseconds=i % 2),
            "note": ("red sun over sea", "blue", "True", "1.0")[i * 3 % 4],
        }
        if missing:
            row |= {name: None for k, name in enumerate(row) if (i * 3 + k * 5) % 29 == 0}
        rows.append({**row, "label": LABELS[labels][int((i * 5 % 7 < 3) ^ (i % 13 == 0))]})
    return rows


def _cell(value):
    """As pandas writes it to a CSV file."""
    return "" if value is None else str(value)


def _json(value):
    return value.isoformat() if isinstance(value, date) else value


def _delimited(path, rows, delimiter):
    lines = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    path.write_text("".join(delimiter.join(line) + "\n" for line in lines))


def typed(rows):
    """The rows as an Arrow table. A column of Arrow has one type: what is mixed is strings there."""
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    if "mixed" in columns:
        columns["mixed"] = [None if value is None else str(value) for value in columns["mixed"]]
    return pa.table({name: pa.array(values, *_type_of(name)) for name, values in columns.items()})


def _type_of(name):
    return {"tall": (pa.uint64(),)}.get(name, ())


def _strings(rows):
    """The rows as an Arrow table of nothing but strings."""
    columns = {name: [None if row[name] is None else str(row[name]) for row in rows] for name in rows[0]}
    return pa.table(columns)


def _json_lines(path, rows):
    kept = [{name: _json(value) for name, value in row.items()} for row in rows]
    kept = [row if i % 2 else {name: value for name, value in row.items() if value is not None}
            for i, row in enumerate(kept)]  # fmt: skip
    kept[0] = {name: kept[0].get(name) for name in rows[0]}
    path.write_text("".join(json.dumps(row) + "\n" for row in kept))


def _stream(path, table):
    with pa.ipc.new_stream(path, table.schema) as stream:
        stream.write_table(table)


def _coded(table):
    """Strings as dictionaries, days as Feather's other type of dates, numbers as decimals."""
    types = {"day": pa.date64(), "grade": pa.decimal128(38, 2), "size": pa.float32()}
    columns = {
        name: table.column(name).cast(types.get(name, table.schema.field(name).type)) for name in table.schema.names
    }
    coded = ("colour", "code", "mixed", "note")
    return pa.table({name: values.dictionary_encode() if name in coded else values for name, values in columns.items()})


WRITERS = {  # by the suffix of the file
    ".csv": lambda path, rows: _delimited(path, rows, ","),
    ".tsv": lambda path, rows: _delimited(path, rows, "\t"),
    ".jsonl": _json_lines,
    ".parquet": lambda path, rows: parquet.write_table(typed(rows), path),
    ".arrow": lambda path, rows: _stream(path, typed(rows)),
    ".feather": lambda path, rows: feather.write_feather(_coded(typed(rows)), path),
    ".pq": lambda path, rows: parquet.write_table(_strings(rows), path),
}


def written(folder, rows):
    """The rows in a file of each kind: paths by suffix."""
    paths = {suffix: folder / f"d{suffix}" for suffix in WRITERS}
    for suffix, path in paths.items():
        WRITERS[suffix](path, rows)
    return paths
