"""Tables of an evaluation as text."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rosenblatt.display import Lines
from rosenblatt.trained.label_counts import MAX_SHOWN

if TYPE_CHECKING:
    from rosenblatt.trained.evaluation import Evaluation

MAX_CLASSES_IN_TABLE = 12  # classes of a printed table of confusions; of more, the most confused pairs are printed
MAX_LISTED_CLASSES = 30  # classes that are printed one by one; of more, those of lowest F1
WIDEST = 24  # characters of a label in a table


def class_rows(evaluation: "Evaluation") -> list[list[str]]:
    listed = evaluation.per_class
    if len(listed) > MAX_LISTED_CLASSES:
        listed = sorted(listed, key=lambda scores: scores.f1)[:MAX_SHOWN]
    rows = [[shown(s.label), *(f"{x:.4f}" for x in (s.precision, s.recall, s.f1)), f"{s.support:,}"] for s in listed]
    return [["", "precision", "recall", "F1", "rows"], *rows]


def confusion_rows(evaluation: "Evaluation") -> list[list[str]]:
    labels = [shown(label) for label in evaluation.classes]
    counts = [[label, *(f"{n:,}" for n in row)] for label, row in zip(labels, evaluation.confusion, strict=True)]
    return [["true, predicted as", *labels], *counts]


def shown(label: Any) -> str:
    """Label for a table: quoted only if it could be taken for another."""
    text = str(label)
    text = text if text.isprintable() and text.strip() == text != "" else repr(label)
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def as_lines(name: str, rows: list[list[str]]) -> Lines:
    """Table as lines under one name: the first column left-aligned, the others right-aligned."""
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    texts = [
        "  ".join([f"{row[0]:<{first}}", *(f"{x:>{n}}" for x, n in zip(row[1:], others, strict=True))]) for row in rows
    ]
    return [(name if not i else "", text) for i, text in enumerate(texts)]


def abridged(texts: Iterable[str], between: str = ", ") -> str:
    listed = list(texts)
    return between.join([*listed[:MAX_SHOWN], *["…"][: len(listed) > MAX_SHOWN]])
