"""The verb that draws: plot."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.options import (
    MODEL,
    features_of,
    leave_what_was_not_typed,
    reading_of,
    reading_options,
    training_options,
)
from rosenblatt.cli.printing import progress, tell_of_the_note
from rosenblatt.conventions import PICTURES
from rosenblatt.errors import OptionError, RosenblattError

IN_THE_SHELL = {  # what functions of X and y say to those who call them, and what there is to type
    "certify the same X and y": "--data must name the rows of training",
    "draw that of an averaged perceptron": "train with --algorithm averaged for one that has",
}


@click.command()
@click.argument("source", metavar="MODEL|DATA", default="sample:note-004", type=MODEL)
@click.option("--what", type=click.Choice(PICTURES), default="boundary", show_default=True, help="The picture.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="A .png, .svg or .pdf; else PICTURE.png here.")
@click.option("--data", type=click.Path(), help="Rows to draw with a MODEL, raw as those of training.")
@click.option("--style", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Of the page.")
@click.option("--features", metavar="A,B", help="One to three to draw of more, by name or number from 0.")
@click.option("--label", metavar="CLASS", help="Whose weights.")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="So many weights.")
@click.option("--shape", metavar="HEIGHTxWIDTH", help="Of the image that the pixels are.")
@click.option("--budget", type=float, default=60.0, show_default=True, help="Seconds for a certificate.")
@training_options()
@reading_options
def plot(source: str, what: str, output: str | None, **options: Any) -> None:
    """Draw MODEL, or train on DATA and draw the run.

    boundary (two features, or three), mistakes (per epoch), cumulative (as visits go by), margins (a histogram),
    confusion, weights (by name), pixels (weights as an image), loss (along the run), proof (of the bound), bound
    (mistakes against it), hulls (where they meet, if no plane separates the classes).

    \b
    rosenblatt plot sample:note-004
    rosenblatt plot sample:note-004 --what proof -o proof.svg
    rosenblatt plot m.perceptron --what weights --most 30 -o weights.pdf
    rosenblatt plot m.perceptron --data test.csv --what margins
    """
    from rosenblatt.commands.plot import plot as plotted
    from rosenblatt.commands.training_run import check_place

    path = output or f"{what}.png"
    check_place("output", Path(path), Path.is_file)
    os.environ.setdefault("MPLBACKEND", "agg")  # no window is opened
    leave_what_was_not_typed(options)
    reading = reading_of(options)
    for name, of in (("features", features_of), ("shape", _shape)):
        if options.get(name) is not None:
            options[name] = of(options[name])
    with progress(), _in_the_shell():
        plotted(source, what, output=path, reading=reading, **options)
    click.echo(f"The picture is in {path}.")
    tell_of_the_note(source, options)


@contextmanager
def _in_the_shell() -> Iterator[None]:
    """What goes wrong names options, not arguments."""
    try:
        yield
    except RosenblattError as error:
        sentence = error.sentence
        for called, in_the_shell in IN_THE_SHELL.items():
            sentence = sentence.replace(called, in_the_shell)
        raise type(error)(sentence) from error


def _shape(text: str) -> tuple[int, int]:
    height, _, width = text.partition("x")
    if not (height.isdigit() and width.isdigit()):
        raise OptionError(f"--shape must be HEIGHTxWIDTH, two whole numbers; got {text!r}.")
    return int(height), int(width)
