"""Exams about the perceptron, drawn from a seed, with their solutions. May import trained and the layers below."""
