"""Is linear enough? Sets of which the answer is known, the rule, what may not leak, and what is said of bad input."""

import json
import math
import re
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from helpers.paths import DATA, DOCS, needs_data

from rosenblatt import read
from rosenblatt.cli import cli
from rosenblatt.commands import cross_validation
from rosenblatt.commands.compare import KINDS, compare
from rosenblatt.commands.comparison import Compared
from rosenblatt.errors import DataError, OptionError, TrainingOverflow
from rosenblatt.trained.evaluation import METRICS


def saved(tmp_path, X, y, name="rows.npz"):
    np.savez(tmp_path / name, X=X, y=y)
    return tmp_path / name


@pytest.fixture
def xor(tmp_path):
    """The corners of a square, opposite ones of one class."""
    corners = np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]).repeat(8, axis=0)
    return saved(tmp_path, corners, np.array([0, 0, 1, 1]).repeat(8))


@pytest.fixture
def halves(tmp_path):
    """Two clouds that a plane separates widely."""
    X = np.array([[-3, -3], [3, 3]]).repeat(10, axis=0) + np.random.default_rng(1).normal(scale=0.2, size=(20, 2))
    return saved(tmp_path, X, np.array(["low", "high"]).repeat(10))


@pytest.fixture
def colours(tmp_path):
    """A table of categories alone: the class is the colour."""
    rng = np.random.default_rng(2)
    rows = [(colour, rng.choice(["s", "m", "l"])) for colour in ["red", "green"] * 10]
    path = tmp_path / "colours.csv"
    path.write_text("colour,size,kind\n" + "".join(f"{c},{s},{'stop' if c == 'red' else 'go'}\n" for c, s in rows))
    return path


def scores(comparison):
    return {row.model: row.mean for row in comparison.rows}


def test_no_line_is_enough_for_xor(xor):
    found = compare(xor, folds=4)
    assert found.enough is False
    assert found.difference.model in ("tree", "k-nn")
    assert scores(found)["tree"] == scores(found)["k-nn"] == 1.0
    assert max(row.mean for row in found.rows if row.kind == "linear") <= 0.8
    assert found.answer.startswith("Linear is not enough: tree has 1.0000, and ")
    assert found.answer.endswith("is above one standard error.")
    assert found.next_command == f"rosenblatt certify {xor}"


def test_a_line_is_enough_where_it_separates(halves):
    found = compare(halves, folds=5)
    assert found.enough is True
    assert {name for name, mean in scores(found).items() if mean == 1.0} == set(KINDS) - {"majority"}
    assert found.rows[-1].model == "majority"
    assert found.rows[-1].mean == 0.5
    assert "the difference over 5 folds, +0.0000 ± 0.0000, is not above one standard error." in found.answer
    assert found.next_command == f"rosenblatt train {halves} --algorithm averaged"


def test_the_same_seed_gives_the_same_scores_and_another_seed_others():
    models = ("averaged", "voted", "tree", "k-nn")
    first, again, other = (compare("sample:iris", folds=2, models=models, seed=seed) for seed in (3, 3, 4))
    assert [(row.model, row.scores) for row in first.rows] == [(row.model, row.scores) for row in again.rows]
    assert (first.answer, first.next_command) == (again.answer, again.next_command)
    assert [row.scores for row in first.rows] != [row.scores for row in other.rows]


def test_models_are_as_good_as_scikit_learn_says_by_itself():
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_score

    table = read("sample:iris").table()
    splits = StratifiedKFold(3, shuffle=True, random_state=5)
    theirs = cross_val_score(LogisticRegression(max_iter=1000), table.X, table.y, cv=splits)
    (row,) = compare("sample:iris", folds=3, seed=5, models="logistic-regression").rows
    assert row.scores == tuple(theirs)
    assert row.std == pytest.approx(np.std(theirs, ddof=1))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_linear_regression_is_least_squares_on_the_labels(n_classes):
    """Cornwell's other setting, computed here by the sign for two classes and by the largest for three."""
    rng = np.random.default_rng(n_classes)
    X, y = rng.normal(size=(30, 4)), rng.integers(n_classes, size=30)
    folded = np.c_[X, np.ones(30)]
    if n_classes == 2:
        expected = (folded @ np.linalg.lstsq(folded, 2.0 * y - 1, rcond=None)[0] > 0).astype(int)
    else:
        expected = (folded @ np.linalg.lstsq(folded, np.eye(3)[y], rcond=None)[0]).argmax(axis=1)
    model = cross_validation.new_model("linear-regression", 0, 30, None).fit(X, y)
    assert model.predict(X).tolist() == expected.tolist()


def test_neighbours_of_categories_are_those_of_the_hamming_distance(colours):
    assert dict(compare(colours, folds=2, models=["k-nn", "averaged"]).lines())["k-nn"] == "Hamming distance"
    examples = cross_validation.examples_of(read(colours))
    model = cross_validation.new_model("k-nn", 0, len(examples.y), examples.categories).fit(examples.X, examples.y)
    codes, nearest = model[0].transform(examples.X), model[-1]
    distances, _ = nearest.kneighbors(codes)
    lines = [line.split(",")[:2] for line in colours.read_text().splitlines()[1:]]
    differ = [sorted(sum(a != b for a, b in zip(one, other, strict=True)) for other in lines)[:5] for one in lines]
    assert (distances * 2).round().tolist() == differ


def test_help_and_page_name_every_model():
    help = re.sub(r"-\s+", "-", CliRunner().invoke(cli, ["compare", "--help"]).output)
    page = (DOCS / "compare.md").read_text()
    for name in KINDS:
        assert re.search(rf"[ :]{name}[ ,.]", help), name
        assert f"`{name}`" in page, name
    assert "Hamming distance if all columns are categories" in " ".join(help.split())


@pytest.mark.compiled
def test_the_page_shows_the_scores_that_come_out():
    """But for the times, and for models whose last digit may depend on the version of scikit-learn."""
    shown = (DOCS / "compare.md").read_text().partition("$ rosenblatt compare sample:iris\n")[2].partition("```")[0]
    found = compare("sample:iris", models=set(KINDS) - {"logistic-regression", "tree"})
    for cells in found.table()[1:]:
        assert re.search(rf"(?m)^{' +'.join(map(re.escape, cells[:4]))} ", shown), cells
    assert all(f"{name:8}  {text}\n" in shown for name, text in found.lines()[:4])
    assert f"{found.answer}\nNext: {found.next_command}\n" in shown


@pytest.mark.compiled
def test_the_python_of_the_page_gives_what_is_shown():
    names = {}
    for line in (DOCS / "compare.md").read_text().partition("```python\n")[2].partition("```")[0].splitlines():
        code, _, value = line.partition("  # ")
        exec(code, names)
        assert not value or eval(code, names) == eval(value), code


def test_a_column_of_numbers_makes_the_distance_euclidean():
    assert compare("sample:iris", folds=2, models=["k-nn"]).distance == "Euclidean"


def table_of_numbers(tmp_path, gap=""):
    lines = [f"{value},{'b' if value % 2 else 'a'},{value % 3 > 0}" for value in range(30)]
    path = tmp_path / "numbers.csv"
    path.write_text("\n".join(["size,letter,big", f"{gap},a,False", *lines[1:]]) + "\n")
    return path


@pytest.mark.parametrize("dense", [True, False])
def test_numbers_are_standardised_by_the_training_part_alone(tmp_path, dense):
    from scipy.sparse import csr_matrix

    examples = cross_validation.examples_of(read(table_of_numbers(tmp_path, gap="500")))
    X = examples.X if dense else csr_matrix(examples.X)
    encoder = cross_validation.new_encoder(examples.numbers, "standard", fill=False)
    folds = list(cross_validation.encoded_folds(X, examples.y, 3, 0, encoder))
    for fold in folds:
        size, other = (cross_validation._dense(part)[:, 0] for part in (fold.X, fold.others))
        assert (size.mean(), size.std()) == pytest.approx((0.0, 1.0))
        assert abs(other.mean()) > 1e-3
        assert set(cross_validation._dense(fold.X)[:, 1:].ravel()) == {0.0, 1.0}
    far = [cross_validation._dense(fold.others)[:, 0].max() for fold in folds]
    assert max(far) > 30  # the row far off knows nothing of itself; the spread of the whole file would leave it near


def test_what_is_missing_becomes_the_mean_of_the_training_part(tmp_path):
    examples = cross_validation.examples_of(read(table_of_numbers(tmp_path), missing="mean"))
    assert np.isnan(examples.X[0, 0])
    encoder = cross_validation.new_encoder(examples.numbers, "none", examples.has_gaps)
    for fold, (here, there) in zip(
        cross_validation.encoded_folds(examples.X, examples.y, 3, 0, encoder),
        cross_validation.StratifiedKFold(3, shuffle=True, random_state=0).split(examples.X, examples.y),
        strict=True,
    ):
        filled = fold.X[here == 0, 0] if 0 in here else fold.others[there == 0, 0]
        assert filled == pytest.approx(np.mean(here[here > 0]))
    assert len(compare(table_of_numbers(tmp_path), missing="mean", folds=2, models=["tree", "averaged"]).rows) == 2


@pytest.mark.parametrize(
    ("scale", "said"), [("standard", "standardised"), ("maxabs", "largest"), ("unit", "length 1"), ("none", "as read")]
)
def test_the_way_of_scaling_is_told(tmp_path, scale, said):
    found = compare(table_of_numbers(tmp_path, gap="0"), numeric="size", scale=scale, folds=2, models=["tree"])
    assert said in dict(found.lines())["features"]


def test_the_rule_is_one_standard_error_of_paired_differences():
    def row(*scores):
        return Compared("m", "linear", scores, 0.0, 0.0)

    difference = row(0.9, 0.8, 1.0).better_than(row(0.8, 0.8, 0.8, 0.1))
    assert (difference.mean, difference.folds) == (pytest.approx(0.1), 3)
    assert difference.standard_error == pytest.approx(0.1 / math.sqrt(3))
    assert difference.is_clear
    for gain in (0.1, 1 / 3, 0.007):  # better in one fold of five is one standard error, whatever the rounding
        assert not row(0.5, 0.5, 0.5 + gain, 0.5, 0.5).better_than(row(0.5, 0.5, 0.5, 0.5, 0.5)).is_clear
    assert row(0.9).better_than(row(0.1, 0.2)) is None


def test_a_model_is_stopped_between_folds_when_its_time_is_up(halves, monkeypatch):
    ticks = iter(range(10**6))
    monkeypatch.setattr(
        cross_validation, "time", SimpleNamespace(perf_counter=lambda: next(ticks))
    )  # fit and predict: 1 s each
    found = compare(halves, budget=3, models=["averaged", "tree"])
    assert [(len(row.scores), row.training_seconds, row.prediction_seconds) for row in found.rows] == [(2, 1, 1)] * 2
    assert str(found).count("2 of 5 folds") == 2
    assert found.enough is True


def test_one_fold_is_not_enough_to_tell(halves):
    found = compare(halves, budget=1e-9, models=["averaged", "tree"])
    assert found.enough is None
    assert found.answer == "Undecided: averaged had time for one fold only; a comparison needs two."
    assert found.rows[0].std is None
    assert "  –  " in str(found)
    assert found.next_command.endswith("--metric accuracy --budget 1e-08")


def test_without_a_model_of_each_side_nothing_is_answered(halves):
    found = compare(halves, folds=2, models=["averaged", "voted", "majority"])
    assert (found.enough, found.difference) == (None, None)
    assert found.answer.startswith("No answer: the models must include a linear one and one that is not")
    assert found.next_command == f"rosenblatt compare {halves} --metric accuracy"


def test_where_nothing_is_learned_that_is_said(tmp_path):
    path = saved(tmp_path, np.zeros((24, 1)), np.array([0] * 18 + [1] * 6))
    found = compare(path, folds=3, models=["averaged", "tree", "majority"])
    assert found.answer.endswith("No model is clearly better than the majority class.")
    assert found.next_command == f"rosenblatt compare {path} --metric balanced-accuracy"


@pytest.mark.parametrize("labels", [[0, 1, 1, 1, 0, 1], [0, 1, 2, 2, 1, 2]])
@pytest.mark.parametrize("metric", METRICS)
def test_metrics_are_those_of_scikit_learn(labels, metric):
    from sklearn import metrics

    truth, predicted = np.array(labels), np.array([0, 1, 1, 0, 0, 1])
    fold = cross_validation.Fold(np.zeros((6, 1)), truth, np.zeros((6, 1)), truth)
    model = SimpleNamespace(fit=lambda X, y: None, predict=lambda X: predicted)
    average = "macro" if metric == "macro-f1" or 2 in labels else "binary"
    theirs = {
        "accuracy": metrics.accuracy_score,
        "balanced-accuracy": metrics.balanced_accuracy_score,
        "precision": partial(metrics.precision_score, average=average, zero_division=0.0),
        "recall": partial(metrics.recall_score, average=average, zero_division=0.0),
    }
    expected = theirs.get(metric, partial(metrics.f1_score, average=average, zero_division=0.0))(truth, predicted)
    assert cross_validation.tried("k-nn", model, fold, metric).score == pytest.approx(expected)


@pytest.mark.parametrize("metric", METRICS)
def test_the_majority_class_is_the_floor_of_every_metric(tmp_path, metric):
    path = saved(tmp_path, np.arange(24.0)[:, None], np.array([0] * 18 + [1] * 6))
    expected = {"accuracy": 0.75, "balanced-accuracy": 0.5, "macro-f1": (2 * 0.75 / 1.75) / 2}
    found = compare(path, folds=3, metric=metric, models=["majority", "tree"])
    assert scores(found)["majority"] == pytest.approx(
        expected.get(metric, 0.0)
    )  # of the smaller class it is right in none
    assert found.table()[0][2] == metric


def test_a_small_class_lowers_the_folds(tmp_path):
    found = compare(saved(tmp_path, np.arange(12.0)[:, None], np.array([0] * 9 + [1] * 3)), models=["tree"])
    assert found.folds == 3
    assert ("note", "3 folds, not 5: there are 3 rows of 1") in found.lines()


def test_it_prints_as_a_table_and_goes_to_json_and_html(halves):
    told = []
    found = compare(halves, folds=2, models=["averaged", "k-nn", "majority"], progress=told.append)
    assert told == [
        "reading the data",
        *(f"fold {n} of 2: {name}" for n in (1, 2) for name in ("averaged", "k-nn", "majority")),
    ]
    lines = str(found).splitlines()
    header = next(number for number, line in enumerate(lines) if line.startswith("model"))
    ends = {line.index("1.0000") + len("1.0000") for line in lines[header + 1 : header + 3]}
    assert ends == {lines[header].index("accuracy") + len("accuracy")}
    assert lines[-2:] == [found.answer, f"Next: {found.next_command}"]
    kept = json.loads(json.dumps(found.to_dict()))
    assert kept["rows"][0]["scores"] == [1.0, 1.0]
    assert (kept["enough"], kept["difference"]["standard_error"], kept["n_classes"]) == (True, 0.0, 2)
    page = found._repr_html_()
    assert page.count("<tr>") == len(found.lines()) - 2 + 4
    assert '<th scope="col">model</th>' in page
    assert "Linear is enough" in page


def test_the_next_command_has_the_options_of_reading(tmp_path):
    path = tmp_path / "two words.csv"
    path.write_text("".join(f"{n % 2};x;{n};{n * n}\n" for n in range(12)))
    how = {"target": 1, "ignore": (2,), "header": False, "delimiter": ";", "quote": None, "scale": "maxabs"}
    found = compare(path, folds=2, models=["averaged", "majority"], **how)
    said = "--scale maxabs --target 1 --ignore 2 --no-header --delimiter ';' --quote none"
    assert found.next_command == f"rosenblatt compare '{path}' {said} --metric accuracy"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"folds": 1}, "folds must be a whole number, at least 2; got 1."),
        ({"folds": 2.5}, "folds must be a whole number, at least 2; got 2.5."),
        ({"seed": -1}, "seed must be a whole number from 0 to 2**32 - 1; got -1."),
        ({"budget": 0}, "budget must be a positive number of seconds, or None for 60; got 0."),
        ({"metric": "loss"}, f"metric must be one of {', '.join(METRICS)}; got 'loss'."),
        ({"models": ["forest"]}, f"models must be among {', '.join(KINDS)}; got 'forest'."),
        ({"encoding": None}, "encoding must be left out: each fold has its own, by the rows it learns."),
        ({"scale": "log"}, "scale must be one of standard, maxabs, unit, none; got 'log'."),
    ],
)
def test_bad_options_are_named(options, sentence):
    with pytest.raises(OptionError) as caught:
        compare("sample:iris", **options)
    assert str(caught.value) == sentence


def test_options_of_nobody_are_named():
    with pytest.raises(OptionError, match="read takes .*; got 'epochs'"):
        compare("sample:iris", epochs=3)


def test_bad_data_is_named(tmp_path, monkeypatch):
    one = saved(tmp_path, np.ones((4, 1)), np.zeros(4, dtype=int), "one.npz")
    with pytest.raises(DataError, match=r"one.npz must have rows of two classes or more; all are 0\.$"):
        compare(one)
    lone = saved(tmp_path, np.ones((4, 1)), np.array(["a", "a", "a", "b"]), "lone.npz")
    with pytest.raises(DataError, match="lone.npz must have two rows of each class, .* of 'b' it has one: leave"):
        compare(lone)
    gaps = saved(tmp_path, np.array([[1.0], [np.nan], [2.0], [3.0]]), np.array([0, 0, 1, 1]), "gaps.npz")
    with pytest.raises(DataError, match="NaN: every value must be a finite number; got nan in row 1, column 0"):
        compare(gaps)
    np.save(tmp_path / "rows.npy", np.ones((4, 1)))
    with pytest.raises(DataError, match="rows.npy must have labels"):
        compare(tmp_path / "rows.npy")
    huge = saved(tmp_path, np.array([[1e39], [2e39], [3e39], [4e39]]), np.array([0, 0, 1, 1]), "huge.npz")
    with pytest.raises(DataError, match="^tree cannot be compared on these rows: .*; leave it out of models.$"):
        compare(huge, models=["tree"])
    monkeypatch.setattr(cross_validation, "MAX_BYTES", 100)
    with pytest.raises(DataError, match="sample:iris must have at most 1e-07 GB of features to be compared in memory"):
        compare("sample:iris")


def test_ctrl_c_in_training_ends_the_comparison():
    interrupted = SimpleNamespace(fit=lambda X, y: None, report_=SimpleNamespace(reason="interrupted"))
    with pytest.raises(KeyboardInterrupt):
        cross_validation.tried("averaged", interrupted, cross_validation.Fold(None, None, None, None), "accuracy")


@pytest.mark.compiled
@needs_data
def test_linear_is_enough_for_mushrooms():
    found = compare(
        DATA / "uci" / "agaricus-lepiota.data", target=1, folds=2, models=["averaged", "perceptron", "k-nn"]
    )
    assert (found.enough, found.distance) == (True, "Hamming")
    assert all(row.mean > 0.998 for row in found.rows)


def test_a_model_that_overflows_is_left_out_with_a_note(tmp_path):
    rng = np.random.default_rng(0)
    X = 0.1 * rng.normal(size=(60, 2))
    np.savez(tmp_path / "short.npz", X=X, y=(X[:, 0] > 0.02 * rng.normal(size=60)).astype(int))
    comparison = compare(tmp_path / "short.npz", folds=2, models=["pa", "pa1", "majority"])
    assert {row.model for row in comparison.rows} == {"pa1", "majority"}
    assert "pa is left out: its weights overflowed" in comparison.notes
    with pytest.raises(TrainingOverflow, match="PA-I limits the steps: rule='pa1'."):
        compare(tmp_path / "short.npz", folds=2, models=["pa"])
