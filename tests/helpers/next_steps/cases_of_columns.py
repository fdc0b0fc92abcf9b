"""Steps that are named where columns, labels or bytes are not what they seem."""

import numpy as np

from helpers.next_steps.case import case


def _table(*columns):
    """A CSV of 40 rows. columns: a name, and a function of the row."""
    names = ",".join(name for name, _ in columns)
    return names + "\n" + "".join(",".join(str(of(row)) for _, of in columns) + "\n" for row in range(40))


SIZE, CLASS = ("size", lambda row: row * row % 7), ("y", lambda row: "uv"[row % 2])
COMMAS = _table(("price", lambda row: f'"{row % 9 + 1},{row % 7 + 100}"'), SIZE, CLASS)
ODD = "files/encoding/odd_columns.py"


def _latin(path):
    path.write_bytes("word,y\ncaf\xe9,u\nthé,v\n".encode("latin-1"))


def _wide(path):
    path.write_bytes("a,y\n1,u\n2,v\n".encode("utf-16"))


def _endless(path):
    np.savez(path, X=np.array([[1.0, np.inf], [2.0, 1.0]]), y=[0, 1])


CASES_OF_COLUMNS = [
    case(
        f"{ODD} numeric",
        "train d.csv",
        "column 'n' counts the rows, so it is left out: --numeric n uses it",
        "train d.csv --numeric n",
        files={"d.csv": _table(("n", lambda row: row), SIZE, CLASS)},
        code=0,
    ),
    case(
        (f"{ODD} id", f"{ODD} categorical"),
        "train d.csv",
        "--id code prints it with predictions, --categorical code uses it",
        "train d.csv --id code",
        "train d.csv --categorical code",
        files={"d.csv": _table(("code", lambda row: f"c{row}"), SIZE, CLASS)},
        code=0,
    ),
    case(
        f"{ODD} text",
        "train d.csv",
        "--text said reads it",
        "train d.csv --text said",
        files={"d.csv": _table(("said", lambda row: f"it is number {row}"), SIZE, CLASS)},
        code=0,
    ),
    case(
        f"{ODD} missing",
        "train d.csv",
        "--missing mean takes '?' for missing",
        "train d.csv --missing mean",
        files={"d.csv": _table(("size", lambda row: row * 1.5 if row else "?"), ("b", lambda row: row % 3), CLASS)},
        code=0,
    ),
    case(
        (f"{ODD} decimal", "files/formats/csv_numbers.py decimal"),
        "train d.csv",
        "--decimal ,",
        "train d.csv --decimal ,",
        "train d.csv --decimal .",
        files={"d.csv": COMMAS},
        code=0,
    ),
    case(
        f"{ODD} hash_bits",
        "train d.csv",
        "--categorical code --hash-bits 18 uses it",
        "train d.csv --categorical code --hash-bits 18",
        files={"d.csv": "code,size,y\n" + "".join(f"c{row},{row % 7},{row % 2}\n" for row in range(1100))},
        code=0,
    ),
    case(
        ("files/encoding/survey.py target", "files/encoding/survey.py categorical"),
        "train d.csv",
        "--target NAME names a column of classes, --categorical price takes each number for a class.",
        "train d.csv --target y",
        "train d.csv --categorical price",
        files={"d.csv": _table(SIZE, CLASS, ("price", lambda row: row * 1.25))},
    ),
    case(
        ("files/encoding/rounded_numbers.py categorical", "files/encoding/rounded_numbers.py ignore"),
        "train d.csv",
        "--categorical n makes it a category, --ignore n leaves the column out.",
        "train d.csv --categorical n",
        "train d.csv --ignore n",
        files={"d.csv": "n,a,y\n9007199254740993,1,u\n5,2,v\n"},
    ),
    case(
        "files/encoding/survey.py missing_label",
        "train d.csv",
        "--missing-label drop leaves such rows out.",
        "train d.csv --missing-label drop",
        files={"d.csv": "a,y\n1,0\n2,NA\n3,1\n"},
    ),
    case(
        "files/encoding/survey.py text",
        "train d.csv --text-features words",
        "--text COLUMN names one.",
        "train d.csv --text-features words --text word",
        files={"d.csv": "word,y\nred fox,0\nold dog,1\n"},
        code=2,
    ),
    case(
        "files/encoding/values.py missing_label",
        "train d.csv",
        "--missing-label drop leaves such rows out.",
        "train d.csv --missing-label drop",
        files={"d.csv": "a,y\n1,u\n2,\n3,v\n"},
    ),
    case(
        "files/formats/csv_numbers.py categorical",
        "train d.csv --delimiter ';'",
        "--categorical a makes it a category.",
        "train d.csv --delimiter ';' --categorical a",
        files={"d.csv": "a;y\n" + "".join(f"{row % 7},5;{row % 2}\n" for row in range(10_001)) + "x;1\n"},
    ),
    case(
        ("files/formats/jsonl.py categorical", "files/formats/jsonl.py ignore"),
        "train d.jsonl",
        "--categorical a makes it a category, --ignore a leaves it out.",
        "train d.jsonl --categorical a",
        "train d.jsonl --ignore a",
        files={"d.jsonl": '{"a": 1, "b": 1, "y": 0}\n{"a": "x", "b": 2, "y": 1}\n'},
    ),
    case(
        "files/formats/tables.py ignore",
        "train d.jsonl --numeric a",
        "--ignore a leaves it out.",
        "train d.jsonl --ignore a",
        files={"d.jsonl": '{"a": [1, 2], "b": 1, "y": 0}\n{"a": [2, 3], "b": 2, "y": 1}\n'},
    ),
    case(
        "files/charsets.py charset",
        "train latin.csv",
        "--encoding latin-1 reads Latin-1 text",
        "train latin.csv --encoding latin-1",
        files={"latin.csv": _latin},
    ),
    case(
        "files/charsets.py charset",
        "train wide.csv",
        "--encoding utf-16 reads UTF-16 text",
        "train wide.csv --encoding utf-16",
        files={"wide.csv": _wide},
    ),
    case(
        "files/encoding/feature_survey.py ignore",
        "train endless.npz --scale standard",
        "--ignore 2 leaves it out.",
        "train endless.npz --scale standard --ignore 2",
        files={"endless.npz": _endless},
    ),
    case(
        "files/feature_files.py hash_bits",
        "train d.vw --hash-bits 6 --ignore a",
        "leave one out.",
        "train d.vw --hash-bits 6",
        "train d.vw --ignore a",
        files={"d.vw": "1 | a:1 b:2\n-1 | a:2 b:1\n"},
        code=2,
    ),
]
