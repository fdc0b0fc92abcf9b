"""How right a model is: every number as scikit-learn has it, and labels that are written otherwise."""

import json

import numpy as np
import pytest
from helpers.paths import DATA, needs_data
from sklearn.metrics import (
    balanced_accuracy_score,
    classification_report,
    confusion_matrix,
    f1_score,
    precision_score,
    recall_score,
)

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.trained.evaluation import (
    METRICS,
    ClassScores,
    Confused,
    Evaluation,
    Majority,
    evaluate,
    evaluate_chunks,
)
from rosenblatt.trained.heaviest_features import heaviest_features, heaviest_lines

ADULT = DATA / "uci"


def evaluation_of(truth, predicted, classes=None, size=7):
    evaluation = Evaluation(classes)
    for first in range(0, len(truth), size):
        evaluation.add(truth[first : first + size], predicted[first : first + size])
    return evaluation


def noisy(n_classes, n_rows=600, share=0.3, seed=0):
    """True labels, and predicted ones of which a share was drawn anew."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_classes, size=n_rows) ** 2 // n_classes  # some classes are more frequent
    return truth, np.where(rng.random(n_rows) < share, rng.integers(n_classes, size=n_rows), truth)


CASES = {
    "two": noisy(2),
    "three": noisy(3),
    "many": noisy(105, 3000),
    "words": tuple(np.array([f"class {k}" for k in labels]) for labels in noisy(13)),
    "never predicted": (np.array([0, 1, 2, 2]), np.array([0, 1, 1, 0])),
    "never true": (np.array([0, 1, 1, 0]), np.array([0, 1, 2, 2])),
    "nothing right": (np.array(["a", "b"]), np.array(["b", "a"])),
    "one class": (np.array([3, 3]), np.array([3, 3])),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true", "ignore:A single label was found")
def test_every_number_is_scikit_learns(case):
    truth, predicted = CASES[case]
    ours = evaluation_of(truth, predicted)
    theirs = classification_report(truth, predicted, output_dict=True, zero_division=0)
    assert ours.n_rows == len(truth)
    assert ours.classes == np.union1d(truth, predicted).tolist()
    assert ours.confusion.tolist() == confusion_matrix(truth, predicted).tolist()
    assert ours.accuracy == pytest.approx(np.mean(truth == predicted), rel=1e-12)
    assert ours.balanced_accuracy == pytest.approx(balanced_accuracy_score(truth, predicted), rel=1e-12)
    assert ours.macro_f1 == pytest.approx(theirs["macro avg"]["f1-score"], rel=1e-12)
    for scores in ours.per_class:
        expected = theirs[str(scores.label)]
        assert [scores.precision, scores.recall, scores.f1, scores.support] == pytest.approx(
            [expected[name] for name in ("precision", "recall", "f1-score", "support")], rel=1e-12
        )


@pytest.mark.parametrize("case", CASES)
def test_f1_precision_and_recall_are_of_the_greater_of_two_classes_or_means(case):
    truth, predicted = CASES[case]
    ours = evaluation_of(truth, predicted)
    how = {"average": "macro"} if len(ours.classes) != 2 else {"pos_label": ours.classes[1]}
    for name, score in (("f1", f1_score), ("precision", precision_score), ("recall", recall_score)):
        assert ours.metric(name) == pytest.approx(score(truth, predicted, zero_division=0, **how), rel=1e-12)


def test_every_metric_has_its_number_and_no_other_name_has():
    ours = evaluation_of(*CASES["two"])
    assert ours.metric("accuracy") == ours.accuracy
    assert ours.metric("balanced-accuracy") == ours.balanced_accuracy
    assert ours.metric("macro-f1") == ours.macro_f1 != ours.metric("f1")
    said = ours.to_dict()
    assert all(said[name.replace("-", "_")] == ours.metric(name) for name in METRICS)
    with pytest.raises(OptionError, match="^metric must be one of accuracy, .*, macro-f1; got 'auc'.$"):
        ours.metric("auc")


def test_the_size_of_pages_changes_nothing():
    whole = evaluation_of(*CASES["words"], size=10**6)
    for size in (1, 7, 64):
        assert evaluation_of(*CASES["words"], size=size).to_dict() == whole.to_dict()


def test_the_majority_is_the_most_frequent_true_class_and_of_equals_the_first():
    assert evaluation_of(["b", "b", "a"], ["a", "a", "a"]).majority == Majority("b", 2 / 3)
    assert evaluation_of(["b", "a"], ["b", "b"]).majority == Majority("a", 0.5)


def test_the_most_confused_pairs_come_first():
    pairs = [("a", "b")] * 2 + [("b", "a")] * 3 + [("a", "c")] * 2 + [("a", "a")] * 9
    ours = evaluation_of(*map(list, zip(*pairs, strict=True)))
    assert ours.most_confused(2) == [Confused("b", "a", 3), Confused("a", "b", 2)]
    assert len(ours.most_confused()) == 3


def test_what_is_0_over_0_counts_as_0_and_is_said():
    never_predicted = evaluation_of(*CASES["never predicted"])
    assert never_predicted.scores_of(2) == ClassScores(2, 0.0, 0.0, 0.0, 2)
    assert never_predicted.notes() == [("never predicted", "2: precision is 0/0, and counts as 0")]
    assert evaluation_of(*CASES["never true"]).notes() == [("never true", "2: recall is 0/0, and counts as 0")]
    absent = Evaluation(["no", "yes"])
    absent.add(["no"], ["no"])
    assert absent.metric("f1") == 0
    assert absent.notes() == [("never there", "'yes', true or predicted: its F1 is 0/0, and counts as 0")]


def test_without_rows_all_numbers_are_0():
    nothing = Evaluation([0, 1])
    nothing.add([], [])
    assert [nothing.metric(name) for name in METRICS] == [0.0] * len(METRICS)
    assert nothing.majority == Majority(None, 0.0)
    assert str(nothing).startswith("accuracy           0.0000: 0 of 0 rows are predicted right")


@pytest.mark.parametrize(
    ("truth", "predicted", "message"),
    [
        ([1, 2], [1], r"^truth and predicted must be as long; got shapes \(2,\) and \(1,\)\.$"),
        (["a"], [1], "^truth and predicted must be all numbers or all strings, as the classes are; got both.$"),
        ([1], [1], "^truth and predicted must be all numbers or all strings, as the classes are; got both.$"),
        ([None], ["a"], "^truth must be all numbers or all strings, so that labels can be sorted; got None.$"),
    ],
)
def test_labels_that_cannot_be_compared_are_refused(truth, predicted, message):
    with pytest.raises(DataError, match=message):
        Evaluation(["a", "b"]).add(truth, predicted)


def test_strings_as_bytes_are_strings():
    ours = evaluation_of(np.array(["a", "b"]), np.array([b"a", b"a"]), np.array([b"a", b"b"]))
    assert ours.accuracy == 0.5
    assert json.loads(ours.to_json())["confusion"] == [[1, 0], [1, 0]]


# Labels that are written otherwise


def test_a_full_stop_spaces_and_case_do_not_make_another_label():
    ours = Evaluation(["<=50K", ">50K"])
    ours.add(["<=50K", ">50K."], ["<=50K", ">50K"])
    assert ours.notes() == [("labels", "'>50K.' is taken for '>50K'")]
    ours.add([" <=50k . ", ">50K"], ["<=50K", "<=50K"])  # on a later page
    assert ours.accuracy == 0.75
    assert ours.classes == ["<=50K", ">50K"]
    assert ours.taken_for == {" <=50k . ": "<=50K", ">50K.": ">50K"}
    assert dict(ours.lines())["labels"] == "' <=50k . ' is taken for '<=50K'; '>50K.' is taken for '>50K'"


def test_a_label_that_is_a_class_or_could_be_two_is_taken_for_no_other():
    ours = evaluation_of(["yes", "Yes", "YES", "no."], ["yes", "yes", "yes", "no"], ["Yes", "no", "yes"])
    assert ours.taken_for == {"no.": "no"}
    assert ours.unknown == {"YES": 1}
    assert ours.accuracy == 0.5


def test_labels_that_the_model_does_not_know_are_classes_that_are_never_right():
    truth, predicted = ["a", "b", "maybe", "other", "other"], ["a", "b", "a", "b", "b"]
    ours = evaluation_of(truth, predicted, ["a", "b"])
    assert ours.accuracy == 0.4
    assert ours.classes == ["a", "b", "maybe", "other"]
    assert ours.macro_f1 == pytest.approx(f1_score(truth, predicted, average="macro", zero_division=0))
    assert ours.metric("f1") == ours.scores_of("b").f1 == 0.5  # of the model's two classes, still
    text = "'maybe', 'other': 3 rows, of no class of the model, so all wrong"
    assert ours.notes() == [("unknown labels", text)]
    assert ours.to_dict()["unknown_labels"] == [{"label": "maybe", "n_rows": 1}, {"label": "other", "n_rows": 2}]


# What is printed


def test_few_classes_have_a_table_of_confusions():
    ours = evaluation_of(["a", "a", " b", "a"], ["a", " b", " b", "a"])
    assert str(ours).splitlines() == [
        "accuracy           0.7500: 3 of 4 rows are predicted right",
        "majority           0.7500: 'a' for every row",
        "balanced accuracy  0.8333",
        "F1                 0.8000 of 'a': precision 1.0000, recall 0.6667",
        "classes                  precision  recall      F1  rows",
        "                   ' b'     0.5000  1.0000  0.6667     1",
        "                   a        1.0000  0.6667  0.8000     3",
        "confusion          true, predicted as  ' b'  a",
        "                   ' b'                   1  0",
        "                   a                      1  2",
    ]


def test_many_classes_have_their_worst_shown():
    ours = evaluation_of(*CASES["many"])
    lines = ours.lines()
    assert ("macro F1", f"{ours.macro_f1:.4f}") in [(name, text[:6]) for name, text in lines]
    assert [name for name, _ in lines if name][-4:-1] == ["macro F1", "lowest F1", "most confused"]
    assert len(lines) < 30
    said = ours.to_dict()
    assert said["confusion"] is None
    assert len(said["classes"]) == len(ours.classes) == 105
    assert json.loads(ours.to_json()) == said


def test_a_notebook_shows_what_is_printed_and_no_markup_of_labels():
    ours = evaluation_of(["<b>", "c" * 40], ["<b>", "c" * 40])
    shown = ours._repr_html_()
    assert "<b>" not in shown
    assert "&lt;b&gt;" in shown
    assert "c" * 23 + "…" in shown
    assert "\x1b" not in str(evaluation_of(["\x1b[31m"], ["\x1b[31m"]))


# Files


@pytest.fixture
def trained(tmp_path):
    (tmp_path / "t.csv").write_text("size,colour,class\n" + "1,red,yes\n2,blue,no\n3,red,yes\n9,blue,no\n" * 5)
    return rosenblatt.train(tmp_path / "t.csv")


def test_a_file_is_evaluated_with_its_labels_matched(tmp_path, trained):
    (tmp_path / "p.csv").write_text("new,class,size,colour\n0,Yes.,1,red\n0,no,2,blue\n0,no,3,red\n0,what,1,red\n")
    ours = evaluate(trained, tmp_path / "p.csv")
    assert ours.confusion.tolist() == [[1, 0, 1], [0, 0, 1], [0, 0, 1]]
    notes = dict(ours.notes())
    assert notes["labels"] == "'Yes.' is taken for 'yes'"
    assert notes["unknown labels"] == "'what': 1 row, of no class of the model, so all wrong"
    assert notes["not used"] == "1 column that training has not seen: new"


def test_unseen_categories_are_among_the_notes(tmp_path, trained):
    (tmp_path / "p.csv").write_text("class,size,colour\nyes,1,teal\nno,2,blue\nyes,3,pink\n")
    told = "2 rows have values of 'colour' that training has not seen, the first 'teal'"
    ours = evaluate(trained, tmp_path / "p.csv")
    assert dict(ours.notes())["unseen"] == ours.to_dict()["notes"]["unseen"] == told
    assert told in str(ours)


def test_how_the_file_is_written_can_be_said(tmp_path, trained):
    (tmp_path / "p.txt").write_text("size;colour;class\n1;red;yes\n2;blue;yes\n")
    assert evaluate(trained, tmp_path / "p.txt", format="csv", delimiter=";").accuracy == 0.5
    with pytest.raises(OptionError, match="^predictions takes .*; got 'target'.$"):
        evaluate(trained, tmp_path / "p.txt", target="size")


def test_a_file_without_labels_cannot_be_evaluated(tmp_path, trained):
    (tmp_path / "p.csv").write_text("size,colour\n1,red\n")
    with pytest.raises(DataError, match="class"):
        evaluate(trained, tmp_path / "p.csv")


def test_rows_that_are_features_are_evaluated_as_the_file_is(tmp_path):
    (tmp_path / "t.svm").write_text("1 1:1\n0 2:1\n" * 3 + "1 1:2 5:1\n")
    trained = rosenblatt.train(tmp_path / "t.svm")
    (tmp_path / "p.svm").write_text("1 1:1\n0 1:1\n0 2:1\n")
    chunks = rosenblatt.read(tmp_path / "p.svm").chunks()  # narrower than the model
    ours = evaluate_chunks(trained.model_, chunks)
    assert ours.to_dict() == evaluate(trained, tmp_path / "p.svm").to_dict()
    assert ours.n_right == 2


def test_rows_without_labels_are_refused(tmp_path):
    np.save(tmp_path / "p.npy", np.ones((2, 4)))
    model = rosenblatt.train("sample:setosa", max_iter=1).model_
    with pytest.raises(DataError, match="^Rows must have labels to evaluate a model on; these have none.$"):
        evaluate_chunks(model, rosenblatt.read(tmp_path / "p.npy").chunks())


@pytest.mark.compiled
@needs_data
def test_adult_is_evaluated_with_full_stops_after_its_labels():
    trained = rosenblatt.train(ADULT / "adult-train.csv", algorithm="averaged")
    ours = evaluate(trained, ADULT / "adult-test.csv")
    assert ours.accuracy > 0.845
    assert ours.n_rows == 16281
    assert ours.majority == Majority("<=50K", 12435 / 16281)
    assert ours.taken_for == {"<=50K.": "<=50K", ">50K.": ">50K"}
    assert not ours.unknown


# Heaviest features


def test_of_two_classes_the_greater_one_has_weights():
    X, y = np.array([[1.0, 0.0, -9.0], [-1.0, 0.0, 9.0]]), np.array(["yes", "no"])
    model = rosenblatt.Perceptron(order="given").fit(X, y).learner_.model
    assert heaviest_features(model, ["a", "b", "c"], 5) == {"yes": [("c", -9.0), ("a", 1.0)]}
    assert heaviest_features(model, k=1) == {"yes": [("x3", -9.0)]}
    assert heaviest_features(model, k=0) == {"yes": []}


def test_of_many_classes_each_has_weights_and_those_as_heavy_come_in_their_order():
    trained = rosenblatt.train("sample:iris", max_iter=3)
    w = trained.model_.weights.w
    heaviest = heaviest_features(trained.model_, trained.feature_names_, 2)
    assert list(heaviest) == trained.classes_.tolist()
    for row, features in zip(w, heaviest.values(), strict=True):
        expected = np.argsort(-np.abs(row), kind="stable")[:2]
        assert features == [(trained.feature_names_[c], row[c]) for c in expected]
    first, *others = heaviest_lines(heaviest)
    assert first[0] == "heaviest features"
    assert len(others) == 2


def test_a_voted_model_has_no_weights_and_many_classes_are_not_all_printed():
    assert heaviest_features(rosenblatt.train("sample:setosa", algorithm="voted").model_) is None
    lines = heaviest_lines({k: [("x1", 2.0)] if k else [] for k in range(20)})
    assert lines[:2] == [("heaviest features", "for 0: none: all weights are 0"), ("", "for 1: x1 +2")]
    assert lines[12:] == [("", "…")]
