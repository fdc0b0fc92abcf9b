"""Sentences on what voids the mistake bound of a run."""

START = "starting weights that are not zero"
RATES = "rates that differ between features"
WEIGHTS = "sample or class weights that differ between rows"
AT_ONCE = "order='all-mistakes', which makes many updates at once"
IDLE = "a class without rows"
