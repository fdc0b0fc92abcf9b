"""The base of the estimators on a Dask cluster."""

import copy
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, ClassVar, Self

import dask
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted, validate_data

from rosenblatt.dask.cluster import DaskEngine, check_versions, client_of, cluster_errors
from rosenblatt.dask.partitions import continued, count_right, delayed_rows, is_collection, is_path, lazily
from rosenblatt.dask.shared_entries import COLLECTIONS
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.learners.base import Learner
from rosenblatt.learners.partitioned import train_on_parts
from rosenblatt.learners.parts import Place
from rosenblatt.learners.rollback import Rollback
from rosenblatt.learners.strategy import Strategy
from rosenblatt.trained.parted_files import PART_MB, PartedFiles, bytes_of
from rosenblatt.trained.trained_model import Trained

# Parameters with their defaults.
OWN = {"client": None, "strategy": "mixing", "mix_by": "mistakes", "then_sequence": 0, "part_mb": PART_MB}
LOCAL_ONLY = ("early_stopping", "certify_when_stalled", "warm_start")
Init = Callable[..., None]


def init_of(local: type[BasePerceptron], **defaults: Any) -> Init:
    """Constructor with the parameters of an estimator for one machine, and those of a cluster.

    defaults: those that are different on a cluster.
    """
    chosen = OWN | defaults
    own = [Parameter(name, Parameter.KEYWORD_ONLY, default=chosen[name]) for name in OWN]
    this, *others = signature(local.__init__).parameters.values()
    others = [one.replace(default=chosen.get(one.name, one.default)) for one in others]
    full = signature(local.__init__).replace(parameters=[this, *own, *others])

    def initialize(self: Any, **given: Any) -> None:
        bound = full.bind(self, **given)
        bound.apply_defaults()
        parameters = {name: value for name, value in bound.arguments.items() if name != this.name}
        for name in OWN:
            setattr(self, name, parameters.pop(name))
        local.__init__(self, **parameters)

    initialize.__name__ = initialize.__qualname__ = "__init__"
    initialize.__signature__ = full  # type: ignore[attr-defined]
    return initialize


class ClusterEstimator(BasePerceptron):
    """Base class of the estimators on a cluster. A fitted one holds its learner in this process."""

    client: Any
    strategy: str
    mix_by: str
    then_sequence: int
    part_mb: float
    _local_class: ClassVar[type[BasePerceptron]]

    @property
    def client_(self) -> Any:
        """Client that is used: ``client``, else the current client, else that of a cluster in this process."""
        return client_of(self.client)

    @insert(COLLECTIONS)
    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:  # type: ignore[override]
        """Train on all partitions, epoch after epoch. Earlier training is forgotten.

        A call that fails leaves the estimator as it was. Ctrl-C ends training after the current epoch.

        Parameters
        ----------
        X : dask array, dask data frame, list of delayed objects, futures or arrays, or str
            Rows in partitions; or a file, folder or pattern, which every worker can read.
        y : dask array, dask series, list of delayed objects, futures or arrays, or str, default=None
            Labels in the partitions of ``X``. For files, the name of the column of labels; None means the last.
        {sample_weight}

        Returns
        -------
        Self
            This estimator, fitted.

        Raises
        ------
        DataError
            If rows cannot be learned from. The message names their partition.
        OptionError
            If a parameter breaks its rule, or cannot be used on a cluster.
        ClusterError
            If the cluster cannot be used, or is lost.
        TrainingOverflow
            If a score or a weight leaves the range of float64.

        Warns
        -----
        ConvergenceWarning
            If training ends without having converged, and the last weights predict.
        """
        if is_path(X) or (isinstance(X, list | tuple) and X and all(map(is_path, X))):
            if sample_weight is not None:
                raise DataError("sample_weight must be None for files, whose rows have no weights.")
            return self.fit_reader(Reader(X, ReadOptions(scale="standard", target=y), given=("target",)))
        with Rollback(self, Exception):
            learner, strategy = self._new_learner(), self._strategy()
            strategy.check(learner, has_windows=False)
            parts = delayed_rows(X, self._labels(y), sample_weight)
            engine = self._engine()
            with cluster_errors():
                placed = [(Place(number), rows) for number, rows in enumerate(engine.client.compute(parts))]
            del parts  # their tasks are the cluster's now
            train_on_parts(learner, placed, engine, strategy)
            self._check_names(X, reset=True)
            self._set_features(learner)
        self._show(learner)
        self._warn()
        return self

    def fit_reader(self, reader: Reader) -> Self:
        """Train on the files of a reader, each part of which is read by the worker that trains on it.

        :func:`rosenblatt.fit_file` calls this method.

        Parameters
        ----------
        reader : Reader
            Files, as ``rosenblatt.read`` opens them.

        Returns
        -------
        Self
            This estimator, fitted. ``trained_`` predicts files.
        """
        strategy = self._strategy()

        def train(learner: Learner) -> Trained:
            strategy.check(learner, has_windows=True)
            PartedFiles(reader, self._engine(), bytes_of(self.part_mb)).train(learner, strategy)
            return Trained(learner, reader)

        return self.fit_by(train)

    @insert(COLLECTIONS)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Continue training: visit the rows of each partition once, one partition after another.

        The bits are those of one machine. Rows that are in no Dask collection are learned in this process.

        Parameters
        ----------
        {X, y}
        classes : array-like of shape (n_classes,), default=None
            All classes, if they are known before they come.
        {sample_weight}

        Returns
        -------
        Self
            This estimator.

        Raises
        ------
        DataError
            If rows cannot be learned from. The message names their partition.
        OptionError
            If a parameter breaks its rule.
        ClusterError
            If the cluster cannot be used, or is lost.
        """
        if not is_collection(X):
            return super().partial_fit(X, y, classes, sample_weight)
        with Rollback(self, Exception):
            is_new = not hasattr(self, "learner_")
            learner: Any = self._new_learner() if is_new else self.learner_
            self._check_names(X, reset=is_new)
            parts = delayed_rows(X, self._labels(y), sample_weight)
            engine = self._engine()
            with cluster_errors():
                handles = engine.client.compute(parts)
            for number, rows in enumerate(handles):
                learner = engine.submit(continued, learner, rows, number, classes)
            [learner] = engine.gather([learner])
            if learner.report is None:
                raise DataError("X must have at least one row; all partitions are empty.")
            self._set_features(learner)
        self._show(learner)
        return self

    @insert(COLLECTIONS)
    def predict(self, X: Any) -> Any:
        """Predict the label of each row.

        Parameters
        ----------
        {X}

        Returns
        -------
        dask array of shape (n_samples,)
            Predicted labels, computed when they are asked for. For a list of partitions, a list of delayed arrays. For
            rows that are in no Dask collection, a NumPy array.
        """
        return self._lazily("predict", X) if is_collection(X) else super().predict(X)

    @insert(COLLECTIONS)
    def decision_function(self, X: Any) -> Any:
        """Compute the scores of each row.

        Parameters
        ----------
        {X}

        Returns
        -------
        dask array of shape (n_samples,) or (n_samples, n_classes)
            Scores, computed when they are asked for: for two classes one per row, positive for ``classes_[1]``, else
            one per row and class. For a list of partitions, a list of delayed arrays. For rows that are in no Dask
            collection, a NumPy array.
        """
        return self._lazily("decision_function", X) if is_collection(X) else super().decision_function(X)

    @insert(COLLECTIONS)
    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Compute the accuracy, partition by partition.

        Parameters
        ----------
        {X, y, sample_weight}

        Returns
        -------
        float
            Share of the rows that are predicted right, each row by its weight.
        """
        if not is_collection(X):
            return float(super().score(X, y, sample_weight))
        self._check_names(X, reset=False)
        model, engine = dask.delayed(self._model()), self._engine()
        rows = delayed_rows(X, y, sample_weight)
        counts = [dask.delayed(count_right, pure=False)(model, part, number) for number, part in enumerate(rows)]
        right, total = map(sum, zip(*engine.gather(engine.client.compute(counts)), strict=True))
        if not total:
            raise DataError("X must have a row whose weight is not 0 to be scored; it has none.")
        return float(right / total)

    def to_local(self) -> BasePerceptron:
        """Return the fitted model as an ordinary estimator, which needs no Dask.

        Returns
        -------
        estimator
            :class:`rosenblatt.Perceptron`, :class:`rosenblatt.AveragedPerceptron` or
            :class:`rosenblatt.VotedPerceptron` with the same parameters, weights and report.
        """
        check_is_fitted(self, "learner_")
        state = copy.deepcopy(self.__getstate__())  # so that it can be trained further by itself
        local = self._local_class(**{name: state[name] for name in self._local_class._get_param_names()})
        local.__dict__.update({name: value for name, value in state.items() if name not in OWN})
        return local

    def _lazily(self, method: str, X: Any) -> Any:
        model = self._model()
        self._check_names(X, reset=False)
        return lazily(model, method, X)

    def _strategy(self) -> Strategy:
        for name in LOCAL_ONLY:
            if getattr(self, name):
                raise OptionError(f"{name} must be False on a cluster; got {getattr(self, name)!r}.")
        return Strategy(self.strategy, self.mix_by, self.then_sequence)

    def _engine(self) -> DaskEngine:
        client = self.client_
        check_versions(client)
        return DaskEngine(client)

    def _labels(self, y: Any) -> Any:
        if y is None:
            raise DataError(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        return y

    def _check_names(self, X: Any, reset: bool) -> None:
        """Set the names of features from a data frame, or compare them with those of training."""
        if hasattr(X, "columns"):
            try:
                validate_data(self, X._meta, reset=reset, skip_check_array=True)
            except ValueError as error:
                raise DataError(str(error)) from error
        elif reset:
            self.__dict__.pop("feature_names_in_", None)

    def _set_features(self, learner: Learner) -> None:
        """Set the number of features, and forget the file that was trained on before."""
        self.n_features_in_ = learner.n_features
        for of_a_file in ("encoding_", "trained_"):  # before
            self.__dict__.pop(of_a_file, None)

    def __sklearn_clone__(self) -> Self:
        parameters = self.get_params(deep=False)
        cloned = {name: clone(value, safe=False) for name, value in parameters.items() if name != "client"}
        twin = type(self)(**cloned)
        twin.client = self.client
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "client": None}
