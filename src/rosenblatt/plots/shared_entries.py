"""Entries of docstrings that the pictures share (``rosenblatt.docstrings``)."""

from rosenblatt.docstrings import entries

PICTURES = entries("""
model : estimator, learner, Trace, Model, Hyperplane or Certificate
    Fitted model to draw. An estimator of scikit-learn with linear weights works, too.
X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
    Rows of numbers.
y : array-like of shape (n_samples,)
    Labels, one per row.
features : int, str or sequence of these, default=None
    Features to draw, by number or by name. They must be given if there are more than can be drawn.
names : sequence of str, default=None
    Names of all features. None means the columns of a data frame, the names that the model knows, or else x1, x2
    and so on.
certificate : Certificate or MulticlassCertificate, default=None
    Result of ``rosenblatt.certify(X, y)`` for the rows trained on. None means the certificate of the report.
trace : Trace
    Result of :func:`rosenblatt.trace`, which keeps every mistake.
ax : matplotlib.axes.Axes, default=None
    Axes to draw on. None makes a new figure.
normal : bool, default=True
    Whether to draw the vector w at a right angle to the boundary, for two classes.
band : bool, default=True
    Whether to draw the margin: lines through the closest rows of both classes, if the boundary separates them.
regions : bool, default=True
    Whether to fill the region of each class with its colour.
limits : sequence of float, default=None
    Limits of the axes: ``x_min, x_max, y_min, y_max``; two numbers for one feature, six for three.
""") | {"axes": "matplotlib.axes.Axes\n    The axes drawn on."}
