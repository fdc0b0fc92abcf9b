"""A stream whose truth moves: the last weights follow, the average remembers too long.

For 1,000 examples the separator stands still, for 1,000 it turns by 180°, then it stands still again. The slope of
the curve is the rate of mistakes: it rises where the truth turns and falls after. The average of all weights so far is
better on noisy rows that stand still, but here it is an average of what is no longer true. This is the online setting
of CMU 10-301/601 Lecture 6 (note 000).
"""

import sys

import numpy as np
from matplotlib import pyplot

from rosenblatt import generate, online, plots

N, SHAPE = 1000, {"n_features": 10, "margin": 0.1, "b": 0}
turning = generate(N, drift=180, seed=2, **SHAPE)
before, after = (generate(N, w=w, seed=seed, **SHAPE) for w, seed in ((turning.w, 12), (turning.w_end, 22)))
stream = [pair for part in (before, turning, after) for pair in zip(part.X.tolist(), part.y.tolist(), strict=True)]


def mistakes(model):
    """For each example of the stream whether it was predicted wrong before it was learned."""
    wrong = []
    for row, label in stream:
        x = dict(enumerate(row))
        wrong.append(model.predict_one(x) != label)
        model.learn_one(x, label)
    return np.array(wrong)


options = {"classes": [-1, 1], "fit_intercept": False}
runs = {
    "last weights": mistakes(online.Perceptron(**options)),
    "average": mistakes(online.AveragedPerceptron(**options)),
}

with plots.style("light"):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4), layout="constrained")
    plots.cumulative(runs["last weights"], changes=[N, 2 * N], ax=left)
    plots.cumulative(runs, changes=[N, 2 * N], ax=right)
    left.set_title("the last weights: still, turning, still")
    right.set_title("the same, and the average")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "drift.png")

parts = {name: [int(part.sum()) for part in np.split(wrong, 3)] for name, wrong in runs.items()}
said = [f"{name} {before}, {during} and {after}" for name, (before, during, after) in parts.items()]
print(f"mistakes before, while the truth turns, and after: {'; '.join(said)}")
