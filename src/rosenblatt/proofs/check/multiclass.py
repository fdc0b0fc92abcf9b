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
from pathlib import Path
from typing import Any, Self

from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.certificate_format import check_fields, json_of, shown, text_of
from rosenblatt.proofs.check.multiclass_claim import (
    MulticlassClaim,
    are_labels,
    label_text,
    labels_text,
    name_of,
    tables_of,
)
from rosenblatt.proofs.check.multiclass_questions import Questions

FORMAT = "rosenblatt certificate of many classes"
VERSION = 1


@dataclass(frozen=True, kw_only=True, repr=False)
class MulticlassCertificate(MulticlassClaim):
    """Proof that some weights score the class of every row highest, or that no weights do.

    The question is about the argmax rule with weights w and a bias b for each class: (w_y − w_k)·x + b_y − b_k > 0 for
    the class y of every row x and every other class k. The arguments below are also attributes.

    Parameters
    ----------
    classes : tuple
        Labels, sorted.
    fit_intercept : bool
        Whether each class has a bias.
    argmax : Certificate
        Answer to the question, as a certificate for two classes: one row per row and rival class, without intercept.
    rivals : tuple
        Label of the rival class for each row that ``argmax`` names.
    one_against_rest : dict
        For each label the certificate of ``(X, y == label)``.
    pairwise : dict
        For each pair of labels the certificate of the rows with these two labels.

    Attributes
    ----------
    separable : bool or None
        Whether weights exist that score the class of every row highest. None means undecided.
    weights : ndarray of shape (n_classes, n_features) or None
        Such weights.
    bias : ndarray of shape (n_classes,) or None
        Their biases.
    augmented_margin : Bracket or None
        Bounds on the largest margin, for weights and biases of length 1 together.
    mistake_bound : int or None
        Upper bound on the mistakes of a perceptron that starts at zero.
    rows : list of tuple or None
        Pairs of a row number and the label of a rival class, which prove the upper bound or the contradiction.
    multipliers : list of Fraction or None
        Multipliers of these pairs.
    n_rows : int
        Number of rows.
    n_features : int
        Number of features.
    radius : float
        Largest norm of a row, rounded up.
    augmented_radius : float
        Largest norm of a row (x, 1), rounded up.

    See Also
    --------
    rosenblatt.certify : Search for a certificate.
    rosenblatt.Certificate : Certificate for two classes.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = [[-1.0], [0.0], [1.0]], ["cold", "mild", "warm"]
    >>> certificate = rosenblatt.certify(X, y)
    >>> certificate.separable, certificate.mistake_bound
    (True, 34)
    >>> certificate.one_against_rest["mild"].separable
    False
    """

    def check(self, X: Any, y: Any) -> bool:
        """Check all proofs for a data set, in exact arithmetic.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels.

        Returns
        -------
        bool
            Whether all proofs hold.
        """
        return not self.faults(X, y)

    def faults(self, X: Any, y: Any) -> list[str]:
        """List the reasons why the proofs do not hold for a data set.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels.

        Returns
        -------
        list of str
            One sentence per fault. Empty if all proofs hold.
        """
        questions = Questions(X, y)
        return self.form_faults() or list(_data_faults(self, questions)) or list(_proof_faults(self, questions))

    def to_json(self) -> str:
        """Return the certificate as JSON, with every number exact.

        Returns
        -------
        str
            JSON object. It contains the certificates for two classes in their own format.

        Raises
        ------
        DataError
            If the fields do not have the form of a certificate, or labels are bytes.
        """
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
        MulticlassCertificate
            The certificate.

        Raises
        ------
        DataError
            If the text is not a certificate.
        """
        written = _written_fields(text, name, {field.name for field in fields(cls)})
        classes = tuple(written["classes"])
        if not are_labels(classes, 2):
            raise DataError(f"{name} must be a certificate: classes must be two labels or more, numbers or strings.")
        written["argmax"] = Certificate.from_json(json.dumps(written["argmax"]), f"argmax in {name}")
        for field, keys in tables_of(classes).items():
            parts = written[field]
            if len(parts) != len(keys):
                raise DataError(f"{name} must have {len(keys)} parts of {field}, by its classes; it has {len(parts)}.")
            written[field] = {
                key: Certificate.from_json(json.dumps(part), f"{name_of(field, key)} in {name}")
                for key, part in zip(keys, parts, strict=True)
            }
        certificate = cls(**{**written, "classes": classes, "rivals": tuple(written["rivals"])})
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
        MulticlassCertificate
            The certificate, which is not checked.

        Raises
        ------
        DataError
            If the file cannot be read or is not a certificate.
        """
        return cls.from_json(text_of(path), os.fspath(path))

    def __str__(self) -> str:
        if faults := self.form_faults():
            return f"No certificate: {faults[0]}"
        verdict = {True: "Separable by argmax", False: "Not separable by argmax", None: "Undecided"}[self.separable]
        size = f"{shown(self.n_rows)} rows, {shown(self.n_features)} features"
        labels = f"{len(self.classes)} labels ({_listed([*map(label_text, self.classes)])})"
        lines = [
            f"{verdict}: {size}, {labels}, {'with' if self.fit_intercept else 'without'} intercept",
            f"radius {self.radius:.9g}, augmented radius {self.augmented_radius:.9g}",
        ]
        pairs = [f"{shown(row)} against {label_text(rival)}" for row, rival in self.rows or []]
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
    """Read a certificate from a file.

    The certificate is read but not checked: ``certificate.check(X, y)`` does that.

    Parameters
    ----------
    path : str or path-like
        JSON file written by ``Certificate.save`` or ``MulticlassCertificate.save``.

    Returns
    -------
    Certificate or MulticlassCertificate
        Certificate for two classes, or for more.

    Raises
    ------
    DataError
        If the file cannot be read or is not a certificate.

    See Also
    --------
    rosenblatt.certify : Search for a certificate.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import rosenblatt
    >>> X, y = rosenblatt.sample("setosa")[:2]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "proof.json"
    ...     rosenblatt.certify(X, y).save(path)
    ...     certificate = rosenblatt.load_certificate(path)
    >>> certificate.check(X, y)
    True
    """
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


# --- What is wrong with a certificate. ---


def _data_faults(c: MulticlassCertificate, questions: Questions) -> Iterator[str]:
    if c.n_rows != questions.n_rows:
        yield f"X must have {shown(c.n_rows)} rows, as the certificate; it has {questions.n_rows}."
    if c.n_features != questions.n_features:
        yield f"X must have {shown(c.n_features)} features, as the certificate; it has {questions.n_features}."
    if c.classes != questions.classes:
        labels = _listed([*map(label_text, questions.classes)])
        yield f"classes must be the labels of y, {labels}, in order; they are others."


def _proof_faults(c: MulticlassCertificate, questions: Questions) -> Iterator[str]:
    argmax = c.argmax.faults(*questions.argmax(c.fit_intercept))
    yield from (f"argmax, whose row {len(c.classes) - 1}·i + j is row i against rival j: {fault}" for fault in argmax)
    if not argmax and c.rivals != questions.rivals_of(c.argmax.rows or []):
        yield "rivals must be the labels that the rows of argmax are about; they are others."
    for field, key, question in questions.tables():
        place = name_of(field, key) + (", by number among their rows" if field == "pairwise" else "")
        yield from (f"{place}: {fault}" for fault in getattr(c, field)[key].faults(*question))


# --- Names, and how it is shown. ---


def _listed(names: list[str]) -> str:
    return ", ".join(names[:9]) + (", …" if len(names) > 9 else "")


def _verdicts(table: dict[Any, Certificate]) -> str:
    """Numbers and names of separable and inseparable entries."""
    groups: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for key, part in table.items():
        groups[part.separable].append(labels_text(key, " and "))
    words = {True: "separable", False: "not separable", None: "undecided"}
    return ", ".join(f"{len(keys)} {words[verdict]} ({_listed(keys)})" for verdict, keys in groups.items() if keys)
