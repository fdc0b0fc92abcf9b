"""One file per verb of the command line, named by the verb, with the function that it calls. May import all but cli."""
