"""Class weights of a stream."""

from rosenblatt.loops.jit import jit


@jit
def running_balance(classes, visits, counts, factors):
    """Balanced factor of each visited row by the counts up to and including it: n / (classes × count).

    Changes: the counts of each class so far, and the factors.
    """
    seen, n_classes = 0, 0
    for count in counts:
        seen += count
        n_classes += count > 0
    for i in visits:
        number = classes[i]
        n_classes += counts[number] == 0
        counts[number] += 1
        seen += 1
        factors[i] = seen / (n_classes * counts[number])
