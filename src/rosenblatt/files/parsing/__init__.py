"""Compiled parsers of text: fields of CSV, features of LIBSVM, decimal numbers. NumPy and Numba only."""
