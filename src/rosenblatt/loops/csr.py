"""Operations that only CSR matrices need: their order, their transpose, products through the transpose."""

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.rows import U0, U1, U7, add, at
from rosenblatt.loops.simd import total, zero_lanes


@jit
def first_disorder(columns, starts, n_features):
    """First row whose columns do not rise strictly (or −1), and the first out of bounds (or −1)."""
    unsorted, outside = -1, -1
    for i in range(starts.size - 1):
        for e in range(starts[i], starts[i + 1]):
            if columns[e] < 0 or columns[e] >= n_features:
                return unsorted, i
            if unsorted < 0 and e > starts[i] and columns[e] <= columns[e - 1]:
                unsorted = i
    return unsorted, outside


@jit
def transpose(rows, transposed):
    """Write a CSR matrix as the rows of its features.

    Given: in ``transposed.starts``, the start of each feature's row. Changes: ``transposed``, whose starts become
    the ends of the rows.
    """
    for i in range(np.uint64(rows.starts.size - 1)):
        for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
            f = np.uint64(rows.columns[e])
            place = np.uint64(transposed.starts[f])
            transposed.columns[place], transposed.values[place] = i, rows.values[e]
            transposed.starts[f] += 1


@inlined
def add_products(rows, transposed, i, rate, squared, products):
    """Add products[0, j] += (λ x_i)·x_j for all rows j, through the rows of the features. Returns
    squared + |λ x_i|²."""
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        f = np.uint64(rows.columns[e])
        scaled = at(rate, f) * rows.values[e]
        squared += scaled * scaled
        add(transposed, f, scaled, 1.0, products, U0)
    return squared


@inlined
def dot_average(rows, i, w, u, c, k):
    """Dot product of row i and w_k − u_k / c, the averaged weights of class k, computed at the row's entries only."""
    lanes = zero_lanes()
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        j = np.uint64(rows.columns[e])
        lanes[j & U7] += rows.values[e] * (u[k, j] / -c + w[k, j])
    return total(lanes)
