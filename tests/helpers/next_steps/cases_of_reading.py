"""Steps that readers and writers of files name."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np

from helpers.next_steps.case import case
from rosenblatt.files.streaming import file_rows

TWO = "a,b,y\n1,2,u\n2,1,v\n3,1,v\n"
GAP = "a,b,y\n1,,u\n2,1,v\n3,1,u\n"
X = np.array([[1.0, 2], [2, 1], [3, 1]])


def _rows(path):
    np.save(path, X)


def _labels(path):
    np.save(path, np.array([0, 1, 1]))


def _archive(path):
    np.savez(path, X=X)


def _bytes(path):
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table({"a": [1.0, 2.0], "raw": [b"\x00", b"\x01"], "y": ["u", "v"]}), path)


def _folder(path):
    path.mkdir()
    (path / "a.csv").write_text("1,2,0\n2,1,1\n")
    (path / "b.svm").write_text("3,1,1\n")


def _without_room(monkeypatch):
    monkeypatch.setattr(file_rows.shutil, "disk_usage", lambda folder: SimpleNamespace(free=0))


LONG = "a,b,y\n" + "".join(f"{row % 7},{row % 3},{row % 2}\n" for row in range(9000))
ARRAYS = {"rows.npy": _rows, "labels.npy": _labels, "rows.npz": _archive}

CASES_OF_READING = [
    case(
        ("files/encoding/values.py missing", "files/encoding/values.py ignore"),
        "train gap.csv",
        "--missing mean|zero|drop says what to do, --ignore b leaves the column out.",
        "train gap.csv --missing mean",
        "train gap.csv --missing zero",
        "train gap.csv --missing drop",
        "train gap.csv --ignore b",
        files={"gap.csv": GAP},
    ),
    case(
        ("files/encoding/values.py missing", "files/encoding/values.py ignore"),
        "predict m.perceptron gap.csv",
        "train --missing mean|zero|drop says what to do, train --ignore b leaves the column out.",
        "train two.csv --missing mean --model m.perceptron",
        "predict m.perceptron gap.csv",
        "train two.csv --ignore b --model m.perceptron",
        "predict m.perceptron gap.csv",
        files={"gap.csv": GAP, "two.csv": TWO},
        before=["train two.csv --model m.perceptron"],
    ),
    case(
        "files/encoding/values.py categorical",
        "train late.csv",
        "--categorical a makes it a category.",
        "train late.csv --categorical a",
        files={"late.csv": "a,y\n" + "".join(f"{row % 7},{row % 2}\n" for row in range(10_001)) + "x,1\n"},
    ),
    case(
        "files/encoding/values.py ignore",
        "train bytes.parquet",
        "--ignore raw leaves it out.",
        "train bytes.parquet --ignore raw",
        files={"bytes.parquet": _bytes},
    ),
    case(
        "files/raw_tables.py ignore",
        "convert bytes.parquet rows.csv --id raw",
        "--ignore raw leaves it out.",
        "convert bytes.parquet rows.csv --ignore raw",
        files={"bytes.parquet": _bytes},
    ),
    case(
        ("files/raw_tables.py categorical", "files/raw_tables.py header", "files/raw_tables.py delimiter"),
        "convert codes.jsonl codes.csv",
        "to be read with --header --categorical code",
        "train codes.csv --header --categorical code",
        files={"codes.jsonl": '{"code": "1", "1": "u", "y": "a"}\n{"code": "2", "1": "v", "y": "b"}\n'},
        code=0,
    ),
    case(
        "files/formats/jsonl.py ignore",
        "train nested.jsonl",
        "--ignore b leaves it out.",
        "train nested.jsonl --ignore b",
        files={"nested.jsonl": '{"a": 1, "b": {"k": 1}, "y": 0}\n{"a": 2, "b": {"k": 1}, "y": 1}\n'},
    ),
    case(
        "files/encoding/schema.py ignore",
        "train empty.csv",
        "--ignore b leaves it out.",
        "train empty.csv --ignore b",
        files={"empty.csv": "a,b,y\n1,,0\n2,,1\n"},
    ),
    case(
        ("files/formats/csv.py ignore", "files/formats/csv.py target"),
        "train ended.csv",
        "--ignore x3 and --target NAME say so.",
        "train ended.csv --ignore x3 --target y",
        files={"ended.csv": "a,y,\n1,0,\n2,1,\n"},
    ),
    case(
        "files/formats/csv_rows.py quote",
        "train open.csv",
        "--quote none takes quotes as ordinary characters.",
        "train open.csv --quote none",
        files={"open.csv": 'a,b,y\n1,"x,0\n2,z,1\n'},
    ),
    case(
        "files/formats/libsvm.py zero_based",
        "train zero.svm",
        "--zero-based says otherwise.",
        "train zero.svm --zero-based",
        files={"zero.svm": "1 0:1 2:1\n-1 1:1\n"},
    ),
    case(
        "files/formats/detect.py format",
        "train folder",
        "a pattern in quotes names some of them, --format says what all are.",
        "train folder --format csv",
        "train 'folder/*.csv'",
        files={"folder": _folder},
    ),
    case(
        "trained/file_fit.py labels",
        "train rows.npy",
        "--labels names a file of them.",
        "train rows.npy --labels labels.npy",
        files=ARRAYS,
    ),
    case(
        "trained/parted_files.py labels",
        "train rows.npy --strategy mixing",
        "--labels names a file of them.",
        "train rows.npy --strategy mixing --labels labels.npy",
        files=ARRAYS,
    ),
    case(
        "files/formats/numpy_arrays.py labels",
        "train rows.npz",
        "--labels names a file of labels",
        "train rows.npz --labels labels.npy",
        files=ARRAYS,
    ),
    case(
        "files/readers.py labels",
        "certify rows.npy",
        "--labels names a file of them.",
        "certify rows.npy --labels labels.npy",
        files=ARRAYS,
    ),
    case(
        "commands/cross_validation.py labels",
        "compare rows.npy --folds 2",
        "--labels names a file of them.",
        "compare rows.npy --labels labels.npy --folds 2",
        files={
            "rows.npy": lambda path: np.save(path, np.tile(X, (4, 1))),
            "labels.npy": lambda path: np.save(path, np.tile([0, 1, 1], 4)),
        },
    ),
    case(
        "commands/convert.py labels",
        "convert rows.npy rows.svm",
        "--labels names a file of them.",
        "convert rows.npy rows.svm --labels labels.npy",
        files=ARRAYS,
    ),
    case(
        "trained/predictions.py labels",
        "evaluate m.perceptron rows.npy",
        "--labels names a file of them.",
        "evaluate m.perceptron rows.npy --labels labels.npy",
        files=ARRAYS,
        before=["train rows.npy --labels labels.npy --model m.perceptron"],
    ),
    case(
        "trained/continue_training.py labels",
        "train rows.npy --from m.perceptron",
        "--labels names a file of them.",
        "train rows.npy --from m.perceptron --labels labels.npy",
        files=ARRAYS,
        before=["train rows.npy --labels labels.npy --model m.perceptron"],
    ),
    case(
        ("files/encoding/survey.py text", "files/encoding/survey.py hash_bits", "files/encoding/survey.py ignore"),
        "train words.csv",
        "--text word reads it as text, --hash-bits 18 hashes categories, --ignore word leaves it out.",
        "train words.csv --text word",
        "train words.csv --hash-bits 18",
        "train words.csv --ignore word",
        files={"words.csv": "a,word,y\n" + "".join(f"1,w{row % 1050},{row % 2}\n" for row in range(4200))},
    ),
    case(
        "files/encoding/survey.py target",
        "train labels.csv",
        "--target names another.",
        "train labels.csv --target y --ignore code",
        files={"labels.csv": "a,y,code\n" + "".join(f"{row % 9},{row % 2},c{row % 10_001}\n" for row in range(20_002))},
    ),
    case(
        "files/encoding/scaling.py ignore",
        "train empty.csv --numeric b --missing mean",
        "--ignore b leaves it out.",
        "train empty.csv --ignore b",
        files={"empty.csv": "a,b,y\n1,,0\n2,,1\n"},
    ),
    case(
        "files/writers.py force",
        "convert two.csv rows.svm",
        "--force writes over it, or name another.",
        "convert two.csv rows.svm --force",
        files={"two.csv": TWO, "rows.svm": "x"},
        code=2,
    ),
    case(
        "commands/convert.py force",
        "generate -o made.csv",
        "--force writes over it.",
        "generate -o made.csv --force",
        files={"made.csv.truth.json": "x"},
        code=2,
    ),
    case(
        "commands/tutorial.py force",
        "tutorial",
        "--force writes over it, or name another folder.",
        "tutorial --force",
        files={"tonight.csv": "x"},
        code=2,
    ),
    case(  # the sentence of page_store, which only a disk that gets full shows, names the same step
        ("files/streaming/file_rows.py cache", "files/streaming/page_store.py cache"),
        "train long.csv --cache full",
        "--cache names another folder.",
        "train long.csv --cache there",
        files={"long.csv": LONG, "full": Path.mkdir, "there": Path.mkdir},
        patch=_without_room,
    ),
]
