"""Random points and options, as questions to the lab's engine."""

import random

from rosenblatt.conventions import AT_ZERO, ORDERS, SINGLE_UPDATE_ORDERS


def coordinates(r, n):
    """Points of one kind: on a grid, with few digits, with all digits, on a line, of very different sizes."""
    scale = r.choice([1.0, 1.0, 1e-6, 1e5])
    shift = r.choice([0.0, 0.0, 0.0, 10.0])
    gaussian = [(shift + r.gauss(0, 1), r.gauss(0, 1)) for _ in range(n)]
    match r.randrange(6):
        case 0:
            return [(float(r.randint(-3, 3)), float(r.randint(-3, 3))) for _ in range(n)]
        case 1:
            return [(round(x, 1), round(y, 1)) for x, y in gaussian]
        case 2:
            return [(x, 2 * x + 1) for x, _ in gaussian]
        case 3:
            return [(x * r.choice([1e6, 1.0, 1e-6]) / 20, y * r.choice([1e6, 1.0, 1e-6]) / 20) for x, y in gaussian]
        case _:
            return [(x * scale, y * scale) for x, y in gaussian]


def random_points(r):
    n = 60 if r.random() < 0.01 else r.randint(1, 12)
    places = coordinates(r, n)
    if r.random() < 0.3:
        places = [r.choice(places) if r.random() < 0.3 else place for place in places]
    a, b, c = r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1) * r.choice([0, 1])
    separable = r.random() < 0.6
    labels = [(1 if a * x + b * y + c > 0 else -1) if separable else r.choice([-1, 1]) for x, y in places]
    return [{"x": x, "y": y, "label": label} for (x, y), label in zip(places, labels, strict=True)]


def random_options(r, n):
    order = r.choice(list(ORDERS))
    few = r.randint(1, max(1, 60 // n))
    return {
        "order": order,
        "atZero": r.choice(list(AT_ZERO)),
        "bias": r.random() < 0.7,
        "eta": r.choice([1.0, 1.0, 0.5, 0.1]),
        "start": r.choice(
            [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1)], [-0.0, 1.0, 0.0]]
        ),
        "seed": r.choice([0, 1, r.randrange(2**32)]),
        "epochs": r.randint(1, 40) if order in SINGLE_UPDATE_ORDERS else few,
    }


def random_question(seed):
    r = random.Random(seed)
    points = random_points(r)
    options = random_options(r, len(points))
    probes = [(points[0]["x"], points[0]["y"]), (0.0, 0.0), (r.gauss(0, 1), r.gauss(0, 1))]
    return {
        "kind": "run",
        "points": points,
        "options": options,
        "times": [0, r.random(), r.random(), 1],
        "probes": probes,
        "fresh": [{"x": x, "y": y, "label": r.choice([-1, 1])} for x, y in probes] + random_points(r)[:8],
    }


def is_one_class(points):
    return len({point["label"] for point in points}) < 2
