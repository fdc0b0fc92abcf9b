"""Verbs about data: compare, generate, convert, tutorial."""

import json
import shlex
from dataclasses import replace
from typing import Any

import click

from rosenblatt.cli.options import SEED, metric_option, reading_of, reading_option, reading_options, scale_option
from rosenblatt.cli.printing import print_table, progress
from rosenblatt.cli.typed import typed


@click.command()
@click.argument("data", default="sample:iris")
@click.option("--folds", type=click.IntRange(min=2), default=5, show_default=True, help="Of the cross-validation.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Of the parts.")
@click.option("--budget", type=float, help="Seconds for each model; else 60.")
@metric_option("What is compared.")
@click.option("--models", multiple=True, metavar="NAME", help="Only this one; may be repeated.")
@reading_options
@scale_option
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def compare(data: str, as_json: bool, **options: Any) -> None:
    """Is linear enough? The family against other classifiers, cross-validated on the same parts of DATA.

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


@click.command()
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="The file; else CSV to standard output.")
@click.option("--rows", "n_rows", type=int, default=100, show_default=True, help="How many.")
@click.option("--features", "n_features", type=int, default=2, show_default=True, help="How many.")
@click.option("--margin", type=float, default=0.0, show_default=True, help="The least distance to the plane.")
@click.option("--radius", type=float, default=1.0, show_default=True, help="Of the ball that the rows are in.")
@click.option("--noise", type=float, default=0.0, show_default=True, help="The share of labels turned round.")
@click.option("--drift", type=float, default=0.0, show_default=True, help="Degrees by which the plane turns.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same rows.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def generate(output: str | None, force: bool, as_json: bool, **options: Any) -> None:
    """Rows with a known answer: labelled by a plane, a margin away from it.

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


@click.command()
@click.argument("source")
@click.argument("path", metavar="TARGET", type=click.Path(dir_okay=False))
@reading_options
@reading_option("scale", help="How numbers of tables are scaled, where they become features.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def convert(source: str, path: str, as_json: bool, **options: Any) -> None:
    """Write the rows of SOURCE to TARGET, in the format of its name.

    From a table to a table columns stay as they are; to LIBSVM, VW and NumPy they become features.

    \b
    rosenblatt convert data.csv data.parquet
    rosenblatt convert data.csv data.svm.gz
    """
    from rosenblatt.commands.convert import convert as converted

    reading = reading_of(options)
    with progress() as tell:
        done = converted(source, path, progress=tell, **options, **reading)
    _print(f"{source} to {path}", done, as_json)


@click.command()
@click.argument("folder", default=".", type=click.Path(file_okay=False))
@click.option("--force", is_flag=True, help="Write over files that are there.")
def tutorial(folder: str, force: bool) -> None:
    """Write the data files of the tutorial to FOLDER. Without FOLDER: to this one.

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
