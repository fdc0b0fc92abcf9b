"""Printed output of the command line: tables of names and texts, and progress lines."""

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from rosenblatt.cli.typed import typed
from rosenblatt.display import printable
from rosenblatt.errors import DataWarning, Sentence, option

BETWEEN_LINES = 10.0  # seconds between progress lines without a terminal
WIDEST = 10_000  # characters per line without a terminal
LECTURES = {"000": "the CMU lecture", "004": "Cornwell's lecture"}  # by the number of the note


def print_table(title: str, lines: list[tuple[str, str]]) -> None:
    """Print pairs of a name and a text below a title."""
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE, show_header=False, title=escape(title), title_justify="left")
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, text in lines:
        table.add_row(escape(printable(name)), escape(printable(text)))
    console = Console(highlight=False, soft_wrap=True)
    if console.is_terminal:
        console.print(table)
        return
    console.width = WIDEST  # lines for other programs are not wrapped and have no trailing blanks
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


@contextmanager
def warnings_printed() -> Iterator[None]:
    """Print warnings about data as lines of standard error, with options as they are typed."""
    with warnings.catch_warnings():
        shown = warnings.showwarning
        warnings.simplefilter("always", DataWarning)

        def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
            if isinstance(message, DataWarning):
                click.echo(printable(f"rosenblatt: {typed(message.args[0])}."), err=True)
            else:
                shown(message, category, *place, **more)

        warnings.showwarning = show
        yield


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows progress: one changing line on a terminal, else a line every ten seconds."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(stderr=True)
    if console.is_terminal:
        with console.status("…") as status:
            yield lambda text: status.update(escape(printable(text)))
        return
    last = time.monotonic()

    def tell(text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= BETWEEN_LINES:
            last = time.monotonic()
            click.echo(text, err=True)

    yield tell


def echo(text: str) -> None:
    """Print lines. On a terminal, control characters in names and labels are escaped."""
    lines = map(printable, text.split("\n")) if sys.stdout.isatty() else [text]
    click.echo("\n".join(lines))


@contextmanager
def training_progress() -> Iterator[Callable[[Any, Any], None]]:
    """Yield a callback that shows visits, mistakes and rows per second: a bar on a terminal, else lines."""
    from rich.console import Console

    began = time.perf_counter()
    console = Console(stderr=True)

    def status_of(learner: Any, run: Any) -> str:
        speed = learner.visited / max(time.perf_counter() - began, 1e-9)
        mistakes = f"{run.mistakes:,} mistakes"
        return f"epoch {run.epoch + 1}: {learner.visited:,} visits, {mistakes}, {speed:,.0f} rows/s"

    if not console.is_terminal:
        with progress() as tell:
            yield lambda learner, run: tell(status_of(learner, run))
        return
    from rich.progress import BarColumn, Progress, TextColumn

    with Progress(BarColumn(), TextColumn("{task.description}"), console=console, transient=True) as bar:
        task = bar.add_task("…", total=None)

        def on_window(learner: Any, run: Any) -> None:
            rows = run.n_rows  # unknown during the first epoch: the bar only moves
            bar.update(
                task,
                description=status_of(learner, run),
                total=rows or None,
                completed=(learner.visited - 1) % rows + 1 if rows else 0,
            )

        yield on_window


def tell_of_the_note(data: str, given: dict[str, Any]) -> None:
    """Print the options that a bundled lecture example takes from its lecture."""
    from rosenblatt.commands.training_run import note_options

    words = [option(name, value) for name, value in note_options(data).items() if name not in given]
    if words:
        number = data.partition("note-")[2][:3]
        click.echo(typed(Sentence(f"As in {LECTURES[number]} (note {number}): {' '.join(words)}.")))
