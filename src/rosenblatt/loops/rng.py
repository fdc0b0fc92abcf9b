"""Random orders from a generator of our own, the same on every machine and in every version.

sfc32 (Chris Doty-Humphrey, public domain): additions, shifts and exclusive ors of 32 bits, so that any
language can repeat it. The state starts as (epoch, seed, stream, counter 1) and 16 numbers are dropped;
so an order is a pure function of (seed, epoch, stream, number of items), and to resume takes a number.
Arithmetic is done in 64 bits and cut to 32.
"""

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.simd import L2, prefetch, zero_lanes

MASK = np.uint64(0xFFFFFFFF)
U0, U1, U3, U8, U9, U11, U21, U32 = (np.uint64(k) for k in (0, 1, 3, 8, 9, 11, 21, 32))

# The streams, so that uses of one seed do not follow each other.
VISITS, HOLD_OUT, PICK, PAGES = 0, 1, 2, 3
FIRST_WINDOW = 16  # of a file, and so on: its rows; those of the first go by VISITS
FIRST_PART = 2**31  # of a file in parts, and so on: its pages; those of the first go by PAGES


@inlined
def begin(seed, epoch, stream):
    """State of the generator at the start of a stream."""
    state = (np.uint64(epoch) & MASK, np.uint64(seed) & MASK, np.uint64(stream) & MASK, U1)
    for _ in range(16):
        _, state = draw(state)
    return state


@inlined
def draw(state):
    """Next 32-bit number, and the state after it."""
    a, b, c, counter = state
    number = (a + b + counter) & MASK
    a = b ^ (b >> U9)
    b = (c + (c << U3)) & MASK
    c = (((c << U21) | (c >> U11)) + number) & MASK
    return number, (a, b, c, (counter + U1) & MASK)


@inlined
def draw_below(bound, state):
    """Uniform number below ``bound`` (Lemire's multiplication), and the state after it."""
    number, state = draw(state)
    product = number * bound
    if (product & MASK) < bound:
        unfair = ((MASK - bound) + U1) % bound
        while (product & MASK) < unfair:
            number, state = draw(state)
            product = number * bound
    return product >> U32, state


@jit
def shuffle(items, seed, epoch, stream):
    """Put ``items`` into the random order of this seed, epoch and stream (Fisher-Yates, from the end)."""
    state = begin(seed, epoch, stream)
    drawn = zero_lanes()  # eight draws ahead, so that the items can be prefetched
    left = np.uint64(items.size)
    while left > U1:
        ahead = min(left - U1, U8)
        for t in range(ahead):
            k, state = draw_below(left - t, state)
            drawn[t] = k
            prefetch(items, k, L2)
        for t in range(ahead):
            k, last = np.uint64(drawn[t]), left - t - U1
            items[last], items[k] = items[k], items[last]
        left -= ahead


@jit
def pick(count, seed, epoch):
    """Random number below ``count``, which selects the mistake to answer in this iteration."""
    k, _ = draw_below(np.uint64(count), begin(seed, epoch, PICK))
    return k
