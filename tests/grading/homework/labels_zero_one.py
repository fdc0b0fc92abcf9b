"""Right for labels 0 and 1."""
# ruff: noqa: B905


def train_perceptron(X, y, epochs=10, lr=0.1):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        for x, target in zip(X, y):
            prediction = 1 if sum(p * q for p, q in zip(w, x)) + b > 0 else 0
            error = target - prediction
            w = [p + lr * error * q for p, q in zip(w, x)]
            b += lr * error
    return w, b
