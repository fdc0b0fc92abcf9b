"""Certificates and their exact check, in fractions: the part that an auditor reads. May import errors and display."""
