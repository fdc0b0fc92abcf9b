"""Named rules. The lectures differ in details, so every "exact" result names the rule it follows.

Lectures: CMU 10-301/601 Lecture 6 (note 000) and a student's notes on it (001); Manchester, Foundations of Machine
Learning, Week 2 (002); Maryland CMSC 422 Lecture 6 (003); Cornwell, Classification, Halfspaces, the Perceptron
algorithm (004). docs/notes.md goes through them.
"""

from typing import Any, Literal, NamedTuple, get_args


class Convention(NamedTuple):
    rule: str
    source: str


class Algorithm(NamedTuple):
    """Variant of the perceptron: its classes in ``learners`` and ``estimators``, its names in help and reports."""

    learner: str
    estimator: str
    predicts: str
    title: str
    meaning: str
    is_online: bool = False  # whether ``online`` and ``river`` have it, too


# The names that users give: functions check against these lists, and the command line offers them.
ALGORITHMS = {
    "perceptron": Algorithm(
        learner="Perceptron",
        estimator="Perceptron",
        predicts="the last weights",
        title="Perceptron",
        meaning="the last weights predict",
        is_online=True,
    ),
    "averaged": Algorithm(
        learner="Averaged",
        estimator="AveragedPerceptron",
        predicts="the average",
        title="Averaged perceptron",
        meaning="the mean of the weights over all visits predicts",
        is_online=True,
    ),
    "voted": Algorithm(
        learner="Voted",
        estimator="VotedPerceptron",
        predicts="all, by vote",
        title="Voted perceptron",
        meaning="every weight vector of the run votes, as often as it survived",
    ),
    "pocket": Algorithm(
        learner="Pocket",
        estimator="PocketPerceptron",
        predicts="the longest-lived weights",
        title="Pocket algorithm",
        meaning="the weights with the longest run of correct visits predict",
    ),
    "kernel": Algorithm(
        learner="Kernel",
        estimator="KernelPerceptron",
        predicts="kernel values with the rows of the mistakes",
        title="Kernel perceptron",
        meaning="sums of kernel values with the rows on which mistakes were made predict",
    ),
}


class UpdateRule(NamedTuple):
    """Update rule: when a visit is answered, how far the weights move, what is proven, and where it is from."""

    title: str
    when: str
    step: str
    bound: str  # on the mistakes (the updates, for "margin") on separable rows; R and γ are those of the theorem
    source: str
    estimators: tuple[str, ...] = ()  # classes of ``estimators`` that are named after the rule
    online: tuple[str, ...] = ()  # … of ``online`` and ``river``


# Rules for the update. y·a is the score on the side of the true class, ℓ = 1 − y·a the hinge loss.
RULES = {
    "perceptron": UpdateRule(
        title="Perceptron",
        when="y·a ≤ 0",
        step="λ",
        bound="R²/γ²",
        source="Rosenblatt 1958; Novikoff 1962; all five lectures",
    ),
    "margin": UpdateRule(
        title="Margin perceptron",
        when="y·a ≤ β",
        step="λ",
        bound="(R² + 2β/λ)/γ², on the updates",
        source="Duda and Hart 1973; Krauth and Mézard 1987",
        estimators=("MarginPerceptron",),
        online=("MarginPerceptron",),
    ),
    "normalized": UpdateRule(
        title="Normalized perceptron",
        when="y·a ≤ 0",
        step="λ/‖x‖",
        bound="R²/γ², without a bias",
        source="Novikoff 1962, on rows of length 1",
        estimators=("NormalizedPerceptron",),
        online=("NormalizedPerceptron",),
    ),
    "pa": UpdateRule(
        title="Passive-aggressive",
        when="y·a < 1",
        step="ℓ/‖x‖²",
        bound="R²/γ², without a bias",
        source="Crammer et al. 2006, PA",
    ),
    "pa1": UpdateRule(
        title="Passive-aggressive, PA-I",
        when="y·a < 1",
        step="min(C, ℓ/‖x‖²)",
        bound="max(R², 1/C)/γ², without a bias",
        source="Crammer et al. 2006, PA-I",
        estimators=("PassiveAggressiveClassifier",),
        online=("PassiveAggressiveClassifier",),
    ),
    "pa2": UpdateRule(
        title="Passive-aggressive, PA-II",
        when="y·a < 1",
        step="ℓ/(‖x‖² + 1/(2C))",
        bound="(R² + 1/(2C))/γ², without a bias or with C ≤ ½",
        source="Crammer et al. 2006, PA-II",
    ),
}
RULES_WITH_C = ("pa1", "pa2")
PASSIVE_AGGRESSIVE = ("pa", *RULES_WITH_C)
RULE_OF_LOSS = {"hinge": "pa1", "squared_hinge": "pa2"}  # by scikit-learn's names
# Kernels of the kernel perceptron, which may also be a function of two matrices.
KERNELS = {
    "linear": "x·z + 1, or x·z without a bias",
    "poly": "(coef0 + gamma x·z)^degree",
    "rbf": "exp(−gamma ‖x − z‖²)",
    "precomputed": "rows of kernel values, given in place of features",
}
PREDICT_WITH = {
    "voted": "every vector of the run votes, as often as it survived",
    "averaged": "the mean of the scores over all visits predicts",
    "last": "the scores after the last update predict",
}
# Rules for more than two classes. Two classes share one score under both.
MULTICLASS = {
    "argmax": Convention(
        "the class with the highest score wins; a mistake moves the true class and its strongest rival",
        "Duda and Hart 1973 (Kesler); Crammer and Singer 2003",
    ),
    "one-vs-rest": Convention(
        "one perceptron per class, with y = +1 for the rows of the class and −1 for all others; the highest score wins",
        "Freund and Schapire 1999",
    ),
}
# Strategies of training on partitions, with the algorithms that they take (classes of ``learners``).
STRATEGIES = {
    "mixing": ("Perceptron", "Averaged"),
    "sequence": ("Perceptron", "Averaged", "Voted"),
}
# Shares of the partitions when their weights are mixed.
MIXINGS = {
    "mistakes": Convention("μ_i = k_i / Σ k, where k_i is the number of updates", "McDonald, Hall and Mann 2010"),
    "uniform": Convention("μ_i = 1 / number of partitions with rows", "McDonald, Hall and Mann 2010"),
}
METRICS = ("accuracy", "balanced-accuracy", "f1", "precision", "recall", "macro-f1")
FORMATS = {  # of data, with the suffixes of their files
    "csv": (".csv", ".data"),
    "tsv": (".tsv", ".tab"),
    "parquet": (".parquet", ".pq"),
    "arrow": (".arrow", ".ipc", ".feather"),
    "jsonl": (".jsonl", ".ndjson"),
    "libsvm": (".libsvm", ".svm", ".svmlight"),
    "vw": (".vw",),
    "npy": (".npy",),
    "npz": (".npz",),
    "idx": (".idx",),
}
TABLES = ("csv", "tsv", "parquet", "arrow", "jsonl")  # formats that have columns
DELIMITED = ("csv", "tsv")
TEXTS = (*DELIMITED, "jsonl", "libsvm", "vw")
ARRAYS = ("npy", "npz", "idx")  # formats of arrays, whose labels may be in a file of their own
EXPORTS = ("onnx", "json")  # formats of a model for other programs
Scale = Literal["standard", "maxabs", "unit", "none"]
SCALES = get_args(Scale)
Missing = Literal["mean", "zero", "drop"]
MISSING = get_args(Missing)
MissingLabel = Literal["error", "drop"]
MISSING_LABELS = get_args(MissingLabel)
TEXT_FEATURES: dict[str, dict[str, Any]] = {  # as arguments of scikit-learn's HashingVectorizer
    "chars3-5": {"analyzer": "char_wb", "ngram_range": (3, 5), "lowercase": False},  # the ends of words are blanks
    "words": {"analyzer": "word", "ngram_range": (1, 1)},
    "words1-2": {"analyzer": "word", "ngram_range": (1, 2)},
}
PICTURES = (
    *("boundary", "mistakes", "cumulative", "margins", "confusion", "weights", "pixels"),
    *("loss", "proof", "bound", "hulls"),
)

# Rules for a score of exactly zero, which every run starts with.
AT_ZERO = {
    "mistake": Convention("y·a ≤ 0 is a mistake, whichever class it is", "Maryland CMSC 422 Lecture 6, Cornwell"),
    "positive": Convention("zero counts as positive: ŷ = +1 when a ≥ 0", "CMU 10-301/601 Lecture 6"),
    "negative": Convention("zero counts as negative: ŷ = +1 only when a > 0", "Manchester Week 2"),
}

# Sign of a zero score in the compiled loops: none, plus, minus.
SIGN_OF_ZERO = {"mistake": 0, "positive": 1, "negative": -1}

# Visiting orders of `fit`. `partial_fit` visits rows as they come.
ORDERS = {
    "shuffled": Convention("a new random order every epoch", "Maryland CMSC 422 Lecture 6: random is better"),
    "given": Convention("row after row, as given", "CMU 10-301/601 Lecture 6, Maryland CMSC 422 Lecture 6"),
    "shuffled-once": Convention("one random order, the same every epoch", "Maryland CMSC 422 Lecture 6"),
    "first-mistake": Convention("update on the first row that is wrong, look again", "Cornwell"),
    "random-mistake": Convention("update on one wrong row drawn at random, look again", "Manchester Week 2"),
    "all-mistakes": Convention(
        "update on all wrong rows at once, after each epoch", "Manchester Week 2, Maryland CMSC 422 Lecture 6"
    ),
}

# Orders that score every row before they update: one iteration is one pass.
SEARCHING_ORDERS = ("first-mistake", "random-mistake", "all-mistakes")

# Orders among these where one iteration is one update.
SINGLE_UPDATE_ORDERS = ("first-mistake", "random-mistake")

# Reasons why training ended.
REASONS = {
    "converged": "an epoch passed without a mistake",
    "stalled": "mistakes per epoch stopped falling (rule n_iter_no_change)",
    "not_separable": "it is proven that no plane separates the rows",
    "max_iter": "the last allowed epoch ended",
    "early_stopped": "predictions of the validation rows did not improve for n_iter_no_change epochs",
    "interrupted": "Ctrl-C was pressed",
    "open": "training continues with the next examples",
}

# Labels with a fixed sign, even if they are the only label so far.
NEGATIVE_LABELS = (-1, 0)  # False equals 0
POSITIVE_LABELS = (1,)  # True equals 1

AVERAGE = Convention("w − u/c with c = T + 1: the start is counted once", "Maryland CMSC 422 Lecture 6, Algorithm 7")
SURVIVAL = Convention(
    "weights survive the visits after which they were current, the one that made them included",
    "Maryland CMSC 422 Lecture 6, voted perceptron",
)
BIAS = Convention("learned beside w and added last; its rate is 1 when rates are per feature", "Manchester Week 2")
GENERATOR = Convention(
    "sfc32 seeded by (epoch, seed, stream), 16 numbers dropped, Fisher-Yates from the end", "loops/rng.py"
)
