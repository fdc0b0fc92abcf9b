"""Verbs that take a model file: predict, evaluate, inspect, export, reproduce."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from rosenblatt.cli.options import BAD_DATA, MODEL, file_options, given_options, reading_option
from rosenblatt.cli.printing import print_table, progress, training_progress
from rosenblatt.cli.typed import typed
from rosenblatt.conventions import EXPORTS
from rosenblatt.display import printable
from rosenblatt.errors import OptionError


@click.command()
@click.argument("model", type=MODEL)
@click.argument("data")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write to this file; else to standard output.")
@click.option("--scores", is_flag=True, help="The score as well: of the greater class of two, else of the label.")
@click.option("--top", type=click.IntRange(min=1), metavar="K", help="The K labels with the highest scores.")
@click.option("--threshold", type=float, metavar="T", help="Of two classes the greater where its score is above T.")
@file_options
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a row.")
def predict(
    model: str,
    data: str,
    output: str | None,
    scores: bool,
    top: int | None,
    threshold: float | None,
    as_json: bool,
    **options: Any,
) -> None:
    """What MODEL says of the rows of DATA: one prediction a line.

    DATA is a raw file like that of training, in any format, labelled or not: a column of labels is ignored. Columns
    that name rows (train --id) come first in each line, then the label, between tabs.

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
    predictions = predicted(model, data, **given_options(options))
    with _written(output) as write, progress() as tell:
        rows = 0
        for page in predictions:
            write("".join(f"{line}\n" for line in form.lines(page)))
            rows += page.block.n_rows
            tell(f"{rows:,} rows")
    for name, text in predictions.lines():
        click.echo(printable(f"{name}: {text}."), err=True)


@click.command()
@click.argument("model", type=MODEL)
@click.argument("data")
@reading_option("labels")
@reading_option("missing_label", default=None)
@file_options
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
def evaluate(model: str, data: str, as_json: bool, **options: Any) -> None:
    """How right MODEL is on the labelled rows of DATA: precision, recall and F1 of each class, confusions.

    Labels that differ from a class of the model only by a trailing full stop, spaces or case are matched, and a line
    says so.

    \b
    rosenblatt evaluate m.perceptron test.csv
    rosenblatt evaluate m.perceptron test.csv --json
    """
    from rosenblatt.commands.evaluate import evaluate as evaluated

    with progress():
        evaluation = evaluated(model, data, **given_options(options))
    _print(f"{model} on {data}", evaluation, as_json)


@click.command()
@click.argument("model", type=MODEL)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def inspect(model: str, as_json: bool) -> None:
    """What MODEL is: algorithm, classes, columns, heaviest features, report, and what it was trained on.

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


@click.command()
@click.argument("model", type=MODEL)
@click.argument("format", type=FormatOrFile(EXPORTS), metavar=f"[{'|'.join(EXPORTS)}|FILE]")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="The file; else beside the model.")
@click.option("--float32", "input_type", flag_value="float32", help="ONNX takes float32, and computes double.")
@click.option("--json", "as_json", is_flag=True, help="Print where it is as JSON.")
def export(model: str, format: str, output: str | None, input_type: str | None, as_json: bool) -> None:
    """Write MODEL for others to use: the whole ONNX graph in double precision, or JSON.

    The last argument is a format, or a file whose name ends in one.

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


@click.command()
@click.argument("model", type=MODEL)
@click.argument("data", required=False)
@click.option("--from", "from_model", type=MODEL, help="The model that MODEL went on from.")
@click.option("--labels", type=click.Path(dir_okay=False), help="Where the file of labels is now.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def reproduce(model: str, data: str | None, from_model: str | None, labels: str | None, as_json: bool) -> None:
    """Train again as MODEL was trained, and compare the bits.

    DATA is where the training data is now; else it is looked for where it was. Exit code 1 if the bits differ.

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
    """A file that is read is not to be written over."""
    for name in inputs:
        if output is not None and os.path.exists(output) and os.path.exists(name) and os.path.samefile(output, name):
            raise OptionError(f"--output must be another file than what is read; got {output!r}.")


def _is_terminal(path: str | None) -> bool:
    """Whether text goes to a terminal, or to a device that may be one."""
    if path is None or path == "-":
        return sys.stdout.isatty()
    return os.path.exists(path) and stat.S_ISCHR(os.stat(path).st_mode)


@contextmanager
def _written(path: str | None) -> Iterator[Callable[[str], Any]]:
    """Where text goes: to a file that is there when it is whole, or to standard output."""
    if path is None or path == "-":
        yield sys.stdout.write
        return
    from rosenblatt.files.archives import new_file

    with new_file(path) as file:
        yield lambda text: file.write(text.encode())
