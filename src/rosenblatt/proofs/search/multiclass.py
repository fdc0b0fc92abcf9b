"""The search for a certificate of many classes: the questions of ``many``, each answered by ``planes``."""

import time
from typing import Any

import numpy as np

from rosenblatt.data.blocks import block_of
from rosenblatt.data.labels import labels_of
from rosenblatt.errors import DataError, OptionError
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.multiclass import MulticlassCertificate, Question, Questions
from rosenblatt.proofs.search.binary import Progress, certify_two


def certify_many(
    X: Any,
    y: Any,
    *,
    fit_intercept: bool = True,
    gap: float = 1e-3,
    budget: float | None = None,
    progress: Progress | None = None,
) -> MulticlassCertificate:
    """Whether weights exist under which every row's class scores highest: ``certify`` says the rest.

    budget: seconds for all, the argmax question first; what is not answered by then is undecided.
    """
    started = time.monotonic()
    if not isinstance(fit_intercept, bool | np.bool_):
        raise OptionError(f"fit_intercept must be True or False; got {fit_intercept!r}.")
    labels_of(y, block_of(X).n_rows)  # refuses what is no data, in the words of every other verb
    questions = Questions(X, y)
    if len(questions.classes) < 2:
        raise DataError("y must have at least two labels; got 1.")
    with_bias = bool(fit_intercept)

    def answer(name: str, question: Question, with_bias: bool, left: float | None) -> Certificate:
        tell = None if progress is None else lambda text: progress(f"{name}: {text}")
        return certify_two(*question, fit_intercept=with_bias, gap=gap, budget=left, progress=tell)

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
