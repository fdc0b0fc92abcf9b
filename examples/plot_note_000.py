"""Six points, three mistakes, no bias
===================================

Each mistake adds y·x to w. The boundary is perpendicular to w, so it turns with w, and without a bias it always goes
through the origin. From left to right, w is (1, −2), (2, −1) and (3, 1); the last one has every point on the correct
side. This is the worked example of CMU 10-301/601 Lecture 6 (note 000).
"""

import sys

from matplotlib import pyplot

import rosenblatt
from rosenblatt import plots

X, y, names = rosenblatt.sample("note-000")
rule = {"at_zero": "positive", "fit_intercept": False}  # a point on the line is predicted +1
visits = [step.number for step in rosenblatt.trace(X, y, order="given", **rule) if step.mistake]
models = [rosenblatt.Perceptron(**rule).partial_fit(X[:visit], y[:visit], classes=[-1, 1]) for visit in visits]
wrong = [int((model.predict(X) != y).sum()) for model in models]

with plots.style("light"):
    figure, places = pyplot.subplots(1, len(models), figsize=(11, 4.4), layout="constrained")
    for number, (model, ax) in enumerate(zip(models, places, strict=True), 1):
        plots.boundary(model, X, y, names=names, band=False, ax=ax)
        w = ", ".join(f"{weight:.0f}".replace("-", "−") for weight in model.coef_[0])
        ax.set_title(f"mistake {number}: w = ({w})\n{wrong[number - 1]} of {len(y)} rows wrong")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "note_000.png")

print(f"{len(models)} mistakes; {', '.join(map(str, wrong))} of {len(y)} rows wrong after them; at the end w = ({w})")
