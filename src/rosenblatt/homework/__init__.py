"""What grading needs: small sets, a student's function in a process of its own, and the known ways to get it wrong."""
