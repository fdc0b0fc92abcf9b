"""Verbs for learners and teachers: lab, grade."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.options import BAD_DATA, SEED, at_zero_option, pair_of, reading_of, reading_options
from rosenblatt.cli.typed import typed
from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.display import printable
from rosenblatt.errors import OptionError


@click.command()
@click.argument("data", required=False)
@click.option("--export", "path", type=click.Path(), help="Write the page to this file, and open nothing.")
@click.option("--example", metavar="NAME", help="The card to start with, in place of DATA.")
@click.option("--features", metavar="A,B", help="The two to draw of more, by name or number from 0.")
@click.option("--label", metavar="CLASS", help="Of more than two classes, the one that is plus.")
@click.option("--order", type=click.Choice(list(ORDERS)), help="In which order rows are visited; else as given.")
@click.option("--at-zero", type=click.Choice(list(AT_ZERO)), help="What a score of exactly zero means; else a mistake.")
@click.option("--no-bias", "fit_intercept", is_flag=True, flag_value=False, default=None, help="Learn no bias.")
@click.option("--seed", "random_state", type=SEED, help="Of random orders; else 0.")
@click.option("--epochs", "max_iter", type=click.IntRange(1, 1000), help="At most so many; else 100.")
@reading_options
def lab(data: str | None, path: str | None, features: str | None, **options: Any) -> None:
    """See a perceptron learn: one page with points to place and every step of the run, in your browser.

    DATA as for train, with two features and two classes, at most 500 rows. Without DATA: the example of note 004.

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

    saved = page.save(Path(mkdtemp(prefix="rosenblatt-")) / "lab.html")  # which stays: a browser may load it again
    opened = _has_browser() and _opened(saved)
    click.echo(f"The lab is in {saved}." if opened else f"The lab is in {saved}: open it in a browser.")


def _has_browser() -> bool:
    """Without a screen there are only browsers that take the terminal, and run no page like this one."""
    if os.environ.get("BROWSER") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _opened(page: Path) -> bool:
    import webbrowser

    with suppress(webbrowser.Error, OSError):
        return webbrowser.open(page.as_uri())
    return False


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--function", metavar="NAME", help="The function to grade, where there are several.")
@at_zero_option
@click.option(
    "--no-bias", "fit_intercept", is_flag=True, flag_value=False, default=True, help="No bias: it returns w alone."
)
@click.option("--averaged", is_flag=True, help="The average of Algorithm 7 is asked for, not the last weights.")
@click.option("--numpy", is_flag=True, help="Give X and y as NumPy arrays, not as lists.")
@click.option("--timeout", type=float, default=10.0, show_default=True, help="Seconds for each file, in all.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random sets.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON a file.")
def grade(files: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Compare a student's training function with the engine, on small sets.

    A file has a function perceptron(X, y, epochs) that starts from zeros, visits the rows in their order, epochs times,
    and returns w, b. If it differs, one sentence shows the smallest set and the first visit where they part. Of several
    files, or a folder of them, a line each. The code runs with your rights: grade files of strangers where they can do
    no harm. Exit code 0 means that all agree, 1 that one does not.

    \b
    rosenblatt grade homework.py
    rosenblatt grade homework.py --function averaged --averaged
    rosenblatt grade submissions/ --at-zero positive
    """
    from rosenblatt.grading.grade import counted_grades, grade as graded

    paths = [path for file in files for path in _files(file)]
    grades = []
    for path in paths:
        result = graded(path, **options)
        grades.append(result)
        if as_json:
            click.echo(json.dumps({"file": str(path), **typed(result.to_dict())}))
        else:
            click.echo(printable(f"{path}: " * (len(paths) > 1) + typed(result.sentence)))
    if len(paths) > 1 and not as_json:
        click.echo(counted_grades(grades))
    if not all(result.passed for result in grades):
        sys.exit(BAD_DATA)


def _files(name: str) -> list[Path]:
    """A file, or the Python files of a folder."""
    path = Path(name)
    if not path.is_dir():
        return [path]
    paths = sorted(path.glob("*.py"))
    if not paths:
        raise OptionError(f"FILES must be Python files, or folders that have some; {name} has none.")
    return paths
