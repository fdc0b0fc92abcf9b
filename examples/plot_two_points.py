"""With a bias, the mistake bound is about (x, 1)
==============================================

Two points lie on a line, − at 2 and + at 4. R = 4 and γ = 1, so the bound seems to be 16, but the perceptron makes 17
mistakes (right). With a bias, it learns a line through the origin for the points (2, 1) and (4, 1) (left). Their margin
is much smaller, and the bound is 170. Cornwell's lecture (note 004) states this correctly; CMU 10-301/601 Lecture 6
(note 000) leaves it out.
"""

import sys

from matplotlib import pyplot

import rosenblatt
from rosenblatt import plots

X, y = [[2.0], [4.0]], [-1, 1]
run = rosenblatt.trace(X, y, order="given")
certificate = rosenblatt.certify(X, y)
folded = rosenblatt.fold(X, "last")
plain = (certificate.radius / certificate.margin.lower) ** 2

with plots.style("light"):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4), layout="constrained")
    best = rosenblatt.certify(folded, y, fit_intercept=False)
    plots.boundary(best, folded, y, names=["x", "the 1"], limits=(-0.5, 5, -1.5, 2.5), normal=False, ax=left)
    left.plot(0, 0, "k+", markersize=14, markeredgewidth=2)
    left.set_title(f"the points (x, 1) and the best line through 0\nmargin {best.margin.lower:.3f}")
    plots.cumulative(run, ax=right)
    right.hlines(plain, 0, len(run), "k", linestyles=":")
    right.annotate(f"(R/γ)² of x alone: {plain:.0f}", (0, plain), (6, 4), textcoords="offset points")
    right.set_title(f"{run.report.n_mistakes} mistakes of at most {certificate.mistake_bound}, (R/γ)² of (x, 1)")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "two_points.png")

print(f"{run.report.n_mistakes} mistakes; plain {plain:.0f}, augmented {certificate.mistake_bound}")
