"""Wrong: predicts 0 and 1, compares them with labels -1 and +1, and adds y*x."""
# ruff: noqa: B905


def perceptron(X, y, epochs):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        for x, label in zip(X, y):
            prediction = int(sum(p * q for p, q in zip(w, x)) + b > 0)
            if prediction != label:
                w, b = [p + label * q for p, q in zip(w, x)], b + label
    return w, b
