"""k-means depends on its first means
==================================

k-means minimises the within-cluster sum of squares, Σᵢ Σ ‖x − μᵢ‖² over the rows x of cluster i. No iteration raises
this sum, but the first means decide which local minimum it reaches: compare the two clusterings of the same rows.
k-means++ draws first means that are far apart, and finds the lowest minimum more often. Maryland CMSC 422 Lecture 6
(note 003) begins with this recap.
"""

import sys

import numpy as np
from matplotlib import pyplot
from sklearn.cluster import KMeans

from rosenblatt import plots

GROUPS, N_STARTS, N_DRAWN, N_ITERATIONS = [[0, 0], [6, 0], [0, 2], [6, 2]], 100, 20, 5
STARTS = {"a first mean in each group": (0, 20, 40, 60), "three first means on the left": (0, 40, 50, 60)}  # rows
rng = np.random.default_rng(0)
X = np.repeat(GROUPS, 20, axis=0) + rng.normal(scale=0.45, size=(80, 2))


def fitted(rows, n_iterations=300):
    """k-means, with some of the rows as first means."""
    return KMeans(len(rows), init=X[list(rows)], n_init=1, max_iter=n_iterations, tol=0).fit(X)


def sum_of_squares(means):
    """The objective, if every row belongs to the nearest mean."""
    return float(np.square(X[:, None] - means).sum(axis=2).min(axis=1).sum())


found = {name: fitted(rows) for name, rows in STARTS.items()}
ends = [sum_of_squares(model.cluster_centers_) for model in found.values()]
reached = {}
for init in ("random", "k-means++"):
    models = [KMeans(len(GROUPS), init=init, n_init=1, random_state=seed).fit(X) for seed in range(N_STARTS)]
    reached[init] = sum(model.inertia_ < 1.001 * ends[0] for model in models)

with plots.style("light"):
    figure, (*maps, right) = pyplot.subplots(1, 3, figsize=(11, 3.4), layout="constrained")
    for (name, model), ax, end in zip(found.items(), maps, ends, strict=True):
        ax.scatter(*X.T, c=model.labels_, cmap="tab10", vmax=9, s=14)
        ax.scatter(*X[list(STARTS[name])].T, marker="s", s=60, facecolors="none", edgecolors="k", label="first mean")
        ax.scatter(*model.cluster_centers_.T, marker="X", s=110, c="k", edgecolors="w", label="mean at the end")
        ax.set_title(f"{name}\nsum of squares {end:.0f}")
    maps[1].legend(loc="center")
    for _ in range(N_DRAWN):
        rows = rng.choice(len(X), len(GROUPS), replace=False)
        fits = [fitted(rows, n).cluster_centers_ for n in range(1, N_ITERATIONS + 1)]
        sums = [sum_of_squares(means) for means in (X[rows], *fits)]
        right.plot(sums, color="tab:blue" if sums[-1] < 1.001 * ends[0] else "tab:red")
    right.set(xlabel="iteration", ylabel="sum of squares", ylim=(0, 250))
    right.set_title(f"{N_DRAWN} random starts,\nblue if the lower sum is reached")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "kmeans.png")

said = ", ".join(f"{count} of {N_STARTS} with {init}" for init, count in reached.items())
print(f"two starts end at {ends[0]:.0f} and {ends[1]:.0f}; starts that reach the lower sum: {said}")
