"""Random states of the lab, and links that came to harm on their way."""

import string

from rosenblatt.conventions import AT_ZERO, ORDERS

TABS = ("steps", "data", "options", "theorem", "variants", "practice", "cards", "share")
CARDS = ("", "no-such-card", "shift-b", "poll", "distance", "loss", "neuron", "turn", "recency", "digits", "xor")
# The numbers that panels and cards keep, and one that nobody knows.
EXTRAS = (
    *("exercise", "set", "theorem", "variant", "rows", "seed", "along", "farX", "farY"),
    *("lineX", "lineY", "lineW1", "lineW2", "slider"),
    *("practiceSeed", "answer", "asked", "guesses", "shade"),
)
FEATURE_NAMES = (
    "",
    "",
    "petal length (cm)",
    "étale \u4e2d\U0001f600",
    "a~b=c_d!e&f#g%h",
    "<b>" * 13,
    "~",
    "'\"",
    "x" * 40,
)


def random_state(r):
    """Anything that a state may be: most are small, as those of readers are."""
    points = random_points(r)
    return {
        "points": points,
        "options": random_options(r, len(points)),
        "t": r.choice([0, r.randrange(40), r.randrange(200_001)]),
        "tab": r.choice(TABS),
        "card": r.choice(CARDS),
        "extra": {name: random_extra(r) for name in r.sample(EXTRAS, r.choice([0, 0, 1, 5]))},
        "projector": r.random() < 0.2,
        "names": {place: r.choice(FEATURE_NAMES) for place in ("x1", "x2", "plus", "minus")},
        "equalAxes": r.random() < 0.8,
    }


def random_points(r):
    """None, one, few or many; on a grid, with all digits, or of very different sizes; of one label now and then."""
    n = r.choice([0, 1, 2, 150]) if r.random() < 0.1 else r.randint(2, 12)
    labels = r.choice([(1, -1), (1, -1), (1, -1), (1, -1), (1,)])
    a, b, c = (r.gauss(0, 1) for _ in range(3))
    separable = r.random() < 0.5 and len(labels) == 2
    points = []
    for _ in range(n):
        x, y = random_place(r)
        label = (1 if a * x + b * y + c > 0 else -1) if separable else r.choice(labels)
        points.append({"x": x, "y": y, "label": label})
    return points


def random_place(r):
    match r.randrange(4):
        case 0:
            return float(r.randint(-3, 3)), float(r.randint(-3, 3))
        case 1:
            return round(r.gauss(0, 2), 1), round(r.gauss(0, 2), 1)
        case 2:
            return r.gauss(0, 1), r.gauss(0, 1)
        case _:
            return r.gauss(0, 0.1) * 10 ** r.randint(-9, 6), r.gauss(0, 0.1) * 10 ** r.randint(-9, 6)


def random_options(r, n):
    return {
        "order": r.choice(list(ORDERS)),
        "atZero": r.choice(list(AT_ZERO)),
        "bias": r.random() < 0.7,
        "eta": r.choice([1.0, 1.0, 0.5, 0.1, 1e-6, 1e6, r.random() + 0.001]),
        "start": r.choice([[0, 0, 0], [0, 0, 0], [r.gauss(0, 1) for _ in range(3)], [-0.0, 1e6, -1e-7]]),
        "seed": r.choice([0, 1, r.randrange(2**32)]),
        "epochs": r.choice([1, 5, 100, 1000]) if n < 20 else r.randint(1, 10),
    }


def random_extra(r):
    return r.choice([0, 1, 2, 3, -1, r.gauss(0, 3), r.randrange(1000), 1e300, -1e-300])


# --- Links: 1~p=-1_3n3_-1p~t=7~k3f9a0 (version, what is not as usual, checksum). ---

LETTERS = string.ascii_letters + string.digits + "~=_.-!+&#?/ "
NOT_ASCII = "é\u00a0\u2212\u202e\u0000\u0301\U0001f600\ufffd"
PERCENTS = ("%", "%%", "%7", "%zz", "%E0%A4%A", "%00", "%7E", "%25", "%C3%A9")
NAMES = ("__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype")
NOT_LINKS = (
    *("~", "1", "1~", "~~~~", "2~t=1~abc", "undefined", "null", "NaN", "[object Object]", "<script>alert(1)</script>"),
    *("%", "%00", "card=", "card=XOR", "card=../xor", "javascript:alert(1)", *NAMES, *(f"{name}=1" for name in NAMES)),
)


def damaged(r, link):
    """The link with one to four harms done to it; now and then something that never was one."""
    if r.random() < 0.03:
        return r.choice(NOT_LINKS)
    for _ in range(r.randint(1, 4)):
        link = r.choice(HARMS)(r, link)
    return link


def put(r, link, text, over=0):
    """The text into the link, in place of some characters of it."""
    at = r.randint(0, len(link))
    return link[:at] + text + link[at + over :]


def swapped(r, link):
    at = r.randint(0, max(0, len(link) - 2))
    return link[:at] + link[at : at + 2][::-1] + link[at + 2 :]


HARMS = (
    lambda r, link: put(r, link, r.choice(LETTERS), over=1),
    lambda r, link: put(r, link, r.choice(LETTERS)),
    lambda r, link: put(r, link, "", over=r.randint(1, 5)),
    lambda r, link: put(r, link, r.choice(NOT_ASCII), over=r.randint(0, 1)),
    lambda r, link: put(r, link, r.choice(PERCENTS), over=r.randint(0, 1)),
    lambda r, link: put(r, link, f"~{r.choice(NAMES)}={r.randint(0, 9)}"),
    lambda r, link: put(r, link, r.choice(["9" * 400, "e999", "-", "1e-400", "~t=3~t=4", "~p=none", link])),
    lambda r, link: link[: r.randint(0, len(link))],  # mail programs cut lines
    lambda r, link: link[r.randint(0, len(link)) :],
    swapped,
)


def sealed(link):
    """The link with the checksum of what it says now: then only its content can be wrong."""
    body = "".join(letter for letter in link.rpartition("~")[0] if letter.isascii() and letter.isprintable())
    body = body.replace("%", "").replace("#", "")
    return f"{body}~{base_36(fnv_1a(body))}"


def fnv_1a(text):
    number = 0x811C9DC5
    for letter in text:
        number = ((number ^ ord(letter)) * 0x01000193) % 2**32
    return number


def base_36(number):
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = (string.digits + string.ascii_lowercase)[digit] + digits
    return digits
