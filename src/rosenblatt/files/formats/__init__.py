"""File formats, one file each: text or bytes in, columns or rows out. ``detect`` finds the format. May import all of
files."""
