"""Rows in partitions on a Dask cluster: the bits of one machine, or the weights of the oracle of mixing."""

import logging
import os
import signal
from fractions import Fraction

import dask
import distributed
import numpy as np
import pandas as pd
import pytest
import reference_mixing
import scipy.sparse as sp
from dask import array as da, dataframe as dd

import rosenblatt
import rosenblatt.dask
from contract.shell import n_visits

QUIET = {"silence_logs": logging.CRITICAL + 1, "dashboard_address": "127.0.0.1:0", "threads_per_worker": 1}
SIZES, NAMES = (20, 1, 0, 24), list("abc")
RNG = np.random.default_rng(0)
X = RNG.normal(size=(45, 3))
WEIGHTS = RNG.choice([0.0, 1.0, 3.0], 45)
Y = {2: RNG.permutation(np.arange(45) % 2), 4: np.array(list("dacb"))[RNG.permutation(np.arange(45) % 4)]}


def fit(kind, X, y, sample_weight=None, **options):
    """An estimator that a cluster has fitted on partitions. The only place that knows how this is called."""
    return getattr(rosenblatt.dask, kind)(**options).fit(X, y, sample_weight=sample_weight)


def predict(model, X, method="predict"):
    """Lazy predictions of a collection. The only place that knows how this is called."""
    return getattr(model, method)(X)


def bits(model):
    rows, report = pd.DataFrame(X, columns=NAMES) if hasattr(model, "feature_names_in_") else X, model.report_
    counts = report.mistakes_per_epoch, report.errors, report.reason, report.n_rows, n_visits(report)
    return model.decision_function(rows).tobytes(), model.classes_.tolist(), counts


def split(sizes, *columns):
    return tuple(np.split(column, np.cumsum(sizes)[:-1]) for column in columns)


def frames(sizes, X, y, weights):
    table = dd.from_pandas(pd.DataFrame(X, columns=NAMES).assign(y=y, w=weights), npartitions=3)
    return table[NAMES], table["y"], table["w"]


def arrays(sizes, X, *columns):
    return da.from_array(X, chunks=(sizes, 2)), *(da.from_array(column, chunks=(sizes,)) for column in columns)


COLLECTIONS = {
    "arrays": arrays,
    "labels in other chunks": lambda sizes, X, *others: (arrays(sizes, X)[0], *arrays((40, 5), X, *others)[1:]),
    "sparse": lambda sizes, X, *others: ([sp.csr_matrix(rows) for rows in split(sizes, X)[0]], *split(sizes, *others)),
    "frames": frames,
    "delayed": lambda *columns: [[dask.delayed(part) for part in parts] for parts in split(*columns)],
    "unknown sizes": lambda sizes, *columns: [column[da.ones(45, sizes) > 0] for column in arrays(sizes, *columns)],
}


@pytest.fixture(scope="module", autouse=True)
def client():
    with distributed.Client(processes=False, n_workers=2, **QUIET) as client:
        yield client


@pytest.mark.parametrize("form", COLLECTIONS)
@pytest.mark.parametrize(("kind", "k"), [("Perceptron", 2), ("AveragedPerceptron", 4), ("VotedPerceptron", 4)])
def test_a_sequence_has_the_bits_of_one_machine(kind, k, form):
    options = {"max_iter": 2, "order": "given", "class_weight": "balanced" if form == "arrays" else None}
    columns = COLLECTIONS[form](SIZES, X, Y[k], WEIGHTS)
    model = fit(kind, *columns, strategy="sequence", **options)
    own = getattr(rosenblatt, kind)(**options).fit(X, Y[k], sample_weight=WEIGHTS)
    assert bits(model) == bits(own)
    assert getattr(model, "feature_names_in_", np.array([])).tolist() == (NAMES if form == "frames" else [])
    for method in ("predict", "decision_function"):
        lazy = predict(model, columns[0], method)
        parts = lazy if isinstance(lazy, list) else [lazy]
        assert all(map(dask.is_dask_collection, parts))
        assert np.concatenate(dask.compute(*parts)).tolist() == getattr(own, method)(X).tolist()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("k", Y)
def test_mixing_is_that_of_the_oracle(k, seed):
    """From one, some and many partitions, also if some have no row that is visited."""
    columns = split([SIZES, (8,) * 5 + (5,), (45,)][seed % 3], X, Y[k], WEIGHTS)
    options = {"order": ["given", "shuffled", "shuffled-once"][seed // 2], "fit_intercept": seed != 3, "max_iter": 3}
    options |= {"mix_by": "uniform" if seed == 4 else "mistakes", "then_sequence": seed % 2, "random_state": seed}
    exact = [[[list(map(Fraction, row)) for row in part.tolist()] for part in columns[0]]]
    exact += [[part.tolist() for part in columns[1]], [list(map(Fraction, part.tolist())) for part in columns[2]]]
    parts = list(map(reference_mixing.Part, *exact))
    run = reference_mixing.train(parts, **options)
    for kind, (w, b) in (("Perceptron", run.last()), ("AveragedPerceptron", run.average())):
        model = fit(kind, *columns, **options)
        np.testing.assert_allclose(model.coef_, np.array(w, float), rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(model.intercept_, np.array(b, float), rtol=1e-9, atol=1e-12)
        report = model.report_
        assert (report.mistakes_per_epoch, n_visits(report)) == (run.mistakes_per_epoch, run.visits)
        mixed = report.mixed_mistakes_per_epoch or report.mistakes_per_epoch
        assert mixed == pytest.approx([float(count) for count in run.mixed_mistakes_per_epoch])


def test_the_number_of_workers_changes_no_bit():
    columns, options = arrays((13, 4, 9, 9, 1, 0, 9), X, Y[4]), {"max_iter": 4, "then_sequence": 1}
    expected = bits(fit("AveragedPerceptron", *columns, **options))
    with distributed.Client(processes=False, n_workers=3, set_as_default=False, **QUIET) as other:
        assert bits(fit("AveragedPerceptron", *columns, client=other, **options)) == expected
    with pytest.raises(rosenblatt.RosenblattError, match="client"):
        fit("Perceptron", *columns, client=other)  # it is closed


class Killer(distributed.SchedulerPlugin):
    """Kills a worker once some tasks are done, and counts the tasks."""

    def __init__(self, cluster):
        self.cluster, self.done, self.killed_at = cluster, 0, None

    def transition(self, key, start, finish, *args, **kwargs):
        self.done += finish == "memory"
        if self.killed_at is None and self.done > 30:
            self.killed_at = self.done
            os.kill(next(iter(self.cluster.workers.values())).pid, signal.SIGKILL)


@pytest.mark.compiled  # starts processes
def test_a_killed_worker_changes_no_bit():
    columns, options = arrays((9,) * 5, X, Y[4]), {"max_iter": 8, "n_iter_no_change": None}
    expected = bits(fit("AveragedPerceptron", *columns, **options))
    with distributed.Client(n_workers=2, host="127.0.0.1", set_as_default=False, **QUIET) as other:
        killer = Killer(other.cluster)
        other.cluster.scheduler.add_plugin(killer)
        assert bits(fit("AveragedPerceptron", *columns, client=other, **options)) == expected
        assert killer.done > killer.killed_at


NAN = np.where(np.arange(135).reshape(45, 3) == 100, np.nan, X)  # in partition 3
TWO_PARTS = [X[:9], X[9:18]]
ONE = [X], [Y[4]]
BAD = [
    (split(SIZES, NAN, Y[4]), {}, "artition 3.*NaN"),
    (([X[:9], X[:9, 1:]], [Y[4][:9]] * 2), {}, "artition 1.* 3 .* 2"),
    ((TWO_PARTS, [Y[4][:9], Y[4][:8]]), {}, "artition 1.*9.* 8"),
    ((TWO_PARTS, [Y[4][:9], np.arange(9)]), {}, "artition 1.*y"),
    ((TWO_PARTS, [Y[4][:9]]), {}, "y.* 2.* 1"),
    ((TWO_PARTS, [np.zeros(9)] * 2), {}, "one class"),
    ((X[0], Y[4]), {}, "X"),
    ((*ONE, [-WEIGHTS]), {}, "artition 0.*sample_weight"),
    *[(ONE, {name: "x"}, name) for name in ("strategy", "mix_by", "max_iter", "then_sequence", "early_stopping")],
    (ONE, {"order": "shuffled", "strategy": "sequence"}, "order"),
]


@pytest.mark.parametrize(("columns", "options", "place"), BAD, ids=range(len(BAD)))
def test_errors_name_the_partition_or_the_option(columns, options, place):
    with pytest.raises(rosenblatt.OptionError if options else rosenblatt.DataError, match=place):
        fit("Perceptron", *columns, **options)


def test_bad_rows_to_predict_are_named_by_their_partition():
    model = fit("Perceptron", *ONE, max_iter=1)
    with pytest.raises(rosenblatt.DataError, match="artition 3"):
        predict(model, arrays(SIZES, NAN)[0]).compute()
