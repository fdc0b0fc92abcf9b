"""One file per format: text or bytes in, columns or rows out. ``detect`` tells which format a file has."""
