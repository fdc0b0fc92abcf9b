"""A kernel bends the boundary
===========================

No line separates exclusive or, and none separates a ring from the disc inside it. A kernel K(x, z) in place of the
product x·z gives the perceptron other boundaries. The kernel (1 + x·z)² separates exclusive or (left), and exp(−γ‖x −
z‖²) separates the rings (right). Rings around points mark the support rows, on which mistakes were made. Maryland CMSC
422 Lecture 6 (note 003) asks whether the perceptron can always find a hyperplane.
"""

import sys

import numpy as np
from matplotlib import pyplot

import rosenblatt
from rosenblatt import plots

random = np.random.default_rng(0)
angles, radii = random.uniform(0, 2 * np.pi, 120), np.repeat([1.0, 2.5], 60) + random.normal(0, 0.25, 120)
sets = {
    "exclusive or": (*rosenblatt.sample("xor")[:2], {"kernel": "poly", "degree": 2}),
    "rings": (
        np.column_stack([radii * np.cos(angles), radii * np.sin(angles)]),
        np.repeat(["inner", "outer"], 60),
        {"kernel": "rbf", "gamma": 0.5},
    ),
}

told = []
with plots.style("light"):
    figure, panels = pyplot.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    for axes, (name, (X, y, kernel)) in zip(panels, sets.items(), strict=True):
        model = rosenblatt.KernelPerceptron(**kernel, predict_with="last", order="given").fit(X, y)
        plots.boundary(model, X, y, ax=axes)
        support = np.asarray(model.support_vectors_)
        axes.scatter(*support.T, s=130, facecolors="none", edgecolors="black", linewidths=1.2, zorder=4)
        report = model.report_
        told.append(
            f"{name}: {report.reason} after {report.n_mistakes} mistakes in {report.n_epochs} epochs, "
            f"{len(support)} of {len(y)} rows are support rows, {report.errors} are wrong"
        )
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "kernels.png")

print("; ".join(told))
