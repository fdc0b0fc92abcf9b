"""Content and form of a certificate, and its JSON, in which every number is exact.

``certificate`` checks whether it is true. Python writes a float so that reading it gives the same float; long integers
are written in base 16, for which Python has no limit of digits.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate_fields import (
    FORMS,
    Bracket as Bracket,
    HullPoint as HullPoint,
    shown as shown,
    shown_root as shown_root,
)

FORMAT = "rosenblatt certificate"
VERSION = 1


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
    """Fields of a certificate, their form, and the text of a certificate in JSON.

    ``Certificate`` documents the fields, and checks them.
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
        """Numbers of the rows of ``hull``, or None."""
        return None if self.hull is None else list(self.hull.rows)

    @property
    def multipliers(self) -> list[Fraction] | None:
        """Multipliers of the rows of ``hull``, or None."""
        return None if self.hull is None else list(self.hull.multipliers)

    @property
    def augmented_rows(self) -> list[int] | None:
        """Numbers of the rows of ``augmented_hull``, or None."""
        return None if self.augmented_hull is None else list(self.augmented_hull.rows)

    @property
    def augmented_multipliers(self) -> list[Fraction] | None:
        """Multipliers of the rows of ``augmented_hull``, or None."""
        return None if self.augmented_hull is None else list(self.augmented_hull.multipliers)

    def halves(self) -> tuple[Half, Half]:
        """Return the plain and the augmented fields, each as one named tuple.

        Returns
        -------
        tuple of Half
            Plain fields, augmented fields.
        """
        with_bias = self.fit_intercept is True
        plain = (self.weights, self.bias, self.margin, self.hull, self.radius)
        augmented = (self.augmented_weights, self.augmented_bias, self.augmented_margin, self.augmented_hull)
        return (
            Half("", *plain, folded=False, by_class=with_bias),
            Half("augmented_", *augmented, self.augmented_radius, folded=with_bias, by_class=False),
        )

    def form_faults(self) -> list[str]:
        """List the reasons why this cannot be a certificate of any data set.

        Returns
        -------
        list of str
            One sentence per fault. The method never raises, whatever the fields hold.
        """
        return list(_type_faults(self)) or list(_verdict_faults(self))

    def to_json(self) -> str:
        """Return the certificate as JSON, with every number exact.

        Returns
        -------
        str
            JSON object with one field per line.

        Raises
        ------
        DataError
            If the fields do not have the form of a certificate, or labels are bytes.
        """
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
        """Read a certificate from the text of ``to_json``.

        The certificate is not checked: ``check`` does that.

        Parameters
        ----------
        text : str
            JSON object.
        name : str, default='text'
            Name of the text in error messages.

        Returns
        -------
        Certificate
            The certificate.

        Raises
        ------
        DataError
            If the text is not a certificate.
        """
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
        """Write the certificate to a file, as JSON.

        Parameters
        ----------
        path : str or path-like
            File to write.
        """
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a certificate from a file.

        Parameters
        ----------
        path : str or path-like
            File written by ``save``.

        Returns
        -------
        Certificate
            The certificate, which is not checked.

        Raises
        ------
        DataError
            If the file cannot be read or is not a certificate.
        """
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
