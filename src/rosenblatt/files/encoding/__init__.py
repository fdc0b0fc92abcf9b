"""Conversion of columns to features: types, categories, text, scaling, hashing. Belongs to the model. May import
formats."""
