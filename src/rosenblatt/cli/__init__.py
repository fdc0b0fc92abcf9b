"""Command line: options, printing, exit codes. Each verb calls the function of the same name.

Exit codes: 0 for success, 1 for bad data, 2 for bad usage, 130 for an interrupted run.
"""

import io
import sys
from typing import Any, NoReturn

import click

from rosenblatt.cli import data, lab, models, plot, train
from rosenblatt.cli.options import BAD_DATA, BAD_USAGE, INTERRUPTED
from rosenblatt.cli.printing import warnings_printed
from rosenblatt.cli.typed import flags_of
from rosenblatt.cli.verb import titled
from rosenblatt.display import printable
from rosenblatt.errors import OptionError, RosenblattError
from rosenblatt.version import __version__


class Verbs(click.Group):
    """Group of all verbs. Errors name options as they are typed in the shell."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with warnings_printed():
                return super().invoke(ctx)
        except RosenblattError as error:
            verbs = [self.commands[name] for name in (ctx.invoked_subcommand or "train", *self.commands)]
            raise type(error)(error.typed(flags_of(*verbs))) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.commands))
        for title, names in titled(self.commands):
            with formatter.section(title):
                commands = [(name, self.commands[name]) for name in names]
                formatter.write_dl([(f"{name:<{width}}", one.get_short_help_str(200)) for name, one in commands])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rosenblatt")
def cli() -> None:
    """Train, evaluate, certify and draw perceptrons.

    \b
    rosenblatt train                                a first run, bundled flowers
    rosenblatt train data.csv --model m.perceptron  train on a file, save a model
    rosenblatt predict m.perceptron new.csv         print one label per line
    rosenblatt evaluate m.perceptron test.csv       print precision, recall, F1
    rosenblatt certify data.csv                     prove or refute separability
    rosenblatt trace sample:note-004 --order given  print every visit of a run
    rosenblatt plot sample:note-004                 draw the decision boundary
    rosenblatt lab                                  watch a perceptron learn

    \b
    Shell completion for bash (zsh: zsh_source, fish: fish_source):
    eval "$(_ROSENBLATT_COMPLETE=bash_source rosenblatt)"
    """


VERBS = (
    *(train.train, models.predict, models.evaluate, models.inspect, models.export, models.reproduce),
    *(train.trace, train.certify, plot.plot, lab.lab, lab.grade, lab.exam),
    *(data.compare, data.generate, data.convert, data.tutorial),
)
for verb in VERBS:
    cli.add_command(verb)


def fail(message: str, code: int) -> NoReturn:
    text = f"rosenblatt: {message}"
    click.echo(printable(text) if sys.stderr.isatty() else text, err=True)
    sys.exit(code)


def main() -> None:
    """Run the command line. An error prints one sentence and sets the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # prints ? where the encoding has no ŷ
    try:
        sys.exit(cli(prog_name="rosenblatt", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except OptionError as error:
        fail(str(error), BAD_USAGE)
    except RosenblattError as error:
        fail(str(error), BAD_DATA)
    except MemoryError as error:
        fail(f"the data and the model must fit into memory; they do not{f': {error}' if str(error) else ''}.", BAD_DATA)
    except BrokenPipeError:
        raise SystemExit(BAD_DATA) from None  # the reader of the pipe has gone
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        fail(f"{name}{error.strerror or error}.", BAD_DATA)
    except (click.Abort, KeyboardInterrupt):
        fail("interrupted.", INTERRUPTED)
