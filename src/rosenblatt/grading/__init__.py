"""A student's training function against the engine: problems, the process it runs in, and known misconceptions."""
