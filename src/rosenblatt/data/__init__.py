"""Rows in memory: validated blocks, labels, chunks of files, bundled samples, generators. May import loops."""
