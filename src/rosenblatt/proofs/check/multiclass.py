"""Certificates for many classes: proofs that one set of weights scores every row's class highest, or that none does.

As ``certificates``, this file is for whoever doubts the answer, and shares no code with the search.

The argmax rule has weights w and a bias b for each class. It is right on row x of class y where, for every rival k,

    (w_y − w_k)·x + b_y − b_k > 0.

Written one after the other, all weights and biases are one long vector V, and the left side is a product with it: of V
with a row that has (x, 1) in the place of y, −(x, 1) in the place of k, and 0 elsewhere. So the argmax question about n
rows of K classes is a question about n·(K − 1) rows of two classes, without intercept, and its certificate is one of
``certificates``. A pair of classes has the same row in both of its orders, of the positive class where y stands first
and of the negative where k does: then rows that are the same under two labels stay so.

Two tables are beside it: each class against the rest, and each two classes. Neither decides the argmax question. Of
three classes at −1, 0 and 1 the middle one is not separable from the rest, but w = (−1, 0, 1) with b = (0, ½, 0) is
right on all; and every two classes can be separable where no weights classify all of these correctly: all rows.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import combinations
from pathlib import Path
from typing import Any, Self

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.certificate_format import check_fields, json_of, shown, text_of
from rosenblatt.proofs.check.exact_data import Examples
from rosenblatt.proofs.check.multiclass_claim import MulticlassClaim

FORMAT = "rosenblatt certificate of many classes"
VERSION = 1


@dataclass(frozen=True, kw_only=True, repr=False)
class MulticlassCertificate(MulticlassClaim):
    """A claim about many classes that can be checked. Its fields are those of ``MulticlassClaim``."""

    def check(self, X: Any, y: Any) -> bool:
        """Whether all proofs hold for this data."""
        return not self.faults(X, y)

    def faults(self, X: Any, y: Any) -> list[str]:
        """Why the proofs do not hold for this data, a sentence each; none where they hold."""
        questions = Questions(X, y)
        return self.form_faults() or list(_data_faults(self, questions)) or list(_proof_faults(self, questions))

    def form_faults(self) -> list[str]:
        """Why this cannot be a certificate of any data, a sentence each. It never raises, whatever the fields hold."""
        return list(_field_faults(self)) or list(_part_faults(self)) or list(_argmax_faults(self))

    def parts(self) -> Iterator[tuple[str, tuple[Any, ...], Certificate]]:
        """All certificates of two classes, with their names and labels."""
        yield "argmax", (-1, 1), self.argmax
        for label, part in self.one_against_rest.items():
            yield _name("one_against_rest", label), (False, True), part
        for pair, part in self.pairwise.items():
            yield _name("pairwise", pair), pair, part

    def to_json(self) -> str:
        """The certificate as text; those of two classes are in it as they are written alone."""
        if faults := self.form_faults():
            raise DataError(f"A certificate must be whole to be written: {faults[0]}")
        argmax, *tables = [part.to_json().rstrip() for _, _, part in self.parts()]  # labels that are bytes are refused
        texts = {
            **{"format": json.dumps(FORMAT), "version": json.dumps(VERSION)},
            **{name: json.dumps(getattr(self, name)) for name in ("classes", "fit_intercept", "rivals")},
            "argmax": argmax,
            "one_against_rest": "[" + ",\n".join(tables[: len(self.classes)]) + "]",
            "pairwise": "[" + ",\n".join(tables[len(self.classes) :]) + "]",
        }
        return "{" + ",\n".join(f"{json.dumps(name)}: {text}" for name, text in texts.items()) + "}\n"

    @classmethod
    def from_json(cls, text: str, name: str = "text") -> Self:
        """The certificate that ``to_json`` wrote. It is read, not believed: that is for ``check``."""
        written = _written_fields(text, name, {field.name for field in fields(cls)})
        classes = tuple(written["classes"])
        if not _are_labels(classes, 2):
            raise DataError(f"{name} must be a certificate: classes must be two labels or more, numbers or strings.")
        written["argmax"] = Certificate.from_json(json.dumps(written["argmax"]), f"argmax in {name}")
        for field, keys in _tables(classes).items():
            parts = written[field]
            if len(parts) != len(keys):
                raise DataError(f"{name} must have {len(keys)} parts of {field}, by its classes; it has {len(parts)}.")
            written[field] = {
                key: Certificate.from_json(json.dumps(part), f"{_name(field, key)} in {name}")
                for key, part in zip(keys, parts, strict=True)
            }
        certificate = cls(**{**written, "classes": classes, "rivals": tuple(written["rivals"])})
        if faults := certificate.form_faults():
            raise DataError(f"{name} must be a certificate: {faults[0]}")
        return certificate

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The certificate of a file."""
        return cls.from_json(text_of(path), os.fspath(path))

    def __str__(self) -> str:
        if faults := self.form_faults():
            return f"No certificate: {faults[0]}"
        verdict = {True: "Separable by argmax", False: "Not separable by argmax", None: "Undecided"}[self.separable]
        size = f"{shown(self.n_rows)} rows, {shown(self.n_features)} features"
        labels = f"{len(self.classes)} labels ({_listed([*map(_label, self.classes)])})"
        lines = [
            f"{verdict}: {size}, {labels}, {'with' if self.fit_intercept else 'without'} intercept",
            f"radius {self.radius:.9g}, augmented radius {self.augmented_radius:.9g}",
        ]
        pairs = [f"{shown(row)} against {_label(rival)}" for row, rival in self.rows or []]
        proof = f"{len(pairs)} rows against rivals ({_listed(pairs)})"
        if self.augmented_margin is not None:
            lower, upper = self.augmented_margin
            lines.append(f"augmented margin {lower:.9g} to {upper:.9g}, proven by {proof}")
        if self.separable is False:
            lines.append(f"no weights classify all of these correctly: {proof}")
        if self.mistake_bound is not None:
            lines.append(f"mistake bound {shown(self.mistake_bound)}")
        tables = f"one against the rest: {_verdicts(self.one_against_rest)}", f"pairwise: {_verdicts(self.pairwise)}"
        return "\n  ".join([*lines, *tables])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from rosenblatt.display import listed, notebook  # of no use to a check

        verdict, *reasons = str(self).split("\n  ")
        return notebook(listed(verdict, reasons))


def load_certificate(path: str | os.PathLike[str]) -> Certificate | MulticlassCertificate:
    """The certificate of a file, of two classes or of many."""
    return certificate_of(text_of(path), os.fspath(path))


def certificate_of(text: str, name: str) -> Certificate | MulticlassCertificate:
    """Certificate from a text, for two classes or many."""
    try:
        written = json.loads(text)
    except (ValueError, RecursionError):
        written = None  # what is wrong with it is said below
    is_many = isinstance(written, dict) and written.get("format") == FORMAT
    return (MulticlassCertificate if is_many else Certificate).from_json(text, name)


def _written_fields(text: str, name: str, wanted: set[str]) -> dict[str, Any]:
    """Fields of the text, with tables and labels as lists."""
    written = json_of(text, name)
    if not isinstance(written, dict) or [written.pop(key, None) for key in ("format", "version")] != [FORMAT, VERSION]:
        raise DataError(f"{name} must say that its format is {FORMAT!r}, and its version {VERSION}; it does not.")
    check_fields(written, wanted, name)
    for field in ("classes", "rivals", "one_against_rest", "pairwise"):
        if not isinstance(written[field], list):
            raise DataError(f"{name} must be a certificate; its {field} must be a list.")
    return written


# --- The questions about a set, each as one of two classes. ---

Question = tuple[Any, np.ndarray]  # X and y, of two classes


class Questions:
    """Data set of many classes: its labels, and the questions asked about them."""

    def __init__(self, X: Any, y: Any) -> None:
        """Read the data, or raise a DataError."""
        from scipy.sparse import csr_matrix

        data = Examples.of(X, y)
        values = data.values.astype(np.float64, copy=False)  # which holds them without rounding
        self.n_rows, self.n_features = shape = data.n_rows, data.n_features
        self.X: Any = values
        if data.columns is not None:
            self.X = csr_matrix((values, data.columns[: values.size], data.starts), shape)
        labels = np.asarray(y)
        if labels.dtype.kind in "OT":
            labels = np.array(labels.tolist())
        self._distinct, self._numbers = np.unique(labels.ravel(), return_inverse=True)
        self.classes: tuple[Any, ...] = tuple(self._distinct.tolist())
        others = np.arange(len(self.classes) - 1)
        self._rivals = others + (others >= self._numbers[:, None])  # of each row all other classes, in order

    def rivals_of(self, rows: list[int]) -> tuple[Any, ...]:
        """Labels of the rivals in these rows of the argmax question."""
        return tuple(self.classes[self._rivals.flat[row]] for row in rows)

    def argmax(self, fit_intercept: bool) -> Question:
        """Expanded rows: row i·(K − 1) + j is about row i and the j-th of its rivals.

        Of these two classes the one that is first in order has (x, 1) in its place, the other −(x, 1); the label is 1
        where the row is of the first, and else −1.
        """
        from scipy.sparse import csr_matrix, hstack

        X = hstack([csr_matrix(self.X), np.ones((self.n_rows, int(fit_intercept)))], format="csr")
        width, n_rivals = X.shape[1], len(self.classes) - 1
        own, rivals = self._numbers[:, None], self._rivals
        places = np.stack([np.minimum(own, rivals), np.maximum(own, rivals)], axis=-1).ravel()
        halves = X[np.repeat(np.arange(self.n_rows), 2 * n_rivals)]  # each row is written twice, one beside the other
        lengths = np.diff(halves.indptr)
        values = halves.data * np.repeat(np.tile([1.0, -1.0], self.n_rows * n_rivals), lengths)
        columns = halves.indices + np.repeat(places * width, lengths)
        shape = self.n_rows * n_rivals, len(self.classes) * width
        rows = csr_matrix((values, columns, halves.indptr[::2]), shape=shape)
        return rows, np.where(own < rivals, 1, -1).ravel()

    def tables(self) -> Iterator[tuple[str, Any, Question]]:
        """Data of both tables: each class against the rest, and each pair of classes, with table and key."""
        for number, label in enumerate(self.classes):
            yield "one_against_rest", label, (self.X, self._numbers == number)
        for pair in combinations(range(len(self.classes)), 2):
            rows = np.flatnonzero(np.isin(self._numbers, pair))
            key = self.classes[pair[0]], self.classes[pair[1]]
            yield "pairwise", key, (self.X[rows], self._distinct[self._numbers[rows]])


# --- What is wrong with a certificate. ---


def _are_labels(value: Any, least: int) -> bool:
    is_tuple = type(value) is tuple and len(value) >= least
    return is_tuple and all(isinstance(label, int | float | str | bytes) for label in value)


def _field_faults(c: MulticlassCertificate) -> Iterator[str]:
    if not _are_labels(c.classes, 2):
        yield f"classes must be a tuple of two labels or more, numbers or strings; it is {shown(c.classes)}."
        return
    if type(c.fit_intercept) is not bool:
        yield f"fit_intercept must be True or False; it is {shown(c.fit_intercept)}."
    if not _are_labels(c.rivals, 0):
        yield f"rivals must be a tuple of labels; it is {shown(c.rivals)}."
    for field, keys in _tables(c.classes).items():
        table = getattr(c, field)
        if type(table) is not dict or list(table) != keys:
            yield f"{field} must be a dict of {len(keys)} parts, by the classes in their order; it is another."


def _part_faults(c: MulticlassCertificate) -> Iterator[str]:
    for name, labels, part in c.parts():
        with_bias = c.fit_intercept and name != "argmax"
        if not isinstance(part, Certificate):
            yield f"{name} must be a Certificate; it is {shown(part)}."
        elif faults := part.form_faults():
            yield f"{name}: {faults[0]}"
        elif part.fit_intercept is not with_bias:
            yield f"{name}.fit_intercept must be {with_bias}; it is {part.fit_intercept}."
        elif part.classes != labels:
            yield f"{name}.classes must be {_labels(labels, ' and ')}; they are others."


def _argmax_faults(c: MulticlassCertificate) -> Iterator[str]:
    """Faults: there must be one number per weight, and a rival for each row that is named."""
    wanted = len(c.classes) * (c.n_features + c.fit_intercept)
    if c.argmax.n_features != wanted or (c.argmax.weights is not None and len(c.argmax.weights) != wanted):
        yield f"argmax must have {shown(wanted)} features, by its classes and one_against_rest; it has others."
    if len(c.rivals) != len(c.argmax.rows or []):
        yield f"rivals must be one for each row of argmax, {len(c.argmax.rows or [])}; there are {len(c.rivals)}."


def _data_faults(c: MulticlassCertificate, questions: Questions) -> Iterator[str]:
    if c.n_rows != questions.n_rows:
        yield f"X must have {shown(c.n_rows)} rows, as the certificate; it has {questions.n_rows}."
    if c.n_features != questions.n_features:
        yield f"X must have {shown(c.n_features)} features, as the certificate; it has {questions.n_features}."
    if c.classes != questions.classes:
        labels = _listed([*map(_label, questions.classes)])
        yield f"classes must be the labels of y, {labels}, in order; they are others."


def _proof_faults(c: MulticlassCertificate, questions: Questions) -> Iterator[str]:
    argmax = c.argmax.faults(*questions.argmax(c.fit_intercept))
    yield from (f"argmax, whose row {len(c.classes) - 1}·i + j is row i against rival j: {fault}" for fault in argmax)
    if not argmax and c.rivals != questions.rivals_of(c.argmax.rows or []):
        yield "rivals must be the labels that the rows of argmax are about; they are others."
    for field, key, question in questions.tables():
        place = _name(field, key) + (", by number among their rows" if field == "pairwise" else "")
        yield from (f"{place}: {fault}" for fault in getattr(c, field)[key].faults(*question))


# --- Names, and how it is shown. ---


def _tables(classes: tuple[Any, ...]) -> dict[str, list[Any]]:
    """Keys of both tables."""
    return {"one_against_rest": list(classes), "pairwise": list(combinations(classes, 2))}


def _name(table: str, key: Any) -> str:
    return f"{table}[{_labels(key, ', ')}]"


def _labels(key: Any, between: str) -> str:
    """Label, or the labels of a pair."""
    return between.join(map(_label, key if isinstance(key, tuple) else (key,)))


def _label(label: Any) -> str:
    return repr(label) if isinstance(label, str | bytes) else shown(label)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:9]) + (", …" if len(names) > 9 else "")


def _verdicts(table: dict[Any, Certificate]) -> str:
    """Numbers and names of separable and inseparable entries."""
    groups: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for key, part in table.items():
        groups[part.separable].append(_labels(key, " and "))
    words = {True: "separable", False: "not separable", None: "undecided"}
    return ", ".join(f"{len(keys)} {words[verdict]} ({_listed(keys)})" for verdict, keys in groups.items() if keys)
