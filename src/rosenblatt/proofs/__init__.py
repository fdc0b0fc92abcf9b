"""Proofs about a set: is it separable, how widely, and if not, why. ``search`` finds them, ``check`` checks them."""
