"""Files that a student begins with: the task, the signature, and a place for the update."""

import os

from rosenblatt.errors import OptionError

DEFAULT = "perceptron.py"

TEXT = '''\
"""Homework: a perceptron in plain Python.

X is a list of rows, each a list of numbers; y is a list of labels, each {labels}.
{task}
Visit the rows in the order in which they are given, epochs times. At each visit compute the score {score}.
{mistake}

Grade this file with: {command}
"""


def {name}(X, y, epochs):
    w = [0.0] * len(X[0])
{start}    for _ in range(epochs):
        for x, label in zip(X, y):
            raise NotImplementedError("write the score and the update here")
    return {result}
'''


def write_starter(
    path: str | os.PathLike[str],
    command: str,
    *,
    fit_intercept: bool = True,
    averaged: bool = False,
    voted: bool = False,
    zero_one: bool = False,
) -> None:
    """Write the file, unless a file of that name exists. The command grades it."""
    text = starter_text(command, fit_intercept, averaged, voted, zero_one)
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise OptionError(f"starter must be a new file; {path} is there already, and it is not overwritten.") from None
    except OSError as error:
        raise OptionError(f"starter must be a file that can be written; {path}: {error.strerror}.") from None


def starter_text(command: str, bias: bool, averaged: bool, voted: bool, zero_one: bool) -> str:
    """Text of the file for a task."""
    b, update = (" and b = 0", " and y to b") if bias else ("", "")
    pair = "w, b" if bias else "w"
    start, result = "    b = 0.0\n" * bias, pair
    name, task = "perceptron", f"Start with w = 0{b}. Return {pair} after the last visit."
    if averaged:
        name = "averaged_perceptron"
        task = (
            f"Start with w = 0{b}. Return the average of the zero start and of {pair} after every visit (Algorithm 7)."
        )
    if voted:
        name, start, result = "voted_perceptron", f"{start}    votes = []\n", "votes"
        task = (
            f"Start with w = 0{b}. Return a list of ({pair}, c): every weight vector that a mistake made, with its\n"
            "survival c, the number of visits after which it was current, the one that made it included."
        )
    mistake = f"If y·a ≤ 0, the row is a mistake: add y·x to w{update}."
    if zero_one:
        mistake = f"With −1 in place of the label 0: if y·a ≤ 0, the row is a mistake, so add y·x to w{update}."
    return TEXT.format(
        labels="0 or 1" if zero_one else "−1 or +1",
        score="a = w·x + b" if bias else "a = w·x",
        **{"task": task, "mistake": mistake, "command": command},
        **{"name": name, "start": start, "result": result},
    )
