"""Right: a class with epochs in its constructor, and w_ and b_."""
# ruff: noqa: B905


class Perceptron:
    def __init__(self, eta=0.01, epochs=10):
        self.eta = eta
        self.epochs = epochs

    def score(self, x):
        return sum(p * q for p, q in zip(self.w_, x)) + self.b_

    def fit(self, X, y):
        self.w_ = [0.0] * len(X[0])
        self.b_ = 0.0
        for _ in range(self.epochs):
            for x, label in zip(X, y):
                if label * self.score(x) <= 0:
                    self.w_ = [p + self.eta * label * q for p, q in zip(self.w_, x)]
                    self.b_ += self.eta * label
        return self

    def predict(self, X):
        return [1 if self.score(x) > 0 else -1 for x in X]


def accuracy(model, X, y):
    return sum(a == b for a, b in zip(model.predict(X), y)) / len(y)
