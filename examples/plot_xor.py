"""Exclusive or: no plane separates it, and here is why.

The middle of the two − is the middle of the two +. A plane that has both + on one side has their middle there, and so
it cannot have both − on the other side. The certificate says this with four multipliers; the perceptron goes on for
ever. Maryland CMSC 422 Lecture 6 (note 003) and Cornwell's lecture (note 004) ask for such sets.
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
