"""Mistake bound: the runs that the theorem covers, and its statement about a run.

The proof adds up steps y·(x, 1) from zero, each taken where y·a ≤ 0. A rate or a weight that is the same for all is a
scale on which no sign depends. So every ``at_zero`` is covered, and every order that takes one step at a time, wherever
it ends; and which weights predict (last, average, votes, pocket) plays no part.

Other rules have other proofs, with another number in place of R² (R, γ and f = 1 are those of two classes; for many
classes R and γ are those of the rows that the argmax certificate expands, and f = 2):

    margin        R² + 2fβ/λ, on the updates: ‖w‖² grows by at most λ²R² + 2λβ, and w·u by at least λγ
    normalized    R², without a bias: the run is that of rows of length 1, whose margin is at least γ/R
    pa            R², without a bias: Σ ℓ² ≤ R²/γ², and a mistake has ℓ ≥ 1 (Crammer et al. 2006, theorem 2)
    pa1           max(R², f/C), without a bias (theorem 4)
    pa2           R² + f/(2C), without a bias (theorem 5); with a bias and C ≤ ½, the same with R of the rows x

One against the rest, each class has the theorem of two classes for itself. The argmax certificate proves no bound on
the sum of their mistakes, so it voids the theorem.

The last four need ‖x‖ to be the norm of the row that moves the weights. A bias learned beside w is not counted in it; a
bias that is folded in, as a feature that is always 1, is. PA-II with C ≤ ½ divides by ‖x‖² + 1/(2C) ≥ ‖(x, 1)‖²: that
is all that its proof needs.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rosenblatt.conventions import RULES_WITH_C
from rosenblatt.display import in_columns
from rosenblatt.errors import DataError
from rosenblatt.learners.options import Options
from rosenblatt.proofs.check.certificate_format import shown

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner
    from rosenblatt.learners.report import Report

OPEN = "a run that is open: how its rows were weighed is not kept"
ROUNDED = 1e-9  # more than a radius is rounded, relative


class Terms(NamedTuple):
    """Conditions that decide whether the theorem covers a run, and which certificates apply."""

    fit_intercept: bool
    n_features: int
    classes: tuple[Any, ...]  # that have rows
    voided_by: tuple[str, ...]  # conditions of the run that the theorem does not cover
    rule: str = "perceptron"
    constant: float | None = None  # at least β/λ of the rule "margin"; C of "pa1" and "pa2"


def voids(
    order: str, rates: np.ndarray, weights: float | np.ndarray, from_zero: bool, all_met: bool, per_class: bool = False
) -> tuple[str, ...]:
    """Conditions of a run that the theorem does not cover.

    rates: one per feature, and the bias's.
    weights: weights of the rows.
    from_zero: the run started at zero.
    all_met: every class that can be a rival has rows.
    per_class: each of more than two classes learned by itself.
    """
    reasons = {
        "starting weights that are not zero": not from_zero,
        "rates that differ between features": np.ptp(rates) > 0,
        "sample or class weights that differ between rows": np.ptp(weights) > 0,
        "order='all-mistakes', which makes many updates at once": order == "all-mistakes",
        "a class without rows": not all_met,
        "multiclass='one-vs-rest', since the certificate is about argmax": per_class,
    }
    return tuple(reason for reason, applies in reasons.items() if applies)


def terms_of(learner: "Learner", weights: float | np.ndarray, from_zero: bool) -> Terms:
    """Terms of a finished run. weights: of its rows. from_zero: whether it started at zero."""
    options, rule, classes = learner.options, learner.rule, learner.classes
    rates = np.append(rule.rate, [rule.bias_rate] if options.fit_intercept else [])
    met = tuple(label for label, n in zip(classes.rows, learner.class_counts, strict=False) if n)
    all_met = len(met) == len(classes.rows)
    voided_by = voids(options.order, rates, weights, from_zero, all_met, learner.one_vs_rest)
    if getattr(options, "kernel_name", "linear") != "linear":
        voided_by = (*voided_by, "a kernel other than 'linear', whose planes are in another space")
    terms = Terms(bool(options.fit_intercept), learner.n_features, met, voided_by)
    if options.is_plain:
        return terms
    constant = options.step_rule.C if options.rule in RULES_WITH_C else None
    if options.rule == "margin":
        smallest_step = Fraction(float(np.min(rates))) * Fraction(float(np.min(weights)))
        constant = _rounded_up(Fraction(options.beta) / smallest_step) if smallest_step else None
    more = voids_of_rule(options, weights)
    return terms._replace(voided_by=(*voided_by, *more), rule=options.rule, constant=constant)


def voids_of_rule(options: Options, weights: float | np.ndarray) -> tuple[str, ...]:
    """Conditions that the theorem of a rule other than the perceptron's does not cover."""
    counts_bias = options.rule == "margin" or (options.rule == "pa2" and options.step_rule.C <= 0.5)
    reasons = {
        "a bias, which ‖x‖ does not count: fold it in as a feature": options.fit_intercept and not counts_bias,
        "sample or class weights other than 1": options.passive_aggressive and bool(np.any(np.asarray(weights) != 1)),
    }
    return tuple(reason for reason, applies in reasons.items() if applies)


def _rounded_up(number: Fraction) -> float:
    """Float that is not below the number."""
    try:
        near = float(number)
    except OverflowError:
        return math.inf
    return near if near == math.inf or Fraction(near) >= number else math.nextafter(near, math.inf)


def bound_of(terms: Terms, certificate: Any) -> int | None:
    """Largest number of mistakes (of updates, for the rule "margin") that the theorem of the rule allows.

    None if it is too large for a number.
    """
    if terms.rule == "perceptron":
        return certificate.mistake_bound  # type: ignore[no-any-return]
    half = getattr(certificate, "argmax", certificate)
    many = 1 if half is certificate else 2
    if terms.constant == math.inf:
        return None
    squared, constant = Fraction(half.augmented_radius) ** 2, Fraction(terms.constant or 0)
    match terms.rule:
        case "margin":
            squared += 2 * many * constant
        case "pa1":
            squared = max(squared, many / constant)
        case "pa2":
            squared += many / (2 * constant) - (many if terms.fit_intercept else 0)
    return int(squared // Fraction(half.augmented_margin.lower) ** 2)


@dataclass(frozen=True)
class Theorem:
    """Mistakes of a run against the bound that a certificate proves."""

    separable: bool | None
    fit_intercept: bool
    margin: tuple[float, float] | None
    mistakes: int
    bound: int | None
    voided_by: tuple[str, ...]
    updates: int | None = None
    mixed_mistakes: float | None = None

    @classmethod
    def of(cls, report: "Report", certificate: Any) -> "Theorem":
        """Compare a report with a certificate."""
        voided_by, terms = [OPEN], report.terms
        if terms is not None:
            _check_is_about(report, terms, certificate)
            voided_by = list(terms.voided_by)
        bounds_updates = terms is not None and terms.rule == "margin"
        counted: float = report.updates if bounds_updates else report.n_mistakes
        if report.mixed_mistakes is not None:
            counted = report.mixed_mistakes
            if terms is not None and terms.rule not in ("perceptron", "margin"):
                voided_by.append(f"mixed weights under the rule {terms.rule!r}")
        bound = None
        if certificate.separable is None:
            voided_by.append("it is undecided whether a plane separates the rows")
        elif not certificate.separable:
            voided_by.append("no plane separates the rows")
        elif certificate.mistake_bound is None:
            voided_by.append("no margin is proven")
        elif terms is not None and not voided_by:
            bound = bound_of(terms, certificate)
            if bound is None:
                voided_by.append("the margin of the rule is too large for the rate")
            elif counted > bound:
                name = "updates" if bounds_updates else "mistakes"
                voided_by.append(f"{counted:,} {name} exceed it, by rounding or by rows that were not certified")
        margin = certificate.augmented_margin
        return cls(
            certificate.separable,
            bool(certificate.fit_intercept),
            None if margin is None else (margin.lower, margin.upper),
            report.n_mistakes,
            None if voided_by else bound,
            tuple(voided_by),
            report.updates if bounds_updates else None,
            report.mixed_mistakes,
        )

    def lines(self) -> list[tuple[str, str]]:
        """Return the printed lines."""
        verdict = {True: "separable, proven", False: "not separable, proven", None: "undecided"}[self.separable]
        lines = [("verdict", verdict)]
        if self.margin is not None:
            name = "augmented margin" if self.fit_intercept else "margin"
            lines.append((name, f"{self.margin[0]:.6g} to {self.margin[1]:.6g}"))
        if self.bound is None:
            return [*lines, ("mistake bound", f"no bound: {'; '.join(self.voided_by)}")]
        bound = f"{self.bound:,}" if self.bound < 10**15 else shown(self.bound)
        if self.mixed_mistakes is not None:
            return [*lines, ("mistake bound", f"{self.mixed_mistakes:,.1f} mixed, at most {bound} possible (proven)")]
        if self.updates is not None:
            return [*lines, ("update bound", f"{self.updates:,} updates, at most {bound} possible (proven)")]
        return [*lines, ("mistake bound", f"{self.mistakes:,} mistakes, at most {bound} possible (proven)")]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dictionary, ready for JSON."""
        fields: dict[str, Any] = {
            "separable": self.separable,
            "margin": self.margin,
            "mistake_bound": self.bound,
            "mistakes": self.mistakes,
            "voided_by": list(self.voided_by),
        }
        if self.mixed_mistakes is not None:
            fields["mixed_mistakes"] = self.mixed_mistakes
        return fields if self.updates is None else {**fields, "updates": self.updates}

    def __str__(self) -> str:
        return in_columns(self.lines())


def _check_is_about(report: "Report", terms: Terms, certificate: Any) -> None:
    """Raise a DataError unless the certificate is about the training rows, or about these and more."""
    if bool(certificate.fit_intercept) != terms.fit_intercept:
        raise DataError(
            f"certificate must be about planes as the run could find: certify(X, y, fit_intercept="
            f"{terms.fit_intercept}); it is of fit_intercept={certificate.fit_intercept}."
        )
    if (
        certificate.n_features != terms.n_features
        or certificate.n_rows < report.n_rows
        or not set(terms.classes) <= set(certificate.classes)
        or certificate.augmented_radius < report.radius * (1.0 - ROUNDED)
    ):
        raise DataError(
            f"certificate must be of the rows that were trained on, {report.n_rows} of {terms.n_features} features; "
            f"it is of {certificate.n_rows} of {certificate.n_features}, or of others: certify the same X and y."
        )
