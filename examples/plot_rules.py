"""One mistake, six update rules
=============================

The row x = (2, 1) belongs to the class +1, and the starting weights w = (−1, 1) score it −1: a mistake. Every rule adds
τ·x to the weights; only the step τ differs. The perceptron of Maryland CMSC 422 Lecture 6 (note 003) takes τ = 1
whatever the row is. PA takes the shortest step that puts the row on the margin y·a = 1. PA-I and PA-II (here C = 0.25)
stop before it. The margin perceptron (β = 1) and PA also answer a row that is right but within the margin.
"""

import sys

import numpy as np
from matplotlib import pyplot

from rosenblatt import plots
from rosenblatt.conventions import RULES
from rosenblatt.learners import Perceptron

ROW, START = np.array([2.0, 1.0]), np.array([-1.0, 1.0])
OPTIONS = {"margin": {"margin": 1}, "pa1": {"C": 0.25}, "pa2": {"C": 0.25}}
ARROW = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.009}


def after_one_step(rule):
    """The weights after one visit of the row. A second row has weight 0: it only names the other class."""
    learner = Perceptron(rule=rule, fit_intercept=False, order="given", max_iter=1, **OPTIONS.get(rule, {}))
    learner.fit([ROW, -ROW], [1, -1], sample_weight=[1, 0], coef_init=START)
    return learner.model.weights.w[0]


def draw_line(ax, w, score, **look):
    """Draw the points of one score."""
    ax.axline(w * score / (w @ w), slope=-w[0] / w[1], **look)


weights = {rule: after_one_step(rule) for rule in RULES}
steps = {rule: (w - START) @ ROW / (ROW @ ROW) for rule, w in weights.items()}

with plots.style("light"):
    figure, places = pyplot.subplots(2, 3, figsize=(10, 6.2), layout="constrained", sharex=True, sharey=True)
    for (rule, w), ax in zip(weights.items(), places.flat, strict=True):
        draw_line(ax, START, 0, color="0.6", linestyle="--", label="boundary and w before")
        draw_line(ax, w, 0, color="C0", linewidth=2.2, label="boundary and w after")
        draw_line(ax, w, 1, color="C0", linestyle=":", linewidth=1.8, label="margin y·a = 1 after")
        ax.quiver(0, 0, *START, color="0.6", **ARROW)
        ax.quiver(0, 0, *w, color="C0", **ARROW)
        ax.quiver(*START, *(w - START), color="C1", label="step τ·x", **ARROW)
        ax.plot(*ROW, "ks", markersize=9, label="row x")
        ax.set(xlim=(-1.7, 3.2), ylim=(-0.9, 2.5), aspect="equal")
        ax.set_title(f"{RULES[rule].title}: {RULES[rule].when}\nτ = {steps[rule]:.3g}, y·a = −1 → {w @ ROW:.3g}")
    figure.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=5, frameon=False)
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "rules.png")

print("; ".join(f"{rule}: step {step:.3g}, y·a {weights[rule] @ ROW:.3g}" for rule, step in steps.items()))
