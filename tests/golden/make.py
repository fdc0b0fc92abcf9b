"""Writes the model files of this folder, and what they must say when they are loaded: python tests/golden/make.py.

They are of format 1, and are not written again: a later rosenblatt must load them as they are. Files that are there are
left alone.
"""

import json
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import rosenblatt
from rosenblatt import learners, online

HERE = Path(__file__).parent
RANDOM = np.random.default_rng(0)
X = RANDOM.integers(-3, 4, (60, 5)).astype(float)
TWO, THREE = RANDOM.integers(0, 2, 60), np.array(["a", "bee", "c"])[RANDOM.integers(0, 3, 60)]


def models():
    yield "perceptron", learners.Perceptron(max_iter=3).fit(X, TWO)
    yield "averaged", learners.Averaged(max_iter=3, class_weight={"a": 2.0}).fit(X, THREE)
    yield "voted", learners.Voted(max_iter=2).fit(sp.csr_array(X), TWO)
    yield "pocket", learners.Pocket(max_iter=3, ratchet=False).fit(X, THREE)
    yield "estimator", rosenblatt.AveragedPerceptron(max_iter=3).fit(X, THREE)
    yield "early", rosenblatt.VotedPerceptron(max_iter=5, early_stopping=True).fit(X, THREE)
    stream = online.AveragedPerceptron()
    for row, label in zip(X, THREE.tolist(), strict=True):
        stream.learn_one(dict(zip("vwxyz", row.tolist(), strict=True)), label)
    yield "online", stream
    table = HERE / "fruit.csv"
    table.write_text("weight,colour,fruit\n150,green,apple\n170,red,apple\n110,yellow,banana\n120,green,banana\n")
    yield "trained", rosenblatt.train(table, algorithm="averaged", order="given", max_iter=5)
    yield "margin", rosenblatt.MarginPerceptron(margin=3.0, max_iter=3).fit(X, THREE)
    yield "pa2", learners.Voted(rule="pa2", C=0.25, max_iter=2).fit(sp.csr_array(X), THREE)
    stream = online.PassiveAggressiveClassifier(C=0.125)
    for row, label in zip(X, TWO.tolist(), strict=True):
        stream.learn_one(dict(zip("vwxyz", row.tolist(), strict=True)), label)
    yield "online-pa1", stream
    yield "one-vs-rest", learners.Voted(multiclass="one-vs-rest", rule="pa1", C=0.5, max_iter=2).fit(X, THREE)
    estimator = rosenblatt.VotedPerceptron(multiclass="one-vs-rest", max_iter=5, early_stopping=True)
    yield "one-vs-rest-early", estimator.fit(X, THREE)
    kernel = {"kernel": "poly", "degree": 2, "gamma": 0.5}
    yield "kernel", learners.Kernel(**kernel, multiclass="one-vs-rest", rule="pa1", max_iter=2).fit(X, THREE)
    estimator = rosenblatt.KernelPerceptron(**kernel, predict_with="averaged", max_iter=5, early_stopping=True)
    yield "kernel-early", estimator.fit(sp.csr_array(X), THREE)


def learner_of(model):
    if isinstance(model, learners.Learner):
        return model
    return model._singles.settled() if hasattr(model, "_singles") else model.learner_


if __name__ == "__main__":
    for name, model in models():
        if (HERE / f"{name}.perceptron").exists():
            continue
        rosenblatt.save(HERE / f"{name}.perceptron", model)
        learner = learner_of(model)
        rows = RANDOM.normal(size=(7, learner.n_features))
        scores = np.ravel(learner.model.decision_function(rows)).tolist()
        told = {"class": type(model).__name__, "X": rows.tolist(), "scores": [score.hex() for score in scores]}
        (HERE / f"{name}.json").write_text(json.dumps(told) + "\n")
