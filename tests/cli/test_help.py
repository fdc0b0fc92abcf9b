"""Help of the command line: options in groups, plain sentences, lines that fit a terminal."""

import re

import click
import pytest
from click.testing import CliRunner

from rosenblatt.cli import cli
from rosenblatt.cli.verb import GROUPS
from rosenblatt.conventions import PICTURES

NO_CLAUSE = r"(What|How|Where|Which|Whether|Of|Is|In which)\b"  # in place of a noun or a verb


def help_of(*verb):
    return CliRunner().invoke(cli, [*verb, "--help"], terminal_width=80).output


@pytest.mark.parametrize("verb", sorted(cli.commands))
def test_help_groups_every_option_and_fits_a_terminal(verb):
    command = cli.commands[verb]
    options = [option for option in command.params if isinstance(option, click.Option)]
    assert [option.name for option in options if not command.place_of(option)] == []
    text = help_of(verb)
    titles = [line[:-1] for line in text.splitlines() if re.fullmatch(r"[A-Z][a-z ]+:", line)]
    assert titles == [title for title in GROUPS if title in titles]
    assert "Options" not in titles
    assert max(map(len, text.splitlines())) <= 80
    for option in options:
        assert option.help
        assert option.help[0].isupper()
        assert not re.match(NO_CLAUSE, option.help)


def test_summaries_of_verbs_are_imperative_and_whole():
    text = help_of()
    assert max(map(len, text.splitlines())) <= 80
    for name, command in cli.commands.items():
        summary = command.get_short_help_str(200)
        assert f"  {name:<9}  {summary}\n" in f"{text}\n"
        assert not re.match(NO_CLAUSE, summary)


def test_help_of_plot_lists_every_picture():
    listed = re.findall(r"^    (\w+)  +\w", cli.commands["plot"].callback.__doc__, re.MULTILINE)
    assert listed == list(PICTURES)
