"""Files larger than memory: pages on disk, windows of rows that are visited together, rows held out for validation."""
