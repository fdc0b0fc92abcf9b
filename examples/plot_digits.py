"""The weights of a digit classifier as images
===========================================

Each of the ten classes has 64 weights, one per pixel of an 8 × 8 digit. Ink on a blue pixel raises the score of the
class, ink on a red pixel lowers it. Look at the 0: its middle is red, because a zero has no ink there. Digits are the
first example in Cornwell's lecture, Classification, Halfspaces, the Perceptron algorithm (note 004).
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
