"""Files larger than memory: pages on disk, windows of rows, rows held out for validation. May import readers."""
