"""Entries of docstrings that the estimators on a cluster share (``rosenblatt.docstrings``)."""

from rosenblatt.docstrings import entries

OWN_PARAMETERS = entries("""
client : distributed.Client or None, default=None
    Client of the cluster. None means the current client. Without a current client, a cluster of threads is started in
    this process. Clones share the client. A pickled estimator has none.
strategy : {'mixing', 'sequence'}, default='mixing'
    "mixing" visits all partitions side by side in each epoch, and then mixes their weights. "sequence" visits one
    partition after another: the bits are those of one machine, and ``order`` must be "given".
mix_by : {'mistakes', 'uniform'}, default='mistakes'
    Share of each partition in the mixed weights: in proportion to its mistakes (updates, for rules with a margin), or
    the same for all partitions with rows.
then_sequence : int, default=0
    Number of passes in sequence after mixing has ended. They are left out if it has converged.
part_mb : float, default=64.0
    Size of a partition of files, in megabytes of the file.
""")

COLLECTIONS = entries("""
X : dask array, dask data frame, or list of delayed objects, futures or arrays
    Rows in partitions.
y : dask array, dask series, or list of delayed objects, futures or arrays
    Labels in the partitions of ``X``.
sample_weight : dask array, dask series or list, default=None
    Weights of the rows in the partitions of ``X``. They multiply the update. Rows with weight 0 are skipped.
""")

OWN_ATTRIBUTES = entries("""
client_ : distributed.Client
    Client that is used: ``client``, else the current client, else that of a cluster in this process.
""")
