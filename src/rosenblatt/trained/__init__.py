"""Training on a file and model files: shared code of the verbs. May import estimators, learners, files and the layers
below."""
