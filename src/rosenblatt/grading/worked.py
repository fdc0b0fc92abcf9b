"""One visit worked out as on a blackboard: the score, the test, the update."""

from rosenblatt.conventions import SIGN_OF_ZERO
from rosenblatt.grading.problems import Problem, Row, Weights, number, signed, vector
from rosenblatt.grading.runs import Asked, average, scaled_weights, score, visits, votes_of, wrong_by

MAX_LISTED = 6  # votes that are written out


def worked(problem: Problem, visit: int, asked: Asked) -> str:
    """Text of a visit of the engine, with the learning rate of the task."""
    plain = asked._replace(averaged=False, voted=False, rate=1.0)
    history = [scaled_weights(weights, asked.rate) for weights in visits(problem, plain)]
    n = len(problem.y)
    x, y = problem.X[(visit - 1) % n], problem.y[(visit - 1) % n]
    before = history[visit - 2] if visit > 1 else ((0.0,) * len(x), 0.0)
    epoch = f", epoch {(visit - 1) // n + 1}" if problem.epochs > 1 else ""
    place = f"Visit {visit} (row {(visit - 1) % n + 1}{epoch})" if problem.n_visits > 1 else f"Visit {visit}"
    return f"{place}: {_scored(before, x, y, asked)}{_folded(history[:visit], asked)}"


def _scored(before: Weights, x: Row, y: int, asked: Asked) -> str:
    """Score, test and update."""
    w, b = before
    a = score(w, x) + b
    sums = " + ".join([f"{_factor(p)}·{_factor(q)}" for p, q in zip(w, x, strict=True)])
    name, bias = ("w·x + b", f" + {_factor(b)}") if asked.bias else ("w·x", "")
    scored = f"a = {name} = {sums}{bias} = {number(a)}"
    is_wrong = wrong_by(asked.at_zero)(y, a)
    sign = SIGN_OF_ZERO[asked.at_zero]
    if a == 0 and sign:
        tested = f"which counts as the prediction {signed(sign)}, and y = {signed(y)}"
    else:
        tested = f"y·a = ({signed(y)})·{_factor(a)} = {number(y * a)} {'≤' if is_wrong else '>'} 0"
    if not is_wrong:
        return f"{scored}, {tested}, so the row is right: the weights stay {_weights(before, asked)}."
    return f"{scored}, {tested}, so the row is a mistake: {_updated(before, x, y, asked)}."


def _updated(before: Weights, x: Row, y: int, asked: Asked) -> str:
    w, b = before
    rate = asked.rate
    step = "" if rate == 1 else f"{number(rate)}·"
    sign = "+" if y > 0 else "−"
    after = tuple(p + rate * y * q for p, q in zip(w, x, strict=True))
    moved = f"w becomes w + {step}y·x = {vector(w)} {sign} {step}{vector(x)} = {vector(after)}"
    if not asked.bias:
        return moved
    return f"{moved}, b becomes b + {step}y = {number(b)} {sign} {number(rate)} = {number(b + rate * y)}"


def _folded(history: list[Weights], asked: Asked) -> str:
    """Average or votes after the visit."""
    if asked.averaged:
        mean = _weights(average(history), asked)
        return f" The average of the zero start and the weights after each visit so far is {mean}."
    if asked.voted and (entries := votes_of(history).entries):
        counts = ", ".join(f"c = {number(vote.c)} for w = {vector(vote.w)}" for vote in entries[-MAX_LISTED:])
        return f" The survival counts after this visit are {counts}."
    return ""


def _weights(weights: Weights, asked: Asked) -> str:
    w, b = weights
    return f"w = {vector(w)}" + (f", b = {number(b)}" if asked.bias else "")


def _factor(value: float) -> str:
    """Number in a product or sum: negative ones in parentheses."""
    return f"({number(value)})" if value < 0 else number(value)
