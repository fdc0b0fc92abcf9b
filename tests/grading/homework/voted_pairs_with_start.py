"""Right: votes ((w, b), c), counted as Freund and Schapire do, with the zero start first."""
# ruff: noqa: B905


def voted(X, y, epochs):
    votes = [(([0] * len(X[0]), 0), 0)]
    for _ in range(epochs):
        for x, label in zip(X, y):
            (w, b), c = votes[-1]
            if label * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                votes.append((([p + label * q for p, q in zip(w, x)], b + label), 1))
            else:
                votes[-1] = (w, b), c + 1
    return votes
