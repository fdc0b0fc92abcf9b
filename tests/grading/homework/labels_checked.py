"""Right for labels 0 and 1, and refuses others."""
# ruff: noqa: B905


def perceptron(X, y, epochs):
    if not set(y) <= {0, 1}:
        raise ValueError("labels must be 0 or 1")
    w, b = [0] * len(X[0]), 0
    for _ in range(epochs):
        for x, label in zip(X, y):
            sign = 2 * label - 1
            if sign * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w, b = [p + sign * q for p, q in zip(w, x)], b + sign
    return w, b
