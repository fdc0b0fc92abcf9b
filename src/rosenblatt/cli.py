"""The command line: each verb calls the function of its name and prints what came of it.

Exit codes: 0 done, 1 bad data, 2 bad usage, 130 interrupted.
"""

import io
import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click

from rosenblatt import __version__
from rosenblatt.cli_options import reading_of, reading_options, training_options
from rosenblatt.errors import OptionError, RosenblattError

BAD_DATA, BAD_USAGE, INTERRUPTED = 1, 2, 130
MOST_NAMES = 12  # of features, in a line


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rosenblatt")
def cli() -> None:
    """Perceptrons: exact, provable, fast.

    \b
    rosenblatt train                      train on the bundled iris
    rosenblatt train data.csv             a numeric CSV with the class last
    rosenblatt train sample:note-004 --order given
    rosenblatt trace sample:note-004 --order given      every visit, as in the notes
    rosenblatt certify data.csv           is it separable? with proof
    """


@cli.command()
@click.argument("data", default="sample:iris")
@training_options
@reading_options
@click.option(
    "--scale",
    type=click.Choice(["standard", "maxabs", "unit", "none"]),
    default="standard",
    show_default=True,
    help="How numbers of tables are scaled; LIBSVM, arrays and samples stay as they are.",
)
@click.option("--cache", type=click.Path(file_okay=False), help="A folder to keep the parsed data in for next time.")
@click.option("--checkpoint", type=click.Path(dir_okay=False), help="Write the run here, every epoch and every minute.")
@click.option("--resume", is_flag=True, help="Go on from the checkpoint, if there is one.")
@click.option(
    "--certify", is_flag=True, help="Then prove whether a plane separates the rows: mistakes and their bound."
)
@click.option(
    "--certify-when-stalled",
    is_flag=True,
    help="When training stalls, ask that: it ends there if no plane does, and goes on if one does.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def train(data: str, algorithm: str, certify: bool, as_json: bool, **options: Any) -> None:
    """Train on DATA and tell how it ended.

    DATA is a numeric CSV file with the class in the last column, an .npz file with X and y, or
    sample:NAME for a bundled set: iris, petals, setosa, digits, note-000, note-000-half-space,
    note-000-cholesterol, note-004, note-004-line. Without DATA: iris.

    \b
    rosenblatt train
    rosenblatt train data.csv --algorithm averaged --epochs 20
    rosenblatt train sample:note-000 --order given --no-bias
    rosenblatt train sample:note-004 --certify
    """
    from rosenblatt import commands

    reading = reading_of(options)
    with _progress() as tell:
        on_window = None if tell is None else _told(tell)
        estimator = commands.train(
            data, algorithm=algorithm, certify=certify, on_window=on_window, **reading, **options
        )
    if as_json:
        told = {"data": data, "algorithm": algorithm, "guessed": estimator.guessed_}
        click.echo(json.dumps({**told, **estimator.report_.to_dict()}))
    else:
        _print_report(data, algorithm, estimator)
    if estimator.report_.reason == "interrupted" or (certify and estimator.certificate_ is None):
        sys.exit(INTERRUPTED)


@cli.command()
@click.argument("data", default="sample:note-000")
@training_options
@reading_options
@click.option("--mistakes", "mistakes_only", is_flag=True, help="Show only the visits that were mistakes.")
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    default=40,
    show_default=True,
    help="Show at most so many visits, the first and the last.",
)
@click.option("--all", "all_lines", is_flag=True, help="Show every visit.")
@click.option("--json", "as_json", is_flag=True, help="Print every visit as a line of JSON.")
def trace(
    data: str, algorithm: str, mistakes_only: bool, lines: int, all_lines: bool, as_json: bool, **options: Any
) -> None:
    """Train on DATA and show every visit: the table of the lecture notes.

    DATA as for train. Without DATA: the worked example of the CMU notes.

    \b
    rosenblatt trace sample:note-000 --order given --at-zero positive --no-bias --epochs 1
    rosenblatt trace sample:note-004 --order first-mistake
    rosenblatt trace data.csv --order given --mistakes --all
    """
    from rosenblatt import commands

    run = commands.trace(data, algorithm=algorithm, reading=reading_of(options), **options)
    if as_json:
        for step in run:
            if step.mistake or not mistakes_only:
                click.echo(json.dumps(step.to_dict(), default=str))
    else:
        click.echo(run.table(None if all_lines else lines, mistakes_only))
    if run.report.reason == "interrupted":
        sys.exit(INTERRUPTED)


@cli.command()
@click.argument("data", default="sample:setosa")
@reading_options
@click.option("--no-bias", "fit_intercept", is_flag=True, flag_value=False, default=True, help="Only planes through 0.")
@click.option("--gap", type=float, default=1e-3, show_default=True, help="Between the bounds of a margin, relative.")
@click.option("--budget", type=float, help="Seconds, after which the answer is undecided.")
@click.option("--save", type=click.Path(dir_okay=False), help="Write the certificate to this file, as JSON.")
@click.option("--check", type=click.Path(dir_okay=False), help="Check the certificate in this file for DATA.")
@click.option("--json", "as_json", is_flag=True, help="Print the certificate as JSON.")
def certify(data: str, save: str | None, check: str | None, as_json: bool, **options: Any) -> None:
    """Is DATA linearly separable? With a proof that anyone can check.

    DATA as for train. Without DATA: iris, setosa against the rest. Of more than two classes: can each row's class have
    the highest score? Exit code 0 means that the question was answered, or, with --check, that the proof holds; 1 that
    it is undecided, or that the proof does not hold.

    \b
    rosenblatt certify data.csv
    rosenblatt certify data.csv --save proof.json
    rosenblatt certify --check proof.json data.csv
    """
    from rosenblatt import commands
    from rosenblatt.files.readers import read
    from rosenblatt.proofs.many import load_certificate

    reader = read(data, **reading_of(options))
    table = reader.table()
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
    with _progress() as tell:
        certificate = commands.certify(table.X, table.y, progress=tell, **options)
    if save is not None:
        certificate.save(save)
    if reader.guessed and not as_json:
        click.echo(f"Guessed: {', '.join(f'{name} {value!r}' for name, value in reader.guessed.items())}.", err=True)
    click.echo(certificate.to_json() if as_json else "\n  ".join([str(certificate), *_conflict(certificate, table)]))
    if certificate.separable is None:
        sys.exit(BAD_DATA)


def _told(tell: Callable[[str], None]) -> Callable[[Any, Any], None]:
    """Tells how far training has come."""
    began = time.perf_counter()

    def on_window(learner: Any, progress: Any) -> None:
        speed = learner.visited / max(time.perf_counter() - began, 1e-9)
        made = f"{progress.mistakes:,} mistakes"
        tell(f"epoch {progress.epoch + 1}: {learner.visited:,} visits, {made}, {speed:,.0f} rows/s")

    return on_window


def _conflict(certificate: Any, table: Any) -> list[str]:
    """In which features the rows of a contradiction differ."""
    if certificate.separable is not False or len(certificate.classes) > 2:
        return []
    columns = certificate.features(table.X)
    names = [table.features[column] for column in columns[:MOST_NAMES]]
    listed = f": {', '.join(names)}{', …' if len(columns) > MOST_NAMES else ''}" if names else ""
    return [f"features in which they differ: {len(columns)} of {len(table.features)}{listed}"]


@contextmanager
def _progress() -> Iterator[Callable[[str], None] | None]:
    """On a terminal a line that says what is being done, in place of the one before; else nothing."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status("…") as status:
        yield lambda text: status.update(escape(text))


def _print_report(data: str, algorithm: str, estimator: Any) -> None:
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    report = estimator.report_
    table = Table(box=box.SIMPLE, show_header=False, title=escape(f"{algorithm} on {data}"), title_justify="left")
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    table.add_row("data", f"{report.n_rows:,} rows, {estimator.n_features_in_:,} features")
    table.add_row("classes", escape(", ".join(map(str, estimator.classes_[:12]))))
    for name, text in estimator.reading_lines() + report.lines():
        table.add_row(name, escape(text))
    console = Console(highlight=False, soft_wrap=True)
    console.print(table)
    console.print(_next_step(data, algorithm, report), markup=False)


def _next_step(data: str, algorithm: str, report: Any) -> str:
    """The next command to type."""
    name = shlex.quote(data)
    if report.errors == 0:
        then = f"certify {name}" if algorithm == "averaged" else f"train {name} --algorithm averaged"
        return f"The rows are separated. Next: rosenblatt {then}"
    if report.reason == "interrupted":
        return f"Interrupted: this is the report of the weights so far. Next: rosenblatt {shlex.join(sys.argv[1:])}"
    verdict = getattr(report.certificate, "separable", None)
    more = {"max_iter": f"--epochs {10 * report.n_epochs}", "stalled": "--certify-when-stalled"}.get(report.reason)
    if verdict is True and more:
        again = f"rosenblatt train {name} --algorithm {algorithm} {more}"
        return f"A plane separates the rows, and more epochs find it. Next: {again}"
    if verdict is False and algorithm == "pocket":
        return f"No plane separates the rows. Next: rosenblatt certify {name} --save proof.json"
    if verdict is False:
        better = "averaged" if algorithm == "perceptron" else "pocket --epochs 1000"
        return f"No plane separates the rows. Next: rosenblatt train {name} --algorithm {better}"
    if algorithm == "perceptron":
        return (
            "The last weights of a perceptron wander where rows cannot be separated; an average is steadier. "
            f"Next: rosenblatt train {name} --algorithm averaged"
        )
    return f"Some rows stay wrong. Next: rosenblatt train {name} --algorithm pocket --epochs 1000"


def fail(message: str, code: int) -> NoReturn:
    click.echo(f"rosenblatt: {message}", err=True)
    sys.exit(code)


def main() -> None:
    """Run the command line, with one sentence and an exit code for what goes wrong."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # where ŷ cannot be written, ? is
    try:
        sys.exit(cli(prog_name="rosenblatt", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except OptionError as error:
        fail(str(error), BAD_USAGE)
    except (RosenblattError, OSError) as error:
        fail(str(error), BAD_DATA)
    except (click.Abort, KeyboardInterrupt):
        fail("interrupted.", INTERRUPTED)
