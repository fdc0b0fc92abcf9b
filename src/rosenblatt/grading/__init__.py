"""Comparison of a student's training function with Rosenblatt. May import trained and the layers below."""
