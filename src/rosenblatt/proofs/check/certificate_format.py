"""Content and form of a certificate, and its JSON, in which every number is exact.

``certificate`` checks whether it is true. Python writes a float so that reading it gives the same float; long integers
are written in base 16, for which Python has no limit of digits.
"""

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from rosenblatt.errors import DataError

FORMAT = "rosenblatt certificate"
VERSION = 1
SHORT = Context(prec=6, Emax=MAX_EMAX, Emin=MIN_EMIN)  # shows numbers of any size


class Bracket(NamedTuple):
    """Lower and upper bound of a number."""

    lower: float
    upper: float


@dataclass(frozen=True)
class HullPoint:
    """Rows with one multiplier each: integers over one denominator, since fractions of 49,000 bits are slow."""

    rows: tuple[int, ...]
    numerators: tuple[int, ...]
    denominator: int

    @classmethod
    def of(cls, rows: Iterable[Any], multipliers: Iterable[Any]) -> Self:
        """Create from rows in any order and fractions, or floats, which are fractions too. Zeros are left out."""
        pairs = sorted((int(row), Fraction(m)) for row, m in zip(rows, multipliers, strict=True) if m != 0)
        denominator = math.lcm(*(m.denominator for _, m in pairs))
        numerators = (m.numerator * (denominator // m.denominator) for _, m in pairs)
        return cls(tuple(row for row, _ in pairs), tuple(numerators), denominator)

    @cached_property
    def multipliers(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(numerator, self.denominator) for numerator in self.numerators)


class Half(NamedTuple):
    """Plain fields of a claim, or the augmented ones."""

    name: str  # how the names of the fields begin
    weights: np.ndarray | None
    bias: float | None
    margin: Bracket | None
    hull: HullPoint | None
    radius: float
    folded: bool  # in the space of (x, 1)
    by_class: bool  # between the hulls of two classes


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Claim:
    """Claim about a data set, with everything needed to check it.

    separable: True, False, or None where undecided.
    classes: the negative and the positive label, or the only one.
    radius, augmented_radius: not below the largest ‖x‖ and the largest ‖(x, 1)‖, nor above but for rounding.
    weights, bias: a plane, with its margin in plain distances (note 000).
    augmented_weights, augmented_bias: a plane, with its margin in the space of (x, 1) (note 004).
    hull, augmented_hull: rows and multipliers that prove the upper bound of the margin; or that there is none.
    conflicts: groups of rows that are the same under both labels.
    mistake_bound: the whole part of (augmented_radius / augmented_margin.lower)².

    Without intercept the 1 falls away and the augmented fields are as the plain ones. One class alone has no plain
    margin where a bias is learned: planes as far away as one likes separate it.
    """

    separable: bool | None
    fit_intercept: bool
    classes: tuple[Any, ...]
    n_rows: int
    n_features: int
    radius: float
    augmented_radius: float
    weights: np.ndarray | None = None
    bias: float | None = None
    margin: Bracket | None = None
    hull: HullPoint | None = None
    augmented_weights: np.ndarray | None = None
    augmented_bias: float | None = None
    augmented_margin: Bracket | None = None
    augmented_hull: HullPoint | None = None
    mistake_bound: int | None = None
    conflicts: tuple[tuple[int, ...], ...] = ()

    @property
    def rows(self) -> list[int] | None:
        return None if self.hull is None else list(self.hull.rows)

    @property
    def multipliers(self) -> list[Fraction] | None:
        return None if self.hull is None else list(self.hull.multipliers)

    @property
    def augmented_rows(self) -> list[int] | None:
        return None if self.augmented_hull is None else list(self.augmented_hull.rows)

    @property
    def augmented_multipliers(self) -> list[Fraction] | None:
        return None if self.augmented_hull is None else list(self.augmented_hull.multipliers)

    def halves(self) -> tuple[Half, Half]:
        with_bias = self.fit_intercept is True
        plain = (self.weights, self.bias, self.margin, self.hull, self.radius)
        augmented = (self.augmented_weights, self.augmented_bias, self.augmented_margin, self.augmented_hull)
        return (
            Half("", *plain, folded=False, by_class=with_bias),
            Half("augmented_", *augmented, self.augmented_radius, folded=with_bias, by_class=False),
        )

    def form_faults(self) -> list[str]:
        """Faults that no certificate can have, one sentence each. Never raises, whatever the fields hold."""
        return list(_type_faults(self)) or list(_verdict_faults(self))

    def to_json(self) -> str:
        """Certificate as text, one field per line."""
        if faults := self.form_faults():
            raise DataError(f"A certificate must be whole to be written: {faults[0]}")
        if any(isinstance(label, bytes) for label in self.classes):
            raise DataError(
                "classes must be numbers or strings to be written; they are bytes: y.astype(str) has strings."
            )
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        lines = [
            f"{json.dumps(name)}: {json.dumps(value, default=_written)}"
            for name, value in {"format": FORMAT, "version": VERSION, **values}.items()
        ]
        return "{" + ",\n ".join(lines) + "}\n"

    @classmethod
    def from_json(cls, text: str, name: str = "text") -> Self:
        """Certificate from the text of ``to_json``. It is not verified: that is for ``check``."""
        written = json_of(text, name)
        if not isinstance(written, dict) or written.pop("format", None) != FORMAT:
            raise DataError(f"{name} must be a certificate; it does not say that its format is {FORMAT!r}.")
        version = written.pop("version", None)
        if version != VERSION:
            raise DataError(f"{name} must be a certificate of version {VERSION}; it is of version {version!r}.")
        check_fields(written, {field.name for field in fields(cls)}, name)
        for field, value in written.items():
            try:
                written[field] = FORMS[field.removeprefix("augmented_")].read(value)
            except (TypeError, ValueError, OverflowError) as error:
                raise DataError(f"{name} must be a certificate; its {field} cannot be read: {error}.") from error
        certificate = cls(**written)
        if faults := certificate.form_faults():
            raise DataError(f"{name} must be a certificate: {faults[0]}")
        return certificate

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Certificate from a file."""
        return cls.from_json(text_of(path), os.fspath(path))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Claim):
            return NotImplemented
        return all(_same(getattr(self, field.name), getattr(other, field.name)) for field in fields(self))

    def __str__(self) -> str:
        if faults := self.form_faults():
            return f"No certificate: {faults[0]}"
        verdict = {True: "Separable", False: "Not separable", None: "Undecided"}[self.separable]
        size = f"{shown(self.n_rows)} rows, {shown(self.n_features)} features"
        labels = " and ".join(repr(label) if isinstance(label, str) else shown(label) for label in self.classes)
        lines = [f"{verdict}: {size}, labels {labels}, {'with' if self.fit_intercept else 'without'} intercept"]
        for half in self.halves()[: 1 + self.fit_intercept]:
            name, bounds = half.name.replace("_", " "), "none"
            if half.margin and half.hull:
                bounds = f"{half.margin.lower:.9g} to {half.margin.upper:.9g}, proven by {_listed(half.hull.rows)}"
            lines.append(f"{name}radius {half.radius:.9g}, {name}margin {bounds}")
        if self.separable is False and self.hull:
            lines.append(f"no plane puts all of {_listed(self.hull.rows)} on the correct side")
        for rows in self.conflicts[:3]:
            lines.append(f"identical rows with both labels: {_listed(rows)}")
        if len(self.conflicts) > 3:
            lines.append(f"and {len(self.conflicts) - 3} more such groups")
        if self.mistake_bound is not None:
            lines.append(f"mistake bound {shown(self.mistake_bound)}")
        return "\n  ".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from rosenblatt.display import listed, notebook  # of no use to a check

        verdict, *reasons = str(self).split("\n  ")
        return notebook(listed(verdict, reasons))


def text_of(path: str | os.PathLike[str]) -> str:
    """Text of a certificate file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{os.fspath(path)} must be a certificate in JSON: {error}.") from error


def json_of(text: str, name: str) -> Any:
    """Parsed JSON text, in which every name occurs once."""
    try:
        return json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, TypeError, RecursionError) as error:
        raise DataError(f"{name} must be a certificate in JSON: {error}.") from error


def check_fields(written: dict[str, Any], wanted: set[str], name: str) -> None:
    """Check that all fields are present, and no others."""
    for field in sorted(wanted ^ set(written)):
        trouble = "is missing" if field in wanted else "is none of them"
        raise DataError(f"{name} must have the fields of a certificate; {field!r} {trouble}.")


def _type_faults(claim: Claim) -> Iterator[str]:
    for field in fields(claim):
        form, value = FORMS[field.name.removeprefix("augmented_")], getattr(claim, field.name)
        if not form.holds(value):
            yield f"{field.name} must be {form.rule}; it is {shown(value)}."


def _verdict_faults(claim: Claim) -> Iterator[str]:
    """Faults of fields that this verdict requires or excludes."""
    for half in claim.halves():
        endless = half.by_class and len(claim.classes) == 1  # no margin is the largest
        proves = half.margin is not None or (claim.separable is False and half.name == "")
        needs = {"weights": claim.separable is True, "bias": claim.separable is True, "hull": proves}
        if claim.separable is not None or endless:
            needs["margin"] = claim.separable is True and not endless
        for field, needed in needs.items():
            if (getattr(half, field) is not None) != needed:
                yield f"{half.name}{field} must {'be given' if needed else 'be None'} in this kind of certificate."
        if half.margin is not None and half.margin.lower > half.margin.upper:
            yield f"{half.name}margin.lower must not be above upper, {half.margin.upper}; it is {half.margin.lower}."
        if half.margin is not None and half.margin.lower > 0 and claim.separable is None:
            yield f"{half.name}margin.lower must be 0 while undecided; it is {half.margin.lower}."
        if half.bias and not claim.fit_intercept:
            yield f"{half.name}bias must be 0 without intercept; it is {half.bias}."
    if claim.conflicts and claim.separable is not False:
        yield f"conflicts must be none, since with them nothing separates; there are {len(claim.conflicts)}."
    bounded = claim.separable is True and claim.augmented_margin is not None and claim.augmented_margin.lower > 0
    if (claim.mistake_bound is not None) != bounded:
        yield "mistake_bound must be given where augmented_margin.lower is above 0, and else be None."
    if not claim.fit_intercept:
        plain, augmented = claim.halves()
        for field in ("weights", "margin", "radius", *(["hull"] if claim.separable is not False else [])):
            if not _same(getattr(plain, field), getattr(augmented, field)):
                yield f"augmented_{field} must be the same as {field} without intercept."


def _same(one: Any, other: Any) -> bool:
    is_array = isinstance(one, np.ndarray) or isinstance(other, np.ndarray)
    return np.array_equal(one, other) if is_array else bool(one == other)


def shown(value: Any) -> str:
    """Number of any size in short form; for other values, their type."""
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**15):
        return str(value)
    if isinstance(value, int | Fraction):
        return str(SHORT.divide(Decimal(value.numerator), Decimal(value.denominator)))
    return f"of type {type(value).__name__}"


def shown_root(square: Fraction) -> str:
    return str(SHORT.sqrt(Decimal(shown(square))))


def _listed(rows: tuple[int, ...]) -> str:
    return f"{len(rows)} rows (" + ", ".join(map(shown, rows[:9])) + (", …)" if len(rows) > 9 else ")")


def _written(value: Any) -> Any:
    """JSON form of a vector or a HullPoint."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    numerators = [hex(numerator) for numerator in value.numerators]
    return {"rows": value.rows, "numerators": numerators, "denominator": hex(value.denominator)}


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name!r} is there twice")
    return dict(pairs)


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
