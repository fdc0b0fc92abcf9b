"""Estimators and functions that train on files on a cluster: the results of one machine."""

import numpy as np
import pytest
from helpers.pages import small_pages  # noqa: F401
from helpers.trained_files import bits

import rosenblatt
import rosenblatt.dask
from rosenblatt.errors import DataError, OptionError

SMALL = 0.001  # megabytes of a partition


@pytest.fixture
def paths(tmp_path):
    """A table of training rows, and one of other rows."""
    draws = np.random.default_rng(0)
    for name, n_rows in (("train.csv", 200), ("test.csv", 60)):
        X = draws.normal(size=(n_rows, 3)).round(3)
        lines = [f"{'yes' if a > b else 'no'},{a},{b},{c}" for a, b, c in X.tolist()]
        (tmp_path / name).write_text("label,a,b,c\n" + "\n".join(lines) + "\n")
    return tmp_path / "train.csv", tmp_path / "test.csv"


@pytest.mark.usefixtures("small_pages")
def test_an_estimator_is_fitted_on_files(client, paths):
    for name in ("Perceptron", "AveragedPerceptron", "VotedPerceptron"):
        local = getattr(rosenblatt, name)(order="given", max_iter=3)
        expected = rosenblatt.fit_file(local, paths[0], target="label")
        parameters = {"client": client, "strategy": "sequence", "order": "given", "max_iter": 3, "part_mb": SMALL}
        one = getattr(rosenblatt.dask, name)(**parameters).fit(paths[0], "label")
        other = rosenblatt.fit_file(getattr(rosenblatt.dask, name)(**parameters), paths[0], target="label")
        for fitted in (one, other, one.to_local()):
            assert bits(fitted.trained_) == bits(expected.trained_)
            assert fitted.encoding_.to_dict() == expected.encoding_.to_dict()
            assert (fitted.trained_.predict_file(paths[1]) == expected.trained_.predict_file(paths[1])).all()


def test_what_an_estimator_refuses_for_files(client, paths):
    model = rosenblatt.dask.Perceptron(client=client)
    with pytest.raises(DataError, match="sample_weight must be None for files, whose rows have no weights"):
        model.fit(paths[0], "label", sample_weight=[1.0])
    with pytest.raises(OptionError, match="resume must be left out for an estimator on a cluster; got True"):
        rosenblatt.fit_file(model, paths[0], resume=True)
    with pytest.raises(OptionError, match="part_mb must be a number of megabytes above 0; got -1"):
        rosenblatt.dask.Perceptron(client=client, part_mb=-1).fit(paths[0], "label")


@pytest.mark.usefixtures("small_pages")
def test_functions_take_a_client_or_an_address(client, paths):
    options = {"target": "label", "max_iter": 3, "order": "given", "validation": paths[1]}
    expected = rosenblatt.train(paths[0], **options)
    for cluster in (client, client.scheduler.address):
        trained = rosenblatt.train(paths[0], dask=cluster, strategy="sequence", part_mb=SMALL, **options)
        assert bits(trained) == bits(expected)
        assert trained.validation.to_dict() == expected.validation.to_dict()
        evaluation = rosenblatt.evaluate(trained, paths[1], dask=cluster)
        assert evaluation.to_dict() == rosenblatt.evaluate(expected, paths[1]).to_dict()
        predicted = rosenblatt.predict(trained, paths[1], dask=cluster)
        scores = np.concatenate([page.scores for page in predicted])
        alone = np.concatenate([page.scores for page in rosenblatt.predict(expected, paths[1])])
        assert scores.tobytes() == alone.tobytes()
        assert predicted.lines() == []


def test_a_path_is_no_row(client, paths):
    model = rosenblatt.dask.Perceptron(client=client).fit([str(paths[0])], "label")
    for method in (model.predict, model.decision_function):
        with pytest.raises(DataError, match=r"X must be rows, not the path of a file; got .*: rosenblatt\.predict\("):
            method(paths[1])
    assert model.predict([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]).tolist() == ["no", "yes"]  # rows, not partitions
