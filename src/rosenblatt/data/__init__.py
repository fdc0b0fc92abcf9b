"""Reading: everything that comes in leaves this room as validated blocks of rows, and labels."""
