"""The perceptron itself: visit rows, list the mistakes, move the weights."""

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import CORRECT, OVERFLOW, rescore_moved_classes, wrong_class
from rosenblatt.loops.rows import add, at, prefetch_distance


@jit
def learn(examples, visits, visited, rule, weights, averaging_sum, scratch, mistakes):
    """Notes 000, 001 and 003 (Algorithm 5): visit the rows one after another; answer each mistake at once.

    Given: the examples, the rows to visit, how many visits came before; scratch space where classes are many.
    Changes: the weights; Algorithm 7's sum, if there is one; the list of mistakes, filled from its start.
    Returns how many mistakes were made, or −1 − t when a score overflowed at visit t.
    """
    count, distance = 0, prefetch_distance(examples.rows)
    for t in range(np.uint64(visits.size)):
        winner = wrong_class(examples, visits, t, distance, rule, weights, scratch)
        if winner != CORRECT:
            if winner == OVERFLOW:
                return -1 - np.int64(t)
            i = np.uint64(visits[t])
            update(examples, i, winner, 1.0, rule, weights)
            add_to_average(examples, i, winner, visited + np.int64(t) + 1, rule, averaging_sum)
            rescore_moved_classes(examples, visits, t, winner, weights, scratch)
            mistakes.row[count] = i
            mistakes.wrong_class[count] = winner
            mistakes.when[count] = visited + np.int64(t) + 1
            count += 1
    return count


@jit
def find_mistakes(examples, visits, rule, weights, scratch, mistakes):
    """Notes 002 and 004: which rows are wrong under these weights? Stops when the list is full.

    Changes the list of mistakes only. Returns their number, or −1 − t when a score overflowed at row t.
    """
    count, distance = 0, prefetch_distance(examples.rows)
    for t in range(np.uint64(visits.size)):
        if count == mistakes.row.size:
            break
        winner = wrong_class(examples, visits, t, distance, rule, weights, scratch)
        if winner == OVERFLOW:
            return -1 - np.int64(t)
        if winner != CORRECT:
            mistakes.row[count] = visits[t]
            mistakes.wrong_class[count] = winner
            count += 1
    return count


@inlined
def update(examples, i, winner, times, rule, weights):
    """w ← w + λ y x and b ← b + λ y, ``times`` over: towards the true class, away from the winner."""
    step = times * at(examples.weights, i)
    label = np.uint64(examples.classes[i])
    if weights.b.size == 1:
        y = 1.0 if label == 1 else -1.0
        add(examples.rows, i, y * step, rule.rate, weights.w, np.uint64(0))
        weights.b[0] += y * step * rule.bias_rate
    else:
        add(examples.rows, i, step, rule.rate, weights.w, label)
        weights.b[label] += step * rule.bias_rate
        add(examples.rows, i, -step, rule.rate, weights.w, np.uint64(winner))
        weights.b[winner] -= step * rule.bias_rate


@inlined
def add_to_average(examples, i, winner, when, rule, averaging_sum):
    """Note 003, Algorithm 7, lines 9 and 10: u ← u + y c x and β ← β + y c, c the number of the visit."""
    if averaging_sum is not None:
        update(examples, i, winner, np.float64(when), rule, averaging_sum)
