"""Options that several verbs of the command line share."""

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
    MULTICLASS,
    ORDERS,
    PREDICT_WITH,
    RULES,
    SCALES,
    TEXT_FEATURES,
)
from rosenblatt.errors import OptionError
from rosenblatt.files.read_options import DECIMALS, FILE_OPTIONS, FLAGS, ReadOptions

SEED = click.IntRange(0, 2**32 - 1)
COUNT = click.IntRange(min=1)
BAD_DATA, BAD_USAGE, INTERRUPTED = 1, 2, 130  # exit codes
MODEL = click.Path(readable=False)  # the function that reads the file reports whether it can

Command = Callable[..., None]
Decorator = Callable[[Command], Command]


def choice_option(name: str, choices: Iterable[str], default: str, text: str, metavar: str | None = None) -> Decorator:
    """Option with a list of choices. A metavar stands for a list too long for a line of ``--help``."""
    kind = click.Choice(list(choices))
    return click.option(name, type=kind, default=default, show_default=True, help=text, metavar=metavar)


def with_options(command: Command, *options: Decorator) -> Command:
    """Add the options to the command, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def metric_option(text: str) -> Decorator:
    return choice_option("--metric", METRICS, METRICS[0], f"{text}: {', '.join(METRICS)}.", "METRIC")


# Options of learners, by their names in learners.options.Options.

ORDER_TEXT = f"Order in which rows are visited: {', '.join(ORDERS)}"
AT_ZERO_TEXT = "Prediction for a score of exactly zero; mistake counts it as wrong for every class."
EPOCHS_TEXT = "Maximum number of epochs, or of updates in the orders first-mistake and random-mistake."
NO_BIAS_TEXT = "Learn no bias: the plane passes through the origin."
EPOCHS_DEFAULT = "1000; 10 for averaged, voted and kernel; 100000 updates"
SEED_TEXT = "Seed for random orders."
RULE_TEXT = f"Update rule: {', '.join(RULES)}. It selects the visits that move the weights, and sets the step."
MARGIN_TEXT = "Margin β of --rule margin: rows with y·a ≤ β move the weights, even if they are right."
C_TEXT = "Aggressiveness of --rule pa1 and pa2: a larger C makes larger steps."
MULTICLASS_TEXT = f"Rule for more than two classes: {', '.join(MULTICLASS)} (one perceptron per class)."
order_option = choice_option("--order", ORDERS, "shuffled", f"{ORDER_TEXT}.", "ORDER")
at_zero_option = choice_option("--at-zero", AT_ZERO, "mistake", AT_ZERO_TEXT)
LEARNING: dict[str, Decorator] = {
    "max_iter": click.option(
        "--epochs", "max_iter", type=COUNT, metavar="N", show_default=EPOCHS_DEFAULT, help=EPOCHS_TEXT
    ),
    "order": order_option,
    "at_zero": at_zero_option,
    "fit_intercept": click.option(
        "--no-bias", "fit_intercept", is_flag=True, flag_value=False, default=True, help=NO_BIAS_TEXT
    ),
    "random_state": click.option(
        "--seed", "random_state", type=SEED, metavar="N", default=0, show_default=True, help=SEED_TEXT
    ),
    "rule": choice_option("--rule", RULES, "perceptron", RULE_TEXT, "RULE"),
    "margin": click.option("--margin", type=float, metavar="BETA", show_default="1", help=MARGIN_TEXT),
    "C": click.option("--C", "C", type=float, metavar="C", show_default="1", help=C_TEXT),
    "multiclass": choice_option("--multiclass", MULTICLASS, "argmax", MULTICLASS_TEXT, "RULE"),
}


def _gamma(context: click.Context, parameter: click.Parameter, typed: str | None) -> float | str | None:
    """Number, or the name of a rule, which the learner checks."""
    try:
        return None if typed is None else float(typed)
    except ValueError:
        return typed


# Options of the kernel perceptron, by their names in learners.kernel_options.KernelOptions.
KERNEL_TEXT = "Kernel; selects --algorithm kernel. poly is (coef0 + gamma x·z)^degree, rbf is exp(−gamma ‖x − z‖²)."
GAMMA_TEXT = "Factor gamma of --kernel poly and rbf: a number, scale (1 / features / variance) or auto (1 / features)."
PREDICT_TEXT = "Vectors of a run with a kernel that predict: all by vote, their mean, or the last."
KERNEL: dict[str, Decorator] = {
    "kernel": click.option(
        "--kernel", type=click.Choice(["linear", "poly", "rbf"]), show_default="none: a plane", help=KERNEL_TEXT
    ),
    "degree": click.option("--degree", type=COUNT, metavar="N", show_default="3", help="Degree of --kernel poly."),
    "gamma": click.option(
        "--gamma", callback=_gamma, metavar="NUMBER", show_default="1 for poly, scale for rbf", help=GAMMA_TEXT
    ),
    "coef0": click.option(
        "--coef0", type=float, metavar="NUMBER", show_default="1", help="Constant coef0 of --kernel poly."
    ),
    "predict_with": click.option(
        "--predict-with", type=click.Choice(list(PREDICT_WITH)), show_default="voted", help=PREDICT_TEXT
    ),
    "normalize_scores": click.option(
        "--normalize-scores",
        is_flag=True,
        default=None,
        help="Divide the scores of each class by the norm of its vector, for --predict-with averaged and last.",
    ),
    "cache_mb": click.option(
        "--cache-mb", type=float, metavar="MB", show_default="1024", help="Memory for kernel values in training."
    ),
}
ALGORITHM_TEXT = (
    f"Algorithm, by the weights that predict: {', '.join(f'{name} ({a.predicts})' for name, a in ALGORITHMS.items())}."
)


def training_options(of_a_model: bool = False) -> Decorator:
    """Options of every verb that trains.

    of_a_model: the verb can continue from a model, whose options are then the defaults.
    """
    algorithm = click.option(
        "--algorithm",
        type=click.Choice(list(ALGORITHMS)),
        show_default="averaged for files, perceptron for bundled sets" if of_a_model else "perceptron",
        metavar="NAME",
        help=ALGORITHM_TEXT,
    )
    return lambda command: with_options(command, algorithm, *LEARNING.values(), *KERNEL.values())


# Options of reading, with the names, types and defaults of ReadOptions.

READ_FIELDS = {field.name: field for field in fields(ReadOptions)}
SCALING_TEXT = "Scaling of numeric columns. LIBSVM, VW, arrays and samples are scaled only if this option is given."
FORMAT_TEXT = f"Format of DATA: {', '.join(FORMATS)}."
HOW_TYPED: dict[str, dict[str, Any]] = {
    "format": {
        "type": click.Choice(list(FORMATS)),
        "metavar": "FORMAT",
        "help": FORMAT_TEXT,
        "show_default": "detected",
    },
    "target": {"metavar": "COLUMN", "help": "Label column, by name or number from 1.", "show_default": "last"},
    "labels": {"type": click.Path(dir_okay=False), "help": "File of labels, for arrays without labels."},
    "ignore": {"metavar": "COLUMN", "help": "Column or feature to leave out. May be repeated."},
    "id": {
        "metavar": "COLUMN",
        "help": "Column or feature that identifies rows; not used for training. May be repeated.",
    },
    "text": {"metavar": "COLUMN", "help": "Column of free text. May be repeated."},
    "categorical": {"metavar": "COLUMN", "help": "Column of numbers that stand for categories. May be repeated."},
    "numeric": {
        "metavar": "COLUMN",
        "help": "Column to use as a number, even if it looks like row numbers or IDs. May be repeated.",
    },
    "missing": {
        "type": click.Choice(MISSING),
        "help": "Treatment of missing values: fill with the mean or zero, or drop the row.",
        "show_default": "an error",
    },
    "missing_label": {"type": click.Choice(MISSING_LABELS), "help": "Treatment of rows without a label."},
    "header": {"help": "First line holds column names.", "show_default": "guessed"},
    "delimiter": {"metavar": "CHARACTER", "help": "Field delimiter.", "show_default": "guessed"},
    "quote": {"metavar": "CHARACTER", "help": "Quote character, or none."},
    "decimal": {
        "type": click.Choice(DECIMALS),
        "help": "Decimal mark in CSV and TSV files.",
        "show_default": "guessed",
    },
    "charset": {"metavar": "NAME", "help": "Text encoding, such as latin-1 or utf-16.", "show_default": "utf-8"},
    "hash_bits": {"type": click.IntRange(1, 28), "metavar": "N", "help": "Hash categories and text to 2**N features."},
    "text_features": {
        "type": click.Choice(list(TEXT_FEATURES)),
        "help": "Features of free text: character n-grams, words, or words and pairs.",
    },
    "zero_based": {"help": "Number the features of LIBSVM files from 0 instead of 1."},
    "scale": {"type": click.Choice(SCALES), "help": SCALING_TEXT},
}
AS_TRAINED = "as in training"
READING = tuple(name for name in HOW_TYPED if name != "scale")  # scale has another default in each verb
OF_LABELS = ("labels", "missing_label")  # predict needs no labels
OF_A_FILE = tuple(name for name in READING if name in FILE_OPTIONS and name not in OF_LABELS)


def reading_option(name: str, **changes: Any) -> Decorator:
    """Command-line option for an option of ``read``."""
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
        how.setdefault("show_default", how["default"] is not None)
    return click.option(flag, name, **how)


scale_option = reading_option("scale", default="standard")


def reading_options(command: Command) -> Command:
    """Add the options of every verb that reads a file."""
    return with_options(command, *map(reading_option, READING))


def file_options(command: Command) -> Command:
    """Add the options of verbs that read a file for a model: they describe the file only."""
    return with_options(command, *(_file_option(name) for name in OF_A_FILE))


def _file_option(name: str) -> Decorator:
    return reading_option(name, default=None, **({} if name == "format" else {"show_default": AS_TRAINED}))


def reading_of(options: dict[str, Any]) -> dict[str, Any]:
    """Take the options of reading out of the options of a verb. Return those that were typed."""
    from click.core import ParameterSource

    source = click.get_current_context().get_parameter_source
    reading = {name: options.pop(name) for name in HOW_TYPED if name in options}
    typed = {name: value for name, value in reading.items() if source(name) is not ParameterSource.DEFAULT}
    return {**typed, "quote": None} if typed.get("quote") in ("none", "") else typed


def leave_what_was_not_typed(options: dict[str, Any]) -> None:
    """Remove options that were not typed: the model or the function has the same defaults."""
    from click.core import ParameterSource

    context = click.get_current_context()
    for name in list(options):
        if context.get_parameter_source(name) is ParameterSource.DEFAULT:
            del options[name]


def is_typed(name: str) -> bool:
    """Return True if this option of the running verb was typed."""
    from click.core import ParameterSource

    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def typed_options(names: Iterable[str]) -> list[str]:
    """Return the typed options among the names, as words to type again."""
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
    """Return the options that were given. The model has the others."""
    given = {name: value for name, value in options.items() if value is not None}
    return {**given, "quote": None} if given.get("quote") in ("none", "") else given


def pair_of(text: str) -> tuple[int | str, ...]:
    """Parse --features into two columns, by name or number."""
    names = tuple(int(name) if name.strip().isdigit() else name.strip() for name in text.split(","))
    if len(names) != 2:
        raise OptionError(f"--features must be two, with a comma between; got {text!r}.")
    return names


def features_of(text: str) -> tuple[str, ...]:
    """Parse --features into one to three columns, as text: only the data tells names from numbers."""
    names = tuple(name.strip() for name in text.split(","))
    if not 1 <= len(names) <= 3 or len(set(names)) < len(names) or "" in names:
        raise OptionError(f"--features must be one to three, with commas between; got {text!r}.")
    return names


def weights_of(given: tuple[str, ...]) -> Any:
    """Parse --class-weight into "balanced", or a factor per class."""
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
