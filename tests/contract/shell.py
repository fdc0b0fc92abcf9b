"""The command line in this process, and the few names that will change: the contract uses the new ones."""

import contextlib
import io
import json
import sys
from typing import Any, NamedTuple

import numpy as np

import rosenblatt
from rosenblatt.cli import main  # the entry of the command, and the only name that is not public

# Flags of this version, by verb ("" stands for every verb) and by the name that the contract uses. A pair goes when its
# flag gets the new name.
OLD_FLAGS: dict[str, dict[str, str]] = {
    "": {
        "--max-iter": "--epochs",
        "--random-state": "--seed",
        "--no-fit-intercept": "--no-bias",
        "--from-model": "--from",
        "--time-limit": "--budget",
    },
    "certify": {"--output": "--save"},
    "lab": {"--output": "--export", "--class": "--label"},
    "plot": {"--kind": "--what", "--top": "--most", "--class": "--label"},
    "generate": {"--n-features": "--features"},
    "grade": {"--time-limit": "--timeout"},
}


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one sentence of an error, without the name of the program."""
        assert self.code in (1, 2), (self.code, self.out, self.err)
        return self.err.removeprefix("rosenblatt: ")


def run(verb: str, *arguments: object, stdin: str | bytes = "") -> Ended:
    """What ``rosenblatt VERB …`` prints, and its exit code."""
    old = OLD_FLAGS[""] | OLD_FLAGS.get(verb, {})
    typed = [old.get(each, each) for each in map(str, arguments)]
    given = stdin.encode() if isinstance(stdin, str) else stdin
    before = sys.argv, sys.stdin
    out, err = io.StringIO(), io.StringIO()
    sys.argv, sys.stdin = ["rosenblatt", verb, *typed], io.TextIOWrapper(io.BufferedReader(io.BytesIO(given)))
    code: Any = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as end:
        code = end.code or 0
    finally:
        sys.argv, sys.stdin = before
    return Ended(code, out.getvalue(), err.getvalue())


def labels_of(model: Any, data: Any, **options: Any) -> list[Any]:
    """The labels that ``rosenblatt.predict`` gives."""
    return [label for page in rosenblatt.predict(model, data, **options) for label in np.asarray(page.labels).tolist()]


def n_visits(report: Any) -> int:
    return report.n_examples


def n_updates(report: Any) -> int:
    return report.updates
