"""Mistakes of a run: per epoch, beside those on held-out rows; and cumulative, by visit."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from rosenblatt.display import counted
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError
from rosenblatt.models.trace import Trace
from rosenblatt.plots.axes import axes_or_new, colour_of, ink_of
from rosenblatt.plots.lines import MAX_POINTS, from_zero, label_ends, spread, whole_ticks
from rosenblatt.plots.shared_entries import PICTURES
from rosenblatt.plots.short_names import shortened

MAX_MARKED_EPOCHS = 40  # maximum epochs with one mark each
LOG_FROM = 1000  # a linear scale hides the smallest value above this ratio
LONGEST_NAME = 24  # characters
DASHES = ("-", "--", "-.", ":")
ENDS = {
    "converged": "converged after",
    "stalled": "stalled after",
    "not_separable": "not separable, proven after",
    "max_iter": "stopped after",
    "early_stopped": "stopped early after",
    "interrupted": "interrupted after",
}


@insert(PICTURES)
def mistakes(report: Any, *, ax: Any = None) -> Any:
    """Draw the mistakes per epoch; with early stopping, also the errors on the held-out rows.

    Parameters
    ----------
    report : Report, fitted estimator, learner, Trace, or sequence of int
        A report, an object that has one, or the mistakes of each epoch.
    {ax}

    Returns
    -------
    {axes}

    See Also
    --------
    cumulative : Number of mistakes so far, visit by visit.
    bound : Number of mistakes against the mistake bound.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> ax = rosenblatt.plots.mistakes(rosenblatt.Perceptron(order="given").fit(X, y))
    >>> ax.lines[0].get_ydata().tolist()
    [3, 1, 2, 1, 2, 0]
    """
    is_counts = isinstance(report, list | tuple) or hasattr(report, "__array__")
    run_report: Any = None if is_counts else report_of(report, "report")
    counts = _counts(report if run_report is None else run_report.mistakes_per_epoch)
    held = run_report.validation_errors_per_epoch if getattr(run_report, "validation_rows", None) else None
    ax = axes_or_new(ax)
    if held:
        _draw_against_validation(ax, run_report, counts, _counts(held))
    elif len(counts) == 1:
        ax.bar([1], counts, width=0.3, color=colour_of(1))
        ax.annotate(f"{counts[0]:,}", (1, counts[0]), (0, 3), textcoords="offset points", ha="center")
        ax.set_xlim(0.4, 1.6)
        from_zero(ax, counts[0], headroom=0.15)
    else:
        _draw_line(ax, counts, colour_of(1), "-")
        from_zero(ax, counts.max())
        if counts.min() > 0 and counts.max() > LOG_FROM * counts.min():
            ax.set_yscale("log")
            ax.set_ylim(0.8 * counts.min(), 1.25 * counts.max())
    if not held:
        ax.set_ylabel("mistakes")
    whole_ticks(ax, 1, len(counts))
    ax.set_xlabel("look for a mistake" if _is_of_looks(run_report) else "epoch")
    ax.set_title(_ending(run_report, counts))
    return ax


@insert(PICTURES)
def cumulative(run: Any, *, baseline: float | None = None, changes: Iterable[float] = (), ax: Any = None) -> Any:
    """Draw the number of mistakes so far, visit by visit. The slope is the current share of mistakes.

    Parameters
    ----------
    run : Trace, sequence of bool, or dict of these by name
        A trace, or for each visit whether it was a mistake; a dict draws several runs.
    baseline : float, default=None
        Share of mistakes to compare with, drawn as a straight line.
    changes : iterable of float, default=()
        Visits at which the data changed, drawn as vertical lines.
    {ax}

    Returns
    -------
    {axes}

    See Also
    --------
    mistakes : Number of mistakes of each epoch.

    Examples
    --------
    >>> from rosenblatt import plots
    >>> ax = plots.cumulative([True, True, False, True, False, False], baseline=0.5)
    """
    runs = {str(name): _visits(one, f"run[{name!r}]") for name, one in run.items()} if isinstance(run, Mapping) else {}
    alone = not isinstance(run, Mapping)
    if alone:
        runs = {"": _visits(run, "run")}
    if not runs:
        raise DataError("run must have a run to draw; got an empty dict.")
    most = max(map(len, runs.values()))
    if baseline is not None and not 0 <= baseline <= 1:
        raise OptionError(f"baseline must be a share of mistakes, from 0 to 1; got {baseline!r}.")
    changes = list(changes)
    if bad := [visit for visit in changes if not 0 <= visit <= most]:
        raise OptionError(f"changes must be visits from 0 to {most}; got {bad[0]!r}.")
    ax = axes_or_new(ax)
    lines = []
    for place, (name, wrong) in enumerate(runs.items()):
        name = shortened(name, LONGEST_NAME)
        so_far = np.concatenate([[0], wrong.cumsum()])
        x = spread(len(so_far))
        look = {"color": colour_of(place + 1), "linestyle": DASHES[place % len(DASHES)], "linewidth": 1.8}
        lines += ax.plot(x, so_far[x], label=f"{name}: {so_far[-1]:,}".removeprefix(": "), **look)
    if baseline is not None:
        label, dots = f"baseline {baseline:.3g}", {"color": ink_of(ax), "linestyle": (0, (1, 2)), "alpha": 0.7}
        lines += ax.plot([0, most], [0, baseline * most], label=label, linewidth=1.4, **dots)
    highest = max(line.get_ydata()[-1] for line in lines)
    from_zero(ax, highest, headroom=0.15 if changes else 0.05)
    for visit in changes:
        _mark_across(ax, visit, "change" if visit == changes[0] else "", 0.5 * most)
    ax.set_xlim(0, most)
    whole_ticks(ax, 0, most)
    label_ends(ax, lines)
    ax.set_xlabel("visit")
    ax.set_ylabel("mistakes so far")
    ax.set_title(_rate(runs[""]) if alone else "mistakes so far: the slope is their share")
    return ax


def report_of(run: Any, name: str = "run") -> Any:
    """Report of a run: itself, or that of an estimator, a learner, a trace or a trained file."""
    for candidate in (run, getattr(run, "report_", None), getattr(run, "report", None)):
        if hasattr(candidate, "mistakes_per_epoch"):
            return candidate
    if hasattr(run, "fit"):
        raise DataError(f"{name} must be of a fitted model: call fit of this {type(run).__name__} first.")
    raise DataError(f"{name} must be of a run, as that of a fitted estimator or a trace; got {type(run).__name__}.")


def _counts(given: Any) -> np.ndarray:
    counts = _array(given)
    if counts.ndim != 1 or not len(counts) or counts.dtype.kind not in "iu" or counts.min() < 0:
        raise DataError(f"report must be of a run, or a list of counts, one per epoch; got {given!r:.60}.")
    return counts


def _visits(run: Any, name: str) -> np.ndarray:
    """For each visit, whether it was a mistake."""
    if isinstance(run, Trace):
        return run.wrong
    wrong = _array(run)
    if wrong.ndim != 1 or not len(wrong) or wrong.dtype.kind not in "biu" or not np.isin(wrong, (0, 1)).all():
        raise DataError(
            f"{name} must be a trace, or say for each visit whether it was a mistake; got {type(run).__name__}: "
            "rosenblatt.trace(X, y) makes a trace."
        )
    return wrong.astype(bool)


def _array(given: Any) -> np.ndarray:
    try:
        return np.asarray(given)
    except ValueError:  # rows of different lengths
        return np.array([])


def _draw_line(ax: Any, values: np.ndarray, colour: str, style: str, label: str = "") -> Any:
    """Draw one value per epoch. For thousands of epochs, draw minimum and maximum of each group."""
    epochs = np.arange(len(values))
    if len(values) > MAX_POINTS:
        parts = np.array_split(epochs, MAX_POINTS // 2 - 1)
        ends = [0, len(values) - 1]
        epochs = np.unique([*ends, *(part[f(values[part])] for part in parts for f in (np.argmin, np.argmax))])
    mark = "o" if len(values) <= MAX_MARKED_EPOCHS else None
    width = 1.8 if len(values) <= 300 else 0.9
    look = {"color": colour, "linestyle": style, "marker": mark, "markersize": 4, "linewidth": width}
    return ax.plot(epochs + 1, values[epochs], label=label, **look)[0]


def _draw_against_validation(ax: Any, report: Any, counts: np.ndarray, held: np.ndarray) -> None:
    best = int(held.argmin())
    of_training, of_validation = counts / report.n_rows, held / report.validation_rows
    name = "training, counted per class" if report.per_class else "training"
    training = _draw_line(ax, of_training, colour_of(1), "-", name)
    validation = _draw_line(ax, of_validation, colour_of(0), "--", "validation")
    from_zero(ax, max(of_training.max(), of_validation.max()), headroom=0.2, whole=False)
    ax.set_ylabel("mistakes per row" if report.per_class else "share of rows wrong")
    _mark_across(ax, best + 1, f"best: epoch {best + 1:,}, {counted(int(held[best]), 'error')}", 0.5 * len(counts))
    ax.set_xlim(1 - 0.02 * len(counts), len(counts))
    label_ends(ax, [training, validation])


def _mark_across(ax: Any, x: float, text: str, middle: float) -> None:
    """Draw a vertical line with a text at its top, on the side with more room."""
    ax.axvline(x, color=ink_of(ax), alpha=0.5, linestyle=(0, (1, 2)), linewidth=1.2)
    right = x > middle
    ax.annotate(
        *(text, (x, 1), (-4 if right else 4, -3)),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        ha="right" if right else "left",
        va="top",
    )


def _is_of_looks(report: Any) -> bool:
    """Return True for orders that search for one mistake at a time: every visit is a mistake there."""
    looked = report is not None and report.reason != "open" and max(report.mistakes_per_epoch) == 1
    return looked and report.n_examples == report.n_mistakes


def _ending(report: Any, counts: np.ndarray) -> str:
    total = counted(int(counts.sum()), "mistake")
    if report is None:
        return f"{total} in {counted(len(counts), 'epoch')}"
    if report.reason == "open":
        return f"{total} in {counted(report.n_examples, 'visit')} so far"
    if _is_of_looks(report):
        return f"{ENDS[report.reason]} {counted(report.n_mistakes, 'update')}"
    return f"{ENDS[report.reason]} {counted(report.n_epochs, 'epoch')}, {total}"


def _rate(wrong: np.ndarray) -> str:
    """Number of mistakes, and their rate at the end if there are enough visits."""
    text = f"{counted(int(wrong.sum()), 'mistake')} in {counted(len(wrong), 'visit')}"
    last = len(wrong) // 10
    return text if last < 10 else f"{text}, {int(wrong[-last:].sum()):,} in the last {last:,}"
