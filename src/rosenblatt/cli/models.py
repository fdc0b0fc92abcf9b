"""Verbs that take a model file: predict, evaluate, inspect, export, reproduce."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from rosenblatt.cli.options import AS_TRAINED, BAD_DATA, MODEL, file_options, given_options, reading_option
from rosenblatt.cli.partitions import cluster, dask_option
from rosenblatt.cli.printing import print_table, progress, training_progress
from rosenblatt.cli.typed import typed
from rosenblatt.cli.verb import Verb
from rosenblatt.conventions import EXPORTS
from rosenblatt.display import printable
from rosenblatt.errors import OptionError


@click.command(cls=Verb)
@click.argument("model", type=MODEL)
@click.argument("data")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="File to write.", show_default="standard output")
@click.option("--scores", is_flag=True, help="Print the score, too: of the second of two classes, else of the label.")
@click.option("--top", type=click.IntRange(min=1), metavar="K", help="Print the K labels with the highest scores.")
@click.option(
    "--threshold",
    type=float,
    metavar="T",
    help="Predict the second of two classes if its score is above T.",
    show_default="0",
)
@file_options
@dask_option
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per row.")
def predict(
    model: str,
    data: str,
    dask: str | None,
    output: str | None,
    scores: bool,
    top: int | None,
    threshold: float | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Predict the labels of DATA with MODEL, one prediction per line.

    DATA has the same columns as the training data, in any format. A label column is ignored. ID columns (train --id)
    come first in each line, then the label, separated by tabs.

    \b
    rosenblatt predict m.perceptron new.csv
    rosenblatt predict m.perceptron new.parquet -o labels.txt --scores
    cat new.csv | rosenblatt predict m.perceptron - --top 3
    """
    from rosenblatt.commands.predict import predict as predicted
    from rosenblatt.trained.predictions import Form

    form = Form(scores, top, threshold, as_json, _is_terminal(output))
    form.check()
    _check_another(output, model, data)
    given = given_options(options)
    with cluster(dask) as client, _written(output) as write, progress() as tell:
        predictions, rows = predicted(model, data, dask=client, **given), 0
        for page in predictions:
            write("".join(f"{line}\n" for line in form.lines(page)))
            rows += page.block.n_rows
            tell(f"{rows:,} rows predicted")
    for name, text in predictions.lines():
        click.echo(printable(f"{name}: {text}."), err=True)


@click.command(cls=Verb)
@click.argument("model", type=MODEL)
@click.argument("data")
@reading_option("labels")
@reading_option("missing_label", default=None, show_default=AS_TRAINED)
@file_options
@dask_option
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def evaluate(model: str, data: str, dask: str | None, as_json: bool, **options: Any) -> None:
    """Evaluate MODEL on labelled data: accuracy, precision, recall, F1.

    Precision, recall and F1 are listed per class, with the confusion matrix. Labels that differ from a class of the
    model only by a trailing full stop, spaces or case are matched, and a line reports the match.

    \b
    rosenblatt evaluate m.perceptron test.csv
    rosenblatt evaluate m.perceptron test.csv --json
    rosenblatt evaluate m.perceptron 'test-*.csv' --dask
    """
    from rosenblatt.commands.evaluate import evaluate as evaluated

    given = given_options(options)
    with cluster(dask) as client, progress():
        evaluation = evaluated(model, data, dask=client, **given)
    _print(f"{model} on {data}", evaluation, as_json)


@click.command(cls=Verb)
@click.argument("model", type=MODEL)
@click.option("--json", "as_json", is_flag=True, help="Print the description as JSON.")
def inspect(model: str, as_json: bool) -> None:
    """Describe MODEL: algorithm, classes, columns, heaviest features.

    The report of its training and the origin of its training data are listed, too.

    \b
    rosenblatt inspect m.perceptron
    rosenblatt inspect m.perceptron --json | jq .report
    """
    from rosenblatt.commands.inspect import inspect as inspected

    _print(model, inspected(model), as_json)


class FormatOrFile(click.Choice):
    """A choice of formats, or a file whose name ends in one of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        is_file = os.path.splitext(str(value))[1].removeprefix(".") in self.choices
        return value if is_file else super().convert(value, param, ctx)


@click.command(cls=Verb)
@click.argument("model", type=MODEL)
@click.argument("format", type=FormatOrFile(EXPORTS), metavar=f"[{'|'.join(EXPORTS)}|FILE]")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="File to write.", show_default="beside MODEL")
@click.option(
    "--float32",
    "input_type",
    flag_value="float32",
    help="Make the ONNX graph take float32 input. It still computes in double precision.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the path of the file as JSON.")
def export(model: str, format: str, output: str | None, input_type: str | None, as_json: bool) -> None:
    """Export MODEL to ONNX or JSON for use in other programs.

    The ONNX graph includes the encoding of columns and computes in double precision. The last argument is a format, or
    a file whose suffix is one.

    \b
    rosenblatt export m.perceptron onnx
    rosenblatt export m.perceptron spam.onnx
    rosenblatt export m.perceptron json -o m.json
    """
    from pathlib import Path

    from rosenblatt.commands.export import export as exported

    if output is None and (suffix := Path(format).suffix.removeprefix(".")) in EXPORTS:
        output, format = format, suffix
    path = output or str(Path(model).with_suffix(f".{format}"))
    _check_another(path, model)
    exported(model, path, format, **({} if input_type is None else {"input_type": input_type}))
    click.echo(json.dumps({"path": path, "format": format}) if as_json else f"The model is in {path}.")


@click.command(cls=Verb)
@click.argument("model", type=MODEL)
@click.argument("data", required=False)
@click.option("--from", "from_model", type=MODEL, help="Model file that the training of MODEL continued from.")
@click.option("--labels", type=click.Path(dir_okay=False), help="Current path of the label file.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def reproduce(model: str, data: str | None, from_model: str | None, labels: str | None, as_json: bool) -> None:
    """Train again as MODEL was trained and compare the bits.

    DATA is the current path of the training data; without DATA the path recorded in MODEL is used. Exit code 0 means
    that all bits are the same, 1 that they differ.

    \b
    rosenblatt reproduce m.perceptron data.csv
    """
    from rosenblatt.commands.reproduce import reproduce as reproduced

    with training_progress() as on_window:
        reproduction = reproduced(model, data, from_model=from_model, labels=labels, on_window=on_window)
    _print(model, reproduction, as_json)
    if not reproduction.same:
        sys.exit(BAD_DATA)


def _print(title: str, result: Any, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(result.to_dict(), default=str))
    else:
        print_table(title, typed(result.lines()))


def _check_another(output: str | None, *inputs: str) -> None:
    """Raise an OptionError if the output would overwrite an input."""
    for name in inputs:
        if output is not None and os.path.exists(output) and os.path.exists(name) and os.path.samefile(output, name):
            raise OptionError(f"--output must be another file than what is read; got {output!r}.")


def _is_terminal(path: str | None) -> bool:
    """Return True if text goes to a terminal or to another character device."""
    if path is None or path == "-":
        return sys.stdout.isatty()
    return os.path.exists(path) and stat.S_ISCHR(os.stat(path).st_mode)


@contextmanager
def _written(path: str | None) -> Iterator[Callable[[str], Any]]:
    """Yield a function that writes text to standard output, or to a file that appears once it is complete."""
    if path is None or path == "-":
        yield sys.stdout.write
        return
    from rosenblatt.files.archives import new_file

    with new_file(path) as file:
        yield lambda text: file.write(text.encode())
