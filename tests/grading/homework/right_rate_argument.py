"""Right: the learning rate is an argument with the default 0.01."""
# ruff: noqa: B905


def train(X, y, learning_rate=0.01, n_iter=50):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(n_iter):
        mistakes = 0
        for x, label in zip(X, y):
            if label * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w = [p + learning_rate * label * q for p, q in zip(w, x)]
                b += learning_rate * label
                mistakes += 1
        if mistakes == 0:
            break
    return w, b
