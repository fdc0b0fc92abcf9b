"""The order of the rows matters
=============================

The rows are sorted by class, so a pass sees first one class and then the other, and the last rows decide the boundary.
Compare it with the boundary after one pass over shuffled rows. A pass over sorted rows makes few mistakes and so learns
little; it takes more passes to converge. This is from "Practical considerations" in Maryland CMSC 422 Lecture 6 (note
003).
"""

import sys

import numpy as np
from matplotlib import pyplot

from rosenblatt import generate, plots, trace

N_SETS, ORDERS = 20, {"sorted": "given", "shuffled": "shuffled"}


def runs(seed, max_iter=1000):
    """The runs on rows that are sorted by class: as they are, and shuffled anew for each epoch."""
    X, y = generate(80, 2, margin=0.05, seed=seed)[:2]
    rows = y.argsort(kind="stable")
    return {name: trace(X[rows], y[rows], order=order, max_iter=max_iter) for name, order in ORDERS.items()}


first, whole = runs(seed=4, max_iter=1), runs(seed=4)
means = np.mean([[run.report.n_epochs for run in runs(seed).values()] for seed in range(N_SETS)], axis=0)

with plots.style("light"):
    shape = {"figsize": (11, 3.4), "width_ratios": (1, 1, 1.8), "layout": "constrained"}
    figure, (left, middle, right) = pyplot.subplots(1, 3, **shape)
    for (name, run), ax in zip(first.items(), (left, middle), strict=True):
        plots.boundary(run, normal=False, ax=ax)
        ax.set_title(f"{name}, one epoch\n{run.report.errors} of {run.report.n_rows} rows wrong")
    left.get_legend().remove()
    plots.cumulative(whole, ax=right)
    right.set_title("until all are right")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "order.png")

said = [
    f"{name}: {run.report.errors} of {run.report.n_rows} rows wrong after one epoch, "
    f"{whole[name].report.n_mistakes} mistakes in {whole[name].report.n_epochs} epochs"
    for name, run in first.items()
]
print(f"{'; '.join(said)}; means over {N_SETS} sets: {means[0]:.0f} and {means[1]:.0f} epochs")
