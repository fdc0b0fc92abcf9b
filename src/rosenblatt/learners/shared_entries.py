"""Entries of docstrings that learners, estimators and commands share (``rosenblatt.docstrings``)."""

from rosenblatt.docstrings import entries

# The fields of Options.
OPTIONS = entries("""
order : {'shuffled', 'given', 'shuffled-once', 'first-mistake', 'random-mistake', 'all-mistakes'}, default='shuffled'
    Order in which ``fit`` visits the training rows. ``partial_fit`` visits rows in the order given.

    - "shuffled": a new random order in every epoch.
    - "given": row after row, as given.
    - "shuffled-once": one random order, the same in every epoch.
    - "first-mistake": find the first row that is wrong, update, and search again from the first row.
    - "random-mistake": find all rows that are wrong, update on one of them drawn at random, and search again.
    - "all-mistakes": find all rows that are wrong, and update on all of them at the end of the epoch.
eta0 : float or array of shape (n_features,) or (n_features + 1,), default=1.0
    Learning rate, the positive factor of every update. An array has one rate per feature. If it has
    ``n_features + 1`` rates, the last one is the rate of the bias; otherwise the bias has rate 1.
fit_intercept : bool, default=True
    Whether to learn a bias (intercept). A plane without a bias goes through the origin.
at_zero : {'mistake', 'positive', 'negative'}, default='mistake'
    Meaning of a score of exactly zero. Training starts with weights of zero, so this rule decides the first visits.

    - "mistake": zero is a mistake, whichever class the row has, and predicts the negative class (lectures of Maryland
      and Cornwell, notes 003 and 004).
    - "positive": zero predicts the positive class (lecture of CMU, note 000).
    - "negative": zero predicts the negative class (lecture of Manchester, note 002).
max_iter : int or None, default=None
    Largest number of epochs. In the orders "first-mistake" and "random-mistake", the largest number of updates.
    None means 1,000 epochs (10 for the averaged and the voted perceptron), or 100,000 updates.
n_iter_no_change : int, 'auto' or None, default='auto'
    Number of epochs without a new low in mistakes after which training ends as "stalled". With early stopping, also
    the number of epochs without fewer validation errors after which training ends as "early_stopped". None means
    that training never ends for these reasons. "auto" is 5 epochs for validation errors. For mistakes it is 100
    epochs, or fewer on large data, but at least 5. For the plain perceptron in the order "shuffled", it is 200 epochs
    instead of 100, and training also stalls as soon as a statistical test finds that the mistakes per epoch no longer
    fall. Under other rules it is also 200 epochs; the rule "margin" counts updates in place of mistakes.
tol : float, default=0.001
    Relative decrease that counts as a new low: an epoch is a new low if it has fewer than ``(1 - tol) * low`` mistakes,
    where ``low`` is the previous low. Below ``1 / tol`` mistakes, one mistake fewer is enough.
stop_when_converged : bool, default=True
    Whether to stop when training converges or stalls. False runs all ``max_iter`` epochs, as Algorithms 5 and 7
    of Maryland CMSC 422, Lecture 6 (note 003) are written; only early stopping and Ctrl-C can end training sooner.
early_stopping : bool, default=False
    Whether to hold out some of the training rows, and keep the weights that predict the held-out rows best.
validation_fraction : float, default=0.1
    Fraction of the rows that early stopping holds out, between 0 and 1. Each class is held out in proportion.
class_weight : 'balanced', mapping from label to float, or None, default=None
    Factor of the updates for each class. A label that is not in the mapping has factor 1. "balanced" means
    ``n_rows / (n_classes * rows of the class)``; ``partial_fit`` uses the counts up to and including each row.
random_state : int, default=0
    Seed for random orders and for the choice of held-out rows, from 0 to 2³² − 1. The same seed gives the same bits.
rule : {'perceptron', 'margin', 'normalized', 'pa', 'pa1', 'pa2'}, default='perceptron'
    Formula that selects the visits that move the weights, and sets the length of the step. y·a is the score on the
    side of the true class, ℓ = 1 − y·a.

    - "perceptron": on a mistake, by ``eta0``.
    - "margin": if y·a is at most ``margin``, by ``eta0``.
    - "normalized": on a mistake, by ``eta0`` / ‖x‖.
    - "pa": passive-aggressive: if y·a is below 1, by ℓ / ‖x‖².
    - "pa1": PA-I: if y·a is below 1, by the smaller of ``C`` and ℓ / ‖x‖².
    - "pa2": PA-II: if y·a is below 1, by ℓ / (‖x‖² + 1 / (2 C)).
margin : float or None, default=None
    Margin β of the rule "margin", at least 0. None means 1. Other rules take no margin.
C : float or None, default=None
    Aggressiveness of the rules "pa1" and "pa2", above 0: a larger C makes larger steps. None means 1. Other rules take
    no C.
multiclass : {'argmax', 'one-vs-rest'}, default='argmax'
    Rule for more than two classes. "argmax": a mistake moves the true class and its strongest rival. "one-vs-rest":
    every class learns by itself to tell its rows from all others, in the same pass over the rows.
""")

# The fields of KernelOptions beside those of Options.
KERNEL_OPTIONS = entries("""
kernel : {'linear', 'poly', 'rbf', 'precomputed'} or callable, default='rbf'
    Kernel K(x, z).

    - "linear": x·z + 1, or x·z if ``fit_intercept`` is False.
    - "poly": (``coef0`` + ``gamma`` x·z) to the power ``degree``.
    - "rbf": exp(-``gamma`` ‖x − z‖²).
    - "precomputed": ``X`` has kernel values in place of features: one column per training row.
    - A function that takes two matrices with n and m rows and returns an n × m matrix of kernel values. It is called
      with one row and all rows.
degree : int, default=3
    Degree of the kernel "poly", from 1 to 1000. Other kernels ignore it.
gamma : float, 'scale', 'auto' or None, default=None
    Factor γ of the kernels "poly" and "rbf", above 0. "scale" is 1 / (n_features · variance of X), "auto" is
    1 / n_features. None means 1 for "poly" and "scale" for "rbf". In ``partial_fit``, "scale" takes the variance of the
    first call's rows: give a number, and the result does not depend on how rows are divided into calls.
coef0 : float, default=1.0
    Constant of the kernel "poly". Other kernels ignore it.
predict_with : {'voted', 'averaged', 'last'}, default='voted'
    Vectors of the run that predict. "voted": every vector votes, as often as it survived. "averaged": the mean of the
    scores over all visits. "last": the scores after the last update.
normalize_scores : bool, default=False
    Whether the scores of a class are divided by the norm of its vector, so that classes can be compared (Freund and
    Schapire 1999). For the predictions "averaged" and "last"; not for the kernel "precomputed".
cache_mb : float, default=1024.0
    Memory for kernel values in training, in MB. It changes the speed, and no result.
""")

# What fit and partial_fit take.
ROWS = entries("""
X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
    Rows of finite numbers, one row per example.
y : array-like of shape (n_samples,)
    Labels, one per row: numbers or strings.
sample_weight : array of shape (n_samples,), default=None
    Factor of the update for each row, finite and not negative. Rows with weight 0 are skipped.
coef_init : array of shape (n_features,), (1, n_features) or (n_classes, n_features), default=None
    Starting weights, one row for two classes and else one row per class. None means zeros.
intercept_init : array of shape (1,) or (n_classes,), default=None
    Starting bias for each row of ``coef_init``. None means zeros.
classes : array-like of shape (n_classes,), default=None
    Labels that later calls may bring. They need not be given: a new class may appear at any time, unless ``at_zero``
    is "positive" or "negative" and the labels are not -1 and 1, 0 and 1, or False and True. Under
    ``multiclass="one-vs-rest"``, no class may come after the first call: it names all classes, or its rows have them.
""")

# What learners have once they are trained.
LEARNER = entries("""
options : Options
    Options of the run, checked.
report : Report or None
    Report on the run. None before the first call of ``fit`` or ``partial_fit``.
model : Model
    Frozen model of the weights learned so far.
weights : WeightRows
    Running weights, in the order in which the classes came.
classes : Classes
    Labels, with the row of the weights that each label has.
n_features : int
    Number of features, 0 before training.
visited : int
    Number of visits so far.
n_mistakes : int
    Number of mistakes of the running weights so far.
n_updates : int
    Number of updates of the weights so far. Rules with a margin also make updates that are not mistakes.
n_rows : int
    Number of rows learned from.
radius : float
    Largest norm of a row; of (x, 1) if a bias is learned.
seconds : float
    Time spent in training.
on_epoch : callable or None
    Called after every epoch of ``fit`` with the number of the epoch, from 0, and its mistakes.
on_visits : callable or None
    Called after each batch of visits with the examples, the rows visited, and the mistakes among them.
**options
    Fields of :class:`Options`, such as ``order="given"`` or ``max_iter=100``.
""")

# Arguments of the methods that algorithms override.
HOOKS = entries("""
rule : Rule
    Learning rates, the sign of a score of zero, the margin and the step, for the compiled loops.
start : WeightRows
    Weights to start from.
examples : Examples
    Rows, their classes and their weights, as the compiled loops take them.
mistakes : Mistakes
    Updates: the rows, the rivals of their classes, the numbers of the visits, and the steps.
wrong : callable
    Takes a model and returns the weight of the training rows that it predicts wrong.
state : dict
    What ``more_state`` returned.
more : dict
    What ``more_state`` is said to have returned, read from a file.
n_features : int
    Number of features.
n_classes : int
    Number of rows of weights, two for two classes.
visited : int
    Number of visits.
learned : Learned
    A learner, or the state of one restored from a file.
moves : ndarray of shape (n_old_features,)
    New column of each feature, rising.
""")
