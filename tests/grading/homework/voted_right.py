"""Right: votes (w, b, c) without the zero start."""
# ruff: noqa: B905


def voted_perceptron(X, y, epochs):
    w, b, c, votes = [0] * len(X[0]), 0, 0, []
    for _ in range(epochs):
        for x, label in zip(X, y):
            if label * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                if c:
                    votes.append((w, b, c))
                w, b, c = [p + label * q for p, q in zip(w, x)], b + label, 1
            else:
                c += 1
    votes.append((w, b, c))
    return votes
