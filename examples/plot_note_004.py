"""Four points, nine mistakes, and a better plane
==============================================

The perceptron stops at the first plane that separates the points, 4·x1 − 0.5·x2 + 1 = 0 (left). A certificate gives the
plane with the largest margin (right): its band is as wide as possible, and the points on the edge of the band have
rings. This is the worked example of Cornwell's lecture, Classification, Halfspaces, the Perceptron algorithm (note
004).
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
