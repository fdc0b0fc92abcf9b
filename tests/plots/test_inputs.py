"""What can be drawn: every form of a model predicts as its owner does, and what is no model says what to do."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

from rosenblatt import (
    AveragedPerceptron,
    Perceptron,
    PocketPerceptron,
    VotedPerceptron,
    certify,
    fit_file,
    online,
    sample,
    trace,
)
from rosenblatt.errors import DataError, NotTrained, OptionError
from rosenblatt.learners import Perceptron as Learner
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.models.linear import LinearModel
from rosenblatt.plots.inputs import columns_of, model_of, names_of, places_of

PETALS, NOTE = sample("petals"), sample("note-004")


@pytest.mark.parametrize("table", [PETALS, NOTE], ids=["three classes", "two classes"])
@pytest.mark.parametrize(
    "estimator",
    [
        Perceptron(max_iter=20),
        AveragedPerceptron(max_iter=3),
        VotedPerceptron(max_iter=2),
        PocketPerceptron(max_iter=3),
        LinearSVC(random_state=0),
        LogisticRegression(),
        RidgeClassifier(),
        SGDClassifier(random_state=0),
    ],
    ids=lambda estimator: type(estimator).__name__,
)
def test_a_fitted_estimator_is_its_model(estimator, table):
    fitted = estimator.fit(table.X, table.y)
    assert model_of(fitted).predict(table.X).tolist() == fitted.predict(table.X).tolist()


def test_learners_traces_and_files_have_their_model():
    learner = Learner(order="first-mistake").fit(NOTE.X, NOTE.y)
    assert model_of(learner) is learner.model
    assert model_of(model_of(learner)) is learner.model
    run = trace("sample:note-004", order="first-mistake")
    assert model_of(run) is run.model
    assert run.model.weights.w.tolist() == [[4.0, -0.5]]


def test_a_model_that_was_fitted_on_a_file_is_drawn(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,b,label\n1,2,no\n3,-1,yes\n0,2,no\n")
    fitted = fit_file(Perceptron(), path)
    assert model_of(fitted) is fitted.learner_.model
    assert model_of(fitted.trained_) is fitted.learner_.model
    assert names_of(fitted.trained_, None, None, 2) == ["a", "b"]


def test_one_at_a_time_is_drawn_under_its_names():
    learner = online.Perceptron()
    learner.learn_one({"free": 1.0, "meeting": 2.0}, "spam")
    learner.learn_one({"free": 3.0, "meeting": -1.0}, "ham")
    assert model_of(learner).weights.w.tolist() == learner.model.weights.w.tolist()
    assert names_of(learner, None, None, 2) == ["free", "meeting"]


def test_a_plane_is_a_model_of_minus_one_and_one():
    model = model_of(Hyperplane([1.0, 2.0], -4.0))
    assert model.predict([[0.0, 0.0], [3.0, 3.0]]).tolist() == [-1, 1]


def test_a_certificate_that_has_a_plane_is_a_model():
    assert model_of(certify(NOTE.X, NOTE.y)).predict(NOTE.X).tolist() == NOTE.y.tolist()


def test_a_certificate_of_many_classes_is_a_model():
    X, y = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]]), np.array(["a", "b", "c"])
    assert model_of(certify(X, y)).predict(X).tolist() == ["a", "b", "c"]


def test_two_rows_of_weights_for_two_classes_are_their_difference():
    class TwoRows:
        classes_, coef_, intercept_ = np.array(["a", "b"]), np.array([[1.0, 2.0], [4.0, 0.0]]), np.array([1.0, 0.0])

    weights = model_of(TwoRows()).weights
    assert (weights.w.tolist(), weights.b.tolist()) == ([[3.0, -2.0]], [-1.0])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (Perceptron(), "model must be fitted before it is drawn: call fit of this Perceptron first."),
        (VotedPerceptron(), "model must be fitted before it is drawn: call fit of this VotedPerceptron first."),
        (LogisticRegression(), "model must be fitted before it is drawn: call fit of this LogisticRegression first."),
        (
            RandomForestClassifier(2, random_state=0).fit(NOTE.X, NOTE.y),
            "model must be a linear classifier; this RandomForestClassifier has no coef_: draw one that has.",
        ),
        (
            LinearRegression().fit(NOTE.X, NOTE.y),
            "model must be a linear classifier; this LinearRegression has no classes_: draw one that has.",
        ),
        (
            SVC(kernel="linear").fit(PETALS.X, PETALS.y),
            "model must have weights per class; this SVC has them per pair: LinearSVC has them per class.",
        ),
        (
            make_pipeline(StandardScaler(), Perceptron()).fit(NOTE.X, NOTE.y),
            "model must be one classifier; this Pipeline is several steps: draw its last, model[-1], "
            "on the rows that the others give, model[:-1].transform(X).",
        ),
        (
            "model.perceptron",
            "model must be a fitted estimator, a learner, a trace or a plane; got str: rosenblatt.load reads a file.",
        ),
    ],
    ids=["ours", "voted", "theirs", "forest", "regression", "pairs", "pipeline", "path"],
)
def test_what_is_no_model_is_one_sentence(given, words):
    with pytest.raises(DataError) as error:
        model_of(given)
    assert str(error.value) == words


def test_weights_that_do_not_fit_the_classes_are_refused():
    class Odd:
        classes_, coef_, intercept_ = np.array([0, 1, 2]), np.ones((2, 2)), np.zeros(2)

    with pytest.raises(DataError, match="^model must have one row of weights per class; got 2 for 3 classes.$"):
        model_of(Odd())


def test_a_learner_that_was_not_taught_says_so():
    with pytest.raises(NotTrained, match="must be taught before it has a model: call fit.$"):
        model_of(Learner())


def test_a_certificate_without_a_plane_sends_to_the_hulls():
    certificate = certify(np.array([[0.0], [1.0], [0.0]]), np.array([0, 1, 1]))
    with pytest.raises(DataError, match="must have a plane .*; this one has none: plots.hulls draws why.$"):
        model_of(certificate)


def test_names_are_given_or_known_or_numbered():
    import pandas

    frame = pandas.DataFrame(NOTE.X, columns=["up", "down"])
    fitted = Perceptron().fit(frame, NOTE.y)
    assert names_of(None, frame, ["a", "b"], 2) == ["a", "b"]
    assert names_of(None, frame, None, 2) == ["up", "down"]
    assert names_of(fitted, NOTE.X, None, 2) == ["up", "down"]
    assert names_of(trace("sample:note-004"), None, None, 2) == ["x1", "x2"]
    assert names_of(certify(NOTE.X, NOTE.y), NOTE.X, None, 2) == ["x1", "x2"]


@pytest.mark.parametrize(("names", "shown"), [(["a"], "1"), ("ab", "'ab'"), (3, "3")])
def test_names_must_be_one_a_feature(names, shown):
    with pytest.raises(DataError, match=f"^names must be a list with a name for each feature, 2; got {shown}.$"):
        names_of(None, None, names, 2)


def test_features_are_chosen_by_number_or_name():
    names = ["a", "b", "c", "d"]
    assert columns_of((3, 0), names) == [3, 0]
    assert columns_of(("d", np.int64(1)), names) == [3, 1]
    assert columns_of("c", names) == [2]
    assert columns_of(None, names[:3]) == [0, 1, 2]


@pytest.mark.parametrize(
    ("features", "words"),
    [
        (
            None,
            "A boundary is drawn of at most three features; this model has 5: choose two of them, features=(0, 1), "
            "by number or name, and give X.",
        ),
        ((0, 5), "features must be numbers from 0 to 4 or names, 'a', 'b', 'c', 'd', 'e'; got 5."),
        ((0, "z"), "features must be numbers from 0 to 4 or names, 'a', 'b', 'c', 'd', 'e'; got 'z'."),
        ((0, True), "features must be numbers from 0 to 4 or names, 'a', 'b', 'c', 'd', 'e'; got True."),
        (3.5, "features must be numbers from 0 to 4 or names, 'a', 'b', 'c', 'd', 'e'; got 3.5."),
        ((1, "b"), "features must be one, two or three different ones, by number or name; got (1, 'b')."),
        ((), "features must be one, two or three different ones, by number or name; got ()."),
        ((0, 1, 2, 3), "features must be one, two or three different ones, by number or name; got (0, 1, 2, 3)."),
    ],
)
def test_features_that_cannot_be_drawn_are_one_sentence(features, words):
    with pytest.raises((DataError, OptionError)) as error:
        columns_of(features, list("abcde"))
    assert str(error.value) == words


def test_labels_are_places_among_the_classes():
    assert places_of(["b", "a", "b"], 3, np.array(["a", "b", "c"])).tolist() == [1, 0, 1]
    assert places_of([1.0, -1.0], 2, np.array([-1, 1])).tolist() == [1, 0]
    with pytest.raises(DataError, match="^y must have labels of the model only, 'a', 'b'; got 'z'.$"):
        places_of(["a", "z"], 2, np.array(["a", "b"]))


def test_a_model_stays_what_it_is():
    model = LinearModel(np.array([0, 1]), 2, "positive", Weights(np.zeros((1, 2)), np.zeros(1)))
    assert model_of(model) is model
