"""Entries of docstrings that commands share, and of commands with many arguments (``rosenblatt.docstrings``)."""

from rosenblatt.docstrings import entries, keywords
from rosenblatt.files.read_options import FILE_OPTIONS
from rosenblatt.files.shared_entries import DATA, READING
from rosenblatt.learners.shared_entries import OPTIONS

SHARED = DATA | entries("""
model : object, str or path-like
    Trained model, or the path of its file: the result of ``rosenblatt.train``, a fitted estimator or a learner.
algorithm : {'perceptron', 'averaged', 'voted', 'pocket', 'kernel'}, default=None
    Weights that predict. None means "perceptron", or "kernel" if a kernel is given.

    - "perceptron": the last weights.
    - "averaged": the mean of the weights over all visits.
    - "voted": every weight vector of the run votes, as often as it survived a visit.
    - "pocket": the weights with the longest run of correct visits.
    - "kernel": sums of kernel values with the rows on which mistakes were made.
reading : dict, default=None
    Options of ``rosenblatt.read`` by name, for a file.
cache : str or path-like, default=None
    Folder for the parsed rows, kept there for the next run on the same file. None means a file without a name in the
    user's cache folder, removed after the run.
checkpoint : str or path-like, default=None
    File to which the run is written after every epoch and every minute, until it ends. For files larger than a window
    of about two million numbers.
resume : bool, default=False
    Whether to go on from the checkpoint, if there is one.
on_window : callable, default=None
    Function that is called after each window of a larger file, with the learner and the progress of the run.
progress : callable, default=None
    Function that is called now and then with a line of text about the progress.
""")
ERRORS = entries("""
OptionError
    If an option is unknown, has a value that it cannot have, or does not fit the format of the file.
DataError
    If the file or the model cannot be read, or the rows are not fit for the purpose.
""")

# Where tables are standardised unless the caller says otherwise.
SCALED = READING | entries("""
scale : {'standard', 'maxabs', 'unit', 'none'}, default='standard' for tables, 'none' for other formats
    Scaling of numbers: subtract the mean and divide by the standard deviation, divide by the largest absolute value,
    make rows of length 1, or none. Sparse training rows are not centred.
""")
READ_OPTIONS = keywords("options", "Options for reading the file, as :func:`rosenblatt.read` has them:", READING)
FIT_FILE = keywords("options", "Options for reading the file, as :func:`rosenblatt.read` has them:", SCALED)
LEARNER_OPTIONS = keywords(
    "options",
    """
    Options of the learner. A set of the lectures, such as "sample:note-000", has the options of its lecture where
    they are left out. The pocket algorithm also takes ``ratchet``, as :class:`rosenblatt.PocketPerceptron` has it.
    """,
    OPTIONS,
)

_OF_LABELS = ("labels", "missing_label")
WRITTEN = keywords(
    "written",
    """
    Options that say how the file is written. Options that are left out are as in training, except ``format``, which
    is found anew.
    """,
    {name: READING[name] for name in READING if name in FILE_OPTIONS and name not in _OF_LABELS},
    defaults=False,
)
WRITTEN_LABELLED = keywords(
    "written",
    """
    Options that say how the file is written. Options that are left out are as in training, except ``format``, which
    is found anew, and ``labels``.
    """,
    {name: READING[name] for name in READING if name in FILE_OPTIONS},
    defaults=False,
)

PARTITIONS = entries("""
dask : str or distributed.Client, default=None
    Cluster that works on partitions of the files: the address of a Dask scheduler, "local" for a cluster of processes
    on this machine, or a client. Every worker must be able to read the files. None means this process.
strategy : {'mixing', 'sequence'}, default=None
    Training on partitions: "mixing" visits them side by side and mixes their weights after each epoch; "sequence"
    visits one after another, with the bits of one machine. None means "mixing" on a cluster, else no partitions.
mix_by : {'mistakes', 'uniform'}, default='mistakes'
    Share of each partition in the mixed weights: in proportion to its mistakes, or the same for all.
then_sequence : int, default=0
    Number of passes in sequence after mixing has ended.
part_mb : float, default=64
    Size of a partition in megabytes of the file. The result of mixing depends on it.
""")

TRAIN = (
    SHARED
    | entries("""
data : str or path-like, default='sample:setosa'
    Labelled file of any size in any format of ``rosenblatt.read``, a folder of files, a pattern such as
    ``"part-*.csv"``, "-" for standard input, or "sample:NAME" for a bundled set.
algorithm : {'perceptron', 'averaged', 'voted', 'pocket', 'kernel'}, default=None
    Weights that predict: the last weights, their mean over all visits, the votes of all of them, those with the
    longest run of correct visits, or kernel values. None means "kernel" if a kernel is given, else "averaged" for
    files, which are often noisy, and "perceptron" for bundled sets and with ``certify_when_stalled``.
model : str or path-like, default=None
    File to write the model to when training has ended. Until then there is a checkpoint beside it.
report : str or path-like, default=None
    File to write the report to, as one HTML page. This needs matplotlib.
from_model : object, str or path-like, default=None
    Trained model, or the path of its file, to continue training with the new rows. The model keeps its algorithm and
    options; only ``max_iter`` and the options that say how the file is written can be given.
validation : float, str or path-like, default=None
    Fraction of the rows to hold out, or a file of other rows, for the evaluation in ``validation`` of the result.
certify : bool, default=False
    Whether to search for a certificate of separability after training, for as long as training took and at least 10
    seconds. The report then compares the mistakes with the proven bound. Ctrl-C ends only the search.
certify_when_stalled : bool, default=False
    Whether to search for a certificate of separability when training stalls, for rows that fit into a window. Rows
    proven not separable end training; rows proven separable are trained on further.
command : list of str, default=None
    Command line to record in the model file.
""")
    | PARTITIONS
    | keywords(
        "options",
        """
        Options for reading the file, as :func:`rosenblatt.read` has them, and options of the learner. The pocket
        algorithm also takes ``ratchet``, as :class:`rosenblatt.PocketPerceptron` has it.
        """,
        SCALED | OPTIONS,
    )
)

COMPARE = (
    SHARED
    | entries("""
data : str or path-like
    Labelled file in any format of ``rosenblatt.read``, with at most 2 GB of features, or "sample:NAME" for a bundled
    set.
folds : int, default=5
    Number of stratified folds, at least 2. Each is predicted by models trained on the others. If the smallest class
    has fewer rows, there are only as many folds.
seed : int, default=0
    Seed for the splits, for random orders and for the decision tree.
budget : float, default=None
    Seconds for all folds of one model, checked between folds. None means 60, ``math.inf`` no limit.
metric : {'accuracy', 'balanced-accuracy', 'f1', 'precision', 'recall', 'macro-f1'}, default='accuracy'
    Score to compare.
models : iterable of str, default=None
    Names of the models to compare: "averaged", "perceptron", "pocket", "linear-regression", "logistic-regression",
    "voted", "tree", "k-nn", "majority". None means all.
""")
    | keywords(
        "options",
        """
        Options for reading the file, as :func:`rosenblatt.read` has them. Scaling is learned from the training part
        of each fold.
        """,
        SCALED,
    )
)

PLOT = (
    SHARED
    | entries("""
source : object, str or path-like
    Trained model, or the path of its file; or rows to train on: a file or "sample:NAME".
what : str, default='boundary'
    Picture to draw.

    - "boundary": the regions of the classes, the plane and its margin, for two or three features.
    - "mistakes": mistakes per epoch.
    - "cumulative": mistakes as visits go by. Needs rows to train on.
    - "margins": histogram of the distances of the rows from the boundary. Needs rows.
    - "confusion": true classes against predicted classes. Needs rows.
    - "weights": the largest weights, by name.
    - "pixels": weights as one image per class.
    - "loss": perceptron criterion along the run. Needs rows to train on.
    - "proof": the two sides of the mistake bound, mistake by mistake. Needs rows to train on that a plane separates.
    - "bound": mistakes against (R/γ)². Needs rows that a plane separates.
    - "hulls": the point where the hulls of two classes meet. Needs rows that no plane separates.
output : str or path-like, default=None
    File to write the picture to, with suffix .png, .svg or .pdf.
data : str or path-like, default=None
    Rows to draw with a model: a file like that of training.
style : {'light', 'dark'}, default='light'
    Colours for a light or a dark page.
features : str, int or sequence of them, default=None
    Features to draw, by name or by number from 0: one to three for "boundary", one or two for "hulls". A string of
    digits is a number if it is not a name.
label : object, default=None
    Class whose weights to draw, for "weights".
most : int, default=20
    Largest number of weights to draw, for "weights".
shape : tuple of int, default=None
    Height and width of the image in pixels, for "pixels". None means a square.
budget : float, default=60.0
    Seconds for the certificate that "proof", "bound" and "hulls" need.
ax : matplotlib.axes.Axes, default=None
    Axes to draw on. None makes new ones.
""")
    | LEARNER_OPTIONS
)
