"""Training on files: the bits of ``fit``, scikit-learn's metrics, printed predictions, continuing and reproducing."""

import json
import re

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings, strategies as st
from sklearn import metrics
from sklearn.datasets import dump_svmlight_file

import rosenblatt
from contract.shell import labels_of, n_updates, n_visits, run

pytestmark = pytest.mark.filterwarnings("ignore:(y_pred contains|A single label):UserWarning")  # scikit-learn's
ESTIMATORS = {
    "perceptron": rosenblatt.Perceptron,
    "averaged": rosenblatt.AveragedPerceptron,
    "voted": rosenblatt.VotedPerceptron,
    "pocket": rosenblatt.PocketPerceptron,
    "kernel": rosenblatt.KernelPerceptron,
}
SCALES = {"csv": ["none", "standard", "maxabs", "unit"], "npz": ["none", "standard", "unit"], "svm": ["none", "maxabs"]}
METRICS = ["accuracy", "balanced-accuracy", "f1", "precision", "recall", "macro-f1"]
seeds, class_counts, algorithms = st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(sorted(ESTIMATORS))
fewer = settings(max_examples=settings().max_examples // 3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("training")


def drawn(seed, n_rows, n_classes):
    """Rows of small whole numbers, and noisy classes that all occur."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (n_rows, 3)).astype(float)
    y = (X @ rng.normal(size=(3, n_classes)) + rng.normal(size=(n_rows, n_classes))).argmax(axis=1)
    y[:n_classes] = np.arange(n_classes)
    return X, y


def write(path, X, y, n_colours=3):
    """Write rows as arrays, as LIBSVM text, or as a table with a column of colours and named classes."""
    if path.suffix == ".npz":
        np.savez(path, X=X, y=y)
    elif path.suffix == ".svm":
        dump_svmlight_file(X, y, str(path), zero_based=False)
    else:
        colours = np.array(["red", "green", "blue", "pink"])[X[:, 1].astype(int) % n_colours]
        rows = zip(X[:, 0].tolist(), colours, X[:, 2].tolist(), y.tolist(), strict=True)
        path.write_text("size,colour,weight,class\n" + "".join(f"{a},{b},{c},c{d}\n" for a, b, c, d in rows))
    return path


def encoded(path, trained):
    return rosenblatt.read(path, encoding=trained.encoding_).table()


def bits(model, X):
    return model.decision_function(X).tobytes()


def counts(report):
    return {name: value for name, value in report.to_dict().items() if name != "seconds"}


def printed(*arguments):
    return " ".join(run(*arguments).out.split())


def metrics_of(evaluation):
    return [evaluation.metric(name) for name in METRICS]


def expected_metrics(truth, predicted, classes):
    """All metrics by scikit-learn: of the greater of two classes, otherwise means over the classes."""
    how = {"average": "macro"} if len(classes) != 2 else {"average": "binary", "pos_label": max(classes)}
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(truth, predicted, zero_division=0, **how)
    macro = metrics.f1_score(truth, predicted, average="macro", zero_division=0)
    accuracies = metrics.accuracy_score(truth, predicted), metrics.balanced_accuracy_score(truth, predicted)
    return pytest.approx([*accuracies, f1, precision, recall, macro], rel=1e-12)


@given(seeds, class_counts, algorithms, st.data())
def test_training_on_a_file_is_fitting_its_encoded_rows(folder, seed, n_classes, algorithm, data):
    kind = data.draw(st.sampled_from(sorted(SCALES)))
    path, label = write(folder / f"a.{kind}", *drawn(seed, 24, n_classes)), "c1" if kind == "csv" else 1
    options = {
        "max_iter": data.draw(st.integers(1, 4)),
        "order": data.draw(st.sampled_from(["given", "shuffled", "shuffled-once"])),
        "at_zero": data.draw(st.sampled_from(["mistake", "negative"])),
        "random_state": seed,
    }
    scale = data.draw(st.sampled_from(SCALES[kind]))
    weight = data.draw(st.sampled_from([None, "balanced", {label: 2.5}]))
    trained = rosenblatt.train(path, algorithm=algorithm, scale=scale, class_weight=weight, **options)
    X, y, _ = encoded(path, trained)
    fitted = ESTIMATORS[algorithm](class_weight=weight, **options).fit(X, y)
    by_file = rosenblatt.fit_file(ESTIMATORS[algorithm](class_weight=weight, **options), path, scale=scale)
    report = trained.report_
    assert trained.classes_.tolist() == fitted.classes_.tolist() == by_file.classes_.tolist()
    assert bits(trained.model_, X) == bits(fitted, X) == bits(by_file, X)
    assert counts(report) == counts(fitted.report_) == counts(by_file.report_)
    if hasattr(fitted, "coef_"):
        assert by_file.coef_.tobytes() == fitted.coef_.tobytes()
        assert by_file.intercept_.tobytes() == fitted.intercept_.tobytes()
    typed = {"algorithm": algorithm, "scale": scale, **options}
    if weight:
        typed["class-weight"] = weight if weight == "balanced" else f"{label}=2.5"
    flags = [text for name, value in typed.items() for text in (f"--{name.replace('_', '-')}", value)]
    told = run("train", path, *flags, "--json").json
    expected = {**counts(report), "training": trained.training.to_dict(), "algorithm": algorithm, "scale": scale}
    assert {name: told[name] for name in expected} == expected
    assert report.n_mistakes == sum(report.mistakes_per_epoch) == n_updates(report)
    assert len(report.mistakes_per_epoch) == report.n_epochs <= options["max_iter"]
    assert n_visits(report) == report.n_rows * report.n_epochs == 24 * report.n_epochs
    assert report.errors == np.count_nonzero(trained.predict_file(path) != y) == 24 - trained.training.n_right
    assert report.first_pass_errors == report.mistakes_per_epoch[0]
    assert (report.reason == "converged") == (report.mistakes_per_epoch[-1] == 0)


@given(seeds, class_counts, st.booleans(), st.integers(1, 30))
def test_an_evaluation_is_scikit_learns(seed, n_classes, are_strings, n_rows):
    truth, predicted = np.random.default_rng(seed).integers(0, n_classes, (2, n_rows))
    if are_strings:
        truth, predicted = truth.astype(str), predicted.astype(str)
    evaluation, labels = rosenblatt.Evaluation(), np.unique([truth, predicted]).tolist()
    for some in (slice(n_rows // 2), slice(n_rows // 2, None)):
        evaluation.add(truth[some], predicted[some])
    assert evaluation.classes == labels
    if len(labels) > 1:
        assert metrics_of(evaluation) == expected_metrics(truth, predicted, labels)
    confusion = metrics.confusion_matrix(truth, predicted, labels=labels)
    assert evaluation.confusion.tolist() == evaluation.to_dict()["confusion"] == confusion.tolist()
    per_class = metrics.precision_recall_fscore_support(truth, predicted, labels=labels, zero_division=0)
    assert [each[1:] for each in evaluation.per_class] == [pytest.approx(each) for each in np.transpose(per_class)]
    assert evaluation.majority.accuracy == np.unique(truth, return_counts=True)[1].max() / n_rows


@fewer
@given(seeds, class_counts, algorithms)
def test_evaluating_a_file_counts_the_predictions(folder, seed, n_classes, algorithm):
    path, model = write(folder / "t.csv", *drawn(seed, 24, n_classes)), folder / "t.perceptron"
    X, y = drawn(seed + 1, 20, n_classes)
    other = write(folder / "v.csv", X, y, n_colours=4)
    other.write_text(other.read_text().replace(",c0\n", ", c0.\n"))  # as in the test rows of Adult
    trained = rosenblatt.train(path, algorithm=algorithm, max_iter=3, validation=other, model=model)
    truth, predicted = [f"c{label}" for label in y], labels_of(trained, other)
    evaluation = rosenblatt.evaluate(model, other)
    assert list(evaluation.taken_for.values()) == ["c0"]
    assert metrics_of(evaluation) == expected_metrics(truth, predicted, trained.classes_)
    assert trained.validation.to_dict() == evaluation.to_dict() == run("evaluate", model, other, "--json").json
    assert ("'colour'" in run("predict", model, other).err) == (3 in X[:, 1].astype(int) % 4)


@fewer
@given(seeds, class_counts, algorithms, st.sampled_from(["csv", "npz"]))
def test_a_fraction_holds_out_rows_whatever_their_labels(folder, seed, n_classes, algorithm, kind):
    """Every row has its own class here, so the true classes of the validation show which rows were held out."""
    X, y = drawn(seed, 40, n_classes)
    options = {"validation": 0.3, "random_state": seed, "scale": "none", "max_iter": 2}
    categorical = {"categorical": "class"} if kind == "csv" else {}
    numbered = rosenblatt.train(write(folder / f"n.{kind}", X, np.arange(40)), **options, **categorical)
    held = [int(str(each.label).removeprefix("c")) for each in numbered.validation.per_class if each.support]
    others, path = np.setdiff1d(np.arange(40), held), write(folder / f"h.{kind}", X, y)
    trained = rosenblatt.train(path, algorithm=algorithm, **options)
    rows = encoded(path, trained)
    fitted = ESTIMATORS[algorithm](random_state=seed, max_iter=2).fit(rows.X[others], rows.y[others])
    assert 0 < len(held) < 40
    assert bits(trained.model_, rows.X) == bits(fitted, rows.X)
    assert counts(trained.report_) == counts(fitted.report_)
    predicted = fitted.predict(rows.X[held])
    assert metrics_of(trained.validation) == expected_metrics(rows.y[held], predicted, trained.classes_)
    typed = ["--validation", 0.3, "--random-state", seed, "--scale", "none", "--max-iter", 2, "--algorithm", algorithm]
    for name, evaluation in (("training", trained.training), ("validation", trained.validation)):
        metric = METRICS[seed % len(METRICS)]
        assert f"{name} {metric} {evaluation.metric(metric):.4f}" in printed("train", path, *typed, "--metric", metric)


@fewer
@given(seeds, class_counts, algorithms, st.integers(1, 5))
def test_predict_prints_ids_labels_and_scores_of_the_decision_function(folder, seed, n_classes, algorithm, top):
    X, y = drawn(seed, 20, n_classes)
    path, model = write(folder / "p.csv", X, y), folder / "p.perceptron"
    trained = rosenblatt.train(path, algorithm=algorithm, max_iter=2, model=model, id="weight")
    scores, classes = trained.model_.decision_function(encoded(path, trained).X), trained.classes_.tolist()
    labels = labels_of(model, path)
    assert labels == labels_of(trained, path) == trained.predict(encoded(path, trained).X).tolist()
    per_class = np.column_stack([0 - scores, scores]) if scores.ndim == 1 else scores
    own = scores if scores.ndim == 1 else per_class[range(20), [classes.index(label) for label in labels]]
    lines = [line.split("\t") for line in run("predict", model, path, "--scores").out.splitlines()]
    expected = zip(X[:, 2].tolist(), labels, own.tolist(), strict=True)
    assert [(float(key), label, float(score)) for key, label, score in lines] == list(expected)
    lines = run("predict", model, path, "--top", top, "--json").out.splitlines()
    for line, row in zip(lines, per_class.tolist(), strict=True):
        best = json.loads(line)["top"]
        assert [row[classes.index(label)] for label, _ in best] == sorted(row, reverse=True)[:top]
        assert [score for _, score in best] == sorted(row, reverse=True)[:top]
    for threshold in (0.0, scores.flat[0], 1e9):
        ended = run("predict", model, path, f"--threshold={threshold}")
        if n_classes == 2:
            assert ended.out.split()[1::2] == [classes[int(score > threshold)] for score in scores]
        else:
            assert ended.code == 2
            assert "--threshold" in ended.error


def test_output_is_written_whole_and_over_no_other_file(folder):
    path, model, output = write(folder / "w.csv", *drawn(0, 24, 2)), folder / "w", folder / "labels.txt"
    rosenblatt.train(path, model=model)
    assert run("predict", model, path, "-o", output).out == ""
    assert output.read_text() == run("predict", model, path).out
    (folder / "bad.csv").write_text("size,colour,weight\n1,red,2\nx,red,2\n")
    files = {place: place.read_bytes() for place in (path, model, output)}
    assert "bad.csv:3" in run("predict", model, folder / "bad.csv", "-o", output).error
    assert "'class'" in run("evaluate", model, folder / "bad.csv").error
    for place in (path, folder, folder / "none" / "m"):
        for option in ("--model", "--checkpoint", "--report"):
            assert option in run("train", path, option, place).error
    for place in (path, model):
        assert "--output" in run("predict", model, path, "-o", place).error
    for options in (["--resume"], ["--validation", folder / "gone.csv"], ["--validation", 2]):
        assert options[0].strip("-") in run("train", path, *options).error
    assert {place: place.read_bytes() for place in files} == files


@fewer
@given(seeds, class_counts)
def test_the_heaviest_features_are_the_largest_weights(folder, seed, n_classes):
    path = write(folder / "f.csv", *drawn(seed, 24, n_classes))
    fitted = rosenblatt.fit_file(rosenblatt.AveragedPerceptron(max_iter=3), path)
    names = fitted.trained_.feature_names_
    shown = [line.partition("for 'c")[2] for line in str(rosenblatt.inspect(fitted)).splitlines() if "for 'c" in line]
    for line, weights in zip(shown, fitted.coef_, strict=True):
        expected = np.argsort(-np.abs(weights), kind="stable")[: np.count_nonzero(weights)]
        assert re.findall(r"([\w=]+ [+-][\d.e+-]+)", line) == [f"{names[k]} {weights[k]:+.4g}" for k in expected]


@fewer
@given(seeds, st.integers(2, 3), st.sampled_from(["perceptron", "averaged", "voted", "kernel"]), st.data())
def test_continuing_with_the_second_half_is_one_run_over_both(folder, seed, n_classes, algorithm, data):
    X, y = drawn(seed, 30, n_classes)
    kind, cut = data.draw(st.sampled_from(sorted(SCALES))), data.draw(st.integers(n_classes, 28))
    known = data.draw(st.booleans())  # otherwise the last of three classes comes with the second half
    first = np.flatnonzero((np.arange(30) < cut) & (known | (y < 2)))
    second = np.setdiff1d(np.arange(30), first)
    old, new = write(folder / f"1.{kind}", X[first], y[first]), write(folder / f"2.{kind}", X[second], y[second], 4)
    own = {"kernel": "poly"} if algorithm == "kernel" else {"rule": "pa1" if kind == "npz" else "perceptron"}
    options = {"order": "given", "max_iter": 1, **own}  # of whole numbers: new columns can change the order of sums
    started = rosenblatt.train(old, algorithm=algorithm, model=folder / "m1", scale="none", **options)
    before = bits(started.model_, encoded(old, started).X)
    continued = rosenblatt.train(new, from_model=started)
    rows = [encoded(path, continued) for path in (old, new)]
    stacked = (sp.vstack if sp.issparse(rows[0].X) else np.vstack)([rows[0].X, rows[1].X])
    fitted = ESTIMATORS[algorithm](**options).fit(stacked, np.concatenate([rows[0].y, rows[1].y]))
    assert run("train", new, "--from-model", folder / "m1", "--model", folder / "m2").code == 0
    loaded = rosenblatt.load(folder / "m2")
    assert continued.classes_.tolist() == loaded.classes_.tolist() == fitted.classes_.tolist()
    assert bits(continued.model_, stacked) == bits(loaded.model_, stacked) == bits(fitted, stacked)
    assert counts(continued.report_) == counts(loaded.report_)
    assert continued.report_.n_rows == len(second)
    assert started.report_.n_mistakes + continued.report_.n_mistakes == fitted.report_.n_mistakes
    assert bits(started.model_, encoded(old, started).X) == before


@pytest.mark.parametrize(
    ("started", "data", "options", "named"),
    [
        *(({}, "c.csv", {name: "given"}, name) for name in ("algorithm", "order", "scale", "target", "class_weight")),
        ({}, "c.csv", {"validation": 0.5}, "validation"),
        ({"early_stopping": True}, "c.csv", {}, "early_stopping"),
        ({"order": "first-mistake"}, "c.csv", {}, "order"),
        ({"at_zero": "positive"}, "c.csv", {}, "'c2'"),
        ({}, "narrow.csv", {}, "'colour'"),
        ({}, "a.npz", {}, "npz"),
    ],
)
def test_what_cannot_be_continued_is_refused(folder, started, data, options, named):
    X, y = drawn(0, 24, 3)
    for name in ("c.csv", "a.npz"):
        write(folder / name, X, y)
    (folder / "narrow.csv").write_text("size,weight,class\n1,2,c0\n")
    model = rosenblatt.train(write(folder / "few.csv", X[y < 2], y[y < 2]), max_iter=2, **started)
    with pytest.raises(rosenblatt.RosenblattError, match=named):
        rosenblatt.train(folder / data, from_model=model, **options)


@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_reproducing_tells_whether_data_and_bits_are_the_same(folder, algorithm):
    X, y = drawn(5, 30, 2)
    path, moved, model = write(folder / "d.csv", X, y), write(folder / "moved.csv", X, y), folder / "d.perceptron"
    options = {"validation": 0.2, "class_weight": "balanced", "max_iter": 3}
    rosenblatt.train(path, algorithm=algorithm, model=model, **options)
    for again in (rosenblatt.reproduce(model), rosenblatt.reproduce(model, moved)):
        assert (again.same, again.same_data, again.differences) == (True, True, [])
    assert run("reproduce", model, moved, "--json").json == again.to_dict()
    for changed in ((2 - X, y), (X, 1 - y)):
        again = rosenblatt.reproduce(model, write(folder / "other.csv", *changed))
        assert (again.same, again.same_data, bool(again.differences)) == (False, False, True)
        assert run("reproduce", model, folder / "other.csv").code == 1
        assert again.differences[0] in printed("reproduce", model, folder / "other.csv")
    rosenblatt.train(moved, from_model=model, model=folder / "later", max_iter=2)
    assert rosenblatt.reproduce(folder / "later").same
    assert rosenblatt.train(moved, from_model=folder / "later").report_.n_epochs == 3  # as the first run
    assert run("reproduce", folder / "later", moved, "--from-model", folder / "later").code == 1


@pytest.mark.parametrize(
    ("data", "algorithm", "shown"),
    [("h.csv", "perceptron", ["colour=red"]), ("h.csv", "voted", []), ("h.npz", "averaged", ["x1", "<svg"])],
)
def test_the_html_report_has_the_numbers_of_the_run(folder, data, algorithm, shown):
    X, y = drawn(1, 40, 2)
    path, options = write(folder / data, X if data == "h.csv" else X[:, :2], y), {"--algorithm": algorithm}
    options |= {"--validation": 0.3, "--report": folder / "h.html", "--model": folder / "h", "--max-iter": 5}
    assert run("train", path, *(text for option in options.items() for text in option), "--certify").code == 0
    trained = rosenblatt.train(path, algorithm=algorithm, validation=0.3, max_iter=5)
    digest = rosenblatt.inspect(folder / "h").to_dict()["origin"]["inputs"][0]["sha256"]
    numbers = [f"{each.accuracy:.4f}" for each in (trained.training, trained.validation)]
    page = (folder / "h.html").read_text()
    assert [
        text for text in (data, "--validation", "not separable", digest, *numbers, *shown) if text not in page
    ] == []
    assert "<script" not in page
