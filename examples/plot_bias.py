"""Why a perceptron needs a bias
=============================

Without a bias, every boundary goes through the origin (the black cross). On the left, no such line separates the rows,
as a certificate proves; the pocket algorithm keeps the best line it finds. On the right, the perceptron learns a bias
and separates all rows. CMU 10-301/601 Lecture 6 (note 000) has this question among its learning objectives.
"""

import sys

from matplotlib import pyplot

from rosenblatt import Perceptron, PocketPerceptron, certify, generate, plots

X, y = generate(60, 2, margin=0.1, w=[1, 2], b=-0.9, seed=2)[:2]
without = PocketPerceptron(fit_intercept=False).fit(X, y)
with_bias = Perceptron().fit(X, y)
separable = [certify(X, y, fit_intercept=bias).separable for bias in (False, True)]

with plots.style("light"):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 4.4), layout="constrained")
    plots.boundary(without, X, y, normal=False, ax=left)
    plots.boundary(with_bias, X, y, normal=False, ax=right)
    for ax in (left, right):
        ax.plot(0, 0, "k+", markersize=14, markeredgewidth=2)
    left.set_title(f"through 0 (+)\n{without.report_.errors} of {len(y)} rows wrong")
    right.set_title(f"with a bias\n{with_bias.report_.errors} of {len(y)} rows wrong")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "bias.png")

print(
    f"without a bias {without.report_.errors} of {len(y)} rows wrong (separable: {separable[0]}), "
    f"with one {with_bias.report_.errors} (separable: {separable[1]})"
)
