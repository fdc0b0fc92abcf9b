"""Steps that verbs name."""

import numpy as np

from helpers.next_steps.case import case
from helpers.next_steps.cases_of_reading import LONG
from rosenblatt.files.archives import write_archive
from rosenblatt.files.streaming import windows
from rosenblatt.trained.checkpoint import MAGIC

TWO = "a,b,y\n1,2,u\n2,1,v\n3,1,v\n"
FOUR = "a,b,c,d,y\n1,2,0,1,u\n2,1,0,3,v\n3,1,1,2,v\n"
CROSSED = "a,b,y\n0,0,u\n1,1,u\n0,1,v\n1,0,v\n"
CROSSED_3 = "a,b,c,y\n0,0,0,u\n1,1,0,u\n0,1,0,v\n1,0,0,v\n"
SHORT = "a,b,y\n0.11,0.01,u\n-0.1,0.01,v\n"
TEXT = "word,a,y\nred fox,1,u\nold dog,2,v\n"
BY_LISTS = "def perceptron(X, y, epochs):\n    return X.shape\n"
TWO_FUNCTIONS = """
def first(X, y, epochs):
    return [0.0] * len(X[0]), 0.0


def second(X, y, epochs):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        for row, label in zip(X, y):
            if label * (sum(p * q for p, q in zip(w, row)) + b) <= 0:
                w, b = [p + label * q for p, q in zip(w, row)], b + label
    return w, b
"""
OF_ZERO_AND_ONE = """
def perceptron(X, y, epochs):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        for row, label in zip(X, y):
            error = label - int(sum(p * q for p, q in zip(w, row)) + b > 0)
            w, b = [p + error * q for p, q in zip(w, row)], b + error
    return w, b
"""


def _many(path):
    """Rows of two classes whose certificate takes a while."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3000, 30))
    np.savez(path, X=X, y=(X[:, 0] + rng.normal(size=3000) > 0).astype(int))


def _of_another_run(path):
    write_archive(path, MAGIC, {"key": "another"})


def _saved(path):
    import rosenblatt

    model = rosenblatt.Perceptron().fit([[1.0], [2.0]], [0, 1])
    rosenblatt.save(path, model)


CASES = [
    case(
        "commands/plot.py features",
        "plot four.csv",
        "--features A,B chooses.",
        "plot four.csv --features a,b",
        files={"four.csv": FOUR},
    ),
    case(
        "plots/boundaries.py features",
        "plot sample:iris --features 0,1,2",
        "choose two, --features 0,1.",
        "plot sample:iris --features 0,1",
    ),
    case(
        "learners/options.py order",
        "train sample:iris --multiclass one-vs-rest --order first-mistake",
        "--order shuffled lets every class answer its own mistakes.",
        "train sample:iris --multiclass one-vs-rest --order shuffled",
        code=2,
    ),
    case(
        "commands/training_run.py algorithm",
        "train sample:xor --algorithm voted --kernel poly",
        "--algorithm kernel has it.",
        "train sample:xor --algorithm kernel --kernel poly",
        code=2,
    ),
    case(
        "commands/training_run.py kernel",
        "train sample:xor --degree 2",
        "must come with a kernel that takes it: --kernel poly.",
        "train sample:xor --degree 2 --kernel poly",
        code=2,
    ),
    case(
        "learners/kernel_options.py predict_with",
        "train sample:xor --kernel poly --normalize-scores",
        "--predict-with averaged or --predict-with last has scores.",
        "train sample:xor --kernel poly --normalize-scores --predict-with averaged",
        code=2,
    ),
    case(
        "learners/gram.py cache_mb",
        "train sample:iris --kernel rbf --cache-mb 0.01",
        "--cache-mb 0.5 does.",
        "train sample:iris --kernel rbf --cache-mb 0.5",
        code=2,
    ),
    case(
        "plots/images.py shape",
        "plot two.csv --what pixels",
        "--shape HEIGHTxWIDTH.",
        "plot two.csv --what pixels --shape 1x2",
        files={"two.csv": TWO},
        code=2,
    ),
    case(
        "commands/plot.py what",
        "plot sample:petals --what proof",
        "--what bound draws the mistakes of more.",
        "plot three.csv --what bound",
        files={"three.csv": "a,b,y\n0,9,u\n9,0,v\n-9,-9,w\n"},
    ),
    case(
        "commands/plot.py what",
        "plot sample:setosa --what hulls",
        "--what boundary draws it.",
        "plot sample:setosa --what boundary --features 0,1",
    ),
    case(
        "plots/contradictions.py features",
        "plot crossed.csv --what hulls",
        "--features 0,1 has columns in which the rows of the proof differ.",
        "plot crossed.csv --what hulls --features 0,1",
        files={"crossed.csv": CROSSED_3},
        code=2,
    ),
    case(
        "plots/theorems.py what",
        "plot crossed.csv --what bound",
        "--what mistakes draws any run.",
        "plot crossed.csv --what mistakes",
        files={"crossed.csv": CROSSED},
    ),
    case(
        "commands/plot.py data",
        "plot m.perceptron --what margins",
        "--data names a file of them.",
        "plot m.perceptron --what margins --data two.csv",
        files={"two.csv": TWO},
        before=["train two.csv --model m.perceptron"],
        code=2,
    ),
    case(
        "commands/plot.py budget",
        "plot many.npz --what bound --budget 0.001",
        "--budget gives it more.",
        "plot sample:setosa --what bound --budget 20",
        files={"many.npz": _many},
    ),
    case(
        "lab/page.py features",
        "lab sample:setosa --export lab.html",
        "--features 0,1 takes two of them.",
        "lab sample:setosa --export lab.html --features 0,1",
    ),
    case(
        "lab/page.py label",
        "lab sample:petals --export lab.html",
        "--label setosa takes one against the rest.",
        "lab sample:petals --export lab.html --label setosa",
    ),
    case(
        ("commands/train.py checkpoint", "commands/train.py model"),
        "train two.csv --resume",
        "--checkpoint or --model names it.",
        "train two.csv --resume --checkpoint run.checkpoint",
        "train two.csv --resume --model m.perceptron",
        files={"two.csv": TWO},
        code=2,
    ),
    case(  # the sentence of file_rows, which only a forged checkpoint shows, names the same step
        ("trained/checkpoint.py resume", "files/streaming/file_rows.py resume"),
        "train long.csv --resume --checkpoint run.checkpoint",
        "remove it, or leave out --resume.",
        "train long.csv --checkpoint run.checkpoint --epochs 2",
        files={"long.csv": LONG, "run.checkpoint": _of_another_run},
        patch=lambda monkeypatch: monkeypatch.setattr(windows, "MAX_PAGES", 1),
    ),
    case(
        "learners/strategy.py strategy",
        "train two.csv --strategy mixing --algorithm voted",
        "--strategy sequence takes it.",
        "train two.csv --strategy sequence --algorithm voted",
        files={"two.csv": TWO},
        code=2,
    ),
    case(
        "learners/strategy.py order",
        "train two.csv --strategy sequence --order first-mistake",
        "--order given visits partition after partition.",
        "train two.csv --strategy sequence --order given",
        files={"two.csv": TWO},
        code=2,
    ),
    case(
        "learners/strategy.py max_iter",
        "train two.csv --strategy sequence --then-sequence 2",
        "--epochs says how many passes there are.",
        "train two.csv --strategy sequence --epochs 2",
        files={"two.csv": TWO},
        code=2,
    ),
    case(
        "trained/trained_model.py algorithm",
        "train two.csv",
        "the lectures use --algorithm perceptron",
        "train two.csv --algorithm perceptron",
        files={"two.csv": TWO},
        code=0,
    ),
    case(
        "trained/trained_model.py scale",
        "train two.csv",
        "the lectures use --scale none",
        "train two.csv --scale none",
        files={"two.csv": TWO},
        code=0,
    ),
    case(
        "commands/compare.py target",
        "compare rare.csv",
        "leave that row out, or --target names another column.",
        "compare rare.csv --target a --folds 2",
        files={"rare.csv": "a,b,y\n1,5,u\n2,6,u\n1,7,u\n2,8,u\n1,9,v\n"},
    ),
    case(
        "commands/export.py ignore",
        "export m.perceptron model.onnx",
        "--ignore leaves it out.",
        "train text.csv --ignore word --model m.perceptron",
        "export m.perceptron model.onnx",
        files={"text.csv": TEXT},
        before=["train text.csv --text word --model m.perceptron"],
    ),
    case(
        "commands/export.py hash_bits",
        "export m.perceptron model.onnx",
        "train without --hash-bits.",
        "train text.csv --model m.perceptron",
        "export m.perceptron model.onnx",
        files={"text.csv": TEXT},
        before=["train text.csv --hash-bits 6 --model m.perceptron"],
    ),
    case(
        "learners/options.py rule",
        "train two.csv --margin 2",
        "--rule margin has it.",
        "train two.csv --margin 2 --rule margin",
        files={"two.csv": TWO},
        code=2,
    ),
    case(
        "learners/options.py rule",
        "train two.csv --C 2",
        "--rule pa1 and --rule pa2 have it.",
        "train two.csv --C 2 --rule pa1",
        "train two.csv --C 2 --rule pa2",
        files={"two.csv": TWO},
        code=2,
    ),
    case(
        "learners/visits.py rule",
        "train short.csv --rule pa --scale none --order given --epochs 1000",
        "PA-I limits the steps: --rule pa1.",
        "train short.csv --rule pa1 --scale none --order given --epochs 1000",
        files={"short.csv": SHORT},
    ),
    case(
        "commands/reproduce.py model",
        "reproduce m.perceptron",
        "train --model writes one that does.",
        "train two.csv --model m.perceptron",
        "reproduce m.perceptron",
        files={"two.csv": TWO, "m.perceptron": _saved},
    ),
    case(
        ("grading/verdict.py labels", "grading/verdict.py at_zero"),
        "grade homework.py",
        "with --labels 0,1 --at-zero negative all sets agree",
        "grade homework.py --labels 0,1 --at-zero negative",
        files={"homework.py": OF_ZERO_AND_ONE},
    ),
    case(
        "grading/verdict.py numpy",
        "grade homework.py",
        "--numpy gives arrays",
        "grade right.py --numpy",
        files={"homework.py": BY_LISTS, "right.py": TWO_FUNCTIONS.replace("def first", "def _first")},
    ),
    case(
        "grading/student.py function",
        "grade homework.py",
        "--function names the one to grade",
        "grade homework.py --function second",
        files={"homework.py": TWO_FUNCTIONS},
    ),
]
