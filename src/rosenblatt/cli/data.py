"""Verbs about data: compare, generate, convert, tutorial."""

import json
import shlex
from dataclasses import replace
from typing import Any

import click

from rosenblatt.cli.options import SEED, metric_option, reading_of, reading_option, reading_options, scale_option
from rosenblatt.cli.printing import print_table, progress
from rosenblatt.cli.typed import typed
from rosenblatt.cli.verb import Verb


@click.command(cls=Verb)
@click.argument("data", default="sample:iris")
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    default=5,
    show_default=True,
    metavar="N",
    help="Number of cross-validation folds.",
)
@click.option(
    "--seed", type=SEED, default=0, show_default=True, metavar="N", help="Seed for the random split into folds."
)
@click.option("--budget", type=float, metavar="SECONDS", help="Time limit per model.", show_default="60")
@metric_option("Metric that models are ranked by")
@click.option("--models", multiple=True, metavar="NAME", help="Compare this model only. May be repeated.")
@reading_options
@scale_option
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def compare(data: str, as_json: bool, **options: Any) -> None:
    """Compare perceptrons with other classifiers by cross-validation.

    Every model is trained and tested on the same folds of DATA, so the table shows whether a linear model is enough.
    Without DATA: iris.

    Models: averaged, perceptron, pocket, voted, the update rules margin, normalized, pa, pa1, pa2, linear-regression
    (least squares on the labels), logistic-regression, k-nn (Hamming distance if all columns are categories, else
    Euclidean), tree, majority.

    \b
    rosenblatt compare
    rosenblatt compare data.csv --metric f1
    """
    from rosenblatt.commands.compare import compare as compared

    reading = reading_of(options)
    options = {name: value for name, value in options.items() if value not in (None, ())}
    with progress() as tell:
        comparison = compared(data, progress=tell, **options, **reading)
    comparison = replace(comparison, notes=tuple(typed(comparison.notes)))
    click.echo(json.dumps(comparison.to_dict(), default=str) if as_json else str(comparison))


@click.command(cls=Verb)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False), help="File to write.", show_default="CSV on standard output"
)
@click.option("--rows", "n_rows", type=int, metavar="N", default=100, show_default=True, help="Number of rows.")
@click.option(
    "--features", "n_features", type=int, metavar="N", default=2, show_default=True, help="Number of features."
)
@click.option("--margin", type=float, default=0.0, show_default=True, help="Smallest distance from a row to the plane.")
@click.option("--radius", type=float, default=1.0, show_default=True, help="Radius of the ball that holds the rows.")
@click.option(
    "--noise", type=float, default=0.0, show_default=True, help="Fraction of labels that are flipped, 0 to 1."
)
@click.option(
    "--drift",
    type=float,
    default=0.0,
    show_default=True,
    help="Rotation of the plane from the first row to the last, in degrees.",
)
@click.option("--seed", type=int, metavar="N", default=0, show_default=True, help="Seed for the random rows.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print a summary of the file as JSON.")
def generate(output: str | None, force: bool, as_json: bool, **options: Any) -> None:
    """Generate labelled rows that a known plane separates.

    Every row is at least the margin away from the plane. Noise flips labels; drift turns the plane.

    \b
    rosenblatt generate --rows 1000 --margin 0.1 -o rows.csv
    rosenblatt generate --rows 200 | rosenblatt train - --certify
    """
    from rosenblatt.commands.convert import write_generated
    from rosenblatt.data.generators import generate as generated

    dataset = generated(**options)
    if output is None:
        for row, label in zip(dataset.X.tolist(), dataset.y.tolist(), strict=True):
            click.echo(",".join([*map(repr, row), str(int(label))]))
        return
    _print(output, write_generated(dataset, output, force=force), as_json)


@click.command(cls=Verb)
@click.argument("source")
@click.argument("path", metavar="TARGET", type=click.Path(dir_okay=False))
@reading_options
@reading_option("scale", help="Scaling of numeric columns, if TARGET holds features (LIBSVM, VW, NumPy).")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print a summary of the conversion as JSON.")
def convert(source: str, path: str, as_json: bool, **options: Any) -> None:
    """Convert the data file SOURCE to the format of TARGET.

    The suffix of TARGET names its format. Tables (CSV, TSV, Parquet, Arrow, JSON lines) keep their columns. For LIBSVM,
    Vowpal Wabbit and NumPy, columns are encoded as numeric features.

    \b
    rosenblatt convert data.csv data.parquet
    rosenblatt convert data.csv data.svm.gz
    """
    from rosenblatt.commands.convert import convert as converted

    reading = reading_of(options)
    with progress() as tell:
        done = converted(source, path, progress=tell, **options, **reading)
    _print(f"{source} to {path}", done, as_json)


@click.command(cls=Verb)
@click.argument("folder", default=".", type=click.Path(file_okay=False))
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def tutorial(folder: str, force: bool) -> None:
    """Write the data files of the tutorial to FOLDER.

    Without FOLDER: the current folder.

    \b
    rosenblatt tutorial
    rosenblatt tutorial first-steps
    """
    from rosenblatt.commands.tutorial import tutorial as written

    print_table(f"files in {folder}", list(written(folder, force=force).items()))
    step = "rosenblatt train spam.csv --target label --text message"
    click.echo(f"Next: {step if folder == '.' else f'cd {shlex.quote(folder)} && {step}'}")


def _print(title: str, done: Any, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(typed(done.to_dict())))
    else:
        print_table(title, typed(done.lines()))
