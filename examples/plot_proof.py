"""The proof of the mistake bound as a picture
===========================================

Each mistake moves w at least γ further along the best separator w*, so ‖w‖ is at least kγ after k mistakes. Each
mistake adds at most R² to ‖w‖², so ‖w‖ is at most √k·R. The straight line kγ meets the curve √k·R at k = (R/γ)², and
there can be no more mistakes than that. The proof is from Cornwell's lecture (note 004); CMU 10-301/601 Lecture 6 (note
000) states the theorem.
"""

import sys

from matplotlib import pyplot

import rosenblatt
from rosenblatt import plots

X, y = rosenblatt.generate(100, 100, margin=0.1, b=0, seed=0)[:2]
run = rosenblatt.trace(X, y, order="given", fit_intercept=False)
certificate = rosenblatt.certify(X, y, fit_intercept=False)

with plots.style("light"):
    figure, ax = pyplot.subplots(figsize=(7.4, 4.4), layout="constrained")
    plots.proof(run, certificate, ax=ax)
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "proof.png")

print(f"{run.report.n_mistakes} mistakes of at most {certificate.mistake_bound}")
