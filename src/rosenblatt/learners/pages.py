"""Pages: the list of mistakes of a run, with copies of the rows on which the mistakes were made."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import MAX_ROWS, Block, block_of, frozen, join_blocks, take_rows, widened
from rosenblatt.learners.visits import no_mistakes
from rosenblatt.loops.arguments import Mistakes, joined
from rosenblatt.loops.rows import CSR, Dense

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
    numbers: np.ndarray | None = None  # of the rows among all training rows, where they are kept

    def state(self) -> dict[str, Any]:
        """Complete state, as arrays and numbers."""
        rows, mistakes = self.block.rows._asdict(), mistakes_tree(self.mistakes)
        plain = {"rows": rows, "n_features": self.block.n_features, "mistakes": mistakes}
        numbers = {} if self.numbers is None else {"numbers": self.numbers}
        return {**plain, "classes": self.classes, "weights": np.asarray(self.weights), **numbers}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "Page":
        arrays = {name: frozen(array) for name, array in state["rows"].items()}
        rows = CSR(**arrays) if "columns" in arrays else Dense(**arrays)
        block = Block(rows, len(state["classes"]), state["n_features"])
        mistakes = mistakes_from(state["mistakes"])
        return cls(block, state["classes"], state["weights"], mistakes, state.get("numbers"))

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


def all_pages(learned: Any) -> list[Page]:
    """Pages, including one for the current examples."""
    pages: list[Page] = learned.pages
    return [*pages, open_page(learned)] if getattr(learned, "open_mistakes", None) else pages


def open_page(learned: Any, numbered: bool = False) -> Page:
    """Page for the current examples. numbered: with the numbers of its rows among these examples."""
    mistakes, examples = joined(learned.open_mistakes), learned.open_examples
    n_rows = len(examples.classes)
    wrong = np.zeros(n_rows, dtype=bool)
    wrong[mistakes.row] = True
    rows, numbers = np.flatnonzero(wrong), (np.cumsum(wrong) - 1)[mistakes.row]
    block = take_rows(Block(examples.rows, n_rows, learned.n_features), rows)
    weights = np.broadcast_to(examples.weights, n_rows)[rows]
    mistakes = mistakes._replace(row=numbers.astype(np.uint32))
    return Page(block, examples.classes[rows], weights, mistakes, rows if numbered else None)


def wide_pages(learned: Any) -> list[Page]:
    """All pages, widened to the current number of features."""
    return [page.widened(learned.n_features) for page in all_pages(learned)]


def empty_page(learned: Any) -> Page:
    nothing = no_mistakes(0, learned.rule)._replace(wrong=True)
    return Page(block_of(np.zeros((1, learned.n_features))), np.zeros(1, np.uint8), np.ones(1), nothing)


def joined_page(pages: list[Page]) -> Page:
    """Concatenate pages."""
    if len(pages) == 1:
        return pages[0]
    rows = _rows_among_all([page.mistakes.row for page in pages], [page.block.n_rows for page in pages])
    return Page(
        join_blocks([page.block for page in pages]),
        np.concatenate([page.classes for page in pages]),
        np.concatenate([page.weights for page in pages]),
        joined([page.mistakes for page in pages])._replace(row=rows),
        _joined_numbers(pages),
    )


def without_repeats(page: Page) -> Page:
    """Page in which equal rows of one class and weight are one row, with the number of the first."""
    first_of: dict[tuple[bytes, ...], int] = {}
    places = np.empty(page.block.n_rows, np.int64)
    for i in range(page.block.n_rows):
        row = take_rows(page.block, np.array([i])).rows
        key = (page.classes[i].tobytes(), page.weights[i].tobytes(), *(array.tobytes() for array in row))
        places[i] = first_of.setdefault(key, i)
    kept, numbers = np.unique(places, return_inverse=True)
    if len(kept) == page.block.n_rows:
        return page
    mistakes = page.mistakes._replace(row=numbers[page.mistakes.row].astype(np.uint32))
    own = None if page.numbers is None else page.numbers[kept]
    return Page(take_rows(page.block, kept), page.classes[kept], page.weights[kept], mistakes, own)


def _joined_numbers(pages: list[Page]) -> np.ndarray | None:
    numbers = [page.numbers for page in pages if page.numbers is not None]
    return np.concatenate(numbers) if len(numbers) == len(pages) else None


def _rows_among_all(rows: list[np.ndarray], counts: list[int]) -> np.ndarray:
    """Row numbers counted through all pages, given the rows per page. They may not fit into 32 bits."""
    dtype: Any = np.uint32 if sum(counts) <= MAX_ROWS else np.uint64
    offsets = np.cumsum([0, *counts[:-1]]).tolist()
    return np.concatenate([own.astype(dtype) + dtype(offset) for own, offset in zip(rows, offsets, strict=True)])
