"""Online learning when the true separator moves
=============================================

The true separator is fixed for 1,000 examples, turns by 180° during the next 1,000, and is then fixed again. The slope
of a curve is the rate of mistakes. For the last weights it rises during the turn and falls afterwards. The average of
all weights is better on noisy data that does not change, but here it keeps weights that are no longer correct. This is
the online setting of CMU 10-301/601 Lecture 6 (note 000).
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
