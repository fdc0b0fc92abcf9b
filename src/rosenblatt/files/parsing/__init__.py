"""Compiled text parsers: CSV fields, LIBSVM features, decimal numbers. May import loops only."""
