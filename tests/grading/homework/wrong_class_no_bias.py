"""Wrong: a class that does not update its bias."""
# ruff: noqa: B905


class Perceptron:
    def __init__(self, max_iter=10):
        self.max_iter = max_iter
        self.coef_ = None
        self.intercept_ = 0.0

    def fit(self, X, y):
        self.coef_ = [[0.0] * len(X[0])]
        for _ in range(self.max_iter):
            for x, label in zip(X, y):
                a = sum(p * q for p, q in zip(self.coef_[0], x)) + self.intercept_
                if a * label <= 0:
                    self.coef_ = [[p + label * q for p, q in zip(self.coef_[0], x)]]
        return self
