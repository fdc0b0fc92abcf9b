"""Weights are images where features are pixels.

Ten classes have ten rows of 64 weights, one for each pixel of an 8 × 8 digit. Ink on a blue pixel speaks for the
class, ink on a red pixel against it: the 0 has a red middle. Digits are the first example in Cornwell's lecture,
Classification, Halfspaces, the Perceptron algorithm (note 004).
"""

import sys

from matplotlib import pyplot

import rosenblatt
from rosenblatt import plots

X, y, _ = rosenblatt.sample("digits")
model = rosenblatt.AveragedPerceptron().fit(X[:1200], y[:1200])
right = int((model.predict(X[1200:]) == y[1200:]).sum())
middle = model.coef_[0].reshape(8, 8)[3:5, 3:5]  # of the 0

with plots.style("light"):
    figure, ax = pyplot.subplots(figsize=(8, 3.9), layout="constrained")
    plots.pixels(model, ax=ax)
    ax.set_title(f"{right} of {len(y) - 1200} new digits right")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "digits.png")

print(f"{right} of {len(y) - 1200} new digits right; mean weight in the middle of the 0: {middle.mean():.0f}")
