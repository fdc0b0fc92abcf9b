"""Voted perceptron: every weight vector of the run votes, weighted by its survival."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import MAX_ROWS, Block, block_of, frozen, join_blocks, take_rows, widened
from rosenblatt.data.labels import smallest
from rosenblatt.docstrings import insert
from rosenblatt.learners.base import Learner
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.shared_entries import LEARNER
from rosenblatt.learners.state_checks import check_page
from rosenblatt.learners.visits import no_mistakes
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, copied, joined
from rosenblatt.loops.rows import CSR, Dense
from rosenblatt.models.voted import VotedModel

# The names of model files for a row, its wrong class, its visit and its step. A constant step is left out.
MISTAKE_KEYS = ("row", "rival", "when", "step")


def mistakes_tree(mistakes: Mistakes) -> dict[str, np.ndarray]:
    """Updates under the names used in model files."""
    columns = zip(MISTAKE_KEYS, mistakes, strict=False)
    return {name: column for name, column in columns if isinstance(column, np.ndarray)}


def mistakes_from(tree: dict[str, np.ndarray]) -> Mistakes:
    """Updates from their names in model files."""
    return Mistakes(*(tree[name] for name in MISTAKE_KEYS if name in tree))


class Page(NamedTuple):
    """Mistakes made on some examples, with a copy of the rows on which they were made."""

    block: Block
    classes: np.ndarray
    weights: np.ndarray
    mistakes: Mistakes

    def state(self) -> dict[str, Any]:
        """Complete state, as arrays and numbers."""
        rows, mistakes = self.block.rows._asdict(), mistakes_tree(self.mistakes)
        plain = {"rows": rows, "n_features": self.block.n_features, "mistakes": mistakes}
        return {**plain, "classes": self.classes, "weights": np.asarray(self.weights)}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "Page":
        arrays = {name: frozen(array) for name, array in state["rows"].items()}
        rows = CSR(**arrays) if "columns" in arrays else Dense(**arrays)
        block = Block(rows, len(state["classes"]), state["n_features"])
        return cls(block, state["classes"], state["weights"], mistakes_from(state["mistakes"]))

    def moved(self, moves: np.ndarray, n_features: int) -> "Page":
        """Page with each feature in the column that ``moves`` names, which rise."""
        rows: Dense | CSR = self.block.rows
        if isinstance(rows, CSR):
            rows = rows._replace(columns=frozen(moves.astype(rows.columns.dtype)[rows.columns]))
        else:
            values = np.zeros((self.block.n_rows, n_features), rows.values.dtype)
            values[:, moves] = rows.values
            rows = Dense(frozen(values))
        return self._replace(block=Block(rows, self.block.n_rows, n_features))

    def widened(self, n_features: int) -> "Page":
        """Page with room for later features."""
        if self.block.is_sparse or self.block.n_features == n_features:
            return self._replace(block=widened(self.block, n_features))
        return self.moved(np.arange(self.block.n_features), n_features)


@insert(LEARNER)
class Voted(Learner):
    """Voted perceptron learner: every weight vector of the run votes.

    For two classes the prediction is the sign of Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾), as in Maryland CMSC 422, Lecture 6 (note
    003); c⁽ᵏ⁾ counts the visits that the k-th weights survived. The learner keeps the rows on which mistakes were made,
    not a copy of the weights for each mistake.

    Parameters
    ----------
    {**options}

    Attributes
    ----------
    start : WeightRows
        Weights at the start of the run.
    pages : list of Page
        Mistakes, with copies of the rows on which they were made.
    {options, report, model, weights, classes, n_features, visited, n_mistakes, n_updates, n_rows}
    {radius, seconds}
    {on_epoch, on_visits}

    See Also
    --------
    Averaged : The mean of the weights predicts, with one score per row.
    Options : All options, with their defaults.
    rosenblatt.VotedPerceptron : The same algorithm as a scikit-learn estimator.

    Examples
    --------
    The zero weights at the start have no vote, the first weights one vote and the second weights two.

    >>> from rosenblatt.learners import Voted
    >>> learner = Voted().partial_fit([[1.0], [2.0], [3.0]], [0, 1, 1])
    >>> learner.model.survival.tolist()
    [0.0, 1.0, 2.0]
    >>> learner.model.decision_function([[-0.5], [2.0]])
    array([-1.        ,  0.33333333])
    """

    default_epochs = 10
    patience_factor = 9  # the epochs up to the best are then a tenth of the run
    counts_errors_late = True
    vector_names = ("weights", "start")

    def reset(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        super().reset(rule, classes, start)
        self.start = start.copy()
        self.pages: list[Page] = []
        self._open: list[Mistakes] = []  # mistakes on the current examples
        self._examples: Examples | None = None

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        self._examples = examples
        self._open.append(copied(mistakes)._replace(wrong=True))  # a vote does not ask whether its update was a mistake

    def leave_examples(self) -> None:
        self.pages = _all_pages(self)
        self._open, self._examples = [], None

    def move_features(self, moves: np.ndarray, n_features: int) -> None:
        self.pages = [page.moved(moves, n_features) for page in _wide_pages(self)]
        super().move_features(moves, n_features)

    def more_state(self) -> dict[str, Any]:
        return {"pages": [page.state() for page in _wide_pages(self)]}

    @staticmethod
    def more_from_state(state: dict[str, Any]) -> dict[str, Any]:
        return {"pages": [Page.from_state(page) for page in state["pages"]]}

    @staticmethod
    def check_more(more: dict[str, Any], n_features: int, n_classes: int, visited: int) -> None:
        last = 0
        for page in more["pages"]:
            last = check_page(page, n_features, n_classes, last, visited)

    @staticmethod
    def model_of(learned: Any) -> VotedModel:
        page = _joined(_wide_pages(learned) or [_empty_page(learned)])
        places = learned.classes.places()
        when = page.mistakes.when
        first = when[0] if len(when) else learned.visited + 1
        start_votes = 0 if learned.start.is_zero() else first
        survival = np.concatenate([[start_votes], np.diff(np.append(when, learned.visited + 1))])
        return VotedModel(
            learned.classes.labels,
            learned.n_features,
            learned.options.at_zero,
            learned.classes.in_order(learned.start.view),
            Examples(page.block.rows, smallest(places[page.classes]), page.weights),
            page.mistakes._replace(wrong_class=places[page.mistakes.wrong_class].astype(np.int32)),
            survival.astype(np.float64),
            learned.rule,
        )


def _all_pages(learned: Any) -> list[Page]:
    """Pages, including one for the current examples."""
    pages: list[Page] = learned.pages
    if not getattr(learned, "_open", None):
        return pages
    mistakes = joined(learned._open)
    examples = learned._examples
    n_rows = len(examples.classes)
    wrong = np.zeros(n_rows, dtype=bool)
    wrong[mistakes.row] = True
    rows, numbers = np.flatnonzero(wrong), (np.cumsum(wrong) - 1)[mistakes.row]
    block = take_rows(Block(examples.rows, n_rows, learned.n_features), rows)
    weights = np.broadcast_to(examples.weights, n_rows)[rows]
    page = Page(block, examples.classes[rows], weights, mistakes._replace(row=numbers.astype(np.uint32)))
    return [*pages, page]


def _wide_pages(learned: Any) -> list[Page]:
    """All pages, widened to the current number of features."""
    return [page.widened(learned.n_features) for page in _all_pages(learned)]


def _empty_page(learned: Any) -> Page:
    nothing = no_mistakes(0, learned.rule)._replace(wrong=True)
    return Page(block_of(np.zeros((1, learned.n_features))), np.zeros(1, np.uint8), np.ones(1), nothing)


def _joined(pages: list[Page]) -> Page:
    """Concatenate pages."""
    if len(pages) == 1:
        return pages[0]
    rows = _rows_among_all([page.mistakes.row for page in pages], [page.block.n_rows for page in pages])
    return Page(
        join_blocks([page.block for page in pages]),
        np.concatenate([page.classes for page in pages]),
        np.concatenate([page.weights for page in pages]),
        joined([page.mistakes for page in pages])._replace(row=rows),
    )


def _rows_among_all(rows: list[np.ndarray], counts: list[int]) -> np.ndarray:
    """Row numbers counted through all pages, given the rows per page. They may not fit into 32 bits."""
    dtype: Any = np.uint32 if sum(counts) <= MAX_ROWS else np.uint64
    offsets = np.cumsum([0, *counts[:-1]]).tolist()
    return np.concatenate([own.astype(dtype) + dtype(offset) for own, offset in zip(rows, offsets, strict=True)])
