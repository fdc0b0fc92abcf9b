"""Frozen results of training: models that score and predict, hyperplanes, traces. May import data and loops."""
