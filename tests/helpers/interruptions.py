"""Ends of runs."""


class Killer:
    """Ends a run after so many windows."""

    def __init__(self, left):
        self.left = left

    def __call__(self, learner, progress):
        if self.left == 0:
            raise MemoryError
        self.left -= 1
