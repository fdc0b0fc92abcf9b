"""What an auditor reads: certificates and their exact check, in fractions. May import errors and display only."""
