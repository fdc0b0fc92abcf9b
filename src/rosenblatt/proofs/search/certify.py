"""Search for a certificate of separability, its margin, or the rows that make it impossible."""

import time
from typing import Any

import numpy as np

from rosenblatt.data.blocks import block_of
from rosenblatt.data.labels import labels_of, plain_labels
from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.multiclass import MulticlassCertificate
from rosenblatt.proofs.check.multiclass_questions import Question, Questions
from rosenblatt.proofs.search.binary import SearchOptions, certify_two


def certify(X: Any, y: Any, **options: Any) -> Certificate | MulticlassCertificate:
    """Certificate of whether a plane separates two classes, or argmax more than two.

    X: matrix, frame or scipy.sparse. y: labels; of two the greater is the positive class.
    options: fields of ``SearchOptions``.
    """
    search = certify_many if len(np.unique(plain_labels("y", y))) > 2 else certify_two
    return search(X, y, **options)


def certify_many(X: Any, y: Any, **given: Any) -> MulticlassCertificate:
    """Search for weights under which every row's class scores highest; return a certificate.

    given: fields of ``SearchOptions``. The budget is for all questions, the argmax question first; questions not
        answered by then are undecided.
    """
    started = time.monotonic()
    options = SearchOptions(**given)
    options.check()
    budget, progress = options.budget, options.progress
    labels_of(y, block_of(X).n_rows)  # refuses what is no data, in the words of every other verb
    questions = Questions(X, y)
    if len(questions.classes) < 2:
        raise DataError("y must have at least two labels; got 1.")
    with_bias = bool(options.fit_intercept)

    def answer(name: str, question: Question, with_bias: bool, left: float | None) -> Certificate:
        tell = None if progress is None else lambda text: progress(f"{name}: {text}")
        return certify_two(*question, fit_intercept=with_bias, gap=options.gap, budget=left, progress=tell)

    argmax = answer("argmax", questions.argmax(with_bias), False, budget)
    tables: dict[str, dict[Any, Certificate]] = {"one_against_rest": {}, "pairwise": {}}
    for table, key, question in questions.tables():
        left = None if budget is None else max(0.0, started + float(budget) - time.monotonic())
        tables[table][key] = answer(f"{table.replace('_', ' ')} {key}", question, with_bias, left)
    return MulticlassCertificate(
        classes=questions.classes,
        fit_intercept=with_bias,
        argmax=argmax,
        rivals=questions.rivals_of(argmax.rows or []),
        **tables,
    )
