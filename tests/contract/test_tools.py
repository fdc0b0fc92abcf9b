"""Compare, export, generate, trace, samples, geometry and notebooks: the numbers of independent computations."""

import json
import math
import re
from fractions import Fraction as F
from xml.etree import ElementTree

import numpy as np
import onnxruntime
import pandas as pd
import pytest
import reference
import scipy.sparse as sp
from hypothesis import given, strategies as st
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import rosenblatt
from contract.shell import labels_of, run
from rosenblatt import AveragedPerceptron, Hyperplane, Perceptron, PocketPerceptron, VotedPerceptron

RULES = {"perceptron": {}, "margin": {"margin": 2.0}, "normalized": {}, "pa": {}, "pa1": {"C": 0.3}, "pa2": {"C": 0.7}}
AT_ZERO = ["mistake", "positive", "negative"]


def test_a_comparison_is_cross_validation(tmp_path):
    random, folds = np.random.default_rng(1), StratifiedKFold(3, shuffle=True, random_state=5)
    X = random.normal(size=(24, 3))
    y = (X @ random.normal(size=(3, 3)) + 0.3 * random.normal(size=(24, 3))).argmax(axis=1)
    np.savez(tmp_path / "d.npz", X=X, y=y)
    own = {"averaged": AveragedPerceptron, "voted": VotedPerceptron, "pocket": PocketPerceptron}
    models = {name: kind(random_state=5) for name, kind in own.items()}
    models |= {name: Perceptron(rule=name, random_state=5) for name in RULES}
    models |= {"linear-regression": RidgeClassifier(1e-12), "logistic-regression": LogisticRegression(max_iter=1000)}
    models |= {"k-nn": KNeighborsClassifier(5), "tree": DecisionTreeClassifier(random_state=5)}
    expected = {name: cross_val_score(each, X, y, cv=folds).tolist() for name, each in models.items()}
    expected["majority"] = cross_val_score(DummyClassifier(), X, y, cv=folds).tolist()
    found = run("compare", tmp_path / "d.npz", "--folds", 3, "--random-state", 5, "--json").json
    assert {row["model"]: row["scores"] for row in found["rows"]} == expected
    means = [row["mean"] for row in found["rows"]]
    assert means == [np.mean(row["scores"]) for row in found["rows"]] == sorted(means, reverse=True)
    best, other = (next(row for row in found["rows"] if row["kind"] == kind) for kind in ("linear", "not linear"))
    gains = np.subtract(other["scores"], best["scores"])
    assert found["enough"] == (gains.mean() <= gains.std(ddof=1) / math.sqrt(3))
    assert best["model"] in found["answer"]


def test_neighbours_of_categories_differ_in_few_columns_and_no_line_is_enough(tmp_path):
    codes, folds = np.random.default_rng(2).integers(3, size=(60, 2)), StratifiedKFold(4, shuffle=True, random_state=0)
    y = np.where((codes[:, 0] == 1) != (codes[:, 1] == 2), "in", "out")
    frame = pd.DataFrame(np.array(["low", "mid", "top"])[codes], columns=["a", "b"]).assign(y=y)
    frame.to_csv(tmp_path / "d.csv", index=False)
    found = rosenblatt.compare(tmp_path / "d.csv", folds=4, models=["k-nn", "perceptron"])
    nearest = KNeighborsClassifier(5, metric="hamming", algorithm="brute")
    expected = cross_val_score(nearest, codes, y, cv=folds).tolist()
    assert (found.distance, [*found.rows[0].scores], found.enough) == ("Hamming", expected, False)


def table_of(seed, missing, n_classes):
    """A table of numbers and categories, with gaps if they are to be filled."""
    random, n = np.random.default_rng(seed), 40
    frame = pd.DataFrame({"a": random.normal(1, 2, n), "b": random.integers(9, size=n) * 1.0})
    frame["colour"] = random.choice(["red", "green", "blue"], n).astype(object)
    frame["y"] = np.array(["no", "yes", "maybe", "never"])[(frame.b + 2 * frame.a).astype(int) % n_classes]
    if missing:
        frame.loc[3, "b"], frame.loc[5, "colour"] = np.nan, None
    return frame


def features_of(encoding, row):
    """Features of a row of a table, as the JSON of a model describes them."""
    features = []
    for column in encoding["columns"]:
        value = row[column["name"]]
        if column["kind"] == "category":
            features += [float(value == category) for category in column["categories"]]
        else:
            features.append((value - column["shift"]) / column["divisor"])
    return [x / (math.hypot(*features) if encoding["scale"] == "unit" else 1.0) for x in features]


def predicted(described, rows):
    """Scores and labels of rows of features, by the rule in the JSON of a model."""
    classes, last, pairs = described["classes"], described["at_zero"] == "positive", []
    for x in rows:
        w, b = described["weights"], described["biases"]
        scores = [reference.lane_dot(row, x) + bias for row, bias in zip(w, b, strict=True)]
        best = [k for k, score in enumerate(scores) if score == max(scores)][-last]
        pairs.append((scores, classes[int(scores[0] >= 0 if last else scores[0] > 0) if len(w) == 1 else best]))
    return [scores for scores, _ in pairs], [label for _, label in pairs]


def exported(model, folder, inputs, **options):
    """The JSON of a model, and the labels and scores of its ONNX graph."""
    rosenblatt.export(model, folder / "m.json", "json")
    rosenblatt.export(model, folder / "m.onnx", "onnx", **options)
    session = onnxruntime.InferenceSession(folder / "m.onnx", providers=["CPUExecutionProvider"])
    labels, scores = session.run(["label", "scores"], inputs)
    return json.loads((folder / "m.json").read_text()), labels.tolist(), scores


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("missing", [None, "mean", "zero"])
@pytest.mark.parametrize("scale", ["standard", "maxabs", "unit", "none"])
def test_exported_models_of_tables_predict_raw_rows(tmp_path, scale, missing, n_classes):
    table_of(0, missing, n_classes).to_parquet(tmp_path / "d.parquet")
    new = table_of(1, missing, n_classes)
    new.loc[7, "colour"] = "violet"
    new.to_parquet(tmp_path / "new.parquet")
    trained = rosenblatt.train(tmp_path / "d.parquet", scale=scale, missing=missing, max_iter=3)
    inputs = {"a": new[["a"]].to_numpy(), "b": new[["b"]].to_numpy(), "colour": new[["colour"]].fillna("?").to_numpy()}
    described, labels, scores = exported(trained, tmp_path, inputs)
    encoding = described["encoding"]
    filled = new.fillna({"b": encoding["columns"][1]["mean"] if missing == "mean" else 0.0, "colour": ""})
    expected = predicted(described, [features_of(encoding, row) for row in filled.to_dict("records")])
    np.testing.assert_allclose(scores, expected[0], rtol=1e-12, atol=1e-12)
    assert labels == expected[1] == labels_of(trained, tmp_path / "new.parquet")
    assert len(set(labels)) > 1


@pytest.mark.parametrize("kind", [Perceptron, AveragedPerceptron, PocketPerceptron])
@pytest.mark.parametrize("labels", [[-1, 1], ["n", "ü"], [10, 20, 30]])
@pytest.mark.parametrize("at_zero", AT_ZERO)
def test_exported_estimators_have_their_scores_and_answer_ties_alike(tmp_path, kind, labels, at_zero):
    X = np.array([[a, b] for a in range(-3, 4) for b in range(-3, 4)], dtype=np.float64)
    y = np.array(labels)[(X[:, 0] > 0) * 1 + (len(labels) > 2) * (X[:, 1] > 0)]
    model = kind(at_zero=at_zero, fit_intercept=labels != [-1, 1], max_iter=1, n_iter_no_change=None).fit(X, y)
    described, found, scores = exported(model, tmp_path, {"X": X})
    expected = predicted(described, X.tolist())
    assert np.squeeze(expected[0]).tolist() == model.decision_function(X).tolist()
    np.testing.assert_allclose(scores, expected[0], rtol=1e-13, atol=1e-13)
    assert found == expected[1] == model.predict(X).tolist()
    assert exported(model, tmp_path, {"X": X.astype(np.float32)}, input_type="float32")[1] == found


@given(
    *(st.integers(1, 30), st.integers(2, 5), st.sampled_from([0.0, 0.05, 0.3, 1.5 - 1e-9])),
    *(st.sampled_from([0.0, 0.1, 0.97]), st.sampled_from([0.0, 30.0, -120.0])),
)
def test_generated_rows_have_the_margin_the_noise_and_the_drift(n_rows, n_features, margin, noise, drift):
    made = rosenblatt.generate(n_rows, n_features, margin=margin, radius=1.5, noise=noise, drift=drift)
    squares = []
    for x, w, label in zip(made.X.tolist(), made.row_w.tolist(), made.clean.tolist(), strict=True):
        w, score = [F(v) for v in w], reference.exact_dot(map(F, w), map(F, x)) + F(made.b)
        assert label == (1 if score > 0 else -1)
        squares.append(score**2 / reference.exact_dot(w, w))
        assert sum(F(v) ** 2 for v in x) <= F(made.radius) ** 2 <= F(1.5) ** 2
    assert F(margin) ** 2 <= F(made.margin) ** 2 <= min(squares) < F(math.nextafter(made.margin, math.inf)) ** 2
    assert np.flatnonzero(made.y != made.clean).tolist() == made.flipped.tolist()
    assert abs(len(made.flipped) - noise * n_rows) <= 0.5
    turned = Hyperplane(made.w).angle(Hyperplane(made.w_end))
    assert turned == pytest.approx(abs(drift) if n_rows > 1 else 0.0, abs=1e-9)


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "arrow", "jsonl", "libsvm", "npz"])
def test_a_seed_gives_the_same_rows_in_every_format_and_a_run_within_their_bound(tmp_path, suffix):
    how = ["--rows", 40, "--n-features", 3, "--margin", 0.1, "--random-state"]
    path, again = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    assert [run("generate", *how, 3, "-o", each, "--json").json["n_rows"] for each in (path, again)] == [40, 40]
    assert path.read_bytes() == again.read_bytes()
    printed = run("generate", *how, 3).out
    table = rosenblatt.read(path, scale="none").table()
    X = table.X.toarray() if sp.issparse(table.X) else table.X
    assert np.c_[X, table.y].tolist() == [[float(v) for v in line.split(",")] for line in printed.splitlines()]
    assert run("generate", *how, 4).out != printed
    truth = json.loads((tmp_path / f"one.{suffix}.truth.json").read_text())
    report = rosenblatt.train(path, algorithm="perceptron", scale="none").report_
    squared = sum(F(v) ** 2 for v in truth["w"])
    bound = (F(truth["radius"]) ** 2 + 1) * (squared + F(truth["b"]) ** 2) / (F(truth["margin"]) ** 2 * squared)
    assert (report.reason, 0 < report.n_mistakes <= bound) == ("converged", True)


def lists(weights, bias):
    return np.atleast_2d(weights).tolist(), np.atleast_1d(bias).tolist()


def drawn(seed, rule, at_zero, fit_intercept):
    """Small whole numbers, so that scores are often zero; two or three classes; options of a run and of the oracle."""
    random, shared = np.random.default_rng(seed), {"rule": rule, **RULES[rule], "at_zero": at_zero}
    y = random.permutation([-1, 1, -1, 1, 1, random.integers(1, 3), random.integers(1, 3)])
    options = {**shared, "fit_intercept": fit_intercept, "random_state": seed % 1000, "max_iter": 3}
    more = {**shared, "dot": reference.lane_dot, "bias_rate": float(fit_intercept)}
    return random.integers(-2, 3, (7, random.integers(1, 4))).astype(float), y, options, more


of_runs = [st.integers(0, 2**32 - 1), st.sampled_from(sorted(RULES)), st.sampled_from(AT_ZERO), st.booleans()]


@given(st.sampled_from(["given", "shuffled"]), st.builds(drawn, *of_runs))
def test_every_visit_of_a_trace_is_the_oracles(order, case):
    X, y, options, more = case
    shuffled = [i for epoch in range(3) for i in reference.shuffled(range(7), options["random_state"], epoch)]
    oracle = reference.Run(X.tolist(), y.tolist(), shuffled if order == "shuffled" else [*range(7)] * 3, **more)
    trace = rosenblatt.trace(X, y, order=order, stop_when_converged=False, n_iter_no_change=None, **options)
    before, survival = lists(*trace.replay(0)), 0
    beta = {"margin": 2.0, "pa": 1.0, "pa1": 1.0, "pa2": 1.0}.get(options["rule"], 0.0)
    for t, (step, visit) in enumerate(zip(trace, oracle.history, strict=True)):
        scores = [reference.lane_dot(w, step.x.tolist()) + b for w, b in zip(*before, strict=True)]
        assert np.atleast_1d(step.score).tolist() == scores
        if oracle.is_binary:
            before = [visit[2]], [visit[3]]
            assert step.loss == max(0.0, beta - step.y * step.score)
            assert step.score == 0 or step.prediction == np.sign(step.score)
        else:
            rows = reference.completed(visit[2], oracle.history, oracle.labels)
            before = [rows[label][0] for label in oracle.labels], [rows[label][1] for label in oracle.labels]
        assert lists(step.weights, step.bias) == before == lists(*trace.replay(t + 1))
        survival = 1 if visit.step > 0 else survival + 1
        assert (step.number, step.epoch, step.index, step.survival) == (t + 1, t // 7 + 1, visit[0], survival)
        assert (step.y, step.mistake, step.step) == (y[visit[0]], visit.wrong, visit.step)
        assert step.mistake or step.prediction == step.y


@given(st.sampled_from(["first-mistake", "random-mistake", "all-mistakes"]), st.builds(drawn, *of_runs))
def test_orders_that_search_are_traced(order, case):
    X, y, options, more = case
    passes = reference.searched(X.tolist(), y.tolist(), order, 3, seed=options["random_state"], **more)
    trace, model = rosenblatt.trace(X, y, order=order, **options), Perceptron(order=order, **options).fit(X, y)
    found = [(step.epoch, step.index, step.step) for step in trace if step.step > 0]
    assert found == [(epoch, i, tau) for epoch, (steps, *_) in enumerate(passes, 1) for i, _, tau in steps]
    assert lists(*trace.replay(len(trace))) == lists(model.coef_, model.intercept_)
    assert not len(trace) or lists(trace[-1].weights, trace[-1].bias) == lists(model.coef_, model.intercept_)


def test_the_table_of_a_trace_shows_its_numbers():
    trace = rosenblatt.trace("sample:note-004", order="given")
    words = ["trace", "sample:note-004", "--order", "given", "--all"]
    shown = [line.split() for line in run(*words).out.splitlines()[2 : 2 + len(trace)]]
    for step, cells in zip(trace, shown, strict=True):
        numbers = [step.number, step.epoch, step.index, *step.x, step.score, step.prediction, step.y]
        assert [float(cell) for cell in cells[:8] + cells[9:]] == [*numbers, *step.weights, step.bias]
        assert (cells[8] == "yes") == step.mistake


def test_samples_have_their_shapes():
    shapes = {"iris": (150, 4, 3), "petals": (150, 2, 3), "setosa": (150, 4, 2), "digits": (1797, 64, 10)}
    shapes |= {"xor": (4, 2, 2), "note-000": (6, 2, 2), "note-000-half-space": (32, 2, 2), "note-004": (4, 2, 2)}
    for name, shape in {**shapes, "note-000-cholesterol": (3, 2, 2), "note-004-line": (30, 2, 2)}.items():
        X, y, features = rosenblatt.sample(name)
        assert (*X.shape, len(set(y.tolist())), len(features), len(y)) == (*shape, shape[1], shape[0])
        with pytest.raises(rosenblatt.DataError, match=name):
            rosenblatt.sample("wine")


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.asarray, sp.csr_array]), st.sampled_from(AT_ZERO))
def test_geometry_and_criterion_are_those_of_fractions(seed, storage, at_zero):
    random = np.random.default_rng(seed)
    d, n, size = random.integers(1, 11), random.integers(1, 6), random.choice([2, 20])
    w, b, X = (random.integers(-size, size + 1, shape) / 8 for shape in (d, None, (n, d)))  # scores are exact
    w[0], y = 0.125, random.choice([-1, 1], n)
    plane, norm, rows = Hyperplane(w, b), math.sqrt(sum(F(v) ** 2 for v in w)), storage(X)
    scores = [reference.exact_dot(map(F, w), map(F, x)) + F(b) for x in X]
    margins = [int(label) * a for label, a in zip(y, scores, strict=True)]
    assert plane.score(rows).tolist() == scores
    assert plane.side(rows).tolist() == [(a > 0) - (a < 0) for a in scores]
    assert plane.label(X).tolist() == [1 if a > 0 else -1 for a in scores]
    assert plane.distance(rows) == pytest.approx([float(a) / norm for a in scores], rel=1e-14)
    assert X - plane.project(rows) == pytest.approx(np.outer([float(a) / norm**2 for a in scores], w), abs=1e-13)
    assert plane.margin(rows, y) == pytest.approx(float(min(margins)) / norm, rel=1e-14)
    assert plane.closest(X, y) == margins.index(min(margins))
    assert rosenblatt.perceptron_loss(rows, y, w, b) == sum(max(0, -m) for m in margins)
    wrong = [i for i, a in enumerate(scores) if reference.is_mistake(a, y[i], at_zero)]
    by_w, by_b = rosenblatt.perceptron_gradient(rows, y, w, b, at_zero)
    assert by_w.tolist() == [-sum(int(y[i]) * F(X[i, j]) for i in wrong) for j in range(d)]
    assert by_b == -sum(int(y[i]) for i in wrong)
    folded = rosenblatt.fold(rows, "last")
    assert (folded.toarray() if sp.issparse(folded) else folded).tolist() == np.c_[X, np.ones(n)].tolist()


def test_the_gradient_is_the_slope_of_the_loss():
    X, y, v = np.eye(3, 3) - 0.3, [1, -1, 1], np.array([0.5, 0.2, -0.7, 0.3])
    ends = [[rosenblatt.perceptron_loss(X, y, u[:3], u[3]) for u in (v + h, v - h)] for h in 1e-6 * np.eye(4)]
    by_w, by_b = rosenblatt.perceptron_gradient(X, y, v[:3], v[3])
    assert [(after - before) / 2e-6 for after, before in ends] == pytest.approx([*by_w, by_b], abs=1e-6)


def test_notebooks_show_the_numbers_of_the_text():
    X, y, _ = rosenblatt.sample("petals")
    X, y = X[::9], np.where(y == "setosa", "<script>", y)[::9]
    trained, some = rosenblatt.train("sample:petals", max_iter=2), X[:, 0] % 2 > 1
    results = [trained.report_, trained.training, rosenblatt.trace(X, y, max_iter=1), rosenblatt.certify(X, y)]
    results += [rosenblatt.certify(X, y == "<script>"), rosenblatt.certify(X, some)]
    for result in [*results, rosenblatt.compare("sample:petals", folds=2, models=["averaged", "tree"])]:
        page = ElementTree.fromstring(f"<div>{result._repr_html_()}</div>")
        text, shown = (
            re.findall(r"\d[\d.]*", each.replace(",", "")) for each in (str(result), " ".join(page.itertext()))
        )
        assert set(text) <= set(shown)
        assert (len(text) > 3, page.find(".//script")) == (True, None)
