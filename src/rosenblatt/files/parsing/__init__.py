"""Compiled parsers of text: CSV fields, LIBSVM features, decimal numbers. May import loops only."""
