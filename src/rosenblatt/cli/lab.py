"""Verbs for students and teachers: lab, grade, exam."""

import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.options import (
    AT_ZERO_TEXT,
    BAD_DATA,
    NO_BIAS_TEXT,
    ORDER_TEXT,
    SEED,
    SEED_TEXT,
    at_zero_option,
    pair_of,
    reading_of,
    reading_options,
)
from rosenblatt.cli.typed import typed
from rosenblatt.cli.verb import Verb
from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.display import printable
from rosenblatt.errors import OptionError


@click.command(cls=Verb)
@click.argument("data", required=False)
@click.option("--export", "path", type=click.Path(), help="Write the page to this file and open no browser.")
@click.option("--example", metavar="NAME", help="Example card to start with, instead of DATA.")
@click.option("--features", metavar="A,B", help="The two features to draw, by name or by number from 0.")
@click.option("--label", metavar="CLASS", help="Positive class, if DATA has more than two.")
@click.option("--order", type=click.Choice(list(ORDERS)), metavar="ORDER", help=f"{ORDER_TEXT}.", show_default="given")
@click.option("--at-zero", type=click.Choice(list(AT_ZERO)), help=f"{AT_ZERO_TEXT}", show_default="mistake")
@click.option("--no-bias", "fit_intercept", is_flag=True, flag_value=False, default=None, help=NO_BIAS_TEXT)
@click.option("--seed", "random_state", type=SEED, metavar="N", help=f"{SEED_TEXT}", show_default="0")
@click.option(
    "--epochs",
    "max_iter",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Maximum number of epochs, up to 1000.",
    show_default="100",
)
@reading_options
def lab(data: str | None, path: str | None, features: str | None, **options: Any) -> None:
    """Open the lab: watch a perceptron learn in your browser.

    The page shows every step of the run; points can be added and moved. DATA is a file or sample as for train, with two
    features, two classes and at most 500 rows. Without DATA: the example of Cornwell's lecture (note 004).

    \b
    rosenblatt lab
    rosenblatt lab data.csv --features height,weight
    rosenblatt lab sample:note-000 --at-zero positive --no-bias
    rosenblatt lab --export lab.html --example xor
    """
    from rosenblatt.lab.page import LabPage, points_of, starting_state

    reading = reading_of(options)
    given = {name: value for name, value in options.items() if value is not None}
    if features is not None:
        given["features"] = pair_of(features)
    if data is not None and "example" in given:
        raise OptionError("DATA must be left out with --example: a card has its own points.")
    page = LabPage(starting_state(*points_of(data, reading), **given))
    if path is not None:
        page.save(path)
        click.echo(f"The lab is in {path}: open it in a browser, or put it on any web host.")
        return
    from tempfile import mkdtemp

    saved = page.save(Path(mkdtemp(prefix="rosenblatt-")) / "lab.html")  # not deleted: the browser may reload the page
    opened = _has_browser() and _opened(saved)
    click.echo(f"The lab is in {saved}." if opened else f"The lab is in {saved}: open it in a browser.")


def _has_browser() -> bool:
    """Return False without a display: text browsers take over the terminal and cannot run the page."""
    if os.environ.get("BROWSER") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _opened(page: Path) -> bool:
    import webbrowser

    with suppress(webbrowser.Error, OSError):
        return webbrowser.open(page.as_uri())
    return False


@click.command(cls=Verb)
@click.argument("files", nargs=-1, type=click.Path(exists=True))
@click.option("--function", metavar="NAME", help="Function or class to grade, if a file has several.")
@at_zero_option
@click.option(
    "--no-bias",
    "fit_intercept",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Grade a function without a bias, which returns w alone.",
)
@click.option("--averaged", is_flag=True, help="Expect averaged weights (Algorithm 7), not the last ones.")
@click.option("--voted", is_flag=True, help="Expect a list of votes (w, b, c): weight vectors with their survival.")
@click.option(
    "--labels",
    type=click.Choice(["-1,1", "0,1"]),
    default="-1,1",
    show_default=True,
    callback=lambda context, option, text: tuple(map(int, text.split(","))),
    help="Labels of the two classes that the function is given.",
)
@click.option("--numpy", is_flag=True, help="Pass X and y as NumPy arrays instead of lists.")
@click.option("--timeout", type=float, metavar="SECONDS", default=10.0, show_default=True, help="Time limit per file.")
@click.option("--seed", type=int, metavar="N", default=0, show_default=True, help="Seed for the random test sets.")
@click.option(
    "--starter",
    is_flag=False,
    flag_value="perceptron.py",
    metavar="[FILE]",
    type=click.Path(),
    help="Write a file to begin with, by default perceptron.py, and grade nothing.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per file.")
def grade(files: tuple[str, ...], as_json: bool, starter: str | None, **options: Any) -> None:
    """Grade a student's training function on small data sets.

    Each of FILES is a Python file, or a folder of them, with a function perceptron(X, y, epochs) that starts from
    zeros, visits the rows in their order, epochs times, and returns w, b; or with a class that has fit. If its result
    is wrong, one sentence shows the smallest data set and the first visit where it differs, and the visit is worked
    out. Several files get one line each. The code runs with your permissions: grade code that you do not trust in a
    sandbox. Exit code 0 means that all files passed, 1 that one did not.

    \b
    rosenblatt grade --starter
    rosenblatt grade homework.py
    rosenblatt grade homework.py --function averaged --averaged
    rosenblatt grade submissions/ --at-zero positive
    """
    from rosenblatt.grading.grade import counted_grades, grade as graded

    if starter is not None:
        _write_starter(starter, files, options)
        return
    if not files:
        raise click.MissingParameter(param=click.get_current_context().command.params[0], param_type="argument")
    paths = [path for file in files for path in _files(file)]
    grades = []
    for path in paths:
        result = graded(path, **options)
        grades.append(result)
        if as_json:
            click.echo(json.dumps({"file": str(path), **typed(result.to_dict())}))
        else:
            click.echo(printable(f"{path}: " * (len(paths) > 1) + typed(result.sentence)))
            for line in _more_lines(result) if len(paths) == 1 else ():
                click.echo(printable(line))
    if len(paths) > 1 and not as_json:
        click.echo(counted_grades(grades))
    if not all(result.passed for result in grades):
        sys.exit(BAD_DATA)


@click.command(cls=Verb)
@click.option("--seed", type=int, metavar="N", default=0, show_default=True, help="Seed for the questions.")
@click.option("--output", "-o", type=click.Path(), metavar="FILE", help="Page to write.", show_default="exam-SEED.html")
@click.option("--no-solutions", is_flag=True, help="Leave out the solutions: the sheet for students.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the exam as one line of JSON. A page is written only with --output."
)
def exam(seed: int, output: str | None, no_solutions: bool, as_json: bool) -> None:
    """Write an exam about the perceptron, with its solutions.

    Five questions: a run to fill in, a line to draw, the mistake bound, averages and votes, and two sets that may be
    separable. The same seed gives the same exam everywhere. All solutions are exact, with links to the lab.

    \b
    rosenblatt exam --seed 17 -o exam.html
    rosenblatt exam --seed 17 --no-solutions -o sheet.html
    """
    from rosenblatt.commands.exam import exam as drawn

    paper, solutions = drawn(seed), not no_solutions
    if output is not None or not as_json:
        output = str(paper.save(output or f"exam-{seed}.html", solutions))
    if as_json:
        click.echo(json.dumps(paper.to_dict(solutions)))
        return
    what = "The exam" if no_solutions else "The exam, with its solutions,"
    click.echo(f"{what} is in {output}: open it in a browser, and print it to PDF.")


def _more_lines(result: Any) -> Iterator[str]:
    """Lines below the sentence about one file: the visit worked out, the sets that agree, and the lab."""
    if result.worked:
        yield result.worked
    if result.n_agree < result.n_sets > 1:
        yield f"{result.n_agree} of {result.n_sets} sets agree."
    if result.lab_link:
        page, _, _ = result.lab_link.partition("#")
        yield f"See this visit in the lab: rosenblatt lab --export {page}, then open {result.lab_link} in a browser."


def _write_starter(path: str, files: tuple[str, ...], options: dict[str, Any]) -> None:
    from rosenblatt.grading.starter import write_starter

    if files:
        raise OptionError(
            f"FILES must be left out with --starter, which writes a file and grades none; got {files[0]}."
        )
    if options["averaged"] and options["voted"]:
        raise OptionError("--averaged and --voted exclude each other: choose one of them.")
    zero_one = options["labels"] == (0, 1)
    words = ["rosenblatt", "grade", path]
    words += ["--no-bias"] * (not options["fit_intercept"]) + ["--averaged"] * options["averaged"]
    words += ["--voted"] * options["voted"] + ["--labels", "0,1"] * zero_one
    task = {name: options[name] for name in ("fit_intercept", "averaged", "voted")}
    write_starter(path, shlex.join(words), **task, zero_one=zero_one)
    click.echo(f"The task is in {path}: write the update, then type {shlex.join(words)}")


def _files(name: str) -> list[Path]:
    """Return the file itself, or the Python files of a folder."""
    path = Path(name)
    if not path.is_dir():
        return [path]
    paths = sorted(path.glob("*.py"))
    if not paths:
        raise OptionError(f"FILES must be Python files, or folders that have some; {name} has none.")
    return paths
