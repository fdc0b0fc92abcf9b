"""Wrong: the average stops after an epoch without a mistake."""
# ruff: noqa: B905


def averaged_perceptron(X, y, epochs):
    w, b, sums, total, c = [0] * len(X[0]), 0, [0] * len(X[0]), 0, 1
    for _ in range(epochs):
        mistakes = 0
        for x, label in zip(X, y):
            if label * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w, b = [p + label * q for p, q in zip(w, x)], b + label
                mistakes += 1
            sums, total, c = [p + q for p, q in zip(sums, w)], total + b, c + 1
        if not mistakes:
            break
    return [p / c for p in sums], total / c
