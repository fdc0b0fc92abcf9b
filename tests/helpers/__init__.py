"""Shared parts of the tests: data, oracles, processes."""
