"""Clusters: the client that is used, sentences about clusters that cannot be used, and forgotten tasks."""

import gc
import importlib.metadata
import socket
import threading
from concurrent.futures import CancelledError
from contextlib import suppress

import distributed
import pytest
from distributed.comm import CommClosedError
from helpers.bits import bits, examples
from helpers.clusters import HOW, cluster_of_threads, quiet, report_fields, split

from rosenblatt import DataError
from rosenblatt.dask import Perceptron, cluster
from rosenblatt.errors import ClusterError
from rosenblatt.learners import partitioned

SIZES = (13, 4, 9, 9, 26)
AGAIN = "connect to a cluster that runs, and start again."
LOST = (
    "The Dask cluster must stay reachable; it was closed, or its scheduler or data that was put there by hand is lost"
)
LOST = f"{LOST}: {AGAIN}"


@pytest.fixture
def rows():
    return split(*examples(4), SIZES)


@pytest.fixture
def no_local_client(monkeypatch):
    """No cluster in this process has been started yet; one that is started is closed in the end."""
    started = []
    monkeypatch.setattr(cluster, "_local_clients", started)
    with quiet():
        yield started
        for client in started:
            client.close()


def test_given_client_first_then_the_current_one(rows):
    with cluster_of_threads() as current, cluster_of_threads(set_as_default=False) as given:
        assert Perceptron().client_ is current
        assert Perceptron(client=given).client_ is given
        with given.as_current():
            assert Perceptron().client_ is given
        with cluster_of_threads(1) as later:
            assert Perceptron().client_ is later
        assert Perceptron().client_ is current
        used = []
        given.cluster.scheduler.add_plugin(Transitions(used))
        Perceptron(client=given, max_iter=2).fit(*rows)
        assert "teach" in used


class Transitions(distributed.SchedulerPlugin):
    """Plugin that notes the functions whose tasks a scheduler has met."""

    def __init__(self, met):
        self.met = met

    def transition(self, key, start, finish, *args, **kwargs):
        self.met.append(str(key).rsplit("-", 5)[0])


def test_else_a_cluster_of_threads_in_this_process(rows, no_local_client):
    model = Perceptron(max_iter=2)
    client = model.client_
    assert no_local_client == [client]
    assert client.scheduler.address.startswith("inproc://")
    assert (Perceptron().client_, model.fit(*rows).client_) == (client, client)
    with pytest.raises(ValueError, match="No clients found"):
        distributed.Client.current()  # that of others is not touched
    client.close()
    assert model.client_ is not client  # a new one
    assert model.fit(*rows).report_.n_epochs == 2


def test_the_local_cluster_needs_no_port_of_its_own(no_local_client):
    """Another program has the port of Dask's dashboard. A warning about it would be an error here."""
    with socket.socket() as other:
        with suppress(OSError):  # it is taken
            other.bind(("", 8787))
            other.listen()
        assert Perceptron().client_.status == "running"


def test_closed_client(rows):
    with cluster_of_threads(set_as_default=False) as client:
        pass
    model = Perceptron(client=client)
    sentence = f"^client must be connected to a Dask cluster; this one is closed: {AGAIN}$"
    for call in (model.fit, model.partial_fit):
        with pytest.raises(ClusterError, match=sentence):
            call(*rows)
    assert not hasattr(model, "learner_")


@pytest.mark.parametrize("error", [CancelledError(), CommClosedError("in <TCP>: Stream is closed")])
def test_lost_cluster(error):
    with pytest.raises(ClusterError) as caught, cluster.cluster_errors():
        raise error
    assert str(caught.value) == LOST
    assert isinstance(caught.value, RuntimeError)


def test_workers_that_die_with_a_task():
    reason = "four of its workers died with the same task: is a partition too large for their memory\\?"
    with pytest.raises(ClusterError, match=f"^The Dask cluster must stay alive; {reason}$"), cluster.cluster_errors():
        raise distributed.KilledWorker("teach-1", None, 4)


def test_other_errors_stay_as_they_are():
    with pytest.raises(DataError, match="^y$"), cluster.cluster_errors():
        raise DataError("y")


def test_data_of_a_client_that_was_cancelled(rows):
    with cluster_of_threads() as client:
        futures = client.scatter(rows[0], hash=False)
        client.cancel(futures)
        with pytest.raises(ClusterError) as caught:
            Perceptron(max_iter=2).fit(futures, rows[1])
        assert str(caught.value) == LOST


def test_cluster_that_is_closed_between_two_epochs(rows, monkeypatch):
    """The call ends. It is made in another thread, so that this test ends in any case."""
    ended = []

    def train():
        with pytest.raises(ClusterError) as caught:
            Perceptron(client=client, tol=None, max_iter=50, verbose=1).fit(*rows)
        ended.append(str(caught.value))

    with cluster_of_threads(set_as_default=False) as client:
        close = {2: client.cluster.close}
        after = lambda epoch, mistakes: close.get(epoch, bool)()  # noqa: E731
        monkeypatch.setattr("rosenblatt.estimators.base._print_epoch", after)
        thread = threading.Thread(target=train, daemon=True)
        thread.start()
        thread.join(timeout=10)
    assert len(ended) == 1
    assert "Dask cluster" in ended[0]


WRONG_ADDRESSES = {
    "tcp://127.0.0.1:9": "Timed out trying to connect to tcp://127.0.0.1:9 after 1 s",
    "nonsense": "missing port number in address 'nonsense'",
    "carrier-pigeon://roof:1": "unknown address scheme 'carrier-pigeon'",
}


@pytest.mark.parametrize("address", WRONG_ADDRESSES)
def test_wrong_address(address, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with quiet(), pytest.raises(ClusterError) as caught, cluster.connected(address):
        pass
    rule = "dask must be the address of a Dask scheduler, such as tcp://127.0.0.1:8786"
    assert str(caught.value).startswith(f"{rule}; {address!r} does not answer: {WRONG_ADDRESSES[address]}")
    del caught
    gc.collect()  # the client that failed: deleted while another one starts, it would block that one for 10 seconds


def test_right_address(rows):
    """A client that was made for a block is closed after it, and the cluster is not."""
    with (
        quiet(),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", host="127.0.0.1", **HOW
        ) as other,
    ):
        for _ in range(2):
            with cluster.connected(other.scheduler_address) as client:
                assert Perceptron(client=client, max_iter=2).fit(*rows).n_iter_ == 2
            assert client.status == "closed"


def test_versions_that_differ(rows, monkeypatch):
    """Workers look up versions in threads of their own."""
    version, here = importlib.metadata.version, threading.get_ident()
    other = {"numba": "0.1"}
    monkeypatch.setattr(
        importlib.metadata,
        "version",
        lambda name: version(name) if threading.get_ident() == here else other.get(name, version(name)),
    )
    with cluster_of_threads() as client:
        workers = "|".join(client.scheduler_info()["workers"])
        versions = f"has numba 0.1, and this process {version('numba')}"
        for call in (Perceptron().fit, Perceptron().partial_fit):
            with pytest.raises(
                ClusterError, match=f"^Workers must .* client; ({workers}) {versions}: install the same"
            ):
                call(*rows)
        other.clear()
        assert Perceptron(max_iter=2).fit(*rows).n_iter_ == 2


def test_packages_that_are_missing(rows, monkeypatch):
    """A package that nobody has is no difference."""
    monkeypatch.setattr(cluster, "PACKAGES", (*cluster.PACKAGES, "no-such-package"))
    with cluster_of_threads():
        assert Perceptron(max_iter=2).fit(*rows).n_iter_ == 2
        found, here = importlib.metadata.version, threading.get_ident()

        def version(name):
            return "1.0" if name == "no-such-package" and threading.get_ident() == here else found(name)

        monkeypatch.setattr(importlib.metadata, "version", version)
        with pytest.raises(ClusterError, match="has no-such-package missing, and this process 1.0: install the same"):
            Perceptron(max_iter=2).fit(*rows)


@pytest.mark.parametrize("how", [{}, {"strategy": "sequence", "order": "given"}], ids=["mixing", "sequence"])
def test_the_scheduler_forgets_tasks(how, rows, monkeypatch):
    """The number of its tasks stays bounded over many epochs, and the bits are the same."""
    n_tasks, models = [], []

    def count(epoch, mistakes):
        n_tasks[-1].append(len(client.cluster.scheduler.tasks))

    monkeypatch.setattr("rosenblatt.estimators.base._print_epoch", count)
    with cluster_of_threads(set_as_default=False) as client:
        for limit in (partitioned.MAX_TASKS, 20):
            monkeypatch.setattr(partitioned, "MAX_TASKS", limit)
            n_tasks.append([])
            model = Perceptron(client=client, tol=None, stop_when_converged=False, max_iter=18, verbose=1, **how)
            models.append(model.fit(*rows))
    many, few = n_tasks
    assert len(many) == len(few) == 18
    assert many[17] > many[8] + 5 * 5  # they grow by a number per epoch
    assert max(few[9:]) <= max(few[:9]) + 4 < many[8]  # some are still on their way out
    X = examples(4)[0]
    assert bits(models[0].learner_, X) == bits(models[1].learner_, X)
    assert report_fields(models[0].report_) == report_fields(models[1].report_)


def test_no_task_is_left_after_training(rows):
    with cluster_of_threads(set_as_default=False) as client:
        model = Perceptron(client=client, max_iter=2).fit(*rows)
        gone = threading.Event()
        for _ in range(1000):  # they are released in other threads
            if not client.cluster.scheduler.tasks:
                break
            gone.wait(0.01)
        assert client.cluster.scheduler.tasks == {}
        assert client.futures == {}
    assert model.n_iter_ == 2


def test_estimators_are_not_used_inside_of_tasks(client):
    """A worker with one thread would wait for itself."""
    future = client.submit(lambda: Perceptron().fit([[[1.0], [2.0]]], [[0, 1]]), pure=False)
    with pytest.raises(ClusterError, match=r"^rosenblatt\.dask must be used outside of Dask tasks: inside, use the"):
        future.result()
