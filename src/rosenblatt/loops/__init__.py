"""Compiled loops. They know numpy arrays and nothing else."""
