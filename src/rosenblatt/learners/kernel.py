"""Kernel perceptron: a perceptron in the space of a kernel, known by the rows on which it made mistakes."""

from collections.abc import Callable, Iterator
from typing import Any, Self

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.data.labels import smallest
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.learners.base import Learner
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.gram import Gram, check_gram
from rosenblatt.learners.kernel_gamma import gamma_of, pages_of
from rosenblatt.learners.kernel_options import KernelOptions
from rosenblatt.learners.kernel_scores import KernelScores
from rosenblatt.learners.pages import Page, empty_page, joined_page, open_page, without_repeats
from rosenblatt.learners.shared_entries import LEARNER
from rosenblatt.learners.state_checks import check_kernel_state, check_page, check_unit_rows
from rosenblatt.learners.stopping import OnStall
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, copied
from rosenblatt.models.kernel import KernelModel, add_to_scores, moves_of
from rosenblatt.models.kernel_function import KernelFunction, Rows, unit_rows


@insert(LEARNER)
class Kernel(Learner):
    """Kernel perceptron learner: scores are sums of kernel values with the rows on which mistakes were made.

    It is the perceptron in the space of the kernel. Its weights there are not stored: a score is Σ s K(xᵢ, x) over the
    updates, in their order, with the signed step s of each.

    Parameters
    ----------
    {**options}

    Attributes
    ----------
    pages : list of Page
        Mistakes, with copies of the rows on which they were made.
    gamma : float
        Number γ of the kernel, once training has begun.
    {options, report, model, classes, n_features, visited, n_mistakes, n_updates, n_rows}
    {radius, seconds}
    {on_epoch, on_visits}

    See Also
    --------
    Voted : The same votes for the linear kernel, from weights.
    KernelOptions : All options, with their defaults.
    rosenblatt.KernelPerceptron : The same algorithm as a scikit-learn estimator.

    Examples
    --------
    No line separates exclusive or. A hyperbola does.

    >>> from rosenblatt.learners import Kernel
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1, 1, 1, -1]
    >>> learner = Kernel(kernel="poly", degree=2, predict_with="last", order="given").fit(X, y)
    >>> learner.report.reason, learner.model.predict(X).tolist()
    ('converged', [-1, 1, 1, -1])
    """

    options_class = KernelOptions
    has_weights = False
    counts_errors_late = True
    options: KernelOptions
    gamma: float | None = None  # until the first rows are visited

    @property
    def last_weights_predict(self) -> bool:  # type: ignore[override]
        """True if the scores after the last update predict."""
        return self.options.predict_with == "last"

    @property
    def default_epochs(self) -> int:  # type: ignore[override]
        """Number of epochs if ``max_iter`` is None: 1,000 for the last scores, 10 for means and votes."""
        return 1000 if self.last_weights_predict else 10

    @property
    def patience_factor(self) -> int:  # type: ignore[override]
        """Epochs to wait for a new best, for each epoch up to the last one."""
        return 0 if self.last_weights_predict else 9

    def fit(
        self,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        coef_init: Any = None,
        intercept_init: Any = None,
        on_stall: OnStall | None = None,
    ) -> Self:
        """Forget earlier training, and train on these rows, epoch after epoch.

        A call that fails leaves the learner as it was.
        """
        if coef_init is not None or intercept_init is not None:
            raise DataError("coef_init and intercept_init must be left out for a kernel, which has no weights.")
        if on_stall is not None and self.options.kernel_name != "linear":
            raise OptionError(
                f"{subject('certify_when_stalled')} must be left out for the kernel {self.options.kernel_name!r}, "
                "whose boundary is not a plane."
            )
        return super().fit(X, y, sample_weight=sample_weight, on_stall=on_stall)

    def reset(self, rule: Rule, classes: Classes, start: WeightRows) -> None:
        super().reset(rule, classes, WeightRows(0, start.n_classes))  # the rows stand for classes
        self.n_features = start.n_features
        self.pages: list[Page] = []  # one at most
        self.open_mistakes: list[Mistakes] = []  # mistakes on the current examples
        self.open_examples: Examples | None = None
        self.n_given = self.first_number = 0  # rows of all calls, and of those before this one

    def rule_lines(self) -> list[tuple[str, str]]:
        options, page = self.options, _page_of(self)
        predicts = f"{options.predict_with}{', normalised' if options.normalize_scores else ''}"
        n_support = 0 if page is None else page.block.n_rows
        kernel = [("kernel", options.kernel_text(self.gamma or 1.0)), ("support rows", f"{n_support:,}")]
        return [*kernel, ("predicts", predicts), *super().rule_lines()]

    @property
    def must_prepare(self) -> bool:
        """True if γ depends on all rows."""
        return self.options.named_gamma == "scale" and self.options.kernel_name in ("poly", "rbf")

    def prepare(self, pages: Callable[[], Iterator[Block]], n_features: int) -> None:
        self.gamma = gamma_of(self.options, pages, n_features)

    def scores_for(self, block: Block, examples: Examples, rows: np.ndarray) -> KernelScores | None:
        if self.options.kernel_name == "precomputed":
            check_gram(block, self.n_given)
        self.first_number, self.n_given = self.n_given, self.n_given + block.n_rows
        self.open_mistakes = []  # a new list: if the call fails, the old one is restored
        if not len(rows):
            return None  # nothing is visited
        if self.gamma is None:
            self.prepare(lambda: pages_of(block, rows), block.n_features)
        stored, kernel = Rows(block), self.function
        gram = Gram(kernel, stored, self.options.cache_mb)
        n_scores = 1 if self.classes.n_rows == 2 else self.classes.n_rows
        scores = np.zeros((n_scores, block.n_rows))
        if (page := _page_of(self)) is not None:
            support = Examples(page.block.rows, page.classes, page.weights)
            moves = moves_of(support, page.mistakes, self.rule.rate, n_scores, self.options.one_vs_rest)
            add_to_scores(moves, kernel, Rows(page.block), stored, scores)
        return KernelScores(gram, examples, self.rule, self.options, scores)

    @property
    def function(self) -> KernelFunction:
        """Kernel with its numbers, once training has begun."""
        return function_of(self.options, self.gamma or 1.0)

    def zero_rows(self, block: Block, rows: np.ndarray) -> int:
        kernel = self.function
        has_zeros = kernel.is_power and (kernel.name == "linear" or kernel.coef0 == 0)  # else K(0, 0) is not 0
        return super().zero_rows(block, rows) if has_zeros else 0

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        self.open_examples = examples
        self.open_mistakes.append(copied(mistakes)._replace(wrong=True))

    def leave_examples(self) -> None:
        page = _page_of(self)
        self.pages = [] if page is None else [page]
        self.open_mistakes, self.open_examples = [], None

    def set_features(self, n_features: int) -> None:
        self.n_features, self.ready_model = n_features, None

    def move_features(self, moves: np.ndarray, n_features: int) -> None:
        page = _page_of(self)
        self.pages = [] if page is None else [page.moved(moves, n_features)]
        self.set_features(n_features)

    def more_state(self) -> dict[str, Any]:
        page = _page_of(self)
        pages = [] if page is None else [page.state()]
        return {"pages": pages, "gamma": self.gamma, "n_given": self.n_given}

    @staticmethod
    def more_from_state(state: dict[str, Any]) -> dict[str, Any]:
        pages = [Page.from_state(page) for page in state["pages"]]
        return {"pages": pages, "gamma": state["gamma"], "n_given": state["n_given"]}

    @staticmethod
    def check_more(more: dict[str, Any], n_features: int, n_classes: int, visited: int) -> None:
        check_kernel_state(more)
        for page in more["pages"]:
            check_page(page, n_features, n_classes, 0, visited)

    @staticmethod
    def model_of(learned: Any) -> KernelModel:
        page = _page_of(learned) or empty_page(learned)
        if learned.options.kernel_name == "precomputed" and len(page.mistakes.row):
            check_unit_rows(page.block.rows)
        places, options = learned.classes.places(), learned.options
        mistakes = page.mistakes
        numbers = np.zeros(0, np.int64) if page.numbers is None else page.numbers
        return KernelModel(
            learned.classes.labels,
            learned.n_features,
            options.at_zero,
            function_of(options, learned.gamma or 1.0),
            Examples(page.block.rows, smallest(places[page.classes]), page.weights),
            numbers,
            mistakes._replace(wrong_class=places[mistakes.wrong_class].astype(np.int32)),
            learned.visited,
            float(learned.rule.rate),
            options.predict_with,
            options.one_vs_rest,
            bool(options.normalize_scores),
        )


def function_of(options: KernelOptions, gamma: float) -> KernelFunction:
    """Kernel with its numbers."""
    match options.kernel_name:
        case "linear":
            return KernelFunction("linear", coef0=1.0 if options.fit_intercept else 0.0)
        case "poly":
            return KernelFunction("poly", int(options.degree), gamma, float(options.coef0))
        case "rbf":
            return KernelFunction("rbf", gamma=gamma)
        case "callable":
            return KernelFunction("callable", function=options.kernel)
    return KernelFunction("precomputed")


def _page_of(learned: Any) -> Page | None:
    """Page of all mistakes, including those on the current examples. None before the first mistake."""
    pages = [page.widened(learned.n_features) for page in learned.pages]
    if getattr(learned, "open_mistakes", None):
        pages.append(_open_page(learned))
    if len(pages) < 2:
        return pages[0] if pages else None
    return without_repeats(joined_page(pages))


def _open_page(learner: Kernel) -> Page:
    """Mistakes on the current examples."""
    page = open_page(learner, numbered=True)
    assert page.numbers is not None
    numbers = page.numbers + learner.first_number
    if learner.options.kernel_name == "precomputed":
        page = page._replace(block=unit_rows(numbers, learner.n_features))
    return page._replace(numbers=numbers)
