"""Early stopping on data that overfits
====================================

There are only 300 training rows. Twenty features carry information about the label, six hundred carry none, and one
label in ten is wrong. Training mistakes fall to 0, but errors on held-out rows fall and then rise again, as the weights
begin to fit the wrong labels. So the number of epochs is a hyperparameter. This answers the poll of CMU 10-301/601
Lecture 6 (note 000); Maryland CMSC 422 Lecture 6 (note 003) recommends early stopping.
"""

import sys

import numpy as np
from matplotlib import pyplot

from rosenblatt import AveragedPerceptron, generate, plots

N_TRAINING, N_VALIDATION = 300, 1000
n_rows = N_TRAINING + N_VALIDATION
telling, idle = generate(n_rows, 20, b=0, noise=0.1, seed=3), generate(n_rows, 600, radius=0.5, seed=103)
X, y = np.hstack([telling.X, idle.X]), telling.y

# So patient that the whole curve is seen; it predicts with the weights of the best epoch all the same.
model = AveragedPerceptron(
    early_stopping=True, validation_fraction=N_VALIDATION / n_rows, n_iter_no_change=100, max_iter=100
).fit(X, y)
report = model.report_
errors = report.validation_errors_per_epoch
best = int(np.argmin(errors))

with plots.style("light"):
    figure, ax = pyplot.subplots(figsize=(7.4, 4.4), layout="constrained")
    plots.mistakes(report, ax=ax)
    ax.set_title(f"{N_TRAINING} rows learned by heart, and new ones worse")
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "early_stopping.png")

print(
    f"training mistakes {report.mistakes_per_epoch[0]} to {report.mistakes_per_epoch[-1]} of {N_TRAINING}; "
    f"validation errors {errors[best]} of {N_VALIDATION} after epoch {best + 1}, {errors[-1]} after epoch {len(errors)}"
)
