"""Functions behind the verbs of the command line, one file per verb. May import everything except cli."""
