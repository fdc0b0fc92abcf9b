"""Report of a run as one self-contained HTML page: setup, end of training, accuracy, proof.

A page is made from the result of the run and one more pass over its rows (``page_rows``). Its lists are limited, so
that it stays small for any number of rows, classes and features.
"""

import math
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rosenblatt.conventions import ALGORITHMS, ARRAYS
from rosenblatt.display import counted, figure, in_html, listed, page, paragraph, section, table, typed
from rosenblatt.errors import OptionError, RosenblattError, Sentence, subject
from rosenblatt.files.archives import new_file
from rosenblatt.files.encoding.feature_scaling import is_scaled, table_encoding
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import LinearModel
from rosenblatt.reports.page_rows import Seen
from rosenblatt.trained.heaviest_features import heaviest_features
from rosenblatt.trained.provenance import typed_command, typed_option
from rosenblatt.trained.trained_model import Trained
from rosenblatt.version import __version__

MAX_NAMES = 12  # classes that are listed
MAX_FILES = 20
MAX_WEIGHTS = 20  # bars
MAX_WEIGHTS_IN_LINE = 5  # weights of one class in a line
MAX_DRAWN_CLASSES = 4  # classes whose weights are drawn, one picture each; more are listed
HASHED = "Features are hashed, so no weight belongs to a single name."
SCALES = {
    "standard": "minus their mean, divided by their standard deviation",
    "maxabs": "divided by their largest absolute value",
    "unit": "divided by the length of their row",
}
LEAST_SIDE = 8  # smallest side of a square image
NAMES = {known.learner: (known.title, known.meaning) for known in ALGORITHMS.values()}
ENDS = {
    "converged": "Converged",
    "stalled": "Stalled",
    "not_separable": "Not separable",
    "max_iter": "All epochs done",
    "early_stopped": "Stopped early",
    "interrupted": "Interrupted",
    "open": "Open",
}


@dataclass(frozen=True)
class FinishedRun:
    """Data of a report page.

    data, validation: as they were given.
    reading: options of reading.
    command: the command or call.
    inputs: the files, with their sizes and SHA-256.
    seen: result of a pass over the rows; None if the run was interrupted.
    """

    trained: Trained
    data: str
    reading: ReadOptions
    validation: float | str | None
    command: str
    inputs: list[dict[str, Any]]
    seen: Seen | None


def is_page(path: Path) -> bool:
    """Return True if a file begins like an HTML page."""
    with path.open("rb") as file:
        begin = file.read(1024).removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return begin.startswith((b"<!doctype html", b"<html"))


def check_pictures() -> None:
    """Raise an OptionError before training if figures cannot be drawn."""
    if find_spec("matplotlib") is None:
        needs = "needs the package matplotlib for its pictures"
        raise OptionError(f'{subject("report")} {needs}: pip install "rosenblatt[plot]".')


def write_page(path: str | os.PathLike[str], run: FinishedRun) -> None:
    """Write the page. An existing file stays until all is written."""
    text = page_of(run)
    with new_file(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def page_of(run: FinishedRun) -> str:
    """Text of the page."""
    report, name = run.trained.report_, NAMES[type(run.trained.learner_).__name__][0]
    ended = f"{ENDS[report.reason]}: {report.explanation}."
    parts = (_what, _ending, _rightness, _boundary, _margins, _weights, _certificate, _again)
    return page(
        f"{name} on {run.data}",
        [paragraph(ended, "verdict"), paragraph(_in_short(run))],
        [part(run) for part in parts],
        paragraph("This page is self-contained: it loads no files and runs no scripts."),
    )


def _in_short(run: FinishedRun) -> str:
    report = run.trained.report_
    updates = "" if report.updates == report.n_mistakes else f" and {counted(report.updates, 'update')}"
    per_class = ", counted per class," if report.per_class else ""
    summary = f"{counted(report.n_mistakes, 'mistake')}{updates}{per_class} in {counted(report.n_epochs, 'epoch')}."
    for name, evaluation in reversed(_evaluations(run).items()):  # validation rows first
        rows, of_all = f"the {name} rows", ""
        if name == "training" and run.seen and run.seen.every > 1:
            rows, of_all = f"{evaluation.n_rows:,} of the {run.seen.n_rows:,} {name} rows", " of all"
        summary += f" {evaluation.accuracy:.2%} of {rows} are predicted right"
        summary += f" ({_majorities(run)[name]:.2%}{of_all} are of the majority class)."
    if report.first_pass_errors is not None and run.trained.validation is None:
        wrong = f"{report.first_pass_errors / report.n_rows:.2%} of the training rows were predicted wrong"
        summary += f" {wrong} before they were learned, in the first epoch."
    return summary


def _evaluations(run: FinishedRun) -> dict[str, Any]:
    """Evaluations on training rows and validation rows."""
    evaluations = {"training": run.seen.evaluation if run.seen else None, "validation": run.trained.validation}
    return {name: evaluation for name, evaluation in evaluations.items() if evaluation is not None}


def _majorities(run: FinishedRun) -> dict[str, float]:
    """Share of the majority class for the same; for training among all rows, even if only some are evaluated."""
    shares = {name: evaluation.majority.accuracy for name, evaluation in _evaluations(run).items()}
    return {**shares, "training": run.seen.majority.accuracy} if run.seen else shares


# The sections


def _what(run: FinishedRun) -> str:
    trained, report = run.trained, run.trained.report_
    labels = [_brief(label) for label in trained.classes_[:MAX_NAMES].tolist()]
    more = ", …" if len(trained.classes_) > MAX_NAMES else ""
    lines = [
        ("data", run.data),
        ("rows", f"{report.n_rows:,}"),
        ("features", f"{trained.n_features_in_:,}"),
        ("classes", f"{len(trained.classes_):,}: {', '.join(labels)}{more}"),
        ("algorithm", ": ".join(NAMES[type(trained.learner_).__name__])),
        *trained.learner_.rule_lines(),
        ("scaling", trained.scale if trained.scale == "none" else f"numbers {SCALES[trained.scale]}"),
        ("options", _options(run)),
        ("format", trained.reading.format if trained.reading.format != "sample" else "a bundled set"),
        *((name, _as_called(text, run)) for name, text in trained.reading_lines()),
    ]
    if isinstance(run.validation, float):
        lines.append(("validation", f"{run.validation:g} of the rows were held out"))
    elif run.validation is not None:
        lines.append(("validation", run.validation))
    return section("Training setup", in_html("The run", lines))


def _options(run: FinishedRun) -> str:
    """Options that differ from their defaults."""
    learner, reading = run.trained.learner_, _changed(run.reading, ReadOptions(scale="standard"))
    changed = {**_changed(learner.options, learner.options_class()), **reading}
    if not getattr(learner, "ratchet", True):
        changed["ratchet"] = False
    return ", ".join(f"{name} {_brief(value)}" for name, value in changed.items()) or "all defaults"


def _as_called(text: str, run: FinishedRun) -> str:
    """Text with options as the reader gave them: in a shell command, or in Python."""
    is_typed = run.command.startswith("rosenblatt ")
    return text.typed(typed_option) if is_typed and isinstance(text, Sentence) else text


def _changed(given: Any, default: Any) -> dict[str, Any]:
    values = {field.name: getattr(given, field.name) for field in fields(default) if field.name != "n_features"}
    return {name: value for name, value in values.items() if repr(value) != repr(getattr(default, name))}


def _ending(run: FinishedRun) -> str:
    report = run.trained.report_
    (_, *lines), proven = report.lines(), [] if report.certificate is None else report.theorem().lines()
    lines = lines[: len(lines) - len(proven)]  # shown in the proof section
    one = f"The only epoch had {counted(report.n_mistakes, 'mistake')}, so there is no curve to draw."
    picture = report.picture() or (paragraph(one) if len(report.mistakes_per_epoch) == 1 else "")
    return section("How training ended", in_html("The report", lines), picture)


def _rightness(run: FinishedRun) -> str:
    title, evaluations = "Accuracy", _evaluations(run)
    if not evaluations:
        return section(title, paragraph("The run was interrupted, so its rows were not evaluated."))
    measures = {
        "accuracy": [f"{e.accuracy:.4f}" for e in evaluations.values()],
        "share of the majority class": [f"{_majorities(run)[name]:.4f}" for name in evaluations],
        "balanced accuracy": [f"{e.balanced_accuracy:.4f}" for e in evaluations.values()],
        "macro F1": [f"{e.macro_f1:.4f}" for e in evaluations.values()],
        "rows predicted right": [f"{e.n_right:,}" for e in evaluations.values()],
        "rows": [f"{e.n_rows:,}" for e in evaluations.values()],
    }
    shown = [*evaluations][-1]
    parts = [table("All classes together", ["", *evaluations], [[name, *cells] for name, cells in measures.items()])]
    if len(evaluations) > 1:
        parts.append(paragraph(f"The tables below are for the {shown} rows."))
    if run.seen and run.seen.every > 1:
        parts.append(paragraph(f"Counting votes is slow: training accuracy is that of {run.seen.judged_rows()}."))
    return section(title, *parts, *evaluations[shown].tables())


def _boundary(run: FinishedRun) -> str:
    seen, trained = run.seen, run.trained
    if seen is None or seen.points is None:
        return ""
    from rosenblatt.plots.boundaries import boundary

    names = trained.feature_names_
    notes = [] if len(seen.points) == seen.n_rows else [f"{len(seen.points):,} of {seen.n_rows:,} rows are drawn."]
    notes += _scaled_note(trained)
    label = "The regions of the classes in the plane of the two features, with rows of training"

    def draw() -> Any:
        ax = boundary(trained.model_, seen.points, seen.labels, names=names)
        return say_scaled(ax, trained.encoding_, [0, 1])

    return section("The boundary", _drawn(draw)(label, " ".join(notes)))


def _margins(run: FinishedRun) -> str:
    if run.seen is None:
        return ""
    if not len(run.seen.distances):
        return section("Margins", paragraph("There are too many classes and features to measure distances in time."))
    from rosenblatt.plots.distances import margins_histogram

    seen, trained = run.seen, run.trained
    wrong = int((seen.distances <= 0).sum())
    label = f"Histogram of how far {len(seen.distances):,} rows are on the right side: {wrong:,} are not"
    some = f"{len(seen.distances):,} of the " if len(seen.distances) < seen.n_rows else ""
    notes = [f"Margins of {some}{counted(seen.n_rows, 'training row')}."]
    notes += ["Rows left of 0 are on the wrong side."] if (seen.distances < 0).any() else []
    notes += _scaled_note(trained) if isinstance(trained.model_, LinearModel) else []
    drawn = _drawn(margins_histogram, seen.distances, label=distance_label(trained.model_, trained.encoding_))
    return section("Margins", drawn(label, " ".join(notes)))


def _weights(run: FinishedRun) -> str:
    trained, model, title = run.trained, run.trained.model_, "Largest weights"
    if not isinstance(model, LinearModel):
        each = "A voted model has no single weight vector: every weight vector of the run votes."
        if isinstance(model, KernelModel):
            rows = counted(len(model.numbers), "support row")
            each = f"A kernel perceptron has no weights of features. Its scores are sums of kernel values with {rows}."
        return section(title, paragraph(each))
    if trained.has_hashed_features:
        return section(title, paragraph(HASHED))
    if _side(trained):
        from rosenblatt.plots.images import pixels

        label = f"The weights as images of {_side(trained)} by {_side(trained)} pixels, one per class"
        return section(title, _drawn(pixels, model)(label, "Pixels that count for and against a class."))
    names = trained.feature_names_
    heaviest = heaviest_features(model, names, MAX_WEIGHTS) or {}
    note = "These weights belong to the scaled features, not to the units of the file."
    parts = [paragraph(note)] if is_scaled(trained.encoding_) else []
    if len(heaviest) > MAX_DRAWN_CLASSES:
        return section(title, *parts, _weight_table(heaviest))
    from rosenblatt.plots.weight_bars import weights

    for label, features in heaviest.items():
        caption = f"The weights for {_brief(label)}: {_weighed(features)}"
        parts.append(_drawn(weights, model, names, most=MAX_WEIGHTS, label=label)(caption, ""))
    return section(title, *parts)


def _weight_table(heaviest: dict[Any, list[tuple[str, float]]]) -> str:
    """Table of the largest weights of many classes."""
    shown = [[_brief(label), _weighed(features[:MAX_WEIGHTS_IN_LINE])] for label, features in heaviest.items()][
        :MAX_NAMES
    ]
    more = f", the first {MAX_NAMES} of {len(heaviest):,} classes" if len(heaviest) > MAX_NAMES else ""
    return table(f"Largest weights per class{more}", ["class", "for it (+) and against it (−)"], shown, sides="<<")


def _weighed(features: list[tuple[str, float]]) -> str:
    shown = (f"{_brief(name)} {weight:+.4g}".replace(" -", " −") for name, weight in features)
    return ", ".join(shown) or "all are 0"


def _side(trained: Trained) -> int:
    """Side of the square image that the features form, if they look like pixels; else 0."""
    side = math.isqrt(trained.n_features_in_)
    names = trained.feature_names_
    pixel = trained.reading.format in ARRAYS if names is None else names[0].startswith("pixel")
    return side if pixel and side >= LEAST_SIDE and side * side == trained.n_features_in_ else 0


def _certificate(run: FinishedRun) -> str:
    report, certificate = run.trained.report_, run.trained.certificate_
    parts = [paragraph("This run made no proof. These commands prove whether a plane separates the rows.")]
    if certificate is not None:
        verdict, *reasons = str(certificate).split("\n  ")
        parts = [in_html("Mistakes and their bound", report.theorem().lines()), listed(verdict, reasons)]
        parts += map(paragraph, _about(run))
    reading = {name: value for name, value in asdict(run.reading).items() if name not in ("scale", "n_features")}
    bias = None if run.trained.learner_.options.fit_intercept else False
    make = typed_command("certify", run.data, reading, bias=bias, save="proof.json")
    check = typed_command("certify", run.data, reading, bias=bias, check="proof.json")
    audit = (
        "The first command writes a proof, the second checks it. An auditor needs the data, the proof and the second "
        "command. It computes with fractions, so nothing is rounded, and shares no code with the search. The checker "
        "is short enough to read: the module rosenblatt.proofs.check.certificate, and "
        "rosenblatt.proofs.check.multiclass for more than two classes."
    )
    return section("Proof", *parts, typed(f"{make}\n{check}"), paragraph(audit))


def _about(run: FinishedRun) -> list[str]:
    """Notes on differences between the certified rows and those that the commands below read."""
    trained, notes = run.trained, []
    if isinstance(run.validation, float):
        notes.append("The proof is about the training rows; the commands below take all rows of the file.")
    encoding = trained.encoding_
    if is_scaled(encoding):
        same = encoding.scale in ("standard", "maxabs") and trained.learner_.options.fit_intercept
        own = {True: "the same, with a margin and a bound of its own", False: "the same, with a proof of its own"}
        outcome = own.get(trained.certificate_.separable, "the same, once found")
        answer = f"the answer is {outcome}" if same else "the answer may be different"
        notes.append(f"The proof is about the scaled numbers; the commands below take them unscaled: {answer}.")
    return notes


def _again(run: FinishedRun) -> str:
    files = [[file["name"], f"{file['bytes']:,}", file["sha256"]] for file in run.inputs[:MAX_FILES]]
    parts = [typed(run.command)]
    if files:
        more = f", the first {MAX_FILES} of {len(run.inputs):,}" if len(run.inputs) > MAX_FILES else ""
        parts.append(table(f"Input files{more}", ["name", "bytes", "SHA-256"], files, sides="<><"))
    version = f"rosenblatt {__version__}, Python {platform.python_version()}"
    same = "The same command on the same files gives the same bits."
    return section("Reproduce this run", paragraph(same), *parts, paragraph(version))


# Pictures and words


def say_scaled(ax: Any, encoding: Any, columns: Sequence[int]) -> Any:
    """Add "(scaled)" to axis labels of scaled features; return the axes."""
    if is_scaled(encoding):
        of_table = table_encoding(encoding)
        names, numbers = (None, []) if of_table is None else (of_table.feature_names(), of_table.numeric_names())
        axes = (ax.xaxis, ax.yaxis, getattr(ax, "zaxis", None))
        for column, axis in zip(columns, axes, strict=False):
            if of_table is None or encoding.scale == "unit" or (names is not None and names[column] in numbers):
                axis.set_label_text(f"{axis.get_label_text()} (scaled)")
    return ax


def distance_label(model: Any, encoding: Any) -> str:
    """Axis label of margins; shares of votes have no units."""
    from rosenblatt.plots.distances import distance_name

    scaled = is_scaled(encoding) and isinstance(model, LinearModel)
    return distance_name(model) + (", of scaled features" if scaled else "")


def _scaled_note(trained: Trained) -> list[str]:
    encoding = trained.encoding_
    return [f"Features are scaled as in training: numbers {SCALES[encoding.scale]}."] if is_scaled(encoding) else []


def _drawn(draw: Any, *given: Any, **options: Any) -> Any:
    """Draw a picture, to be given a label and a note; or return a paragraph with the reason why there is none."""
    from rosenblatt.plots.axes import style, svg_of

    try:
        with style("page"):
            svg = svg_of(draw(*given, **options).figure)
    except RosenblattError as error:
        reason = str(error)
        return lambda label, note: paragraph(reason)
    return lambda label, note: figure(svg, label, note)


def _brief(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"
