"""The command line: options, printing, exit codes. Each verb calls the function of its name. May import everything.

Exit codes: 0 done, 1 bad data, 2 bad usage, 130 interrupted.
"""

import io
import sys
from typing import Any, NoReturn

import click

from rosenblatt.cli import data, lab, models, plot, train
from rosenblatt.cli.options import BAD_DATA, BAD_USAGE, INTERRUPTED
from rosenblatt.cli.printing import warnings_printed
from rosenblatt.cli.typed import flags_of
from rosenblatt.display import printable
from rosenblatt.errors import OptionError, RosenblattError
from rosenblatt.version import __version__


class Verbs(click.Group):
    """The verbs, whose errors name options as they are typed."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with warnings_printed():
                return super().invoke(ctx)
        except RosenblattError as error:
            verbs = [self.commands[name] for name in (ctx.invoked_subcommand or "train", *self.commands)]
            raise type(error)(error.typed(flags_of(*verbs))) from error


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rosenblatt")
def cli() -> None:
    """Perceptrons: exact, provable, fast.

    \b
    rosenblatt train                                  a first run, on bundled flowers
    rosenblatt train data.csv --model m.perceptron    any labelled file, to a model
    rosenblatt predict m.perceptron new.csv           one prediction a line
    rosenblatt evaluate m.perceptron test.csv         precision, recall, F1
    rosenblatt certify data.csv                       is it separable? with proof
    rosenblatt trace sample:note-004 --order given    every visit, as in the notes
    rosenblatt plot sample:note-004                   the boundary; or the proof, the margins, …
    rosenblatt lab                                    see it learn, in your browser

    \b
    Completion: eval "$(_ROSENBLATT_COMPLETE=bash_source rosenblatt)" in bash; zsh_source and fish_source there.
    """


VERBS = (
    *(train.train, models.predict, models.evaluate, models.inspect, models.export, models.reproduce),
    *(train.trace, train.certify, plot.plot, lab.lab, lab.grade, data.compare, data.generate, data.convert),
    data.tutorial,
)
for verb in VERBS:
    cli.add_command(verb)


def fail(message: str, code: int) -> NoReturn:
    text = f"rosenblatt: {message}"
    click.echo(printable(text) if sys.stderr.isatty() else text, err=True)
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
    except RosenblattError as error:
        fail(str(error), BAD_DATA)
    except MemoryError as error:
        fail(f"the data and the model must fit into memory; they do not{f': {error}' if str(error) else ''}.", BAD_DATA)
    except BrokenPipeError:
        raise SystemExit(BAD_DATA) from None  # nobody reads on
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        fail(f"{name}{error.strerror or error}.", BAD_DATA)
    except (click.Abort, KeyboardInterrupt):
        fail("interrupted.", INTERRUPTED)
