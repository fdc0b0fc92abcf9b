"""Last weights, averaged weights and votes
========================================

One label in ten is wrong, so mistakes never end, and the last weights depend on the latest mistake. The average and the
votes use all weights of the same run, so a single mistake hardly changes them. Compare the three boundaries and the
shares of wrong new rows above them. Maryland CMSC 422 Lecture 6 (note 003) describes both on its slide "Predicting
with".
"""

import sys
import warnings

import numpy as np
from matplotlib import pyplot
from sklearn.exceptions import ConvergenceWarning

from rosenblatt import AveragedPerceptron, Perceptron, VotedPerceptron, generate, plots

warnings.simplefilter("ignore", ConvergenceWarning)  # no plane separates these rows
N_TRAINING, N_TEST, N_SETS = 100, 1000, 20


def fitted(seed):
    """The three models of one run, and how many test rows each gets wrong."""
    X, y = generate(N_TRAINING + N_TEST, 2, noise=0.1, seed=seed)[:2]
    models = {
        "last weights": Perceptron(max_iter=10),
        "average": AveragedPerceptron(max_iter=10),
        "votes": VotedPerceptron(max_iter=10),
    }
    for model in models.values():
        model.fit(X[:N_TRAINING], y[:N_TRAINING])
    wrong = [int((model.predict(X[N_TRAINING:]) != y[N_TRAINING:]).sum()) for model in models.values()]
    return models, wrong, X[:N_TRAINING], y[:N_TRAINING]


models, wrong, X, y = fitted(seed=8)
means = np.mean([fitted(seed)[1] for seed in range(N_SETS)], axis=0)

with plots.style("light"):
    figure, places = pyplot.subplots(1, 3, figsize=(10.5, 3.8), layout="constrained")
    for (name, model), errors, ax in zip(models.items(), wrong, places, strict=True):
        plots.boundary(model, X, y, normal=False, ax=ax)
        ax.set_title(f"{name}\n{errors / N_TEST:.1%} of {N_TEST:,} new rows wrong")
    for ax in places[:-1]:
        ax.get_legend().remove()
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "averaging.png")

shares = ", ".join(f"{name} {errors / N_TEST:.1%}" for name, errors in zip(models, wrong, strict=True))
print(f"test errors: {shares}; means over {N_SETS} sets: {', '.join(f'{mean / N_TEST:.1%}' for mean in means)}")
