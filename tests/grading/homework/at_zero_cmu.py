"""Right by CMU's rule: a score of 0 is the prediction +1."""
# ruff: noqa: B905


def predict(w, b, x):
    return 1 if sum(p * q for p, q in zip(w, x)) + b >= 0 else -1


def perceptron(X, y, epochs):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        for x, label in zip(X, y):
            if predict(w, b, x) != label:
                w, b = [p + label * q for p, q in zip(w, x)], b + label
    return w, b
