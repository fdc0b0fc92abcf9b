"""Exclusive or is not linearly separable
======================================

The two − points and the two + points have the same midpoint. A plane with both + points on one side has this midpoint
on that side, so it cannot have both − points on the other. The certificate proves it with four multipliers, and the
perceptron makes mistakes in every epoch (right). Maryland CMSC 422 Lecture 6 (note 003) and Cornwell's lecture (note
004) ask for such sets.
"""

import sys

from matplotlib import pyplot

import rosenblatt
from rosenblatt import plots

X, y = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [-1, -1, 1, 1]
certificate = rosenblatt.certify(X, y)
run = rosenblatt.trace(X, y, order="given", n_iter_no_change=10)

with plots.style("light"):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4), layout="constrained")
    plots.hulls(certificate, X, y, ax=left)
    plots.mistakes(run, ax=right)
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "xor.png")

where = ", ".join(str(coordinate) for coordinate in certificate.meeting_point(X, y))
print(
    f"separable: {certificate.separable}, the hulls meet at ({where}), checked: {certificate.check(X, y)}; "
    f"{run.report.reason}: {run.report.n_mistakes} mistakes in {run.report.n_epochs} epochs"
)
