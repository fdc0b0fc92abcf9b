"""A file in, a model file out: what the verbs share. May import estimators, learners, files and the layers below."""
