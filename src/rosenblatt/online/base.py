"""The base of the learners of one example at a time: dicts in, labels out."""

import math
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any, ClassVar

from rosenblatt.data.dict_features import Features, Layout, numeric
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, NotTrained, OptionError, RosenblattError
from rosenblatt.learners import Learner, Report
from rosenblatt.learners.single_row import Singles
from rosenblatt.loops.single_row import MISTAKES, UPDATES, VISITS
from rosenblatt.models.linear import Model
from rosenblatt.online.shared_entries import EXAMPLE

INFINITY = math.inf


class OnlinePerceptron:
    """Base class of the learners of one example at a time."""

    _learner_class: ClassVar[type[Learner]]
    parameters: ClassVar[tuple[str, ...]] = (
        "features",
        "classes",
        "at_zero",
        "eta0",
        "fit_intercept",
        "rule",
        "margin",
        "C",
    )
    _singles: Singles
    _features: Features
    _layout: Layout

    def __init__(
        self,
        *,
        features: Iterable[Any] | None = None,
        classes: Iterable[Any] | None = None,
        at_zero: str = "mistake",
        eta0: float = 1.0,
        fit_intercept: bool = True,
        rule: str = "perceptron",
        margin: float | None = None,
        C: float | None = None,
    ) -> None:
        if not isinstance(eta0, Real):
            raise OptionError(f"eta0 must be one number for features that may yet come; got {eta0!r}.")
        self._features = Features(() if features is None else features)
        self.features = None if features is None else list(self._features.names)
        self.classes: list[Any] | None = (
            None if classes is None else _listed(classes, "classes must be a list of labels; got {!r}.")
        )
        self.at_zero, self.eta0, self.fit_intercept = at_zero, eta0, fit_intercept
        self.rule, self.margin, self.C = rule, margin, C
        learner = self._learner_class(
            at_zero=at_zero, eta0=eta0, fit_intercept=fit_intercept, rule=rule, margin=margin, C=C
        )
        self._singles = Singles(learner, self.classes)
        self._make_room()
        self._layout = Layout(self._features, {})

    @insert(EXAMPLE)
    def predict_one(self, x: Mapping[Any, Any]) -> Any:
        """Predict the label of one example.

        Parameters
        ----------
        {x}

        Returns
        -------
        label or None
            Predicted label. None while no class is known. Features that never appeared in training are ignored.

        Raises
        ------
        DataError
            If a value is neither a finite number nor a string.
        """
        layout = self._layout
        if not layout.fill(x):
            layout = self._laid_out(numeric(x))
        try:
            return self._singles.predict(layout.values, layout.columns, x)
        except RosenblattError:
            numeric(x)  # says by its name which value is bad
            raise

    def _scores_one(self, x: Mapping[Any, Any]) -> dict[Any, float]:
        """The score of each known class; {} while no class is known."""
        layout = self._layout if self._layout.fill(x) else self._laid_out(numeric(x))
        try:
            return self._singles.scores(layout.values, layout.columns, x)
        except RosenblattError:
            numeric(x)  # says by its name which value is bad
            raise

    @insert(EXAMPLE)
    def learn_one(self, x: Mapping[Any, Any], y: Any, w: float = 1.0) -> None:
        """Learn one example: predict its label, and update the weights if the prediction is wrong.

        A call that fails changes nothing.

        Parameters
        ----------
        {x}
        y : label
            Label of the example: a number or a string.
        w : float, default=1.0
            Weight of the example, finite and not negative. Multiplies the update.

        Raises
        ------
        DataError
            If a value is neither a finite number nor a string, or the label or the weight breaks its rule.
        TrainingOverflow
            If a score or a weight leaves the range of float64.
        """
        layout, size = self._layout, self._features.size
        w = w if type(w) is float and 0.0 <= w < INFINITY else _weight(w)
        try:
            if not layout.fill(x):
                layout = self._laid_out(numeric(x), learning=True)
            self._singles.learn(layout.values, layout.columns, y, w, x)
        except MemoryError as error:
            wanted = self._features.size
            self._forget(size)
            raise DataError(
                f"x must have keys whose weights fit into memory; got {wanted} features: take names."
            ) from error
        except RosenblattError:
            self._forget(size)
            numeric(x)  # says by its name which value is bad
            raise

    def learn_many(self, X: Any, y: Any, w: Any = 1.0) -> None:
        """Learn examples one after the other, as ``learn_one`` does.

        An example that cannot be learned ends the call; the examples before it are learned.

        Parameters
        ----------
        X : list of dict, or data frame of pandas or polars
            Examples, one per row.
        y : iterable of shape (n_samples,)
            Labels, one per example.
        w : float or iterable of shape (n_samples,), default=1.0
            One weight for all examples, or one weight per example.

        Raises
        ------
        DataError
            If ``X``, ``y`` and ``w`` differ in length, or an example cannot be learned.
        """
        examples, labels = _rows(X), _listed(y, "y must have a label for each row of X; got {}.")
        weights: list[Any] = [w] * len(labels) if isinstance(w, Real) else _listed(w, "w must be numbers; got {}.")
        if not len(examples) == len(labels) == len(weights):
            raise DataError(f"X, y and w must be of one length; got {len(examples)}, {len(labels)} and {len(weights)}.")
        for x, label, weight in zip(examples, labels, weights, strict=True):
            self.learn_one(x, label, weight)

    @property
    def n_examples(self) -> int:
        """Number of examples learned so far."""
        return int(self._singles.tally[VISITS])

    @property
    def n_mistakes(self) -> int:
        """Number of mistakes so far, each made before the example was learned."""
        return int(self._singles.tally[MISTAKES])

    @property
    def n_updates(self) -> int:
        """Number of updates so far. Rules with a margin also make updates that are not mistakes."""
        return int(self._singles.tally[UPDATES])

    @property
    def feature_names(self) -> list[Any]:
        """Features, in the order of their columns."""
        return list(range(self._features.size) if self._features.numbered else self._features.names)

    @property
    def model(self) -> Model:
        """Frozen model of the weights learned so far, for arrays with the columns ``feature_names``.

        Raises
        ------
        NotTrained
            If no example has been learned.
        """
        self._check_taught("model")
        return self._singles.settled().model

    @property
    def report(self) -> Report:
        """Report on the run so far.

        Raises
        ------
        NotTrained
            If no example has been learned.
        """
        self._check_taught("report")
        return self._singles.settled().report  # type: ignore[return-value]

    @property
    def weights(self) -> dict[Any, Any]:
        """Weights that predict, by feature; for more than two classes, by class and feature."""
        rows = [dict(zip(self.feature_names, row, strict=False)) for row in self.model.weights.w.tolist()]  # type: ignore[attr-defined]
        return rows[0] if len(rows) == 1 else dict(zip(self.model.classes.tolist(), rows, strict=True))

    @property
    def bias(self) -> Any:
        """Bias that predicts; for more than two classes, by class."""
        biases = self.model.weights.b.tolist()  # type: ignore[attr-defined]
        return biases[0] if len(biases) == 1 else dict(zip(self.model.classes.tolist(), biases, strict=True))

    def _check_taught(self, wanted: str) -> None:
        if not self.n_examples:
            raise NotTrained(f"{type(self).__name__} must be taught before it has a {wanted}: call learn_one.")

    def _laid_out(self, x: dict[Any, float], learning: bool = False) -> Layout:
        """A layout for the keys of ``x``, to be kept while they stay the same; new features get columns to learn."""
        size = self._features.size
        if learning:
            self._features.add(x)
            if self._features.size > size:
                self._make_room()
        layout = Layout(self._features, x)
        if layout.size == len(x):
            self._layout = layout
        return layout

    def _forget(self, size: int) -> None:
        """Take back features that came with an example that could not be learned."""
        if self._features.size > size:
            self._features.forget(size)
            self._make_room()
            self._layout = Layout(self._features, {})

    def restore(self, learner: Learner, names: list[Any], numbered: bool, size: int) -> None:
        """Restore the state that a file holds. :func:`rosenblatt.load` calls this method.

        Parameters
        ----------
        learner : Learner
            Learner with the weights.
        names : list
            Features, in the order of their columns.
        numbered : bool
            Whether features are whole numbers, each its own column.
        size : int
            Number of columns.
        """
        self._features = Features(names)
        self._features.numbered, self._features.size = numbered, size
        self._singles = Singles(learner, self.classes, max(1, size))
        self._layout = Layout(self._features, {})

    def _make_room(self) -> None:
        self._singles.set_features(max(1, self._features.size))  # weights have at least one column

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_layout": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._layout = Layout(self._features, {})


def _weight(w: Any) -> float:
    try:
        weight = float(w) if isinstance(w, Real) else math.nan
    except OverflowError:
        weight = math.inf
    if not 0.0 <= weight < math.inf:
        raise DataError(f"w must be a finite number, not negative; got {w!r}.")
    return weight


def _rows(X: Any) -> list[Any]:
    """Rows as dicts: of a polars or a pandas frame, or as they are."""
    if hasattr(X, "to_dicts"):
        return list(X.to_dicts())
    if hasattr(X, "columns"):
        return list(X.to_dict("records"))
    return _listed(X, "X must be dicts or a data frame; got {}.")


def _listed(values: Any, rule: str) -> list[Any]:
    try:
        return list(values)
    except TypeError as error:
        raise DataError(rule.format(values if "!r" in rule else type(values).__name__)) from error
