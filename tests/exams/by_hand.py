"""Solutions of the questions as a student works them out: plain loops in fractions, without the package."""

from fractions import Fraction
from math import gcd


def dot(u, v):
    return sum((Fraction(p) * q for p, q in zip(u, v, strict=True)), Fraction())


def sign(value):
    assert value != 0
    return 1 if value > 0 else -1


def run_of(X, y):
    """Every visit until an epoch has no mistake."""
    w, b, visits = [Fraction(0), Fraction(0)], Fraction(0), []
    while True:
        wrong = 0
        for i, (x, label) in enumerate(zip(X, y, strict=True)):
            a = dot(w, x) + b
            mistake = label * a <= 0
            if mistake:
                w, b, wrong = [p + label * q for p, q in zip(w, x, strict=True)], b + label, wrong + 1
            step = {"number": len(visits) + 1, "index": i, "x": x, "y": label, "score": a, "mistake": mistake}
            visits.append({**step, "w": w, "b": b})
        if not wrong:
            return visits


def algorithm_7(visits):
    """Sums u and β after each mistake, the counter at the end, and the averaged weights and bias."""
    c, u, beta, steps = 1, [0, 0], 0, []
    for visit in visits:
        if visit["mistake"]:
            y, x = visit["y"], visit["x"]
            u, beta = [p + c * y * q for p, q in zip(u, x, strict=True)], beta + c * y
            steps.append({"c": c, "x": x, "y": y, "u": u, "beta": beta})
        c += 1
    w, b = visits[-1]["w"], visits[-1]["b"]
    average = [p - Fraction(q, c) for p, q in zip(w, u, strict=True)], b - Fraction(beta, c)
    return steps, c, *average


def plain_average(visits):
    """Mean of the weights at the start and after each visit, which Algorithm 7 computes by its sums."""
    every = [(0, 0, 0), *((*visit["w"], visit["b"]) for visit in visits)]
    return [sum(map(Fraction, column)) / len(every) for column in zip(*every, strict=True)]


def votes_of(visits, point):
    """The weights of each mistake, the number of visits that they last, and their score and class at a point."""
    votes = []
    for visit in visits:
        if visit["mistake"]:
            score = dot(visit["w"], point) + visit["b"]
            votes.append({"w": visit["w"], "b": visit["b"], "survival": 0, "score": score, "label": sign(score)})
        if votes:
            votes[-1]["survival"] += 1
    return votes


def averaging_of(visits, point):
    steps, c, w, b = algorithm_7(visits)
    votes = votes_of(visits, point)
    last = dot(visits[-1]["w"], point) + visits[-1]["b"]
    mean = dot(w, point) + b
    total = sum(vote["survival"] * vote["label"] for vote in votes)
    line = {"w": visits[-1]["w"], "b": visits[-1]["b"]}
    return {
        "average": {"steps": steps, "c": c, "last": line, "w": w, "b": b},
        "votes": votes,
        "last_score": last,
        "average_score": mean,
        "vote_sum": total,
        "predictions": [sign(last), sign(mean), sign(total)],
    }


def bound_of(X, y, w, b, mistakes):
    """R², γ² and (R/γ)² by a given vector (w, b)."""
    squares = [dot((*x, 1), (*x, 1)) for x in X]
    products = [label * (dot(w, x) + b) for x, label in zip(X, y, strict=True)]
    line_square = dot((*w, b), (*w, b))
    margin_square = min(products) ** 2 / line_square
    return {
        "squares": squares,
        "products": products,
        "radius_square": max(squares),
        "line_square": line_square,
        "margin_square": margin_square,
        "bound": max(squares) / margin_square,
        "mistakes": mistakes,
    }


def nearest_by_its_proof(X, y, shares):
    """Point with these shares, after a check that no point of the hull of the vectors y·(x, 1) is nearer to 0.

    A point p of the hull is the nearest if p·z ≥ p·p for every vector z.
    """
    vectors = [[label * v for v in (*x, 1)] for x, label in zip(X, y, strict=True)]
    assert min(shares) >= 0
    assert sum(shares) == 1
    point = [dot(shares, column) for column in zip(*vectors, strict=True)]
    assert all(dot(point, z) >= dot(point, point) for z in vectors)
    return point


def meeting_point(X, y, shares):
    """Point in the hulls of both classes, by the shares of the points within their classes."""
    assert min(shares) >= 0
    means = []
    for label in (1, -1):
        known = [(share, x) for share, x, sign in zip(shares, X, y, strict=True) if sign == label]
        assert sum(share for share, _ in known) == 1
        means.append(
            [dot([share for share, _ in known], column) for column in zip(*(x for _, x in known), strict=True)]
        )
    assert means[0] == means[1]
    return means[0]


def has_no_square_factor(number):
    return all(number % (k * k) for k in range(2, number + 1))


def check_quotient(quotient, size, square):
    """numerator / (denominator·√radicand) is |size| / √square, in lowest terms."""
    top, bottom, root = quotient["numerator"], quotient["denominator"], quotient["radicand"]
    assert top >= 0 < bottom
    assert Fraction(top**2, bottom**2 * root) == Fraction(size**2, square)
    assert gcd(top, bottom) == 1
    assert has_no_square_factor(root)
