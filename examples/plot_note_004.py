"""Cornwell's worked example: four points, nine mistakes, and the plane at the end is not the best one.

The perceptron stops at the first plane that separates, 4·x1 − 0.5·x2 + 1 = 0. A certificate has the plane of the
largest margin, whose band is as wide as the points allow; the points that hold it up are ringed. The example is from
Classification, Halfspaces, the Perceptron algorithm (note 004).
"""

import sys

from matplotlib import pyplot

import rosenblatt
from rosenblatt import Hyperplane, plots

X, y, names = rosenblatt.sample("note-004")
run = rosenblatt.trace(X, y, order="first-mistake")
certificate = rosenblatt.certify(X, y)
found = Hyperplane.of(run.model).margin(X, y)
best = certificate.margin.lower  # proven: no plane has more than certificate.margin.upper

with plots.style("light"):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.7), layout="constrained")
    plots.boundary(run, names=names, ax=left)
    plots.boundary(certificate, X, y, names=names, ax=right)
    left.set_title(f"found after {run.report.n_mistakes} mistakes\nmargin {found:.3f}")
    right.set_title(f"the best there is\nmargin {best:.3f}")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "note_004.png")

print(f"{run.report.n_mistakes} mistakes; margin {found:.3f}, the largest is {best:.3f}")
