"""Verbs that read training data: train, trace, certify."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.next_step import next_step
from rosenblatt.cli.options import (
    BAD_DATA,
    COUNT,
    INTERRUPTED,
    MODEL,
    leave_what_was_not_typed,
    metric_option,
    reading_of,
    reading_options,
    scale_option,
    training_options,
    weights_of,
)
from rosenblatt.cli.partitions import cluster, leave_partitions, partition_options
from rosenblatt.cli.printing import echo, print_table, progress, tell_of_the_note, training_progress
from rosenblatt.cli.typed import typed
from rosenblatt.cli.verb import Verb
from rosenblatt.display import counted
from rosenblatt.errors import OptionError

FIRST_RUN = "sample:setosa"  # default of train, which also shows its mistake bound
LINES_TEXT = "Maximum number of visits to show, half from the start and half from the end."
MAX_NAMES = 12  # of features, or of classes, in a line


@click.command(cls=Verb)
@click.argument("data", nargs=-1)
@training_options(of_a_model=True)
@partition_options
@click.option("--model", type=click.Path(dir_okay=False), help="Save the model to this file.")
@click.option("--report", type=click.Path(dir_okay=False), help="Save the report to this file as an HTML page.")
@click.option("--from", "from_model", type=MODEL, metavar="MODEL", help="Continue training this model on new rows.")
@click.option(
    "--validation", metavar="FRACTION|FILE", help="Fraction of the rows to hold out, or a file of validation rows."
)
@metric_option("Metric to report for training and validation rows")
@click.option(
    "--class-weight",
    multiple=True,
    metavar="balanced|CLASS=FACTOR",
    help="Factor of updates on rows of a class. May be repeated.",
)
@reading_options
@scale_option
@click.option("--cache", type=click.Path(file_okay=False), help="Folder that stores the parsed data for the next run.")
@click.option(
    "--checkpoint", type=click.Path(dir_okay=False), help="Checkpoint file of the run.", show_default="beside the model"
)
@click.option("--resume", is_flag=True, help="Continue from the checkpoint, if it exists.")
@click.option("--certify", is_flag=True, help="After training, prove whether a plane separates the rows.")
@click.option(
    "--certify-when-stalled",
    is_flag=True,
    help="When training stalls, search for that proof. If no plane separates the rows, stop; else continue.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def train(
    data: tuple[str, ...],
    metric: str,
    class_weight: tuple[str, ...],
    certify: bool,
    as_json: bool,
    dask: str | None,
    **options: Any,
) -> None:
    """Train a perceptron on DATA and report how training ended.

    DATA is a labelled file of any size: CSV, TSV, Parquet, Arrow, JSON lines, LIBSVM, Vowpal Wabbit, NumPy or idx. It
    may also be a folder, a pattern such as 'part-*.csv', - for standard input, or sample:NAME for a bundled set: iris,
    petals, setosa, xor, digits, note-000, note-000-half-space, note-000-cholesterol, note-004, note-004-line. Several
    files are read one after another. Without DATA: sample:setosa with --certify.

    \b
    rosenblatt train
    rosenblatt train data.csv --algorithm averaged --model m.perceptron
    rosenblatt train data.csv --validation 0.2 --metric f1 --class-weight balanced
    rosenblatt train data.csv --report report.html
    rosenblatt train tonight.csv --from m.perceptron --model m.perceptron
    rosenblatt train sample:note-004 --certify
    rosenblatt train --dask part-*.csv
    """
    from rosenblatt.commands.train import train as train_model
    from rosenblatt.files.sources import FileList

    in_parts = dask is not None or options["strategy"] is not None
    certify, name = certify or not (data or in_parts), " ".join(data) or FIRST_RUN
    if not in_parts:
        leave_partitions(options)
    if options["from_model"] is not None:
        if class_weight:
            raise OptionError("--class-weight must be left out where training goes on from a model: it is the model's.")
        _leave_to_the_model(options)
    elif weights := weights_of(class_weight):
        options["class_weight"] = weights
    reading = reading_of(options)
    os.environ.setdefault("MPLBACKEND", "agg")  # figures of the report open no window
    with cluster(dask) as client, training_progress() as on_window:
        files: Any = FileList(data) if len(data) > 1 else name
        asked = {"certify": certify, "command": ["rosenblatt", *sys.argv[1:]], "dask": client}
        trained = train_model(files, on_window=on_window, **asked, **reading, **options)
    if as_json:
        click.echo(json.dumps(_json_fields(name, trained), default=str))
    else:
        _print_report(name, trained, metric)
        if options["model"] is not None and trained.report_.reason != "interrupted":
            _tell_of_the_file(options["model"], trained)
        if options.get("report") is not None:
            click.echo(f"The report is in {options['report']}.")
        click.echo(next_step(name, trained, options["model"]))
    if trained.report_.reason == "interrupted" or (certify and trained.certificate_ is None):
        sys.exit(INTERRUPTED)


def _leave_to_the_model(options: dict[str, Any]) -> None:
    """Remove options that were not typed: training that continues takes them from the model, not from defaults."""
    from click.core import ParameterSource

    context = click.get_current_context()
    for name in [name for name in options if name not in ("model", "from_model", "validation", "cache")]:
        if context.get_parameter_source(name) is ParameterSource.DEFAULT and name not in ("checkpoint", "resume"):
            del options[name]


def _json_fields(data: str, trained: Any) -> dict[str, Any]:
    from rosenblatt.trained.model_files import holds_rows

    fields: dict[str, Any] = {"data": data, "algorithm": trained.algorithm, "scale": trained.scale}
    fields["guessed"] = trained.guessed_
    if holds_rows(trained):
        fields["holds_rows"] = True
    if trained.n_unlabelled:
        fields["unlabelled_rows"] = trained.n_unlabelled
    for name in ("training", "validation"):
        if getattr(trained, name) is not None:
            fields[name] = getattr(trained, name).to_dict()
    return {**fields, **trained.report_.to_dict()}


def _print_report(data: str, trained: Any, metric: str) -> None:
    from rosenblatt.trained.heaviest_features import heaviest_features, heaviest_lines

    report, classes = trained.report_, trained.classes_
    listed = ", ".join(map(str, classes[:MAX_NAMES])) + (", …" if len(classes) > MAX_NAMES else "")
    training, validation = (_right(name, getattr(trained, name), metric) for name in ("training", "validation"))
    shown = trained.validation or trained.training
    if shown is not None:
        has_wrong = shown.n_right < shown.n_rows
        (validation or training).extend(shown.confusion_lines() + shown.notes() if has_wrong else shown.reading)
    lines = [
        *typed(trained.method_lines()),
        ("data", f"{counted(report.n_rows, 'row')}, {counted(trained.n_features_in_, 'feature')}"),
        ("classes", listed if len(classes) <= MAX_NAMES else f"{len(classes)}: {listed}"),
        *_alike(classes),
        *trained.reading_lines(),
        *validation,
        *report.lines(),
        *training,
    ]
    heaviest = None if trained.has_hashed_features else heaviest_features(trained.model_, trained.feature_names_, 5)
    if heaviest is not None and len(classes) <= MAX_NAMES:
        lines += heaviest_lines(heaviest)
    print_table(f"{trained.algorithm} on {data}", typed(lines))


def _alike(classes: Any) -> list[tuple[str, str]]:
    """A line about labels that differ only in case or blanks; each is a class of its own."""
    groups: dict[str, list[str]] = {}
    for label in classes.tolist():
        groups.setdefault(str(label).strip().casefold(), []).append(repr(label))
    alike = [" and ".join(group) for group in groups.values() if len(group) > 1]
    if not alike:
        return []
    named = ", ".join([*alike[:MAX_NAMES], *["…"][: len(alike) > MAX_NAMES]])
    return [("alike", f"{named} are different classes: make them one in the file if they mean the same")]


def _right(name: str, evaluation: Any, metric: str) -> list[tuple[str, str]]:
    if evaluation is None:
        return []
    majority = f" (majority {evaluation.majority.accuracy:.4f})" if metric == "accuracy" else ""
    return [(f"{name} {metric}", f"{evaluation.metric(metric):.4f}{majority}")]


def _tell_of_the_file(path: str, trained: Any) -> None:
    from rosenblatt.trained.model_files import HOLDS_ROWS, holds_rows

    click.echo(f"The model is in {path}.{' ' + HOLDS_ROWS if holds_rows(trained) else ''}")


@click.command(cls=Verb)
@click.argument("data", default="sample:note-000")
@training_options()
@reading_options
@click.option("--mistakes", "mistakes_only", is_flag=True, help="Show only visits that were mistakes or updates.")
@click.option("--lines", type=COUNT, metavar="N", default=40, show_default=True, help=LINES_TEXT)
@click.option("--all", "all_lines", is_flag=True, help="Show every visit.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per visit.")
def trace(
    data: str, algorithm: str, mistakes_only: bool, lines: int, all_lines: bool, as_json: bool, **options: Any
) -> None:
    """Train on DATA and print every visit as a table.

    DATA is a file or sample as for train; it may have one class only. Without DATA: the worked example of the CMU
    lecture (note 000). Examples of the lectures use the order, the rule for a score of zero and the bias of their
    lecture, unless options are given.

    \b
    rosenblatt trace sample:note-004
    rosenblatt trace sample:note-000 --order shuffled --epochs 3
    rosenblatt trace data.csv --order given --mistakes --all
    """
    from rosenblatt.commands.trace import trace as traced

    reading = reading_of(options)
    leave_what_was_not_typed(options)
    run = traced(data, algorithm=algorithm, reading=reading, **options)
    if as_json:
        for step in run:
            if step.mistake or step.step > 0 or not mistakes_only:
                click.echo(json.dumps(step.to_dict(), default=str))
    else:
        echo(run.table(None if all_lines else lines, mistakes_only))
        tell_of_the_note(data, options)
    if run.report.reason == "interrupted":
        sys.exit(INTERRUPTED)


@click.command(cls=Verb)
@click.argument("data", default="sample:setosa")
@reading_options
@click.option(
    "--no-bias",
    "fit_intercept",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Consider only planes through the origin.",
)
@click.option(
    "--gap", type=float, default=1e-3, show_default=True, help="Largest relative gap between the bounds of the margin."
)
@click.option("--budget", type=float, metavar="SECONDS", help="Time limit, after which the answer is undecided.")
@click.option("--save", type=click.Path(dir_okay=False), help="Save the certificate to this file as JSON.")
@click.option("--check", type=click.Path(dir_okay=False), help="Check the certificate in this file against DATA.")
@click.option("--json", "as_json", is_flag=True, help="Print the certificate as JSON.")
def certify(data: str, save: str | None, check: str | None, as_json: bool, **options: Any) -> None:
    """Prove that DATA is linearly separable, or that it is not.

    The proof is a certificate that anyone can check. DATA is a file or sample as for train. Without DATA: iris, setosa
    against the rest. With more than two classes, separable means that one weight vector per class gives every row's
    own class the highest score. Exit code 0 means that the question was answered, or, with --check, that the proof
    holds; 1 means that the answer is undecided, that the proof does not hold, or that the data is bad.

    \b
    rosenblatt certify data.csv
    rosenblatt certify data.csv --save proof.json
    rosenblatt certify --check proof.json data.csv
    """
    from rosenblatt.commands.certify import certify as certified
    from rosenblatt.files.encoding.schema import told_guesses
    from rosenblatt.files.readers import read, warn_of_left_out
    from rosenblatt.proofs.check.multiclass import load_certificate

    reader = read(data, **reading_of(options))
    table = reader.table()
    warn_of_left_out(reader)
    if check is not None:
        certificate = load_certificate(check)
        faults = certificate.faults(table.X, table.y)
        if certificate.fit_intercept and not options["fit_intercept"]:
            faults.append("the certificate is about planes with a bias; --no-bias asks for one about planes through 0.")
        for fault in faults:
            click.echo(f"rosenblatt: {fault}", err=True)
        if faults:
            sys.exit(BAD_DATA)
        click.echo(f"The proof in {check} holds for {data}. {str(certificate).splitlines()[0]}")
        if certificate.separable is None:
            sys.exit(BAD_DATA)
        return
    if save is not None and not Path(save).resolve().parent.is_dir():
        raise click.BadParameter(f"{save!r} must be in a folder that is there.", param_hint="--save")
    with progress() as tell:
        certificate = certified(table.X, table.y, progress=tell, **options)
    if save is not None:
        certificate.save(save)
    if reader.guessed and not as_json:
        click.echo(f"Guessed: {typed(told_guesses(reader.guessed))}.", err=True)
    lines = [str(certificate), *_conflict(certificate, table)]
    if certificate.separable is None and options["budget"] is None:  # then the search has had no other end
        lines.append("the rows are separable, but no float64 weights were found that prove it")
    echo(certificate.to_json() if as_json else "\n  ".join(lines))
    if certificate.separable is None:
        sys.exit(BAD_DATA)


def _conflict(certificate: Any, table: Any) -> list[str]:
    """Return a line that lists the features in which the rows of a contradiction differ."""
    if certificate.separable is not False or len(certificate.classes) > 2:
        return []
    columns = certificate.features(table.X)
    names = [table.features[column] for column in columns[:MAX_NAMES]]
    listed = f": {', '.join(names)}{', …' if len(columns) > MAX_NAMES else ''}" if names else ""
    return [f"features in which they differ: {len(columns)} of {len(table.features)}{listed}"]
