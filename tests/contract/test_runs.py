"""Every way to train gives the bits of the slow oracle: drawn rules, learners, orders, row weights, storages, files."""

import copy
import pickle
from functools import partial

import numpy as np
import pytest
import reference
import reference_kernel
import scipy.sparse as sp
from hypothesis import given, strategies as st

import rosenblatt
from contract.shell import n_updates, n_visits
from rosenblatt import online

RULES = {"perceptron": {}, "margin": {"margin": 0.75}, "normalized": {}, "pa": {}, "pa1": {"C": 0.3}, "pa2": {"C": 0.7}}
ESTIMATORS = {
    "perceptron": rosenblatt.Perceptron,
    "averaged": rosenblatt.AveragedPerceptron,
    "voted": rosenblatt.VotedPerceptron,
    "pocket": lambda **options: rosenblatt.PocketPerceptron(ratchet=False, **options),
}
STORAGES = {
    "dense": np.asarray,
    "float32": lambda X: X.astype(np.float32),
    "fortran": np.asfortranarray,
    "csr": sp.csr_matrix,
    "csc": sp.csc_matrix,
    "csr array": sp.csr_array,
    "csr float32": lambda X: sp.csr_matrix(X.astype(np.float32)),
    "csr int64": lambda X: with_indices(sp.csr_matrix(X), np.int64),
    "messy csr": lambda X: messy(sp.csr_matrix(X)),
}
KERNELS = {"linear": {}, "poly": {"degree": 2, "gamma": 0.3, "coef0": 0.7}}
ALL_EPOCHS = {"stop_when_converged": False, "n_iter_no_change": None}
SEARCHES = ("first-mistake", "random-mistake", "all-mistakes")

every_learner = pytest.mark.parametrize("kind", ESTIMATORS)
some_learner = st.sampled_from(sorted(ESTIMATORS))
some_storage = st.sampled_from(sorted(STORAGES))


def with_indices(matrix, dtype):
    matrix.indices, matrix.indptr = matrix.indices.astype(dtype), matrix.indptr.astype(dtype)
    return matrix


def messy(matrix):
    """The same rows with halved duplicates, explicit zeros and unsorted columns."""
    n, d = matrix.shape
    row = np.repeat(np.arange(n), np.diff(matrix.indptr))
    rows = np.concatenate([row, row, np.arange(n)])
    columns = np.concatenate([matrix.indices, matrix.indices, np.full(n, d - 1)])
    values = np.concatenate([matrix.data / 2, matrix.data / 2, np.zeros(n)])
    mixed = np.lexsort((np.random.default_rng(0).permutation(len(rows)), rows))
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n))])
    return sp.csr_matrix((values[mixed], columns[mixed], starts), shape=(n, d))


@st.composite
def cases(draw, order=None, epochs=None):
    """Rows that float32 holds exactly, with zeros, −0.0 and a subnormal; noisy labels; options that change a run."""
    k = draw(st.sampled_from([2, 3, 4]))
    n, d, seed = draw(st.integers(max(k, 6), 16)), draw(st.integers(1, 19)), draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    X = (random.normal(size=(n, d)) * 10.0 ** draw(st.sampled_from([-3, 0, 0, 3]))).astype(np.float32)
    X[random.random((n, d)) < 0.4] = 0.0
    X[3, 0], X[5, -1] = -0.0, np.float32(2.0**-132)  # its half is a subnormal float32, too
    X[4] = 0.0
    y = np.concatenate([random.permutation(k), random.integers(k, size=n - k)])
    y = 2 * y - 1 if k == 2 else y
    importance = np.linspace(0.1, 1.6, n) if draw(st.booleans()) else None
    rule = draw(st.sampled_from(sorted(RULES)))
    options = {
        **{"rule": rule, **RULES[rule], "at_zero": draw(st.sampled_from(["mistake", "positive", "negative"]))},
        **{"fit_intercept": draw(st.booleans()), "random_state": seed % 1000},
        "order": order or draw(st.sampled_from(["given", "shuffled", "shuffled-once"])),
        "max_iter": epochs or draw(st.integers(1, 4)),
    }
    rates = [1.0] if rule.startswith("pa") else [1.0, 0.3, np.linspace(0.25, 1.5, d).tolist()]
    options["eta0"] = draw(st.sampled_from(rates))
    return X.astype(np.float64), y, importance, options


def own(options, *names):
    """Options that the oracle takes, too."""
    return {name: options[name] for name in ("rule", "margin", "C", *names) if name in options}


def oracle(X, y, importance, options):
    n, seed = len(y), options["random_state"]
    orders = {
        "given": lambda epoch: range(n),
        "shuffled": lambda epoch: reference.shuffled(range(n), seed, epoch),
        "shuffled-once": lambda epoch: reference.shuffled(range(n), seed, 0),
    }
    visits = [i for epoch in range(options["max_iter"]) for i in orders[options["order"]](epoch)]
    rate = options["eta0"]
    bias_rate = (1.0 if isinstance(rate, list) else rate) * options["fit_intercept"]
    weights = None if importance is None else importance.tolist()
    more = {"dot": reference.lane_dot, "rate": rate, "bias_rate": bias_rate, "weights": weights}
    return reference.Run(X.tolist(), y.tolist(), visits, **more, **own(options, "at_zero"))


def without(options, *names):
    return {name: value for name, value in options.items() if name not in names}


def expect(kind, model, run, X):
    """The weights or the votes of the oracle, and the predictions that follow."""
    if kind == "voted":
        assert model.decision_function(X).tolist() == run.shares(X.tolist())
    else:
        assert (model.coef_.tolist(), model.intercept_.tolist()) == run.weights(kind)
        w, b = run.weights(kind)
        scores = [[reference.lane_dot(row, x) + bias for row, bias in zip(w, b, strict=True)] for x in X.tolist()]
        assert np.array(scores).squeeze(axis=1 if len(w) == 1 else ()).tolist() == model.decision_function(X).tolist()


@given(cases(), some_learner, some_storage)
def test_fit(case, kind, storage):
    X, y, importance, options = case
    run = oracle(*case)
    model = ESTIMATORS[kind](**options, **ALL_EPOCHS).fit(STORAGES[storage](X), y, sample_weight=importance)
    expect(kind, model, run, X)
    report = model.report_
    assert (report.mistakes_per_epoch, report.updates_per_epoch) == (run.mistakes_per_epoch, run.updates_per_epoch)
    assert (report.n_mistakes, n_updates(report)) == (sum(run.mistakes_per_epoch), sum(run.updates_per_epoch))
    assert (report.n_epochs, n_visits(report), report.n_rows) == (options["max_iter"], len(run.history), len(y))
    assert report.errors == int((model.predict(X) != y).sum())


@given(cases("given", 1), some_learner, st.data())
def test_partial_fit(case, kind, data):
    """Any cut, any storage of each part; copied, pickled or saved between two parts; classes known or late."""
    X, y, importance, options = case
    late = options["at_zero"] == "mistake" and data.draw(st.booleans())
    cuts = data.draw(st.lists(st.integers(1, len(y) - 1), max_size=4).map(sorted))
    model = ESTIMATORS[kind](**options)
    for first, last in zip([0, *cuts], [*cuts, len(y)], strict=True):
        if first < last:
            weights = None if importance is None else importance[first:last]
            rows = STORAGES[data.draw(some_storage)](X[first:last])
            model.partial_fit(rows, y[first:last], classes=None if late else np.unique(y), sample_weight=weights)
            model = data.draw(st.sampled_from([copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]))(
                model
            )
    expect(kind, model, oracle(*case), X)


@given(cases(), some_learner, st.sampled_from(["dense", "csr", "libsvm"]))
def test_file(tmp_path_factory, case, kind, format):
    X, y, _, options = case
    if options["order"] == "shuffled-once":
        options = {**options, "order": "shuffled"}
    path, reading = tmp_path_factory.mktemp("rows") / "rows.npz", {}
    if format == "libsvm":
        lines = (" ".join(f"{j}:{value!r}" for j, value in enumerate(row, 1) if value) for row in X.tolist())
        path = path.with_suffix(".libsvm")
        path.write_text("".join(f"{label} {line}\n" for label, line in zip(y, lines, strict=True)))
        reading = {"n_features": X.shape[1]}
    elif format == "dense":
        np.savez(path, X=X, y=y)
    else:
        sp.save_npz(path, sp.csr_matrix(X))
        np.save(path.with_name("y.npy"), y)
        reading = {"labels": str(path.with_name("y.npy"))}
    model = rosenblatt.fit_file(ESTIMATORS[kind](**options, **ALL_EPOCHS), path, scale="none", **reading)
    run = oracle(X, y, None, options)
    expect(kind, model, run, X)
    assert model.report_.mistakes_per_epoch == run.mistakes_per_epoch


@given(cases("given", 1), st.sampled_from(["perceptron", "averaged"]))
def test_dicts(case, kind):
    """One dict at a time, with features in the order of their names."""
    X, y, importance, options = case
    if isinstance(options["eta0"], list):  # one rate per feature needs to know them
        options["eta0"] = 0.5
    options = without(options, "order", "max_iter", "random_state")
    known = {} if options["at_zero"] == "mistake" else {"classes": np.unique(y).tolist()}
    make = {"perceptron": online.Perceptron, "averaged": online.AveragedPerceptron}[kind]
    model = make(features=list(range(X.shape[1])), **known, **options)
    for i, row in enumerate(X.tolist()):
        model.learn_one(dict(enumerate(row)), int(y[i]), **({} if importance is None else {"w": float(importance[i])}))
    w, b = oracle(*case).weights(kind)
    if len(w) == 1:
        assert ([model.weights.get(j, 0.0) for j in range(X.shape[1])], model.bias) == (w[0], b[0])
    expected = ESTIMATORS[kind](order="given", max_iter=1, **ALL_EPOCHS, **options).fit(X, y, sample_weight=importance)
    assert [model.predict_one(dict(enumerate(row))) for row in X.tolist()] == expected.predict(X).tolist()


@given(cases(epochs=4), st.sampled_from(SEARCHES), some_storage)
def test_orders_that_search(case, order, storage):
    X, y, _, options = case
    run = reference.searched(
        *(X.tolist(), y.tolist(), order, 4),
        **{"seed": options["random_state"], "dot": reference.lane_dot, "bias_rate": float(options["fit_intercept"])},
        **own(options, "at_zero"),
    )
    rows = run[-1][2]
    labels = sorted(rows)[1:] if len(rows) == 2 else sorted(rows)
    model = rosenblatt.Perceptron(**{**options, "order": order, "eta0": 1.0}).fit(STORAGES[storage](X), y)
    assert model.coef_.tolist() == [rows[label][0] for label in labels]
    assert model.intercept_.tolist() == [rows[label][1] for label in labels]


@given(cases(epochs=4), st.sampled_from([*SEARCHES, "shuffled"]))
def test_all_learners_make_the_same_mistakes(case, order):
    X, y, importance, options = case
    options = {**options, "order": order, **ALL_EPOCHS}
    reports = [make(**options).fit(X, y, sample_weight=importance).report_ for make in ESTIMATORS.values()]
    for report in reports:
        assert report.mistakes_per_epoch == reports[0].mistakes_per_epoch
        assert report.updates_per_epoch == reports[0].updates_per_epoch


@given(cases())
def test_the_average_is_the_mean_of_all_weights_and_of_the_zero_start(case):
    X, y, _, options = case
    trace = rosenblatt.trace(X, y, **options)
    if len(np.unique(y)) == 2:
        weights = np.array([[*step.weights, step.bias] for step in trace])
        model = rosenblatt.AveragedPerceptron(**options).fit(X, y)
        expected = weights.sum(axis=0) / (len(weights) + 1)
        found = [*model.coef_[0], model.intercept_[0]]
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(weights).max())


@given(
    cases(epochs=2), st.sampled_from(sorted(KERNELS)), st.sampled_from(["last", "averaged", "voted"]),
    st.booleans(), some_storage,
)  # fmt: skip
def test_kernels(case, kernel, predict_with, per_class, storage):
    X, y, importance, options = case
    options = {**options, "fit_intercept": options["fit_intercept"] or kernel != "linear", "eta0": 1.0}
    per_class = per_class and len(np.unique(y)) > 2
    rows = X.tolist()
    function = reference_kernel.kernel_of(
        kernel, dot=reference.lane_dot, bias=int(options["fit_intercept"]), **KERNELS[kernel]
    )
    run = reference_kernel.KernelRun(
        *(rows, y.tolist(), function),
        **{"order": options["order"], "epochs": 2, "seed": options["random_state"], "one_vs_rest": per_class},
        **{"weights": None if importance is None else importance.tolist(), **own(options, "at_zero")},
    )
    model = rosenblatt.KernelPerceptron(
        **{"kernel": kernel, **KERNELS[kernel], "predict_with": predict_with, **options, **ALL_EPOCHS},
        multiclass="one-vs-rest" if per_class else "argmax",
    )
    model.fit(STORAGES[storage](X), y, sample_weight=importance)
    assert model.report_.mistakes_per_epoch == run.mistakes_per_epoch
    assert model.decision_function(X).tolist() == [run.decide(x, predict_with) for x in rows]


@given(cases("given", 1), st.sampled_from(sorted(KERNELS)), st.sampled_from(["last", "averaged", "voted"]), st.data())
def test_kernels_in_parts(case, kernel, predict_with, data):
    X, y, importance, options = case
    options = {**options, "fit_intercept": True, "eta0": 1.0, "kernel": kernel, "predict_with": predict_with}
    make = partial(rosenblatt.KernelPerceptron, **options, **KERNELS[kernel], **ALL_EPOCHS)
    whole = make().fit(X, y, sample_weight=importance)
    cuts, model = data.draw(st.lists(st.integers(1, len(y) - 1), max_size=3, unique=True).map(sorted)), make()
    for first, last in zip([0, *cuts], [*cuts, len(y)], strict=True):
        weights = None if importance is None else importance[first:last]
        rows = STORAGES[data.draw(some_storage)](X[first:last])
        model.partial_fit(rows, y[first:last], classes=np.unique(y), sample_weight=weights)
    assert model.decision_function(X).tolist() == whole.decision_function(X).tolist()


@given(cases(epochs=3), some_learner)
def test_class_weights_are_row_weights(case, kind):
    X, y, _, options = case
    weights = {label: 0.5 + 0.25 * k for k, label in enumerate(np.unique(y).tolist())}
    make = partial(ESTIMATORS[kind], **options, **ALL_EPOCHS)
    by_class = make(class_weight=weights).fit(X, y)
    by_row = make().fit(X, y, sample_weight=np.vectorize(weights.get)(y))
    assert by_class.decision_function(X).tolist() == by_row.decision_function(X).tolist()


def test_rbf_scores_are_sums_of_exponentials():
    X, y, _ = rosenblatt.sample("xor")
    model = rosenblatt.KernelPerceptron(kernel="rbf", gamma=0.5, predict_with="last", order="given").fit(X, y)
    support, coefficients = X[model.support_], model.dual_coef_[0]
    squared = ((X[:, None, :] - support[None]) ** 2).sum(axis=2)
    np.testing.assert_allclose(model.decision_function(X), np.exp(-0.5 * squared) @ coefficients, rtol=1e-12)
    assert model.score(X, y) == 1.0


def test_precomputed_kernel_values_are_the_kernel():
    random = np.random.default_rng(0)
    X, y = random.integers(-4, 5, size=(30, 5)).astype(float), random.integers(0, 3, size=30)
    for predict_with in ("last", "averaged", "voted"):
        options = {"predict_with": predict_with, "max_iter": 4}
        ready = rosenblatt.KernelPerceptron(kernel="precomputed", **options).fit((X @ X.T + 1) ** 2, y)
        model = rosenblatt.KernelPerceptron(kernel="poly", degree=2, gamma=1.0, coef0=1.0, **options).fit(X, y)
        assert ready.decision_function((X @ X.T + 1) ** 2).tolist() == model.decision_function(X).tolist()


@every_learner
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.compiled  # rows enough for prefetching, slices on several cores and votes by matrix products
def test_storages_agree_on_larger_runs(kind, n_classes):
    random = np.random.default_rng(n_classes)
    X = random.normal(size=(3_000, 37)).astype(np.float32) * (random.random((3_000, 37)) < 0.5)
    y = (X @ random.normal(size=(37, n_classes)) + random.normal(size=(3_000, n_classes))).argmax(axis=1)
    models = [ESTIMATORS[kind](max_iter=5).fit(store(X.astype(np.float64)), y) for store in STORAGES.values()]
    expected = models[0].decision_function(X).tobytes()
    for model, store in zip(models, STORAGES.values(), strict=True):
        assert model.report_.mistakes_per_epoch == models[0].report_.mistakes_per_epoch
        assert model.decision_function(store(X.astype(np.float64))).tobytes() == expected
