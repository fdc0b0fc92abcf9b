"""A student's training function against the engine. May import trained and the layers below."""
