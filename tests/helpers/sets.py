"""Small sets that tests of several modules train on."""

import numpy as np

from rosenblatt import sample

XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array([0, 1, 1, 0])
SLOW = np.array([[10.0], [14.0]]), np.array([-1, 1])  # 127 mistakes, one or two an epoch


def note_004():
    """Rows and labels of the example of note 004."""
    table = sample("note-004")
    return table.X, table.y
