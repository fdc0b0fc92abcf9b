"""Proofs of separability, margins and contradictions. ``search`` finds them, ``check`` checks them."""
