"""Number of mistakes and the mistake bound
========================================

Each dot is a data set with a known margin. Random sets (blue) stay far below the bound (R/γ)², the dashed line, above
all when the margin is small. But the bound cannot be improved: n perpendicular rows of length 1 have the margin 1/√n
and make exactly n mistakes (orange). The bound is from CMU 10-301/601 Lecture 6 (note 000) and Cornwell's lecture (note
004).
"""

import sys

import numpy as np
from matplotlib import pyplot

from rosenblatt import Perceptron, generate, plots

MARGINS, SEEDS, RIGHT_ANGLED = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4), range(10), (4, 16, 64, 256)


def mistakes(X, y):
    return Perceptron(fit_intercept=False, order="given").fit(X, y).report_.n_mistakes


sets = [generate(500, 2, margin=margin, b=0, seed=seed) for margin in MARGINS for seed in SEEDS]
bounds = np.array([(made.radius / made.margin) ** 2 for made in sets])
counts = np.array([mistakes(made.X, made.y) for made in sets])
worst = [mistakes(np.eye(n), np.arange(n) % 2) for n in RIGHT_ANGLED]

with plots.style("light"):
    figure, ax = pyplot.subplots(figsize=(7.4, 4.6), layout="constrained")
    ends = [3, 2 * bounds.max()]
    ax.loglog(ends, ends, "k--", linewidth=1.3, label="the bound")
    ax.loglog(RIGHT_ANGLED, worst, "D", color="#e76300", markersize=8, label="rows at right angles")
    ax.loglog(bounds, counts, "o", color="#3f90da", alpha=0.6, label="random rows, 500 a set")
    ax.set_xlabel("(R/γ)²")
    ax.set_ylabel("mistakes")
    ax.legend(loc="upper left")
    ax.set_title(f"{len(sets)} random sets: at most {(counts / bounds).max():.0%} of the bound")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "bound.png")

print(
    f"{len(sets)} random sets: at most {counts.max()} mistakes and {(counts / bounds).max():.0%} of the bound; "
    f"rows at right angles: {', '.join(map(str, worst))}, which is the bound"
)
