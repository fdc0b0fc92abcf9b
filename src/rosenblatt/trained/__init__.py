"""A file in, a model file out: what the verbs share. May import learners, proofs, files and the estimators."""
