"""One file per verb of the command line, named by the verb. The function of that name is what the verb calls."""
