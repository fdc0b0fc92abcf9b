"""Right: the learning rate 0.1 stands in the code, and sums of it are rounded."""
# ruff: noqa: B905

ETA = 0.1


def perceptron(X, y, epochs):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        for x, label in zip(X, y):
            if label * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w = [p + ETA * label * q for p, q in zip(w, x)]
                b += ETA * label
    return w, b
