"""Verb ``plot``, which draws models and runs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.options import (
    COUNT,
    MODEL,
    features_of,
    leave_what_was_not_typed,
    reading_of,
    reading_options,
    training_options,
)
from rosenblatt.cli.printing import progress, tell_of_the_note
from rosenblatt.cli.verb import Verb
from rosenblatt.conventions import PICTURES
from rosenblatt.errors import OptionError, RosenblattError

IN_THE_SHELL = {  # advice in errors of Python functions, and the same advice for the shell
    "certify the same X and y": "--data must name the rows of training",
    "draw that of an averaged perceptron": "train with --algorithm averaged for one that has",
}

PICTURE_TEXT = "Picture to draw, from the list above."
BUDGET_TEXT = "Time limit for the certificate."


@click.command(cls=Verb)
@click.argument("source", metavar="MODEL|DATA", default="sample:note-004", type=MODEL)
@click.option(
    "--what", type=click.Choice(PICTURES), metavar="PICTURE", default="boundary", show_default=True, help=PICTURE_TEXT
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    help="File to write: .png, .svg or .pdf.",
    show_default="PICTURE.png",
)
@click.option("--data", type=click.Path(), help="Rows to draw with MODEL, in the format of the training data.")
@click.option("--style", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Colour theme.")
@click.option("--features", metavar="A,B", help="One to three features to draw, by name or by number from 0.")
@click.option("--label", metavar="CLASS", help="Class whose weights are drawn.")
@click.option("--most", type=COUNT, metavar="N", default=20, show_default=True, help="Maximum number of weights.")
@click.option("--shape", metavar="HEIGHTxWIDTH", help="Shape of the image whose pixels are the features.")
@click.option("--budget", type=float, metavar="SECONDS", default=60.0, show_default=True, help=BUDGET_TEXT)
@training_options()
@reading_options
def plot(source: str, what: str, output: str | None, **options: Any) -> None:
    """Draw MODEL, or train on DATA and draw the run.

    \b
    boundary    decision boundary in one to three features
    mistakes    mistakes per epoch
    cumulative  total mistakes by visit
    margins     histogram of the margins
    confusion   confusion matrix
    weights     largest weights by feature name
    pixels      weights as an image
    loss        perceptron loss along the run
    proof       the two inequalities that prove the mistake bound
    bound       mistakes and the mistake bound
    hulls       point where the convex hulls of two classes meet

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
    os.environ.setdefault("MPLBACKEND", "agg")  # opens no window
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
    """Rewrite advice in errors for the shell: options, not arguments."""
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
