"""Kernel perceptrons on files: the bits of rows in memory, saved, continued and resumed."""

import numpy as np
import pytest
from helpers.continued_runs import table
from helpers.interruptions import Killer
from helpers.trained_files import rows
from sklearn.datasets import dump_svmlight_file

import rosenblatt
from rosenblatt import learners
from rosenblatt.errors import DataError, OptionError
from rosenblatt.trained import checkpoint
from rosenblatt.trained.continue_training import continue_training

KERNELS = [{"kernel": "poly", "degree": 2}, {"kernel": "rbf"}]
every_kernel = pytest.mark.parametrize("options", KERNELS, ids=lambda options: options["kernel"])


def run_of(trained):
    """Mistakes with their rows, and everything that decides a prediction."""
    model = trained.learner_.model
    rows, mistakes = model.support.rows, model.mistakes
    arrays = (*rows, model.support.classes, mistakes.row, mistakes.wrong_class, mistakes.when)
    return (model.kernel, model.visited, *(np.asarray(array).tobytes() for array in arrays))


@every_kernel
def test_a_small_file_is_learned_as_rows_in_memory(options, paths):
    X, y = rows()
    expected = rosenblatt.KernelPerceptron(max_iter=3, random_state=2, **options).fit(X, y)
    for path in paths.values():
        trained = rosenblatt.train(path, max_iter=3, random_state=2, scale="none", **options)
        assert trained.algorithm == "kernel"
        assert trained.report_.mistakes_per_epoch == expected.report_.mistakes_per_epoch
        assert trained.model_.decision_function(X).tobytes() == expected.decision_function(X).tobytes()


@every_kernel
@pytest.mark.parametrize("multiclass", ["argmax", "one-vs-rest"])
def test_a_file_of_many_windows_is_learned_as_rows_in_memory(options, multiclass, paths, small_pages):
    X, y = rows()
    options = {**options, "order": "given", "max_iter": 3, "multiclass": multiclass}
    expected = rosenblatt.KernelPerceptron(**options).fit(X, y)
    for name in ("a.npz", "a.libsvm"):
        trained = rosenblatt.train(paths[name], scale="none", **options)
        assert trained.report_.mistakes_per_epoch == expected.report_.mistakes_per_epoch
        assert trained.model_.decision_function(X).tobytes() == expected.decision_function(X).tobytes()
        assert len(trained.model_.support.classes) == len(expected.support_)  # met in every epoch, kept once


@every_kernel
def test_the_file_of_a_model_predicts_the_same(options, paths, tmp_path):
    model = tmp_path / "m.perceptron"
    trained = rosenblatt.train(paths["a.csv"], max_iter=2, model=model, **options)
    loaded = rosenblatt.load(model)
    assert run_of(loaded) == run_of(trained)
    predicted = [label for page in rosenblatt.predict(model, paths["a.csv"]) for label in page.labels]
    assert predicted == [*trained.predict_file(paths["a.csv"])]
    assert rosenblatt.evaluate(model, paths["a.csv"]).n_right == trained.training.n_right
    assert "holds training rows" in str(rosenblatt.inspect(model))
    assert rosenblatt.reproduce(model).same


@pytest.mark.parametrize("early_stopping", [False, True])
@pytest.mark.parametrize("predict_with", ["voted", "averaged", "last"])
def test_estimators_are_saved_with_their_kernel(predict_with, early_stopping, tmp_path):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 3, 60)
    options = {"early_stopping": early_stopping, "max_iter": 4, "n_iter_no_change": None}
    model = rosenblatt.KernelPerceptron(kernel="rbf", predict_with=predict_with, **options).fit(X, y)
    rosenblatt.save(tmp_path / "k", model)
    again = rosenblatt.load(tmp_path / "k")
    assert again.get_params() == model.get_params()
    assert again.decision_function(X).tobytes() == model.decision_function(X).tobytes()
    assert again.support_.tolist() == model.support_.tolist()
    if not early_stopping:
        continued = [one.partial_fit(X, y).decision_function(X).tobytes() for one in (again, model)]
        assert continued[0] == continued[1]


def test_a_function_is_not_saved(tmp_path):
    X, y = rows()
    model = rosenblatt.KernelPerceptron(kernel=lambda X, Z: X @ Z.T, max_iter=1).fit(X, y)
    for one in (model, model.learner_, rosenblatt.KernelPerceptron(kernel=np.dot)):
        with pytest.raises(DataError, match="kernel must be a name to be saved; got a function"):
            rosenblatt.save(tmp_path / "k", one)


@every_kernel
def test_killed_at_any_moment_and_resumed_is_never_killed(options, paths, tmp_path, small_pages, monkeypatch):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    call = {"max_iter": 3, "scale": "none", **options}
    expected = rosenblatt.train(paths["a.npz"], **call)
    for left in (0, 1, 3):
        with pytest.raises(MemoryError):
            rosenblatt.train(paths["a.npz"], checkpoint=tmp_path / "run", on_window=Killer(left), **call)
        resumed = rosenblatt.train(paths["a.npz"], checkpoint=tmp_path / "run", resume=True, **call)
        assert run_of(resumed) == run_of(expected)
        assert resumed.report_.to_dict() | {"seconds": 0} == expected.report_.to_dict() | {"seconds": 0}


def test_new_rows_features_and_classes_continue_a_run(tmp_path):
    rng = np.random.default_rng(3)
    X, y = rng.integers(-3, 4, size=(80, 5)).astype(float), rng.integers(0, 2, 80)
    X_new, y_new = rng.integers(-3, 4, size=(60, 5)).astype(float), rng.integers(0, 3, 60)
    X[:, 4] = 0.0  # comes with the new rows
    for name, some, labels in (("a.svm", X, y), ("b.svm", X_new, y_new)):
        dump_svmlight_file(some, labels, str(tmp_path / name), zero_based=False)
    options = {"kernel": "poly", "degree": 2, "order": "given", "max_iter": 1}
    trained = rosenblatt.train(tmp_path / "a.svm", **options)
    again = continue_training(trained, tmp_path / "b.svm")
    expected = learners.Kernel(**options).partial_fit(X, y).partial_fit(X_new, y_new)
    assert again.model_.decision_function(X_new).tobytes() == expected.model.decision_function(X_new).tobytes()
    assert (trained.n_features_in_, again.n_features_in_) == (4, 5)
    assert (again.learner_.n_mistakes, again.learner_.visited) == (expected.n_mistakes, 140)


def test_new_categories_move_the_columns_of_support_rows(tmp_path):
    path = table(tmp_path / "a.csv", 60, 3, 3)
    trained = rosenblatt.train(path, kernel="poly", degree=2, scale="none", max_iter=2)
    again = continue_training(trained, table(tmp_path / "b.csv", 50, 3, 5, 1), max_iter=1)
    assert again.n_features_in_ > trained.n_features_in_
    assert again.learner_.pages[0].block.n_features == again.n_features_in_
    assert len(again.predict_file(path)) == 60


def test_options_that_do_not_go_together(paths):
    with pytest.raises(OptionError, match="kernel must be left out for the algorithm 'voted'"):
        rosenblatt.train(paths["a.csv"], algorithm="voted", kernel="poly")
    with pytest.raises(OptionError, match="degree must come with a kernel that takes it: kernel='poly'"):
        rosenblatt.train(paths["a.csv"], degree=2)
    with pytest.raises(OptionError, match="predict_with must come with a kernel that takes it: kernel='linear' or"):
        rosenblatt.train(paths["a.csv"], predict_with="last")
    with pytest.raises(OptionError, match="gamma must come with a kernel that takes it: kernel='poly' or"):
        rosenblatt.train(paths["a.csv"], kernel="linear", gamma=2.0)
    assert rosenblatt.train(paths["a.csv"], algorithm="kernel", predict_with="last", max_iter=1).algorithm == "kernel"
    with pytest.raises(OptionError, match="kernel must be linear, poly, rbf or a function for rows of a file"):
        rosenblatt.train(paths["a.csv"], kernel="precomputed")
    with pytest.raises(OptionError, match="certify_when_stalled must be left out for the kernel 'rbf'"):
        rosenblatt.train(paths["a.csv"], kernel="rbf", certify_when_stalled=True)


def test_the_mistake_bound_covers_the_linear_kernel_only():
    X, y, _ = rosenblatt.sample("setosa")
    for kernel, voided in (("linear", False), ("poly", True)):
        report = rosenblatt.KernelPerceptron(kernel=kernel, predict_with="last").fit(X, y).report_
        theorem = report.theorem(rosenblatt.certify(X, y))
        assert any("a kernel other than" in reason for reason in theorem.voided_by) == voided
