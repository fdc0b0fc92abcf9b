"""Perceptrons on a Dask cluster: estimators for rows in partitions.

The only package that imports Dask: ``pip install "rosenblatt[dask]"``. The mathematics is in ``learners/mixing``, and
the run in ``learners/partitioned``, both without Dask. docs/distributed.md says which strategy to use when.
"""

try:
    from rosenblatt.dask.estimators import AveragedPerceptron, Perceptron, VotedPerceptron
except ModuleNotFoundError as error:
    if error.name not in ("dask", "distributed"):
        raise
    raise ModuleNotFoundError('rosenblatt.dask needs Dask: pip install "rosenblatt[dask]".') from error

__all__ = ["AveragedPerceptron", "Perceptron", "VotedPerceptron"]
