"""Right: Algorithm 7 of Maryland's Lecture 6."""
# ruff: noqa: B905


def averaged_perceptron(X, y, T):
    w, b, u, beta, c = [0] * len(X[0]), 0, [0] * len(X[0]), 0, 1
    for _ in range(T):
        for x, label in zip(X, y):
            if label * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w, b = [p + label * q for p, q in zip(w, x)], b + label
                u, beta = [p + label * c * q for p, q in zip(u, x)], beta + label * c
            c += 1
    return [p - q / c for p, q in zip(w, u)], b - beta / c
