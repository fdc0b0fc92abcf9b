"""Exams about the perceptron, drawn from a seed, with their solutions. May import grading and the layers below."""
