"""Wrong: the bias is never learned."""
# ruff: noqa: B905


def perceptron(X, y, epochs):
    w, b = [0] * len(X[0]), 0
    for _ in range(epochs):
        for x, label in zip(X, y):
            if label * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w = [p + label * q for p, q in zip(w, x)]
                pass
    return w, b
