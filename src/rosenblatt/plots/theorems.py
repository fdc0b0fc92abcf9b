"""Pictures of the mistake bound: its proof, and the mistakes of a run against the bound.

Each mistake moves (w, b) by y·(x, 1). So along a unit separator W* it gains at least the margin γ, and k mistakes gain
kγ; and since it was a mistake, ‖(w, b)‖² grows by no more than R², to kR² at most. Therefore

    kγ ≤ W*·(w, b) ≤ ‖(w, b)‖ ≤ √k·R

and k cannot pass (R/γ)², where the line meets the root. A rate is a scale on all four.

With a margin β, an update is made where y·a ≤ β. Then k counts updates, and R² + 2β/η stands in place of R².
"""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.display import counted
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, option
from rosenblatt.models.kernel_trace import KernelTrace
from rosenblatt.models.trace import Trace
from rosenblatt.plots.axes import axes_or_new, colour_of, ink_of
from rosenblatt.plots.lines import from_zero, label_ends, spread, whole_ticks
from rosenblatt.plots.runs import report_of
from rosenblatt.plots.shared_entries import PICTURES
from rosenblatt.proofs.check.certificate_format import shown

IN_VIEW = 3  # times the mistakes: bounds that meet farther out would squeeze the run into a corner
LOG_FROM = 20  # times the mistakes: a bound above makes a linear scale hide them
LARGEST = 10**250  # that is drawn: ticks above it are numbers, too


@insert(PICTURES)
def proof(trace: Trace, certificate: Any = None, *, ax: Any = None) -> Any:
    """Draw the proof of the mistake bound: ‖(w, b)‖ and W*·(w, b) after each mistake, between √k·R and kγ.

    W* is the plane of the certificate, γ its proven margin and R its radius, in the space of (x, 1) if a bias is
    learned.

    Parameters
    ----------
    {trace, certificate, ax}

    Returns
    -------
    {axes}

    See Also
    --------
    bound : Number of mistakes against the mistake bound, also for more than two classes.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> ax = rosenblatt.plots.proof(rosenblatt.trace(X, y, order="given"), rosenblatt.certify(X, y))
    """
    _check_trace(trace)
    most, certificate = _bound(trace.report, certificate)
    n_mistakes = len(trace.mistakes.row)  # updates, if the rule has a margin
    counts = spread(n_mistakes + 1)
    separator = np.append(certificate.augmented_weights, certificate.augmented_bias)
    separator /= np.linalg.norm(separator)
    weights = (np.append(w[0], b) for w, b in trace.weights_after_mistakes(counts.tolist()))  # one at a time
    norms, products = np.array([(np.linalg.norm(vector), vector @ separator) for vector in weights]).T
    meet = min(most, LARGEST) <= IN_VIEW * max(n_mistakes, 1)
    margin, step = certificate.augmented_margin.lower, _step(trace)
    radius, words = _growth(certificate.augmented_radius, trace.rule.margin, step)
    last = max((radius / margin) ** 2 if meet else n_mistakes, n_mistakes, 1)
    where = f"{last:,.1f}".removesuffix(".0") if meet else _number(most)

    ax = axes_or_new(ax)
    bias, eta, what = bool(trace.rule.bias_rate), "η" if step != 1 else "", words.counted
    k = np.union1d(counts, np.linspace(0, last, 200))
    low, high = step * k * margin, step * np.sqrt(k) * radius
    ax.fill_between(k, low, np.maximum(low, high), color=ink_of(ax), alpha=0.07, linewidth=0)
    lines = [
        *ax.plot(k, high, label=eta + words.root, color=ink_of(ax), linestyle="--", linewidth=1.3),
        *_line(ax, counts, norms, "‖(w, b)‖" if bias else "‖w‖", 1, "-"),
        *_line(ax, counts, products, "W*·(w, b)" if bias else "w*·w", 0, "-."),
        *ax.plot(k, low, label=f"{eta}kγ", color=ink_of(ax), linestyle=":", linewidth=1.8),
    ]
    ax.set_xlim(0, last)
    ax.set_ylim(0, 1.05 * max(high[-1], low[-1]))
    if meet:
        _mark_meeting(ax, last, f"{words.bound} = {where}")
    whole_ticks(ax, 0, int(last))
    label_ends(ax, lines)
    ax.set_xlabel(f"{what}s k")
    ax.set_ylabel("length")
    ax.set_title(f"{counted(n_mistakes, what)}; the bounds {'' if meet else 'would '}meet at {where}")
    return ax


@insert(PICTURES)
def bound(run: Any, certificate: Any = None, *, ax: Any = None) -> Any:
    """Draw the mistakes so far against the bound (R/γ)² that a certificate proves.

    Mistakes of a trace are drawn visit by visit, those of other runs epoch by epoch. For the rule "margin", updates are
    drawn against the bound on updates.

    Parameters
    ----------
    run : Report, fitted estimator, learner or Trace
        A report, or an object that has one.
    {certificate, ax}

    Returns
    -------
    {axes}

    See Also
    --------
    proof : The two bounds of the proof, mistake by mistake.
    mistakes : Number of mistakes of each epoch.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> model = rosenblatt.Perceptron().fit(X, y)
    >>> ax = rosenblatt.plots.bound(model, rosenblatt.certify(X, y))
    """
    report = report_of(run)
    most, proven = _bound(report, certificate)
    by_visit, rule = isinstance(run, Trace), report.terms.rule
    what, per_visit, per_epoch = "mistake", "wrong", report.mistakes_per_epoch
    if rule == "margin":  # whose theorem is about updates
        what, per_visit, per_epoch = "update", "taus", report.updates_per_epoch
    so_far = np.concatenate([[0], np.cumsum(getattr(run, per_visit) > 0 if by_visit else per_epoch)])
    x, total = spread(len(so_far)), int(so_far[-1])
    level = float(min(most, LARGEST))
    if is_log := level > LOG_FROM * total > 0:
        x = x[so_far[x] > 0]  # such a scale has no zero
    ax = axes_or_new(ax)
    mark = "o" if not by_visit and len(so_far) <= 40 else None
    line = ax.plot(x, so_far[x], color=colour_of(1), linewidth=1.8, marker=mark, markersize=4, label=f"{total:,}")[0]
    squares = f"{'2' if len(proven.classes) > 2 else ''}(R/γ)²"
    name = f"{squares if rule in ('perceptron', 'normalized', 'pa') else 'bound'}: {_number(most)}"
    limit = ax.plot([0, x[-1]], [level, level], color=ink_of(ax), linestyle="--", linewidth=1.3, label=name)[0]
    from_zero(ax, level)
    if is_log:
        ax.set_yscale("log")
        ax.set_ylim(0.8, 2 * level)
    ax.set_xlim(0, x[-1])
    whole_ticks(ax, 0, int(x[-1]))
    label_ends(ax, [limit, line])
    ax.set_xlabel("visit" if by_visit else "epoch")
    ax.set_ylabel(f"{what}s so far")
    ax.set_title(f"{counted(total, what)} of at most {_number(most)}")
    return ax


def _check_trace(trace: Any) -> None:
    if isinstance(trace, KernelTrace):
        raise DataError("trace must be of a run with weights to draw the proof; this one has a kernel.")
    if not isinstance(trace, Trace):
        raise DataError(f"trace must be of rosenblatt.trace(X, y), which keeps each mistake; got {_type(trace)}.")
    if len(trace.classes) > 2:
        raise DataError(
            f"trace must be of two classes for the proof to be drawn; it is of {len(trace.classes)}: "
            f"{option('what', 'bound', python='plots.bound')} draws the mistakes of many against their bound."
        )
    if isinstance(trace.mistakes.step, np.ndarray):
        raise DataError(
            "trace must be of steps of one length for the proof to be drawn; its rule computes them: "
            f"{option('what', 'bound', python='plots.bound')} draws the mistakes against their bound."
        )


class Words(NamedTuple):
    """Words of the picture of a proof."""

    counted: str
    root: str  # bound on the length of (w, b), without the rate
    bound: str


def _growth(radius: float, beta: float | None, step: float) -> tuple[float, Words]:
    """Root of the number by which ‖(w, b)‖² grows at most in a step, over the rate; and the words for it."""
    if not beta:
        return radius, Words("mistake", "√k·R", "(R/γ)²")
    return float(np.sqrt(radius**2 + 2 * beta / step)), Words("update", "√(k(R² + 2β/η))", "(R² + 2β/η)/γ²")


def _mark_meeting(ax: Any, last: float, text: str) -> None:
    """Mark the number of mistakes at which the two bounds meet."""
    ax.axvline(last, color=ink_of(ax), alpha=0.5, linewidth=1)
    ax.annotate(
        *(text, (last, 0), (-5, 5)),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        ha="right",
    )


def _bound(report: Any, certificate: Any) -> tuple[int, Any]:
    """Largest number of mistakes that the theorem allows, and the certificate that proves it."""
    theorem = report.theorem(certificate)
    if theorem.voided_by:
        raise DataError(
            f"The theorem must cover the run to be drawn, and does not: {'; '.join(theorem.voided_by)}; "
            f"{option('what', 'mistakes', python='plots.mistakes')} draws any run."
        )
    return theorem.bound, report.certificate if certificate is None else certificate


def _step(trace: Trace) -> float:
    """Factor of a mistake's row in the update: rate times weight, the same for all."""
    weights = np.ravel(trace.examples.weights)
    weight = weights[trace.mistakes.row[0]] if len(weights) > 1 and len(trace.mistakes.row) else weights[0]
    return float(np.max(trace.rule.rate) * weight)


def _line(ax: Any, counts: np.ndarray, values: np.ndarray, label: str, place: int, dashes: str) -> list[Any]:
    mark = "o" if len(counts) <= 40 else None
    look = {"marker": mark, "markersize": 4, "linestyle": dashes, "linewidth": 1.8}
    return ax.plot(counts, values, label=label, color=colour_of(place), **look)  # type: ignore[no-any-return]


def _number(whole: int) -> str:
    return f"{whole:,}" if whole < 10**15 else shown(whole)


def _type(given: Any) -> str:
    return type(given).__name__
