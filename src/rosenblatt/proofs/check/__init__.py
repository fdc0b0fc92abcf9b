"""What an auditor reads: certificates and their exact checks, in fractions. Only errors and display are imported."""
