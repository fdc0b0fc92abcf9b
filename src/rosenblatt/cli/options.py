"""Options that verbs of the command line share."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, get_args

import click

from rosenblatt.conventions import (
    ALGORITHMS,
    AT_ZERO,
    FORMATS,
    METRICS,
    MISSING,
    MISSING_LABELS,
    ORDERS,
    SCALES,
    TEXT_FEATURES,
)
from rosenblatt.errors import OptionError
from rosenblatt.files.read_options import DECIMALS, FILE_OPTIONS, FLAGS, ReadOptions

SEED = click.IntRange(0, 2**32 - 1)
BAD_DATA, BAD_USAGE, INTERRUPTED = 1, 2, 130  # exit codes
MODEL = click.Path(readable=False)  # whether it can be read is said by the one who reads it

Command = Callable[..., None]
Decorator = Callable[[Command], Command]


def choice_option(name: str, choices: Iterable[str], default: str, text: str) -> Decorator:
    return click.option(name, type=click.Choice(list(choices)), default=default, show_default=True, help=text)


def with_options(command: Command, *options: Decorator) -> Command:
    """The command with these options, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def metric_option(text: str) -> Decorator:
    return choice_option("--metric", METRICS, METRICS[0], text)


# Learning. How options of learners are typed, by their names in learners.options.Options.

order_option = choice_option("--order", ORDERS, "shuffled", "In which order rows are visited.")
at_zero_option = choice_option("--at-zero", AT_ZERO, "mistake", "What a score of exactly zero means.")
EPOCHS_TEXT = "At most so many passes over the rows (updates, in the orders that answer one mistake at a time)."
LEARNING: dict[str, Decorator] = {
    "max_iter": click.option("--epochs", "max_iter", type=click.IntRange(min=1), help=EPOCHS_TEXT),
    "order": order_option,
    "at_zero": at_zero_option,
    "fit_intercept": click.option(
        "--no-bias", "fit_intercept", is_flag=True, flag_value=False, default=True, help="Learn no bias."
    ),
    "random_state": click.option(
        "--seed", "random_state", type=SEED, default=0, show_default=True, help="Of random orders."
    ),
}
ALGORITHM_TEXT = f"Which weights predict: {', '.join(known.predicts for known in ALGORITHMS.values())}."


def training_options(of_a_model: bool = False) -> Decorator:
    """What every verb that trains takes; of_a_model: it can go on from one, whose options they then are."""
    algorithm = click.option(
        "--algorithm",
        type=click.Choice(list(ALGORITHMS)),
        default=None if of_a_model else "perceptron",
        show_default="averaged for files, perceptron for bundled sets" if of_a_model else "perceptron",
        help=ALGORITHM_TEXT,
    )
    return lambda command: with_options(command, algorithm, *LEARNING.values())


# Reading. The names, types and defaults are those of ReadOptions.

READ_FIELDS = {field.name: field for field in fields(ReadOptions)}
SCALING_TEXT = "How numbers are scaled; those of LIBSVM, VW, arrays and samples only where this is given."
HOW_TYPED: dict[str, dict[str, Any]] = {
    "format": {"type": click.Choice(list(FORMATS)), "help": "Of DATA, if its name and content do not tell."},
    "target": {"metavar": "COLUMN", "help": "The column of labels, by name or number; else the last."},
    "labels": {"type": click.Path(dir_okay=False), "help": "A file of labels, for arrays without."},
    "ignore": {"metavar": "COLUMN", "help": "A column, or feature, not to use; may be repeated."},
    "id": {"metavar": "COLUMN", "help": "A column, or feature, that names rows; may be repeated."},
    "text": {"metavar": "COLUMN", "help": "A column of free text; may be repeated."},
    "categorical": {"metavar": "COLUMN", "help": "Of numbers that are names; may be repeated."},
    "numeric": {"metavar": "COLUMN", "help": "Of numbers, even if it counts or names the rows; may be repeated."},
    "missing": {"type": click.Choice(MISSING), "help": "What becomes of missing values."},
    "missing_label": {"type": click.Choice(MISSING_LABELS), "help": "What becomes of rows without a label."},
    "header": {"help": "Whether the first line has names."},
    "delimiter": {"metavar": "CHARACTER", "help": "Between fields."},
    "quote": {"metavar": "CHARACTER", "help": "Around fields; or none."},
    "decimal": {"type": click.Choice(DECIMALS), "help": "Decimal mark of numbers in CSV and TSV files."},
    "charset": {"metavar": "NAME", "help": "Encoding of text, such as latin-1 or utf-16; else UTF-8."},
    "hash_bits": {"type": click.IntRange(1, 28), "help": "Hash categories to 2**N features."},
    "text_features": {"type": click.Choice(list(TEXT_FEATURES)), "help": "What text is cut into."},
    "zero_based": {"help": "LIBSVM features are counted from 0."},
    "scale": {"type": click.Choice(SCALES), "help": SCALING_TEXT},
}
READING = tuple(name for name in HOW_TYPED if name != "scale")  # which has another default in each verb
OF_LABELS = ("labels", "missing_label")  # options that predict does not need
OF_A_FILE = tuple(name for name in READING if name in FILE_OPTIONS and name not in OF_LABELS)


def reading_option(name: str, **changes: Any) -> Decorator:
    """An option of ``read`` as it is typed."""
    field, flag = READ_FIELDS[name], f"--{FLAGS.get(name, name).replace('_', '-')}"
    kinds = get_args(field.type) or (field.type,)
    how = {"default": field.default, **HOW_TYPED[name], **changes}
    if field.default == ():
        del how["default"]
        how["multiple"] = True
    elif kinds == (bool,):
        how["is_flag"] = True
    elif bool in kinds:
        flag = f"{flag}/--no-{name}"
    else:
        how["show_default"] = how["default"] is not None
    return click.option(flag, name, **how)


scale_option = reading_option("scale", default="standard")


def reading_options(command: Command) -> Command:
    """What every verb that reads a file takes."""
    return with_options(command, *map(reading_option, READING))


def file_options(command: Command) -> Command:
    """Options of the verbs that read a file for a model: they say how the file is written."""
    return with_options(command, *(reading_option(name, default=None) for name in OF_A_FILE))


def reading_of(options: dict[str, Any]) -> dict[str, Any]:
    """The options of reading that were typed, taken from those of a verb; functions have the defaults of the others."""
    from click.core import ParameterSource

    source = click.get_current_context().get_parameter_source
    reading = {name: options.pop(name) for name in HOW_TYPED if name in options}
    typed = {name: value for name, value in reading.items() if source(name) is not ParameterSource.DEFAULT}
    return {**typed, "quote": None} if typed.get("quote") in ("none", "") else typed


def leave_what_was_not_typed(options: dict[str, Any]) -> None:
    """Options that nobody has typed are left to the model, or to the defaults of the functions, which are the same."""
    from click.core import ParameterSource

    context = click.get_current_context()
    for name in list(options):
        if context.get_parameter_source(name) is ParameterSource.DEFAULT:
            del options[name]


def is_typed(name: str) -> bool:
    """Whether an option of the verb that runs was typed."""
    from click.core import ParameterSource

    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def typed_options(names: Iterable[str]) -> list[str]:
    """Those of these options that were typed, as they would be typed again."""
    context = click.get_current_context()
    options = {option.name: option for option in context.command.params}
    words: list[str] = []
    for name in filter(is_typed, names):
        option, value = options[name], context.params[name]
        if isinstance(value, bool):
            words.append(option.secondary_opts[0] if option.secondary_opts and not value else option.opts[0])
        else:
            for one in value if isinstance(value, tuple) else (value,):
                words += [option.opts[0], str(one)]
    return words


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
