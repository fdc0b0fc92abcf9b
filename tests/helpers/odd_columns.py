"""Made tables with columns that are not what they seem."""

import datetime
import json

import numpy as np
import pyarrow as pa
from pyarrow import feather, parquet

N_ROWS = 300
RNG = np.random.default_rng(0)
DAYS = [datetime.date(2020, 1, 1) + datetime.timedelta(days=int(k)) for k in RNG.integers(0, 150, N_ROWS)]
WORDS = ("red", "blue", "hat", "coat", "is", "my", "too", "small", "large", "and", "new")

SIZE = RNG.normal(size=N_ROWS).round(3).tolist()
CLASS = ["yes" if size + noise > 0 else "no" for size, noise in zip(SIZE, RNG.normal(size=N_ROWS), strict=True)]

ODD = {  # by name: the values, the reason, and the option that uses the column
    "number": (list(range(7, 7 + N_ROWS)), "counts the rows", "numeric"),
    "customerId": (RNG.permutation(9 * N_ROWS)[:N_ROWS].tolist(), "is all distinct", "numeric"),
    "name": ([f"p{k}" for k in range(N_ROWS)], "names each row", "categorical"),
    "said": ([" ".join(RNG.choice(WORDS, 5)) for _ in range(N_ROWS)], "is free text", "text"),
    "when": ([str(day) for day in DAYS], "holds dates", "categorical"),
    "city": ([f"c{k}" if k < 180 else f"c{k % 7}" for k in range(N_ROWS)], "has a value of its own", "categorical"),
}
FORMATS = ("csv", "tsv", "jsonl", "parquet", "arrow")


def write(path, **columns):
    """A table of these columns, in the format that the name of the file says."""
    table = pa.table(columns)
    match path.suffix[1:]:
        case "parquet":
            parquet.write_table(table, path)
        case "arrow":
            feather.write_feather(table, path)
        case "jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
        case format:
            cells = [[*columns], *(row.values() for row in table.to_pylist())]
            between = "\t" if format == "tsv" else ","
            path.write_text("".join(between.join(map(str, row)) + "\n" for row in cells))
    return path


def odd_table(path, *names, **columns):
    """A table with a number, some odd columns, and a class."""
    return write(path, size=SIZE, **{name: ODD[name][0] for name in names}, **columns, **{"class": CLASS})
