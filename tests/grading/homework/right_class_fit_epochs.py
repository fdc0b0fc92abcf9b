"""Right: epochs are an argument of fit, which returns nothing; weights and bias are attributes."""
# ruff: noqa: B905


class LinearClassifier:
    def __init__(self, n_features):
        self.weights = [0] * n_features
        self.bias = 0

    def fit(self, X, y, max_iter=100):
        for _ in range(max_iter):
            for x, label in zip(X, y):
                a = self.bias + sum(p * q for p, q in zip(self.weights, x))
                if label * a <= 0:
                    for j in range(len(x)):
                        self.weights[j] += label * x[j]
                    self.bias += label
