"""Dask clusters: the engine that calls functions as tasks, the client that is used, and sentences about faults."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import dask
import distributed
from distributed.comm import CommClosedError, connect

from rosenblatt.errors import ClusterError, OptionError, RosenblattError, sentence_of, subject
from rosenblatt.learners.partitioned import unchanged
from rosenblatt.loops.threads import available

PACKAGES = ("rosenblatt", "dask", "distributed", "numba", "numpy")  # client and workers must have the same versions
CONNECT_SECONDS = 10
# Ctrl-C reaches every process of a terminal. The client ends the run; its workers must live until then.
DEAF = {"preload": ["import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"]}
QUIET = {"silence_logs": logging.CRITICAL + 1}  # errors are raised, and a cluster of our own is closed without a word
DASHBOARD = {"dashboard_address": "127.0.0.1:0"}  # any free port, for this machine only
AGAIN = "connect to a cluster that runs, and start again"
MAX_GRAPH = {"distributed.admin.large-graph-warning-threshold": "1 TB"}  # a task may hold the weights of a model


@contextmanager
def cluster_errors() -> Iterator[None]:
    """Raise a ClusterError if the cluster is lost."""
    try:
        yield
    except distributed.KilledWorker as error:
        reason = "four of its workers died with the same task: is a partition too large for their memory?"
        raise ClusterError(f"The Dask cluster must stay alive; {reason}") from error
    except (CancelledError, CommClosedError) as error:
        reason = f"it was closed, or its scheduler or data that was put there by hand is lost: {AGAIN}"
        raise ClusterError(f"The Dask cluster must stay reachable; {reason}.") from error


class DaskEngine:
    """Engine that calls functions as tasks of a Dask cluster."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        check_running(self.client)
        with cluster_errors(), dask.config.set(MAX_GRAPH):
            return self.client.submit(function, *arguments, pure=False)

    def gather(self, handles: list[Any]) -> list[Any]:
        check_running(self.client)  # a task of a client that is closing would never end
        with cluster_errors():
            try:
                return self.client.gather(handles)  # type: ignore[no-any-return]
            except RosenblattError:
                for handle in handles:
                    handle.result()  # raises the first error in the order of the partitions
                raise

    def renew(self, handle: Any) -> Any:
        """Put the result itself into a new task, so that the scheduler forgets the tasks before it."""
        [result] = self.gather([handle])
        return self.submit(unchanged, result)


_local_clients: list[Any] = []  # the client of a cluster in this process, once one was needed


def client_of(given: Any = None) -> Any:
    """Return a client that can be used: the given one, the current one, or that of a local cluster."""
    _check_outside_tasks()
    client = given
    if client is None:
        try:
            client = distributed.get_client()
        except ValueError:
            client = _local_client()
    if not isinstance(client, distributed.Client):
        raise OptionError(f"client must be a distributed.Client or None; got {given!r}.")
    check_running(client)
    return client


def check_running(client: Any) -> None:
    """Raise a ClusterError if a client is not connected."""
    if client.status != "running":
        raise ClusterError(f"client must be connected to a Dask cluster; this one is {client.status}: {AGAIN}.")


def _check_outside_tasks() -> None:
    """Raise a ClusterError inside a task, whose worker would wait for itself."""
    try:
        distributed.get_worker()
    except ValueError:
        return
    raise ClusterError("rosenblatt.dask must be used outside of Dask tasks: inside, use the estimators of rosenblatt.")


def _local_client() -> Any:
    """Client of a cluster of threads: loops release the GIL, and nothing is copied between workers."""
    if not _local_clients or _local_clients[0].status != "running":
        how: dict[str, Any] = {"processes": False, "set_as_default": False, **DASHBOARD, **QUIET}
        _local_clients[:] = [distributed.Client(n_workers=available(), threads_per_worker=1, **how)]
    return _local_clients[0]


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to a scheduler, or for "local" start a cluster of processes on this machine, until the block ends."""
    if address == "local":
        how: dict[str, Any] = {"set_as_default": False, **DASHBOARD, **QUIET, **DEAF}
        with quiet_logs(), distributed.Client(n_workers=available(), threads_per_worker=1, **how) as client:
            yield client
        return
    try:
        _probe(address)
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, TimeoutError) as error:
        rule = "must be the address of a Dask scheduler, such as tcp://127.0.0.1:8786"
        raise ClusterError(f"{subject('dask')} {rule}; {address!r} does not answer: {sentence_of(error)}.") from error
    with quiet_logs(), client:
        yield client


@contextmanager
def quiet_logs() -> Iterator[None]:
    """Print no log: faults of a cluster are raised as one sentence."""
    loggers = [logging.getLogger(name) for name in ("asyncio", "distributed", "distributed.client", "tornado")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _probe(address: str) -> None:
    """Raise a TimeoutError if something at the address is no scheduler: Dask would wait for its greeting for ever."""
    if "://" in address and not address.startswith("tcp://"):
        return  # others need certificates

    async def greeting() -> None:
        comm = await connect(address, timeout=CONNECT_SECONDS)
        comm.abort()

    def greet() -> None:
        asyncio.run(asyncio.wait_for(greeting(), 1.5 * CONNECT_SECONDS))  # after the time-out of a silent address

    with ThreadPoolExecutor(1) as thread:  # which has no event loop, as a notebook has
        try:
            thread.submit(greet).result()
        except TimeoutError as error:
            raise TimeoutError(str(error) or "it does not greet as a scheduler does") from error


def check_versions(client: Any) -> None:
    """Raise a ClusterError if a worker has other versions of packages than this process."""

    def versions(names: tuple[str, ...]) -> dict[str, str]:  # nested, so that its code is sent: a worker may lack us
        from importlib.metadata import PackageNotFoundError, version
        from platform import python_version_tuple

        found = {"Python": ".".join(python_version_tuple()[:2])}
        for name in names:
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                found[name] = "missing"
        return found

    own = versions(PACKAGES)
    with cluster_errors():
        workers = client.run(versions, PACKAGES)
    for worker, theirs in workers.items():
        for name, version in own.items():
            if theirs[name] != version:
                fault = f"{worker} has {name} {theirs[name]}, and this process {version}"
                raise ClusterError(f"Workers must have the versions of the client; {fault}: install the same versions.")
