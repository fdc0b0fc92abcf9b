"""Dask clusters for tests, and examples in partitions."""

import logging
from contextlib import contextmanager

import distributed
import numpy as np
import scipy.sparse as sp
from dask import array as da

LOGGERS = ("distributed", "distributed.worker", "distributed.scheduler", "distributed.nanny")
QUIET = logging.CRITICAL + 1  # workers log every exception that they send back
HOW = {"dashboard_address": "127.0.0.1:0", "silence_logs": QUIET}  # a free port: workers of pytest run side by side
REPORTED = (
    *("reason", "n_epochs", "mistakes_per_epoch", "updates_per_epoch", "n_examples", "n_rows", "errors", "radius"),
    *("first_pass_errors", "zero_rows", "per_class", "mixed_mistakes_per_epoch"),
)


@contextmanager
def quiet():
    """Silence Dask's loggers. A cluster that is closed sets them back although another one runs."""
    levels = {name: logging.getLogger(name).level for name in LOGGERS}
    disabled, logging.root.manager.disable = logging.root.manager.disable, logging.CRITICAL
    try:
        yield
    finally:
        logging.root.manager.disable = disabled
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def cluster_of_threads(n_workers=2, threads_per_worker=1, set_as_default=True):
    """Client of a cluster in this process, until the block ends."""
    how = {"n_workers": n_workers, "threads_per_worker": threads_per_worker, "set_as_default": set_as_default}
    with quiet(), distributed.Client(processes=False, **how, **HOW) as client:
        yield client


def chunked(X, y, sizes, weights=None, storage="dense"):
    """Examples as dask arrays with these sizes of chunks. Columns are in two chunks, unless rows are sparse."""
    rows = da.from_array(X, chunks=(sizes, (4, X.shape[1] - 4) if storage == "dense" else -1))
    if storage != "dense":
        rows = rows.map_blocks(sp.csr_matrix)
    columns = [da.from_array(column, chunks=(sizes,)) for column in (y, weights) if column is not None]
    return rows, *columns


def split(X, y, sizes, weights=None):
    """Examples as lists of arrays with these numbers of rows."""
    at = np.cumsum(sizes)[:-1]
    return tuple(np.split(column, at) for column in (X, y, weights) if column is not None)


def report_fields(report):
    """Fields of a report that do not depend on time."""
    return {name: getattr(report, name) for name in REPORTED}
