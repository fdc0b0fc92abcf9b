"""Options that verbs of the command line share."""

from collections.abc import Callable
from typing import Any

import click

from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.errors import OptionError

FORMATS = ["csv", "tsv", "parquet", "arrow", "jsonl", "libsvm", "vw", "npy", "npz", "idx"]
SCALES = ["standard", "maxabs", "unit", "none"]
SEED = click.IntRange(0, 2**32 - 1)
TEXT_FEATURES = ["chars3-5", "words", "words1-2"]
READING = (
    *("format", "target", "labels", "ignore", "id", "text", "categorical", "missing", "header", "delimiter", "quote"),
    *("hash_bits", "text_features", "zero_based"),
)


BAD_DATA, BAD_USAGE, INTERRUPTED = 1, 2, 130  # exit codes
MODEL = click.Path(readable=False)  # whether it can be read is said by the one who reads it

Command = Callable[..., None]


METRICS = ["accuracy", "balanced-accuracy", "f1", "precision", "recall", "macro-f1"]


def choice_option(name: str, choices: list[str], default: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, type=click.Choice(choices), default=default, show_default=True, help=text)


SCALING_TEXT = "How numbers of tables are scaled; LIBSVM, arrays and samples stay as they are."
scale_option = choice_option("--scale", SCALES, "standard", SCALING_TEXT)
order_option = choice_option("--order", list(ORDERS), "shuffled", "In which order rows are visited.")
at_zero_option = choice_option("--at-zero", list(AT_ZERO), "mistake", "What a score of exactly zero means.")
text_features_option = choice_option("--text-features", TEXT_FEATURES, TEXT_FEATURES[0], "What text is cut into.")
format_option = click.option(
    "--format", type=click.Choice(FORMATS), help="Of DATA, if its name and content do not tell."
)
header_option = click.option("--header/--no-header", default=None, help="Whether the first line has names.")
delimiter_option = click.option("--delimiter", metavar="CHARACTER", help="Between fields.")


def with_options(command: Command, *options: Callable[[Command], Command]) -> Command:
    """The command with these options, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def metric_option(text: str) -> Callable[[Command], Command]:
    return choice_option("--metric", METRICS, METRICS[0], text)


def training_options(of_a_model: bool = False) -> Callable[[Command], Command]:
    """What every verb that trains takes; of_a_model: it can go on from one, whose options they then are."""
    return lambda command: _training_options(command, None if of_a_model else "perceptron")


def _training_options(command: Command, algorithm: str | None) -> Command:
    return with_options(
        command,
        click.option(
            "--algorithm",
            type=click.Choice(["perceptron", "averaged", "voted", "pocket"]),
            default=algorithm,
            show_default=algorithm or "averaged for files, perceptron for bundled sets",
            help="Which weights predict: the last, their average, their votes, the longest-lived.",
        ),
        click.option(
            "--epochs",
            "max_iter",
            type=click.IntRange(min=1),
            help="At most so many passes over the rows (updates, in the orders that answer one mistake at a time).",
        ),
        order_option,
        at_zero_option,
        click.option("--no-bias", "fit_intercept", is_flag=True, flag_value=False, default=True, help="Learn no bias."),
        click.option("--seed", "random_state", type=SEED, default=0, show_default=True, help="Of random orders."),
    )


def reading_options(command: Command) -> Command:
    """What every verb that reads a file takes."""
    return with_options(
        command,
        format_option,
        click.option("--target", metavar="COLUMN", help="The column of labels, by name or number; else the last."),
        click.option("--labels", type=click.Path(dir_okay=False), help="A file of labels, for arrays without."),
        click.option("--ignore", multiple=True, metavar="COLUMN", help="A column not to use; may be repeated."),
        click.option("--id", multiple=True, metavar="COLUMN", help="A column that names rows; may be repeated."),
        click.option("--text", multiple=True, metavar="COLUMN", help="A column of free text; may be repeated."),
        click.option(
            "--categorical", multiple=True, metavar="COLUMN", help="Of numbers that are names; may be repeated."
        ),
        click.option("--missing", type=click.Choice(["mean", "zero", "drop"]), help="What becomes of missing values."),
        header_option,
        delimiter_option,
        click.option("--quote", metavar="CHARACTER", default='"', show_default=True, help="Around fields; or none."),
        click.option("--hash-bits", type=click.IntRange(1, 28), help="Hash categories to 2**N features."),
        text_features_option,
        click.option("--zero-based", is_flag=True, help="LIBSVM features are counted from 0."),
    )


def reading_of(options: dict[str, Any]) -> dict[str, Any]:
    """The options of reading among those of a verb, taken from them."""
    reading = {name: options.pop(name) for name in READING if name in options}
    if "quote" in reading:
        reading["quote"] = None if reading["quote"] in ("none", "") else reading["quote"]
    return reading


def typed_reading() -> list[str]:
    """The options of reading that were typed, as they would be typed again."""
    from click.core import ParameterSource

    context = click.get_current_context()
    words: list[str] = []
    for option in context.command.params:
        name = option.name or ""
        if name in READING and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            value = context.params[name]
            if isinstance(value, bool):
                words.append(option.opts[0] if value else option.secondary_opts[0])
            else:
                for one in value if isinstance(value, tuple) else (value,):
                    words += [option.opts[0], str(one)]
    return words


def file_options(command: Command) -> Command:
    """What every verb takes that reads a file as a model was trained: how the file is written."""
    return with_options(
        command,
        format_option,
        header_option,
        delimiter_option,
        click.option("--quote", metavar="CHARACTER", help="Around fields; or none."),
        click.option("--zero-based", is_flag=True, default=None, help="LIBSVM features are counted from 0."),
    )


def given_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given; the others are as in training."""
    given = {name: value for name, value in options.items() if value is not None}
    return {**given, "quote": None} if given.get("quote") in ("none", "") else given


def pair_of(text: str) -> tuple[int | str, ...]:
    """Of --features: two columns, by name or number."""
    names = tuple(int(name) if name.strip().isdigit() else name.strip() for name in text.split(","))
    if len(names) != 2:
        raise OptionError(f"--features must be two, with a comma between; got {text!r}.")
    return names


def features_of(text: str) -> tuple[str, ...]:
    """Of --features: one to three columns, as they are typed; which of them are numbers is known with their names."""
    names = tuple(name.strip() for name in text.split(","))
    if not 1 <= len(names) <= 3 or len(set(names)) < len(names) or "" in names:
        raise OptionError(f"--features must be one to three, with commas between; got {text!r}.")
    return names


def weights_of(given: tuple[str, ...]) -> Any:
    """Of --class-weight: "balanced", or factors by class."""
    if not given:
        return None
    if given == ("balanced",):
        return "balanced"
    weights = {}
    for text in given:
        label, _, factor = text.rpartition("=")
        try:
            weights[label] = float(factor)
        except ValueError:
            label = ""
        if not label:
            raise OptionError(f"--class-weight must be balanced, or CLASS=FACTOR; got {text!r}.")
    return weights
