"""Why the bias: without one, every boundary goes through the origin.

The rows below are separable, and the perceptron with a bias finds a line. No line through the origin separates them, as
a certificate proves. The pocket algorithm keeps the best line that it met. CMU 10-301/601 Lecture 6 (note 000) asks for
this in its learning objectives.
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
