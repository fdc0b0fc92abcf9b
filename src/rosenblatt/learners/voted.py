"""Voted perceptron: every weight vector of the run votes, weighted by its survival."""

from typing import Any

import numpy as np

from rosenblatt.data.labels import smallest
from rosenblatt.docstrings import insert
from rosenblatt.learners.base import Learner
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.pages import Page, all_pages, empty_page, joined_page, wide_pages
from rosenblatt.learners.shared_entries import LEARNER
from rosenblatt.learners.state_checks import check_page
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, copied
from rosenblatt.models.voted import VotedModel


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
        self.open_mistakes: list[Mistakes] = []  # mistakes on the current examples
        self.open_examples: Examples | None = None

    def absorb_mistakes(self, examples: Examples, mistakes: Mistakes) -> None:
        self.open_examples = examples
        # A vote does not ask whether its update was a mistake.
        self.open_mistakes.append(copied(mistakes)._replace(wrong=True))

    def leave_examples(self) -> None:
        self.pages = all_pages(self)
        self.open_mistakes, self.open_examples = [], None

    def move_features(self, moves: np.ndarray, n_features: int) -> None:
        self.pages = [page.moved(moves, n_features) for page in wide_pages(self)]
        super().move_features(moves, n_features)

    def more_state(self) -> dict[str, Any]:
        return {"pages": [page.state() for page in wide_pages(self)]}

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
        page = joined_page(wide_pages(learned) or [empty_page(learned)])
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
