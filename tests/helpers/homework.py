"""Training functions as students write them."""

LISTS = """\
def perceptron(X, y, epochs):
    w, b = [0] * len(X[0]), 0
    for _ in range(epochs):
        for x, t in zip(X, y):
            if t * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w = [p + t * q for p, q in zip(w, x)]
                b += t
    return w, b
"""
ARRAYS = """\
import numpy as np

def predict(w, b, x):
    return np.sign(x @ w + b)

def train(X, y, eta=1.0, max_iter=10):
    w, b = np.zeros((X.shape[1], 1)), np.zeros(1)
    for _ in range(max_iter):
        for i in range(len(y)):
            if y[i] * (X[i] @ w + b)[0] <= 0:
                w += eta * y[i] * X[i][:, None]
                b += eta * y[i]
    return w, b
"""
GENERATOR = """\
def dot(w, x):
    return sum(p * q for p, q in zip(w, x))

def steps(X, y, epochs):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        mistakes = 0
        for x, t in zip(X, y):
            if t * (dot(w, x) + b) <= 0:
                for j in range(len(w)):
                    w[j] += t * x[j]
                b += t
                mistakes += 1
            yield w, b
        if not mistakes:
            return
"""
HISTORY = """\
def fit(X, y, epochs):
    X.append([9] * len(X[0]))  # changes what it is given
    w, b = [0] * len(X[0]), 0
    history = [(w, b)]
    for _ in range(epochs):
        for x, t in zip(X, y):
            if t * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w, b = [p + t * q for p, q in zip(w, x)], b + t
            history.append((w, b))
    return history
"""
AVERAGED = """\
def averaged_perceptron(X, y, T):
    w, b, u, beta, c = [0] * len(X[0]), 0, [0] * len(X[0]), 0, 1
    for _ in range(T):
        for x, t in zip(X, y):
            if t * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w, b = [p + t * q for p, q in zip(w, x)], b + t
                u, beta = [p + t * c * q for p, q in zip(u, x)], beta + t * c
            c += 1
    return [p - q / c for p, q in zip(w, u)], b - beta / c
"""
WITHOUT_BIAS = """\
def perceptron(X, y, epochs):
    w = [0] * len(X[0])
    for _ in range(epochs):
        for x, t in zip(X, y):
            prediction = 1 if sum(p * q for p, q in zip(w, x)) >= 0 else -1
            if prediction != t:
                w = [p + t * q for p, q in zip(w, x)]
    return w
"""
ONE_ROW = "1 row, x = (1), y = +1"
