"""The fields of a certificate: the form each must have, and how it is read from JSON."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

SHORT = Context(prec=6, Emax=MAX_EMAX, Emin=MIN_EMIN)  # shows numbers of any size


class Bracket(NamedTuple):
    """Lower and upper bound on a number."""

    lower: float
    upper: float


@dataclass(frozen=True)
class HullPoint:
    """Rows with one multiplier each: a point of their convex hull.

    Multipliers are whole numbers over one denominator, because fractions of 49,000 bits are slow.
    """

    rows: tuple[int, ...]
    numerators: tuple[int, ...]
    denominator: int

    @classmethod
    def of(cls, rows: Iterable[Any], multipliers: Iterable[Any]) -> Self:
        """Make a point from rows in any order and fractions or floats. Multipliers of 0 are left out."""
        pairs = sorted((int(row), Fraction(m)) for row, m in zip(rows, multipliers, strict=True) if m != 0)
        denominator = math.lcm(*(m.denominator for _, m in pairs))
        numerators = (m.numerator * (denominator // m.denominator) for _, m in pairs)
        return cls(tuple(row for row, _ in pairs), tuple(numerators), denominator)

    @cached_property
    def multipliers(self) -> tuple[Fraction, ...]:
        """Multipliers as fractions."""
        return tuple(Fraction(numerator, self.denominator) for numerator in self.numerators)


def shown(value: Any) -> str:
    """Number of any size in short form; for other values, their type."""
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**15):
        return str(value)
    if isinstance(value, int | Fraction):
        return str(SHORT.divide(Decimal(value.numerator), Decimal(value.denominator)))
    return f"of type {type(value).__name__}"


def shown_root(square: Fraction) -> str:
    return str(SHORT.sqrt(Decimal(shown(square))))


def _is_size(value: Any) -> bool:
    return isinstance(value, float) and value >= 0


def _is_vector(value: Any) -> bool:
    is_vector = type(value) is np.ndarray and value.dtype == np.float64 and value.ndim == 1
    return is_vector and bool(np.isfinite(value).all())


def _is_bracket(value: Any) -> bool:
    return type(value) is Bracket and len(value) == 2 and all(map(_is_size, value)) and value.lower < math.inf


def _is_hull_point(value: Any) -> bool:
    if type(value) is not HullPoint or not (type(value.rows) is type(value.numerators) is tuple):
        return False
    return all(type(number) is int for number in (*value.rows, *value.numerators, value.denominator))


def _are_groups(value: Any) -> bool:
    if type(value) is not tuple or any(type(group) is not tuple for group in value):
        return False
    return all(type(row) is int for group in value for row in group)


def _are_labels(value: Any) -> bool:
    is_right = type(value) is tuple and len(value) in (1, 2)
    return is_right and all(isinstance(label, int | float | str | bytes) for label in value)


def _read_float(written: Any) -> float:
    if isinstance(written, bool) or not isinstance(written, int | float):
        raise TypeError(f"{shown(written)} is not a number")
    return float(written)  # other programs write 1.0 as 1


def _read_labels(written: Any) -> tuple[Any, ...]:
    if not isinstance(written, list):
        raise TypeError("it is not a list")
    return tuple(written)


def _read_groups(written: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(group) for group in written)


def _read_bracket(written: Any) -> Bracket:
    lower, upper = written
    return Bracket(_read_float(lower), _read_float(upper))


def _read_hull_point(written: Any) -> HullPoint:
    if not isinstance(written, dict) or set(written) != {"rows", "numerators", "denominator"}:
        raise TypeError("it does not have rows, numerators and denominator")
    numerators = tuple(int(text, 16) for text in written["numerators"])
    return HullPoint(tuple(written["rows"]), numerators, int(written["denominator"], 16))


class Form(NamedTuple):
    """Rule for a field, and a function that reads it from JSON."""

    rule: str
    holds: Callable[[Any], bool]
    read: Callable[[Any], Any] = lambda written: written


def _or_none(form: Form) -> Form:
    return Form(
        f"{form.rule}, or None",
        lambda value: value is None or form.holds(value),
        lambda written: None if written is None else form.read(written),
    )


WHOLE = Form("a whole number, not below 0", lambda value: type(value) is int and value >= 0)
FORMS = {
    "separable": _or_none(Form("True or False", lambda value: type(value) is bool)),
    "fit_intercept": Form("True or False", lambda value: type(value) is bool),
    "classes": Form("a tuple of one or two labels", _are_labels, _read_labels),
    "n_rows": WHOLE,
    "n_features": WHOLE,
    "radius": Form("a finite float64, not below 0", lambda value: _is_size(value) and value < math.inf, _read_float),
    "weights": _or_none(
        Form("a vector of finite float64", _is_vector, lambda v: np.array([_read_float(x) for x in v]))
    ),
    "bias": _or_none(Form("a finite float64", lambda v: isinstance(v, float) and math.isfinite(v), _read_float)),
    "margin": _or_none(Form("a Bracket of two float64, not below 0", _is_bracket, _read_bracket)),
    "hull": _or_none(Form("a HullPoint of whole numbers in tuples", _is_hull_point, _read_hull_point)),
    "mistake_bound": _or_none(WHOLE),
    "conflicts": Form("a tuple of tuples of whole numbers", _are_groups, _read_groups),
}
