"""Entries of docstrings that the learners of one example at a time share (``rosenblatt.docstrings``)."""

from rosenblatt.docstrings import entries
from rosenblatt.learners.shared_entries import OPTIONS

PARAMETERS = OPTIONS | entries("""
features : iterable of str or int, default=None
    Names of features, in the order of their columns. Features that are not named get the next columns when they
    first appear.
classes : iterable, default=None
    Class labels. They need not be given: a new class may appear at any time, unless ``at_zero`` is "positive" or
    "negative" and the labels are not -1 and 1, 0 and 1, or False and True.
eta0 : float, default=1.0
    Learning rate, the positive factor of every update.
""")

ATTRIBUTES = entries("""
n_examples : int
    Number of examples learned so far.
n_mistakes : int
    Number of mistakes so far: each example is predicted by the running weights before it is learned.
n_updates : int
    Number of updates of the weights so far. Rules with a margin also make updates that are not mistakes.
weights : dict
    Weights that predict, by feature. For more than two classes, a dict by class of such dicts.
bias : float or dict
    Bias that predicts. For more than two classes, a dict by class.
feature_names : list
    Features, in the order of their columns.
model : Model
    Frozen model of the weights learned so far, for arrays with the columns ``feature_names``.
report : Report
    Report on the run so far.
""")

EXAMPLE = entries("""
x : dict
    Values by feature. A value is a number; a string is a feature of its own, ``name=value``, with the value 1.
""")
