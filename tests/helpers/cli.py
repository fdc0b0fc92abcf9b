"""Runs of the command line in this process."""

import sys

import pytest
from click.testing import CliRunner

from rosenblatt.cli import main


def run(capsys, monkeypatch, *arguments):
    """Exit code, standard output and standard error of ``rosenblatt`` with these arguments."""
    monkeypatch.setattr(sys, "argv", ["rosenblatt", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    captured = capsys.readouterr()
    return ended.value.code or 0, captured.out, captured.err


def invoke(command, *arguments, **options):
    """The result of one click command."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments], **options)
