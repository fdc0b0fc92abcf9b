"""One file per format: text or bytes in, columns or rows out; ``detect`` tells the format. May import all of files."""
