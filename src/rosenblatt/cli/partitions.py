"""Options for rows in partitions, and the Dask cluster of a verb."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import click

from rosenblatt.cli.options import Command, choice_option, is_typed, with_options
from rosenblatt.conventions import MIXINGS, STRATEGIES
from rosenblatt.errors import OptionError, option, subject

ADDRESS = re.compile(r"(tcp|tls|ucxx?|wss?|inproc)://.+|\[?[\w.:-]+\]?:\d+|local")
DASK_TEXT = "Use a Dask cluster: that of a scheduler with this address, or one of processes on this machine."

dask_option = click.option("--dask", metavar="[ADDRESS]", is_flag=False, flag_value="local", help=DASK_TEXT)


def partition_options(command: Command) -> Command:
    """Add the options of training on partitions."""
    return with_options(
        command,
        dask_option,
        click.option(
            "--strategy",
            type=click.Choice(list(STRATEGIES)),
            help="Training on partitions: side by side with mixed weights, or one after another.",
            show_default="mixing with --dask, else no partitions",
        ),
        choice_option("--mix-by", MIXINGS, "mistakes", "Share of each partition in the mixed weights."),
        click.option(
            "--then-sequence",
            type=click.IntRange(min=0),
            metavar="N",
            default=0,
            show_default=True,
            help="Passes in sequence after mixing.",
        ),
        click.option(
            "--part-mb",
            type=float,
            metavar="MB",
            default=64,
            show_default=True,
            help="Size of a partition, in megabytes of the file. The result of mixing depends on it.",
        ),
    )


def with_address(arguments: list[str]) -> list[str]:
    """Insert the address "local" after ``--dask``, if an address does not follow it."""
    words = list(arguments)
    for place, word in enumerate(arguments):
        if word == "--dask" and not (place + 1 < len(arguments) and ADDRESS.fullmatch(arguments[place + 1])):
            words[place] = "--dask=local"
    return words


def leave_partitions(options: dict[str, Any]) -> None:
    """Remove the options of partitions from those of a run without any, or raise an OptionError if one was typed."""
    for name in ("mix_by", "then_sequence", "part_mb"):
        if is_typed(name):
            step = f"{option('strategy', 'mixing')} or {option('dask')} makes some"
            raise OptionError(f"{subject(name)} must be left out for rows without partitions: {step}.")
        del options[name]


@contextmanager
def cluster(address: str | None) -> Iterator[Any]:
    """Connect to the Dask cluster that was asked for, and print the link to its dashboard. None for no cluster."""
    if address is None:
        yield None
        return
    if not (find_spec("dask") and find_spec("distributed")):
        raise OptionError('--dask needs Dask: pip install "rosenblatt[dask]".')
    from rosenblatt.dask.cluster import connected

    with connected(address) as client:
        if client.dashboard_link and (address != "local" or find_spec("bokeh")):
            click.echo(f"Dask dashboard: {client.dashboard_link}", err=True)
        if not client.ncores():
            click.echo("The Dask cluster has no workers: waiting for one.", err=True)
        yield client
