"""Faults of workers in training, and what crosses to the client: with a cluster of processes."""

import os
import pickle
import signal
import threading

import dask
import distributed
import numpy as np
import pytest
from distributed.protocol.pickle import dumps
from helpers.bits import bits
from helpers.clusters import HOW, quiet, report_fields

from rosenblatt.dask import AveragedPerceptron
from rosenblatt.dask.cluster import DaskEngine
from rosenblatt.learners import Averaged
from rosenblatt.learners.partitioned import fit_parts

pytestmark = pytest.mark.compiled  # starts processes

N_PARTS, N_ROWS, N_FEATURES, EPOCHS = 6, 4000, 10, 14
STRATEGIES = {
    "mixing": {"then_sequence": 2},
    "sequence": {"strategy": "sequence", "order": "given"},
}
OPTIONS = {"max_iter": EPOCHS, "n_iter_no_change": None, "stop_when_converged": False}
FIRST, LAST = 1, EPOCHS + 2  # calls that wait for results: two before the first epoch, and one in each epoch
every_strategy = pytest.mark.parametrize("how", STRATEGIES)


@pytest.fixture(scope="module")
def client():
    """Client of two processes, which nannies restart."""
    with (
        quiet(),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", **HOW) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def made(seed, n_rows=N_ROWS):
    """Rows and noisy labels of a partition: a function of its number, so that a lost one can be made again."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, N_FEATURES))
    y = (X[:, :3] + 0.5 * rng.normal(size=(n_rows, 3))).argmax(axis=1)
    return X, y


def partitions(n_rows=N_ROWS):
    """Delayed rows and labels, which workers make."""
    parts = [dask.delayed(made, nout=2)(seed, n_rows) for seed in range(N_PARTS)]
    return tuple(map(list, zip(*parts, strict=True)))


@pytest.fixture(scope="module")
def undisturbed():
    """Bits and reports of runs without a cluster, by strategy."""
    parts, outcomes = [made(seed) for seed in range(N_PARTS)], {}
    for name, how in STRATEGIES.items():
        trained = {**{"strategy": "mixing", "then_sequence": 0, "order": "shuffled"}, **how}
        strategy, then_sequence = trained.pop("strategy"), trained.pop("then_sequence")
        learner = fit_parts(Averaged(**OPTIONS, **trained), parts, strategy=strategy, then_sequence=then_sequence)
        outcomes[name] = bits(learner, parts[0][0]), report_fields(learner.report)
    return outcomes


class Faults:
    """Faults in a run: after some of the calls that wait for results, a function is called in another thread.

    moments: the delay and the function, by number of the call.
    """

    def __init__(self, monkeypatch, moments):
        self.n_calls, self.threads, self.hits = 0, [], []
        gather = DaskEngine.gather

        def call(fault):
            fault()
            self.hits.append(self.n_calls)

        def gather_with_faults(engine, handles):
            self.finish()  # so that a fault hits before the next call: the run is in progress
            self.n_calls += 1
            if self.n_calls in moments:
                delay, fault = moments[self.n_calls]
                self.threads.append(threading.Timer(delay, call, [fault]))
                self.threads[-1].start()
            return gather(engine, handles)

        monkeypatch.setattr(DaskEngine, "gather", gather_with_faults)

    def finish(self):
        while self.threads:
            self.threads.pop().join()


class Killer:
    """Kills workers that hold results, and notes the number of these results."""

    def __init__(self, client, rng):
        self.cluster, self.rng, self.killed, self.lost = client.cluster, rng, set(), []

    def targets(self):
        """Process of each worker that holds results, and their number."""
        states = self.cluster.scheduler.workers
        pids = {nanny.worker_address: nanny.pid for nanny in self.cluster.workers.values()}
        known = [(pid, states[address]) for address, pid in pids.items() if pid and address in states]
        return [(pid, len(state.has_what)) for pid, state in known if pid not in self.killed and state.has_what]

    def __call__(self):
        while not (targets := self.targets()):  # the others are being restarted
            threading.Event().wait(0.01)
        pid, n_results = targets[self.rng.integers(len(targets))]
        self.lost.append(n_results)
        os.kill(pid, signal.SIGKILL)
        self.killed.add(pid)


class Growth:
    """Adds a third worker."""

    def __init__(self, client):
        self.client, self.cluster, self.n_workers = client, client.cluster, 0

    def __call__(self):
        self.cluster.scale(3)
        self.client.wait_for_workers(3)
        self.n_workers = len(self.cluster.scheduler.workers)

    def undo(self):
        self.cluster.scale(2)
        self.cluster.sync(self.cluster._correct_state)
        self.client.wait_for_workers(2)


def train(client, how):
    return AveragedPerceptron(client=client, **OPTIONS, **STRATEGIES[how]).fit(*partitions())


def assert_undisturbed(model, outcome):
    assert bits(model.learner_, made(0)[0]) == outcome[0]
    assert report_fields(model.report_) == outcome[1]


def moments(rng, faults):
    """Numbers of calls, spread over the run, and the delay and the function of each."""
    strata = np.array_split(np.arange(FIRST, LAST + 1), len(faults))
    return {
        int(rng.choice(calls)): (rng.uniform(0.0, 0.05), fault) for calls, fault in zip(strata, faults, strict=True)
    }


@every_strategy
def test_faults_of_workers_change_no_bit(how, client, undisturbed, monkeypatch, request):
    """In each run a worker is killed, a third one comes, and another one is killed, whose rows the third can take."""
    for seed in range(5 if request.config.getoption("--long") else 1):
        rng = np.random.default_rng([seed, len(how)])
        kill, grow = Killer(client, rng), Growth(client)
        with monkeypatch.context() as patch:
            faults = Faults(patch, moments(rng, [kill, grow, kill]))
            model = train(client, how)
        assert_undisturbed(model, undisturbed[how])
        assert (len(kill.lost), grow.n_workers, len(faults.hits)) == (2, 3, 3)
        assert max(faults.hits) < faults.n_calls  # training went on
        grow.undo()


class Traffic:
    """Sizes of what a run sends to the client, and of what the scheduler holds."""

    def __init__(self, monkeypatch, scheduler):
        self.received, self.held = [], []
        gather = DaskEngine.gather

        def measured(engine, handles):
            results = gather(engine, handles)
            self.received.append(sum(len(pickle.dumps(result)) for result in results))
            self.held.append(sum(len(dumps(task.run_spec)) for task in list(scheduler.tasks.values())))
            return results

        monkeypatch.setattr(DaskEngine, "gather", measured)


@every_strategy
def test_rows_stay_with_the_workers(how, client, monkeypatch):
    """With twenty times the rows, neither the client nor the scheduler gets more bytes."""
    traffic = {}
    for n_rows in (2_500, 50_000):
        with monkeypatch.context() as patch:
            traffic[n_rows] = Traffic(patch, client.cluster.scheduler)
            options = OPTIONS | {"max_iter": 3} | STRATEGIES[how]
            AveragedPerceptron(client=client, **options).fit(*partitions(n_rows))
    few, many = traffic.values()
    assert len(few.received) == len(many.received)
    assert sum(many.received) < 1.05 * sum(few.received) < 50_000
    assert max(many.held) < 1.05 * max(few.held) < 200_000
