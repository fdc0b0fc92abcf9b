"""Proofs about a set: can it be separated, how widely, and if not, why. ``search`` finds, ``check`` checks."""
