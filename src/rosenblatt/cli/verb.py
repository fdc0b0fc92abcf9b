"""Groups in ``--help``: of the verbs, and of the options of each verb."""

import re
from collections.abc import Iterable

import click

# Groups of options in ``--help``, in order, by the names of their parameters; "verb:name" for one verb only.
GROUPS = {
    "Rows": ("n_rows", "n_features", "margin", "radius", "noise", "drift", "generate:seed"),
    "Data": (
        *("data", "format", "target", "labels", "ignore", "id", "text", "categorical", "numeric"),
        *("missing", "missing_label", "cache"),
    ),
    "Text files": ("header", "delimiter", "quote", "decimal", "charset", "zero_based"),
    "Features": ("scale", "hash_bits", "text_features"),
    "Training": (
        *("algorithm", "rule", "train:margin", "trace:margin", "plot:margin", "C", "multiclass"),
        *("kernel", "degree", "gamma", "coef0", "predict_with", "normalize_scores", "cache_mb"),
        *("max_iter", "order", "at_zero", "fit_intercept", "class_weight", "random_state"),
        *("from_model", "checkpoint", "resume"),
    ),
    "Partitions": ("dask", "strategy", "mix_by", "then_sequence", "part_mb"),
    "Evaluation": ("validation", "metric", "folds", "compare:seed", "models", "compare:budget"),
    "Questions": ("exam:seed",),
    "Grading": ("function", "averaged", "voted", "grade:labels", "numpy", "grade:seed", "timeout", "starter"),
    "Certificate": ("certify", "certify_when_stalled", "gap", "budget", "check", "save"),
    "Prediction": ("scores", "top", "threshold"),
    "Picture": ("what", "features", "label", "most", "shape", "style", "example"),
    "Output": (
        *("model", "report", "output", "path", "input_type", "force"),
        *("mistakes_only", "lines", "all_lines", "no_solutions", "as_json"),
    ),
    "Help": (),
}
GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}
RANK = {name: rank for rank, name in enumerate(GROUP_OF)}


TITLES = {  # of the verbs in ``rosenblatt --help``; others come last
    "Train and use a model": ("train", "predict", "evaluate", "inspect", "export", "reproduce"),
    "Understand a run": ("trace", "certify", "plot", "lab", "grade", "exam"),
    "Work with data": ("compare", "generate", "convert"),
}


def titled(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Verbs under the titles of ``rosenblatt --help``."""
    title_of = {name: title for title, verbs in TITLES.items() for name in verbs}
    last = [*TITLES][-1]
    return [(title, [name for name in names if title_of.get(name, last) == title]) for title in TITLES]


class Verb(click.Command):
    """A command whose options are listed in the order of GROUPS, under their titles."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words after the verb. ``--dask`` takes the next word only if that is an address."""
        from rosenblatt.cli.partitions import with_address

        return super().parse_args(ctx, with_address(args))

    def place_of(self, option: click.Parameter) -> str:
        """Return the key of the option in GROUP_OF, or an empty string."""
        keys = (f"{self.name}:{option.name}", option.name or "")
        return next((key for key in keys if key in GROUP_OF), "")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        options = [parameter for parameter in self.get_params(ctx) if isinstance(parameter, click.Option)]
        for option in sorted(options, key=lambda option: RANK.get(self.place_of(option), 0)):
            if (record := option.get_help_record(ctx)) is not None:
                flags, text = record
                plain = re.sub(r"\[default: \((.*?)\)", r"[default: \1", text)  # click puts words in parentheses
                records[GROUP_OF.get(self.place_of(option), "Help")].append((flags, plain))
        for group, lines in records.items():
            if lines:
                with formatter.section(group):
                    formatter.write_dl(lines)
