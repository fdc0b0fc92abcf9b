"""The report of a run as one page of HTML. May import ``trained`` and what is below it."""
