"""Certificates and their exact check in fractions: the part for auditors. May import errors and display."""
